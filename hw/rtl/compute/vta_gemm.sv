// Dot products of one INP element with output lanes of one WGT element: sum[b][n] = sum over k of
// INP[b][k] * WGT[n][k], registered. Signed; at most 128 products of 16 bits, so a lane never
// overflows.
module vta_gemm
  import vta_isa_pkg::*;
#(
    parameter int unsigned Lanes = BlockOut
) (
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*Lanes*BlockIn-1:0] wgt,
    output logic [Batch-1:0][Lanes-1:0][31:0] sum
);

  function automatic logic [31:0] dot(int unsigned b, int unsigned n);
    dot = '0;
    for (int unsigned k = 0; k < BlockIn; ++k)
`ifdef SYNTHESIS
      dot = dot + 32'($signed(inp[(b*BlockIn+k)*8+:8])) * 32'($signed(wgt[(n*BlockIn+k)*8+:8]));
`else
      // The same, with a byte's sign as (x ^ 128) - 128: compilers know that for one instruction.
      dot = dot + (({24'd0, inp[(b*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80) *
                  (({24'd0, wgt[(n*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80);
`endif
  endfunction

  for (genvar b = 0; b < Batch; ++b) begin : gen_row
    for (genvar n = 0; n < Lanes; ++n) begin : gen_lane
      always_ff @(posedge clk) if (valid) sum[b][n] <= dot(b, n);
    end
  end

endmodule
