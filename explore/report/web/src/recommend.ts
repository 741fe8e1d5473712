// What to take: the fastest that fits the device, the cheapest that is nearly as fast, why, and what
// limits it next. The choice itself is the program's (header.sets).

import {el, section, type Child} from './dom';
import {shown} from './fields';
import {opener} from './fit';
import {change, constant, datum, fixed, known, largest, minus, number, over, phrase, product, share, whole, type Known} from './known';
import {arrayUse, whyLost} from './layers';
import type {Choice, Model, Selection, View} from './model';

const kResources = [['LUTs', 'lut'], ['flip-flops', 'ff'], ['DSPs', 'dsp'], ['block RAM', 'bram18']] as const;

export function recommendation(model: Model, selection: Selection, show: (row: number) => void): HTMLElement | null {
  if (!selection.view || !model.points.has('lut')) return null;
  const body = el('div');
  const out = section('recommendation', 'Recommendation', body);
  const draw = () => body.replaceChildren(...new Advice(model, selection.view!, show).content());
  selection.listen((what) => { if (what === 'view') draw(); });
  draw();
  return out;
}

// What is fast: the fewest cycles; where clocks are estimates, each configuration's own, the least time.
const kMeasures = {
  cycles_per_image: {text: whole, perUnit: ' cycles', more: ' more cycles', noun: ' cycles', head: 'Cycles'},
  ms_per_image: {text: (k: Known) => number(k), perUnit: ' ms', more: ' more time', noun: ' time', head: 'Time'},
} as const;

class Advice {
  private readonly choice: Choice;
  private readonly by: keyof typeof kMeasures;
  constructor(private readonly model: Model, private readonly view: View, private readonly show: (row: number) => void) {
    this.choice = model.choices[view.index];
    this.by = model.header.fastest_by as keyof typeof kMeasures;
  }
  private get measure() {
    return kMeasures[this.by];
  }

  content(): Node[] {
    const {fastest, cheapest} = this.choice;
    if (fastest === null) return this.noneFits();
    const another = cheapest !== null && cheapest !== fastest;
    const advice = another ? this.twoSentences(fastest, cheapest) : cheapest === null ? this.missedGoal(fastest) : this.oneSentence(fastest);
    return [
      el('p', {class: 'lead'}, 'For ', this.networkName(), ' on ', this.model.deviceTitle, ': ', ...advice),
      el('div', {class: 'columns'},
        this.card('fastest', 'The fastest that fits', fastest, [...this.whyFastest(fastest), ...(another ? [] : [' ', ...this.noneCheaper()])]),
        another ? this.card('cheapest', ['The cheapest ', ...this.enough()], cheapest, this.whyCheapest(fastest, cheapest)) : null,
        this.limits(fastest)),
      ...this.steps(fastest),
    ];
  }

  // What the cheapest has to reach.
  private get goal(): number | null {
    return this.model.header.goal_ms as number | null;
  }
  private enough(): Child[] {
    if (this.goal === null) return ['within ', share(known(this.model.header.nearly_as_fast as number, 'header.nearly_as_fast')), ' of it'];
    const goal = known(this.goal, 'header.goal_ms');
    return [`with at most `, number(goal), ` ms ${this.a}, `, number(over(constant(1000), goal)), ' a second'];
  }
  private noneCheaper(): Child[] {
    if (this.choice.cheapest === null) return ['It is not fast enough.'];
    return ['Nothing smaller comes ', ...this.enough(), '.'];
  }
  // What times are of.
  private get a(): string {
    return this.view.network === null ? 'a frame' : 'an image';
  }

  private networkName(): Node {
    return this.view.network === null ? phrase('a frame, an image of each network,') : datum(this.view.network, `header.sets[${this.view.index}].network`);
  }
  private of(name: string, row: number): Known {
    return this.view.table.known(name, row);
  }
  private shareOf(row: number): Known {
    return this.of(this.model.device.share, row);
  }
  private point(row: number): Node {
    return phrase('point ', opener(this.model, this.view, row, this.show), ', ', this.view.table.text('config_name', row));
  }
  // "+3.1 %" of `to` against `from`.
  private against(name: string, from: number, to: number): HTMLElement {
    return change(minus(over(this.of(name, to), this.of(name, from)), constant(1)));
  }

  private noneFits(): Node[] {
    const {next} = this.choice;
    return [el('p', {class: 'lead'}, 'For ', this.networkName(), ' nothing in this sweep fits ', this.model.deviceTitle, '. ',
      ...(next === null ? [] : ['The nearest is ', this.point(next), ', which needs ', this.tooMuch(next), '.']))];
  }
  private oneSentence(row: number): Child[] {
    return ['take ', this.point(row), ': ', this.measure.text(this.of(this.by, row)), this.measure.perUnit, ` ${this.a} on `, share(this.shareOf(row)), ' of the device.'];
  }
  private missedGoal(row: number): Child[] {
    return ['nothing that fits comes ', ...this.enough(), '. The fastest is ', this.point(row), ', with ', this.measure.text(this.of(this.by, row)), this.measure.perUnit,
      this.by === 'ms_per_image' ? '' : phrase(' (', number(this.of('ms_per_image', row)), ' ms)'), ` ${this.a}.`];
  }
  private twoSentences(fastest: number, cheapest: number): Child[] {
    return ['take ', this.point(fastest), ' (', this.measure.text(this.of(this.by, fastest)), this.measure.perUnit, ` ${this.a}) where speed counts; `, this.point(cheapest),
      ' takes ', share(minus(over(this.of(this.by, cheapest), this.of(this.by, fastest)), constant(1))), this.measure.more, ' and ',
      share(this.shareOf(cheapest)), ' of the device instead of ', share(this.shareOf(fastest)), '.'];
  }

  private card(id: string, title: Child | Child[], row: number, why: Child[]): HTMLElement {
    const {table} = this.view;
    const unit = this.view.network === null ? 'frame' : 'image';
    const names: [Child, string][] = [['Configuration', 'config_name'], ['Bus', 'bus_bytes'], [`Cycles per ${unit}`, 'cycles_per_image'], ['Work on the accelerator', 'device_mac_percent'],
      ...(table.has('ms_per_image') ? [['Clock', 'clock_mhz'], [`Time per ${unit}`, 'ms_per_image'], [`${unit === 'frame' ? 'Frames' : 'Images'} a second`, 'images_per_second']]
        : [[`Time per ${unit} at the estimated clock`, 'estimated_ms_per_image']]) as [Child, string][],
      [fixed('LUT'), 'lut'],
      [fixed('DSP48'), 'dsp'], [fixed('Block RAM 36 Kb'), 'bram36'], ['Share of the device', this.model.device.share], [`Energy per ${unit}`, 'energy_uj_per_image']];
    return el('div', {class: 'card', id: `recommend-${id}`},
      el('h3', {}, ...(Array.isArray(title) ? title : [title]), ': ', 'point ', opener(this.model, this.view, row, this.show)),
      el('dl', {class: 'facts'}, ...names.filter(([, n]) => table.has(n)).map(([k, n]) => el('div', {}, el('dt', {}, k), el('dd', {}, shown(table, n, row))))),
      el('p', {class: 'muted'}, ...why));
  }

  private whyFastest(row: number): Child[] {
    const {next} = this.choice;
    const count = known(this.choice.fitting, `header.sets[${this.view.index}].fitting`);
    const out: Child[] = count.value === 1 ? ['It is the only one that fits. '] : ['No other of the ', whole(count), ' that fit is faster. '];
    if (next === null) return [...out, 'Nothing that was tried is faster at all.'];
    return [...out, 'The smallest of those that would be, point ', opener(this.model, this.view, next, this.show), ', has ', this.against(this.by, row, next),
      this.measure.noun, ' and needs ', this.tooMuch(next), '.'];
  }
  private whyCheapest(fastest: number, cheapest: number): Child[] {
    return [`Of those that are ${this.goal === null ? 'nearly as fast' : 'fast enough'} it takes least of the device: against the fastest `, this.against('lut', fastest, cheapest), ' LUTs, ',
      this.against('dsp', fastest, cheapest), ' DSPs, ', this.against('bram36', fastest, cheapest), ' block RAM, ', this.against(this.by, fastest, cheapest), this.measure.noun, '.'];
  }

  // What does not fit of one that does not.
  private tooMuch(row: number): Node {
    const port = this.model.device.port_bytes;
    if (this.shareOf(row).value > 1) return phrase(share(this.shareOf(row)), ' of the ', this.scarcest(row).words);
    return phrase('a bus of ', whole(this.of('bus_bytes', row)), ' bytes, where the memory port has ', whole(known(port, 'header.device.port_bytes')));
  }
  private scarcest(row: number): {words: string; part: Known} {
    const parts = kResources.map(([words, name]) => ({words, part: over(this.of(name, row), this.model.offered(name))}));
    return parts.reduce((a, b) => (b.part.value > a.part.value ? b : a));
  }

  // In hardware: the scarcest resource. In time: the bound, and what compute waits for.
  private limits(row: number): HTMLElement {
    const scarce = this.scarcest(row);
    const points = this.model.pointsOf(this.view, row);
    return el('div', {class: 'card', id: 'recommend-limits'}, el('h3', {}, 'What limits it next'),
      el('ul', {class: 'words'},
        el('li', {}, 'Scarcest on the device: ', scarce.words, ', with ', share(scarce.part), ' taken.'),
        ...points.map((p) => el('li', {}, 'Time', points.length > 1 ? phrase(' of ', this.model.points.text('network', p)) : '', ': ', ...this.time(p)))));
  }
  private time(p: number): Child[] {
    const {model} = this;
    const compute = model.known('issued_compute', p), memory = model.known('issued_memory', p), cycles = model.known('cycles', p);
    const byCompute = compute.value >= memory.value;
    return [byCompute ? phrase('the array of ', whole(model.known('macs', p)), ' multipliers') : phrase('the bus of ', whole(model.known('bus_bytes', p)), ' bytes'),
      ' alone needs ', share(over(largest(compute, memory), cycles)), ' of the cycles. ', share(arrayUse(model, model.points, p)?.useful ?? over(model.known('device_macs', p), product(model.known('macs', p), cycles))),
      ' of what the multipliers could do is done. The rest is lost because ', whyLost(model, model.points, p), '.'];
  }

  private steps(row: number): Node[] {
    const {steps} = this.choice;
    if (steps.length === 0) return [];
    const heads = ['Change', 'From', 'To', 'Point', this.measure.head, 'LUT', 'DSP48', 'Block RAM', 'Share', ''];
    const source = (i: number, member: string) => `header.sets[${this.view.index}].steps[${i}].${member}`;
    return [
      el('h3', {class: 'after'}, 'One step from the fastest'),
      el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'One step from the fastest'}, el('table', {class: 'grid', id: 'steps'},
        el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', {scope: 'col', class: i > 2 && i < 9 ? 'number' : undefined}, fixed(h))))),
        el('tbody', {}, ...steps.map((s, i) => el('tr', {},
          el('th', {scope: 'row'}, datum(s.axis, source(i, 'axis'))), ...(['from', 'to'] as const).map((n) => el('td', {}, el('div', {class: 'values'}, datum(s[n], source(i, n))))),
          el('td', {class: 'number'}, opener(this.model, this.view, s.row, this.show)),
          ...[this.by, 'lut', 'dsp', 'bram36'].map((n) => el('td', {class: 'number'}, this.against(n, row, s.row))),
          el('td', {class: 'number'}, share(this.shareOf(s.row))),
          el('td', {}, this.of('fits', s.row).value === 0 ? 'does not fit' : '')))))),
    ];
  }
}

