// The points of a report, which may be thousands of a sweep, one run or two.

import type {Data, Header, Table, Values} from './data';
import {el} from './dom';
import {datum, fixed, known, phrase, type Known} from './known';
import {configColumns, field, isRate, setFields, type Field} from './fields';
import {kStates, type Unit} from './units';

export interface Metric {
  name: string;
  label: string;
  unit: string;
}

export interface Timeline {
  bin_cycles: number;
  bins: number;
  cycles: number;
  units: Record<string, number[]>;
  bus: number[];
}

export interface Layer {
  ordinal: number;
  name: string;
  kind: string;
  row: number; // of the table of layers
}

export interface Device {
  name: string;
  title: string;
  source: string;
  note: string;
  lut: number;
  ff: number;
  dsp: number;
  bram18: number;
  port_bytes: number; // of the memory port; 0: not known
  share: string; // the column that has the share of it
}

// What may be compared with each other: the points of one network, or machines over all networks.
export interface View {
  index: number; // of header.sets
  network: string | null; // null: all
  label: string;
  table: Table;
  rows: number[]; // of `table`
}

// What the program recommends of a view; rows of its table.
export interface Choice {
  network: string | null;
  table: 'point' | 'machine';
  points: number;
  fitting: number;
  fastest: number | null;
  cheapest: number | null;
  next: number | null;
  steps: {axis: string; from: string; to: string; row: number}[];
}

export class Model {
  readonly header: Header;
  readonly points: Table;
  readonly keys: Table | undefined; // every key of each point's configuration
  readonly layers: Table | undefined;
  readonly sensitivity: Table | undefined;
  readonly metrics: Metric[];
  readonly views: View[];
  readonly varying: string[]; // columns of the configuration that are not the same everywhere
  private readonly layerRows = new Map<number, Layer[]>();

  constructor(data: Data) {
    this.header = data.header;
    setFields(this.header.fields as Field[]);
    this.points = data.tables.get('point')!;
    this.keys = data.tables.get('config');
    this.layers = data.tables.get('layer');
    this.sensitivity = data.tables.get('sensitivity');
    this.metrics = this.findMetrics();
    addShares(this.points);
    this.varying = configColumns().filter((name) => this.points.has(name) && !isConstant(this.points.columns.get(name)!));
    this.views = this.choices.map((_, i) => this.viewOf(i, data.tables));
    this.indexLayers();
  }

  get rows(): number {
    return this.points.rows;
  }
  get allRows(): number[] {
    return Array.from({length: this.rows}, (_, i) => i);
  }
  get isSweep(): boolean {
    return this.header.kind === 'sweep';
  }
  get device(): Device {
    return this.header.device as Device;
  }
  get devices(): Device[] {
    return (this.header.devices as Device[] | undefined) ?? [];
  }
  get choices(): Choice[] {
    return (this.header.sets as Choice[] | undefined) ?? [];
  }

  value(name: string, row: number): number | string {
    return this.points.columns.get(name)![row];
  }
  number(name: string, row: number): number {
    return this.points.numbers(name)[row];
  }
  known(name: string, row: number): Known {
    return this.points.known(name, row);
  }
  total(name: string): Known {
    return known((this.header.totals as Record<string, number>)[name], `header.totals.${name}`);
  }
  offered(name: 'lut' | 'ff' | 'dsp' | 'bram18'): Known {
    return known(this.device[name], `header.device.${name}`);
  }
  get deviceTitle(): HTMLElement {
    return datum(this.device.title, 'header.device.title');
  }

  metric(name: string): Metric {
    return this.metrics.find((m) => m.name === name)!;
  }
  // A time that says again what another says, at the clock that it was estimated for.
  repeats(name: string): boolean {
    return name === 'estimated_ms_per_image' && this.header.fastest_by === 'ms_per_image';
  }
  // Objectives that can be drawn. A time is drawn once: at the clock that all else on the page has.
  get objectives(): string[] {
    const wanted = ((this.header.objectives as string[] | undefined) ?? []).map((o) => (this.repeats(o) ? 'ms_per_image' : o));
    return wanted.filter((o, i) => wanted.indexOf(o) === i && this.metrics.some((m) => m.name === o));
  }

  layersOf(row: number): Layer[] | undefined {
    return this.layerRows.get(row);
  }

  timelineOf(row: number): Timeline | undefined {
    return (this.header.timelines as Record<string, Timeline> | undefined)?.[String(row)];
  }

  // Cycles by state of one unit, of a point or of a layer.
  states(table: Table, unit: Unit, row: number): Known[] {
    return kStates.map((state) => table.known(`${unit}_${state}`, row));
  }

  // What sets this point apart from the others, in a few words.
  nameOf(row: number): string {
    const labels = this.header.labels as string[] | undefined;
    return labels ? labels[row] : `Point ${this.value('idx', row)}`;
  }
  nameNode(row: number): Node {
    const labels = this.header.labels as string[] | undefined;
    return labels ? datum(labels[row], `header.labels[${row}]`) : phrase('Point ', this.indexNode(row));
  }
  // A point's number is a name: never grouped.
  indexNode(row: number): HTMLElement {
    return datum(String(this.value('idx', row)), this.points.source('idx', row));
  }

  // The point that stands for a row of a view, and the row of a view that a point belongs to.
  pointOf(view: View, row: number): number {
    return view.table === this.points ? row : view.table.numbers('point_0')[row];
  }
  pointsOf(view: View, row: number): number[] {
    if (view.table === this.points) return [row];
    const columns = [...view.table.columns.keys()].filter((name) => name.startsWith('point_'));
    return columns.map((name) => view.table.numbers(name)[row]);
  }
  rowIn(view: View, point: number): number | undefined {
    return view.rows.find((row) => this.pointsOf(view, row).includes(point));
  }

  private findMetrics(): Metric[] {
    const all = (this.header.metrics as Metric[]).filter((m) => this.points.has(m.name) && !isRate(m.name)).map((m) => ({...m, label: field(m.name).label}));
    if (this.points.has('device_share')) all.push({name: 'device_share', label: `Share of ${this.device.title}`, unit: ''});
    return all;
  }

  private viewOf(index: number, tables: Map<string, Table>): View {
    const {network, table: name} = this.choices[index];
    const table = tables.get(name)!;
    const all = Array.from({length: table.rows}, (_, i) => i);
    const rows = network === null ? all : all.filter((r) => table.texts('network')[r] === network);
    return {index, network, table, rows, label: network ?? 'All networks: a frame (an image of each)'};
  }

  private indexLayers(): void {
    if (!this.layers) return;
    const points = this.layers.numbers('point');
    const ordinals = this.layers.numbers('ordinal');
    const names = this.layers.texts('name');
    const kinds = this.layers.texts('kind');
    for (let row = 0; row < this.layers.rows; row++) {
      const list = this.layerRows.get(points[row]) ?? [];
      list.push({ordinal: ordinals[row], name: names[row], kind: kinds[row], row});
      this.layerRows.set(points[row], list);
    }
    for (const list of this.layerRows.values()) list.sort((a, b) => a.ordinal - b.ordinal);
  }
}

// Percentages that follow from other columns.
function addShares(p: Table): void {
  const of = (name: string) => p.numbers(name);
  const at = (name: string, r: number) => p.source(name, r);
  p.derive('issued_percent', (r) => (100 * Math.max(of('issued_compute')[r], of('issued_memory')[r])) / of('cycles')[r],
    (r) => `100 * Math.max(${at('issued_compute', r)}, ${at('issued_memory', r)}) / ${at('cycles', r)}`);
  if (p.has('least_cycles')) {
    p.derive('least_percent', (r) => (100 * of('least_cycles')[r]) / of('cycles')[r],
      (r) => `100 * ${at('least_cycles', r)} / ${at('cycles', r)}`);
    p.derive('useful_mac_percent', (r) => (100 * of('useful_macs')[r]) / (of('macs')[r] * of('cycles')[r]),
      (r) => `100 * ${at('useful_macs', r)} / (${at('macs', r)} * ${at('cycles', r)})`);
  }
  p.derive('mac_percent', (r) => (100 * of('device_macs')[r]) / (of('macs')[r] * of('cycles')[r]),
    (r) => `100 * ${at('device_macs', r)} / (${at('macs', r)} * ${at('cycles', r)})`);
  p.derive('bus_percent', (r) => (100 * of('bus_beats')[r]) / of('cycles')[r], (r) => `100 * ${at('bus_beats', r)} / ${at('cycles', r)}`);
  if (p.has('network_macs'))
    // Tenths that are full, as the commands say it: 100 where it is all, and nowhere else.
    p.derive('device_mac_percent', (r) => Math.floor((1000 * of('device_macs')[r]) / Math.max(1, of('network_macs')[r])) / 10,
      (r) => `Math.floor(1000 * ${at('device_macs', r)} / Math.max(1, ${at('network_macs', r)})) / 10`);
}

export function isConstant(values: Values): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

// What the sections of the page share: which points are shown, which one is open, what is compared.
export class Selection {
  shown: number[];
  open: number;
  view: View | undefined;
  private readonly listeners: ((what: 'shown' | 'open' | 'view') => void)[] = [];

  constructor(private readonly model: Model, open: number, view: View | undefined) {
    this.shown = model.allRows;
    this.open = open;
    this.view = view;
  }
  listen(listener: (what: 'shown' | 'open' | 'view') => void): void {
    this.listeners.push(listener);
  }
  setShown(rows: number[]): void {
    this.shown = rows;
    this.tell('shown');
  }
  setOpen(row: number): void {
    this.open = row;
    this.tell('open');
  }
  setView(view: View): void {
    this.view = view;
    this.tell('view');
  }
  // Of the view's rows those with a point that is shown.
  rowsOf(view: View): number[] {
    if (this.shown.length === this.model.rows) return view.rows;
    const shown = new Set(this.shown);
    return view.rows.filter((row) => this.model.pointsOf(view, row).some((p) => shown.has(p)));
  }
  private tell(what: 'shown' | 'open' | 'view'): void {
    for (const l of this.listeners) l(what);
  }
}

// Of a very large sweep: how many of how many points there are here, and which.
export function missingPoints(model: Model): HTMLElement | null {
  const reason = model.header.points_missing as string | undefined;
  return reason ? el('p', {class: 'lead', role: 'note'}, datum(reason, 'header.points_missing')) : null;
}

// A label of the page, whose digits are words.
export function labelNode(name: string, text: string): HTMLElement {
  return name === 'device_share' ? datum(text, "'Share of ' + header.device.title") : fixed(text);
}
