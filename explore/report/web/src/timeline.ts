// How busy the units and the bus were over time.

import {axis, Chart, tooltip, type Option} from './chart';
import {el} from './dom';
import {integer, short} from './format';
import {datum, fixed, known, plus, product, share, whole, type Known} from './known';
import type {Model, Timeline} from './model';
import type {Palette} from './theme';
import {kUnits} from './units';

interface LayerEnd {
  name: string;
  source: string;
  end: number;
}

const kTrackHeight = 64;
const kTracks = [...kUnits, 'bus'] as const;

export class TimelineChart {
  readonly element: HTMLElement;
  private readonly chart = new Chart('timeline-plot', 'Utilization over time', kTracks.length * (kTrackHeight + 14) + 80);

  constructor(private readonly model: Model) {
    this.element = el('div', {class: 'card', id: 'timeline'}, el('h3', {}, 'Utilization over time'), this.chart.element);
  }

  open(row: number): void {
    const timeline = this.model.timelineOf(row);
    if (!timeline) {
      this.chart.explain(this.model.header.kind === 'sweep'
        ? 'A sweep keeps no timelines. Run this point again and report on the run: vta run MODEL --config SWEEP.db#POINT --backend csim --timing-only --timeline --json > run.json, then vta report run.json.'
        : 'This run was recorded without a timeline; vta run --backend csim --timeline --json records one.');
      return;
    }
    const ends = this.layerEnds(row);
    this.chart.draw((colours, width) => option(colours, width, timeline, ends, row), `Busy share of fetch, load, compute, store and bus in ${timeline.bins} bins of ${integer(timeline.bin_cycles)} cycles`);
  }

  private layerEnds(row: number): LayerEnd[] {
    let end = 0;
    return (this.model.layersOf(row) ?? []).map((l) => ({
      name: l.name, source: this.model.layers!.source('name', l.row), end: (end += this.model.layers!.numbers('cycles')[l.row]),
    }));
  }
}

function option(colours: Palette, width: number, timeline: Timeline, ends: LayerEnd[], row: number): Option {
  const shares = (track: string) => (track === 'bus' ? timeline.bus : timeline.units[track]);
  const top = (i: number) => 14 + i * (kTrackHeight + 14);
  const last = kTracks.length - 1;
  const limit = timeline.cycles;
  return {
    axisPointer: {link: [{xAxisIndex: 'all'}], label: {show: false}},
    grid: kTracks.map((_, i) => ({left: 84, right: 24, top: top(i), height: kTrackHeight})),
    tooltip: tooltip(colours, {trigger: 'axis', formatter: (p: Option[]) => hover(Math.min(Math.max(p[0].dataIndex - 1, 0), timeline.bins - 1), timeline, ends, row)}),
    dataZoom: [{type: 'inside', xAxisIndex: kTracks.map((_, i) => i), filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false}],
    xAxis: kTracks.map((_, i) => axis(colours, i === last ? 'Cycles since the start' : '', {
      type: 'value', gridIndex: i, min: 0, max: limit, nameGap: 30, splitNumber: width < 560 ? 3 : 5, splitLine: {show: false},
      axisLabel: {show: i === last, color: colours.muted, formatter: short}, axisTick: {show: i === last},
    })),
    yAxis: kTracks.map((track, i) => axis(colours, `${track} (%)`, {
      type: 'value', gridIndex: i, min: 0, max: 1, interval: 0.5, nameGap: 44, nameTextStyle: {color: colours.text, fontSize: 11.5},
      axisLabel: {color: colours.muted, fontSize: 10, formatter: (v: number) => String(100 * v)},
    })),
    series: kTracks.map((track, i) => ({
      name: track, type: 'line', step: 'middle', xAxisIndex: i, yAxisIndex: i, showSymbol: false, sampling: undefined,
      lineStyle: {width: 1, color: colours.categories[i]}, itemStyle: {color: colours.categories[i]}, areaStyle: {color: colours.categories[i], opacity: 0.35},
      data: steps(shares(track), timeline.bin_cycles),
    })),
  };
}

// A point in the middle of each bin, which the pointer finds, and one at either end.
function steps(shares: number[], width: number): [number, number][] {
  const last = shares.length - 1;
  return [[0, shares[0]], ...shares.map((share, bin): [number, number] => [(bin + 0.5) * width, share]), [shares.length * width, shares[last]]];
}

function hover(bin: number, timeline: Timeline, ends: LayerEnd[], row: number): HTMLElement {
  const source = `header.timelines[${JSON.stringify(String(row))}]`;
  const width = known(timeline.bin_cycles, `${source}.bin_cycles`);
  const from = product(known(bin, String(bin)), width);
  const layer = ends.find((l) => l.end > from.value);
  const of = (track: string): Known => (track === 'bus' ? known(timeline.bus[bin], `${source}.bus[${bin}]`) : known(timeline.units[track][bin], `${source}.units.${track}[${bin}]`));
  return el(
    'div',
    {},
    el('strong', {}, 'Cycles ', whole(from), ' to ', whole(plus(from, width))),
    layer ? el('div', {}, 'in ', datum(layer.name, layer.source)) : null,
    el('table', {class: 'tip'}, ...kTracks.map((t) => el('tr', {}, el('td', {}, fixed(t)), el('td', {}, share(of(t)))))),
  );
}
