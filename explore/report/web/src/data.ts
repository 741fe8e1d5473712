// The data section of the page: docs/report_data.md.

import {datum, known, type Known} from './known';

export type Values = Float64Array | string[];

interface PackedColumn {
  name: string;
  form: 'plain' | 'delta' | 'real';
  base?: number;
  width: number;
  offset: number;
  texts?: string[];
  plus?: string[]; // columns whose sum, less that of `minus`, is added to each value
  minus?: string[];
}

interface PackedTable {
  name: string;
  rows: number;
  columns: PackedColumn[];
}

export interface Header {
  format: number;
  kind: 'sweep' | 'run' | 'compare';
  tables: PackedTable[];
  [member: string]: unknown;
}

export class Table {
  readonly columns = new Map<string, Values>();
  private readonly sources = new Map<string, (row: number) => string>(); // of derived columns
  constructor(readonly name: string, readonly rows: number) {}

  // A column that follows from others; `source` is the same as an expression (known.ts).
  derive(name: string, value: (row: number) => number, source: (row: number) => string): void {
    this.columns.set(name, Float64Array.from({length: this.rows}, (_, row) => value(row)));
    this.sources.set(name, source);
  }
  isDerived(name: string): boolean {
    return this.sources.has(name);
  }
  source(column: string, row: number): string {
    return this.sources.get(column)?.(row) ?? `${this.name}.${column}[${row}]`;
  }
  known(column: string, row: number): Known {
    return known(this.numbers(column)[row], this.source(column, row));
  }
  text(column: string, row: number): HTMLElement {
    return datum(this.texts(column)[row], this.source(column, row));
  }

  has(name: string): boolean {
    return this.columns.has(name);
  }
  numbers(name: string): Float64Array {
    const values = this.columns.get(name);
    if (!(values instanceof Float64Array)) throw new Error(`no column of numbers is called ${name}`);
    return values;
  }
  texts(name: string): string[] {
    const values = this.columns.get(name);
    if (!Array.isArray(values)) throw new Error(`no column of texts is called ${name}`);
    return values;
  }
}

export interface Data {
  header: Header;
  tables: Map<string, Table>;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Byte k of row i is at k * rows + i.
function unsigned(bytes: Uint8Array, column: PackedColumn, rows: number): Float64Array {
  const out = new Float64Array(rows);
  for (let k = 0, weight = 1; k < column.width; k++, weight *= 256) {
    const plane = column.offset + k * rows;
    for (let i = 0; i < rows; i++) out[i] += bytes[plane + i] * weight;
  }
  return out;
}

function reals(bytes: Uint8Array, column: PackedColumn, rows: number): Float64Array {
  const view = new DataView(new ArrayBuffer(8));
  const out = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < 8; k++) view.setUint8(k, bytes[column.offset + k * rows + i]);
    out[i] = view.getFloat64(0, true);
  }
  return out;
}

function integers(bytes: Uint8Array, column: PackedColumn, rows: number): Float64Array {
  const out = unsigned(bytes, column, rows);
  const base = column.base ?? 0;
  if (column.form === 'plain') {
    for (let i = 0; i < rows; i++) out[i] += base;
    return out;
  }
  let value = base;
  for (let i = 0; i < rows; i++) {
    value += out[i] % 2 === 0 ? out[i] / 2 : -(out[i] + 1) / 2;
    out[i] = value;
  }
  return out;
}

function unpack(bytes: Uint8Array, packed: PackedTable): Table {
  const table = new Table(packed.name, packed.rows);
  for (const column of packed.columns) {
    const numbers =
      column.form === 'real' ? reals(bytes, column, packed.rows) : integers(bytes, column, packed.rows);
    const texts = column.texts;
    table.columns.set(column.name, texts ? Array.from(numbers, (n) => texts[n]) : numbers);
  }
  for (const {name, plus, minus} of packed.columns) {
    const add = (other: string, sign: number) => {
      const sum = table.numbers(name);
      table.numbers(other).forEach((value, i) => { sum[i] += sign * value; });
    };
    plus?.forEach((other) => add(other, 1));
    minus?.forEach((other) => add(other, -1));
  }
  return table;
}

export async function decode(base64: string): Promise<Data> {
  const bytes = await inflate(bytesOfBase64(base64));
  const headerSize = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerSize))) as Header;
  const body = bytes.subarray(4 + headerSize);
  const tables = new Map(header.tables.map((t) => [t.name, unpack(body, t)]));
  return {header, tables};
}
