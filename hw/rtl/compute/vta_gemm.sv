// Dot products of one INP element with one WGT element: sum[b][n] = sum over k of INP[b][k] *
// WGT[n][k], registered. Signed; at most 128 products of 16 bits, so a lane never overflows.
//
// Up to 512 multipliers are one block of code. More are put into a module per output lane, one
// function of the simulator: as one block they take the C++ compiler minutes and gigabytes.
module vta_gemm
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic valid,
    input logic [8*Batch*BlockIn-1:0] inp,
    input logic [8*BlockOut*BlockIn-1:0] wgt,
    output logic [AccLanes-1:0][31:0] sum
);

  if (Batch * BlockIn * BlockOut <= 512) begin : g_flat
    function automatic logic [31:0] dot(int unsigned b, int unsigned n);
      dot = '0;
      for (int unsigned k = 0; k < BlockIn; ++k)
        dot = dot +
            {{24{inp[(b*BlockIn+k)*8+7]}}, inp[(b*BlockIn+k)*8+:8]} *
            {{24{wgt[(n*BlockIn+k)*8+7]}}, wgt[(n*BlockIn+k)*8+:8]};
    endfunction

    for (genvar b = 0; b < Batch; ++b) begin : g_row
      for (genvar n = 0; n < BlockOut; ++n) begin : g_lane
        always_ff @(posedge clk) if (valid) sum[b*BlockOut+n] <= dot(b, n);
      end
    end
  end else begin : g_lanes
    for (genvar n = 0; n < BlockOut; ++n) begin : g_lane
      logic [Batch-1:0][31:0] lane_sum;
      vta_gemm_lane u_lane (
          .clk, .valid, .inp,
          .wgt(wgt[n*8*BlockIn+:8*BlockIn]),
          .sum(lane_sum)
      );
      for (genvar b = 0; b < Batch; ++b) begin : g_row
        assign sum[b*BlockOut+n] = lane_sum[b];
      end
    end
  end

endmodule
