// Compares every number that a page shows with its source. A number is an element with `data-source`,
// an expression over the report's data, and its value; a text of the data has `data-text`; words of the
// page with digits in them have `data-fixed` and stand in its script, or in what the data say of columns, as they are.
import assert from 'node:assert/strict';

// What may stand in an expression.
export function scopeOf(report, state) {
  const {header, tables} = report;
  const sets = header.sets ?? [];
  const table = (v) => tables[sets[v].table];
  const view = (v) => {
    const all = table(v).config_name.map((_, row) => row);
    return sets[v].network === null ? all : all.filter((row) => tables.point.network[row] === sets[v].network);
  };
  const pointsOf = (v, row) => (sets[v].table === 'point' ? [row] : Object.keys(tables.machine).filter((n) => /^point_\d/.test(n)).map((n) => tables.machine[n][row]));
  const shown = () => state.shown;
  const shownIn = (v) => view(v).filter((row) => pointsOf(v, row).some((p) => state.shown.includes(p)));
  const front = (v, x, y, all = false) => {
    const rows = all ? view(v) : shownIn(v);
    const [a, b] = [table(v)[x], table(v)[y]];
    return rows.filter((r) => !rows.some((s) => a[s] <= a[r] && b[s] <= b[r] && (a[s] < a[r] || b[s] < b[r])));
  };
  const confirmed = (v, row) => pointsOf(v, row).every((p) => tables.point.confirmation[p] === 'confirmed');
  const shareOf = (t, row, device) => Math.max(...['lut', 'ff', 'dsp', 'bram18'].map((n) => t[n][row] / device[n]));
  const sentence = (text, i) => text.split('\n')[i].replace(/^./, (c) => c.toUpperCase());
  const column = (name) => Object.values(tables).some((t) => name in t) && name;
  return {...withDerived(tables), header, view, shown, shownIn, front, confirmed, shareOf, sentence, column, Math};
}

const withDerived = (tables) => ({point: tables.point, layer: tables.layer, config: tables.config, machine: tables.machine, sensitivity: tables.sensitivity});

export function evaluate(source, scope) {
  try {
    return Function(...Object.keys(scope), `"use strict"; return (${source});`)(...Object.values(scope));
  } catch (error) {
    throw new Error(`source '${source}': ${error.message}`);
  }
}

const kUnits = {'': 1, '%': 0.01, '\u00d7': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40};
const kNumber = /^([+\u2212-]?)(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?(e[+-]?\d+)?\s?([a-zA-Z%\u00d7]*)$/;

// The number that a text says, and how far off it may be: half of its last digit.
export function readBack(text) {
  const match = kNumber.exec(text.trim());
  assert.ok(match && match[5] in kUnits, `'${text}' is no number with a unit`);
  const [, sign, digits, fraction = '', exponent = 'e0', unit] = match;
  const scale = kUnits[unit] * 10 ** Number(exponent.slice(1));
  const size = Number(digits.replace(/,/g, '') + fraction) * scale;
  const decimals = Math.max(0, fraction.length - 1);
  return {value: /[\u2212-]/.test(sign) ? -size : size, allowed: 0.5 * 10 ** -decimals * scale, whole: fraction === '' && unit === '' && exponent === 'e0'};
}

const near = (a, b, allowed) => Math.abs(a - b) <= allowed * (1 + 1e-9) + 1e-12 * Math.abs(b);

export function checkText(text, value, what) {
  const read = readBack(text);
  assert.ok(near(read.value, value, read.allowed), `${what}: shown '${text}', the source says ${value}`);
  // What is shown as a small whole number is one, to four digits.
  if (read.whole && Math.abs(value) < 1000) assert.ok(near(read.value, value, 5e-4 * Math.abs(value)), `${what}: shown '${text}' of ${value}`);
}

// What `made` makes in the page, as one text: the library looks at every value of anything else.
async function fromPage(page, made) {
  return JSON.parse(await page.evaluate(`JSON.stringify((${made})())`));
}

// All texts with digits of a page, as the browser has them; charts apart.
export function textsOf(page) {
  return fromPage(page, () => {
    const out = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!/\d/.test(node.data) || parent.closest('script, style, noscript, svg')) continue;
      const tag = parent.closest('[data-source], [data-text], [data-fixed], option');
      const where = parent.closest('[id]')?.id;
      if (!tag) out.push({kind: 'untagged', text: node.data, where});
      else if (tag.localName === 'option') out.push({kind: 'option', text: tag.textContent, parts: JSON.parse(tag.dataset.parts), where});
      else if ('source' in tag.dataset) out.push({kind: 'number', text: tag.textContent, value: tag.getAttribute('value'), source: tag.dataset.source, where});
      else if ('text' in tag.dataset) out.push({kind: 'text', text: tag.textContent, source: tag.dataset.text, where});
      else out.push({kind: 'fixed', text: tag.textContent, where});
    }
    return out;
  });
}

const unescaped = (script) => script.replace(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, u, x) => String.fromCharCode(parseInt(u ?? x, 16)));

function checkFixed(text, script, where) {
  const found = ['"', "'", '`'].some((quote) => script.includes(quote + text + quote)) || (text.length > 20 && script.includes(text));
  assert.ok(found, `#${where}: '${text}' is said to be words of the page, and is not in its script`);
}

function checkOption({text, parts, where}, scope, script) {
  let rest = text;
  for (const [shown, source] of parts) {
    assert.ok(rest.includes(shown), `#${where}: '${shown}' is not in the option '${text}'`);
    rest = rest.replace(shown, '');
    const value = evaluate(source, scope);
    if (typeof value === 'string' || !/\d/.test(shown)) assert.equal(shown, String(value), `#${where}: option '${text}'`);
    else checkText(shown.replace(/ (cycles|per cycle|bytes\/cycle)$/, ''), value, `#${where}: option '${text}'`);
  }
  if (/\d/.test(rest)) checkFixed(parts.length === 0 ? text : rest, script, where);
}

// How many of each kind were compared. Throws at the first that is wrong or has no source.
export async function checkNumbers(page, report) {
  const state = await page.evaluate(() => ({shown: window.report.selection.shown}));
  const scope = scopeOf(report, state);
  // The page's words are in its script; those of columns come with the data.
  const script = [unescaped(report.script), ...report.header.fields.flatMap(Object.values).map((words) => JSON.stringify(words))].join('\n');
  const counts = {number: 0, text: 0, fixed: 0, option: 0};
  for (const found of await textsOf(page)) {
    const {kind, text, source, where} = found;
    assert.notEqual(kind, 'untagged', `#${where}: '${text}' has a number without a source`);
    counts[kind]++;
    if (kind === 'text') assert.equal(text, String(evaluate(source, scope)), `#${where}: ${source}`);
    else if (kind === 'fixed') checkFixed(text, script, where);
    else if (kind === 'option') checkOption(found, scope, script);
    else {
      const value = evaluate(source, scope);
      assert.equal(typeof value, 'number', `#${where}: ${source} is ${value}`);
      assert.ok(near(Number(found.value), value, 0), `#${where}: ${source} is ${value}, the element has ${found.value}`);
      checkText(text, value, `#${where}: ${source}`);
    }
  }
  return counts;
}

// What charts have drawn: labels of axes beside the values that they stand for, and the data of series.
export function chartsOf(page) {
  return fromPage(page, () => Object.fromEntries([...window.report.charts].filter(([, chart]) => chart.drawn).map(([id, chart]) => {
    const model = chart.drawn.getModel();
    const labels = ['xAxis', 'yAxis'].flatMap((name) => model.queryComponents({mainType: name}).flatMap((component) =>
      component.axis.type === 'category' || component.axis.type === 'ordinal' ? []
        : component.axis.getViewLabels().map((l) => ({text: l.formattedLabel, value: l.tick.value, name: component.get('name')}))));
    const series = chart.drawn.getOption().series.map((s) => ({name: s.name, data: s.data.map((d) => (d?.value !== undefined ? {value: d.value, row: d.row} : d))}));
    return [id, {labels, series, categories: model.queryComponents({mainType: 'yAxis'})[0]?.get('data')}];
  })));
}

export function checkAxisLabels(charts) {
  let count = 0;
  for (const [id, {labels}] of Object.entries(charts))
    for (const {text, value, name} of labels) {
      if (text === '') continue;
      count++;
      // Tracks say percent in the axis' name.
      checkText(/\(%\)$/.test(name) && !/%/.test(text) ? `${text} %` : text, value, `#${id}: axis '${name}'`);
    }
  return count;
}
