// Circuits in the binary AIGER format (version 1.9): reading, writing a part, evaluation.
//   literal 2 * v is the value of variable v, 2 * v + 1 its inverse; variable 0 is constant 0;
//   variables 1 .. inputs are inputs, then come latches, then AND gates.

// Header and tables of a file. `nexts`, `outputs`, `bads` and `constraints` are literals; `left` and
// `right` of gate g are those of variable inputs + latches + 1 + g; `gates` are its bytes, as they stand.
export function readAiger(bytes) {
  let at = 0;
  const line = () => {
    const end = bytes.indexOf(10, at);
    const text = bytes.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  const literals = (count) => Array.from({ length: count }, () => Number(line().split(' ')[0]));

  const [format, , inputs, latches, outputCount, gateCount, badCount = 0, constraintCount = 0] =
    line().split(' ').map((word, i) => (i === 0 ? word : Number(word)));
  if (format !== 'aig') throw new Error(`not a binary AIGER file: it begins with '${format}'`);
  const circuit = { inputs, latches, nexts: literals(latches), outputs: literals(outputCount),
    bads: literals(badCount), constraints: literals(constraintCount), left: [], right: [] };

  const begin = at;
  const number = () => {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  };
  for (let gate = 0; gate < gateCount; ++gate) {
    const left = 2 * (inputs + latches + 1 + gate) - number();
    circuit.left.push(left);
    circuit.right.push(left - number());
  }
  circuit.gates = bytes.subarray(begin, at);
  return circuit;
}

// The same circuit without outputs, and with some of its bad states only.
export function writeAiger(circuit, bads) {
  const { inputs, latches, nexts, constraints, left, gates } = circuit;
  const variables = inputs + latches + left.length;
  const header =
    `aig ${variables} ${inputs} ${latches} 0 ${left.length} ${bads.length} ${constraints.length}`;
  const lines = [header, ...nexts, ...bads, ...constraints];
  return Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), gates]);
}

// Values of every variable in each cycle, latches being 0 at first. `cycles`: an array of bits each,
// one per input.
export function evaluate(circuit, cycles) {
  const { inputs, latches, nexts, left, right } = circuit;
  const states = [];
  let state = new Uint8Array(latches);
  for (const bits of cycles) {
    const values = new Uint8Array(1 + inputs + latches + left.length);
    values.set(bits, 1);
    values.set(state, 1 + inputs);
    for (let gate = 0, v = 1 + inputs + latches; gate < left.length; ++gate, ++v)
      values[v] = valueOf(values, left[gate]) & valueOf(values, right[gate]);
    state = Uint8Array.from(nexts, (next) => valueOf(values, next));
    states.push(values);
  }
  return states;
}

export function valueOf(values, literal) {
  return values[literal >> 1] ^ (literal & 1);
}
