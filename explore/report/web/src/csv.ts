// RFC 4180: fields with a comma, a quote or a line break are quoted. A text that a spreadsheet would
// compute gets an apostrophe in front, as base/text_safety.h does it.

function field(value: number | string): string {
  const computed = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !Number.isFinite(Number(value));
  const text = (computed ? "'" : '') + String(value);
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function csvText(header: string[], rows: (number | string)[][]): string {
  return [header, ...rows].map((row) => row.map(field).join(',') + '\r\n').join('');
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/csv;charset=utf-8'}));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
