// A table that its headers sort, saved as CSV; for the few hundred rows of one thing.

import {csvText, download} from './csv';
import {el, type Child} from './dom';
import {fixed} from './known';

export interface TableColumn {
  name: string; // in the CSV
  head: string;
  help?: string;
  value: (row: number) => number | string; // sorts, and is saved
  cell: (row: number) => Child;
  wide?: boolean; // a sentence, which may wrap
}

export class SortedTable {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly body = el('tbody');
  private readonly save: HTMLElement;
  private sortBy = 0;
  private descending = false;
  private rows: number[] = [];

  constructor(private readonly id: string, caption: string, private readonly columns: TableColumn[]) {
    this.save = el('button', {type: 'button', id: `${id}-csv`, onclick: () => this.download()}, 'Download CSV');
    this.element = el('div', {},
      el('div', {class: 'controls'}, this.save),
      el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
        el('table', {class: 'grid', id}, el('caption', {class: 'hidden'}, caption), this.head, this.body)));
  }

  show(rows: number[]): void {
    this.rows = [...rows];
    this.draw();
  }

  private isNumber(column: TableColumn): boolean {
    return this.rows.length > 0 && typeof column.value(this.rows[0]) === 'number';
  }

  private draw(): void {
    const {value} = this.columns[this.sortBy];
    const sign = this.descending ? -1 : 1;
    const compare = (a: number | string, b: number | string) => (typeof a === 'number' ? a - (b as number) : a.localeCompare(b as string));
    const order = [...this.rows].sort((a, b) => sign * compare(value(a), value(b)) || this.rows.indexOf(a) - this.rows.indexOf(b));
    this.head.replaceChildren(el('tr', {}, ...this.columns.map((c, i) => this.header(c, i))));
    this.body.replaceChildren(...order.map((row) => el('tr', {}, ...this.columns.map((c, i) =>
      el(i === 0 ? 'th' : 'td', {scope: i === 0 ? 'row' : undefined, class: c.wide ? 'words' : typeof c.value(row) === 'number' ? 'number' : undefined}, c.cell(row))))));
  }

  private header(column: TableColumn, i: number): HTMLElement {
    const sorted = this.sortBy === i;
    return el('th', {scope: 'col', title: column.help, class: this.isNumber(column) ? 'number' : undefined, 'data-column': column.name,
      'aria-sort': sorted ? (this.descending ? 'descending' : 'ascending') : undefined},
    el('button', {type: 'button', onclick: () => this.sort(i)}, fixed(column.head),
      el('span', {class: 'arrow', 'aria-hidden': 'true'}, sorted ? (this.descending ? '\u25bc' : '\u25b2') : '')));
  }

  // Numbers from the largest, texts from A.
  private sort(i: number): void {
    this.descending = this.sortBy === i ? !this.descending : this.isNumber(this.columns[i]) && i > 0;
    this.sortBy = i;
    this.draw();
    this.head.querySelectorAll('button')[i]?.focus();
  }

  private download(): void {
    download(`${this.id}.csv`, csvText(this.columns.map((c) => c.name), this.rows.map((row) => this.columns.map((c) => c.value(row)))));
  }
}
