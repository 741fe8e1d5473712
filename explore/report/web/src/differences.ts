// Two runs, layer by layer.

import {axis, Chart, tooltip, type Option} from './chart';
import {el, section} from './dom';
import {short, signed} from './format';
import {change, datum, known, minus, number, over, whole, type Known} from './known';
import {nameRoom} from './layers';
import type {Model, Selection} from './model';
import type {Palette} from './theme';

export interface LayerDifference {
  name: string;
  a: number | null; // cycles; null: only the other run has it
  b: number | null;
  text: string; // where the difference comes from
}

const kRowHeight = 20;
const kNothing: Known = {value: 0, source: '0'};

function cyclesOf(list: LayerDifference[], i: number, side: 'a' | 'b'): Known {
  const value = list[i][side];
  return value === null ? kNothing : known(value, `header.differences[${i}].${side}`);
}
function deltaOf(list: LayerDifference[], i: number): Known {
  return minus(cyclesOf(list, i, 'b'), cyclesOf(list, i, 'a'));
}

export function differences(model: Model, selection: Selection): HTMLElement {
  const list = model.header.differences as LayerDifference[];
  const words = model.header.difference_words as string[];
  const chart = new Chart('difference-plot', 'Difference in cycles, layer by layer', list.length * kRowHeight + 110);
  requestAnimationFrame(() => chart.draw((c, width) => option(c, width, list, model), 'Differences in cycles, layer by layer; the table below has the same data'));
  const which = Array.from({length: model.rows}, (_, row) =>
    el('label', {}, el('input', {type: 'radio', name: 'run', value: row, checked: row === selection.open, onchange: () => selection.setOpen(row)}), el('span', {}, model.nameNode(row))));
  return section(
    'differences',
    'Differences',
    ...words.map((w, i) => el('p', {}, datum(w, `header.difference_words[${i}]`))),
    el('div', {class: 'card'}, el('h3', {}, 'Difference in cycles, second run less first'), chart.element),
    el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Differences, layer by layer'}, table(list, model)),
    el('fieldset', {class: 'switch wide'}, el('legend', {}, 'Layers, roofline and timeline below are of'), ...which),
  );
}

function delta(d: LayerDifference): number {
  return (d.b ?? 0) - (d.a ?? 0);
}

function table(list: LayerDifference[], model: Model): HTMLElement {
  const heads = ['Layer', ['Cycles, ', model.nameNode(0)], ['Cycles, ', model.nameNode(1)], 'Difference', 'Share', 'Where it comes from'];
  const cycles = (i: number, side: 'a' | 'b') => (list[i][side] === null ? 'none' : whole(cyclesOf(list, i, side)));
  return el('table', {class: 'grid', id: 'difference-table'},
    el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', {scope: 'col', class: i > 0 && i < 5 ? 'number' : undefined}, ...(Array.isArray(h) ? h : [h]))))),
    el('tbody', {}, ...list.map((d, i) => el('tr', {},
      el('th', {scope: 'row'}, datum(d.name, `header.differences[${i}].name`)),
      el('td', {class: 'number'}, cycles(i, 'a')),
      el('td', {class: 'number'}, cycles(i, 'b')),
      el('td', {class: 'number'}, number(deltaOf(list, i), (v) => signed(v))),
      el('td', {class: 'number'}, d.a ? change(over(deltaOf(list, i), cyclesOf(list, i, 'a'))) : ''),
      el('td', {class: 'words'}, datum(d.text, `header.differences[${i}].text`))))));
}

function option(colours: Palette, width: number, list: LayerDifference[], model: Model): Option {
  const bar = (positive: boolean) => list.map((d) => (positive === delta(d) > 0 ? delta(d) : 0));
  const series = (name: string, positive: boolean, colour: string) => ({name, type: 'bar', stack: 'd', barCategoryGap: '22%', data: bar(positive), itemStyle: {color: colour}, emphasis: {disabled: true}});
  return {
    grid: {left: nameRoom(list.map((d) => d.name)), right: 24, top: 12, bottom: 48},
    tooltip: tooltip(colours, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: (p: Option[]) => hover(list, p[0].dataIndex)}),
    xAxis: axis(colours, `Cycles, ${model.nameOf(1)} less ${model.nameOf(0)}`, {
      type: 'value', nameGap: 30, splitNumber: width < 560 ? 3 : 5, axisLabel: {color: colours.muted, formatter: (v: number) => signed(v, short)},
    }),
    yAxis: axis(colours, '', {type: 'category', inverse: true, data: list.map((d) => d.name), splitLine: {show: false}, axisLabel: {color: colours.text, fontSize: 11.5, interval: 0}}),
    series: [series('slower', true, colours.states.token_prev), series('faster', false, colours.states.busy)],
  };
}

function hover(list: LayerDifference[], i: number): HTMLElement {
  return el('div', {}, el('strong', {}, datum(list[i].name, `header.differences[${i}].name`), ': ', number(deltaOf(list, i), (v) => signed(v)), ' cycles'),
    el('div', {}, datum(list[i].text, `header.differences[${i}].text`)));
}
