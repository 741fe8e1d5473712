// Runs Yosys on the files of one folder: node synth.mjs FOLDER SCRIPT [PRODUCT]
// Yosys sees the files by their names; the files that the script makes or changes are put into the folder.
// With PRODUCT, what the script writes to its standard output is put there, and the log has headings
// alone: for large netlists, since files that grow inside the WebAssembly system are copied again
// and again.
import { runYosys } from '@yowasp/yosys';
import { closeSync, openSync, readFileSync, readdirSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';

const [self, folder, script, product] = process.argv.slice(1);
const files = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== basename(self))
    .map((entry) => [entry.name, readFileSync(join(folder, entry.name))]));
const print = (bytes) => bytes && process.stdout.write(bytes);

// Folders are the temporary ones of passes.
function keep(made) {
  for (const [name, content] of Object.entries(made ?? {}))
    if (content instanceof Uint8Array && !files[name]?.equals(content))
      writeFileSync(join(folder, name), content);
}

const quiet = product ? ['-q', '-v', '4'] : [];
const out = product && openSync(join(folder, product + '.part'), 'w');
const write = product ? (bytes) => bytes && writeSync(out, bytes) : print;

try {
  keep(await runYosys([...quiet, '-s', script], files,
    { stdout: write, stderr: print, decodeASCII: false, fetchProgress: () => {} }));
  if (product) {
    closeSync(out);
    renameSync(join(folder, product + '.part'), join(folder, product));
  }
} catch (error) {
  keep(error.files);
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
}
