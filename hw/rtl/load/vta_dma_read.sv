// Moves what a LOAD says from DRAM into a scratchpad: asks for bursts, places their beats, fills
// the cycles between them with pads. Shared by load and compute.
//
//   start -> burst walker -> request ... beats -> beat walker -+-> write
//         -> pad walker ------------- cycles without a beat ---'
module vta_dma_read
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [BeatBits-1:0] burst_beats,
    input logic start,
    input mem_insn_t insn,
    input logic [AddrBits-1:0] base,
    input logic [LogSizeBits-1:0] log_bytes,
    output logic [ElemBits-1:0] elements,  // that are read, in the cycle of `start`
    output burst_request_t request,
    input logic grant,
    input logic beat_valid,
    output scratchpad_write_t write,
    output logic finished,  // everything has been written
    output logic in_flight  // a burst is
);

  logic [FlightBits-1:0] flight_q;  // beats that are granted, but not written
  logic all_granted, pad_valid, pad_write;
  sram_index_t pad_index;
  placement_t beat_at;

  transfer_t transfer;
  logic [AddrBits-1:0] addr;
  sram_index_t index;

  vta_transfer_plan u_plan (
      .clk, .start, .insn, .base, .log_bytes, .transfer, .addr, .elements, .index
  );

  vta_burst_walker u_bursts (
      .clk, .clear, .halt, .burst_beats, .start, .transfer, .addr,
      .stride(insn.x_stride),
      .request, .grant,
      .finished(all_granted)
  );

  logic unused_burst_end;
  vta_beat_walker u_beats (
      .clk, .burst_beats, .start, .transfer, .addr,
      .stride(insn.x_stride),
      .index,
      .gap(pad_t'(insn.x_pad_0) + pad_t'(insn.x_pad_1)),
      .advance(beat_valid),
      .at(beat_at),
      .burst_end(unused_burst_end)
  );

  vta_pad_walker u_pads (
      .clk, .clear, .start, .insn,
      .advance(pad_write),
      .valid(pad_valid),
      .index(pad_index)
  );

  assign pad_write = pad_valid && !beat_valid;
  assign in_flight = flight_q != '0 || grant;
  assign finished = all_granted && flight_q == '0 && !pad_valid;

  always_comb begin
    write = '0;
    if (beat_valid) begin
      write.valid = 1'b1;
      write.at = beat_at;
    end else if (pad_valid) begin
      write.valid = 1'b1;
      write.pad = 1'b1;
      write.at = '{origin: pad_index, first: '0, count: count_t'(1), piece: '0};
    end
  end

  always_ff @(posedge clk) begin
    if (clear) flight_q <= '0;
    else if (grant || beat_valid)
      flight_q <= flight_q + (grant ? FlightBits'(request.beats) : '0) - FlightBits'(beat_valid);
  end

`ifndef SYNTHESIS
  assert_beat_is_expected:
  assert property (@(posedge clk) disable iff (clear) !beat_valid || flight_q != '0);
`endif

endmodule
