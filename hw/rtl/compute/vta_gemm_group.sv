// One of many equal vta_gemm, kept a module in simulation: they share one function.
module vta_gemm_group
  import vta_isa_pkg::*;
#(
    parameter int unsigned Lanes = 1
) (
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*Lanes*BlockIn-1:0] wgt,
    output logic [Batch-1:0][Lanes-1:0][31:0] sum
);
  /* verilator no_inline_module */

  vta_gemm #(
      .Lanes(Lanes)
  ) u_gemm (
      .clk, .valid, .inp, .wgt, .sum
  );

endmodule
