// Elements without HTML text: whatever a name contains, it stays text.

export type Child = Node | string | number | null | undefined;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

// `class`, `for`, `aria-label`, ... are attributes; `onclick` and the like take functions; false and
// undefined leave an attribute out.
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((c): c is Node | string => c != null).map((c) => (typeof c === 'number' ? String(c) : c)));
  return element;
}

// An option's text has no elements: what of it is data stands in `parts`, [text, source] each.
export type OptionLabel = string | {text: string; parts: [text: string, source: string][]};

function option(value: string, label: OptionLabel, selected: boolean): HTMLOptionElement {
  const made = typeof label === 'string' ? {text: label, parts: []} : label;
  return el('option', {value, selected, 'data-parts': JSON.stringify(made.parts)}, made.text);
}

// A labelled <select>; `change` gets the chosen value.
export function select(
  label: string,
  options: [value: string, label: OptionLabel][],
  chosen: string,
  change: (value: string) => void,
  id: string,
): HTMLLabelElement {
  const box = el('select', {id, onchange: () => change(box.value)}, ...options.map(([v, l]) => option(v, l, v === chosen)));
  return el('label', {class: 'control', for: id}, el('span', {}, label), box);
}

export function checkbox(label: string, checked: boolean, change: (on: boolean) => void, id: string): HTMLLabelElement {
  const box = el('input', {type: 'checkbox', id, checked, onchange: () => change(box.checked)});
  return el('label', {class: 'check', for: id}, box, label);
}

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return el('section', {id, 'aria-labelledby': `${id}-title`}, el('h2', {id: `${id}-title`, tabindex: -1}, title), ...children);
}

// Labels and values, as a list of definitions.
export function facts(rows: [label: Child, value: Child][]): HTMLElement {
  return el('dl', {class: 'facts'}, ...rows.map(([k, v]) => el('div', {}, el('dt', {}, k), el('dd', {}, v))));
}
