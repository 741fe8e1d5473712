// One point or run, opened: its configuration, what it takes, its layers.

import {download} from './csv';
import {el, facts, lines, section} from './dom';
import {field, textOf} from './fields';
import {integer, percent} from './format';
import {Layers} from './layers';
import {kConfigColumns, type Model, type Selection} from './model';
import {Roofline} from './roofline';
import {TimelineChart} from './timeline';

const kFound = ['cycles', 'cycles_per_image', 'bound_percent', 'mac_percent', 'bus_percent', 'dram_bytes_per_image', 'energy_uj_per_image', 'insns', 'confirmation'];
const kArea = [
  {name: 'lut', label: 'LUT', limit: 53200},
  {name: 'ff', label: 'Flip-flops', limit: 106400},
  {name: 'dsp', label: 'DSP48', limit: 220},
  {name: 'bram18', label: 'Block RAM (18 Kb)', limit: 280},
];

export class Detail {
  readonly element: HTMLElement;
  private readonly title = el('h2', {id: 'detail-title', tabindex: -1});
  private readonly about = el('div', {class: 'columns', id: 'detail-facts'});
  private readonly charts: {element: HTMLElement; open(row: number): void}[];

  constructor(private readonly model: Model, private readonly selection: Selection) {
    this.charts = [new Layers(model), new Roofline(model), new TimelineChart(model)];
    this.element = section('detail', '', this.about, ...this.charts.map((c) => c.element));
    this.element.querySelector('h2')!.replaceWith(this.title);
    selection.listen((what) => { if (what === 'open') this.draw(); });
  }

  draw(): void {
    const row = this.selection.open;
    this.title.textContent = `${this.model.nameOf(row)}: ${this.model.value('config_name', row)}`;
    const cards = [this.configuration(row), this.found(row), this.area(row)];
    this.about.replaceChildren(...cards.filter((c) => c !== null));
    for (const chart of this.charts) chart.open(row);
  }

  // Brings it into view; for what was clicked elsewhere.
  reveal(): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.title.focus({preventScroll: true});
    this.element.scrollIntoView({behavior: calm ? 'auto' : 'smooth', block: 'start'});
  }

  private rows(names: string[], row: number): [string, string][] {
    return names.filter((n) => this.model.points.has(n)).map((n) => [field(n).label, textOf(n, this.model.value(n, row))] as [string, string]).filter(([, text]) => text !== '');
  }

  private configuration(row: number): HTMLElement {
    const save = el('button', {type: 'button', id: 'save-config', onclick: () => this.saveConfig(row)}, 'Save vta_config.json');
    return el('div', {class: 'card'}, el('h3', {}, 'Configuration'), facts(this.rows(kConfigColumns, row)), this.model.keys ? save : null);
  }

  private found(row: number): HTMLElement {
    return el('div', {class: 'card'}, el('h3', {}, 'Found by simulation'), facts(this.rows(kFound, row)));
  }

  private area(row: number): HTMLElement | null {
    if (!this.model.points.has('lut')) return null;
    const bars = kArea.map(({name, label, limit}) => {
      const used = this.model.number(name, row);
      return el(
        'div',
        {class: used > limit ? 'meter over' : 'meter'},
        el('span', {}, label),
        el('span', {class: 'number'}, `${integer(used)} of ${integer(limit)} (${percent(used / limit)})`),
        el('span', {class: 'track', 'aria-hidden': 'true'}, el('span', {class: 'fill', style: `width:${Math.min(100, (100 * used) / limit)}%`})),
      );
    });
    const source = this.model.value('area_source', row) === 'model' ? 'Estimated by the area model, which is fitted to synthesis.' : 'Synthesised.';
    const fit = (this.model.points.has('zynq7020_fit') ? String(this.model.value('zynq7020_fit', row)) : '');
    return el('div', {class: 'card'}, el('h3', {}, 'On a Zynq-7020'), ...bars, fit ? lines(fit, 'fit-words') : null, el('p', {class: 'muted'}, source));
  }

  // Keys that are texts in the file are columns of texts.
  private saveConfig(row: number): void {
    const keys = [...this.model.keys!.columns].map(([name, values]) => `  ${JSON.stringify(name)}: ${JSON.stringify(values[row])}`);
    download('vta_config.json', `{\n${keys.join(',\n')}\n}\n`);
  }
}
