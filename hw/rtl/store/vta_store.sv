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
    input logic cmd_valid,
    input command_t cmd,
    input logic token_prev,
    output logic start,
    output logic done,
    output logic push_prev,
    output logic push_next,
    output logic executing,
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
  localparam int unsigned Positions = BusBytes > OutElemBytes ? BusBytes / OutElemBytes : 1;
  localparam int unsigned PositionBytes = BusBytes / Positions;

  mem_insn_t head;
  transfer_t transfer;
  logic [AddrBits-1:0] addr;
  logic all_granted, in_flight, go, move, burst_end;
  logic [6:0] bursts_q;
  logic [14:0] beats_q;
  logic [ElemBits-1:0] elements, elements_q;
  logic [IndexBits-1:0] unused_index;

  logic ready_q, last_q;  // the shadow shows the next beat
  logic [Positions-1:0] held_q;

  assign head = cmd.insn;

  vta_transfer_plan u_plan (
      .start,
      .insn(head),
      .base(out_base),
      .log_bytes(LogOutBytes),
      .transfer, .addr, .elements
  );

  assign in_flight = bursts_q != 0 || grant;

  vta_unit_control u_control (
      .clk, .clear, .halt, .cmd_valid, .cmd, .token_prev,
      .token_next(1'b0),
      .finished(all_granted && bursts_q == 0),
      .start, .done, .push_prev, .push_next, .executing,
      .index(unused_index),
      // A beat that the memory stalls counts as one that moves: states are the contract's, which has
      // no stalls, and so the probe depends on no input pin.
      .beat_moves(ready_q),
      .pad_moves(1'b0),
      .in_flight,
      .queued(request.valid),
      .probe
  );

  vta_burst_walker u_bursts (
      .clk, .clear, .halt, .burst_beats, .start, .transfer, .addr,
      .stride(head.x_stride),
      .request, .grant,
      .finished(all_granted)
  );

  vta_beat_walker u_beats (
      .clk, .burst_beats, .start, .transfer, .addr,
      .stride(head.x_stride),
      .gap(5'd0),
      .advance(shadow_read),
      .at(shadow_at),
      .burst_end
  );

  assign move = !write_valid || write_ready;
  assign go = grant || beats_q != 0;
  assign shadow_read = go && move;

  always_ff @(posedge clk) begin
    if (clear) begin
      bursts_q <= '0;
      beats_q <= '0;
      ready_q <= 1'b0;
      write_valid <= 1'b0;
    end else begin
      bursts_q <= bursts_q + 7'(grant) - 7'(write_done);
      beats_q <= beats_q + (grant ? 15'(request.beats) : 15'd0) - 15'(shadow_read);
      if (move) begin
        ready_q <= go;
        write_valid <= ready_q;
      end
    end
    if (shadow_read) begin
      last_q <= burst_end;
      for (int p = 0; p < Positions; ++p)
        held_q[p] <= 5'(p) >= 5'(shadow_at.first) &&
                     6'(p) < 6'(shadow_at.first) + 6'(shadow_at.count);
    end
    if (move && ready_q) begin
      write_data <= shadow_data;
      write_last <= last_q;
      for (int p = 0; p < Positions; ++p)
        write_strb[p*PositionBytes+:PositionBytes] <= {PositionBytes{held_q[p]}};
    end
  end

  always_ff @(posedge clk) begin
    if (start) elements_q <= elements;
    if (clear) out_store_nbytes <= '0;
    else if (done) out_store_nbytes <= out_store_nbytes + (64'(elements_q) << LogOutBytes);
  end

`ifndef SYNTHESIS
  WriteIsHeld: assert property (@(posedge clk) disable iff (clear)
      write_valid && !write_ready |=> write_valid && $stable({write_data, write_strb, write_last}));
  CompletionIsExpected: assert property (@(posedge clk) disable iff (clear)
      write_done |-> bursts_q != 0);
`endif

endmodule
