// The three command queues and the four token counters between fetch and the units
// (core/README.md).
//
//   fetch --dispatch--> queues --head--> units --start--> takes the head, pops its tokens
//                                              --done---> pushes
module vta_queues
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,

    input unit_set_t dispatch,
    input command_t dispatch_command,
    output unit_set_t room,

    output unit_head_t [Units-1:0] head,
    input unit_status_t [Units-1:0] status,

    output logic [Units-1:0][IndexBits-1:0] started_index,  // of the last start with bursts
    output logic [TokenSumBits-1:0] tokens  // sum of the four counters
);

  unit_set_t pop_prev, pop_next, push_prev, push_next, token_prev, token_next;

  for (genvar u = 0; u < Units; ++u) begin : gen_unit
    logic valid;
    command_t command;

    vta_fifo #(
        .Depth(CmdQueueDepth),
        .entry_t(command_t)
    ) u_queue (
        .clk, .clear,
        .push(dispatch[u]),
        .push_data(dispatch_command),
        .pop(status[u].start),
        .valid,
        .head(command),
        .room(room[u])
    );

    assign head[u].valid = valid;
    assign head[u].token_prev = token_prev[u];
    assign head[u].token_next = token_next[u];
    assign head[u].command = command;
    assign pop_prev[u] = status[u].start && command.insn[MemPopPrevLsb];
    assign pop_next[u] = status[u].start && command.insn[MemPopNextLsb];
    assign push_prev[u] = status[u].done && status[u].push_prev;
    assign push_next[u] = status[u].done && status[u].push_next;

    // Bursts are of the LOAD that compute started last, whatever else it has started since.
    logic has_bursts;
    assign has_bursts = AccOverlap == 0 || command.insn[MemOpcodeLsb+:MemOpcodeWidth] == OpLoad ||
                        command.insn[MemOpcodeLsb+:MemOpcodeWidth] == OpStore;
    always_ff @(posedge clk)
      if (status[u].start && has_bursts) started_index[u] <= command.index;
  end

  // Counter p is of the tokens that unit p pushes to p + 1, and of those that p + 1 pushes to p.
  logic [Units-2:0][TokenBits-1:0] to_next, to_prev;

  for (genvar p = 0; p < Units - 1; ++p) begin : gen_pair
    vta_token_counter #(
        .Width(TokenBits)
    ) u_to_next (
        .clk, .clear,
        .push(push_next[p]),
        .pop(pop_prev[p+1]),
        .available(token_prev[p+1]),
        .count(to_next[p])
    );
    vta_token_counter #(
        .Width(TokenBits)
    ) u_to_prev (
        .clk, .clear,
        .push(push_prev[p+1]),
        .pop(pop_next[p]),
        .available(token_next[p]),
        .count(to_prev[p])
    );
  end
  assign token_prev[UnitLoad] = 1'b0;
  assign token_next[UnitStore] = 1'b0;

  always_comb begin
    tokens = '0;
    for (int p = 0; p < int'(Units) - 1; ++p)
      tokens = tokens + TokenSumBits'(to_next[p]) + TokenSumBits'(to_prev[p]);
  end

  // Assertions alone look at these.
  logic unused;
  assign unused = pop_prev[UnitLoad] ^ push_prev[UnitLoad] ^
                  pop_next[UnitStore] ^ push_next[UnitStore];

`ifndef SYNTHESIS
  // Fetch's static check keeps such instructions out of the queues of load and store.
  assert_load_has_no_previous:
  assert property (@(posedge clk) disable iff (clear)
                   !pop_prev[UnitLoad] && !push_prev[UnitLoad]);
  assert_store_has_no_next:
  assert property (@(posedge clk) disable iff (clear)
                   !pop_next[UnitStore] && !push_next[UnitStore]);
`endif

endmodule
