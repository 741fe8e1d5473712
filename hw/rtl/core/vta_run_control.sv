// Beginning and end of a run (core/README.md): counts cycles, raises `halt` after an error of a unit
// or of the bus, finds the first quiet edge and says how the run ended.
module vta_run_control
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic launch,

    input logic units_quiet,   // no unit executes, none starts
    input logic fetch_quiet,
    input logic memory_quiet,  // no burst is in flight

    input logic                 index_error,
    input logic [IndexBits-1:0] index_error_insn,
    input logic                 bus_error,
    input logic [IndexBits-1:0] bus_error_insn,

    input logic                       fault_valid,
    input isa_error_e                 fault_error,
    input logic       [IndexBits-1:0] fault_index,

    // What waits: heads of the queues, fetch's next instruction.
    input logic     [2:0]                head_valid,
    input logic     [2:0][IndexBits-1:0] head_index,
    input logic                          fetch_outstanding,
    input logic          [IndexBits-1:0] fetch_index,
    input logic     [33:0]               tokens,

    output logic        running,  // cycles 1..E
    output logic        halt,
    output run_result_t result
);
  logic ends;
  assign ends = memory_quiet && (halt || (units_quiet && fetch_quiet));

  function automatic logic [IndexBits-1:0] lowest_waiting();
    logic [IndexBits-1:0] lowest;
    lowest = fetch_outstanding ? fetch_index : '1;
    for (int u = 0; u < 3; ++u) if (head_valid[u] && head_index[u] < lowest) lowest = head_index[u];
    return lowest;
  endfunction

  always_ff @(posedge clk) begin
    if (rst || launch) begin
      running <= launch && !rst;
      halt <= 1'b0;
      result <= '0;
      result.cycles <= 64'(launch);
    end else if (running) begin
      if (index_error || bus_error) begin
        halt <= 1'b1;
        if (!halt) begin
          result.error <= index_error ? ErrIndexRange : ErrBusError;
          result.error_insn <= index_error ? index_error_insn : bus_error_insn;
        end
      end
      if (ends) begin
        running <= 1'b0;
        result.done <= 1'b1;
        result.tokens_left <= tokens;
        if (!halt && fault_valid) begin
          result.error <= fault_error;
          result.error_insn <= fault_index;
        end else if (!halt && (fetch_outstanding || head_valid != '0)) begin
          result.error <= ErrDeadlock;
          result.error_insn <= lowest_waiting();
        end
      end else begin
        result.cycles <= result.cycles + 64'd1;
      end
    end
  end

`ifndef SYNTHESIS
  assert_nothing_raised_at_the_end :
  assert property (@(posedge clk) disable iff (rst || launch)
                   !(running && ends && (index_error || bus_error) && !halt));
`endif
endmodule
