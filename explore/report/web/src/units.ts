// Units and states of sim/timing.h, in its order.

export const kUnits = ['fetch', 'load', 'compute', 'store'] as const;
export type Unit = (typeof kUnits)[number];

export const kStates = ['busy', 'token_prev', 'token_next', 'mem_queued', 'mem_latency', 'mem_data', 'slot', 'none'] as const;
export type State = (typeof kStates)[number];

export const kStateWords: Record<State, string> = {
  busy: 'executes',
  token_prev: 'waits for the unit before it',
  token_next: 'waits for the unit behind it',
  mem_queued: 'waits for the memory port',
  mem_latency: 'waits for the memory\u2019s latency',
  mem_data: 'moves data at the bus rate',
  slot: 'waits for room in a queue',
  none: 'has no instruction',
};
