// The points of a report, which may be thousands of a sweep, one run or two.

import type {Data, Header, Table, Values} from './data';
import {field} from './fields';
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

// Names of columns that describe a point, not what was found.
export const kConfigColumns = [
  'network', 'images', 'schedule', 'memory', 'config_name', 'batch', 'block_in', 'block_out', 'macs', 'bus_bytes', 'read_latency',
  'write_latency', 'acc_read_ports', 'isa_ext', 'uop_bytes', 'inp_bytes', 'wgt_bytes', 'acc_bytes',
];

export class Model {
  readonly header: Header;
  readonly points: Table;
  readonly keys: Table | undefined; // every key of each point's configuration
  readonly layers: Table | undefined;
  readonly metrics: Metric[];
  readonly varying: string[]; // columns of the configuration that are not the same everywhere
  private readonly layerRows = new Map<number, Layer[]>();

  constructor(data: Data) {
    this.header = data.header;
    this.points = data.tables.get('point')!;
    this.keys = data.tables.get('config');
    this.layers = data.tables.get('layer');
    this.metrics = (data.header.metrics as Metric[])
      .filter((m) => this.points.has(m.name))
      .map((m) => ({...m, label: field(m.name).label}));
    this.addShares();
    this.varying = kConfigColumns.filter((name) => this.points.has(name) && !isConstant(this.points.columns.get(name)!));
    this.indexLayers();
  }

  get rows(): number {
    return this.points.rows;
  }

  value(name: string, row: number): number | string {
    return this.points.columns.get(name)![row];
  }

  number(name: string, row: number): number {
    return this.points.numbers(name)[row];
  }

  metric(name: string): Metric {
    return this.metrics.find((m) => m.name === name)!;
  }

  layersOf(row: number): Layer[] | undefined {
    return this.layerRows.get(row);
  }

  timelineOf(row: number): Timeline | undefined {
    return (this.header.timelines as Record<string, Timeline> | undefined)?.[String(row)];
  }

  // Cycles by state of one unit, of a point or of a layer.
  states(table: Table, unit: Unit, row: number): number[] {
    return kStates.map((state) => table.numbers(`${unit}_${state}`)[row]);
  }

  // What sets this point apart from the others, in a few words.
  nameOf(row: number): string {
    const labels = this.header.labels as string[] | undefined;
    if (labels) return labels[row];
    return `Point ${this.value('idx', row)}`;
  }

  private addShares(): void {
    const p = this.points;
    const column = (from: (row: number) => number): Values => Float64Array.from({length: p.rows}, (_, row) => from(row));
    const of = (name: string) => p.numbers(name);
    const cycles = of('cycles');
    p.columns.set('bound_percent', column((r) => (100 * Math.max(of('bound_compute')[r], of('bound_memory')[r])) / cycles[r]));
    p.columns.set('mac_percent', column((r) => (100 * of('device_macs')[r]) / (of('macs')[r] * cycles[r])));
    p.columns.set('bus_percent', column((r) => (100 * of('bus_beats')[r]) / cycles[r]));
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

export function isConstant(values: Values): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}


// What the sections of the page share: which points are shown, and which one is open.
export class Selection {
  shown: number[];
  open: number;
  private readonly listeners: ((what: 'shown' | 'open') => void)[] = [];

  constructor(rows: number, open: number) {
    this.shown = Array.from({length: rows}, (_, i) => i);
    this.open = open;
  }
  listen(listener: (what: 'shown' | 'open') => void): void {
    this.listeners.push(listener);
  }
  setShown(rows: number[]): void {
    this.shown = rows;
    for (const l of this.listeners) l('shown');
  }
  setOpen(row: number): void {
    this.open = row;
    for (const l of this.listeners) l('open');
  }
}
