// Cycles against the width of the bus, wherever a sweep has points that differ in nothing else.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {el, section, select, type OptionLabel} from './dom';
import {headingText, textOf} from './fields';
import {integer, short, signed, percent} from './format';
import {brief, constant, factor, fixed, largest, minus, number, over, plus, share, sum, whole, type Known} from './known';
import type {Model} from './model';
import type {Palette} from './theme';

interface Series {
  label: OptionLabel;
  rows: number[]; // by growing width
}

type Line = [bytes: Known, cycles: Known][];

// Total cycles that the benchmark of the public RTL reports for one 3x3 layer of 64 channels on 1x64.
const kPublished: Line = ([[8, 97e6], [16, 58e6], [32, 39e6], [64, 29e6]] as const).map(([b, c]) => [constant(b), constant(c)]);

// What does not tell series apart: the bus, and what the configuration's name has.
const kNoNames = ['memory', 'bus_bytes', 'batch', 'block_in', 'block_out', 'macs', 'uop_bytes', 'inp_bytes', 'wgt_bytes', 'acc_bytes'];

export function widthSection(model: Model): HTMLElement | null {
  const series = findSeries(model);
  if (series.length === 0) return null;
  const chart = new Chart('width-plot', 'Cycles against bus width', 380);
  const beside = new Chart('width-published', 'Published series', 380);
  const words = el('div', {id: 'width-words'});
  const draw = (i: number) => {
    const {rows} = series[i];
    const line = (name: string): Line => rows.map((r) => [model.known('bus_bytes', r), model.known(name, r)]);
    const found = line('cycles'), memory = line('issued_memory'), bound = line('issued_compute');
    chart.draw((c) => option(c, [['cycles', found], ['compute bound', bound]]), describe('This sweep', found));
    const published = is1x64(model, rows[0]);
    beside.element.hidden = !published;
    if (published) beside.draw((c) => option(c, [['published total cycles', kPublished]]), describe('Published', kPublished));
    words.replaceChildren(table(found, bound, published), ...(published ? reasons(found, bound, memory) : []));
  };
  const choices = series.map((s, i): [string, OptionLabel] => [String(i), s.label]);
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
    const key = [...['network', 'images', 'schedule', 'quantization'].filter((n) => model.points.has(n)).map((n) => model.value(n, row)), ...keys.map((values) => values[row])].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const out: Series[] = [];
  const named = model.varying.filter((n) => !kNoNames.includes(n));
  for (const rows of groups.values()) {
    rows.sort((a, b) => model.number('bus_bytes', a) - model.number('bus_bytes', b));
    const widths = new Set(rows.map((r) => model.number('bus_bytes', r)));
    if (widths.size < 2 || widths.size !== rows.length) continue;
    out.push({rows, label: labelOf(model, named.length > 0 ? named : ['config_name'], rows[0])});
  }
  return out;
}

function labelOf(model: Model, names: string[], row: number): OptionLabel {
  const values = names.map((n): [string, string] => [textOf(n, model.value(n, row)), model.points.source(n, row)]);
  return {text: names.map((n, i) => `${headingText(n)} ${values[i][0]}`).join(', '), parts: values};
}

function describe(what: string, points: Line): string {
  return `${what}: ${points.map(([b, c]) => `${integer(c.value)} cycles at ${b.value} bytes per cycle`).join(', ')}`;
}

function option(colours: Palette, lines: [string, Line][]): Option {
  const widths = lines[0][1].map(([b]) => String(b.value));
  return {
    grid: {left: 64, right: 24, top: 44, bottom: 50},
    legend: legend(colours, {data: lines.map(([name]) => name)}),
    tooltip: tooltip(colours, {trigger: 'axis', formatter: (p: Option[]) => hover(lines, p[0].dataIndex)}),
    xAxis: axis(colours, 'Bus (bytes per cycle)', {type: 'category', data: widths, nameGap: 30}),
    yAxis: axis(colours, 'Cycles', {type: 'value', min: 0, nameGap: 46, axisLabel: {color: colours.muted, formatter: short}}),
    series: lines.map(([name, points], i) => ({
      name, type: 'line', data: points.map(([, c]) => c.value), symbol: 'circle', symbolSize: 9,
      lineStyle: {width: 2, type: i === 0 ? 'solid' : 'dashed'}, itemStyle: {color: colours.categories[i]},
    })),
  };
}

function hover(lines: [string, Line][], i: number): HTMLElement {
  return el('div', {}, el('strong', {}, whole(lines[0][1][i][0]), ' bytes per cycle'),
    el('table', {class: 'tip'}, ...lines.map(([name, points]) => el('tr', {}, el('td', {}, name), el('td', {}, whole(points[i][1]), ' cycles')))));
}

// How much less than at the width before.
function gain(points: Line, i: number): Node | string {
  return i === 0 ? '' : number(minus(over(points[i][1], points[i - 1][1]), constant(1)), (v) => signed(v, percent));
}

function table(found: Line, bound: Line, published: boolean): HTMLElement {
  const heads = ['Bus (bytes per cycle)', 'Cycles', 'Against the width before', 'Over the compute bound', ...(published ? ['Published total cycles', 'Against the width before'] : [])];
  const of = (bytes: number) => kPublished.findIndex(([b]) => b.value === bytes);
  const rows = found.map(([bytes, cycles], i) => {
    const p = of(bytes.value);
    const theirs = published ? (p < 0 ? ['', ''] : [whole(kPublished[p][1]), gain(kPublished, p)]) : [];
    return [whole(bytes), whole(cycles), gain(found, i), factor(over(cycles, bound[i][1])), ...theirs];
  });
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Cycles by the width of the bus'}, el('table', {class: 'grid', id: 'width-table'},
    el('thead', {}, el('tr', {}, ...heads.map((h) => el('th', {scope: 'col', class: 'number'}, h)))),
    el('tbody', {}, ...rows.map((r) => el('tr', {}, ...r.map((c) => el('td', {class: 'number'}, c)))))));
}

// cycles = fixed + perByte / width, from the two ends of a series.
function split(points: Line): {fixed: Known; perByte: Known} {
  const [[b0, c0], [b1, c1]] = [points[0], points[points.length - 1]];
  const one = constant(1);
  const perByte = over(minus(c0, c1), minus(over(one, b0), over(one, b1)));
  return {fixed: minus(c0, over(perByte, b0)), perByte};
}

// The larger of a difference and its opposite.
function distance(a: Known, b: Known): Known {
  return largest(minus(a, b), minus(b, a));
}

function reasons(found: Line, bound: Line, memory: Line): HTMLElement[] {
  const theirs = split(kPublished);
  const wrong = largest(...kPublished.map(([b, c]) => over(distance(plus(theirs.fixed, over(theirs.perByte, b)), c), c)));
  const transfers = (b: number) => brief(over(theirs.perByte, constant(b)));
  const last = found.length - 1;
  const apart = (i: number) => sum([bound[i][1], memory[i][1]]);
  const ratioApart = (i: number) => apart(i).value / found[i][1].value;
  const most = found.reduce((best, _, i) => (ratioApart(i) > ratioApart(best) ? i : best), 0);
  const ratio = (i: number) => over(found[i][1], bound[i][1]);
  const drop = (p: Line) => factor(over(p[0][1], p[p.length - 1][1]));
  const widths = (n: number) => whole(constant(n));
  return [
    el('h3', {class: 'after'}, 'Why the two differ'),
    el('ul', {class: 'words'},
      el('li', {}, fixed('They are not the same work, so the shapes can be compared, not the heights. The published figures are the total cycles of a benchmark of one '
        + '3x3 layer of 64 channels (on 56 x 56 pixels such a layer is 28,224 steps of a 64 x 64 array, so the totals hold far more than one pass over it); '
        + 'ours are one inference of the whole network on the accelerator.')),
      el('li', {}, 'The published figures are, within ', share(wrong), ', a fixed part of ', brief(theirs.fixed), ' cycles plus transfers that halve with each doubling of the bus: ',
        transfers(8), ' cycles at ', widths(8), ' bytes, ', transfers(64), ' at ', widths(64), '. The two add up even where the transfers are the shorter part; behind work that goes '
        + 'on at the same time they would vanish. At ', widths(8), ' bytes ', share(over(over(theirs.perByte, constant(8)), kPublished[0][1])),
        ' of the total goes with the width, and it falls by ', drop(kPublished), '.'),
      el('li', {}, 'Here load, compute and store work at the same time, and a load runs ahead of the computation that needs it: a transfer costs time only where it is '
        + 'longer than the computation beside it. At ', whole(found[most][0]), ' bytes, one after the other would take at least ', whole(apart(most)),
        ' cycles (the compute bound and all bytes over the bus); it takes ', whole(found[most][1]), '. The run takes ', factor(ratio(0)), ' its compute bound at ', whole(found[0][0]),
        ' bytes and ', factor(ratio(last)), ' at ', whole(found[last][0]), ', and falls by ', drop(found), '. ',
        ratio(last).value <= 1.5 ? 'Once computation covers the transfers, a wider bus has little left to gain.' : 'Even the widest bus is what limits this configuration.',
        ' The schedule is made anew for each width.')),
  ];
}
