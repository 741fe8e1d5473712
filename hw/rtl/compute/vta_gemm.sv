// Dot products of one INP element with one WGT element: sum[b][n] = sum over k of INP[b][k] *
// WGT[n][k], registered. Signed; at most 128 products of 16 bits, so a lane never overflows.
//
// Up to MostMultipliers are one block of code, the faster form: 1x64 twice as fast as in groups of
// 512. More are put into modules of at most as many, which share one function of the simulator.
// Simulators are given a byte's sign as (x ^ 128) - 128, which compilers know for one instruction.
module vta_gemm
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned MostMultipliers = 4096
) (
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*BlockOut*BlockIn-1:0] wgt,
    output logic [AccLanes-1:0][31:0] sum
);

  localparam int unsigned Fit = MostMultipliers / (Batch * BlockIn);  // output lanes of one block
  localparam int unsigned Lanes = Fit > 0 ? Fit : 1;

  if (Fit >= BlockOut) begin : g_one
    function automatic logic [31:0] dot(int unsigned b, int unsigned n);
      dot = '0;
      for (int unsigned k = 0; k < BlockIn; ++k)
`ifdef SYNTHESIS
        dot = dot + 32'($signed(inp[(b*BlockIn+k)*8+:8])) * 32'($signed(wgt[(n*BlockIn+k)*8+:8]));
`else
        dot = dot + (({24'd0, inp[(b*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80) *
                    (({24'd0, wgt[(n*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80);
`endif
    endfunction

    for (genvar b = 0; b < Batch; ++b) begin : g_row
      for (genvar n = 0; n < BlockOut; ++n) begin : g_lane
        always_ff @(posedge clk) if (valid) sum[b*BlockOut+n] <= dot(b, n);
      end
    end
  end else begin : g_groups
    for (genvar g = 0; g < BlockOut / Lanes; ++g) begin : g_group
      logic [Batch-1:0][Lanes-1:0][31:0] group_sum;
      vta_gemm_lanes #(
          .Lanes(Lanes)
      ) u_lanes (
          .clk, .valid, .inp,
          .wgt(wgt[g*Lanes*8*BlockIn+:Lanes*8*BlockIn]),
          .sum(group_sum)
      );
      for (genvar b = 0; b < Batch; ++b) begin : g_row
        assign sum[b*BlockOut+g*Lanes+:Lanes] = group_sum[b];
      end
    end
  end

endmodule
