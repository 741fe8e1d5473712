// What is typed above a column of the table: texts are looked for, numbers compared.
//   16        equal            !=16     not equal
//   <=1024    or < > >=        8..64    from, to, both included
//   >8 <=64   all of them
// Numbers may have _ or a suffix k, M, G (1000) or Ki, Mi, Gi (1024).

export type Predicate = (value: number | string) => boolean;

const kScales: Record<string, number> = {'': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30};
const kNumber = '(-?[0-9][0-9_]*(?:\\.[0-9]+)?(?:e-?[0-9]+)?)(Ki|Mi|Gi|k|K|M|G)?';
const kRange = new RegExp(`^${kNumber}\\.\\.${kNumber}$`);
const kCompare = new RegExp(`^(<=|>=|!=|<|>|=|==)?${kNumber}$`);

function numberOf(digits: string, suffix: string | undefined): number {
  return Number(digits.replace(/_/g, '')) * kScales[suffix ?? ''];
}

function term(text: string): ((value: number) => boolean) | null {
  const range = kRange.exec(text);
  if (range) {
    const from = numberOf(range[1], range[2]);
    const to = numberOf(range[3], range[4]);
    return (v) => v >= from && v <= to;
  }
  const match = kCompare.exec(text);
  if (!match) return null;
  const limit = numberOf(match[2], match[3]);
  switch (match[1]) {
    case '<': return (v) => v < limit;
    case '<=': return (v) => v <= limit;
    case '>': return (v) => v > limit;
    case '>=': return (v) => v >= limit;
    case '!=': return (v) => v !== limit;
    default: return (v) => v === limit;
  }
}

export const kFilterHelp = 'expected 16, <=1024, >8 <=64, 8..64, !=16 or 64Ki';

// null: the text is no such expression.
export function numberFilter(text: string): Predicate | null {
  const words = text.trim().replace(/(<=|>=|!=|==|<|>|=)\s+/g, '$1').split(/[\s,]+/).filter((w) => w !== '');
  const terms = words.map(term);
  if (terms.some((t) => t === null)) return null;
  return (value) => terms.every((t) => t!(value as number));
}

// Every word must occur; !word must not.
export function textFilter(text: string): Predicate {
  const words = text.toLowerCase().split(/\s+/).filter((w) => w !== '' && w !== '!');
  return (value) => {
    const low = String(value).toLowerCase();
    return words.every((w) => (w.startsWith('!') ? !low.includes(w.slice(1)) : low.includes(w)));
  };
}
