// Numbers as people read them; a unit is never left out.

const grouped = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});

export function integer(value: number): string {
  return grouped.format(value);
}

function trimmed(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');
}

// 7653243 -> "7.65 M"; for axes and short places.
export function short(value: number): string {
  const size = Math.abs(value);
  for (const [scale, suffix] of [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k']] as const)
    if (size >= scale) return trimmed(value / scale) + suffix;
  if (size > 0 && size < 0.01) return value.toPrecision(2);
  return trimmed(value);
}

export function bytes(value: number): string {
  for (const [scale, suffix] of [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']] as const)
    if (Math.abs(value) >= scale) return `${trimmed(value / scale)} ${suffix}`;
  return `${value} B`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function plural(count: number, word: string): string {
  return `${integer(count)} ${word}${count === 1 ? '' : 's'}`;
}

export function signed(value: number, text: (value: number) => string = integer): string {
  return (value > 0 ? '+' : value < 0 ? '\u2212' : '') + text(Math.abs(value));
}

// What a table's cell shows: exact integers, four significant digits otherwise.
export function cell(value: number | string): string {
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return integer(value);
  return Math.abs(value) >= 1e4 ? integer(value) : value.toPrecision(4).replace(/\.?0+$/, '');
}
