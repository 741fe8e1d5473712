// Runs one proof: node prove.mjs FOLDER NAME TOP STRATEGY [PARAMETER=VALUE...]
//   FOLDER    with the sources, and `files`: a line with their names in compile order; what is made
//             along the way stays there
//   STRATEGY  of abc: `pdr`, or `induction K`: no counterexample in the first K cycles, and none after
//             K - 1 cycles in which all assertions hold (lemmas make them inductive). Not of abc:
//             `paths`: no path leads from an input of TOP, a module of the RTL, to an output without
//             a register
// Exit status: 0 when everything holds, 1 when an assertion is refuted (then a table of the
// counterexample is printed and its waveform written to FOLDER/NAME.vcd), 2 when nothing is proven:
// sources do not compile, an assumption has no cover, a cover is not reached, no decision.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readAiger, valueOf, evaluate, writeAiger } from './aiger.mjs';
import { portPaths } from './paths.mjs';
import { tableOf, traceOf, vcdOf } from './trace.mjs';

const [folder, name, top, strategy, ...parameters] = process.argv.slice(2);
const kCoverFrames = 40;  // cycles in which every cover must be reached
const kSeconds = 120;  // for abc's answer

class Unproven extends Error {}

function read() {
  const files = readFileSync(join(folder, 'files'), 'utf8').trim();
  const options = parameters.map((parameter) => `-G ${parameter}`).join(' ');
  return `read_slang --threads 1 --top ${top} ${options} ${files}`;
}

// Free outputs are cut before `hierarchy`, which gives them the width that proof_anything has without
// parameters. Memories become registers, registers without a reset come up with any value, every named signal
// becomes an output, so that counterexamples show it.
function script() {
  return `read_verilog -formal reached.v
proc
chformal -lower
design -stash reached
${read()}
cutpoint t:proof_anything
hierarchy -top ${top}
proc
flatten
chformal -lower
techmap -map %reached t:$cover
memory_map -formal
opt -keepdc -fast
formalff -clk2ff
expose w:*
setundef -undriven -anyseq
simplemap
techmap
setundef -undriven -anyseq
opt_clean
aigmap
opt_clean
write_aiger -I -B -zinit -map proof.map -ywmap proof.json proof.aig
`;
}

// Node.js looks for packages beside the file that it runs.
function bringYosys() {
  const [runner, packages] = ['synth.mjs', 'node_modules'].map((file) => join(folder, file));
  copyFileSync(new URL('../synth/synth.mjs', import.meta.url), runner);
  rmSync(packages, { force: true });
  symlinkSync(resolve(process.env.VTA_SYNTH_DIR, 'node_modules'), packages);
  return runner;
}

// The netlist in words, for its paths.
function pathsScript() {
  return `${read()}
hierarchy -top ${top}
proc
flatten
opt_clean
write_json netlist.json
`;
}

function runYosys(commands) {
  writeFileSync(join(folder, 'proof.ys'), commands);
  const runner = bringYosys();
  try {
    // These circuits are small: to optimize Yosys itself would take longer than it runs.
    const log = execFileSync(process.execPath,
      ['--experimental-wasm-exnref', '--liftoff-only', runner, folder, 'proof.ys'],
      { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 });
    writeFileSync(join(folder, 'yosys.log'), log);
  } catch (error) {
    const said = `${error.stdout}${error.stderr}`;
    writeFileSync(join(folder, 'yosys.log'), said);
    throw new Unproven(`the sources do not compile; see ${join(folder, 'yosys.log')}:\n` +
      said.trim().split('\n').slice(-8).join('\n'));
  }
}

function elaborate() {
  runYosys(script());
  const { asserts, assumes } = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'));
  const circuit = readAiger(readFileSync(join(folder, 'proof.aig')));
  const label = (path) => path.join('.').replaceAll('\\', '').replace(/^\$techmap/, '').replace(/\.\$assert\$.*/, '');
  const properties = asserts.map((path, i) => ({ label: label(path), bad: circuit.bads[i] }));
  const isCover = ({ label }) => /(^|[.\]])cover_/.test(label);
  return {
    circuit,
    asserts: properties.filter((property) => !isCover(property)),
    covers: properties.filter(isCover),
    assumes: assumes.map(label),
  };
}

// abc's verdict on some bad states: { status: 1 holds, 0 refuted, -1 undecided; cycles: inputs of the
// counterexample }.
function decide(circuit, bads, command) {
  const [question, witness] = ['question.aig', 'witness'].map((file) => join(folder, file));
  writeFileSync(question, writeAiger(circuit, bads));
  const run = `read_aiger ${question}; fold; strash; ${command}; print_status; write_cex -a ${witness}`;
  writeFileSync(witness, '');
  const log = execFileSync('berkeley-abc', ['-q', run], { encoding: 'utf8', stdio: 'pipe' });
  const status = Number(log.match(/Status = *(-?\d+)/)?.[1] ?? NaN);
  if (Number.isNaN(status)) throw new Unproven(`abc does not answer: ${log}`);
  const frames = readFileSync(witness, 'latin1').split('\n').slice(1);
  const cycles = frames.map((line) => line.replace(/[^01]/g, ''))
    .filter((line) => line.length === circuit.inputs)
    .map((line) => Uint8Array.from(line, Number));
  return { status, cycles: status === 0 ? cycles : [] };
}

// The verdict on all assertions together.
function decideAsserts({ circuit, asserts }) {
  const bads = asserts.map(({ bad }) => bad);
  const [method, depth] = strategy.split(' ');
  if (method === 'pdr') return decide(circuit, bads, `orpos; pdr -T ${kSeconds}`);
  const steps = Number(depth);
  const search = (frames) => decide(circuit, bads, `orpos; bmc3 -T ${kSeconds} -F ${frames}`);
  const base = search(steps);
  if (base.status === 0) return base;
  const step = decide(circuit, bads, `orpos; ind -T ${kSeconds} -F ${steps}`);
  return step.status === 1 ? step : search(kCoverFrames);  // not inductive: perhaps false
}

function requireCovers({ circuit, assumes, covers }) {
  const labels = new Set(covers.map(({ label }) => label));
  for (const assume of assumes) {
    const wanted = assume.replace('assume_', 'cover_');
    if (!labels.has(wanted)) throw new Unproven(`assumption ${assume} has no cover ${wanted}`);
  }
  const engine = circuit.latches > 0 ? `bmc3 -F ${kCoverFrames}` : 'pdr';  // bmc3 wants registers
  for (const { label, bad } of covers) {
    if (decide(circuit, [bad], engine).status !== 0)
      throw new Unproven(`${label} is not reached within ${kCoverFrames} cycles: ` +
        'assumptions contradict each other, or something is never so');
  }
}

// The counterexample is evaluated here, too: the engine is not taken at its word.
function refutation({ circuit, asserts }, cycles) {
  const states = evaluate(circuit, cycles);
  const last = states[states.length - 1];
  if (!states.every((values) => circuit.constraints.every((literal) => valueOf(values, literal))))
    throw new Unproven('abc gave a counterexample that breaks an assumption');
  const broken = asserts.filter(({ bad }) => valueOf(last, bad));
  if (broken.length === 0) throw new Unproven('abc gave a counterexample that breaks no assertion');
  return broken.map(({ label }) => label);
}

function report(proof, cycles) {
  const trace = traceOf(proof.circuit, readFileSync(join(folder, 'proof.map'), 'utf8'), cycles);
  const waveform = join(folder, `${name}.vcd`);
  const broken = refutation(proof, cycles);
  writeFileSync(waveform, vcdOf(trace));
  console.log(`${name}: REFUTED in cycle ${cycles.length - 1}: ${broken.join(', ')}`);
  console.log(tableOf(trace));
  console.log(`waveform: ${waveform}`);
}

function provePaths() {
  runYosys(pathsScript());
  const netlist = JSON.parse(readFileSync(join(folder, 'netlist.json'), 'utf8'));
  const { inputs, outputs, paths } = portPaths(netlist.modules[top]);
  if (inputs === 0 || outputs === 0) throw new Unproven(`${top} has no inputs, or no outputs`);
  if (paths.length > 0) {
    console.log(`${name}: REFUTED: ${paths.length} of ${outputs} output bits depend on an input:`);
    for (const path of paths.slice(0, 8)) console.log(`  ${path.join(' > ')}`);
    return 1;
  }
  console.log(`${name}: holds: no path from ${inputs} input bits to ${outputs} output bits`);
  return 0;
}

function prove() {
  if (strategy === 'paths') return provePaths();
  const proof = elaborate();
  if (proof.asserts.length === 0) throw new Unproven('there is no assertion');
  const { status, cycles } = decideAsserts(proof);
  if (status === 0) {
    report(proof, cycles);
    return 1;
  }
  if (status !== 1) throw new Unproven('neither proven nor refuted');
  requireCovers(proof);
  console.log(`${name}: holds: ${proof.asserts.length} assertions, ${proof.assumes.length} ` +
    `assumptions, ${proof.covers.length} covers reached`);
  return 0;
}

try {
  process.exitCode = prove();
} catch (error) {
  console.log(`${name}: UNPROVEN: ${error instanceof Unproven ? error.message : error.stack}`);
  process.exitCode = 2;
}
