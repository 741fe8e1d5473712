import {decode} from './data';
import {Detail} from './detail';
import {differences} from './differences';
import {el} from './dom';
import {fitSection} from './fit';
import {Grid} from './grid';
import {Model, Selection} from './model';
import {paretoFront} from './pareto';
import {Scatter} from './scatter';
import {summary} from './summary';
import {startTheme, themeSwitch} from './theme';
import {widthSection} from './width';

// The point that is open at first: of those on the front that fit the device, the fastest.
function firstOpen(model: Model): number {
  if (model.header.kind !== 'sweep') return 0;
  const objectives = (model.header.objectives as string[]).filter((n) => model.points.has(n));
  const rows = Array.from({length: model.rows}, (_, i) => i);
  const [x, y] = [objectives[0], objectives[1] ?? objectives[0]];
  const front = x ? paretoFront(rows, (r) => model.number(x, r), (r) => model.number(y, r)) : rows;
  const fits = model.points.has('zynq7020_share') ? front.filter((r) => model.number('zynq7020_share', r) <= 1) : front;
  return (fits.length > 0 ? fits : front)[0] ?? 0;
}

function sections(model: Model): {elements: HTMLElement[]; draw: () => void; test: object} {
  const selection = new Selection(model.rows, firstOpen(model));
  const detail = new Detail(model, selection);
  const show = (row: number) => {
    selection.setOpen(row);
    detail.reveal();
  };
  if (model.header.kind !== 'sweep') {
    const elements = [summary(model), model.header.kind === 'compare' ? differences(model, selection) : null, detail.element];
    return {elements: elements.filter((e) => e !== null), draw: () => detail.draw(), test: {model, selection}};
  }
  if (model.rows === 0) return {elements: [summary(model)], draw: () => {}, test: {model}};
  const scatter = new Scatter(model, selection, show);
  const grid = new Grid(model, selection, show);
  const elements = [summary(model), scatter.element, detail.element, grid.element, widthSection(model), fitSection(model, show)];
  const draw = () => {
    scatter.draw();
    detail.draw();
  };
  return {elements: elements.filter((e): e is HTMLElement => e !== null), draw, test: {model, selection, scatter}};
}

function navigation(elements: HTMLElement[]): HTMLElement {
  const links = elements.map((e) => el('a', {href: `#${e.id}`}, e.id === 'detail' ? 'Layers' : (e.querySelector('h2')?.textContent ?? e.id)));
  return el('nav', {'aria-label': 'Sections'}, ...links);
}

async function start(): Promise<void> {
  const text = document.getElementById('data')!.textContent!.trim();
  const model = new Model(await decode(text));
  const title = String(model.header.title);
  document.title = `${title} \u2013 vta report`;
  startTheme();
  const {elements, draw, test} = sections(model);
  document.body.replaceChildren(
    el('a', {class: 'skip', href: '#summary'}, 'Skip to the content'),
    el('header', {}, el('div', {class: 'bar'}, el('h1', {}, title), themeSwitch()), navigation(elements)),
    el('main', {}, ...elements),
    el('footer', {}, String(model.header.footer)),
  );
  draw();
  Object.assign(window, {report: test}); // for the browser's console, and for tests
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error: unknown) => {
  const old = typeof DecompressionStream === 'undefined' ? ' This browser cannot decompress the data: Chrome 80, Firefox 113, Safari 16.4 or newer can.' : '';
  document.body.replaceChildren(el('p', {class: 'failed', role: 'alert'}, `This report cannot be shown: ${String(error)}.${old}`));
  console.error(error);
});
