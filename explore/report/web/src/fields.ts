// What the columns of a point are called, and in which unit they are.

import {bytes, cell, integer, percent, short} from './format';

export interface Field {
  name: string;
  label: string;
  unit: string; // empty: a plain number or a text
  help?: string;
}

const kFields: Field[] = [
  {name: 'idx', label: 'Point', unit: ''},
  {name: 'network', label: 'Network', unit: ''},
  {name: 'images', label: 'Images', unit: ''},
  {name: 'schedule', label: 'Schedule', unit: ''},
  {name: 'memory', label: 'Memory', unit: ''},
  {name: 'config_name', label: 'Configuration', unit: ''},
  {name: 'config_hash', label: 'Configuration hash', unit: ''},
  {name: 'batch', label: 'Batch', unit: ''},
  {name: 'block_in', label: 'Block in', unit: ''},
  {name: 'block_out', label: 'Block out', unit: ''},
  {name: 'macs', label: 'MACs', unit: 'per cycle'},
  {name: 'bus_bytes', label: 'Bus', unit: 'bytes/cycle'},
  {name: 'read_latency', label: 'Read latency', unit: 'cycles'},
  {name: 'write_latency', label: 'Write latency', unit: 'cycles'},
  {name: 'acc_read_ports', label: 'ACC read ports', unit: ''},
  {name: 'isa_ext', label: 'Extensions', unit: ''},
  {name: 'uop_bytes', label: 'UOP', unit: 'bytes'},
  {name: 'inp_bytes', label: 'INP', unit: 'bytes'},
  {name: 'wgt_bytes', label: 'WGT', unit: 'bytes'},
  {name: 'acc_bytes', label: 'ACC', unit: 'bytes'},
  {name: 'cycles', label: 'Cycles', unit: 'cycles'},
  {name: 'bound_percent', label: 'Bound share', unit: '%', help: 'the larger of the compute and the memory bound, of the cycles'},
  {name: 'mac_percent', label: 'MAC utilisation', unit: '%', help: 'MACs of the layers over what the array could do in these cycles'},
  {name: 'bus_percent', label: 'Bus utilisation', unit: '%', help: 'beats of all bursts over cycles'},
  {name: 'insns', label: 'Instructions', unit: ''},
  {name: 'inp_load_nbytes', label: 'INP loaded', unit: 'bytes'},
  {name: 'wgt_load_nbytes', label: 'WGT loaded', unit: 'bytes'},
  {name: 'acc_load_nbytes', label: 'ACC loaded', unit: 'bytes'},
  {name: 'uop_load_nbytes', label: 'UOP loaded', unit: 'bytes'},
  {name: 'out_store_nbytes', label: 'OUT stored', unit: 'bytes'},
  {name: 'gemm_counter', label: 'GEMM steps', unit: ''},
  {name: 'alu_counter', label: 'ALU steps', unit: ''},
  {name: 'dram_bytes', label: 'DRAM bytes', unit: 'bytes'},
  {name: 'bus_beats', label: 'Bus beats', unit: 'beats'},
  {name: 'bound_compute', label: 'Compute bound', unit: 'cycles'},
  {name: 'bound_memory', label: 'Memory bound', unit: 'cycles'},
  {name: 'device_macs', label: 'MACs of the layers', unit: ''},
  {name: 'lut', label: 'LUT', unit: ''},
  {name: 'ff', label: 'Flip-flops', unit: ''},
  {name: 'dsp', label: 'DSP48', unit: ''},
  {name: 'bram18', label: 'Block RAM 18 Kb', unit: ''},
  {name: 'bram36', label: 'Block RAM 36 Kb', unit: ''},
  {name: 'area_source', label: 'Area from', unit: ''},
  {name: 'energy_pj', label: 'Energy', unit: 'pJ', help: 'an estimate'},
  {name: 'cycles_per_image', label: 'Cycles per image', unit: 'cycles'},
  {name: 'dram_bytes_per_image', label: 'DRAM bytes per image', unit: 'bytes'},
  {name: 'energy_uj_per_image', label: 'Energy per image', unit: '\u00b5J', help: 'an estimate'},
  {name: 'zynq7020_share', label: 'Share of a Zynq-7020', unit: '1', help: 'of its scarcest resource; above 1 it does not fit'},
  {name: 'pareto', label: 'Pareto', unit: ''},
  {name: 'confirmation', label: 'Confirmed on RTL', unit: ''},
];

const kByName = new Map(kFields.map((f) => [f.name, f]));

export function field(name: string): Field {
  return kByName.get(name) ?? {name, label: name, unit: ''};
}

// In a table of its own columns the unit stands in the header.
export function heading(name: string): string {
  const {label, unit} = field(name);
  return unit === '' || unit === '1' ? label : `${label} (${unit})`;
}

// A value with its unit, exact where it is an integer.
export function textOf(name: string, value: number | string): string {
  if (typeof value === 'string') return value;
  const {unit} = field(name);
  if (name.startsWith('uop_b') || name.startsWith('inp_b') || name.startsWith('wgt_b') || name.startsWith('acc_b')) return bytes(value);
  if (name === 'zynq7020_share') return percent(value);
  if (unit === '%') return `${value.toFixed(1)} %`;
  if (unit === '') return name === 'idx' ? String(value) : cell(value);
  return `${cell(value)} ${unit}`;
}

// A value on an axis.
export function tickOf(name: string, value: number): string {
  if (field(name).unit === 'bytes') return bytes(value);
  if (name === 'zynq7020_share') return `${integer(100 * value)} %`;
  return short(value);
}

// A value of the configuration where its unit is said elsewhere.
export function shortOf(name: string, value: number | string): string {
  return typeof value === 'number' && field(name).unit === 'bytes' ? bytes(value) : cell(value);
}
