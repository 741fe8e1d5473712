// How much each step along an axis changes, all other axes held.

import {el, section} from './dom';
import {change, constant, fixed, minus, whole} from './known';
import type {Model, Selection} from './model';

const kColumns: [head: string, column: string, help: string][] = [
  ['Cycles', 'cycles', 'per image'],
  ['Cycles, least', 'cycles_least', 'the pair whose cycles fell most, or grew least'],
  ['Cycles, most', 'cycles_most', 'the pair whose cycles grew most, or fell least'],
  ['DRAM bytes', 'total_nbytes', 'per image'],
  ['Energy', 'energy', 'per image, an estimate'],
  ['LUT', 'lut', ''],
  ['DSP48', 'dsp', ''],
  ['Block RAM', 'bram18', ''],
  ['Share of the device', 'share', 'of its scarcest resource'],
];

export function sensitivitySection(model: Model, selection: Selection): HTMLElement | null {
  const table = model.sensitivity;
  if (!table || table.rows === 0 || !selection.view) return null;
  const body = el('tbody');
  const draw = () => {
    const rows = Array.from({length: table.rows}, (_, i) => i).filter((i) => table.numbers('set')[i] === selection.view!.index);
    body.replaceChildren(...rows.map((row, i) => el('tr', {class: i > 0 && table.texts('axis')[row] !== table.texts('axis')[rows[i - 1]] ? 'group' : undefined},
      el('th', {scope: 'row'}, i > 0 && table.texts('axis')[row] === table.texts('axis')[rows[i - 1]] ? '' : table.text('axis', row)),
      el('td', {}, el('div', {class: 'values'}, table.text('from', row), ' \u2192 ', table.text('to', row))),
      el('td', {class: 'number'}, whole(table.known('pairs', row))),
      ...kColumns.map(([, name]) => el('td', {class: `number ${tone(table.numbers(name)[row])}`}, change(minus(table.known(name, row), constant(1))))))));
  };
  selection.listen((what) => { if (what === 'view') draw(); });
  draw();
  return section('sensitivity', 'What each axis does',
    el('p', {class: 'lead'}, 'From one value of an axis to the next, everything else held: the geometric mean over all pairs of points that differ in nothing else. '
      + 'Large in cycles and small in area is worth its price; least and most say how far single pairs lie apart.'),
    el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What each axis does'}, el('table', {class: 'grid', id: 'sensitivity-table'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Axis'), el('th', {scope: 'col'}, 'Step'), el('th', {scope: 'col', class: 'number'}, 'Pairs'),
        ...kColumns.map(([head, , help]) => el('th', {scope: 'col', class: 'number', title: help || undefined}, fixed(head))))), body)));
}

// Less is better in all columns.
function tone(ratio: number): string {
  return ratio < 0.99 ? 'less' : ratio > 1.01 ? 'more' : '';
}

