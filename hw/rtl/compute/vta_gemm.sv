// Dot products of one INP element with output lanes of one WGT element: sum[b][n] = sum over k of
// INP[b][k] * WGT[n][k]. The operands are taken at the edge that ends a cycle with `valid`, the sum
// stands GemmPipeline edges later and until the next one.
//
// Two forms that no port can tell from each other: vta_dot for every lane, or for every two that
// share multipliers, and, for simulators, all lanes at once, delayed. A simulator has no use for
// registers between products and sums, and to fill them takes it three times as long as the
// products do.
module vta_gemm
  import vta_isa_pkg::*;
#(
`ifdef SYNTHESIS
    parameter bit AtOnce = 1'b0,
`else
    parameter bit AtOnce = 1'b1,
`endif
    parameter int unsigned Lanes = BlockOut,
    parameter int unsigned PerMultiplier = ProductsPerMultiplier
) (
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*Lanes*BlockIn-1:0] wgt,
    output logic [Batch-1:0][Lanes-1:0][31:0] sum
);

  if (AtOnce) begin : gen_at_once
    // A byte's sign as (x ^ 128) - 128: compilers know that for one instruction.
    function automatic logic [31:0] dot(int unsigned b, int unsigned n);
      dot = '0;
      for (int unsigned k = 0; k < BlockIn; ++k)
        dot = dot + (({24'd0, inp[(b*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80) *
                    (({24'd0, wgt[(n*BlockIn+k)*8+:8]} ^ 32'h80) - 32'h80);
    endfunction

    logic [Batch-1:0][Lanes-1:0][31:0] dot_q;
    for (genvar b = 0; b < Batch; ++b) begin : gen_row
      for (genvar n = 0; n < Lanes; ++n) begin : gen_lane
        always_ff @(posedge clk) if (valid) dot_q[b][n] <= dot(b, n);
      end
    end

    logic [GemmPipeline:1] valid_q;
    always_ff @(posedge clk) valid_q <= GemmPipeline'({valid_q, valid});

    for (genvar r = 1; r <= GemmPipeline; ++r) begin : gen_delay
      logic [Batch-1:0][Lanes-1:0][31:0] sum_q;
      if (r == 1) begin : gen_first
        always_ff @(posedge clk) if (valid_q[1]) sum_q <= dot_q;
      end else begin : gen_later
        always_ff @(posedge clk) if (valid_q[r]) sum_q <= gen_delay[r-1].sum_q;
      end
    end
    assign sum = gen_delay[GemmPipeline].sum_q;
  end else begin : gen_registered
    for (genvar b = 0; b < Batch; ++b) begin : gen_row
      for (genvar n = 0; n < Lanes; n += PerMultiplier) begin : gen_lanes
        localparam int unsigned Together = n + PerMultiplier > Lanes ? Lanes - n : PerMultiplier;
        vta_dot #(
            .Lanes(Together)
        ) u_dot (
            .clk, .valid,
            .inp(inp[b*8*BlockIn+:8*BlockIn]),
            .wgt(wgt[n*8*BlockIn+:Together*8*BlockIn]),
            .sum(sum[b][n+:Together])
        );
      end
    end
  end

endmodule
