// Clicks through the reports of one run and of two: node run_test.mjs [PART OF A NAME]
import {readFileSync, writeFileSync} from 'node:fs';

import {assert, checkWidths, hoverBar, main, open, parseCsv, run, saved, test, work} from './harness.mjs';

const model = process.env.VTA_MODEL;
const record = (name, ...more) => {
  const text = run('vta', 'run', model, '--residual', 'int8', '--backend', 'csim', '--timing-only', '--json', ...more);
  writeFileSync(work(name), text);
  return JSON.parse(text);
};
// A timeline that is known: compute busy in the first half, the bus in the second.
const withTimeline = (name, out) => {
  const document = JSON.parse(readFileSync(work(name), 'utf8'));
  const cycles = document.cycles, bins = 8, bin_cycles = Math.ceil(cycles / bins);
  const half = (first) => Array.from({length: bins}, (_, i) => ((i < bins / 2) === first ? 1 : 0));
  document.timeline = {bin_cycles, bins, cycles, units: {fetch: half(false), load: half(false), compute: half(true), store: half(false)}, bus: half(false)};
  writeFileSync(work(out), JSON.stringify(document));
};

// Layers whose names a spreadsheet would compute or cut; what is a number stays one.
const kNames = ['=1+1', '+SUM(A1)', '-2+3', '@cmd', 'a,b', 'say "so"', '-7', "=cmd|' /C calc'!A0", '-', '+1.5e3'];
const withNames = (name, out) => {
  const document = JSON.parse(readFileSync(work(name), 'utf8'));
  document.kernels.forEach((kernel, i) => { kernel.name = kNames[i] ?? kernel.name; });
  assert.ok(document.kernels.length >= kNames.length);
  writeFileSync(work(out), JSON.stringify(document));
};

const a = record('a.json');
const b = record('b.json', '--memory', 'bus=64');
withTimeline('a.json', 'timeline.json');
withNames('a.json', 'names.json');
run('vta', 'report', work('a.json'), '-o', work('run.html'));
run('vta', 'report', work('names.json'), '-o', work('names.html'));
run('vta', 'report', work('timeline.json'), '-o', work('timeline.html'));
run('vta', 'report', work('a.json'), work('b.json'), '-o', work('two.html'));

test('one run: totals and layers', async () => {
  const {page, close} = await open(work('run.html'));
  assert.ok((await page.textContent('#summary')).includes(`${a.cycles.toLocaleString('en-US')}cycles`));
  assert.match(await page.getAttribute('#layers-plot', 'aria-label'), new RegExp(`Bars of ${a.kernels.length} layers`));
  assert.equal(await page.locator('#points').count(), 0);
  assert.match(await page.textContent('#timeline'), /vta run --backend csim --timeline --json records one/);
  await close();
});

test('one run: why cycles were lost, in the words of the run', async () => {
  const {page, close} = await open(work('run.html'));
  await hoverBar(page, 'layers-plot', 0);
  const text = await page.textContent('#layers-plot');
  // Its waits as the run says them, among the causes that are not waits; the largest is first.
  const waits = a.kernels[0].timing.lost.text;
  const causes = text.slice(text.indexOf('lost because '), text.indexOf(waits) + waits.length);
  assert.ok(causes.endsWith(waits), text);
  const shares = [...causes.matchAll(/(\d+\.\d) %/g)].map(([, number]) => Number(number));
  assert.ok(shares.length >= 2, text);
  assert.deepEqual(shares, [...shares].sort((x, y) => y - x), text);
  await close();
});

test('the layers as CSV are those shown, and none of their cells computes', async () => {
  const {page, close} = await open(work('names.html'));
  const shown = await page.$$eval('#layer-table tbody tr', (rows) => rows.map((row) =>
    [...row.children].map((cell) => ({text: cell.textContent, number: cell.classList.contains('number')}))));
  const heads = await page.$$eval('#layer-table th[data-column]', (all) => all.map((th) => th.dataset.column));
  const {text} = await saved(page, '#layer-table-csv');
  const [head, ...rows] = parseCsv(text);
  assert.deepEqual(head, heads);
  assert.equal(rows.length, a.kernels.length);
  assert.equal(shown.length, rows.length);
  rows.forEach((row, i) => row.forEach((field, k) => {
    const {text: cell, number} = shown[i][k];
    const decimals = (cell.split('.')[1] ?? '').length;
    if (number) assert.equal(Number(field).toFixed(decimals), cell.replace(/,/g, ''), `${heads[k]} of row ${i}`);
    else assert.equal(field.replace(/^'/, ''), cell, `${heads[k]} of row ${i}`);
  }));
  const saves = (name) => (/^[=+\-@]/.test(name) && Number.isNaN(Number(name)) ? `'${name}` : name);
  assert.deepEqual(rows.map((row) => row[heads.indexOf('name')]).slice(0, kNames.length), kNames.map(saves));
  assert.ok(rows.flat().every((field) => !/^[=+\-@]/.test(field) || !Number.isNaN(Number(field))));
  await close();
});

test('a timeline is drawn and read', async () => {
  const {page, close} = await open(work('timeline.html'));
  assert.match(await page.textContent('#timeline-plot svg'), /compute \(%\)/);
  assert.match(await page.textContent('#timeline-plot svg'), /Cycles since the start/);
  await page.locator('#timeline-plot').scrollIntoViewIfNeeded();
  const box = await page.locator('#timeline-plot').boundingBox();
  await page.mouse.move(box.x + 84 + (box.width - 108) / 16, box.y + 40);
  await page.waitForSelector('#timeline-plot .tip');
  assert.match(await page.textContent('#timeline-plot .tip'), /compute100.0 %/);
  assert.match(await page.textContent('#timeline-plot .tip'), /bus0.0 %/);
  await page.mouse.move(box.x + 84 + ((box.width - 108) * 15) / 16, box.y + 40); // the last bin
  await page.waitForFunction(() => /bus100.0 %/.test(document.querySelector('#timeline-plot .tip').textContent));
  await close();
});

test('two runs: differences add up, and either can be opened', async () => {
  const {page, close} = await open(work('two.html'));
  assert.match(await page.textContent('#differences'), /LOG_BUS_WIDTH/);
  const shown = await page.$$eval('#difference-table tbody tr', (rows) => rows.map((r) => r.children[3].textContent));
  const sum = shown.reduce((s, text) => s + Number(text.replace(/,/g, '').replace('\u2212', '-')), 0);
  assert.equal(sum, b.cycles - a.cycles);
  assert.ok((await page.textContent('#detail-title')).startsWith('a.json'));
  await page.check('input[name=run][value="1"]', {force: true});
  assert.ok((await page.textContent('#detail-title')).startsWith('b.json'));
  await close();
});

test('nothing overflows the window, however narrow', async () => {
  for (const file of ['timeline.html', 'two.html']) await checkWidths(work(file));
});

test('both follow the colours of the system', async () => {
  for (const file of ['timeline.html', 'two.html']) {
    const {page, close} = await open(work(file), {colorScheme: 'dark'});
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await close();
  }
});

test('a damaged data section says so', async () => {
  writeFileSync(work('damaged.html'), readFileSync(work('run.html'), 'utf8').replace(/(id="data">.{400})./, '$1!'));
  const {page} = await open(work('damaged.html'), {}, false);
  assert.match(await page.textContent('[role=alert]'), /This report cannot be shown/);
  await page.context().close();
});

await main();
