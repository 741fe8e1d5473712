// Which points fit the device, what stands in the way of the others, and how other devices would do.

import {el, section, type Child} from './dom';
import {cell, field, headingText, shown} from './fields';
import {counted, datum, fixed, known, phrase, whole, type Known} from './known';
import type {Device, Model, Selection, View} from './model';
import {paretoFront} from './pareto';

const kShown = 8;
const kLimits = [['LUT', 'lut'], ['flip-flops', 'ff'], ['DSP48', 'dsp'], ['block RAM of 18 Kb', 'bram18']] as const;

// The share of a device that a row of a table takes, as share_of() of the program.
function shareOf(view: View, device: Device, row: number): number {
  return Math.max(...kLimits.map(([, name]) => view.table.numbers(name)[row] / device[name]));
}

// Whether the memory port, if it is known, moves so many bytes a cycle.
function takesBus(device: Device, bytes: number): boolean {
  return device.port_bytes === 0 || bytes <= device.port_bytes;
}

export function fitSection(model: Model, selection: Selection, show: (row: number) => void): HTMLElement | null {
  if (!model.points.has('lut') || !selection.view) return null;
  const body = el('div');
  const out = section('device', '', body);
  out.querySelector('h2')!.replaceChildren('On ', model.deviceTitle);
  const draw = () => body.replaceChildren(...content(model, selection.view!, show));
  selection.listen((what) => { if (what === 'view') draw(); });
  draw();
  return out;
}

function content(model: Model, view: View, show: (row: number) => void): Node[] {
  const {device} = model;
  const share = (r: number) => view.table.numbers(device.share)[r];
  const doesFit = (r: number) => view.table.numbers('fits')[r] === 1;
  const time = (r: number) => view.table.numbers(fastestBy(model))[r];
  const rows = [...view.rows].sort((a, b) => time(a) - time(b) || share(a) - share(b));
  const fits = rows.filter(doesFit);
  const faster = paretoFront(rows, time, share).filter((r) => !doesFit(r)).reverse();
  const choice = model.choices[view.index];
  const noun = view.network === null ? 'machine' : 'point';
  return [
    el('p', {class: 'lead'}, counted(known(choice.fitting, `header.sets[${view.index}].fitting`), noun), ' of ', whole(known(choice.points, `header.sets[${view.index}].points`)),
      choice.fitting === 1 ? ' fits ' : ' fit ', whole(model.offered('lut')), ' LUTs, ', whole(model.offered('ff')), ' flip-flops, ', whole(model.offered('dsp')), ' DSPs and ',
      whole(model.offered('bram18')), ' block RAMs of ', fixed('18 Kb'), device.port_bytes > 0 ? phrase(', with a memory port of ', whole(known(device.port_bytes, 'header.device.port_bytes')), ' bytes a cycle') : null, ', as far as synthesis and the area model can say: placement, routing and the rest of the design need room too. ',
      device.note === '' ? null : datum(device.note, 'header.device.note')),
    el('h3', {}, 'The fastest that fit'),
    fits.length === 0 ? el('p', {}, 'None.') : table(model, view, fits, show, 'device-fits'),
    el('h3', {class: 'after'}, 'The next faster ones, and what stands in the way'),
    faster.length === 0 ? el('p', {}, 'None is faster.') : table(model, view, faster, show, 'device-others'),
    el('h3', {class: 'after'}, 'Other devices'),
    devices(model, view, rows, show),
  ].filter((n): n is HTMLElement => n !== null);
}

// What the fastest is found by.
const fastestBy = (model: Model) => model.header.fastest_by as string;

// Cycles, and with clocks that are estimates the time.
const timesOf = (model: Model) => (fastestBy(model) === 'cycles_per_image' ? [] : [fastestBy(model)]).concat('cycles_per_image').reverse();
const timeHeads = (model: Model) => timesOf(model).map((name) => (name === 'cycles_per_image' ? field(name).label : headingText(name)));

// Points that differ in nothing shown here (latencies, for example) take one line.
function table(model: Model, view: View, rows: number[], show: (row: number) => void, id: string): HTMLElement {
  const columns = ['config_name', 'bus_bytes', ...timesOf(model), 'lut', 'dsp', 'bram36', model.device.share].filter((n) => view.table.has(n));
  const heads = ['Point', 'Configuration', 'Bus', ...timeHeads(model), 'LUT', 'DSP48', 'Block RAM 36 Kb', 'Share'].slice(0, columns.length + 1);
  const words = rows.some((r) => view.table.numbers('fits')[r] === 0);
  const seen = new Set<string>();
  const distinct = rows.filter((r) => {
    const key = ['config_name', 'bus_bytes', 'lut', 'bram18'].map((n) => view.table.columns.get(n)![r]).join();
    return seen.size < kShown && !seen.has(key) && seen.add(key);
  });
  const value = (name: string, r: number) => (name === model.device.share || name === 'bus_bytes' ? shown(view.table, name, r) : cell(view.table, name, r));
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': heads.join(', ')}, el('table', {class: 'grid', id},
    el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', {scope: 'col', class: i > 1 ? 'number' : undefined}, fixed(h))), words ? el('th', {scope: 'col'}, 'Too much') : null)),
    el('tbody', {}, ...distinct.map((r) => el('tr', {},
      el('th', {scope: 'row'}, opener(model, view, r, show)),
      ...columns.map((n) => el('td', {class: typeof view.table.columns.get(n)![r] === 'number' ? 'number' : undefined}, value(n, r))),
      words ? el('td', {class: 'words'}, inWords(model, view, r)) : null)))));
}

// A button that opens the point of a row of a view.
export function opener(model: Model, view: View, row: number, show: (row: number) => void): HTMLElement {
  const point = model.pointOf(view, row);
  return el('button', {type: 'button', class: 'link', onclick: () => show(point), 'aria-label': `Open point ${model.value('idx', point)}`}, model.indexNode(point));
}

// What is too much; all sentences unfold.
function inWords(model: Model, view: View, row: number): HTMLElement {
  const over = kLimits.filter(([, name]) => view.table.numbers(name)[row] > model.device[name]);
  const parts = over.flatMap(([words, name], i): Child[] =>
    [i > 0 ? '; ' : null, fixed(words), ': ', whole(view.table.known(name, row)), ' of ', whole(model.offered(name))]);
  const {port_bytes: port} = model.device;
  if (!takesBus(model.device, view.table.numbers('bus_bytes')[row]))
    parts.push(parts.length > 0 ? '; ' : null, 'bus: ', whole(view.table.known('bus_bytes', row)), ' bytes of ', whole(known(port, 'header.device.port_bytes')));
  return el('details', {}, el('summary', {}, ...parts), sentences(model, model.pointOf(view, row)));
}

// The program's sentences about a point on the device, each with a capital at its start.
export function sentences(model: Model, row: number, id?: string): HTMLElement | null {
  if (!model.points.has('device_fit')) return null;
  const source = model.points.source('device_fit', row);
  const items = String(model.value('device_fit', row)).split('\n');
  return el('ul', {class: 'words', id}, ...items.map((line, i) => el('li', {}, datum(line.charAt(0).toUpperCase() + line.slice(1), `sentence(${source}, ${i})`))));
}

function devices(model: Model, view: View, byTime: number[], show: (row: number) => void): HTMLElement {
  const times = timesOf(model);
  const heads = ['Device', 'LUT', 'Flip-flops', 'DSP48', 'RAMB18', 'Fit', 'Fastest', 'Configuration', ...timeHeads(model)];
  const rows = model.devices.map((device, d) => {
    const fits = byTime.filter((r) => shareOf(view, device, r) <= 1 && takesBus(device, view.table.numbers('bus_bytes')[r]));
    const of = (name: 'lut' | 'ff' | 'dsp' | 'bram18'): Known => known(device[name], `header.devices[${d}].${name}`);
    const count = known(fits.length, `view(${view.index}).filter((r) => shareOf(${view.table.name}, r, header.devices[${d}]) <= 1 && (header.devices[${d}].port_bytes === 0 || ${view.table.name}.bus_bytes[r] <= header.devices[${d}].port_bytes)).length`);
    const best = fits[0];
    return el('tr', {class: device.name === model.device.name ? 'open' : undefined},
      el('th', {scope: 'row'}, datum(device.title, `header.devices[${d}].title`)),
      ...(['lut', 'ff', 'dsp', 'bram18'] as const).map((n) => el('td', {class: 'number'}, whole(of(n)))),
      el('td', {class: 'number'}, whole(count)),
      el('td', {class: 'number'}, best === undefined ? 'none' : opener(model, view, best, show)),
      el('td', {}, best === undefined ? '' : view.table.text('config_name', best)),
      ...times.map((n) => el('td', {class: 'number'}, best === undefined ? '' : cell(view.table, n, best))));
  });
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Devices'}, el('table', {class: 'grid', id: 'devices'},
    el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', {scope: 'col', class: i > 0 && i !== 7 ? 'number' : undefined}, fixed(h))))), el('tbody', {}, ...rows)));
}
