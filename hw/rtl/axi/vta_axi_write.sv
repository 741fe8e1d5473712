// Write beats on their way to the W channel. Every burst that was granted gets the beats that its
// address says, the last one marked: where the core was stopped in the middle, what it owes is sent
// with no strobe set.
module vta_axi_write
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic stopping,  // the core is in reset: it sends nothing more

    input logic push,  // a burst was granted: before its first beat comes
    input logic [BeatBits-1:0] beats,

    input logic beat_valid,
    output logic beat_ready,  // a register
    input logic [BusBits-1:0] beat_data,
    input logic [BusBytes-1:0] beat_strb,

    output logic axi_valid,
    input logic axi_ready,
    output logic [BusBits-1:0] axi_data,
    output logic [BusBytes-1:0] axi_strb,
    output logic axi_last
);

  typedef struct packed {
    logic [BusBits-1:0] data;
    logic [BusBytes-1:0] strb;
    logic last;
  } beat_t;

  len_t len, sent_q;  // of the burst whose beats are sent: beats - 1; beats that have gone
  logic owed, last, take, beat_due;
  logic unused_room;  // the queue asserts that there is
  beat_t shown;

  vta_fifo #(
      .Depth(MaxOutstanding),
      .entry_t(len_t)
  ) u_lengths (
      .clk,
      .clear(rst),
      .push,
      .push_data(LenBits'(beats - BeatBits'(1))),
      .pop(take && last),
      .valid(owed),
      .head(len),
      .room(unused_room)
  );

  assign last = sent_q == len;
  assign beat_due = beat_valid || (stopping && owed);
  assign take = beat_due && beat_ready;

  always_ff @(posedge clk) begin
    if (rst) sent_q <= '0;
    else if (take) sent_q <= last ? '0 : sent_q + len_t'(1);
  end

  vta_axi_slice #(
      .entry_t(beat_t)
  ) u_slice (
      .clk, .rst,
      .in_valid(beat_due),
      .in_ready(beat_ready),
      .in_entry('{data: beat_data, strb: beat_valid ? beat_strb : '0, last: last}),
      .out_valid(axi_valid),
      .out_ready(axi_ready),
      .out_entry(shown)
  );
  assign axi_data = shown.data;
  assign axi_strb = shown.strb;
  assign axi_last = shown.last;

`ifndef SYNTHESIS
  assert_beat_of_a_burst: assert property (@(posedge clk) disable iff (rst) !beat_valid || owed);
`endif

endmodule
