// One point or run, opened: its configuration, what it takes, its layers.

import {download} from './csv';
import {el, facts, section, type Child} from './dom';
import {configColumns, label, shown} from './fields';
import {fixed, over, share, whole} from './known';
import {LayerTable} from './layer_table';
import {Layers, whyLost} from './layers';
import type {Model, Selection} from './model';
import {Roofline} from './roofline';
import {sentences} from './fit';
import {TimelineChart} from './timeline';

const kFound = [
  'cycles', 'cycles_per_image', 'device_mac_percent', 'host_operators', 'top1', 'float_top1', 'top5', 'float_top5', 'agreement', 'sqnr_db', 'noise_percent', 'clock_mhz', 'ms_per_image', 'images_per_second', 'gops', 'least_percent', 'useful_mac_percent', 'issued_percent', 'mac_percent', 'bus_percent',
  'dram_bytes_per_image', 'energy_uj_per_image', 'energy_delay_uj_ms', 'period_ns', 'estimated_ms_per_image', 'instructions', 'confirmation',
];
export const kResources = [
  {name: 'lut', label: 'LUT'},
  {name: 'ff', label: 'Flip-flops'},
  {name: 'dsp', label: 'DSP48'},
  {name: 'bram18', label: 'Block RAM 18 Kb'},
] as const;

// Of two runs one may have no clock.
const isKnown = (value: number | string) => value !== '' && !Number.isNaN(value);

export class Detail {
  readonly element: HTMLElement;
  private readonly title = el('h2', {id: 'detail-title', tabindex: -1});
  private readonly about = el('div', {class: 'columns', id: 'detail-facts'});
  private readonly parts: {element: HTMLElement; open(row: number): void}[];

  constructor(private readonly model: Model, private readonly selection: Selection) {
    this.parts = [new Layers(model), new LayerTable(model), new Roofline(model), new TimelineChart(model)];
    this.element = section('detail', '', this.about, ...this.parts.map((c) => c.element));
    this.element.querySelector('h2')!.replaceWith(this.title);
    selection.listen((what) => { if (what === 'open') this.draw(); });
  }

  draw(): void {
    const row = this.selection.open;
    this.title.replaceChildren(this.model.nameNode(row), ': ', this.model.points.text('config_name', row));
    const cards = [this.configuration(row), this.found(row), this.area(row)];
    this.about.replaceChildren(...cards.filter((c) => c !== null));
    for (const part of this.parts) part.open(row);
  }

  // Brings it into view; for what was clicked elsewhere.
  reveal(): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.title.focus({preventScroll: true});
    this.element.scrollIntoView({behavior: calm ? 'auto' : 'smooth', block: 'start'});
  }

  private rows(names: string[], row: number): [Child, Child][] {
    const {points} = this.model;
    return names.filter((n) => points.has(n) && !this.model.repeats(n) && isKnown(this.model.value(n, row))).map((n): [Child, Child] => [label(n), shown(points, n, row)]);
  }

  private configuration(row: number): HTMLElement {
    const save = el('button', {type: 'button', id: 'save-config', onclick: () => this.saveConfig(row)}, 'Save vta_config.json');
    return el('div', {class: 'card'}, el('h3', {}, 'Configuration'), facts(this.rows(configColumns(), row)), this.model.keys ? save : null);
  }

  private found(row: number): HTMLElement {
    return el('div', {class: 'card'}, el('h3', {}, 'Found by simulation'), facts(this.rows(kFound, row)),
      el('p', {class: 'muted'}, 'Cycles are lost because ', whyLost(this.model, this.model.points, row), '.'));
  }

  private area(row: number): HTMLElement | null {
    if (!this.model.points.has('lut')) return null;
    const bars = kResources.map(({name, label: words}) => {
      const used = this.model.known(name, row), offered = this.model.offered(name);
      const part = over(used, offered);
      return el(
        'div',
        {class: part.value > 1 ? 'meter over' : 'meter'},
        fixed(words),
        el('span', {class: 'number'}, whole(used), ' of ', whole(offered), ' (', share(part), ')'),
        el('span', {class: 'track', 'aria-hidden': 'true'}, el('span', {class: 'fill', style: `width:${Math.min(100, 100 * part.value)}%`})),
      );
    });
    const source = this.model.value('area_source', row) === 'model' ? 'Estimated by the area model, which is fitted to synthesis.' : 'Synthesized.';
    return el('div', {class: 'card'}, el('h3', {}, 'On ', this.model.deviceTitle), ...bars, sentences(this.model, row, 'fit-words'), el('p', {class: 'muted'}, source));
  }

  // Keys that are texts in the file are columns of texts.
  private saveConfig(row: number): void {
    const keys = [...this.model.keys!.columns].map(([name, values]) => `  ${JSON.stringify(name)}: ${JSON.stringify(values[row])}`);
    download('vta_config.json', `{\n${keys.join(',\n')}\n}\n`);
  }
}
