// Bursts that the core has granted, on their way to an AXI address channel. The core does not wait
// for the channel; a queue with a place for every burst that it may have in flight is enough. What
// the channel shows is a register.
module vta_axi_address
  import vta_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic push,
    /* verilator lint_off UNUSEDSIGNAL */  // AXI3's upper half, which is 0
    input logic [AddrBits-1:0] addr,
    /* verilator lint_on UNUSEDSIGNAL */
    input logic [BeatBits-1:0] beats,
    output logic axi_valid,
    input logic axi_ready,
    output burst_t axi_burst
);

  burst_t head;
  logic head_valid, move;
  logic unused_room;  // the queue asserts that there is

  assign move = !axi_valid || axi_ready;

  vta_fifo #(
      .Depth(MaxOutstanding),
      .entry_t(burst_t)
  ) u_bursts (
      .clk,
      .clear(rst),
      .push,
      .push_data('{addr: AxiAddrBits'(addr), len: LenBits'(beats - BeatBits'(1))}),
      .pop(head_valid && move),
      .valid(head_valid),
      .head,
      .room(unused_room)
  );

  always_ff @(posedge clk) begin
    if (rst) axi_valid <= 1'b0;
    else if (move) axi_valid <= head_valid;
    if (move) axi_burst <= head;
  end

`ifndef SYNTHESIS
  // Refused settings keep both below their limits (vta_axi_registers).
  assert_length_fits:
  assert property (@(posedge clk) disable iff (rst)
                   !push || (beats != '0 && 32'(beats) <= MostAxiBeats));
  assert_address_fits:
  assert property (@(posedge clk) disable iff (rst) !push || AddrBits'(AxiAddrBits'(addr)) == addr);
`endif

endmodule
