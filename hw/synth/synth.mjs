// Runs Yosys on the files of one folder: node synth.mjs FOLDER SCRIPT
// Yosys sees the files by their names; the JSON files that the script writes are put into the folder.
import { runYosys } from '@yowasp/yosys';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, script] = process.argv.slice(2);
const files = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(folder, entry.name))]));
const print = (bytes) => bytes && process.stdout.write(bytes);

function keep(made) {
  for (const [name, content] of Object.entries(made ?? {}))
    if (name.endsWith('.json')) writeFileSync(join(folder, name), content);
}

try {
  keep(await runYosys(['-s', script], files,
    { stdout: print, stderr: print, decodeASCII: false, fetchProgress: () => {} }));
} catch (error) {
  keep(error.files);
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
}
