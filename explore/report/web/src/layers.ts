// Cycles of every layer by what a unit did in them.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {checkbox, el, select} from './dom';
import {integer, short} from './format';
import {constant, datum, fraction, known, largest, minus, over, phrase, product, share, smallest, sum, whole, type Known} from './known';
import type {Layer, Model} from './model';
import type {Palette} from './theme';
import {kStates, kUnits, stateWords, type Unit} from './units';

const kRowHeight = 20;

export class Layers {
  readonly element: HTMLElement;
  private unit: Unit = 'compute';
  private share = false;
  private row = 0;
  private readonly chart = new Chart('layers-plot', 'Cycles of the layers by state', 400);

  constructor(private readonly model: Model) {
    const units = kUnits.map((u): [string, string] => [u, u]);
    this.element = el(
      'div',
      {class: 'card', id: 'layers'},
      el('h3', {}, 'Cycles by cause, layer by layer'),
      el('div', {class: 'controls'},
        select('Unit', units, this.unit, (u) => { this.unit = u as Unit; this.draw(); }, 'layers-unit'),
        checkbox('Share of each layer', this.share, (on) => { this.share = on; this.draw(); }, 'layers-share')),
      this.chart.element,
      el('p', {class: 'muted'}, 'A layer\u2019s cycles run from the completion of the layer before it to its own, so the bars add up to the whole run. '
        + 'A unit is in one state in every cycle.'),
    );
  }

  open(row: number): void {
    this.row = row;
    this.draw();
  }

  private draw(): void {
    const layers = this.model.layersOf(this.row);
    if (!layers) {
      this.chart.explain(missingLayers(this.model, this.row));
      return;
    }
    const longest = layers.reduce((a, b) => (this.cycles(a) >= this.cycles(b) ? a : b));
    const states = layers.map((l) => this.model.states(this.model.layers!, this.unit, l.row).map((k) => k.value));
    const used = kStates.filter((_, s) => states.some((of) => of[s] > 0));
    this.chart.setHeight(layers.length * kRowHeight + 64, used.map((s) => stateWords(this.unit, s)));
    this.chart.draw((colours, width) => this.option(colours, width, layers, states, used),
      `Bars of ${layers.length} layers; the longest is ${longest.name} with ${integer(this.cycles(longest))} cycles`);
  }

  private cycles(layer: Layer): number {
    return this.model.layers!.numbers('cycles')[layer.row];
  }

  private option(colours: Palette, width: number, layers: Layer[], states: number[][], used: readonly (typeof kStates)[number][]): Option {
    const whole = (i: number) => (this.share ? states[i].reduce((a, b) => a + b, 0) || 1 : 1);
    const words = used.map((state) => stateWords(this.unit, state));
    return {
      grid: {left: nameRoom(layers.map((l) => l.name)), right: 24, top: this.chart.legendHeight(words, width), bottom: 44},
      legend: legend(colours, {data: words}),
      tooltip: tooltip(colours, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: (p: Option[]) => this.hover(layers[p[0].dataIndex])}),
      xAxis: axis(colours, this.share ? `Share of the layer\u2019s cycles, ${this.unit} (%)` : `Cycles, ${this.unit}`, {
        type: 'value', nameGap: 28, splitNumber: width < 560 ? 3 : 5,
        ...(this.share ? {max: 1, interval: width < 560 ? 0.5 : 0.2} : {}),
        axisLabel: {color: colours.muted, formatter: (v: number) => (this.share ? `${Math.round(100 * v)} %` : short(v))},
      }),
      yAxis: axis(colours, '', {type: 'category', inverse: true, data: layers.map((l) => l.name), splitLine: {show: false}, axisLabel: {color: colours.text, fontSize: 11.5, interval: 0}}),
      series: used.map((state, s) => ({
        name: words[s], type: 'bar', stack: 'cycles', barCategoryGap: '22%', itemStyle: {color: colours.states[state]},
        emphasis: {disabled: true},
        data: states.map((of, i) => of[kStates.indexOf(state)] / whole(i)),
      })),
    };
  }

  private hover(layer: Layer): HTMLElement {
    const table = this.model.layers!;
    const states = this.model.states(table, this.unit, layer.row);
    const total = sum(states);
    const rows = kStates.map((s, i) => ({s, n: states[i]})).filter(({n}) => n.value > 0);
    return el(
      'div',
      {},
      el('strong', {}, table.text('name', layer.row), ': ', whole(table.known('cycles', layer.row)), ' cycles'),
      el('div', {}, table.text('description', layer.row)),
      el('div', {}, 'issued work needs ', whole(largest(table.known('issued_compute', layer.row), table.known('issued_memory', layer.row))), ' cycles'),
      el('div', {}, 'lost because ', whyLost(this.model, table, layer.row)),
      el('table', {class: 'tip'}, ...rows.map(({s, n}) => el('tr', {},
        el('td', {}, `${this.unit} ${stateWords(this.unit, s)}`), el('td', {}, whole(n)), el('td', {}, share(over(n, total)))))),
    );
  }
}

// Room for names on the left of bars, as wide as the longest needs.
export function nameRoom(names: string[]): number {
  return Math.min(190, 24 + 6.6 * Math.max(...names.map((n) => n.length)));
}

// The share of compute's cycles that its largest idle state has.
export function lostShare(model: Model, table: Model['points'], row: number): Known {
  const states = model.states(table, 'compute', row);
  const total = sum(states);
  const most = largest(...states.slice(1));
  return total.value === 0 ? known(0, '0') : over(most, total);
}

// What became of what the multipliers could have done: array_use.h of the program.
export interface ArrayUse {
  useful: Known;
  lanes: Known; // of GEMM steps, with nothing to multiply
  otherSteps: Known;
}

export function arrayUse(model: Model, table: Model['points'], row: number): ArrayUse | null {
  if (!table.has('useful_macs')) return null;
  const cycles = sum(model.states(table, 'compute', row));
  const macs = model.known('macs', table === model.points ? row : table.numbers('point')[row]);
  if (cycles.value === 0) return null;
  const busy = table.known('compute_busy', row);
  const gemm = smallest(table.known('gemm_counter', row), busy);
  const useful = over(table.known('useful_macs', row), product(macs, cycles));
  return {useful, lanes: largest(constant(0), minus(over(gemm, cycles), useful)), otherSteps: over(minus(busy, gemm), cycles)};
}

// All causes, the largest first.
export function whyLost(model: Model, table: Model['points'], row: number): Node {
  const why = table === model.points ? ' of what the array could do: channels that do not fill a block, padding, depthwise layers)' : ')';
  const use = arrayUse(model, table, row);
  const waits = lostShare(model, table, row).value;
  const causes: {size: number; words: Node}[] = [{size: waits, words: whyWaits(model, table, row)}];
  if (use) {
    causes.push({size: use.lanes.value, words: phrase('lanes have nothing to multiply (', share(use.lanes), why)});
    causes.push({size: use.otherSteps.value, words: phrase('ALU steps and resets take ', share(use.otherSteps))});
  }
  const told = causes.filter(({size, words}) => size >= kLeastTold || (causes.length === 1 && words)).sort((a, b) => b.size - a.size);
  return phrase(...told.flatMap(({words}, i) => [i > 0 ? '; ' : null, words]), told.length === 0 ? 'nothing is lost' : null);
}
const kLeastTold = 0.0005;

export function whyText(model: Model, table: Model['points'], row: number): string {
  return el('span', {}, whyLost(model, table, row)).textContent!;
}

// The words are made once per kind of cause; the percentage is this layer's, or this point's.
function whyWaits(model: Model, table: Model['points'], row: number): Node {
  const [before, after] = table.texts('why')[row].split('{}');
  if (after === undefined) return datum(before, table.source('why', row));
  const unit = after.startsWith(' %') ? ' %' : '';
  return phrase(before, el('span', {class: 'nowrap'}, fraction(product(constant(100), lostShare(model, table, row)), 1), unit), after.slice(unit.length));
}

export function missingLayers(model: Model, row: number): Node {
  const reason = model.header.layers_missing as string | undefined;
  const why = reason ? datum(reason, 'header.layers_missing') : 'The layers of this run are not known.';
  return phrase(why, model.isSweep ? phrase(' This is point ', model.indexNode(row), '.') : null);
}

