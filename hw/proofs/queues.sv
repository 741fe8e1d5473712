// vta_queues: each unit sees its instructions in the order of their dispatch, and tokens as the units
// before and behind it push them, whatever starts and completes when; bursts are of the instruction
// that started last, or, with two pipes of compute, of its last LOAD.
module proof_queues
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input unit_set_t dispatch,
    input command_t dispatch_command,
    input unit_status_t [Units-1:0] status
);

  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [2:0] opcode;
    logic pop_prev;
    logic pop_next;
  } waiting_t;
  typedef logic [TokenBits-1:0] tokens_t;

  unit_set_t room;
  unit_head_t [Units-1:0] head;
  logic [Units-1:0][IndexBits-1:0] started_index;
  logic [TokenSumBits-1:0] tokens;
  vta_queues dut (
      .clk, .clear, .dispatch, .dispatch_command, .room, .head, .status, .started_index, .tokens
  );

  // Instructions as a list, the oldest at [0]; tokens from each unit to the next one and back.
  waiting_t [Units-1:0][CmdQueueDepth-1:0] list_q;
  logic [Units-1:0][1:0] count_q;
  tokens_t load_compute_q, compute_load_q, compute_store_q, store_compute_q;
  unit_set_t moved_q;  // something with bursts has started
  logic [Units-1:0][IndexBits-1:0] moving_q;
  waiting_t incoming;
  mem_insn_t fields;
  assign fields = dispatch_command.insn;
  assign incoming = '{
          index: dispatch_command.index,
          opcode: fields.opcode,
          pop_prev: fields.pop_prev,
          pop_next: fields.pop_next
      };

  function automatic logic pops_prev(int u);
    return status[u].start && list_q[u][0].pop_prev;
  endfunction
  function automatic logic pops_next(int u);
    return status[u].start && list_q[u][0].pop_next;
  endfunction
  function automatic logic pushes_prev(int u);
    return status[u].done && status[u].push_prev;
  endfunction
  function automatic logic pushes_next(int u);
    return status[u].done && status[u].push_next;
  endfunction

  always_ff @(posedge clk) begin
    if (clear) begin
      count_q <= '0;
      load_compute_q <= '0;
      compute_load_q <= '0;
      compute_store_q <= '0;
      store_compute_q <= '0;
      moved_q <= '0;
    end else begin
      load_compute_q <= load_compute_q + tokens_t'(pushes_next(0)) - tokens_t'(pops_prev(1));
      compute_load_q <= compute_load_q + tokens_t'(pushes_prev(1)) - tokens_t'(pops_next(0));
      compute_store_q <= compute_store_q + tokens_t'(pushes_next(1)) - tokens_t'(pops_prev(2));
      store_compute_q <= store_compute_q + tokens_t'(pushes_prev(2)) - tokens_t'(pops_next(1));
      for (int u = 0; u < int'(Units); ++u) begin
        count_q[u] <= count_q[u] + 2'(dispatch[u]) - 2'(status[u].start);
        for (int i = 0; i < int'(CmdQueueDepth); ++i)
          if (dispatch[u] && 32'(count_q[u]) - 32'(status[u].start) == 32'(i))
            list_q[u][i] <= incoming;
          else if (status[u].start && i + 1 < int'(CmdQueueDepth)) list_q[u][i] <= list_q[u][i+1];
        if (status[u].start &&
            (AccOverlap == 0 || list_q[u][0].opcode == OpLoad || list_q[u][0].opcode == OpStore))
        begin
          moved_q[u] <= 1'b1;
          moving_q[u] <= list_q[u][0].index;
        end
      end
    end
  end

  // What a unit is: nothing comes before load, nothing behind store.
  logic cleared_q = 1'b0, starts_right, room_right, tokens_fit, ends_right;
  unit_set_t valid_right, index_right, pops_right, moving_right;
  always_comb begin
    starts_right = 1'b1;
    room_right = 1'b1;
    for (int u = 0; u < int'(Units); ++u) begin
      if (status[u].start && count_q[u] == '0) starts_right = 1'b0;
      if (dispatch[u] && 32'(count_q[u]) == CmdQueueDepth) room_right = 1'b0;
    end
    if (pops_prev(1) && load_compute_q == '0) starts_right = 1'b0;
    if (pops_next(0) && compute_load_q == '0) starts_right = 1'b0;
    if (pops_prev(2) && compute_store_q == '0) starts_right = 1'b0;
    if (pops_next(1) && store_compute_q == '0) starts_right = 1'b0;
    ends_right = !pops_prev(0) && !pops_next(2) && !pushes_prev(0) && !pushes_next(2);
    tokens_fit = (!pushes_next(0) || load_compute_q != '1) &&
                 (!pushes_prev(1) || compute_load_q != '1) &&
                 (!pushes_next(1) || compute_store_q != '1) &&
                 (!pushes_prev(2) || store_compute_q != '1);
    for (int u = 0; u < int'(Units); ++u) begin
      valid_right[u] = head[u].valid == (count_q[u] != '0);
      index_right[u] = count_q[u] == '0 || head[u].command.index == list_q[u][0].index;
      pops_right[u] =
          count_q[u] == '0 ||
          (head[u].command.insn[MemPopPrevLsb] == list_q[u][0].pop_prev &&
           head[u].command.insn[MemPopNextLsb] == list_q[u][0].pop_next &&
           head[u].command.insn[MemOpcodeLsb+:MemOpcodeWidth] == list_q[u][0].opcode);
      moving_right[u] = !moved_q[u] || started_index[u] == moving_q[u];
    end
  end
  always_ff @(posedge clk) cleared_q <= 1'b1;

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear);
    assume_dispatched_into_room: assume (room_right);
    cover_dispatched_into_room: cover (dispatch == '1 && 32'(count_q[1]) == CmdQueueDepth - 1);
    assume_starts_what_can: assume (starts_right);
    cover_starts_what_can: cover (pops_prev(1) && pops_next(1));
    assume_no_end_has_a_neighbour: assume (ends_right);
    cover_no_end_has_a_neighbour: cover (pops_next(0) && pushes_prev(2));
    assume_tokens_fit: assume (tokens_fit);
    cover_tokens_fit: cover (compute_store_q == '1);
    if (cleared_q) begin
      assert_heads: assert (valid_right == '1 && index_right == '1 && pops_right == '1);
      assert_room:
      assert (room[0] == (32'(count_q[0]) != CmdQueueDepth) &&
              room[1] == (32'(count_q[1]) != CmdQueueDepth) &&
              room[2] == (32'(count_q[2]) != CmdQueueDepth));
      assert_tokens_of_load:
      assert (!head[0].token_prev && head[0].token_next == (compute_load_q != '0));
      assert_tokens_of_compute:
      assert (head[1].token_prev == (load_compute_q != '0) &&
              head[1].token_next == (store_compute_q != '0));
      assert_tokens_of_store:
      assert (head[2].token_prev == (compute_store_q != '0) && !head[2].token_next);
      assert_sum:
      assert (tokens == TokenSumBits'(load_compute_q) + TokenSumBits'(compute_load_q) +
              TokenSumBits'(compute_store_q) + TokenSumBits'(store_compute_q));
      assert_whose_bursts: assert (moving_right == '1);
    end
  end

endmodule
