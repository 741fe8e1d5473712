// Beginning and end of a run (core/README.md): counts cycles, raises `halt` after an error of a
// unit or of the bus, finds the first quiet edge and says how the run ended.
module vta_run_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic launch,

    input logic units_quiet,  // no unit executes, none starts
    input logic fetch_quiet,
    input logic memory_quiet,  // no burst is in flight

    input logic index_error,
    input logic [IndexBits-1:0] index_error_insn,
    input logic bus_error,
    input logic [IndexBits-1:0] bus_error_insn,

    input logic fault_valid,
    input isa_error_e fault_error,
    input logic [IndexBits-1:0] fault_index,

    // What waits: heads of the queues, fetch's next instruction.
    input unit_set_t head_valid,
    input logic [Units-1:0][IndexBits-1:0] head_index,
    input logic fetch_outstanding,
    input logic [IndexBits-1:0] fetch_index,
    input logic [TokenSumBits-1:0] tokens,

    output logic running,  // cycles 1..E
    output logic halt,
    output logic [63:0] cycles,  // of the run so far
    // How the run ended.
    output logic done,
    output isa_error_e error,
    output logic [IndexBits-1:0] error_insn,
    output logic [TokenSumBits-1:0] tokens_left  // sum of the four counters; 0 after `halt`
);

  logic ends;
  assign ends = memory_quiet && (halt || (units_quiet && fetch_quiet));

  function automatic logic is_before(unit_e a, unit_e b);
    return head_valid[a] && (!head_valid[b] || head_index[a] < head_index[b]);
  endfunction

  // Fetch dispatches in order: what it holds comes after all heads.
  function automatic logic [IndexBits-1:0] lowest_waiting();
    if (is_before(UnitLoad, UnitCompute) && is_before(UnitLoad, UnitStore))
      return head_index[UnitLoad];
    if (is_before(UnitCompute, UnitStore)) return head_index[UnitCompute];
    return head_valid[UnitStore] ? head_index[UnitStore] : fetch_index;
  endfunction

  always_ff @(posedge clk) begin
    if (rst || launch) begin
      running <= launch && !rst;
      halt <= 1'b0;
      cycles <= 64'(launch);
      done <= 1'b0;
      error <= ErrNone;
      error_insn <= '0;
      tokens_left <= '0;
    end else if (running) begin
      if (index_error || bus_error) begin
        halt <= 1'b1;
        if (!halt) begin
          error <= index_error ? ErrIndexRange : ErrBusError;
          error_insn <= index_error ? index_error_insn : bus_error_insn;
        end
      end
      if (ends) begin
        running <= 1'b0;
        done <= 1'b1;
        tokens_left <= halt ? '0 : tokens;  // halted units have taken some and pushed none
        if (!halt && fault_valid) begin
          error <= fault_error;
          error_insn <= fault_index;
        end else if (!halt && (fetch_outstanding || head_valid != '0)) begin
          error <= ErrDeadlock;
          error_insn <= lowest_waiting();
        end
      end else begin
        cycles <= cycles + 64'd1;
      end
    end
  end

`ifndef SYNTHESIS
  assert_nothing_raised_at_the_end:
  assert property (@(posedge clk) disable iff (rst || launch)
                   !running || !ends || halt || !(index_error || bus_error));
  for (genvar u = 0; u < Units; ++u) begin : gen_order
    assert_dispatched_in_order:
    assert property (@(posedge clk) disable iff (rst || launch)
                     !running || !head_valid[u] || !fetch_outstanding ||
                     head_index[u] < fetch_index);
  end
`endif

endmodule
