// Elements without HTML text: whatever a name contains, it stays text.

type Child = Node | string | number | null | undefined;
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

export function option(value: string, label: string, selected = false): HTMLOptionElement {
  return el('option', {value, selected}, label);
}

// A labelled <select>; `change` gets the chosen value.
export function select(
  label: string,
  options: [value: string, label: string][],
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

// Lines as a list, each with a capital at its start.
export function lines(text: string, id?: string): HTMLElement {
  return el('ul', {class: 'words', id}, ...text.split('\n').map((line) => el('li', {}, line.charAt(0).toUpperCase() + line.slice(1))));
}

export function facts(rows: [label: string, value: string | Node][]): HTMLElement {
  return el('dl', {class: 'facts'}, ...rows.map(([k, v]) => el('div', {}, el('dt', {}, k), el('dd', {}, v))));
}
