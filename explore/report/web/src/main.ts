import {charts} from './chart';
import {decode} from './data';
import {Detail} from './detail';
import {differences} from './differences';
import {el, select} from './dom';
import {fitSection} from './fit';
import {Grid} from './grid';
import * as format from './format';
import {datum} from './known';
import {Model, Selection, type View} from './model';
import {paretoFront} from './pareto';
import {recommendation} from './recommend';
import {Scatter} from './scatter';
import {sensitivitySection} from './sensitivity';
import {summary} from './summary';
import {startTheme, themeSwitch} from './theme';
import {widthSection} from './width';

interface Page {
  sections: HTMLElement[];
  draw: () => void;
  test: object;
  selection: Selection;
}

// Over all networks where there are several that share machines.
function firstView(model: Model): View | undefined {
  return [...model.views].reverse().find((v) => v.rows.length > 0) ?? model.views[0];
}

// The point that is open at first: the fastest that fits, else the first of the front.
function firstOpen(model: Model, view: View | undefined): number {
  if (!view || view.rows.length === 0) return 0;
  const fastest = model.choices[view.index].fastest;
  if (fastest !== null) return model.pointOf(view, fastest);
  const [x, y] = [model.objectives[0], model.objectives[1] ?? model.objectives[0]];
  const front = x ? paretoFront(view.rows, (r) => view.table.numbers(x)[r], (r) => view.table.numbers(y)[r]) : view.rows;
  return model.pointOf(view, front[0] ?? view.rows[0]);
}

function build(model: Model): Page {
  const view = firstView(model);
  const selection = new Selection(model, firstOpen(model, view), view);
  const detail = new Detail(model, selection);
  const show = (row: number) => {
    selection.setOpen(row);
    detail.reveal();
  };
  const only = (all: (HTMLElement | null)[]) => all.filter((e): e is HTMLElement => e !== null);
  if (!model.isSweep) {
    const parts = only([summary(model), model.header.kind === 'compare' ? differences(model, selection) : null, detail.element]);
    return {sections: parts, draw: () => detail.draw(), test: {model, selection, charts, format}, selection};
  }
  const scatter = new Scatter(model, selection, show);
  const grid = new Grid(model, selection, show);
  const parts = only([recommendation(model, selection, show), scatter.element, detail.element, sensitivitySection(model, selection),
    fitSection(model, selection, show), grid.element, widthSection(model), summary(model)]);
  const draw = () => {
    scatter.draw();
    detail.draw();
  };
  return {sections: parts, draw, test: {model, selection, scatter, charts, format}, selection};
}

function navigation(sections: HTMLElement[]): HTMLElement {
  const title = (e: HTMLElement) => (e.id === 'detail' ? ['Layers'] : [...e.querySelector('h2')!.childNodes].map((n) => n.cloneNode(true)));
  return el('nav', {'aria-label': 'Sections'}, ...sections.map((e) => el('a', {href: `#${e.id}`}, ...title(e))));
}

// Which network the recommendation, the trade-off and what follows are of.
function networkChoice(model: Model, selection: Selection): HTMLElement | null {
  if (model.views.length < 2) return null;
  const options = model.views.map((v, i): [string, {text: string; parts: [string, string][]}] =>
    [String(i), {text: v.label, parts: v.network === null ? [] : [[v.network, `header.sets[${i}].network`]]}]);
  return select('Network', options, String(selection.view!.index), (i) => selection.setView(model.views[Number(i)]), 'network');
}

async function start(): Promise<void> {
  const text = document.getElementById('data')!.textContent!.trim();
  const model = new Model(await decode(text));
  const title = String(model.header.title);
  document.title = `${title} \u2013 vta report`;
  startTheme();
  const page = build(model);
  const header = el('header', {},
    el('div', {class: 'bar'}, el('h1', {}, datum(title, 'header.title')), networkChoice(model, page.selection), themeSwitch()), navigation(page.sections));
  document.body.replaceChildren(
    el('a', {class: 'skip', href: `#${page.sections[0].id}`}, 'Skip to the content'),
    header,
    el('main', {}, ...page.sections),
    el('footer', {}, datum(String(model.header.footer), 'header.footer')),
  );
  new ResizeObserver(() => document.documentElement.style.setProperty('--header', `${header.offsetHeight}px`)).observe(header);
  page.draw();
  Object.assign(window, {report: page.test}); // for the browser's console, and for tests
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error: unknown) => {
  document.body.replaceChildren(el('p', {class: 'failed', role: 'alert'}, `This report cannot be shown: ${String(error)}.`));
  console.error(error);
});
