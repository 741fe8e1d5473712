// A browser without a network, pages from disk, and the database beside them.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';

const {VTA_BIN, VTA_NPM, VTA_CHROMIUM, VTA_WORK} = process.env;
const {chromium} = createRequire(join(resolve(VTA_NPM), 'x.js'))('playwright-core');

export const work = (name) => join(VTA_WORK, name);
export const run = (program, ...args) => execFileSync(join(VTA_BIN, program), args, {encoding: 'utf8', maxBuffer: 1 << 28});
export const sql = (database, text) =>
  run('query_database', database, text).split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));

let browser;
export async function openBrowser() {
  // Debian's chromium runs as root in containers only without its sandbox.
  browser = await chromium.launch({executablePath: VTA_CHROMIUM, args: process.getuid() === 0 ? ['--no-sandbox'] : []});
}
export const closeBrowser = () => browser.close();

// Opens a page; whatever goes wrong in it, or any request but for files, fails the test at close().
export async function open(file, options = {}, ready = true) {
  const context = await browser.newContext({viewport: {width: 1360, height: 900}, offline: true, acceptDownloads: true, ...options});
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) troubles.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => troubles.push(`error: ${e.message}`));
  page.on('dialog', (d) => { troubles.push(`dialog: ${d.message()}`); d.dismiss(); });
  page.on('request', (r) => { if (!/^(file|blob):/.test(r.url())) troubles.push(`request: ${r.url()}`); });
  await page.goto(`file://${resolve(file)}`);
  await page.waitForFunction((all) => all ? document.documentElement.dataset.ready : document.querySelector('[role=alert]'), ready);
  const close = async () => {
    assert.deepEqual(troubles, []);
    await context.close();
  };
  return {page, close};
}

// Points at a bar of a chart, whatever its legend's height, and waits for the tooltip.
export async function hoverBar(page, id, index) {
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  const [x, y] = await page.evaluate(([chart, bar]) => {
    const {left, top} = document.getElementById(chart).getBoundingClientRect();
    const [, down] = window.report.charts.get(chart).pixelOf([0, bar]);
    return [left + 300, top + down];
  }, [id, index]);
  await page.mouse.move(x, y - 1);
  await page.mouse.move(x, y);
  await page.waitForSelector(`#${id} .tip`);
}

// Nothing but tables, plots and the like may be wider than the window, which never scrolls sideways.
export async function checkWidths(report) {
  for (const width of [390, 760, 1400]) {
    const {page, close} = await open(report, {viewport: {width, height: 800}});
    const wide = await page.evaluate(() => [...document.querySelectorAll('main *')].filter((e) => !e.closest('.scroll, pre, .plot') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)));
    assert.deepEqual(wide, [], `at ${width} pixels`);
    const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window_ + 1, `${content} > ${window_}`);
    await close();
  }
}

// Downloads what a button saves, as text.
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  const {readFileSync} = await import('node:fs');
  return {name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8')};
}

// RFC 4180.
export function parseCsv(text) {
  const rows = [];
  const pattern = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g;
  let row = [];
  for (const [, field, end] of text.matchAll(pattern)) {
    row.push(field.startsWith('"') ? field.slice(1, -1).replace(/""/g, '"') : field);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cases = [];
export const test = (name, body) => cases.push([name, body]);
export async function main() {
  const wanted = process.argv[2] ?? '';
  await openBrowser();
  let failed = 0;
  for (const [name, body] of cases.filter(([n]) => n.includes(wanted))) {
    try {
      await body();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
  await closeBrowser();
  process.exit(failed === 0 ? 0 : 1);
}
export {assert};
