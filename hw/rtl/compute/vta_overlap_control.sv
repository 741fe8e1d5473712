// Start, tokens and completion of compute where two instructions execute at once (overlap.md): they
// start in order, finish in any, and retire in order.
//
//   head --start--> a pipe --finish--+
//            |                       v
//            +----> order ----> its oldest has finished --done-->
module vta_overlap_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input unit_head_t head,
    input pipe_e head_pipe,
    input logic ready,  // it has been looked at:
    input half_set_t touched,
    input logic meets_gemm,

    input pipe_set_t finished,  // what executes has had its last effect
    input pipe_set_t fault,  // finds an index past its depth
    output pipe_set_t finish,  // at this edge
    output logic index_error,
    output logic [IndexBits-1:0] index,  // of the oldest that has not retired
    output logic retire,  // a register: in the cycle after `done`
    output pipe_e retire_pipe,

    output unit_status_t status,
    // For the probe, while a LOAD executes: a beat or a pad moves, a burst is in flight, one waits.
    input logic beat_moves,
    input logic pad_moves,
    input logic in_flight,
    input logic queued,
    output probe_t probe
);

  typedef struct packed {
    pipe_e in_pipe;
    logic push_prev;
    logic push_next;
    logic [IndexBits-1:0] index;
  } started_t;

  /* verilator lint_off UNUSEDSIGNAL */  // only the token bits, which every instruction has there
  mem_insn_t insn;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [IndexBits-1:0] head_index;
  logic valid, prev_missing, next_missing, free, conflict, start;
  pipe_set_t executing_q, fault_q;
  half_set_t [Pipes-1:0] touched_q;

  // Start: its pipe is free, nothing in the other one is in its way.
  logic room;
  assign valid = head.valid;
  assign head_index = head.command.index;
  assign insn = head.command.insn;
  assign prev_missing = insn.pop_prev && !head.token_prev;
  assign next_missing = insn.pop_next && !head.token_next;

  always_comb begin
    if (head_pipe == PipeG) begin
      free = !executing_q[PipeG];
      conflict = executing_q[PipeA] && (touched & touched_q[PipeA]) != '0;
    end else begin
      free = !executing_q[PipeA];
      conflict = executing_q[PipeG] && (meets_gemm || (touched & touched_q[PipeG]) != '0);
    end
  end
  assign start = valid && ready && !prev_missing && !next_missing && free && !conflict && room &&
                 !halt;

  // Finish: not with an index past its depth.
  assign finish = executing_q & finished & ~fault_q & ~{Pipes{halt}};

  always_ff @(posedge clk) begin
    for (int p = 0; p < int'(Pipes); ++p) begin
      if (clear) begin
        executing_q[p] <= 1'b0;
        fault_q[p] <= 1'b0;
      end else begin
        if (start && head_pipe == pipe_e'(p)) executing_q[p] <= 1'b1;
        else if (finish[p]) executing_q[p] <= 1'b0;
        if (fault[p]) fault_q[p] <= 1'b1;
      end
      if (start && head_pipe == pipe_e'(p)) touched_q[p] <= touched;
    end
  end

  // Retirement: in a pipe, instructions finish in order, so that it is enough to count.
  logic oldest_valid, oldest_finished, done;
  started_t oldest;
  logic [Pipes-1:0][UnretiredBits-1:0] waiting_q;  // finished, not retired

  vta_fifo #(
      .Depth(MaxUnretired),
      .entry_t(started_t)
  ) u_order (
      .clk, .clear,
      .push(start),
      .push_data('{
          in_pipe: head_pipe,
          push_prev: insn.push_prev,
          push_next: insn.push_next,
          index: head_index
      }),
      .pop(done),
      .valid(oldest_valid),
      .head(oldest),
      .room
  );

  assign oldest_finished = waiting_q[oldest.in_pipe] != '0;
  assign done = oldest_valid && (oldest_finished || finish[oldest.in_pipe]) && !halt;
  assign index_error = oldest_valid && !oldest_finished && !halt &&
                       (fault[oldest.in_pipe] || fault_q[oldest.in_pipe]);
  assign index = oldest.index;

  always_ff @(posedge clk) begin
    for (int p = 0; p < int'(Pipes); ++p) begin
      if (clear) waiting_q[p] <= '0;
      else
        waiting_q[p] <= waiting_q[p] + UnretiredBits'(finish[p]) -
                        UnretiredBits'(done && oldest.in_pipe == pipe_e'(p));
    end
  end

  assign status = '{
          start: start,
          done: done,
          push_prev: done && oldest.push_prev,
          push_next: done && oldest.push_next,
          executing: oldest_valid || (valid && !prev_missing && !next_missing)
      };

  logic known_q;
  logic [IndexBits-1:0] retired_index_q;
  always_ff @(posedge clk) begin
    if (clear) begin
      retire <= 1'b0;
      known_q <= 1'b0;
    end else begin
      retire <= done;
      if (start) known_q <= 1'b1;
    end
    if (done) begin
      retire_pipe <= oldest.in_pipe;
      retired_index_q <= oldest.index;
    end
  end

  // The state follows the oldest one. Memory states are a LOAD's that has not finished.
  unit_state_e state;
  always_comb begin
    state = StateNone;
    if (halt) begin
      if (executing_q[PipeA] && beat_moves) state = StateMemData;
      else if (executing_q[PipeA] && in_flight) state = StateMemLatency;
    end else if (oldest_valid) begin
      state = StateBusy;
      if (oldest.in_pipe == PipeA && !oldest_finished) begin
        if (beat_moves) state = StateMemData;
        else if (pad_moves) state = StateBusy;
        else if (in_flight) state = StateMemLatency;
        else if (queued) state = StateMemQueued;
      end
    end else if (valid && prev_missing) begin
      state = StateTokenPrev;
    end else if (valid && next_missing) begin
      state = StateTokenNext;
    end else if (valid) begin
      state = StateBusy;
    end
  end

  assign probe = '{
          retire_index: retired_index_q,
          unused: '0,
          retire: retire,
          state: state,
          index_valid: known_q || valid,
          index: oldest_valid ? oldest.index : valid ? head_index : retired_index_q
      };

`ifndef SYNTHESIS
  assert_start_takes_head:
  assert property (@(posedge clk) disable iff (clear) !start || valid);
  assert_halves_are_apart:
  assert property (@(posedge clk) disable iff (clear) executing_q != '1 ||
                   (touched_q[PipeG] & touched_q[PipeA]) == '0);
  assert_finished_is_unretired:
  assert property (@(posedge clk) disable iff (clear) oldest_valid || waiting_q == '0);
`endif

endmodule
