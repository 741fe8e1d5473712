// The layers of the open point as a table: what each takes, and why.

import {el} from './dom';
import {cell} from './fields';
import {constant, datum, fraction, largest, number, over, product, sum, type Known} from './known';
import {missingLayers, whyLost, whyText} from './layers';
import type {Model} from './model';
import {SortedTable, type TableColumn} from './sorted_table';

const kMoved = ['inp_load_nbytes', 'wgt_load_nbytes', 'acc_load_nbytes', 'uop_load_nbytes', 'out_store_nbytes'];

export class LayerTable {
  readonly element: HTMLElement;
  private readonly note = el('p', {class: 'empty', hidden: true});
  private readonly table: SortedTable;
  private point = 0;

  constructor(private readonly model: Model) {
    this.table = new SortedTable('layer-table', 'Layers', this.columns());
    this.element = el('div', {class: 'card', id: 'layer-table-card'},
      el('h3', {}, 'Layer by layer'),
      el('p', {class: 'muted'}, 'Click a header to sort. The roofline is the larger of what compute and what the memory port need for the layer; '
        + 'a layer that overlaps with its neighbours can take less than its roofline.'),
      this.note, this.table.element);
  }

  open(point: number): void {
    this.point = point;
    const layers = this.model.layersOf(point);
    this.note.hidden = layers !== undefined;
    this.table.element.hidden = layers === undefined;
    if (layers) this.table.show(layers.map((l) => l.row));
    else this.note.replaceChildren(missingLayers(this.model, point));
  }

  private columns(): TableColumn[] {
    const layers = this.model.layers!;
    const direct = (name: string, head: string, help?: string): TableColumn =>
      ({name, head, help, value: (row) => layers.columns.get(name)![row], cell: (row) => cell(layers, name, row)});
    const optional = (name: string, head: string, help?: string) => (layers.has(name) ? [direct(name, head, help)] : []);
    const derived = (name: string, head: string, of: (row: number) => Known, digits: number, help?: string): TableColumn =>
      ({name, head, help, value: (row) => of(row).value, cell: (row) => (digits === 0 ? number(of(row)) : fraction(of(row), digits))});
    const of = layers.has('least_compute') ? 'least' : 'issued';
    const roofline = (row: number) => largest(layers.known(`${of}_compute`, row), layers.known(`${of}_memory`, row));
    const hundred = constant(100);
    return [
      {name: 'ordinal', head: 'No.', value: (row) => layers.numbers('ordinal')[row],
        cell: (row) => datum(String(layers.numbers('ordinal')[row]), layers.source('ordinal', row))},
      direct('name', 'Layer'),
      ...optional('onnx_nodes', 'In the model', 'the nodes of the ONNX file whose work it does'),
      direct('cycles', 'Cycles'),
      ...optional('milliseconds', 'Time (ms)'),
      derived('cycles_percent', 'Of the run (%)', (row) => product(hundred, over(layers.known('cycles', row), this.model.known('cycles', this.point))), 1),
      derived(of === 'least' ? 'roofline_cycles' : 'issued_cycles', of === 'least' ? 'Roofline (cycles)' : 'Issued (cycles)', roofline, 0),
      derived(of === 'least' ? 'roofline_percent' : 'issued_percent', of === 'least' ? 'Roofline share (%)' : 'Issued share (%)', (row) => product(hundred, over(roofline(row), layers.known('cycles', row))), 1),
      direct('macs', 'MACs'),
      derived('mac_percent', 'MAC utilization (%)',
        (row) => product(hundred, over(layers.known('macs', row), product(this.model.known('macs', this.point), layers.known('cycles', row)))), 1),
      derived('moved', 'Moved (bytes)', (row) => sum(kMoved.map((n) => layers.known(n, row))), 0),
      direct('least_nbytes', 'At least (bytes)', 'every input, weight and output moved once'),
      direct('instructions', 'Instructions'),
      {name: 'lost', head: 'Cycles lost', wide: true, value: (row) => whyText(this.model, layers, row), cell: (row) => whyLost(this.model, layers, row)},
      {name: 'description', head: 'Shape and tiles', wide: true, value: (row) => layers.texts('description')[row], cell: (row) => layers.text('description', row)},
    ];
  }
}
