// vta_loop_offset is o * outer + i * inner, modulo twice the indices.
module proof_loop_offset #(
    parameter int unsigned Bits = 3
) (
    input logic clk,
    input logic start,
    input logic [Bits-1:0] outer,
    input logic [Bits-1:0] inner,
    input logic next_inner,
    input logic next_outer
);

  logic [Bits:0] offset;
  vta_loop_offset #(
      .Bits(Bits)
  ) dut (
      .clk, .start, .outer, .inner, .next_inner, .next_outer, .offset
  );

  logic started_q = 1'b0;
  logic [Bits:0] outer_q, inner_q, o_q, i_q;
  always_ff @(posedge clk) begin
    if (start) begin
      started_q <= 1'b1;
      outer_q <= (Bits + 1)'(outer);
      inner_q <= (Bits + 1)'(inner);
      o_q <= '0;
      i_q <= '0;
    end else if (next_outer) begin
      o_q <= o_q + (Bits + 1)'(1);
      i_q <= '0;
    end else if (next_inner) begin
      i_q <= i_q + (Bits + 1)'(1);
    end
  end

  always_comb begin
    if (started_q) begin
      assert_offset: assert (offset == o_q * outer_q + i_q * inner_q);
      cover_both: cover (o_q == (Bits + 1)'(2) && i_q == (Bits + 1)'(2));
    end
  end

endmodule
