// vta_run_control: a run ends at its first quiet edge, or after an error when no burst is in flight
// any more, and reports what core/README.md says: what stopped it first, fetch's fault, the lowest
// instruction that waits, or nothing.
module proof_run_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic launch,
    input logic units_quiet,
    input logic fetch_quiet,
    input logic memory_quiet,
    input logic index_error,
    input logic [IndexBits-1:0] index_error_insn,
    input logic bus_error,
    input logic [IndexBits-1:0] bus_error_insn,
    input logic fault_valid,
    input isa_error_e fault_error,
    input logic [IndexBits-1:0] fault_index,
    input unit_set_t head_valid,
    input logic [Units-1:0][IndexBits-1:0] head_index,
    input logic fetch_outstanding,
    input logic [IndexBits-1:0] fetch_index,
    input logic [TokenSumBits-1:0] tokens
);

  typedef logic [IndexBits-1:0] index_t;

  logic running, halt, done;
  logic [63:0] cycles;
  isa_error_e error;
  index_t error_insn;
  logic [TokenSumBits-1:0] tokens_left;
  vta_run_control dut (
      .clk, .rst, .launch, .units_quiet, .fetch_quiet, .memory_quiet, .index_error,
      .index_error_insn, .bus_error, .bus_error_insn, .fault_valid, .fault_error, .fault_index,
      .head_valid, .head_index, .fetch_outstanding, .fetch_index, .tokens, .running, .halt, .cycles,
      .done, .error, .error_insn, .tokens_left
  );

  // Of the run so far: what stopped it.
  typedef enum logic [1:0] {
    Nothing,
    Index,
    Bus
  } stop_e;
  logic running_q = 1'b0, ended_q = 1'b0, reset_q = 1'b0;
  stop_e stop_q;
  index_t stop_insn_q;
  logic quiet;
  assign quiet = memory_quiet && (stop_q != Nothing || (units_quiet && fetch_quiet));

  // What waits with the lowest index.
  logic waits;
  index_t lowest;
  always_comb begin
    waits = fetch_outstanding;
    lowest = fetch_index;
    for (int u = 0; u < int'(Units); ++u)
      if (head_valid[u] && (!waits || head_index[u] < lowest)) begin
        waits = 1'b1;
        lowest = head_index[u];
      end
  end

  // How it ends if it ends now.
  isa_error_e code, code_q;
  index_t insn, insn_q;
  logic [TokenSumBits-1:0] left_q;
  always_comb begin
    unique case (stop_q)
      Index: code = ErrIndexRange;
      Bus: code = ErrBusError;
      default: code = fault_valid ? fault_error : waits ? ErrDeadlock : ErrNone;
    endcase
    insn = stop_q != Nothing ? stop_insn_q : fault_valid ? fault_index : waits ? lowest : '0;
  end

  logic [63:0] cycles_q;
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    cycles_q <= cycles;
    if (rst || launch) begin
      running_q <= !rst;
      ended_q <= 1'b0;
      stop_q <= Nothing;
    end else if (running_q) begin
      if (stop_q == Nothing && (index_error || bus_error)) begin
        stop_q <= index_error ? Index : Bus;
        stop_insn_q <= index_error ? index_error_insn : bus_error_insn;
      end
      if (quiet) begin
        running_q <= 1'b0;
        ended_q <= 1'b1;
        code_q <= code;
        insn_q <= insn;
        left_q <= stop_q != Nothing ? '0 : tokens;
      end
    end
  end

  // Fetch dispatches in order, and no instruction is in two queues.
  logic in_order;
  always_comb begin
    in_order = 1'b1;
    for (int u = 0; u < int'(Units); ++u) begin
      if (head_valid[u] && fetch_outstanding && head_index[u] >= fetch_index) in_order = 1'b0;
      for (int v = 0; v < u; ++v)
        if (head_valid[u] && head_valid[v] && head_index[u] == head_index[v]) in_order = 1'b0;
    end
  end
  logic was_launched_q = 1'b0, was_running_q = 1'b0;
  always_ff @(posedge clk) begin
    was_launched_q <= launch && !rst;
    was_running_q <= running_q && !rst && !launch && !quiet;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst);
    assume_in_order: assume (in_order);
    cover_in_order: cover (head_valid == '1 && fetch_outstanding);
    assume_nothing_raised_at_the_end:
    assume (!running_q || !quiet || stop_q != Nothing || !(index_error || bus_error));
    cover_nothing_raised_at_the_end: cover (running_q && quiet && stop_q == Nothing);
    if (reset_q) begin
      assert_running: assert (running == running_q);
      assert_halt: assert (!running_q || halt == (stop_q != Nothing));
      assert_done: assert (done == ended_q);
      assert_outcome:
      assert (!ended_q || (error == code_q && (error == ErrNone || error_insn == insn_q)));
      assert_tokens_left: assert (!ended_q || tokens_left == left_q);
      assert_cycles_begin: assert (!was_launched_q || cycles == 64'd1);
      assert_cycles_count: assert (!was_running_q || cycles == cycles_q + 64'd1);
      assert_cycles_stay: assert (running_q || was_launched_q || !ended_q || cycles == cycles_q);
      lemma_stopped:
      assert (!running_q || stop_q == Nothing ||
              (error == (stop_q == Index ? ErrIndexRange : ErrBusError) &&
               error_insn == stop_insn_q));
      lemma_nothing: assert (!running_q || stop_q != Nothing || error == ErrNone);
      lemma_stop: assert (stop_q == Nothing || stop_q == Index || stop_q == Bus);
      cover_deadlock: cover (ended_q && error == ErrDeadlock);
      cover_both_at_once: cover (running_q && stop_q == Nothing && index_error && bus_error);
      cover_stopped_and_faulty: cover (ended_q && error == ErrBusError && fault_valid);
    end
  end

endmodule
