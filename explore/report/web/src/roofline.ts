// The roofline of a configuration and where its layers were measured.

import {axis, Chart, legend, tooltip, type Option} from './chart';
import {el} from './dom';
import {bytes, integer, significant, short} from './format';
import {constant, fixed, fraction, number, over, phrase, product, share, sum, whole, type Known} from './known';
import type {Layer, Model} from './model';
import {logAxis} from './scatter';
import type {Palette} from './theme';

interface Spot {
  name: HTMLElement;
  opsPerByte: Known;
  opsPerCycle: Known;
  cycles: Known;
  bytes: Known;
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
    const peak = product(constant(2), this.model.known('macs', row));
    const bus = this.model.known('bus_bytes', row);
    const spots = (layers ?? []).map((l) => this.spotOf(l)).filter((s) => s.opsPerCycle.value > 0 && Number.isFinite(s.opsPerByte.value));
    const whole = this.whole(row);
    const note = layers ? '' : ' Its layers are not in this file.';
    this.chart.setHeight(380, legendItems(peak, bus).map((i) => i.name));
    this.chart.draw((colours, width) => option(colours, spots, whole, peak, bus, this.chart.legendHeight(legendItems(peak, bus).map((i) => i.name), width), width),
      `Roofline: ${integer(peak.value)} operations per cycle at most, ${bus.value} bytes per cycle; the whole network at ${significant(whole.opsPerCycle.value)} operations per cycle and ${significant(whole.opsPerByte.value)} per byte.${note}`);
  }

  private spotOf(layer: Layer): Spot {
    const of = (name: string) => this.model.layers!.known(name, layer.row);
    return spot(this.model.layers!.text('name', layer.row), of('macs'), of('cycles'), sum(kMoved.map(of)));
  }

  private whole(row: number): Spot {
    const of = (name: string) => this.model.known(name, row);
    return spot(fixed('whole network'), of('device_macs'), of('cycles'), of('total_nbytes'));
  }
}

function spot(name: HTMLElement, macs: Known, cycles: Known, moved: Known): Spot {
  const operations = product(constant(2), macs);
  return {name, cycles, bytes: moved, opsPerByte: over(operations, moved), opsPerCycle: over(operations, cycles)};
}

function legendItems(peak: Known, bus: Known): {name: string; icon: string}[] {
  return [
    {name: `compute roof, ${integer(peak.value)} operations per cycle`, icon: 'path://M0 4h20v2H0z'},
    {name: `memory roof, ${bus.value} bytes per cycle`, icon: 'path://M0 4h5v2H0zM8 4h5v2H8zM16 4h4v2h-4z'},
    {name: 'layers', icon: 'circle'}, {name: 'whole network', icon: 'diamond'},
  ];
}

function option(colours: Palette, spots: Spot[], whole: Spot, peakOf: Known, busOf: Known, top: number, width: number): Option {
  const peak = peakOf.value, bus = busOf.value;
  const [compute, memory] = legendItems(peakOf, busOf);
  const ridge = peak / bus;
  const xs = [...spots.map((s) => s.opsPerByte.value), whole.opsPerByte.value, ridge / 4, ridge * 4];
  const ys = [...spots.map((s) => s.opsPerCycle.value), whole.opsPerCycle.value, peak / 8, peak * 1.4];
  const x = logAxis(xs, {color: colours.muted, formatter: short});
  const y = logAxis(ys, {color: colours.muted, formatter: short});
  const line = (name: string, points: number[][], type: string) => ({
    name, type: 'line', data: points, showSymbol: false, silent: true, lineStyle: {color: colours.text, width: 1.8, type}, itemStyle: {color: colours.text},
  });
  const dots = (name: string, list: Spot[], size: number, colour: string, symbol: string) => ({
    name, type: 'scatter', symbol, symbolSize: size, itemStyle: {color: colour, opacity: 0.85}, data: list.map((s) => ({value: [s.opsPerByte.value, s.opsPerCycle.value], spot: s})),
  });
  const slopeFrom = Math.max(x.min, y.min / bus);
  return {
    grid: {left: width < 560 ? 58 : 70, right: 28, top, bottom: 52},
    legend: legend(colours, {itemWidth: 20, data: legendItems(peakOf, busOf)}),
    tooltip: tooltip(colours, {trigger: 'item', formatter: (p: Option) => (p.data?.spot ? hover(p.data.spot, peakOf, busOf) : '')}),
    xAxis: axis(colours, 'Operations per byte moved', {type: 'log', nameGap: 30, ...x}),
    yAxis: axis(colours, 'Operations per cycle', {type: 'log', nameGap: 50, ...y}),
    series: [
      line(compute.name, [[ridge, peak], [x.max, peak]], 'solid'),
      line(memory.name, [[slopeFrom, slopeFrom * bus], [ridge, peak]], 'dashed'),
      dots('layers', spots, 10, colours.categories[0], 'circle'),
      dots('whole network', [whole], 16, colours.categories[1], 'diamond'),
    ],
  };
}

function hover(s: Spot, peak: Known, bus: Known): HTMLElement {
  const slope = product(bus, s.opsPerByte);
  const underPeak = peak.value <= slope.value;
  const rows: [string, Node][] = [
    ['operations per byte', fraction(s.opsPerByte, 1)],
    ['operations per cycle', fraction(s.opsPerCycle, 1)],
    ['of the roof above it', share(over(s.opsPerCycle, underPeak ? peak : slope))],
    ['limited by', underPeak ? phrase('the multipliers: ', whole(peak), ' operations per cycle') : phrase('the bus: ', whole(bus), ' bytes per cycle')],
    ['cycles', whole(s.cycles)],
    ['moved', number(s.bytes, bytes)],
  ];
  return el('div', {}, el('strong', {}, s.name.cloneNode(true)), el('table', {class: 'tip'}, ...rows.map(([k, v]) => el('tr', {}, el('td', {}, k), el('td', {}, v)))));
}
