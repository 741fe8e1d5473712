// Numbers as people read them. The one place that turns a number into text: what is rounded away
// stands behind the decimal point, or is replaced by a unit's prefix; no digit in front of the point
// is ever dropped.

const kMinus = '\u2212';
const grouped = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

// -0 is 0; a number that is not finite is said as such.
function plain(value: number): string | null {
  if (Number.isNaN(value)) return 'not known';
  if (value === Infinity) return 'infinite';
  if (value === -Infinity) return `${kMinus}infinite`;
  return null;
}

// "9,130", "-1,234": the nearest whole number.
export function integer(value: number): string {
  return plain(value) ?? grouped.format(Math.round(value) + 0);
}

// Whole numbers exactly, others to `digits` significant digits without trailing zeros of the
// fraction: 9130 -> "9,130", 1234.56 -> "1,235", 0.5 -> "0.5", 1.5e-7 -> "1.5e-7".
export function significant(value: number, digits = 4): string {
  const odd = plain(value);
  if (odd !== null) return odd;
  if (Number.isInteger(value) || Math.abs(value) >= 10 ** (digits - 1)) return integer(value);
  const rounded = Number(value.toPrecision(digits));
  if (Math.abs(rounded) < 1e-5) return String(rounded);
  return new Intl.NumberFormat('en-US', {maximumSignificantDigits: digits}).format(rounded);
}

interface Prefix {
  scale: number;
  unit: string;
}
const kDecimal: Prefix[] = [{scale: 1, unit: ''}, {scale: 1e3, unit: ' k'}, {scale: 1e6, unit: ' M'}, {scale: 1e9, unit: ' G'}, {scale: 1e12, unit: ' T'}];
const kBinary: Prefix[] = [{scale: 1, unit: ' B'}, {scale: 2 ** 10, unit: ' KiB'}, {scale: 2 ** 20, unit: ' MiB'}, {scale: 2 ** 30, unit: ' GiB'}, {scale: 2 ** 40, unit: ' TiB'}];

// With the largest prefix that leaves at least 1 after rounding: 999,999 is "1 M", not "1,000 k".
function prefixed(value: number, prefixes: Prefix[], digits: number): string {
  const odd = plain(value);
  if (odd !== null) return odd;
  const size = Math.abs(value);
  let best = prefixes[0];
  for (const prefix of prefixes) if (Number((size / prefix.scale).toPrecision(digits)) >= 1) best = prefix;
  return significant(value / best.scale, digits) + best.unit;
}

// 7653243 -> "7.65 M"; for axes and short places.
export function short(value: number): string {
  return prefixed(value, kDecimal, 3);
}

// 65536 -> "64 KiB", 1000 -> "1,000 B".
export function bytes(value: number): string {
  return prefixed(value, kBinary, 4);
}

// Of a share: 0.882 -> "88.2 %".
export function percent(share: number): string {
  return plain(share) ?? `${decimals(100 * share, 1)} %`;
}

// So many digits behind the point, zeros included: for columns that are read down.
export function decimals(value: number, digits: number): string {
  return plain(value) ?? new Intl.NumberFormat('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits}).format(value + 0);
}

// 1.234 -> "1.23 ×".
export function times(value: number): string {
  return `${decimals(value, 2)} \u00d7`;
}

// A change: "+12", "\u22123.1 %"; what is shown as zero has no sign.
export function signed(value: number, text: (value: number) => string = integer): string {
  const size = text(Math.abs(value));
  if (!/[1-9a-z]/.test(size)) return size;
  return (value > 0 ? '+' : kMinus) + size;
}
