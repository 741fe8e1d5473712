// Light, dark, or what the system says. Colours of the charts come from here, those of the page from
// style.css; both are told apart by eyes that confuse red and green (checked pair by pair).

import {el} from './dom';
import type {State} from './units';

export type Choice = 'system' | 'light' | 'dark';

export interface Palette {
  dark: boolean;
  text: string;
  muted: string;
  grid: string;
  surface: string;
  accent: string;
  mark: string; // Pareto points
  sequence: string[]; // from small to large
  categories: string[];
  states: Record<State, string>;
}

const kLight: Palette = {
  dark: false,
  text: '#1c2430',
  muted: '#5b6675',
  grid: '#e3e7ec',
  surface: '#ffffff',
  accent: '#1f5fa8',
  mark: '#12161c',
  sequence: ['#a9d6c9', '#6fbfc4', '#43a2c2', '#2f83b8', '#2b63a6', '#33468c', '#362d6b', '#2c1a4a'],
  categories: ['#1f77b4', '#e07b00', '#2a9d6f', '#c23b6e', '#7a5bb8', '#8c6d46', '#5f6b7a', '#b3a100'],
  states: {
    busy: '#2b6cb0', token_prev: '#e8923a', token_next: '#f3c46b', mem_queued: '#a0416e',
    mem_latency: '#d58aa9', mem_data: '#3a9c86', slot: '#8a7cc0', none: '#cfd5dc',
  },
};

const kDark: Palette = {
  dark: true,
  text: '#e6eaf0',
  muted: '#9aa6b5',
  grid: '#303844',
  surface: '#181d25',
  accent: '#79b4f0',
  mark: '#ffffff',
  sequence: ['#4a4a94', '#4767b0', '#4184c2', '#46a0c9', '#5fbbc8', '#86d2c3', '#b5e5c5', '#e8f6d4'],
  categories: ['#6cb0e8', '#f0a04b', '#58c798', '#ec7fa9', '#ad94e6', '#c5a57a', '#a2adba', '#d8c84a'],
  states: {
    busy: '#5a9fe0', token_prev: '#e8923a', token_next: '#f5d08a', mem_queued: '#c9618f',
    mem_latency: '#e7a9c3', mem_data: '#4fbfa5', slot: '#a598de', none: '#46505d',
  },
};

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];
let choice: Choice = 'system';
let printing = false;

export function palette(): Palette {
  if (printing) return kLight;
  return choice === 'dark' || (choice === 'system' && system.matches) ? kDark : kLight;
}

export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

function apply(): void {
  document.documentElement.dataset.theme = palette().dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

export function startTheme(): void {
  system.addEventListener('change', apply);
  addEventListener('beforeprint', () => { printing = true; apply(); });
  addEventListener('afterprint', () => { printing = false; apply(); });
  apply();
}

export function themeSwitch(): HTMLElement {
  const choices: [Choice, string][] = [['system', 'System'], ['light', 'Light'], ['dark', 'Dark']];
  return el(
    'fieldset',
    {class: 'switch'},
    el('legend', {class: 'hidden'}, 'Colours'),
    ...choices.map(([value, label]) =>
      el(
        'label',
        {},
        el('input', {type: 'radio', name: 'theme', value, checked: value === choice, onchange: () => { choice = value; apply(); }}),
        el('span', {}, label),
      ),
    ),
  );
}
