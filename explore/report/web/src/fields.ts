// What the columns of a point are called, and in which unit they are.

import type {Table} from './data';
import {el} from './dom';
import {bytes, decimals, integer, percent, short, significant} from './format';
import {datum, fixed, number, phrase} from './known';

export interface Field {
  name: string;
  label: string;
  unit: string; // empty: a plain number or a text
  help?: string;
}

// What describes a point, not what was found.
const kConfigFields: Field[] = [
  {name: 'network', label: 'Network', unit: ''},
  {name: 'images', label: 'Images', unit: ''},
  {name: 'schedule', label: 'Schedule', unit: ''},
  {name: 'quantization', label: 'Quantisation', unit: ''},
  {name: 'memory', label: 'Memory', unit: ''},
  {name: 'config_name', label: 'Configuration', unit: ''},
  {name: 'batch', label: 'Batch', unit: ''},
  {name: 'block_in', label: 'Block in', unit: ''},
  {name: 'block_out', label: 'Block out', unit: ''},
  {name: 'macs', label: 'MACs', unit: 'per cycle'},
  {name: 'bus_bytes', label: 'Bus', unit: 'bytes/cycle'},
  {name: 'read_latency', label: 'Read latency', unit: 'cycles'},
  {name: 'write_latency', label: 'Write latency', unit: 'cycles'},
  {name: 'acc_read_ports', label: 'ACC read ports', unit: ''},
  {name: 'gemm_pipeline', label: 'GEMM pipeline', unit: '', help: 'registers from the operands of the dot product to its sum'},
  {name: 'products_per_multiplier', label: 'Products per multiplier', unit: '', help: 'with 2, two output lanes of the GEMM share a multiplier'},
  {name: 'acc_overlap', label: 'ACC overlap', unit: '', help: 'with 1, a GEMM and ALU work go on at once on two halves of ACC'},
  {name: 'isa_ext', label: 'Extensions', unit: ''},
  {name: 'uop_bytes', label: 'UOP', unit: 'bytes'},
  {name: 'inp_bytes', label: 'INP', unit: 'bytes'},
  {name: 'wgt_bytes', label: 'WGT', unit: 'bytes'},
  {name: 'acc_bytes', label: 'ACC', unit: 'bytes'},
];

export const kConfigColumns = kConfigFields.map((f) => f.name);

const kFields: Field[] = [
  {name: 'idx', label: 'Point', unit: ''},
  ...kConfigFields,
  {name: 'config_hash', label: 'Configuration hash', unit: ''},
  {name: 'cycles', label: 'Cycles', unit: 'cycles'},
  {name: 'layer_bound_percent', label: 'Bound share', unit: '%', help: 'cycles that no schedule of these layers beats, of the cycles'},
  {name: 'useful_percent', label: 'Useful MACs', unit: '%', help: 'products with pixels of the image over what the array could do in these cycles'},
  {name: 'bound_percent', label: 'Issued bound share', unit: '%', help: 'the larger of compute and memory of what was issued, of the cycles'},
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
  {name: 'bound_compute', label: 'Compute bound of what was issued', unit: 'cycles'},
  {name: 'bound_memory', label: 'Memory bound of what was issued', unit: 'cycles'},
  {name: 'least_cycles', label: 'Bound', unit: 'cycles', help: 'cycles that no schedule of these layers beats'},
  {name: 'useful_macs', label: 'Useful MACs', unit: '', help: 'without padding'},
  {name: 'device_macs', label: 'MACs of the layers', unit: ''},
  {name: 'network_macs', label: 'MACs of the network', unit: ''},
  {name: 'work_percent', label: 'Work on the accelerator', unit: '%', help: 'of the network\u2019s MACs; the cycles are of this part alone'},
  {name: 'host_operators', label: 'Left to the host', unit: ''},
  {name: 'clock_mhz', label: 'Clock', unit: 'MHz'},
  {name: 'ms_per_image', label: 'Time per image', unit: 'ms', help: 'on the accelerator'},
  {name: 'images_per_second', label: 'Images a second', unit: '', help: 'on the accelerator'},
  {name: 'gops', label: 'Speed', unit: 'GOPS', help: 'two operations per multiply-accumulate of a layer'},
  {name: 'energy_delay_uj_ms', label: 'Energy \u00d7 delay', unit: '\u00b5J ms', help: 'an estimate'},
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
  {name: 'period_ns', label: 'Estimated clock period', unit: 'ns', help: 'an estimate: the longest path with an allowance for routing'},
  {name: 'estimated_ms_per_image', label: 'Time at the estimated clock', unit: 'ms', help: 'an estimate: cycles of an image times the period'},
  {name: 'top1_error', label: 'Top-1 error', unit: '%', help: 'samples that the int8 network answers wrongly'},
  {name: 'top5_error', label: 'Top-5 error', unit: '%', help: 'samples whose label is not among the first five of the int8 network'},
  {name: 'disagreement', label: 'Disagreement', unit: '%', help: 'samples that int8 and float answer differently'},
  {name: 'noise_percent', label: 'Noise of the logits', unit: '%', help: 'what quantisation adds to the logits, by the logits'},
  {name: 'top1', label: 'Top-1', unit: '%', help: 'samples that the int8 network answers as labelled'},
  {name: 'float_top1', label: 'Top-1 in float', unit: '%'},
  {name: 'top5', label: 'Top-5', unit: '%', help: 'samples whose label is among the first five of the int8 network'},
  {name: 'float_top5', label: 'Top-5 in float', unit: '%'},
  {name: 'agreement', label: 'Agreement', unit: '%', help: 'samples that int8 and float answer alike'},
  {name: 'sqnr_db', label: 'SQNR of the logits', unit: 'dB'},
  {name: 'device_share', label: 'Share of the device', unit: '1', help: 'of its scarcest resource; above 1 it does not fit'},
  {name: 'fits', label: 'Fits the device', unit: '', help: '1 where its area and its bus do'},
  {name: 'why', label: 'Cycles lost', unit: '', help: 'what the compute unit mostly waits for'},
  {name: 'pareto', label: 'Pareto', unit: ''},
  {name: 'confirmation', label: 'Confirmed on RTL', unit: ''},
];

// Better the larger; everything else that is measured is better the smaller.
export const kRates = ['images_per_second', 'gops', 'top1', 'float_top1', 'top5', 'float_top5', 'agreement', 'sqnr_db'];

const kByName = new Map(kFields.map((f) => [f.name, f]));

export function field(name: string): Field {
  return kByName.get(name) ?? {name, label: name, unit: ''};
}

// A column's name for people; its digits, if it has any, are words.
export function label(name: string): HTMLElement {
  return kByName.has(name) ? fixed(field(name).label) : datum(name, `column(${JSON.stringify(name)})`);
}

// In a table of its own columns the unit stands in the header.
export function heading(name: string): HTMLElement {
  const {unit} = field(name);
  return isShare(name) || unit === '' ? label(name) : el('span', {}, label(name), ` (${unit})`);
}
export function headingText(name: string): string {
  const {label: text, unit} = field(name);
  return isShare(name) || unit === '' ? text : `${text} (${unit})`;
}

const isShare = (name: string) => field(name).unit === '1';
const isScratchpad = (name: string) => /^(uop|inp|wgt|acc)_bytes$/.test(name);

// How the numbers of a column are said; the unit, where `withUnit`, follows.
function said(name: string, withUnit: boolean): {text: (value: number) => string; unit: string} {
  const {unit} = field(name);
  if (withUnit && isScratchpad(name)) return {text: bytes, unit: ''};
  if (withUnit && isShare(name)) return {text: percent, unit: ''};
  if (unit === '%') return {text: (v) => decimals(v, 1), unit: withUnit ? ' %' : ''};
  return {text: significant, unit: withUnit && unit !== '' && unit !== '1' ? ` ${unit}` : ''};
}

// A value of a table with its unit.
export function shown(table: Table, name: string, row: number): Node {
  if (name === 'idx') return datum(String(table.numbers(name)[row]), table.source(name, row));
  if (Array.isArray(table.columns.get(name))) return table.text(name, row);
  const {text, unit} = said(name, true);
  return phrase(number(table.known(name, row), text), unit);
}

// A value where the unit stands in the header.
export function cell(table: Table, name: string, row: number): Node {
  if (name === 'idx' || Array.isArray(table.columns.get(name))) return shown(table, name, row);
  return number(table.known(name, row), said(name, false).text);
}

// The text of a value, for places that can have no elements.
export function textOf(name: string, value: number | string): string {
  if (typeof value === 'string' || name === 'idx') return String(value);
  const {text, unit} = said(name, true);
  return text(value) + unit;
}

// A value on an axis.
export function tickOf(name: string, value: number): string {
  if (field(name).unit === 'bytes') return bytes(value);
  return isShare(name) ? `${integer(100 * value)} %` : short(value);
}

// A value of the configuration where its unit is said elsewhere.
export function shortOf(name: string, value: number | string): string {
  if (typeof value === 'string') return value;
  return field(name).unit === 'bytes' ? bytes(value) : significant(value);
}
