// Start, tokens and completion of a unit: it executes one instruction at a time.
//
//   idle --start (head visible, its tokens there)--> executing --done--> idle
module vta_unit_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic cmd_valid,
    input command_t cmd,
    input logic token_prev,
    input logic token_next,
    input logic finished,  // what executes has had its last effect
    output logic start,
    output logic done,
    output logic push_prev,
    output logic push_next,
    output logic executing,
    output logic [IndexBits-1:0] index,  // of what executes, or executed last
    // For the probe, while it executes: a beat or a pad moves, a burst is in flight, one waits.
    input logic beat_moves,
    input logic pad_moves,
    input logic in_flight,
    input logic queued,
    output probe_t probe
);

  /* verilator lint_off UNUSEDSIGNAL */  // only the token bits, which every instruction has there
  mem_insn_t head;
  /* verilator lint_on UNUSEDSIGNAL */
  logic prev_missing, next_missing, push_prev_q, push_next_q, known_q, retire_q;

  assign head = cmd.insn;
  assign prev_missing = head.pop_prev && !token_prev;
  assign next_missing = head.pop_next && !token_next;
  assign start = cmd_valid && !prev_missing && !next_missing && !executing && !halt;
  assign done = executing && finished && !halt;
  assign push_prev = done && push_prev_q;
  assign push_next = done && push_next_q;

  always_ff @(posedge clk) begin
    if (clear) begin
      executing <= 1'b0;
      known_q <= 1'b0;
      retire_q <= 1'b0;
    end else begin
      retire_q <= done;
      if (start) begin
        executing <= 1'b1;
        known_q <= 1'b1;
        index <= cmd.index;
        push_prev_q <= head.push_prev;
        push_next_q <= head.push_next;
      end else if (done) begin
        executing <= 1'b0;
      end
    end
  end

  unit_state_e state;
  always_comb begin
    state = StateNone;
    if (halt) begin
      if (executing && beat_moves) state = StateMemData;
      else if (executing && in_flight) state = StateMemLatency;
    end else if (executing) begin
      if (beat_moves) state = StateMemData;
      else if (pad_moves) state = StateBusy;
      else if (in_flight) state = StateMemLatency;
      else if (queued) state = StateMemQueued;
      else state = StateBusy;
    end else if (start) state = StateBusy;
    else if (cmd_valid && prev_missing) state = StateTokenPrev;
    else if (cmd_valid && next_missing) state = StateTokenNext;
  end

  assign probe.retire = retire_q;
  assign probe.retire_index = index;
  assign probe.state = state;
  assign probe.index_valid = known_q || cmd_valid;
  assign probe.index = !executing && cmd_valid ? cmd.index : index;

`ifndef SYNTHESIS
  StartTakesHead: assert property (@(posedge clk) disable iff (clear) start |-> cmd_valid);
  OneAtATime: assert property (@(posedge clk) disable iff (clear) executing |-> !start);
`endif

endmodule
