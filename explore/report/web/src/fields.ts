// What the columns of a point are called, and in which unit they are.

import type {Table} from './data';
import {el} from './dom';
import {bytes, decimals, integer, percent, short, significant} from './format';
import {datum, fixed, number, phrase} from './known';

export interface Field {
  name: string;
  label: string;
  unit: string; // empty: a plain number or a text
  help?: string;
  role?: 'config' | 'rate'; // describes a point; better the larger, where all else is better the smaller
}

// Those of the header: the data say what their columns are.
const kByName = new Map<string, Field>();

export function setFields(fields: Field[]): void {
  for (const f of fields) kByName.set(f.name, f);
}

// What describes a point, not what was found.
export function configColumns(): string[] {
  return [...kByName.values()].filter((f) => f.role === 'config').map((f) => f.name);
}
export function isRate(name: string): boolean {
  return kByName.get(name)?.role === 'rate';
}

export function field(name: string): Field {
  return kByName.get(name) ?? {name, label: name, unit: ''};
}

// A column's name for people; its digits, if it has any, are words.
export function label(name: string): HTMLElement {
  return kByName.has(name) ? fixed(field(name).label) : datum(name, `column(${JSON.stringify(name)})`);
}

// In a table of its own columns the unit stands in the header.
export function heading(name: string): HTMLElement {
  const {unit} = field(name);
  return isShare(name) || unit === '' ? label(name) : el('span', {}, label(name), ` (${unit})`);
}
export function headingText(name: string): string {
  const {label: text, unit} = field(name);
  return isShare(name) || unit === '' ? text : `${text} (${unit})`;
}

const isShare = (name: string) => field(name).unit === '1';
const isScratchpad = (name: string) => /^(uop|inp|wgt|acc)_bytes$/.test(name);

// How the numbers of a column are said; the unit, where `withUnit`, follows.
function said(name: string, withUnit: boolean): {text: (value: number) => string; unit: string} {
  const {unit} = field(name);
  if (withUnit && isScratchpad(name)) return {text: bytes, unit: ''};
  if (withUnit && isShare(name)) return {text: percent, unit: ''};
  if (unit === '%') return {text: (v) => decimals(v, 1), unit: withUnit ? ' %' : ''};
  return {text: significant, unit: withUnit && unit !== '' && unit !== '1' ? ` ${unit}` : ''};
}

// A value of a table with its unit.
export function shown(table: Table, name: string, row: number): Node {
  if (name === 'idx') return datum(String(table.numbers(name)[row]), table.source(name, row));
  if (Array.isArray(table.columns.get(name))) return table.text(name, row);
  const {text, unit} = said(name, true);
  return phrase(number(table.known(name, row), text), unit);
}

// A value where the unit stands in the header.
export function cell(table: Table, name: string, row: number): Node {
  if (name === 'idx' || Array.isArray(table.columns.get(name))) return shown(table, name, row);
  return number(table.known(name, row), said(name, false).text);
}

// The text of a value, for places that can have no elements.
export function textOf(name: string, value: number | string): string {
  if (typeof value === 'string' || name === 'idx') return String(value);
  const {text, unit} = said(name, true);
  return text(value) + unit;
}

// A value on an axis.
export function tickOf(name: string, value: number): string {
  if (field(name).unit === 'bytes') return bytes(value);
  return isShare(name) ? `${integer(100 * value)} %` : short(value);
}

// A value of the configuration where its unit is said elsewhere.
export function shortOf(name: string, value: number | string): string {
  if (typeof value === 'string') return value;
  return field(name).unit === 'bytes' ? bytes(value) : significant(value);
}
