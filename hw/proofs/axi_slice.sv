// vta_axi_slice is a queue of two entries whose READY and VALID are registers; what it shows stays
// until it is taken.
module proof_axi_slice #(
    parameter int unsigned Width = 2
) (
    input logic clk,
    input logic rst,
    input logic in_valid,
    input logic [Width-1:0] in_entry,
    input logic out_ready
);

  typedef logic [Width-1:0] word_t;
  logic in_ready, out_valid;
  word_t out_entry;
  vta_axi_slice #(
      .entry_t(word_t)
  ) dut (
      .clk, .rst, .in_valid, .in_ready, .in_entry, .out_valid, .out_ready, .out_entry
  );

  // The oldest entry, the other one, how many there are.
  word_t first_q, second_q;
  logic [1:0] count_q;
  logic in, out, reset_q = 1'b0;
  assign in = in_valid && in_ready;
  assign out = out_valid && out_ready;
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    if (rst) count_q <= '0;
    else count_q <= count_q + 2'(in) - 2'(out);
    if (out) first_q <= second_q;
    if (in && count_q == 2'(out)) first_q <= in_entry;
    if (in && count_q != 2'(out)) second_q <= in_entry;
  end

  logic held_q;
  word_t shown_q;
  always_ff @(posedge clk) begin
    held_q <= out_valid && !out_ready && !rst;
    shown_q <= out_entry;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && out_valid && !in_ready);
    if (reset_q) begin
      assert_ready: assert (in_ready == (count_q != 2'd2));
      assert_valid: assert (out_valid == (count_q != 2'd0));
      assert_count: assert (count_q != 2'd3);
      assert_order: assert (!out_valid || out_entry == first_q);
      assert_stays: assert (!held_q || (out_valid && out_entry == shown_q));
      lemma_spare: assert (in_ready || dut.spare_q == second_q);
      cover_every_cycle: cover (in && out && count_q == 2'd1);
    end
  end

endmodule
