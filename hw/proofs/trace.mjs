// A counterexample as people read it: signals over cycles, as a table and as a waveform file (VCD).
// A trace: { cycles, signals: [{ name, width, values: [BigInt, one per cycle] }] }

import { evaluate, valueOf } from './aiger.mjs';

// Signals of the AIGER map: lines "input INDEX BIT NAME" and "output INDEX BIT NAME". Clocks say nothing.
export function traceOf(circuit, map, cycles) {
  const states = evaluate(circuit, cycles);
  const signals = new Map();
  for (const line of map.split('\n')) {
    const [, kind, index, bit, name] = line.match(/^(input|output) (\d+) (\d+) (.*)$/) ?? [];
    if (kind === undefined || /(^|\.)clk$/.test(name)) continue;
    const literal = kind === 'input' ? 2 * (1 + Number(index)) : circuit.outputs[index];
    if (!signals.has(name)) signals.set(name, { name, width: 0, values: states.map(() => 0n) });
    const signal = signals.get(name);
    signal.width = Math.max(signal.width, Number(bit) + 1);
    states.forEach((values, cycle) => {
      signal.values[cycle] |= BigInt(valueOf(values, literal)) << BigInt(bit);
    });
  }
  return { cycles: states.length, signals: [...signals.values()] };
}

const kColumns = 16;  // cycles in a table

// The signals of the proof itself, in hexadecimal; of a long trace, its end.
export function tableOf(trace) {
  const first = Math.max(0, trace.cycles - kColumns);
  const heading = ['cycle', ...Array.from({ length: trace.cycles - first }, (_, i) => String(first + i))];
  const rows = trace.signals
    .filter(({ name }) => !name.includes('.'))
    .map(({ name, values }) => [name, ...values.slice(first).map((value) => value.toString(16))]);
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column].length)));
  return [heading, ...rows]
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

const kHalfCycle = 5;

// Scopes are the parts of a name between its dots.
export function vcdOf(trace) {
  const id = (i) => (i < 90 ? '' : id(Math.floor(i / 90) - 1)) + String.fromCharCode(33 + (i % 90));
  const lines = ['$timescale 1ns $end', '$scope module proof $end', '$var wire 1 ~ clk $end'];
  const tree = { scopes: new Map(), signals: [] };
  trace.signals.forEach((signal, i) => {
    const scopes = signal.name.split('.');
    const leaf = scopes.pop();
    let node = tree;
    for (const scope of scopes) {
      if (!node.scopes.has(scope)) node.scopes.set(scope, { scopes: new Map(), signals: [] });
      node = node.scopes.get(scope);
    }
    node.signals.push(`$var wire ${signal.width} ${id(i)} ${leaf} $end`);
  });
  const declare = (node) => {
    lines.push(...node.signals);
    for (const [scope, inner] of node.scopes) {
      lines.push(`$scope module ${scope} $end`);
      declare(inner);
      lines.push('$upscope $end');
    }
  };
  declare(tree);
  lines.push('$upscope $end', '$enddefinitions $end');
  for (let cycle = 0; cycle < trace.cycles; ++cycle) {
    lines.push(`#${2 * cycle * kHalfCycle}`, '0~');
    trace.signals.forEach(({ values }, i) => {
      if (cycle === 0 || values[cycle] !== values[cycle - 1])
        lines.push(`b${values[cycle].toString(2)} ${id(i)}`);
    });
    lines.push(`#${(2 * cycle + 1) * kHalfCycle}`, '1~');
  }
  lines.push(`#${2 * trace.cycles * kHalfCycle}`);
  return `${lines.join('\n')}\n`;
}
