// vta_axi_address: every burst that is granted is shown once, in order, as it was granted; what is
// shown stays until it is taken, and crosses no boundary that no granted burst crosses.
module proof_axi_address
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic push,
    input logic [AddrBits-1:0] addr,
    input logic [BeatBits-1:0] beats,
    input logic ready
);

  localparam int unsigned Places = MaxOutstanding;
  typedef logic [$clog2(Places+1)-1:0] count_t;
  typedef struct packed {
    logic [AddrBits-1:0] addr;
    logic [BeatBits-1:0] beats;
  } granted_t;

  logic valid;
  burst_t burst;
  vta_axi_address dut (
      .clk, .rst, .push, .addr, .beats,
      .axi_valid(valid),
      .axi_ready(ready),
      .axi_burst(burst)
  );

  // Granted and not taken, the oldest at [0]. No more are in flight.
  granted_t [Places-1:0] bursts_q;
  count_t count_q, left;
  logic taken, reset_q = 1'b0;
  assign taken = valid && ready;
  assign left = count_q - count_t'(taken);
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    if (rst) count_q <= '0;
    else count_q <= left + count_t'(push);
    for (int i = 0; i < int'(Places); ++i) begin
      if (push && count_t'(i) == left) bursts_q[i] <= '{addr: addr, beats: beats};
      else if (taken && i + 1 < int'(Places)) bursts_q[i] <= bursts_q[i+1];
    end
  end

  function automatic logic crosses(logic [AddrBits-1:0] first, int unsigned count);
    return (32'(first) + count * BusBytes - 1) >> LogBoundary != 32'(first) >> LogBoundary;
  endfunction

  logic held_q;
  burst_t shown_q;
  always_ff @(posedge clk) begin
    held_q <= valid && !ready && !rst;
    shown_q <= burst;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && valid);
    assume_room: assume (!push || left != count_t'(Places));
    cover_room: cover (push && count_q == count_t'(Places));
    assume_length: assume (beats != '0 && 32'(beats) <= MaxBurstBeats);
    cover_length: cover (valid && 32'(burst.len) == MaxBurstBeats - 1);
    assume_inside: assume (!crosses(addr, 32'(beats)));
    cover_inside: cover (push && 32'(beats) == MaxBurstBeats);
    if (reset_q) begin
      assert_something_granted: assert (!valid || count_q != '0);
      assert_address: assert (!valid || burst.addr == AxiAddrBits'(bursts_q[0].addr));
      assert_length: assert (!valid || 32'(burst.len) + 1 == 32'(bursts_q[0].beats));
      assert_no_boundary:
      assert (!valid || !crosses(AddrBits'(burst.addr), 32'(burst.len) + 1));
      assert_stays: assert (!held_q || (valid && burst == shown_q));
      assert_not_kept_back: assert (valid || count_q <= count_t'(1));
      lemma_count: assert (dut.u_bursts.state_q.count + count_t'(valid) == count_q);
      cover_full: cover (count_q == count_t'(Places));
    end
  end

endmodule
