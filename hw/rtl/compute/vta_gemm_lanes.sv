// Some output lanes of vta_gemm, for configurations with many multipliers: one function of the
// simulator for all instances. The dot product is vta_gemm's.
module vta_gemm_lanes
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
    for (genvar n = 0; n < Lanes; ++n) begin : g_lane
      always_ff @(posedge clk) if (valid) sum[b][n] <= dot(b, n);
    end
  end

endmodule
