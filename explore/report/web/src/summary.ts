// What was asked, what came of it, and where it comes from.

import {el, facts, section, type Child} from './dom';
import {label, shown} from './fields';
import {counted, datum, fixed, known, phrase, whole} from './known';
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

function tile(value: Child, label: Child, ...more: Child[]): HTMLElement {
  return el('div', {class: 'tile'}, el('span', {class: 'value'}, value), el('span', {class: 'label'}, label), more.length > 0 ? el('span', {class: 'muted'}, ...more) : null);
}

function sweepTiles(model: Model): HTMLElement {
  const tiles = [
    tile(whole(model.total('simulated')), 'points simulated', 'of ', whole(model.total('space')), ' in the space'),
    tile(whole(model.total('excluded')), 'excluded', 'illegal or outside constraints'),
    tile(whole(model.total('failed')), 'failed'),
  ];
  const [x, y] = model.objectives;
  for (const view of model.views.filter((v) => x && y && v.table.has(x) && v.table.has(y))) {
    const front = paretoFront(view.rows, (r) => view.table.numbers(x)[r], (r) => view.table.numbers(y)[r]);
    const source = `front(${view.index}, '${x}', '${y}', true)`;
    const confirmed = front.filter((r) => model.pointsOf(view, r).every((p) => model.value('confirmation', p) === 'confirmed')).length;
    const of = view.network === null ? 'all networks: ' : model.views.length === 1 ? '' : phrase(datum(view.network, `header.sets[${view.index}].network`), ': ');
    tiles.push(tile(whole(known(front.length, `${source}.length`)), 'on the Pareto front',
      of,
      whole(known(confirmed, `${source}.filter((r) => confirmed(${view.index}, r)).length`)), ' confirmed on the RTL; by ', label(x), ' and ', label(y)));
  }
  return el('div', {class: 'tiles'}, ...tiles);
}

function runTiles(model: Model): HTMLElement {
  const groups = Array.from({length: model.rows}, (_, row) => {
    const of = (name: string) => shown(model.points, name, row);
    const tiles = el(
      'div',
      {class: 'tiles'},
      tile(whole(model.known('cycles', row)), 'cycles', counted(model.known('images', row), 'image'), ...workOf(model, row)),
      ...(model.points.has('ms_per_image') && !Number.isNaN(model.number('ms_per_image', row)) ? [tile(of('ms_per_image'), 'per image', 'at ', of('clock_mhz'))] : []),
      ...(model.points.has('least_percent')
        ? [tile(of('least_percent'), 'of the cycles are the bound', 'that no schedule of these layers beats'),
          tile(of('useful_mac_percent'), 'useful MACs', 'of what the array could do')]
        : [tile(of('issued_percent'), 'of the cycles are the bound', boundBy(model, row))]),
      tile(of('mac_percent'), 'MAC utilization', whole(model.known('macs', row)), ' MACs per cycle'),
      tile(of('bus_percent'), 'bus utilization', whole(model.known('bus_bytes', row)), ' bytes per cycle'),
      tile(whole(model.known('total_nbytes', row)), 'bytes moved'),
    );
    return el('div', {}, el('h3', {}, model.nameNode(row), ': ', model.points.text('network', row), ' on ', model.points.text('config_name', row)), tiles);
  });
  return el('div', {}, ...groups);
}

// The cycles are the accelerator's part of the network.
function workOf(model: Model, row: number): Child[] {
  return model.points.has('device_mac_percent') ? ['; ', shown(model.points, 'device_mac_percent', row), ' of the network\u2019s MACs'] : [];
}

function boundBy(model: Model, row: number): string {
  return model.number('issued_compute', row) >= model.number('issued_memory', row) ? 'compute bound' : 'memory bound';
}

function exclusions(model: Model): HTMLElement {
  const list = model.header.excluded as Exclusion[];
  const failures = model.header.failures as {idx: number; reason: string}[];
  if (list.length === 0 && failures.length === 0) return el('p', {class: 'muted'}, 'No point of the space was excluded, none failed.');
  const at = (i: number, member: keyof Exclusion) => `header.excluded[${i}].${member}`;
  const rows = list.map((e, i) => el('tr', {}, el('td', {}, kKinds[e.kind] ?? datum(e.kind, at(i, 'kind'))), el('td', {}, datum(e.rule, at(i, 'rule'))),
    el('td', {class: 'number'}, whole(known(e.count, at(i, 'count')))), el('td', {class: 'words'}, datum(e.example, at(i, 'example')))));
  failures.forEach((f, i) => rows.push(el('tr', {}, el('td', {}, 'failed'), el('td', {}, 'point ', datum(String(f.idx), `header.failures[${i}].idx`)),
    el('td', {class: 'number'}, fixed('1')), el('td', {class: 'words'}, datum(f.reason, `header.failures[${i}].reason`)))));
  return el(
    'details',
    {},
    el('summary', {}, 'What was not simulated, and why'),
    el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What was not simulated, and why'}, el('table', {class: 'grid', id: 'excluded'},
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
    facts(rows.map(([k, v], i): [Child, Child] => [datum(k, `header.origin[${i}][0]`), datum(v, `header.origin[${i}][1]`)])),
    spec ? el('pre', {tabindex: 0, 'aria-label': 'Specification of the sweep'}, datum(spec, 'header.spec')) : null,
  );
}
