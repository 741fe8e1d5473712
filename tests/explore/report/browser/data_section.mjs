// The data section of a report, decoded again from docs/report_data.md, not from the page's decoder.
import {readFileSync} from 'node:fs';
import {inflateSync} from 'node:zlib';

function column(body, {form, base = 0, width, offset, texts}, rows) {
  const byte = (i, k) => body[offset + k * rows + i];
  const unsigned = (i) => Array.from({length: width}, (_, k) => byte(i, k) * 256 ** k).reduce((a, b) => a + b, 0);
  const real = (i) => Buffer.from(Array.from({length: 8}, (_, k) => byte(i, k))).readDoubleLE(0);
  const out = [];
  for (let i = 0; i < rows; i++) {
    if (form === 'real') out.push(real(i));
    else if (form === 'plain') out.push(base + unsigned(i));
    else {
      const u = unsigned(i), step = u % 2 === 0 ? u / 2 : -(u + 1) / 2;
      out.push((i === 0 ? base : out[i - 1]) + step);
    }
  }
  return texts ? out.map((n) => texts[n]) : out;
}

// {header, tables: {point: {cycles: [...]}}, html, script}
export function decodeReport(file) {
  const html = readFileSync(file, 'utf8');
  const bytes = inflateSync(Buffer.from(/<script type="text\/plain" id="data">([^<]*)</.exec(html)[1].trim(), 'base64'));
  const length = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.subarray(4, 4 + length).toString('utf8'));
  const body = bytes.subarray(4 + length);
  const tables = {};
  for (const {name, rows, columns} of header.tables) {
    const table = tables[name] = Object.fromEntries(columns.map((c) => [c.name, column(body, c, rows)]));
    for (const c of columns.filter((one) => one.plus))
      table[c.name] = table[c.name].map((rest, i) => c.plus.reduce((sum, n) => sum + table[n][i], rest) - c.minus.reduce((sum, n) => sum + table[n][i], 0));
  }
  const script = inflateSync(Buffer.from(/<script type="text\/plain" id="program">([^<]*)</.exec(html)[1], 'base64')).toString('utf8');
  return {header, tables, html, script};
}
