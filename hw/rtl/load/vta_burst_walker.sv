// Cuts the runs of a transfer into bursts and asks for them one by one: the first request is
// registered at the edge after `start`'s, each further one at the edge after the grant's.
module vta_burst_walker
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [BeatBits-1:0] burst_beats,
    input logic start,
    /* verilator lint_off UNUSEDSIGNAL */  // what lies in the scratchpad is the others' part
    input transfer_t transfer,
    /* verilator lint_on UNUSEDSIGNAL */
    input logic [AddrBits-1:0] addr,  // of the first byte
    input size_t stride,  // elements from the begin of a run to that of the next
    output burst_request_t request,
    input logic grant,
    output logic finished  // every burst has been granted
);

  localparam int unsigned BurstBits = BeatBits + LogBus;

  logic [AddrBits-1:0] addr_q, row_q;
  logic [RunByteBits-1:0] left_q, run_bytes_q, stride_q;
  size_t runs_q;
  logic [BurstBits-1:0] window_q;  // bits of an address in its burst's window

  logic advance, run_ends;
  logic [BurstBits-1:0] behind;  // bytes of the window behind the first
  /* verilator lint_off UNUSEDSIGNAL */  // whole words count
  logic [BurstBits-1:0] to_window, to_run, touched;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [AddrBits-1:0] next_row;

  assign advance = runs_q != '0 && (!request.valid || grant);
  assign finished = runs_q == '0 && !request.valid;

  // Both ends of a burst are computed beside the comparison that chooses one: that of its window,
  // and that of the run.
  always_comb begin
    behind = '0;
    run_ends = 1'b0;
    to_window = '0;
    to_run = '0;
    next_row = '0;
    if (advance) begin
      behind = ~addr_q[BurstBits-1:0] & window_q;
      run_ends = left_q <= RunByteBits'(behind) + RunByteBits'(1);
      to_window = BurstBits'(addr_q[LogBus-1:0]) + behind + BurstBits'(BusBytes);
      to_run = BurstBits'(addr_q[LogBus-1:0]) + left_q[BurstBits-1:0] + BurstBits'(BusBytes - 1);
      next_row = row_q + AddrBits'(stride_q);
    end
  end
  assign touched = run_ends ? to_run : to_window;

  always_ff @(posedge clk) begin
    if (clear || halt) begin
      request.valid <= 1'b0;
      runs_q <= '0;
    end else if (start) begin
      addr_q <= addr;
      row_q <= addr;
      left_q <= RunByteBits'(transfer.run_elements) << transfer.log_bytes;
      run_bytes_q <= RunByteBits'(transfer.run_elements) << transfer.log_bytes;
      stride_q <= RunByteBits'(stride) << transfer.log_bytes;
      runs_q <= transfer.runs;
      window_q <= {burst_beats, {LogBus{1'b0}}} - BurstBits'(1);
    end else if (advance) begin
      request.valid <= 1'b1;
      request.addr <= {addr_q[AddrBits-1:LogBus], {LogBus{1'b0}}};
      request.beats <= touched[BurstBits-1:LogBus];
      if (run_ends) begin
        addr_q <= next_row;
        row_q <= next_row;
        left_q <= run_bytes_q;
        runs_q <= runs_q - size_t'(1);
      end else begin
        addr_q <= (addr_q | AddrBits'(window_q)) + AddrBits'(1);
        left_q <= left_q - RunByteBits'(behind) - RunByteBits'(1);
      end
    end else if (grant) begin
      request.valid <= 1'b0;
    end
  end

`ifndef SYNTHESIS
  assert_start_when_idle: assert property (@(posedge clk) disable iff (clear) !start || finished);
  assert_grant_answers_request:
  assert property (@(posedge clk) disable iff (clear) !grant || request.valid);
  assert_burst_is_not_empty:
  assert property (@(posedge clk) disable iff (clear)
                   !request.valid || (request.beats != '0 && request.beats <= burst_beats));
`endif

endmodule
