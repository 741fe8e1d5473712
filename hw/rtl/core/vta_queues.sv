// The three command queues and the four token counters between fetch and the units
// (core/README.md). Index 0 is load, 1 compute, 2 store.
//
//   fetch --dispatch--> queues --head--> units --start--> takes the head, pops its tokens
//                                              --done---> pushes
module vta_queues
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,

    input  logic     [2:0] dispatch,
    input  command_t       dispatch_command,
    output logic     [2:0] room,

    output logic     [2:0] cmd_valid,
    output command_t [2:0] cmd,
    output logic     [2:0] token_prev,
    output logic     [2:0] token_next,
    input  logic     [2:0] start,
    input  logic     [2:0] done,
    input  logic     [2:0] push_prev,
    input  logic     [2:0] push_next,

    output logic [2:0][IndexBits-1:0] started_index,  // of what each unit started last
    output logic [33:0]               tokens          // sum of the four counters
);
  logic [2:0] pop_prev, pop_next;

  for (genvar u = 0; u < 3; ++u) begin : gen_unit
    vta_fifo #(
        .Depth(CmdQueueDepth),
        .Width($bits(command_t))
    ) u_queue (
        .clk,
        .clear,
        .push     (dispatch[u]),
        .push_data(dispatch_command),
        .pop      (start[u]),
        .valid    (cmd_valid[u]),
        .head     (cmd[u]),
        .room     (room[u])
    );

    assign pop_prev[u] = start[u] && cmd[u].insn[MemPopPrevLsb];
    assign pop_next[u] = start[u] && cmd[u].insn[MemPopNextLsb];

    always_ff @(posedge clk) if (start[u]) started_index[u] <= cmd[u].index;
  end

  logic load_to_compute, compute_to_load, compute_to_store, store_to_compute;
  logic [3:0][31:0] count;

  vta_token_counter u_load_to_compute (
      .clk,
      .clear,
      .push     (done[0] && push_next[0]),
      .pop      (pop_prev[1]),
      .available(load_to_compute),
      .count    (count[0])
  );
  vta_token_counter u_compute_to_load (
      .clk,
      .clear,
      .push     (done[1] && push_prev[1]),
      .pop      (pop_next[0]),
      .available(compute_to_load),
      .count    (count[1])
  );
  vta_token_counter u_compute_to_store (
      .clk,
      .clear,
      .push     (done[1] && push_next[1]),
      .pop      (pop_prev[2]),
      .available(compute_to_store),
      .count    (count[2])
  );
  vta_token_counter u_store_to_compute (
      .clk,
      .clear,
      .push     (done[2] && push_prev[2]),
      .pop      (pop_next[1]),
      .available(store_to_compute),
      .count    (count[3])
  );

  assign token_prev = {compute_to_store, load_to_compute, 1'b0};
  assign token_next = {1'b0, store_to_compute, compute_to_load};
  assign tokens = 34'(count[0]) + 34'(count[1]) + 34'(count[2]) + 34'(count[3]);

`ifndef SYNTHESIS
  // Fetch's static check keeps such instructions out of the queues of load and store.
  assert_load_has_no_previous :
  assert property (@(posedge clk) disable iff (clear)
                   !(pop_prev[0] || (done[0] && push_prev[0])));
  assert_store_has_no_next :
  assert property (@(posedge clk) disable iff (clear)
                   !(pop_next[2] || (done[2] && push_next[2])));
`else
  logic unused;
  assign unused = pop_prev[0] ^ pop_next[2] ^ push_prev[0] ^ push_next[2];
`endif
endmodule
