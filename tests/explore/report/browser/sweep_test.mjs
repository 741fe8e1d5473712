// Clicks through the report of a sweep: node sweep_test.mjs [PART OF A NAME]
import {assert, checkWidths, hoverBar, main, open, parseCsv, run, saved, sql, test, work} from './harness.mjs';

const database = work('sweep.db');
const report = work('sweep.html');
run('make_large_sweep', '600', database);
run('vta', 'report', database, '-o', report);

const columns = `idx, network, images, schedule, config_name, config_hash, batch, block_in, block_out, macs, bus_bytes, read_latency, write_latency,
  acc_read_ports, gemm_pipeline, products_per_multiplier, acc_overlap, isa_ext, uop_bytes, inp_bytes, wgt_bytes, acc_bytes, cycles, instructions, total_nbytes, bus_beats, issued_compute, issued_memory,
  device_macs, inp_load_nbytes, wgt_load_nbytes, acc_load_nbytes, uop_load_nbytes, out_store_nbytes, gemm_counter, alu_counter,
  lut, ff, dsp, bram18, area_source, energy_pj`.split(',').map((name) => name.trim());

// Of a Zynq-7020: its area, and its memory port of 8 bytes.
const kFit = 'lut <= 53200 and ff <= 106400 and dsp <= 220 and bram18 <= 280 and bus_bytes <= 8';
const status = (page) => page.textContent('#table-status');
const title = (page) => page.textContent('#detail-title');
const filter = async (page, column, text) => {
  await page.fill(`input[data-filter="${column}"]`, text);
  await page.waitForTimeout(200); // typing is over after 120 ms
};
const clickPoint = async (page, row) => {
  await page.locator('#scatter-plot').scrollIntoViewIfNeeded();
  const at = await page.evaluate((r) => {
    const {left, top} = document.getElementById('scatter-plot').getBoundingClientRect();
    const [x, y] = window.report.scatter.pixelOf(r);
    return [left + x, top + y];
  }, row);
  await page.mouse.click(...at);
};

// Rows that no other beats, from the database alone.
function frontOf(rows) {
  return rows.filter(([, x, y]) => !rows.some(([, a, b]) => a <= x && b <= y && (a < x || b < y))).map(([idx]) => idx);
}

test('the summary has the numbers of the database', async () => {
  const {page, close} = await open(report);
  const [[points]] = sql(database, 'select count(*) from point');
  const tiles = await page.textContent('#summary .tiles');
  assert.match(tiles, new RegExp(`${points}points simulated`));
  assert.match(tiles, /3excluded/);
  await page.click('#summary summary >> nth=0');
  assert.match(await page.textContent('#excluded'), /width-gemm2/);
  assert.match(await page.textContent('#excluded'), /the worker died twice/);
  await close();
});

test('a click on a point opens its layers', async () => {
  const {page, close} = await open(report);
  for (const row of (await page.evaluate(() => window.report.scatter.pareto)).slice(0, 3)) {
    await clickPoint(page, row);
    const [[idx, name]] = sql(database, `select idx, config_name from point order by idx limit 1 offset ${row}`);
    assert.equal(await title(page), `Point ${idx}: ${name}`);
    const [[layers]] = sql(database, `select count(*) from layer where idx = ${idx}`);
    assert.match(await page.getAttribute('#layers-plot', 'aria-label'), new RegExp(`Bars of ${layers} layers`));
  }
  await close();
});

test('hovering a point shows its configuration', async () => {
  const {page, close} = await open(report);
  const row = await page.evaluate(() => window.report.scatter.pareto[0]);
  await page.locator('#scatter-plot').scrollIntoViewIfNeeded();
  const at = await page.evaluate((r) => {
    const {left, top} = document.getElementById('scatter-plot').getBoundingClientRect();
    const [x, y] = window.report.scatter.pixelOf(r);
    return [left + x, top + y];
  }, row);
  await page.mouse.move(at[0] - 3, at[1] - 3);
  await page.mouse.move(...at);
  await page.waitForSelector('#scatter-plot .tip');
  const [[config]] = sql(database, `select config_name from point order by idx limit 1 offset ${row}`);
  assert.ok((await page.textContent('#scatter-plot .tip')).includes(config));
  await close();
});

test('every metric can be drawn, and its front is right', async () => {
  const {page, close} = await open(report);
  const metrics = {dram_bytes_per_image: 'total_nbytes * 1.0 / images', energy_uj_per_image: 'energy_pj / images', lut: 'lut', ff: 'ff', dsp: 'dsp', bram36: 'bram18'};
  const known = await page.$$eval('#scatter-y option', (all) => all.map((o) => o.value));
  for (const [metric, text] of Object.entries(metrics)) {
    assert.ok(known.includes(metric), metric);
    await page.selectOption('#scatter-y', metric);
    const rows = await page.evaluate(() => window.report.scatter.pareto.map((r) => window.report.model.value('idx', r)));
    const expected = frontOf(sql(database, `select idx, cycles * 1.0 / images, ${text} from point`));
    assert.deepEqual(rows.sort((a, b) => a - b), expected, metric);
    assert.match(await page.textContent('#scatter-status'), new RegExp(`${expected.length} of them on the Pareto front`));
  }
  await page.selectOption('#scatter-x', 'lut');
  await page.uncheck('#scatter-log-x');
  await page.uncheck('#scatter-log-y');
  for (const colour of await page.$$eval('#scatter-colour option', (all) => all.map((o) => o.value))) await page.selectOption('#scatter-colour', colour);
  await close();
});

test('the keyboard walks along the front and opens a point', async () => {
  const {page, close} = await open(report);
  await page.focus('#scatter-plot');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const idx = await page.evaluate(() => window.report.model.value('idx', window.report.scatter.pareto[1]));
  assert.match(await page.textContent('#scatter-status'), new RegExp(`^Point ${idx}:`));
  await page.keyboard.press('Enter');
  assert.match(await title(page), new RegExp(`^Point ${idx}:`));
  await close();
});

test('filters understand expressions and refuse nonsense', async () => {
  const {page, close} = await open(report);
  const count = (where) => sql(database, `select count(*) from point where ${where}`)[0][0];
  const total = count('1');
  const expect = async (shown) => assert.equal(await status(page), `${shown} of ${total} points`);
  await filter(page, 'macs', '<=256');
  await expect(count('macs <= 256'));
  await filter(page, 'bus_bytes', '>8 <64');
  await expect(count('macs <= 256 and bus_bytes > 8 and bus_bytes < 64'));
  await filter(page, 'wgt_bytes', '64Ki..128Ki');
  await expect(count('macs <= 256 and bus_bytes > 8 and bus_bytes < 64 and wgt_bytes between 65536 and 131072'));
  await filter(page, 'config_name', '1x16 !16.8');
  await expect(count("macs <= 256 and bus_bytes > 8 and bus_bytes < 64 and wgt_bytes between 65536 and 131072 and config_name like '%1x16%' and config_name not like '%16.8%'"));
  assert.match(await page.textContent('#scatter-status'), /filtered by the table/);
  await filter(page, 'macs', '<=many');
  assert.equal(await page.getAttribute('input[data-filter="macs"]', 'aria-invalid'), 'true');
  assert.match(await status(page), /Not understood, and ignored: MACs/);
  await filter(page, 'macs', '>1000000');
  assert.match(await page.textContent('#tradeoff'), /No point passes the filters/);
  await page.click('#clear-filters');
  assert.equal(await status(page), `${total} points`);
  await close();
});

test('headers sort both ways and say so', async () => {
  const {page, close} = await open(report);
  const header = 'th[data-column="cycles_per_image"]';
  const first = () => page.textContent('#points tbody tr:first-child th');
  await page.click(`${header} button`);
  assert.equal(await page.getAttribute(header, 'aria-sort'), 'ascending');
  assert.equal(await first(), String(sql(database, 'select idx from point order by cycles * 1.0 / images, idx limit 1')[0][0]));
  await page.keyboard.press('Enter'); // the focus stays
  assert.equal(await page.getAttribute(header, 'aria-sort'), 'descending');
  assert.equal(await first(), String(sql(database, 'select idx from point order by cycles * 1.0 / images desc, idx limit 1')[0][0]));
  await page.click('.pager button:last-child');
  assert.match(await page.textContent('.pager'), /rows 51 to 100/);
  await page.click('#points tbody tr:nth-child(2) button');
  assert.match(await title(page), /^Point /);
  await close();
});

test('the CSV has what the database has, filtered and sorted', async () => {
  const {page, close} = await open(report);
  await filter(page, 'macs', '<=512');
  await page.click('th[data-column="dram_bytes_per_image"] button');
  const {name, text} = await saved(page, '#download-csv');
  assert.equal(name, 'points.csv');
  const [head, ...rows] = parseCsv(text);
  const expected = sql(database, `select ${columns.join(', ')} from point where macs <= 512 order by total_nbytes * 1.0 / images, idx`);
  assert.equal(rows.length, expected.length);
  const places = columns.map((c) => head.indexOf(c));
  assert.ok(places.every((p) => p >= 0), `missing: ${columns.filter((_, i) => places[i] < 0)}`);
  rows.forEach((row, i) => assert.deepEqual(places.map((p, k) => (typeof expected[i][k] === 'number' ? Number(row[p]) : row[p])), expected[i]));
  await close();
});

test('layers: units, shares and tooltips', async () => {
  const {page, close} = await open(report);
  for (const unit of ['fetch', 'load', 'store', 'compute']) {
    await page.selectOption('#layers-unit', unit);
    assert.ok((await page.textContent('#layers-plot svg')).includes(`Cycles, ${unit}`));
  }
  await page.check('#layers-share');
  assert.match(await page.textContent('#layers-plot svg'), /Share of the layer.s cycles, compute \(%\)/);
  await hoverBar(page, 'layers-plot', 0);
  const idx = await page.evaluate(() => window.report.model.value('idx', window.report.selection.open));
  const [[name, cycles]] = sql(database, `select name, cycles from layer where idx = ${idx} and ordinal = 0`);
  assert.ok((await page.textContent('#layers-plot')).includes(`${name}: ${cycles.toLocaleString('en-US')} cycles`));
  await close();
});

test('the roofline names its axes and roofs', async () => {
  const {page, close} = await open(report);
  const text = await page.textContent('#roofline-plot svg');
  assert.match(text, /Operations per byte moved/);
  assert.match(text, /Operations per cycle/);
  assert.match(text, /memory roof, \d+ bytes per cycle/);
  assert.match(await page.textContent('#timeline'), /A sweep keeps no timelines/);
  await close();
});

test('a saved configuration is the point\u2019s', async () => {
  const {page, close} = await open(report);
  const {name, text} = await saved(page, '#save-config');
  assert.equal(name, 'vta_config.json');
  const idx = await page.evaluate(() => window.report.model.value('idx', window.report.selection.open));
  assert.deepEqual(JSON.parse(text), JSON.parse(sql(database, `select config from point where idx = ${idx}`)[0][0]));
  await close();
});

test('colours follow the system and the switch', async () => {
  const {page, close} = await open(report, {colorScheme: 'dark'});
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
  const dark = await theme();
  assert.equal(dark[0], 'dark');
  await page.check('input[name=theme][value=light]', {force: true});
  const light = await theme();
  assert.equal(light[0], 'light');
  assert.notEqual(light[1], dark[1]);
  await page.check('input[name=theme][value=system]', {force: true});
  assert.equal((await theme())[0], 'dark');
  await page.emulateMedia({colorScheme: 'light'});
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await close();
});

test('the width of the bus: our series and the published one', async () => {
  const {page, close} = await open(report);
  const series = await page.$$eval('#width-series option', (all) => all.map((o) => [o.value, o.textContent]));
  const wanted = series.find(([, label]) => /Configuration 1x64_/.test(label));
  assert.ok(wanted, 'no series of 1x64');
  await page.selectOption('#width-series', wanted[0]);
  const config = /Configuration ([^ ,]+)/.exec(wanted[1])[1];
  const latency = /Read latency \(cycles\) (\d+)/.exec(wanted[1])?.[1];
  const rows = sql(database, `select bus_bytes, cycles from point where config_name = '${config}' ${latency ? `and read_latency = ${latency}` : ''} order by bus_bytes`);
  const text = await page.textContent('#width-table');
  for (const [, cycles] of rows) assert.ok(text.includes(cycles.toLocaleString('en-US')), String(cycles));
  for (const published of ['97,000,000', '58,000,000', '39,000,000', '29,000,000']) assert.ok(text.includes(published), published);
  assert.match(await page.textContent('#width-words'), /Why the two differ/);
  await close();
});

test('what fits the device, and other devices', async () => {
  const {page, close} = await open(report);
  // Where a processor is beside the fabric, its port moves 8 bytes a cycle.
  const fits = (lut, ff, dsp, bram18, bus = 1e9) => sql(database, `select count(*) from point where lut <= ${lut} and ff <= ${ff} and dsp <= ${dsp} and bram18 <= ${bram18} and bus_bytes <= ${bus}`)[0][0];
  assert.match(await page.textContent('#device .lead'), new RegExp(`^${fits(53200, 106400, 220, 280, 8)} points? of .*a memory port of 8 bytes a cycle`));
  const devices = await page.$$eval('#devices tbody tr', (rows) => rows.map((r) => [...r.children].map((c) => c.textContent)));
  const shown = Object.fromEntries(devices.map(([name, ...cells]) => [name, Number(cells[4].replace(/,/g, ''))]));
  assert.equal(shown['Zynq-7020 (XC7Z020)'], fits(53200, 106400, 220, 280, 8));
  assert.equal(shown['Zynq-7010 (XC7Z010)'], fits(17600, 35200, 80, 120, 8));
  assert.equal(shown['Artix-7 100T (XC7A100T)'], fits(63400, 126800, 240, 270));
  await page.click('#device-fits tbody tr:first-child button');
  assert.match(await title(page), /^Point /);
  await close();
});

// A sweep may ask for the time at the estimated clock; with a clock the page has a better one.
test('a time is drawn at the clock that the page has', async () => {
  for (const [clock, name] of [['auto', 'ms_per_image'], ['100', 'estimated_ms_per_image']]) {
    run('vta', 'report', database, '--clock', clock, '-o', work('clock.html'));
    const {page, close} = await open(work('clock.html'));
    const drawn = await page.evaluate(() => {
      window.report.model.header.objectives = ['estimated_ms_per_image', 'ms_per_image'];
      return window.report.model.objectives;
    });
    assert.equal(drawn[0], name);
    assert.equal(drawn.filter((o) => o === 'ms_per_image').length, 1);
    await close();
  }
});

test('with estimated clocks the fastest is the one that takes the least time', async () => {
  run('vta', 'report', database, '--clock', 'auto', '-o', work('clock.html'));
  const {page, close} = await open(work('clock.html'));
  // The clock of each is what the device's PLL makes: 1000 MHz by a whole number.
  const rows = sql(database, `select idx, cycles * 1.0 / images, path_ps from point where ${kFit}`);
  const [, , , period] = await page.evaluate(() => ['idx', 'ms_per_image', 'clock_mhz', 'period_ns'].map((n) => [...window.report.model.points.numbers(n)]));
  const order = await page.evaluate(() => [...window.report.model.points.numbers('idx')]);
  const ms = new Map(rows.map(([idx, cycles]) => [idx, cycles / (1e3 * 1e3 / Math.ceil(period[order.indexOf(idx)] - 1e-6))]));
  const [fastest] = [...ms].reduce((a, b) => (b[1] < a[1] ? b : a));
  assert.match(await page.textContent('#recommend-fastest h3'), new RegExp(`point ${fastest}$`));
  assert.equal(await page.textContent('#device-fits tbody tr:first-child th'), String(fastest));
  const heads = await page.$$eval('#device-fits thead th', (cells) => cells.map((c) => c.textContent));
  assert.deepEqual(heads.slice(3, 5), ['Cycles per image', 'Time per image (ms)']);
  const times = await page.$$eval('#device-fits tbody tr', (rows) => rows.map((r) => Number(r.children[4].textContent)));
  assert.deepEqual(times, [...times].sort((x, y) => x - y));
  await close();
});

test('the recommendation is the database\u2019s', async () => {
  const {page, close} = await open(report);
  const share = 'max(lut / 53200.0, ff / 106400.0, dsp / 220.0, bram18 / 280.0)';
  const [[fastest, cycles]] = sql(database, `select idx, cycles * 1.0 / images as c from point where ${kFit} order by c, ${share}, idx limit 1`);
  const [[cheapest]] = sql(database, `select idx from point where ${kFit} and cycles * 1.0 / images <= 1.05 * ${cycles} order by ${share}, cycles * 1.0 / images, idx limit 1`);
  assert.match(await page.textContent('#recommend-fastest h3'), new RegExp(`point ${fastest}$`));
  // Said once: the fastest is the smallest of those near it, too.
  assert.equal(cheapest, fastest);
  assert.equal(await page.$('#recommend-cheapest'), null);
  assert.match(await page.textContent('#recommend-fastest'), /Nothing smaller comes within 5.0 % of it/);
  assert.match(await page.textContent('#recommend-limits'), /Scarcest on the device: [A-Za-z -]+, with [0-9.]+ % taken/);
  assert.equal(await page.evaluate(() => document.querySelector('main').firstElementChild.id), 'recommendation');
  await page.click('#recommend-fastest h3 button');
  assert.match(await title(page), new RegExp(`^Point ${fastest}:`));
  await close();
});

test('with a goal the cheapest is the smallest that reaches it', async () => {
  run('vta', 'report', database, '--clock', '100', '--min-fps', '4', '-o', work('goal.html'));
  const {page, close} = await open(work('goal.html'));
  const share = 'max(lut / 53200.0, ff / 106400.0, dsp / 220.0, bram18 / 280.0)';
  const [[cheapest]] = sql(database, `select idx from point where ${kFit} and cycles * 1.0 / images <= 2.5e7 order by ${share}, cycles * 1.0 / images, idx limit 1`);
  assert.match(await page.textContent('#recommend-cheapest h3'), new RegExp(`with at most 250 ms an image, 4 a second: point ${cheapest}$`));
  await page.click('#recommend-cheapest h3 button');
  assert.match(await title(page), new RegExp(`^Point ${cheapest}:`));
  await close();
  run('vta', 'report', database, '--clock', '100', '--max-ms', '0.001', '-o', work('goal.html'));
  const none = await open(work('goal.html'));
  assert.equal(await none.page.$('#recommend-cheapest'), null);
  assert.match(await none.page.textContent('#recommendation .lead'),
    /: nothing that fits comes with at most 0\.001 ms an image, 1,000,000 a second\. The fastest is point \d+, .* with [\d,]+ cycles \([\d.]+ ms\) an image\.$/);
  assert.match(await none.page.textContent('#recommend-fastest'), /It is not fast enough/);
  await none.close();
});

test('the layers of the open point can be sorted and saved', async () => {
  const {page, close} = await open(report);
  const idx = await page.evaluate(() => window.report.model.value('idx', window.report.selection.open));
  const names = (order) => sql(database, `select name from layer where idx = ${idx} order by ${order}`).flat();
  const shown = () => page.$$eval('#layer-table tbody tr', (rows) => rows.map((r) => r.children[1].textContent));
  assert.deepEqual(await shown(), names('ordinal'));
  await page.click('#layer-table th[data-column="cycles"] button');
  assert.equal(await page.getAttribute('#layer-table th[data-column="cycles"]', 'aria-sort'), 'descending');
  assert.deepEqual(await shown(), names('cycles desc, ordinal'));
  await page.keyboard.press('Enter');
  assert.deepEqual(await shown(), names('cycles, ordinal'));
  const {name, text} = await saved(page, '#layer-table-csv');
  assert.equal(name, 'layer-table.csv');
  const [head, ...rows] = parseCsv(text);
  const expected = sql(database, `select name, cycles, macs, instructions from layer where idx = ${idx} order by ordinal`);
  assert.deepEqual(rows.map((r) => ['name', 'cycles', 'macs', 'instructions'].map((c) => r[head.indexOf(c)])), expected.map((r) => r.map(String)));
  await close();
});

test('what units do is said in words', async () => {
  const {page, close} = await open(report);
  for (const unit of ['fetch', 'load', 'store', 'compute']) {
    await page.selectOption('#layers-unit', unit);
    assert.doesNotMatch(await page.textContent('#layers-plot svg'), /token_|mem_(queued|latency|data)/);
  }
  assert.match(await page.textContent('#layers-plot svg'), /waits for load/);
  await close();
});

test('everything can be reached with the tabulator key', async () => {
  const {page, close} = await open(report);
  const reached = new Set();
  for (let i = 0; i < 200; i++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute('data-filter') || document.activeElement.textContent.slice(0, 20)));
  }
  for (const wanted of ['scatter-x', 'scatter-y', 'scatter-colour', 'scatter-log-x', 'scatter-plot', 'layers-unit', 'download-csv', 'macs'])
    assert.ok(reached.has(wanted), `${wanted} is not reached`);
  await close();
});

test('it prints in light colours, without what can only be clicked', async () => {
  const {page, close} = await open(report, {colorScheme: 'dark'});
  await page.emulateMedia({media: 'print', colorScheme: 'dark'});
  assert.equal(await page.isVisible('nav'), false);
  assert.equal(await page.isVisible('#scatter-y'), false);
  assert.ok((await page.pdf()).length > 20000);
  await close();
});

test('names from files stay text', async () => {
  const hostile = work('hostile.db');
  run('make_large_sweep', '40', hostile, '</script><img src=x onerror=alert(1)><script>alert(2)</script>');
  run('vta', 'report', hostile, '-o', work('hostile.html'));
  const {page, close} = await open(work('hostile.html'));
  assert.ok((await page.textContent('h1')).includes('</script><img src=x onerror=alert(1)>'));
  assert.equal(await page.locator('img').count(), 0);
  await close(); // which fails for a dialog
});

test('nothing overflows the window, however narrow', () => checkWidths(report));

test('a link to a section leads below the header', async () => {
  for (const width of [390, 760]) {
    const {page, close} = await open(report, {viewport: {width, height: 800}});
    await page.click('nav a[href="#device"]');
    const [header, section] = await page.evaluate(() => ['header', '#device'].map((e) => document.querySelector(e).getBoundingClientRect())).then(([h, s]) => [h.bottom, s.top]);
    assert.ok(section >= header, `${section} < ${header} at ${width} pixels`);
    await close();
  }
});

test('five thousand points load', async () => {
  const large = work('large.db');
  run('make_large_sweep', '5000', large);
  run('vta', 'report', large, '-o', work('large.html'));
  const {page, close} = await open(work('large.html'));
  console.log(`        ready ${await page.evaluate(() => document.documentElement.dataset.ready)} ms after the start`); // not asserted
  assert.match(await page.textContent('#summary .tiles'), /5,000points simulated/);
  const row = await page.evaluate(() => { // one whose layers were left out
    const {model} = window.report;
    for (let r = 0; ; r++) if (!model.layersOf(r)) return r;
  });
  await page.evaluate((r) => window.report.selection.setOpen(r), row);
  assert.match(await page.textContent('#layers'), /This file has the layers of \d+ of its 5000 points.*--all-layers/);
  await close();
});

await main();
