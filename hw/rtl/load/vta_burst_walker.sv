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

  logic advance;
  logic [BurstBits-1:0] room, bytes;
  /* verilator lint_off UNUSEDSIGNAL */  // whole words count
  logic [BurstBits-1:0] touched;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [AddrBits-1:0] next_row;

  assign advance = runs_q != '0 && (!request.valid || grant);
  assign finished = runs_q == '0 && !request.valid;

  always_comb begin
    room = '0;
    bytes = '0;
    touched = '0;
    next_row = '0;
    if (advance) begin
      room = {burst_beats, {LogBus{1'b0}}};
      room = room - (addr_q[BurstBits-1:0] & (room - BurstBits'(1)));
      bytes = left_q < RunByteBits'(room) ? left_q[BurstBits-1:0] : room;
      touched = BurstBits'(addr_q[LogBus-1:0]) + bytes + BurstBits'(BusBytes - 1);
      next_row = row_q + AddrBits'(stride_q);
    end
  end

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
    end else if (advance) begin
      request.valid <= 1'b1;
      request.addr <= {addr_q[AddrBits-1:LogBus], {LogBus{1'b0}}};
      request.beats <= touched[BurstBits-1:LogBus];
      if (left_q == RunByteBits'(bytes)) begin
        addr_q <= next_row;
        row_q <= next_row;
        left_q <= run_bytes_q;
        runs_q <= runs_q - size_t'(1);
      end else begin
        addr_q <= addr_q + AddrBits'(bytes);
        left_q <= left_q - RunByteBits'(bytes);
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
