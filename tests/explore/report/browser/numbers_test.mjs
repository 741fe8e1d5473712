// Every number of every report is what its source says: node numbers_test.mjs [PART OF A NAME]
import {readFileSync, writeFileSync} from 'node:fs';

import {decodeReport} from './data_section.mjs';
import {assert, main, open, run, sql, test, work} from './harness.mjs';
import {chartsOf, checkAxisLabels, checkNumbers, checkText, readBack, scopeOf, evaluate} from './shown_numbers.mjs';

const model = process.env.VTA_MODEL;

// Two networks, so that there are machines; bundles, a bus and a device of one's own.
const spec = {
  networks: [{name: 'digits', model}, {name: 'tiny', zoo: 'resnet8_tiny'}],
  base: '1x8',
  axes: {
    LOG_BLOCK: [3, 4],
    LOG_BUS_WIDTH: [6, 7, 8],
    buffers: [{LOG_INP_BUFF_SIZE: 13, LOG_WGT_BUFF_SIZE: 15}, {LOG_INP_BUFF_SIZE: 14, LOG_WGT_BUFF_SIZE: 16}],
    ACC_READ_PORTS: [1, 2],
  },
};
writeFileSync(work('two.json'), JSON.stringify(spec));
writeFileSync(work('device.json'), JSON.stringify({name: 'own', title: 'Own 9000', lut: 20000, ff: 30000, dsp: 200, bram36: 100, note: 'Made up in 2 minutes.'}));
run('make_large_sweep', '600', work('large.db'));
run('vta', 'sweep', work('two.json'), '--db', work('two.db'), '--jobs', '1');
run('vta', 'report', work('large.db'), '-o', work('large.html'));
run('vta', 'report', work('two.db'), '-o', work('two.html'));
run('vta', 'report', work('two.db'), '-o', work('own.html'), '--device', work('device.json'));
const record = (name, ...more) => writeFileSync(work(name), run('vta', 'run', model, '--backend', 'csim', '--timing-only', '--json', '--timeline', ...more));
record('a.json');
record('b.json', '--memory', 'read=80');
run('vta', 'report', work('a.json'), '-o', work('run.html'));
run('vta', 'report', work('a.json'), work('b.json'), '-o', work('compare.html'));
const sweeps = [['large', 'large'], ['two', 'two'], ['own', 'two']];
const kUnits = ['fetch', 'load', 'compute', 'store'];

// --- the data of the report against the database ---------------------------------------------------

const near = (a, b) => a === b || Math.abs(a - b) <= 1e-12 * Math.abs(b);

function compareRows(table, rows, database, name, key) {
  const columns = sql(database, `select name from pragma_table_info('${name}')`).flat();
  const lists = ['host_operators', 'onnx_nodes']; // JSON there, words here
  const shared = columns.filter((c) => c in table && !lists.includes(c));
  const found = sql(database, `select ${shared.join(', ')}, states from ${name} order by ${key}`);
  assert.equal(found.length, rows.length);
  const states = ['busy', 'token_prev', 'token_next', 'mem_queued', 'mem_latency', 'mem_data', 'slot', 'none'];
  found.forEach((expected, i) => {
    shared.forEach((c, k) => assert.ok(near(table[c][rows[i]], expected[k]), `${name}.${c}[${rows[i]}]: ${table[c][rows[i]]} of ${expected[k]}`));
    const flat = JSON.stringify(JSON.parse(expected.at(-1))).match(/-?\d+/g).map(Number);
    assert.deepEqual(kUnits.flatMap((u) => states.map((s) => table[`${u}_${s}`][rows[i]])), flat);
  });
  if ('onnx_nodes' in table)
    sql(database, `select onnx_nodes from ${name} order by ${key}`).forEach(([nodes], i) => assert.equal(table.onnx_nodes[rows[i]], JSON.parse(nodes).join(', ')));
  return shared.length;
}

for (const [name, db] of sweeps)
  test(`${name}: the data are the database's`, async () => {
    const {header, tables} = decodeReport(work(`${name}.html`));
    const {point, layer} = tables, database = work(`${db}.db`);
    assert.ok(compareRows(point, point.idx.map((_, i) => i), database, 'point', 'idx') > 30);
    const order = layer.point.map((_, i) => i).sort((a, b) => layer.point[a] - layer.point[b] || layer.ordinal[a] - layer.ordinal[b]);
    assert.ok(compareRows(layer, order, database, 'layer', 'idx, ordinal') > 10);
    sql(database, 'select config from point order by idx').forEach(([config], row) => {
      for (const [key, value] of Object.entries(JSON.parse(config))) assert.equal(tables.config[key][row], value, key);
    });
    sql(database, 'select cycles * 1.0 / images, total_nbytes * 1.0 / images, energy_pj / images / 1e6, bram18 / 2.0 from point order by idx').forEach((expected, row) =>
      ['cycles_per_image', 'dram_bytes_per_image', 'energy_uj_per_image', 'bram36'].forEach((c, k) => assert.ok(near(point[c][row], expected[k]), `${c}[${row}]`)));
    assert.equal(header.totals.excluded, sql(database, 'select count(*) from excluded')[0][0]);
    assert.equal(header.totals.failed, sql(database, 'select count(*) from failure')[0][0]);
    point[header.device.share].forEach((share, r) =>
      assert.ok(near(share, Math.max(...['lut', 'ff', 'dsp', 'bram18'].map((n) => point[n][r] / header.device[n]))), `share of ${r}`));
  });

test('machines have a frame of their points, the sum', async () => {
  const {tables: {point, machine}} = decodeReport(work('two.html'));
  assert.equal(machine.point_0.length, point.idx.length / 2);
  machine.point_0.forEach((a, row) => {
    const b = machine.point_1[row];
    assert.notEqual(point.network[a], point.network[b]);
    assert.equal(point.config_hash[a], point.config_hash[b]);
    for (const c of ['cycles_per_image', 'dram_bytes_per_image', 'energy_uj_per_image'])
      assert.ok(Math.abs(machine[c][row] / (point[c][a] + point[c][b]) - 1) < 1e-12, c);
    for (const c of ['lut', 'ff', 'dsp', 'bram18', 'macs', 'bus_bytes']) assert.equal(machine[c][row], point[c][a]);
  });
});

test('each step of the sensitivity is a mean over the points that differ in it alone', async () => {
  const {header, tables: {point, config, sensitivity: s}} = decodeReport(work('two.html'));
  const moved = {LOG_BLOCK: ['LOG_BLOCK_IN', 'LOG_BLOCK_OUT'], buffers: ['LOG_INP_BUFF_SIZE', 'LOG_WGT_BUFF_SIZE'], LOG_BUS_WIDTH: ['LOG_BUS_WIDTH'], ACC_READ_PORTS: ['ACC_READ_PORTS']};
  let checked = 0;
  s.axis.forEach((axis, row) => {
    const {network} = header.sets[s.set[row]];
    if (network === null) return;
    const label = (p) => (moved[axis].length === 1 ? String(config[moved[axis][0]][p])
      : moved[axis].map((k) => `${k.replace('LOG_', '').replace('_BUFF_SIZE', '')} ${config[k][p]}`).join(', '));
    const others = (p) => Object.keys(config).filter((k) => !moved[axis].includes(k)).map((k) => config[k][p]).join();
    const rows = point.idx.map((_, i) => i).filter((p) => point.network[p] === network);
    const ratios = rows.filter((p) => label(p) === s.from[row]).flatMap((p) =>
      rows.filter((q) => label(q) === s.to[row] && others(q) === others(p)).map((q) => point.cycles_per_image[q] / point.cycles_per_image[p]));
    assert.equal(ratios.length, s.pairs[row], `${axis} ${s.from[row]}`);
    assert.ok(Math.abs(Math.exp(ratios.reduce((a, r) => a + Math.log(r), 0) / ratios.length) - s.cycles[row]) < 1e-9);
    checked++;
  });
  assert.equal(checked, 2 * 5);
});

// --- what is shown against the data ----------------------------------------------------------------

async function unfold(page) {
  await page.$$eval('details', (all) => all.forEach((d) => { d.open = true; }));
}

for (const [name] of sweeps)
  test(`${name}: every number has a source and equals it`, async () => {
    const report = decodeReport(work(`${name}.html`));
    const {page, close} = await open(work(`${name}.html`));
    await unfold(page);
    let {number} = await checkNumbers(page, report);
    const views = await page.$$eval('#network option', (all) => all.map((o) => o.value));
    for (const view of views) {
      await page.selectOption('#network', view);
      await unfold(page);
      number += (await checkNumbers(page, report)).number;
    }
    for (const row of [0, report.tables.point.idx.length - 1]) {
      await page.evaluate((r) => window.report.selection.setOpen(r), row);
      number += (await checkNumbers(page, report)).number;
    }
    await page.fill('input[data-filter="macs"]', '<=64');
    await page.waitForTimeout(200);
    await page.check('#all-columns');
    await page.click('th[data-column="cycles"] button');
    number += (await checkNumbers(page, report)).number;
    if (await page.isEnabled('.pager button:last-child')) await page.click('.pager button:last-child');
    number += (await checkNumbers(page, report)).number;
    for (const i of await page.$$eval('#width-series option', (all) => all.map((o) => o.value).slice(-3))) {
      await page.selectOption('#width-series', i);
      number += (await checkNumbers(page, report)).number;
    }
    console.log(`        ${number} numbers`);
    assert.ok(number > 1000, `only ${number}`);
    await close();
  });

for (const name of ['run', 'compare'])
  test(`${name}: every number has a source and equals it`, async () => {
    const report = decodeReport(work(`${name}.html`));
    const {page, close} = await open(work(`${name}.html`));
    await unfold(page);
    const {number} = await checkNumbers(page, report);
    for (const head of await page.locator('#layer-table thead button').all()) {
      await head.click();
      await checkNumbers(page, report);
    }
    console.log(`        ${number} numbers`);
    assert.ok(number > 100, `only ${number}`);
    await close();
  });

// Moves over a chart and checks each tooltip that comes up.
async function hoverOver(page, report, id, steps) {
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  const box = await page.locator(`#${id}`).boundingBox();
  let seen = 0;
  for (let i = 1; i < steps; i++)
    for (const across of [0.35, 0.7]) {
      await page.mouse.move(box.x + box.width * across, box.y + (box.height * i) / steps);
      seen += await page.locator(`#${id} .tip data`).count();
      await checkNumbers(page, report);
    }
  return seen;
}

test('tooltips say what the data say', async () => {
  const report = decodeReport(work('two.html'));
  const {page, close} = await open(work('two.html'));
  for (const view of ['0', '2']) {
    await page.selectOption('#network', view);
    for (const row of await page.evaluate(() => window.report.scatter.pareto)) {
      await page.locator('#scatter-plot').scrollIntoViewIfNeeded();
      const [x, y] = await page.evaluate((r) => {
        const {left, top} = document.getElementById('scatter-plot').getBoundingClientRect();
        const [a, b] = window.report.scatter.pixelOf(r);
        return [left + a, top + b];
      }, row);
      await page.mouse.move(x - 2, y - 2);
      await page.mouse.move(x, y);
      await page.waitForSelector('#scatter-plot .tip data');
      await checkNumbers(page, report);
    }
  }
  for (const unit of kUnits) {
    await page.selectOption('#layers-unit', unit);
    assert.ok(await hoverOver(page, report, 'layers-plot', 6) > 0, unit);
  }
  await hoverOver(page, report, 'roofline-plot', 24);
  assert.ok(await hoverOver(page, report, 'width-plot', 4) > 0);
  await close();
});

test('tooltips of runs say what the data say', async () => {
  const report = decodeReport(work('compare.html'));
  const {page, close} = await open(work('compare.html'));
  assert.ok(await hoverOver(page, report, 'timeline-plot', 6) > 0);
  await hoverOver(page, report, 'difference-plot', 8);
  await close();
});

// --- charts ----------------------------------------------------------------------------------------

const kStates = ['busy', 'token_prev', 'token_next', 'mem_queued', 'mem_latency', 'mem_data', 'slot', 'none'];
const kMoved = ['inp_load_nbytes', 'wgt_load_nbytes', 'acc_load_nbytes', 'uop_load_nbytes', 'out_store_nbytes'];
const layersOf = ({layer}, row) => layer.point.map((_, i) => i).filter((i) => layer.point[i] === row).sort((a, b) => layer.ordinal[a] - layer.ordinal[b]);

for (const [name] of sweeps)
  test(`${name}: charts draw the data, axes say their values`, async () => {
    const report = decodeReport(work(`${name}.html`));
    const {tables, header} = report;
    const {page, close} = await open(work(`${name}.html`));
    const {sets} = header;
    const view = sets.length - 1, table = tables[sets[view].table];
    const metrics = await page.$$eval('#scatter-y option', (all) => all.map((o) => o.value));
    for (const y of metrics) {
      await page.selectOption('#scatter-y', y);
      const charts = await chartsOf(page);
      assert.ok(checkAxisLabels(charts) > 10);
      const drawn = charts['scatter-plot'].series.flatMap((s) => s.data);
      const x = await page.inputValue('#scatter-x');
      for (const {value, row} of drawn) assert.deepEqual(value, [table[x][row], table[y][row]]);
      assert.equal(new Set(drawn.map((d) => d.row)).size, sets[view].points);
    }
    const open_ = await page.evaluate(() => window.report.selection.open);
    const layers = layersOf(tables, open_);
    const charts = await chartsOf(page);
    assert.deepEqual(charts['layers-plot'].categories, layers.map((l) => tables.layer.name[l]));
    const bars = layers.map((_, i) => charts['layers-plot'].series.reduce((sum, s) => sum + s.data[i], 0));
    assert.deepEqual(bars, layers.map((l) => kStates.reduce((sum, s) => sum + tables.layer[`compute_${s}`][l], 0)));
    for (const s of charts['layers-plot'].series)
      assert.ok(kStates.some((state) => layers.every((l, i) => tables.layer[`compute_${state}`][l] === s.data[i])), s.name);
    const spots = charts['roofline-plot'].series.find((s) => s.name === 'layers').data;
    const expected = layers.filter((l) => tables.layer.macs[l] > 0).map((l) => {
      const operations = 2 * tables.layer.macs[l];
      return [operations / kMoved.reduce((sum, n) => sum + tables.layer[n][l], 0), operations / tables.layer.cycles[l]];
    });
    assert.deepEqual(spots.map((s) => s.value), expected);
    await close();
  });

test('charts of two runs draw the data', async () => {
  const {header} = decodeReport(work('compare.html'));
  const {page, close} = await open(work('compare.html'));
  const charts = await chartsOf(page);
  assert.ok(checkAxisLabels(charts) > 10);
  const [slower, faster] = charts['difference-plot'].series.map((s) => s.data);
  header.differences.forEach(({a, b}, i) => assert.equal(slower[i] + faster[i], (b ?? 0) - (a ?? 0)));
  const {bin_cycles, units, bus} = header.timelines['0'];
  for (const s of charts['timeline-plot'].series) {
    const shares = s.name === 'bus' ? bus : units[s.name];
    const middles = shares.map((share, bin) => [(bin + 0.5) * bin_cycles, share]);
    assert.deepEqual(s.data, [[0, shares[0]], ...middles, [shares.length * bin_cycles, shares.at(-1)]]);
  }
  await close();
});

// --- the check itself, and formats -----------------------------------------------------------------

test('the check finds a wrong digit, a wrong source, a number without one', async () => {
  const report = decodeReport(work('run.html'));
  const broken = async (change) => {
    const {page, close} = await open(work('run.html'));
    await page.evaluate(change);
    await assert.rejects(checkNumbers(page, report));
    await close();
  };
  await broken(() => { const d = document.querySelector('.tile data'); d.textContent = d.textContent.replace(/.$/, (c) => String((Number(c) + 1) % 10)); });
  await broken(() => { const d = document.querySelector('.tile data'); d.textContent = d.textContent.slice(0, -1); });
  await broken(() => { document.querySelector('.tile data').dataset.source = 'point.insns[0]'; });
  await broken(() => { document.querySelector('.tile').append('42'); });
  await broken(() => { const d = document.querySelector('[data-fixed]'); d.textContent = 'LUT 4711'; });
  assert.throws(() => checkText('913', 9130, ''));
  assert.throws(() => checkText('0', 0.4, ''));
  checkText('9,130', 9130, '');
  checkText('7.65 M', 7653243, '');
  checkText('\u22123.1 %', -0.0312, '');
  assert.equal(readBack('64 KiB').value, 65536);
  assert.equal(evaluate('point.cycles[0]', scopeOf(report, {shown: []})), report.tables.point.cycles[0]);
});

test('numbers of all sizes are said so that they read back', async () => {
  const {page, close} = await open(work('run.html'));
  const said = await page.evaluate(() => {
    const values = [];
    for (let e = -6; e <= 16; e++) for (const m of [1, 1.005, 2, 9.13, 9.9951, 9.99951]) values.push(m * 10 ** e);
    for (const v of [0, 9130, 1000, 1200, 999_999, 999_950, 1023.99 * 1024, 65536, 1000000, 0.1 + 0.2]) values.push(v);
    const {significant, short, bytes, percent, integer, signed} = window.report.format;
    return values.flatMap((v) => [[v, significant(v)], [v, short(v)], [v, bytes(v)], [v, percent(v)], [Math.round(v), integer(v)], [-v, significant(-v)], [v, signed(v, short)]]);
  });
  for (const [value, text] of said) {
    const read = readBack(text);
    assert.ok(Math.abs(read.value - value) <= read.allowed * (1 + 1e-9) + 1e-12 * Math.abs(value), `${value} is shown as '${text}'`);
    assert.ok(!/\d{4},|,\d{1,2}(\D|$)|^0\d/.test(text), text);
  }
  const text = Object.fromEntries(said.map(([v, t]) => [v, t]).reverse());
  assert.equal(text[9130], '9,130');
  await close();
});

await main();
