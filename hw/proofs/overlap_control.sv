// vta_overlap_control: what executes in the two pipes touches no half in common, a LOAD UOP leaves
// alone what a GEMM reads, and instructions retire in the order of their starts, each after it has
// finished; an error is the oldest one's.
module proof_overlap_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input unit_head_t head,
    input pipe_e head_pipe,
    input logic ready,
    input half_set_t touched,
    input logic meets_gemm,
    input pipe_set_t finished,
    input pipe_set_t fault
);

  pipe_set_t finish;
  logic index_error, retire;
  logic [IndexBits-1:0] index;
  pipe_e retire_pipe;
  unit_status_t status;
  probe_t probe;
  vta_overlap_control dut (
      .clk, .clear, .halt, .head, .head_pipe, .ready, .touched, .meets_gemm, .finished, .fault,
      .finish, .index_error, .index, .retire, .retire_pipe, .status,
      .beat_moves(1'b0),
      .pad_moves(1'b0),
      .in_flight(1'b0),
      .queued(1'b0),
      .probe
  );

  // What executes, from starts and finishes alone; which of the started have finished, by their
  // numbers; the next to start and to retire.
  typedef logic [IndexBits-1:0] number_t;
  pipe_set_t executing_q, faulty_q;
  half_set_t [Pipes-1:0] touched_q;
  number_t [Pipes-1:0] number_q;
  logic [2**IndexBits-1:0] finished_q;
  number_t next_q, oldest_q;

  always_ff @(posedge clk) begin
    for (int p = 0; p < int'(Pipes); ++p) begin
      if (clear) begin
        executing_q[p] <= 1'b0;
        faulty_q[p] <= 1'b0;
      end else begin
        if (status.start && head_pipe == pipe_e'(p)) executing_q[p] <= 1'b1;
        else if (finish[p]) executing_q[p] <= 1'b0;
        if (fault[p]) faulty_q[p] <= 1'b1;
      end
      if (finish[p]) finished_q[number_q[p]] <= 1'b1;
    end
    if (status.start) begin
      touched_q[head_pipe] <= touched;
      number_q[head_pipe] <= next_q;
      finished_q[next_q] <= 1'b0;
    end
    if (clear) begin
      next_q <= '0;
      oldest_q <= '0;
    end else begin
      next_q <= next_q + number_t'(status.start);
      oldest_q <= oldest_q + number_t'(status.done);
    end
  end

  logic cleared_q = 1'b0, done_q;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    done_q <= status.done && !clear;
  end

  number_t under_way;
  assign under_way = next_q - oldest_q;

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear);
    assume_numbered: assume (head.command.index == next_q);
    cover_numbered: cover (cleared_q && probe.retire && probe.retire_index == number_t'(2));
    assume_fault_while_executing:
    assume ((fault & ~executing_q) == '0 && (fault & finished) == '0 && (fault & faulty_q) == '0);
    cover_fault_while_executing: cover (cleared_q && index_error && index != '0);
    if (cleared_q) begin
      assert_halves_apart:
      assert (executing_q != '1 || (touched_q[PipeG] & touched_q[PipeA]) == '0);
      assert_load_uop_waits:
      assert (!status.start || head_pipe != PipeA || !meets_gemm || !executing_q[PipeG]);
      assert_one_in_a_pipe: assert (!status.start || !executing_q[head_pipe]);
      assert_finish_what_executes: assert ((finish & ~executing_q) == '0);
      assert_no_finish_after_a_fault: assert ((finish & faulty_q) == '0);
      assert_in_order: assert (!probe.retire || probe.retire_index == oldest_q - number_t'(1));
      assert_retire_after_done: assert (probe.retire == done_q);
      assert_finished_before_retired:
      assert (!status.done || finished_q[oldest_q] ||
              (finish[PipeG] && number_q[PipeG] == oldest_q) ||
              (finish[PipeA] && number_q[PipeA] == oldest_q));
      assert_retires_what_started: assert (!status.done || under_way != '0);
      assert_not_too_many: assert (under_way <= number_t'(MaxUnretired));
      assert_error_of_the_oldest: assert (!index_error || index == oldest_q);
      assert_error_does_not_retire: assert (!index_error || !status.done);
      assert_halted: assert (!halt || !(status.start || status.done || index_error));
      cover_both: cover (executing_q == '1 && !clear);
      cover_overtaken: cover (status.done && finished_q[oldest_q] && under_way == number_t'(2));
    end
  end

  logic unused;
  assign unused = retire ^ (retire_pipe == PipeG);

endmodule
