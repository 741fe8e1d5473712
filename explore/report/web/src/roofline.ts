// The roofline of a configuration and where its layers were measured.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {el} from './dom';
import {bytes, integer, percent, short} from './format';
import type {Layer, Model} from './model';
import {missingLayers} from './layers';
import {logAxis} from './scatter';
import type {Palette} from './theme';

interface Spot {
  name: string;
  opsPerByte: number;
  opsPerCycle: number;
  cycles: number;
  bytes: number;
}

const kMoved = ['inp_load_nbytes', 'wgt_load_nbytes', 'acc_load_nbytes', 'uop_load_nbytes', 'out_store_nbytes'];

export class Roofline {
  readonly element: HTMLElement;
  private readonly chart = new Chart('roofline-plot', 'Roofline', 420);

  constructor(private readonly model: Model) {
    this.element = el(
      'div',
      {class: 'card', id: 'roofline'},
      el('h3', {}, 'Roofline'),
      this.chart.element,
      el('p', {class: 'muted'}, 'Operations (two per multiply-accumulate of the layer, padding left out) per byte that was moved to or from memory, and per '
        + 'cycle that it took. Layers without multiplications are not drawn. Layers overlap: what is loaded while the layer before still computes costs '
        + 'a short layer nothing, so it can stand above the slope.'),
    );
  }

  open(row: number): void {
    const layers = this.model.layersOf(row);
    const peak = 2 * this.model.number('macs', row);
    const bus = this.model.number('bus_bytes', row);
    const spots = (layers ?? []).map((l) => this.spotOf(l)).filter((s) => s.opsPerCycle > 0 && Number.isFinite(s.opsPerByte));
    const whole = this.whole(row);
    const note = layers ? '' : ` ${missingLayers(this.model, row)}`;
    this.chart.draw((colours) => option(colours, spots, whole, peak, bus),
      `Roofline: ${peak} operations per cycle at most, ${bus} bytes per cycle; the whole network at ${whole.opsPerCycle.toFixed(1)} operations per cycle and ${whole.opsPerByte.toFixed(1)} per byte.${note}`);
  }

  private spotOf(layer: Layer): Spot {
    const t = this.model.layers!;
    const of = (name: string) => t.numbers(name)[layer.row];
    return spot(layer.name, of('macs'), of('cycles'), kMoved.reduce((sum, name) => sum + of(name), 0));
  }

  private whole(row: number): Spot {
    const of = (name: string) => this.model.number(name, row);
    return spot('whole network', of('device_macs'), of('cycles'), of('dram_bytes'));
  }
}

function spot(name: string, macs: number, cycles: number, moved: number): Spot {
  return {name, cycles, bytes: moved, opsPerByte: (2 * macs) / moved, opsPerCycle: (2 * macs) / cycles};
}

function option(colours: Palette, spots: Spot[], whole: Spot, peak: number, bus: number): Option {
  const ridge = peak / bus;
  const xs = [...spots.map((s) => s.opsPerByte), whole.opsPerByte, ridge / 4, ridge * 4];
  const ys = [...spots.map((s) => s.opsPerCycle), whole.opsPerCycle, peak / 8, peak * 1.4];
  const x = logAxis(xs, {color: colours.muted, formatter: short});
  const y = logAxis(ys, {color: colours.muted, formatter: short});
  const line = (name: string, points: number[][], type: string) => ({
    name, type: 'line', data: points, showSymbol: false, silent: true, lineStyle: {color: colours.text, width: 1.8, type}, itemStyle: {color: colours.text},
  });
  const dots = (name: string, list: Spot[], size: number, colour: string, symbol: string) => ({
    name, type: 'scatter', symbol, symbolSize: size, itemStyle: {color: colour, opacity: 0.85}, data: list.map((s) => ({value: [s.opsPerByte, s.opsPerCycle], spot: s})),
  });
  const slopeFrom = Math.max(x.min, y.min / bus);
  return {
    grid: {left: 70, right: 28, top: 44, bottom: 52},
    legend: legend(colours, {itemWidth: 20, data: [
      {name: `compute roof, ${integer(peak)} operations per cycle`, icon: 'path://M0 4h20v2H0z'},
      {name: `memory roof, ${bus} bytes per cycle`, icon: 'path://M0 4h5v2H0zM8 4h5v2H8zM16 4h4v2h-4z'},
      {name: 'layers', icon: 'circle'}, {name: 'whole network', icon: 'diamond'},
    ]}),
    tooltip: tooltip(colours, {trigger: 'item', formatter: (p: Option) => (p.data?.spot ? hover(p.data.spot, peak, bus) : '')}),
    xAxis: axis(colours, 'Operations per byte moved', {type: 'log', nameGap: 30, ...x}),
    yAxis: axis(colours, 'Operations per cycle', {type: 'log', nameGap: 50, ...y}),
    series: [
      line(`compute roof, ${integer(peak)} operations per cycle`, [[ridge, peak], [x.max, peak]], 'solid'),
      line(`memory roof, ${bus} bytes per cycle`, [[slopeFrom, slopeFrom * bus], [ridge, peak]], 'dashed'),
      dots('layers', spots, 10, colours.categories[0], 'circle'),
      dots('whole network', [whole], 16, colours.categories[1], 'diamond'),
    ],
  };
}

function hover(s: Spot, peak: number, bus: number): HTMLElement {
  const roof = Math.min(peak, bus * s.opsPerByte);
  const rows: [string, string][] = [
    ['operations per byte', s.opsPerByte.toFixed(1)],
    ['operations per cycle', s.opsPerCycle.toFixed(1)],
    ['of the roof above it', percent(s.opsPerCycle / roof)],
    ['limited by', roof === peak ? `the multipliers: ${integer(peak)} operations per cycle` : `the bus: ${bus} bytes per cycle`],
    ['cycles', integer(s.cycles)],
    ['moved', bytes(s.bytes)],
  ];
  return el('div', {}, el('strong', {}, s.name), el('table', {class: 'tip'}, ...rows.map(([k, v]) => el('tr', {}, el('td', {}, k), el('td', {}, v)))));
}
