// Cycles against the width of the bus, wherever a sweep has points that differ in nothing else.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {el, section, select} from './dom';
import {heading, textOf} from './fields';
import {integer, short} from './format';
import type {Model} from './model';
import type {Palette} from './theme';

interface Series {
  label: string;
  rows: number[]; // by growing width
}

// Total cycles that the benchmark of the public RTL reports for one 3x3 layer of 64 channels on 1x64.
const kPublished: [bytes: number, cycles: number][] = [[8, 97e6], [16, 58e6], [32, 39e6], [64, 29e6]];

// What tells series apart; the configuration's name has its blocks and buffers.
const kNames = ['network', 'images', 'schedule', 'config_name', 'read_latency', 'write_latency', 'acc_read_ports', 'isa_ext'];

export function widthSection(model: Model): HTMLElement | null {
  const series = findSeries(model);
  if (series.length === 0) return null;
  const chart = new Chart('width-plot', 'Cycles against bus width', 380);
  const beside = new Chart('width-published', 'Published series', 380);
  const words = el('div', {id: 'width-words'});
  const draw = (i: number) => {
    const {rows} = series[i];
    const found = rows.map((r): [number, number] => [model.number('bus_bytes', r), model.number('cycles', r)]);
    const memory = rows.map((r): [number, number] => [model.number('bus_bytes', r), model.number('bound_memory', r)]);
    const bound = rows.map((r): [number, number] => [model.number('bus_bytes', r), model.number('bound_compute', r)]);
    chart.draw((c) => option(c, [['cycles', found], ['compute bound', bound]]), describe('This sweep', found));
    const published = is1x64(model, rows[0]);
    beside.element.hidden = !published;
    if (published) beside.draw((c) => option(c, [['published total cycles', kPublished]]), describe('Published', kPublished));
    words.replaceChildren(table(found, bound, published), ...(published ? reasons(found, bound, memory) : []));
  };
  const choices = series.map((s, i): [string, string] => [String(i), s.label]);
  const first = Math.max(0, series.findIndex((s) => is1x64(model, s.rows[0])));
  const out = section(
    'width',
    'Width of the memory bus',
    el('p', {class: 'lead'}, 'Points that differ in nothing but the width of the bus.'),
    el('div', {class: 'controls'}, select('Series', choices, String(first), (v) => draw(Number(v)), 'width-series')),
    el('div', {class: 'pair'}, figure('This sweep, whole network', chart.element), figure('Published for the public RTL, one layer', beside.element)),
    words,
  );
  requestAnimationFrame(() => draw(first));
  return out;
}

function is1x64(model: Model, row: number): boolean {
  return model.number('batch', row) === 1 && model.number('block_in', row) === 64 && model.number('block_out', row) === 64;
}

function figure(title: string, chart: HTMLElement): HTMLElement {
  chart.prepend(el('h3', {}, title));
  return chart;
}

function findSeries(model: Model): Series[] {
  const keys = [...model.keys!.columns].filter(([name]) => name !== 'LOG_BUS_WIDTH').map(([, values]) => values);
  const groups = new Map<string, number[]>();
  for (let row = 0; row < model.rows; row++) {
    const key = [...['network', 'images', 'schedule'].map((n) => model.value(n, row)), ...keys.map((values) => values[row])].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const out: Series[] = [];
  const named = model.varying.filter((n) => kNames.includes(n));
  for (const rows of groups.values()) {
    rows.sort((a, b) => model.number('bus_bytes', a) - model.number('bus_bytes', b));
    const widths = new Set(rows.map((r) => model.number('bus_bytes', r)));
    if (widths.size < 2 || widths.size !== rows.length) continue;
    out.push({rows, label: named.map((n) => `${heading(n)} ${textOf(n, model.value(n, rows[0]))}`).join(', ') || String(model.value('config_name', rows[0]))});
  }
  return out;
}

function describe(what: string, points: [number, number][]): string {
  return `${what}: ${points.map(([b, c]) => `${integer(c)} cycles at ${b} bytes per cycle`).join(', ')}`;
}

function option(colours: Palette, lines: [string, [number, number][]][]): Option {
  const widths = lines[0][1].map(([b]) => String(b));
  return {
    grid: {left: 78, right: 24, top: 44, bottom: 50},
    legend: legend(colours, {data: lines.map(([name]) => name)}),
    tooltip: tooltip(colours, {trigger: 'axis', valueFormatter: (v: number) => `${integer(v)} cycles`}),
    xAxis: axis(colours, 'Bus (bytes per cycle)', {type: 'category', data: widths, nameGap: 30}),
    yAxis: axis(colours, 'Cycles', {type: 'value', min: 0, nameGap: 56, axisLabel: {color: colours.muted, formatter: short}}),
    series: lines.map(([name, points], i) => ({
      name, type: 'line', data: points.map(([, c]) => c), symbol: 'circle', symbolSize: 9,
      lineStyle: {width: 2, type: i === 0 ? 'solid' : 'dashed'}, itemStyle: {color: colours.categories[i]},
    })),
  };
}

function gain(points: [number, number][], i: number): string {
  return i === 0 ? '' : `\u2212${(100 * (1 - points[i][1] / points[i - 1][1])).toFixed(1)} %`;
}

function table(found: [number, number][], bound: [number, number][], published: boolean): HTMLElement {
  const heads = ['Bus (bytes per cycle)', 'Cycles', 'Against the width before', 'Over the compute bound', ...(published ? ['Published total cycles', 'Against the width before'] : [])];
  const of = (bytes: number) => kPublished.findIndex(([b]) => b === bytes);
  const rows = found.map(([bytes, cycles], i) => {
    const p = of(bytes);
    const theirs = published ? (p < 0 ? ['', ''] : [integer(kPublished[p][1]), gain(kPublished, p)]) : [];
    return [integer(bytes), integer(cycles), gain(found, i), `${(cycles / bound[i][1]).toFixed(3)} \u00d7`, ...theirs];
  });
  return el('div', {class: 'scroll'}, el('table', {class: 'grid', id: 'width-table'},
    el('thead', {}, el('tr', {}, ...heads.map((h) => el('th', {scope: 'col', class: 'number'}, h)))),
    el('tbody', {}, ...rows.map((r) => el('tr', {}, ...r.map((c) => el('td', {class: 'number'}, c)))))));
}

// cycles = fixed + perByte / width, from the two ends of a series.
function split(points: [number, number][]): {fixed: number; perByte: number} {
  const [[b0, c0], [b1, c1]] = [points[0], points[points.length - 1]];
  const perByte = (c0 - c1) / (1 / b0 - 1 / b1);
  return {fixed: c0 - perByte / b0, perByte};
}

function reasons(found: [number, number][], bound: [number, number][], memory: [number, number][]): HTMLElement[] {
  const theirs = split(kPublished);
  const wrong = Math.max(...kPublished.map(([b, c]) => Math.abs(theirs.fixed + theirs.perByte / b - c) / c));
  const transfers = (b: number) => short(theirs.perByte / b);
  const last = found.length - 1;
  const apart = (i: number) => bound[i][1] + memory[i][1];
  const most = found.reduce((best, _, i) => (apart(i) / found[i][1] > apart(best) / found[best][1] ? i : best), 0);
  const ratio = (i: number) => found[i][1] / bound[i][1];
  const over = (i: number) => ratio(i).toFixed(2);
  const drop = (p: [number, number][]) => (p[0][1] / p[p.length - 1][1]).toFixed(2);
  return [
    el('h3', {class: 'after'}, 'Why the two differ'),
    el('ul', {class: 'words'},
      el('li', {}, 'They are not the same work, so the shapes can be compared, not the heights. The published figures are the total cycles of a benchmark of one '
        + '3x3 layer of 64 channels (on 56 x 56 pixels such a layer is 28,224 steps of a 64 x 64 array, so the totals hold far more than one pass over it); '
        + 'ours are one inference of the whole network on the accelerator.'),
      el('li', {}, `The published figures are, within ${(100 * wrong).toFixed(1)} %, a fixed part of ${short(theirs.fixed)} cycles plus transfers that halve with each doubling `
        + `of the bus: ${transfers(8)} cycles at 8 bytes, ${transfers(64)} at 64. The two add up even where the transfers are the shorter part; behind work that goes `
        + `on at the same time they would vanish. At 8 bytes ${(100 * theirs.perByte / 8 / kPublished[0][1]).toFixed(0)} % of the total goes with the width, and it falls by ${drop(kPublished)} \u00d7.`),
      el('li', {}, `Here load, compute and store work at the same time, and a load runs ahead of the computation that needs it: a transfer costs time only where it is `
        + `longer than the computation beside it. At ${found[most][0]} bytes, one after the other would take at least ${integer(apart(most))} cycles (the compute bound and all bytes over `
        + `the bus); it takes ${integer(found[most][1])}. The run takes ${over(0)} \u00d7 its compute bound at ${found[0][0]} bytes and ${over(last)} \u00d7 at ${found[last][0]}, and falls by `
        + `${drop(found)} \u00d7. ${ratio(last) <= 1.5 ? 'Once computation covers the transfers, a wider bus has little left to gain.' : 'Even the widest bus is what limits this configuration.'} The schedule is made anew for each width.`)),
  ];
}
