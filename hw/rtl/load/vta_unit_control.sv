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
    input unit_head_t head,
    input logic finished,  // what executes has had its last effect
    output unit_status_t status,
    output logic [IndexBits-1:0] index,  // of what executes, or executed last
    // For the probe, while it executes: a beat or a pad moves, a burst is in flight, one waits.
    input logic beat_moves,
    input logic pad_moves,
    input logic in_flight,
    input logic queued,
    output probe_t probe
);

  /* verilator lint_off UNUSEDSIGNAL */  // only the token bits, which every instruction has there
  mem_insn_t insn;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [IndexBits-1:0] head_index;
  logic valid, start, done, prev_missing, next_missing;
  logic executing_q, push_prev_q, push_next_q, known_q, retire_q;

  assign valid = head.valid;
  assign head_index = head.command.index;
  assign insn = head.command.insn;
  assign prev_missing = insn.pop_prev && !head.token_prev;
  assign next_missing = insn.pop_next && !head.token_next;
  assign start = valid && !prev_missing && !next_missing && !executing_q && !halt;
  assign done = executing_q && finished && !halt;
  assign status = '{
          start: start,
          done: done,
          push_prev: done && push_prev_q,
          push_next: done && push_next_q,
          executing: executing_q
      };

  always_ff @(posedge clk) begin
    if (clear) begin
      executing_q <= 1'b0;
      known_q <= 1'b0;
      retire_q <= 1'b0;
    end else begin
      retire_q <= done;
      if (start) begin
        executing_q <= 1'b1;
        known_q <= 1'b1;
        index <= head_index;
        push_prev_q <= insn.push_prev;
        push_next_q <= insn.push_next;
      end else if (done) begin
        executing_q <= 1'b0;
      end
    end
  end

  // What executes, and what waits: two small blocks, each behind the condition that it is about.
  unit_state_e state, work, wait_for;
  always_comb begin
    work = StateNone;
    if (executing_q) begin
      if (beat_moves) work = StateMemData;
      else if (in_flight && (halt || !pad_moves)) work = StateMemLatency;
      else if (!halt) work = queued && !pad_moves ? StateMemQueued : StateBusy;
    end
  end
  always_comb begin
    wait_for = StateNone;
    if (valid && !halt)
      wait_for = prev_missing ? StateTokenPrev : next_missing ? StateTokenNext : StateBusy;
  end
  assign state = executing_q ? work : wait_for;

  assign probe = '{
          retire_index: index,
          unused: '0,
          retire: retire_q,
          state: state,
          index_valid: known_q || valid,
          index: !executing_q && valid ? head_index : index
      };

`ifndef SYNTHESIS
  assert_start_takes_head:
  assert property (@(posedge clk) disable iff (clear) !start || valid);
  assert_one_at_a_time:
  assert property (@(posedge clk) disable iff (clear) !executing_q || !start);
`endif

endmodule
