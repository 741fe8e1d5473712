// Paths of a flattened netlist from an input to an output that no register cuts. Every output of a
// cell depends on all its inputs, but for cells that work bit by bit; a memory's read port depends
// on its address. So what is found may be no path of the circuit, what is not found is none.
const kRegister = /^\$(_?a?l?s?dffs?r?e?|dff.*|sdff.*|adff.*|aldff.*|dffsr.*|_S?DFF.*|_ALDFF.*)/;
const kSinks = new Set(['$memwr', '$memwr_v2', '$meminit', '$meminit_v2', '$check', '$print', '$assert',
  '$assume', '$cover', '$scopeinfo']);
const kBitwise = new Set(['$and', '$or', '$xor', '$xnor', '$not', '$pos', '$mux', '$pmux', '$bmux']);
const kCombinational = new Set(['$add', '$sub', '$mul', '$neg', '$eq', '$ne', '$eqx', '$nex', '$lt', '$le',
  '$gt', '$ge', '$shl', '$shr', '$sshl', '$sshr', '$shift', '$shiftx', '$logic_and', '$logic_or',
  '$logic_not', '$reduce_and', '$reduce_or', '$reduce_xor', '$reduce_xnor', '$reduce_bool', '$div', '$mod',
  '$divfloor', '$modfloor', '$memrd', '$memrd_v2', '$demux', '$alu', '$lcu', '$macc', '$fa', '$slice',
  '$concat', '$bweqx', '$bwmux', '$pow', '$tribuf']);

// Arcs of a cell: [from bit, to bit], bits as in Yosys' JSON.
function* arcs(cell) {
  const ports = Object.entries(cell.connections);
  const outputs = ports.filter(([port]) => cell.port_directions[port] === 'output');
  const inputs = ports.filter(([port]) => cell.port_directions[port] === 'input');
  for (const [, to] of outputs)
    for (const [i, bit] of to.entries())
      for (const [port, from] of inputs) {
        const selects = port === 'S';
        if (!kBitwise.has(cell.type) || selects) for (const f of from) yield [f, bit];
        // Of a vector as wide as the output, or several such: bit i of each; a narrower one is
        // extended by its sign.
        else if (from.length < to.length) yield [from[Math.min(i, from.length - 1)], bit];
        else for (let k = i; k < from.length; k += to.length) yield [from[k], bit];
      }
}

// { inputs, outputs: bits that were looked at; paths: [names of bits from an input to an output] }
export function portPaths(module) {
  const drivers = new Map();  // bit -> bits that it depends on
  for (const [name, cell] of Object.entries(module.cells)) {
    if (kRegister.test(cell.type) || kSinks.has(cell.type)) continue;
    if (!kBitwise.has(cell.type) && !kCombinational.has(cell.type))
      throw new Error(`cell ${name} is a ${cell.type}, which paths.mjs does not know`);
    for (const [from, to] of arcs(cell)) {
      if (typeof from !== 'number') continue;  // a constant
      if (!drivers.has(to)) drivers.set(to, new Set());
      drivers.get(to).add(from);
    }
  }
  const names = new Map();
  for (const [name, { bits }] of Object.entries(module.netnames))
    for (const [i, bit] of bits.entries()) if (!names.has(bit)) names.set(bit, `${name}[${i}]`);
  const inputs = new Map(), outputs = new Map();
  for (const [name, { direction, bits }] of Object.entries(module.ports))
    for (const [i, bit] of bits.entries())
      if (direction === 'input') inputs.set(bit, `${name}[${i}]`);
      else outputs.set(`${name}[${i}]`, bit);
  const paths = [];
  for (const [name, end] of outputs) {
    const path = pathTo(end, drivers, inputs);
    if (path) paths.push([...path.map((bit) => inputs.get(bit) ?? names.get(bit)), name]);
  }
  return { inputs: inputs.size, outputs: outputs.size, paths };
}

// From an input to `end`, if there is one.
function pathTo(end, drivers, inputs) {
  const next = new Map([[end, undefined]]);
  const waiting = [end];
  while (waiting.length > 0) {
    const bit = waiting.pop();
    if (inputs.has(bit)) {
      const path = [];
      for (let at = bit; at !== undefined; at = next.get(at)) path.push(at);
      return path;
    }
    for (const from of drivers.get(bit) ?? [])
      if (!next.has(from)) {
        next.set(from, bit);
        waiting.push(from);
      }
  }
  return undefined;
}
