// Bursts that the core has granted, on their way to an AXI address channel. The core does not wait
// for the channel; it never has more than 64 bursts in flight, so 64 places are enough.
module vta_axi_address
  import vta_pkg::*;
(
    input  logic                clk,
    input  logic                rst,
    input  logic                push,
    input  logic [AddrBits-1:0] addr,
    input  logic [BeatBits-1:0] beats,
    output logic                axi_valid,
    input  logic                axi_ready,
    output logic [AddrBits-1:0] axi_addr,
    output logic [         7:0] axi_len
);

  typedef struct packed {
    logic [AddrBits-1:0] addr;
    logic [7:0] len;  // beats - 1
  } burst_t;

  localparam int unsigned Places = 64;
  burst_t places[Places];
  logic [6:0] written, taken;  // modulo 128: equal is empty, 64 apart is full

  logic [BeatBits-1:0] last_beat;
  assign last_beat = beats - BeatBits'(1);
  logic unused_ok;
  assign unused_ok = &{1'b0, last_beat[BeatBits-1]};

  assign axi_valid = written != taken;
  assign axi_addr  = places[taken[5:0]].addr;
  assign axi_len   = places[taken[5:0]].len;

  always_ff @(posedge clk) begin
    if (push) places[written[5:0]] <= '{addr: addr, len: last_beat[7:0]};
    if (rst) begin
      written <= '0;
      taken   <= '0;
    end else begin
      if (push) written <= written + 7'd1;
      if (axi_valid && axi_ready) taken <= taken + 7'd1;
    end
  end

`ifndef SYNTHESIS
  assert_no_overflow :
  assert property (@(posedge clk) disable iff (rst) push |-> (written - taken) != 7'd64);
`endif

endmodule
