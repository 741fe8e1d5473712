// Draws the first launch of a trace as a picture: every slice where the file has it, nothing else.
//   vta model resnet18_v1 -o resnet18.onnx
//   vta trace resnet18.onnx --memory ddr,bus=16 --cycles 1200000:1260000 -o part.json
//   node docs/images/trace_picture.mjs part.json 1200000 1260000 > docs/images/trace.svg
import {readFileSync} from 'node:fs';

const [file, first, last] = process.argv.slice(2);
const begin = Number(first), end = Number(last);
const LEFT = 130, WIDTH = 960, RIGHT = 60, ROW = 26, TOP = 34;  // RIGHT: half of the last number
const events = JSON.parse(readFileSync(file, 'utf8')).traceEvents;

const cycle = (event) => Math.round(Number(event.ts) * 1000);  // 1000 MHz: a cycle is 1 ns
const x = (t) => LEFT + (Math.min(Math.max(t, begin), end) - begin) / (end - begin) * WIDTH;
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// Tracks in the order of their numbers, with the slices that lie in the part.
function tracksOf() {
  const tracks = new Map();
  for (const event of events)
    if (event.ph === 'M' && event.name === 'thread_name' && event.pid === events[0].pid)
      tracks.set(event.tid, {name: event.args.name, slices: [], open: []});
  for (const event of events) {
    const track = event.pid === events[0].pid ? tracks.get(event.tid) : undefined;
    if (track === undefined) continue;
    if (event.ph === 'B') track.open.push(event);
    if (event.ph === 'E') {
      const from = track.open.pop();
      track.slices.push({name: from.name, begin: cycle(from), end: cycle(event)});
    }
  }
  return [...tracks.entries()].sort((a, b) => a[0] - b[0]).map(([, track]) => track);
}

const waits = (name) => name.startsWith('wait') || name.includes('is full');

function color(track, name) {
  if (waits(name)) return '#d9d9de';
  const colors = {layers: '#7c8aa5', fetch: '#8e7cc3', load: '#4f81bd', compute: '#3f9c6b', store: '#d08a3c'};
  return colors[track] ?? (name.includes('store') || track.includes('write') ? '#d08a3c' : '#6fa8dc');
}

function row(track, index) {
  const top = TOP + index * ROW;
  const text = `<text x="${LEFT - 8}" y="${top + 15}" text-anchor="end">${escaped(track.name)}</text>`;
  const shown = track.slices.filter((s) => s.end > begin && s.begin < end);
  const boxes = shown.map((s) => {
    const width = Math.max(x(s.end) - x(s.begin), 0.4);
    const label = width > 7 * s.name.length ? `<text class="${waits(s.name) ? 'out' : 'in'}" x="${(x(s.begin) + 4).toFixed(1)}" y="${top + 14}">${escaped(s.name)}</text>` : '';
    return `<rect x="${x(s.begin).toFixed(1)}" y="${top + 2}" width="${width.toFixed(1)}" height="${ROW - 6}" fill="${color(track.name, s.name)}"/>${label}`;
  });
  return text + boxes.join('');
}

function axis(height) {
  const marks = [];
  for (let k = 0; k <= 8; ++k) {
    const t = begin + Math.round((end - begin) * k / 8);
    marks.push(`<line x1="${x(t)}" x2="${x(t)}" y1="${TOP - 6}" y2="${height - 8}" class="line"/>` +
               `<text x="${x(t)}" y="${TOP - 12}" text-anchor="middle">${t.toLocaleString('en')}</text>`);
  }
  return marks.join('') + `<text x="${LEFT - 52}" y="${TOP - 12}" text-anchor="end">cycle</text>`;
}

const tracks = tracksOf().filter((track) => track.slices.length > 0);
const height = TOP + tracks.length * ROW + 10;
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${height}">
<style>text{font:12px sans-serif;fill:#333}.in{font-size:11px;fill:#fff}.out{font-size:11px}.line{stroke:#0002}.page{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#dde}.in{fill:#fff}.line{stroke:#fff3}.page{fill:#11151b}[fill="#d9d9de"]{fill:#39414d}}</style>
<rect width="100%" height="100%" class="page"/>
${axis(height)}
${tracks.map(row).join('\n')}
</svg>`);
