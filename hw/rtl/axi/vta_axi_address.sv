// Bursts that the core has granted, on their way to an AXI address channel. The core does not wait
// for the channel; a queue with a place for every burst that it may have in flight is enough.
module vta_axi_address
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic push,
    input logic [AddrBits-1:0] addr,
    input logic [BeatBits-1:0] beats,
    output logic axi_valid,
    input logic axi_ready,
    output logic [AddrBits-1:0] axi_addr,
    output logic [7:0] axi_len  // beats - 1
);

  typedef struct packed {
    logic [AddrBits-1:0] addr;
    logic [7:0] len;
  } burst_t;

  burst_t head;
  logic unused_room;  // the queue asserts that there is

  vta_fifo #(
      .Depth(MaxOutstanding),
      .entry_t(burst_t)
  ) u_bursts (
      .clk,
      .clear(rst),
      .push,
      .push_data('{addr: addr, len: 8'(beats - BeatBits'(1))}),
      .pop(axi_valid && axi_ready),
      .valid(axi_valid),
      .head,
      .room(unused_room)
  );

  assign axi_addr = head.addr;
  assign axi_len = head.len;

endmodule
