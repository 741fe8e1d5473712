// Values with their source: how each follows from the data of this report, as an expression over its
// tables and header. Every number that the page shows is one, and carries its value and its source as
// attributes; tests compute the expressions again and read the texts back.

import {el} from './dom';
import {decimals, integer, percent, short, significant, signed, times} from './format';

export interface Known {
  readonly value: number;
  readonly source: string; // "point.cycles[3]", "header.totals.space", "97e6"
}

export function known(value: number, source: string): Known {
  return {value, source};
}
// A number that this page itself knows.
export function constant(value: number): Known {
  return {value, source: String(value)};
}

export const plus = (a: Known, b: Known): Known => ({value: a.value + b.value, source: `(${a.source} + ${b.source})`});
export const minus = (a: Known, b: Known): Known => ({value: a.value - b.value, source: `(${a.source} - ${b.source})`});
export const product = (a: Known, b: Known): Known => ({value: a.value * b.value, source: `(${a.source} * ${b.source})`});
export const over = (a: Known, b: Known): Known => ({value: a.value / b.value, source: `(${a.source} / ${b.source})`});
export const largest = (...all: Known[]): Known => ({value: Math.max(...all.map((k) => k.value)), source: `Math.max(${all.map((k) => k.source).join(', ')})`});
export const smallest = (...all: Known[]): Known => ({value: Math.min(...all.map((k) => k.value)), source: `Math.min(${all.map((k) => k.source).join(', ')})`});
export const sum = (all: Known[]): Known => ({value: all.reduce((s, k) => s + k.value, 0), source: `(${all.map((k) => k.source).join(' + ') || '0'})`});

// The number as `text` says it.
export function number(k: Known, text: (value: number) => string = significant): HTMLElement {
  return el('data', {value: k.value, 'data-source': k.source}, text(k.value));
}
export const whole = (k: Known): HTMLElement => number(k, integer);
export const brief = (k: Known): HTMLElement => number(k, short);
export const share = (k: Known): HTMLElement => number(k, percent);
export const factor = (k: Known): HTMLElement => number(k, times);
export const change = (k: Known): HTMLElement => number(k, (v) => signed(v, percent));
export const fraction = (k: Known, digits: number): HTMLElement => number(k, (v) => decimals(v, digits));

// "1 point", "2,000 points".
export function counted(k: Known, noun: string): DocumentFragment {
  return phrase(whole(k), ` ${noun}${k.value === 1 ? '' : 's'}`);
}

// A text of the data: a name, a sentence.
export function datum(text: string, source: string): HTMLElement {
  return el('span', {'data-text': source}, text);
}
// Words of this page with digits in them: "block RAM of 36 Kb".
export function fixed(text: string): HTMLElement {
  return el('span', {'data-fixed': true}, text);
}

export function phrase(...parts: (Node | string | null)[]): DocumentFragment {
  const out = document.createDocumentFragment();
  out.append(...parts.filter((p): p is Node | string => p !== null));
  return out;
}
