// A chart in the page: sized by its element, redrawn for another theme, described for screen readers.

import {BarChart, LineChart, ScatterChart} from 'echarts/charts';
import {AriaComponent, AxisPointerComponent, DataZoomInsideComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent} from 'echarts/components';
import * as echarts from 'echarts/core';
import {CanvasRenderer, SVGRenderer} from 'echarts/renderers';

import {el} from './dom';
import {onTheme, palette, type Palette} from './theme';

echarts.use([
  AriaComponent, AxisPointerComponent, BarChart, CanvasRenderer, DataZoomInsideComponent, GridComponent,
  LegendComponent, LineChart, MarkLineComponent, ScatterChart, SVGRenderer, TooltipComponent,
]);

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Option = Record<string, any>;

// All charts of the page, for tests.
export const charts = new Map<string, Chart>();

export class Chart {
  readonly element: HTMLElement;
  private readonly plot: HTMLElement;
  private readonly note: HTMLElement;
  private instance: echarts.ECharts | null = null;
  private build: ((colours: Palette, width: number) => Option) | null = null;
  private body: number; // height without the legend
  private legendWords: string[] = [];
  private handlers: [string, (event: Option) => void][] = [];

  // Canvas is faster for thousands of points, SVG sharper on paper.
  constructor(id: string, private readonly label: string, height: number, private readonly renderer: 'canvas' | 'svg' = 'svg') {
    this.body = height;
    this.plot = el('div', {class: 'plot', id, role: 'img', 'aria-label': label, style: `height:${height}px`});
    this.note = el('p', {class: 'empty', hidden: true});
    this.element = el('div', {class: 'chart'}, this.plot, this.note);
    charts.set(id, this);
    onTheme(() => this.redraw());
    new ResizeObserver(() => this.resize()).observe(this.plot);
  }

  on(event: string, handler: (event: Option) => void): void {
    this.handlers.push([event, handler]);
    this.instance?.on(event, handler as never);
  }

  // Shows what `build` returns for the colours of the theme and the width of the plot; it is called
  // again for others.
  draw(build: (colours: Palette, width: number) => Option, description?: string): void {
    this.build = build;
    this.plot.hidden = false;
    this.note.hidden = true;
    this.plot.setAttribute('aria-label', description ?? this.label);
    this.redraw();
  }

  // Nothing to draw, and why.
  explain(...reason: (Node | string)[]): void {
    this.build = null;
    this.plot.hidden = true;
    this.note.hidden = false;
    this.note.replaceChildren(...reason);
  }

  // Of the plot itself; a legend of these words stands above it, in as many lines as it needs.
  setHeight(height: number, legendWords: string[] = []): void {
    this.body = height;
    this.legendWords = legendWords;
    this.layout();
  }
  legendHeight(words: string[], width: number): number {
    let lines = 1, used = 0;
    for (const word of words) {
      const item = 12 + 5 + 6.7 * word.length + 14;
      if (used > 0 && used + item > width) {
        lines++;
        used = 0;
      }
      used += item;
    }
    return 26 * lines + 10; // its itemHeight and itemGap
  }

  // For tests and for keys: where a value is drawn, relative to the plot.
  pixelOf(value: [number, number]): number[] | undefined {
    return this.instance?.convertToPixel({gridIndex: 0}, value);
  }
  dispatch(action: Option): void {
    this.instance?.dispatchAction(action as never);
  }
  get plotElement(): HTMLElement {
    return this.plot;
  }

  // For tests: what is drawn.
  get drawn(): echarts.ECharts | null {
    return this.build === null ? null : this.instance;
  }

  private redraw(): void {
    if (this.build === null || this.plot.clientWidth === 0) return;
    this.layout();
    if (this.instance === null) {
      this.instance = echarts.init(this.plot, null, {renderer: this.renderer});
      for (const [event, handler] of this.handlers) this.instance.on(event, handler as never);
    }
    const colours = palette();
    this.instance.setOption({...common(colours), ...this.build(colours, this.plot.clientWidth)}, {notMerge: true});
  }

  private layout(): void {
    const above = this.legendWords.length === 0 ? 0 : this.legendHeight(this.legendWords, this.plot.clientWidth);
    this.plot.style.height = `${this.body + above}px`;
    if (this.instance !== null && this.instance.getHeight() !== this.plot.clientHeight) this.instance.resize({animation: {duration: 0}});
  }

  // A legend may need more lines in a narrower plot, and axes fewer labels.
  private resize(): void {
    if (this.instance !== null && this.instance.getWidth() !== this.plot.clientWidth) this.instance.resize({animation: {duration: 0}});
    this.redraw();
  }
}

function common(colours: Palette): Option {
  return {
    animation: false,
    textStyle: {fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif', color: colours.text},
    color: colours.categories,
    backgroundColor: 'transparent',
  };
}

export function tooltip(colours: Palette, more: Option): Option {
  return {
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.grid,
    textStyle: {color: colours.text, fontSize: 12.5},
    extraCssText: 'box-shadow:0 4px 16px rgba(0,0,0,.18);border-radius:6px;max-width:26rem;white-space:normal',
    ...more,
  };
}

export function axis(colours: Palette, name: string, more: Option = {}): Option {
  return {
    name,
    nameLocation: 'middle',
    nameTextStyle: {color: colours.text, fontSize: 12.5},
    axisLine: {show: true, lineStyle: {color: colours.muted}},
    axisTick: {lineStyle: {color: colours.muted}},
    axisLabel: {color: colours.muted, fontSize: 11.5, hideOverlap: true},
    splitLine: {lineStyle: {color: colours.grid}},
    minorSplitLine: {show: false},
    ...more,
  };
}

export function legend(colours: Palette, more: Option = {}): Option {
  return {type: 'plain', top: 0, left: 0, itemWidth: 12, itemHeight: 12, itemGap: 14, textStyle: {color: colours.text, fontSize: 12}, inactiveColor: colours.muted, ...more};
}

// Limits of a logarithmic axis: one digit around the values, so that small ranges fill the plot.
export function logLimits(values: Iterable<number>): {min: number; max: number} {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v > 0 && v < low) low = v;
    if (v > high) high = v;
  }
  if (!(low <= high)) return {min: 1, max: 10};
  const room = Math.max((high / low) ** 0.04, 1.05);
  const digits = (v: number, round: (v: number) => number) => {
    const scale = 10 ** (Math.floor(Math.log10(v)) - 1);
    return round(v / scale) * scale;
  };
  return {min: digits(low / room, Math.floor), max: digits(high * room, Math.ceil)};
}
