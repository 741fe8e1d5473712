// One output lane of vta_gemm, for configurations with many multipliers.
module vta_gemm_lane
  import vta_isa_pkg::*;
(
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*BlockIn-1:0] wgt,
    output logic [Batch-1:0][31:0] sum
);
  /* verilator no_inline_module */

  function automatic logic [31:0] dot(int unsigned b);
    dot = '0;
    for (int unsigned k = 0; k < BlockIn; ++k)
      dot = dot +
          {{24{inp[(b*BlockIn+k)*8+7]}}, inp[(b*BlockIn+k)*8+:8]} *
          {{24{wgt[k*8+7]}}, wgt[k*8+:8]};
  endfunction

  for (genvar b = 0; b < Batch; ++b) begin : g_row
    always_ff @(posedge clk) if (valid) sum[b] <= dot(b);
  end

endmodule
