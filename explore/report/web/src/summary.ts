// What was asked, what came of it, and where it comes from.

import {el, facts, section} from './dom';
import {field, textOf} from './fields';
import {integer, plural} from './format';
import type {Model} from './model';
import {paretoFront} from './pareto';

interface Exclusion {
  kind: string;
  rule: string;
  count: number;
  example: string;
}

const kKinds: Record<string, string> = {
  illegal: 'no legal configuration',
  constraint: 'outside the constraints',
  uncompilable: 'the network does not compile for it',
};

export function summary(model: Model): HTMLElement {
  const {header} = model;
  const out = section('summary', header.kind === 'sweep' ? 'Summary of the sweep' : header.kind === 'run' ? 'Summary of the run' : 'Summary of two runs');
  out.append(header.kind === 'sweep' ? sweepTiles(model) : runTiles(model));
  if (header.kind === 'sweep') out.append(exclusions(model));
  out.append(provenance(model));
  return out;
}

function tile(value: string, label: string, more = ''): HTMLElement {
  return el('div', {class: 'tile'}, el('span', {class: 'value'}, value), el('span', {class: 'label'}, label), more ? el('span', {class: 'muted'}, more) : null);
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function sweepTiles(model: Model): HTMLElement {
  const totals = model.header.totals as Record<string, number>;
  const rows = Array.from({length: model.rows}, (_, i) => i);
  const cycles = (r: number) => model.number('cycles_per_image', r);
  const fastest = rows.reduce((a, b) => (cycles(b) < cycles(a) ? b : a), 0);
  const tiles = [
    tile(integer(model.rows), 'points simulated', `of ${integer(totals.space)} in the space`),
    tile(integer(totals.excluded), 'excluded', 'illegal or outside constraints'),
    tile(integer(totals.failed), 'failed'),
  ];
  const [x, y] = model.header.objectives as string[];
  if (x && y && model.points.has(x) && model.points.has(y)) {
    const front = paretoFront(rows, (r) => model.number(x, r), (r) => model.number(y, r));
    const confirmed = front.filter((r) => model.value('confirmation', r) === 'confirmed').length;
    tiles.push(tile(integer(front.length), 'on the Pareto front', `${lowered(field(x).label)} and ${lowered(field(y).label)}`));
    tiles.push(tile(integer(confirmed), 'of them confirmed on the RTL', 'equal to the cycle'));
  }
  if (model.points.has('zynq7020_share')) {
    const fits = rows.filter((r) => model.number('zynq7020_share', r) <= 1).length;
    tiles.push(tile(integer(fits), 'fit a Zynq-7020', 'by LUT, flip-flops, DSP and block RAM'));
  }
  if (model.rows > 0) tiles.push(tile(integer(cycles(fastest)), 'cycles per image at best', `point ${model.value('idx', fastest)}, ${model.value('config_name', fastest)}`));
  return el('div', {class: 'tiles'}, ...tiles);
}

function runTiles(model: Model): HTMLElement {
  const groups = Array.from({length: model.rows}, (_, row) => {
    const of = (name: string) => textOf(name, model.value(name, row));
    const tiles = el(
      'div',
      {class: 'tiles'},
      tile(integer(model.number('cycles', row)), 'cycles', plural(model.number('images', row), 'image')),
      tile(of('bound_percent'), 'of the cycles are the bound', boundBy(model, row)),
      tile(of('mac_percent'), 'MAC utilisation', `${integer(model.number('macs', row))} MACs per cycle`),
      tile(of('bus_percent'), 'bus utilisation', `${model.value('bus_bytes', row)} bytes per cycle`),
      tile(integer(model.number('dram_bytes', row)), 'bytes moved'),
    );
    return el('div', {}, el('h3', {}, `${model.nameOf(row)}: ${model.value('network', row)} on ${model.value('config_name', row)}`), tiles);
  });
  return el('div', {}, ...groups);
}

function boundBy(model: Model, row: number): string {
  return model.number('bound_compute', row) >= model.number('bound_memory', row) ? 'compute bound' : 'memory bound';
}

function exclusions(model: Model): HTMLElement {
  const list = model.header.excluded as Exclusion[];
  const failures = model.header.failures as {idx: number; reason: string}[];
  if (list.length === 0 && failures.length === 0) return el('p', {class: 'muted'}, 'No point of the space was excluded, none failed.');
  const rows = list.map((e) => el('tr', {}, el('td', {}, kKinds[e.kind] ?? e.kind), el('td', {}, e.rule), el('td', {class: 'number'}, integer(e.count)), el('td', {}, e.example)));
  for (const f of failures) rows.push(el('tr', {}, el('td', {}, 'failed'), el('td', {}, `point ${f.idx}`), el('td', {class: 'number'}, '1'), el('td', {}, f.reason)));
  return el(
    'details',
    {},
    el('summary', {}, 'What was not simulated, and why'),
    el('div', {class: 'scroll'}, el('table', {class: 'grid', id: 'excluded'},
      el('thead', {}, el('tr', {}, ...['Because', 'Rule', 'Points', 'Example'].map((h) => el('th', {scope: 'col'}, h)))), el('tbody', {}, ...rows))),
  );
}

function provenance(model: Model): HTMLElement {
  const rows = model.header.origin as [string, string][];
  const spec = model.header.spec as string | undefined;
  return el(
    'details',
    {id: 'provenance'},
    el('summary', {}, 'Where this comes from'),
    facts(rows),
    spec ? el('pre', {tabindex: 0, 'aria-label': 'Specification of the sweep'}, spec) : null,
  );
}
