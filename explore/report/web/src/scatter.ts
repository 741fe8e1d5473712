// The trade-off: every point by two metrics, its Pareto front, a third property as colour.

import {axis, Chart, legend, logLimits, tooltip, type Option} from './chart';
import {checkbox, el, section, select, type OptionLabel} from './dom';
import {field, headingText, label, shortOf, shown, tickOf} from './fields';
import {counted, known, phrase, whole} from './known';
import {isConstant, labelNode, missingPoints, type Model, type Selection, type View} from './model';
import {paretoFront} from './pareto';
import type {Palette} from './theme';

const kMaxColours = 8;

interface Group {
  label: string;
  colour: string;
  rows: number[];
}

export class Scatter {
  readonly element: HTMLElement;
  private x: string;
  private y: string;
  private colourBy: string;
  private logX = true;
  private logY = true;
  private rows: number[] = []; // that are drawn
  private front: number[] = [];
  private cursor = -1; // on the front
  private readonly chart: Chart;
  private readonly status = el('p', {class: 'status', 'aria-live': 'polite', id: 'scatter-status'});

  constructor(private readonly model: Model, private readonly selection: Selection, private readonly show: (row: number) => void) {
    const names = model.metrics.map((m) => m.name);
    const {objectives} = model;
    this.x = objectives[0] ?? names[0];
    this.y = objectives.find((o) => o !== this.x) ?? names.find((n) => n !== this.x) ?? names[0];
    this.colourBy = model.varying.includes('macs') ? 'macs' : (model.varying[0] ?? '');
    this.chart = new Chart('scatter-plot', 'Scatter plot of all points', 520, 'canvas');
    this.chart.on('click', (e) => this.openPoint(e.data?.row));
    this.element = section(
      'tradeoff',
      'Trade-off',
      el('p', {class: 'lead'}, 'Every point is one configuration, simulated to the cycle; to the left and down is better. '
        + 'Click a point to see its layers. With the keyboard: arrows left and right walk along the Pareto front, Enter opens.'),
      missingPoints(this.model),
      this.controls(),
      this.chart.element,
      this.status,
    );
    const plot = this.chart.plotElement;
    plot.tabIndex = 0;
    plot.addEventListener('keydown', (e) => this.key(e));
    selection.listen((what) => {
      if (what === 'view') this.cursor = -1;
      this.draw();
    });
  }

  private controls(): HTMLElement {
    const metrics = this.model.metrics.map((m): [string, OptionLabel] =>
      [m.name, m.name === 'device_share' ? {text: m.label, parts: [[this.model.device.title, 'header.device.title']]} : m.label]);
    const colours = ['', ...this.model.varying].map((n): [string, string] => [n, n === '' ? 'nothing' : field(n).label]);
    return el(
      'div',
      {class: 'controls'},
      select('Across', metrics, this.x, (v) => { this.x = v; this.draw(); }, 'scatter-x'),
      select('Up', metrics, this.y, (v) => { this.y = v; this.draw(); }, 'scatter-y'),
      select('Colour', colours, this.colourBy, (v) => { this.colourBy = v; this.draw(); }, 'scatter-colour'),
      checkbox('Logarithmic across', this.logX, (on) => { this.logX = on; this.draw(); }, 'scatter-log-x'),
      checkbox('Logarithmic up', this.logY, (on) => { this.logY = on; this.draw(); }, 'scatter-log-y'),
    );
  }

  // Rows below are of the view's table.
  private get view(): View {
    return this.selection.view!;
  }
  private at(name: string, row: number): number {
    return this.view.table.numbers(name)[row];
  }
  private get noun(): string {
    return this.view.network === null ? 'machine' : 'point';
  }

  draw(): void {
    const {model, selection} = this;
    this.rows = selection.rowsOf(this.view);
    this.front = paretoFront(this.rows, (row) => this.at(this.x, row), (row) => this.at(this.y, row));
    this.cursor = Math.min(this.cursor, this.front.length - 1);
    if (this.rows.length === 0) {
      this.chart.explain('No point passes the filters of the table.');
      this.status.replaceChildren();
      return;
    }
    const front = `front(${this.view.index}, '${this.x}', '${this.y}')`;
    const confirmed = this.front.filter((r) => this.isConfirmed(r)).length;
    this.status.replaceChildren(counted(known(this.rows.length, `shownIn(${this.view.index}).length`), this.noun),
      this.rows.length < this.view.rows.length ? ' (filtered by the table); ' : '; ',
      whole(known(this.front.length, `${front}.length`)), ' of them on the Pareto front of these two metrics, ',
      whole(known(confirmed, `${front}.filter((r) => confirmed(${this.view.index}, r)).length`)), ' of those confirmed on the RTL. Open: point ', model.indexNode(selection.open), '.');
    this.chart.draw((colours, width) => this.option(colours, width), `${field(this.y).label} against ${field(this.x).label}, ${this.status.textContent}`);
  }

  // A machine is confirmed where all its points are.
  private isConfirmed(row: number): boolean {
    return this.model.points.has('confirmation') && this.model.pointsOf(this.view, row).every((p) => this.model.value('confirmation', p) === 'confirmed');
  }

  private option(colours: Palette, width: number): Option {
    const groups = this.groups(colours);
    const data = (rows: number[]) => rows.map((row) => ({value: [this.at(this.x, row), this.at(this.y, row)], row}));
    const front = (rows: number[], more: Option) => ({type: 'scatter', z: 5, data: data(rows), cursor: 'pointer', ...more});
    const outline = {color: 'transparent', borderColor: colours.mark, borderWidth: 1.6};
    const open = this.rows.filter((row) => this.model.pointsOf(this.view, row).includes(this.selection.open));
    const names = [...groups.map((g) => g.label), 'Pareto front', 'confirmed on the RTL', 'open'];
    return {
      grid: {left: width < 560 ? 66 : 84, right: 24, top: this.chart.legendHeight(names, width), bottom: 56},
      legend: legend(colours, {data: names}),
      tooltip: tooltip(colours, {trigger: 'item', formatter: (p: Option) => (p.data?.row === undefined ? '' : this.hover(p.data.row))}),
      xAxis: this.axisOf(colours, this.x, this.logX, 34),
      yAxis: this.axisOf(colours, this.y, this.logY, width < 560 ? 48 : 66),
      series: [
        ...groups.map((g) => ({
          type: 'scatter', name: g.label, data: data(g.rows), symbolSize: 7, cursor: 'pointer',
          itemStyle: {color: g.colour, opacity: 0.8, borderColor: colours.muted, borderWidth: 0.7}, emphasis: {scale: 1.6, itemStyle: {opacity: 1}},
        })),
        {type: 'line', name: 'front line', data: data(this.front), step: 'end', showSymbol: false, silent: true, z: 4, lineStyle: {color: colours.mark, width: 1, type: 'dashed', opacity: 0.6}},
        front(this.front, {name: 'Pareto front', symbolSize: 12, itemStyle: outline}),
        front(this.front.filter((r) => this.isConfirmed(r)), {name: 'confirmed on the RTL', symbol: 'diamond', symbolSize: 18, itemStyle: outline}),
        front(open, {name: 'open', symbol: 'circle', symbolSize: 26, z: 6, silent: true, itemStyle: {color: 'transparent', borderColor: colours.accent, borderWidth: 3}}),
        front(this.front.slice(this.cursor, this.cursor + 1), {name: 'cursor', symbol: 'rect', symbolSize: 24, z: 7, silent: true, itemStyle: {color: 'transparent', borderColor: colours.mark, borderWidth: 2}}),
      ],
    };
  }

  private axisOf(colours: Palette, name: string, log: boolean, gap: number): Option {
    const metric = this.model.metric(name);
    const values = this.rows.map((row) => this.at(name, row));
    const title = metric.unit === '' ? metric.label : `${metric.label} (${metric.unit})`;
    const label = {color: colours.muted, fontSize: 11.5, hideOverlap: true, formatter: (v: number) => tickOf(name, v)};
    if (!log || values.some((v) => v <= 0)) return axis(colours, title, {type: 'value', scale: true, nameGap: gap, axisLabel: label});
    return axis(colours, title, {type: 'log', nameGap: gap, ...logAxis(values, label)});
  }

  // Few distinct values: a colour each, from small to large; texts get colours that have no order.
  private groups(colours: Palette): Group[] {
    const name = this.colourBy;
    const all = this.rows;
    const column = this.view.table.columns.get(name);
    if (name === '' || !column || isConstant(column)) return [{label: 'points', colour: colours.categories[0], rows: all}];
    const values = [...new Set(all.map((row) => column[row]))];
    const ordered = typeof values[0] === 'number';
    values.sort((a, b) => (ordered ? (a as number) - (b as number) : String(a).localeCompare(String(b))));
    const buckets = Math.min(values.length, kMaxColours);
    const bucketOf = new Map(values.map((v, i) => [v, ordered ? Math.floor((i * buckets) / values.length) : Math.min(i, kMaxColours - 1)]));
    return Array.from({length: buckets}, (_, b) => {
      const inside = values.filter((v) => bucketOf.get(v) === b);
      const first = shortOf(name, inside[0]), last = shortOf(name, inside[inside.length - 1]);
      const range = inside.length === 1 ? first : ordered ? `${first}\u2013${last}` : `${inside.length} others`;
      const at = buckets === 1 ? 0 : Math.round((b * (colours.sequence.length - 1)) / (buckets - 1));
      return {
        label: b === 0 ? `${headingText(name)}: ${range}` : range,
        colour: ordered ? colours.sequence[at] : colours.categories[b],
        rows: all.filter((row) => bucketOf.get(column[row]) === b),
      };
    });
  }

  private hover(row: number): HTMLElement {
    const {table} = this.view;
    const names = this.namesOf('issued_percent', 'confirmation');
    const onFront = this.front.includes(row) ? ', on the Pareto front' : '';
    return el(
      'div',
      {},
      el('strong', {}, this.title(row), onFront),
      el('table', {class: 'tip'}, ...names.map((n) => el('tr', {}, el('td', {}, this.labelOf(n)), el('td', {}, shown(table, n, row))))),
    );
  }

  // What is said of a row; a machine is of no single network.
  private namesOf(...more: string[]): string[] {
    const {table, network} = this.view;
    return [...new Set([this.x, this.y, ...this.model.varying, ...more])].filter((n) => table.has(n) && (network !== null || n !== 'network'));
  }
  private title(row: number): Node {
    const points = this.model.pointsOf(this.view, row);
    return phrase(points.length > 1 ? 'Points ' : 'Point ', ...points.flatMap((p, i): Node[] => [phrase(i > 0 ? ', ' : '', this.model.indexNode(p))]));
  }

  private labelOf(name: string): Node {
    return name === 'device_share' ? labelNode(name, this.model.metric(name).label) : label(name);
  }

  private openPoint(row: number | undefined): void {
    if (row !== undefined) this.show(this.model.pointOf(this.view, row));
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && this.front.length > 0) {
      event.preventDefault();
      this.cursor = (this.cursor + step + this.front.length) % this.front.length;
      this.draw();
      const row = this.front[this.cursor];
      const {table} = this.view;
      const names = this.namesOf();
      this.status.replaceChildren(this.title(row), ': ',
        ...names.flatMap((n, i): Node[] => [phrase(i > 0 ? ', ' : '', this.labelOf(n), ' ', shown(table, n, row))]));
    } else if (event.key === 'Enter' && this.cursor >= 0) {
      this.openPoint(this.front[this.cursor]);
    }
  }

  // For tests.
  get pareto(): number[] {
    return this.front;
  }
  pixelOf(row: number): number[] | undefined {
    return this.chart.pixelOf([this.at(this.x, row), this.at(this.y, row)]);
  }
}

// Ticks at 1, 2 and 5 of each decade where there are few decades.
export function logAxis(values: number[], axisLabel: Option): Option {
  const {min, max} = logLimits(values);
  const steps = Math.log10(max / min) < 0.8 ? [1, 1.5, 2, 3, 4, 5, 6, 8] : Math.log10(max / min) < 2.5 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let e = Math.floor(Math.log10(min)); e <= Math.ceil(Math.log10(max)); e++)
    for (const s of steps) if (s * 10 ** e >= min && s * 10 ** e <= max) ticks.push(s * 10 ** e);
  if (ticks.length < 2) return {min, max, axisLabel};
  return {min, max, axisTick: {customValues: ticks}, axisLabel: {...axisLabel, customValues: ticks}};
}
