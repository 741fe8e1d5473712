// vta_gemm over all output lanes of a machine with many multipliers, in groups of lanes of at most
// MostMultipliers each. One block of code is the faster form while compilers take it: 1x64 is twice
// as fast as one block as in groups of 512.
module vta_gemm_groups
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned MostMultipliers = MostInOneBlock
) (
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*BlockOut*BlockIn-1:0] wgt,
    output logic [Batch-1:0][BlockOut-1:0][31:0] sum
);

  localparam int unsigned Fit = MostMultipliers / (Batch * BlockIn);  // output lanes of a group
  localparam int unsigned Lanes = Fit > BlockOut ? BlockOut : Fit > 0 ? Fit : 1;

  for (genvar g = 0; g < BlockOut / Lanes; ++g) begin : gen_group
    logic [Batch-1:0][Lanes-1:0][31:0] group_sum;

    vta_gemm_group #(
        .Lanes(Lanes)
    ) u_group (
        .clk, .valid, .inp,
        .wgt(wgt[g*Lanes*8*BlockIn+:Lanes*8*BlockIn]),
        .sum(group_sum)
    );

    for (genvar b = 0; b < Batch; ++b) begin : gen_row
      assign sum[b][g*Lanes+:Lanes] = group_sum[b];
    end
  end

endmodule
