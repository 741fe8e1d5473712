// Units and states of sim/timing.h, in its order.

export const kUnits = ['fetch', 'load', 'compute', 'store'] as const;
export type Unit = (typeof kUnits)[number];

export const kStates = ['busy', 'token_prev', 'token_next', 'mem_queued', 'mem_latency', 'mem_data', 'slot', 'none'] as const;
export type State = (typeof kStates)[number];

const kWords: Record<State, string> = {
  busy: 'works',
  token_prev: 'waits for the unit before it',
  token_next: 'waits for the unit behind it',
  mem_queued: 'waits for the memory port',
  mem_latency: 'waits for the memory\u2019s latency',
  mem_data: 'moves data at the bus rate',
  slot: 'waits for room in a queue',
  none: 'has no instruction',
};

// Who is waited for, where a unit has only one to wait for.
const kOwing: Record<Unit, Partial<Record<State, string>>> = {
  fetch: {none: 'has nothing to fetch'},
  load: {busy: 'fills pads', token_next: 'waits for compute'},
  compute: {token_prev: 'waits for load', token_next: 'waits for store', mem_queued: 'waits for the memory port (own loads)',
    mem_latency: 'waits for the memory\u2019s latency (own loads)', mem_data: 'moves its own data at the bus rate'},
  store: {token_prev: 'waits for compute'},
};

// "waits for load": what a unit does in a state.
export function stateWords(unit: Unit, state: State): string {
  return kOwing[unit][state] ?? kWords[state];
}
