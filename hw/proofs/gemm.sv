// The two forms of vta_gemm are one: a lane with registers between products and sums, as it is
// synthesised, and a lane that is computed at once and delayed, as it is simulated. With two
// products of a multiplier, two lanes.
module proof_gemm
  import vta_isa_pkg::*;
#(
    localparam int unsigned Lanes = ProductsPerMultiplier
) (
    input logic clk,
    input logic valid,
    input logic [8*BlockIn-1:0] inp,
    input logic [8*Lanes*BlockIn-1:0] wgt
);

  logic [Lanes-1:0][31:0] at_once, registered;
  vta_gemm #(
      .AtOnce(1'b1),
      .Lanes(Lanes)
  ) dut_at_once (
      .clk, .valid, .inp, .wgt,
      .sum(at_once)
  );
  vta_gemm #(
      .AtOnce(1'b0),
      .Lanes(Lanes)
  ) dut (
      .clk, .valid, .inp, .wgt,
      .sum(registered)
  );

  // A weight is 0, a power of two or -128: products are sums of those, and sums are what differs.
  logic [Lanes*BlockIn-1:0] one_bit;

  // Bit k: operands were taken k + 1 edges ago.
  logic [GemmPipeline:0] taken_q = '0;
  always_ff @(posedge clk) taken_q <= (GemmPipeline + 1)'({taken_q, valid});

  always_comb begin
    for (int k = 0; k < int'(Lanes * BlockIn); ++k)
      one_bit[k] = (wgt[8*k+:8] & (wgt[8*k+:8] - 8'd1)) == '0;
    assume_one_bit: assume (one_bit == '1);
    cover_one_bit: cover (one_bit == '1 && wgt[7:0] == 8'h80 && wgt[15:8] == 8'h01);
    if (taken_q[GemmPipeline]) begin
      assert_equal: assert (at_once == registered);
      cover_sum: cover (at_once == {Lanes{32'(BlockIn * 7)}});
    end
  end

endmodule
