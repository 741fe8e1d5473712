// The table of points: sorted by its headers, filtered by what is typed below them, saved as CSV.

import {csvText, download} from './csv';
import {checkbox, el, section} from './dom';
import {cell, configColumns, field, heading, label, shown} from './fields';
import {kFilterHelp, numberFilter, textFilter, type Predicate} from './filter';
import {constant, counted, fixed, known, phrase, whole} from './known';
import {missingPoints, type Model, type Selection} from './model';

const kPageRows = 50;

const kResultColumns = [
  'cycles_per_image', 'device_mac_percent', 'top1', 'agreement', 'sqnr_db', 'noise_percent', 'ms_per_image', 'issued_percent', 'mac_percent', 'bus_percent', 'dram_bytes_per_image', 'energy_uj_per_image', 'lut', 'ff', 'dsp', 'bram36',
  'period_ns', 'estimated_ms_per_image', 'zynq7020_share', 'device_share', 'pareto', 'confirmation',
];

export class Grid {
  readonly element: HTMLElement;
  private columns: string[] = [];
  private sortBy = 'idx';
  private descending = false;
  private page = 0;
  private rows: number[] = [];
  private readonly filters = new Map<string, string>();
  private readonly head = el('thead');
  private readonly body = el('tbody');
  private readonly status = el('span', {class: 'status', 'aria-live': 'polite', id: 'table-status'});
  private readonly pager = el('div', {class: 'pager'});
  private timer = 0;

  constructor(private readonly model: Model, private readonly selection: Selection, private readonly show: (row: number) => void) {
    const table = el('table', {class: 'grid', id: 'points'}, el('caption', {class: 'hidden'}, 'All points'), this.head, this.body);
    this.element = section(
      'points-section',
      'Points',
      el('p', {class: 'lead'}, 'Type below a header to filter: numbers as ', code('<=1024'), ', ', code('8..64'), ', ',
        code('>8 <=64'), ' or ', code('64Ki'), '; texts as words, ', el('code', {}, '!word'),
        ' for those without it. The scatter plot shows what is left here. A row opens its layers.'),
      missingPoints(model),
      el('div', {class: 'controls'}, checkbox('All columns', false, (on) => this.chooseColumns(on), 'all-columns'),
        el('button', {type: 'button', id: 'clear-filters', onclick: () => this.clear()}, 'Clear filters'),
        el('button', {type: 'button', id: 'download-csv', onclick: () => this.save()}, 'Download CSV'), this.status),
      this.constants(),
      el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table of points'}, table),
      this.pager,
    );
    this.chooseColumns(false);
    selection.listen((what) => { if (what === 'open') this.drawBody(); });
  }

  // Columns in the file's order, derived ones last.
  private get all(): string[] {
    return [...this.model.points.columns.keys()].filter((n) => n !== 'device_fit' && n !== 'why' && !/^(fetch|load|compute|store)_/.test(n));
  }

  private constants(): HTMLElement {
    const {points} = this.model;
    const same = configColumns().filter((n) => points.has(n) && !this.model.varying.includes(n) && this.model.value(n, 0) !== '');
    const one = (n: string) => phrase(label(n), ' ', shown(points, n, 0));
    return el('p', {class: 'muted'}, 'The same in all points: ', ...same.flatMap((n, i): Node[] => [phrase(i > 0 ? '; ' : '', one(n))]), '.');
  }

  private chooseColumns(all: boolean): void {
    const {points} = this.model;
    const useful = ['idx', ...this.model.varying, ...kResultColumns].filter((n) => points.has(n) && !this.model.repeats(n));
    this.columns = all ? this.all : useful;
    for (const name of [...this.filters.keys()]) if (!this.columns.includes(name)) this.filters.delete(name);
    this.drawHead();
    this.update();
  }

  private clear(): void {
    this.filters.clear();
    this.drawHead();
    this.update();
  }

  private drawHead(): void {
    const titles = this.columns.map((name) =>
      el(
        'th',
        {scope: 'col', class: this.isText(name) || name === 'idx' ? undefined : 'number', 'data-column': name, title: field(name).help,
          'aria-sort': this.sortBy === name ? (this.descending ? 'descending' : 'ascending') : undefined},
        el('button', {type: 'button', onclick: () => this.sort(name)}, heading(name), el('span', {class: 'arrow', 'aria-hidden': 'true'}, this.sortBy === name ? (this.descending ? '\u25bc' : '\u25b2') : '')),
      ),
    );
    const inputs = this.columns.map((name) => el('td', {}, this.filterBox(name)));
    this.head.replaceChildren(el('tr', {}, ...titles), el('tr', {class: 'filters'}, ...inputs));
  }

  private filterBox(name: string): HTMLInputElement {
    const box = el('input', {
      type: 'text', 'data-filter': name, 'aria-label': `Filter ${field(name).label}`, placeholder: this.isText(name) ? 'text' : '<=16', spellcheck: 'false', autocomplete: 'off',
      oninput: () => {
        this.filters.set(name, box.value);
        const bad = this.predicate(name) === null;
        box.setAttribute('aria-invalid', String(bad));
        box.title = bad ? kFilterHelp : '';
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.update(), 120);
      },
    });
    box.value = this.filters.get(name) ?? '';
    return box;
  }

  private isText(name: string): boolean {
    return Array.isArray(this.model.points.columns.get(name));
  }

  private predicate(name: string): Predicate | null {
    const text = this.filters.get(name) ?? '';
    return this.isText(name) ? textFilter(text) : numberFilter(text);
  }

  private sort(name: string): void {
    this.descending = this.sortBy === name ? !this.descending : false;
    this.sortBy = name;
    const focus = document.activeElement?.closest('th')?.dataset.column;
    this.drawHead();
    if (focus) this.head.querySelector<HTMLElement>(`th[data-column="${focus}"] button`)?.focus();
    this.order();
    this.drawBody();
  }

  private update(): void {
    const wrong: string[] = [];
    let rows = Array.from({length: this.model.rows}, (_, i) => i);
    for (const name of this.filters.keys()) {
      const predicate = this.predicate(name);
      const values = this.model.points.columns.get(name)!;
      if (predicate === null) wrong.push(field(name).label);
      else rows = rows.filter((r) => predicate(values[r]));
    }
    this.rows = rows;
    this.order();
    this.page = 0;
    const left = known(rows.length, 'shown().length');
    const all = counted(known(this.model.rows, 'point.idx.length'), 'point');
    this.status.replaceChildren(...(wrong.length > 0 ? [fixed(`Not understood, and ignored: ${wrong.join(', ')} (`), fixed(kFilterHelp), ').']
      : rows.length === this.model.rows ? [all] : [whole(left), ' of ', all]));
    this.drawBody();
    this.selection.setShown([...rows].sort((a, b) => a - b));
  }

  private order(): void {
    const values = this.model.points.columns.get(this.sortBy)!;
    const sign = this.descending ? -1 : 1;
    const compare = Array.isArray(values) ? (a: number, b: number) => values[a].localeCompare(values[b]) : (a: number, b: number) => values[a] - values[b];
    this.rows.sort((a, b) => sign * compare(a, b) || a - b);
  }

  private drawBody(): void {
    const from = this.page * kPageRows;
    const columns = this.columns.map((name) => this.model.points.columns.get(name)!);
    this.body.replaceChildren(
      ...this.rows.slice(from, from + kPageRows).map((row) =>
        el(
          'tr',
          {'data-row': row, class: row === this.selection.open ? 'open' : undefined, onclick: () => this.show(row)},
          ...columns.map((values, c) =>
            c === 0
              ? el('th', {scope: 'row'}, el('button', {type: 'button', class: 'link', 'aria-label': `Open point ${values[row]}`}, shown(this.model.points, 'idx', row)))
              : el('td', {class: typeof values[row] === 'number' ? 'number' : undefined}, cell(this.model.points, this.columns[c], row))),
        ),
      ),
    );
    this.drawPager(from);
  }

  private drawPager(from: number): void {
    const to = Math.min(from + kPageRows, this.rows.length);
    const turn = (label: string, by: number, possible: boolean) =>
      el('button', {type: 'button', disabled: !possible, onclick: () => { this.page += by; this.drawBody(); }}, label);
    this.pager.replaceChildren(
      turn('Previous', -1, from > 0),
      el('span', {}, this.rows.length === 0 ? 'no rows'
        : phrase('rows ', whole(constant(from + 1)), ' to ', whole(constant(to)), ' of ', whole(known(this.rows.length, 'shown().length')))),
      turn('Next', 1, to < this.rows.length),
    );
  }

  // All columns of the rows that are left, in the order shown; numbers as they are.
  private save(): void {
    const names = this.all.filter((n) => !this.model.points.isDerived(n));
    const columns = names.map((n) => this.model.points.columns.get(n)!);
    download('points.csv', csvText(names, this.rows.map((row) => columns.map((values) => values[row]))));
  }
}

function code(text: string): HTMLElement {
  return el('code', {}, fixed(text));
}

