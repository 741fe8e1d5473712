// The store unit: STORE and its NOPs. A beat takes three registers:
//
//   granted bursts -> beat walker -> shadow read | aligned, on the port | taken
//                     edge          g+1+k          g+2+k
//
// Where the port does not take a beat, all of them wait.
module vta_store
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [AddrBits-1:0] out_base,
    input logic [BeatBits-1:0] burst_beats,
    input unit_head_t head,
    output unit_status_t status,
    output burst_request_t request,
    input logic grant,
    output logic shadow_read,
    output placement_t shadow_at,
    input logic [BusBits-1:0] shadow_data,
    output logic write_valid,
    output logic [BusBits-1:0] write_data,
    output logic [BusBytes-1:0] write_strb,
    output logic write_last,
    input logic write_ready,
    input logic write_done,
    output logic [63:0] out_store_nbytes,
    output probe_t probe
);

  localparam logic [LogSizeBits-1:0] LogOutBytes = LogSizeBits'($clog2(OutElemBytes));
  localparam int unsigned Positions = banks_of(8 * OutElemBytes);
  localparam int unsigned PositionBytes = BusBytes / Positions;

  mem_insn_t insn;
  transfer_t transfer;
  logic [AddrBits-1:0] addr;
  logic all_granted, in_flight, go, move, burst_end;
  logic [OutstandingBits-1:0] bursts_q;  // granted, not complete
  logic [FlightBits-1:0] beats_q;  // granted, not read from the shadow
  logic [ElemBits-1:0] elements, elements_q;
  sram_index_t first_index;
  logic [IndexBits-1:0] unused_index;

  logic ready_q, last_q;  // the shadow shows the next beat
  logic [Positions-1:0] held_q;

  assign insn = head.command.insn;

  vta_transfer_plan u_plan (
      .clk,
      .start(status.start),
      .insn,
      .base(out_base),
      .log_bytes(LogOutBytes),
      .transfer, .addr, .elements,
      .index(first_index)
  );

  assign in_flight = bursts_q != '0 || grant;

  vta_unit_control u_control (
      .clk, .clear, .halt, .head,
      .finished(all_granted && bursts_q == '0),
      .status,
      .index(unused_index),
      // A beat that the memory stalls counts as one that moves: states are the contract's, which
      // has no stalls, and so the probe depends on no input pin.
      .beat_moves(ready_q),
      .pad_moves(1'b0),
      .in_flight,
      .queued(request.valid),
      .probe
  );

  vta_burst_walker u_bursts (
      .clk, .clear, .halt, .burst_beats,
      .start(status.start),
      .transfer, .addr,
      .stride(insn.x_stride),
      .request, .grant,
      .finished(all_granted)
  );

  vta_beat_walker u_beats (
      .clk, .burst_beats,
      .start(status.start),
      .transfer, .addr,
      .stride(insn.x_stride),
      .index(first_index),
      .gap('0),
      .advance(shadow_read),
      .at(shadow_at),
      .burst_end
  );

  assign move = !write_valid || write_ready;
  assign go = grant || beats_q != '0;
  assign shadow_read = go && move;

  always_ff @(posedge clk) begin
    if (clear) begin
      bursts_q <= '0;
      beats_q <= '0;
      ready_q <= 1'b0;
      write_valid <= 1'b0;
    end else begin
      if (grant || write_done)
        bursts_q <= bursts_q + OutstandingBits'(grant) - OutstandingBits'(write_done);
      if (grant || shadow_read)
        beats_q <= beats_q + (grant ? FlightBits'(request.beats) : '0) - FlightBits'(shadow_read);
      if (move) begin
        ready_q <= go;
        write_valid <= ready_q;
      end
    end
    if (shadow_read) begin
      last_q <= burst_end;
      for (int p = 0; p < int'(Positions); ++p)
        held_q[p] <= count_t'(p) >= count_t'(shadow_at.first) &&
                     count_t'(p) < count_t'(shadow_at.first) + shadow_at.count;
    end
    if (move && ready_q) begin
      write_data <= shadow_data;
      write_last <= last_q;
      for (int p = 0; p < int'(Positions); ++p)
        write_strb[p*PositionBytes+:PositionBytes] <= {PositionBytes{held_q[p]}};
    end
  end

  always_ff @(posedge clk) begin
    if (status.start) elements_q <= elements;
    if (clear) out_store_nbytes <= '0;
    else if (status.done) out_store_nbytes <= out_store_nbytes + (64'(elements_q) << LogOutBytes);
  end

`ifndef SYNTHESIS
  assert_write_is_held:
  assert property (@(posedge clk) disable iff (clear)
                   !$past(write_valid && !write_ready && !clear) ||
                   (write_valid && write_data == $past(write_data) &&
                    write_strb == $past(write_strb) && write_last == $past(write_last)));
  assert_completion_is_expected:
  assert property (@(posedge clk) disable iff (clear) !write_done || bursts_q != '0);
`endif

endmodule
