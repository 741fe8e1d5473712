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

  // An operand is 0, a power of two or -128: all others are sums of those, and sums are what differs.
  function automatic logic one_bit(logic [7:0] operand);
    return (operand & (operand - 8'd1)) == '0;
  endfunction
  logic [Lanes*BlockIn-1:0] wgt_of_one_bit;
  logic [BlockIn-1:0] inp_of_one_bit;

  // Bit k: operands were taken k + 1 edges ago.
  logic [GemmPipeline:0] taken_q = '0;
  always_ff @(posedge clk) taken_q <= (GemmPipeline + 1)'({taken_q, valid});

  always_comb begin
    for (int k = 0; k < int'(Lanes * BlockIn); ++k) wgt_of_one_bit[k] = one_bit(wgt[8*k+:8]);
    for (int k = 0; k < int'(BlockIn); ++k) inp_of_one_bit[k] = one_bit(inp[8*k+:8]);
    assume_wgt_of_one_bit: assume (wgt_of_one_bit == '1);
    cover_wgt_of_one_bit: cover (wgt[7:0] == 8'h80 && wgt[15:8] == 8'h01);
    assume_inp_of_one_bit: assume (inp_of_one_bit == '1);
    cover_inp_of_one_bit: cover (inp[7:0] == 8'h80 && inp[15:8] == 8'h01);
    if (taken_q[GemmPipeline]) begin
      assert_equal: assert (at_once == registered);
      cover_sum: cover (at_once == {Lanes{32'(BlockIn * 8)}});
    end
  end

endmodule
