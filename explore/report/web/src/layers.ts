// Cycles of every layer by what a unit did in them.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {checkbox, el, select} from './dom';
import {integer, percent, short} from './format';
import type {Layer, Model} from './model';
import type {Palette} from './theme';
import {kStates, kStateWords, kUnits, type Unit} from './units';

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
    this.chart.setHeight(layers.length * kRowHeight + 100);
    const largest = layers.reduce((a, b) => (this.cycles(a) >= this.cycles(b) ? a : b));
    this.chart.draw((colours) => this.option(colours, layers),
      `Bars of ${layers.length} layers; the longest is ${largest.name} with ${integer(this.cycles(largest))} cycles`);
  }

  private cycles(layer: Layer): number {
    return this.model.layers!.numbers('cycles')[layer.row];
  }

  private option(colours: Palette, layers: Layer[]): Option {
    const states = layers.map((l) => this.model.states(this.model.layers!, this.unit, l.row));
    const whole = (i: number) => (this.share ? states[i].reduce((a, b) => a + b, 0) || 1 : 1);
    const used = kStates.filter((_, s) => states.some((of) => of[s] > 0));
    return {
      grid: {left: 110, right: 24, top: 40, bottom: 44},
      legend: legend(colours, {data: used}),
      tooltip: tooltip(colours, {trigger: 'axis', axisPointer: {type: 'shadow'}, formatter: (p: Option[]) => this.hover(layers[p[0].dataIndex], states[p[0].dataIndex])}),
      xAxis: axis(colours, this.share ? `Share of the layer\u2019s cycles, ${this.unit} (%)` : `Cycles, ${this.unit}`, {
        type: 'value', nameGap: 28, max: this.share ? 1 : undefined,
        axisLabel: {color: colours.muted, formatter: (v: number) => (this.share ? `${Math.round(100 * v)} %` : short(v))},
      }),
      yAxis: axis(colours, '', {type: 'category', inverse: true, data: layers.map((l) => l.name), splitLine: {show: false}, axisLabel: {color: colours.text, fontSize: 11.5, interval: 0}}),
      series: used.map((state) => ({
        name: state, type: 'bar', stack: 'cycles', barCategoryGap: '22%', itemStyle: {color: colours.states[state]},
        emphasis: {disabled: true},
        data: states.map((of, i) => of[kStates.indexOf(state)] / whole(i)),
      })),
    };
  }

  private hover(layer: Layer, states: number[]): HTMLElement {
    const table = this.model.layers!;
    const total = states.reduce((a, b) => a + b, 0);
    const bound = Math.max(table.numbers('bound_compute')[layer.row], table.numbers('bound_memory')[layer.row]);
    const rows = kStates.map((s, i) => ({s, n: states[i]})).filter(({n}) => n > 0);
    return el(
      'div',
      {},
      el('strong', {}, `${layer.name}: ${integer(this.cycles(layer))} cycles`),
      table.has('description') ? el('div', {}, table.texts('description')[layer.row]) : null,
      el('div', {}, `bound ${integer(bound)} cycles`),
      el('div', {}, `lost because ${whyLost(this.model, layer)}`),
      el('table', {class: 'tip'}, ...rows.map(({s, n}) => el('tr', {}, el('td', {}, `${this.unit} ${kStateWords[s]} (${s})`), el('td', {}, integer(n)), el('td', {}, percent(total === 0 ? 0 : n / total))))),
    );
  }
}

// The words are made once per kind of cause; the percentage is this layer's.
export function whyLost(model: Model, layer: Layer): string {
  const states = model.states(model.layers!, 'compute', layer.row);
  const total = states.reduce((a, b) => a + b, 0);
  const most = Math.max(...states.slice(1));
  return model.layers!.texts('why')[layer.row].replace('{}', total === 0 ? '0.0' : ((100 * most) / total).toFixed(1));
}

export function missingLayers(model: Model, row: number): string {
  const reason = model.header.layers_missing as string | undefined;
  return `${reason ?? 'The layers of this run are not known.'} ${model.header.kind === 'sweep' ? `This is point ${model.value('idx', row)}.` : ''}`;
}
