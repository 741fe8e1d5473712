// Which points fit a Zynq-7020, and what stands in the way of the others.

import {el, lines, section} from './dom';
import {textOf} from './fields';
import {cell, integer, plural} from './format';
import type {Model} from './model';
import {paretoFront} from './pareto';

const kShown = 8;
const kLimits = [['LUT', 'lut', 53200], ['flip-flops', 'ff', 106400], ['DSP48', 'dsp', 220], ['block RAM of 18 Kb', 'bram18', 280]] as const;

export function fitSection(model: Model, show: (row: number) => void): HTMLElement | null {
  if (!model.points.has('zynq7020_share') || model.header.kind !== 'sweep') return null;
  const share = (r: number) => model.number('zynq7020_share', r);
  const cycles = (r: number) => model.number('cycles_per_image', r);
  const rows = Array.from({length: model.rows}, (_, i) => i).sort((a, b) => cycles(a) - cycles(b) || share(a) - share(b));
  const fits = rows.filter((r) => share(r) <= 1);
  const byCycles = paretoFront(rows, cycles, share);
  const faster = byCycles.filter((r) => share(r) > 1).reverse();
  return section(
    'zynq',
    'On a Zynq-7020',
    el('p', {class: 'lead'}, `${plural(fits.length, 'point')} of ${integer(model.rows)} fit 53,200 LUTs, 106,400 flip-flops, 220 DSPs and 140 block RAMs of 36 Kb, as far as synthesis `
      + 'and the area model can say: placement, routing and the rest of the design need room too.'),
    el('h3', {}, 'The fastest that fit'),
    fits.length === 0 ? el('p', {}, 'None.') : table(model, fits, show, 'zynq-fits'),
    el('h3', {}, 'The next faster ones, and what stands in the way'),
    faster.length === 0 ? el('p', {}, 'None is faster.') : table(model, faster, show, 'zynq-others'),
  );
}

// Points that differ in nothing shown here (latencies, for example) take one line.
function table(model: Model, rows: number[], show: (row: number) => void, id: string): HTMLElement {
  const {points} = model;
  const columns = ['config_name', 'bus_bytes', 'cycles_per_image', 'lut', 'dsp', 'bram36', 'zynq7020_share'].filter((n) => points.has(n));
  const heads = ['Point', 'Configuration', 'Bus', 'Cycles per image', 'LUT', 'DSP48', 'Block RAM 36 Kb', 'Share'].slice(0, columns.length + 1);
  const words = points.has('zynq7020_fit') && rows.some((r) => model.number('zynq7020_share', r) > 1);
  const seen = new Set<string>();
  const distinct = rows.filter((r) => {
    const key = ['config_name', 'bus_bytes', 'lut', 'bram18'].map((n) => (points.has(n) ? model.value(n, r) : '')).join();
    return seen.size < kShown && !seen.has(key) && seen.add(key);
  });
  return el('div', {class: 'scroll'}, el('table', {class: 'grid', id},
    el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', {scope: 'col', class: i > 1 ? 'number' : undefined}, h)), words ? el('th', {scope: 'col'}, 'In words') : null)),
    el('tbody', {}, ...distinct.map((r) => el('tr', {},
      el('th', {scope: 'row'}, el('button', {type: 'button', class: 'link', onclick: () => show(r), 'aria-label': `Open point ${model.value('idx', r)}`}, String(model.value('idx', r)))),
      ...columns.map((n) => el('td', {class: typeof model.value(n, r) === 'number' ? 'number' : undefined}, n === 'zynq7020_share' || n === 'bus_bytes' ? textOf(n, model.value(n, r)) : cell(model.value(n, r)))),
      words ? el('td', {class: 'words'}, inWords(model, r)) : null)))));
}

// What is too much; all sentences unfold.
function inWords(model: Model, row: number): HTMLElement {
  const over = kLimits.filter(([, name, limit]) => model.number(name, row) > limit).map(([label, name, limit]) => `${label} ${integer(model.number(name, row))} of ${integer(limit)}`);
  const text = String(model.value('zynq7020_fit', row));
  return el('details', {}, el('summary', {}, over.join('; ')), lines(text));
}
