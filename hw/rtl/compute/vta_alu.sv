// What a step writes: combinational, lane by lane. A GEMM adds its dot product, or clears; an ALU
// operation combines ACC[dst] with y, the immediate or ACC[src] (ISA sections 5 and 6).
module vta_alu
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic valid,
    input logic gemm,
    input logic reset,
    input logic [2:0] op,
    input logic use_imm,
    input logic [31:0] imm,
    input logic [AccLanes-1:0][31:0] acc,
    input logic acc_forwarded,  // ACC[dst] is `forwarded` instead
    input logic [AccLanes-1:0][31:0] src,
    input logic src_forwarded,
    input logic [AccLanes-1:0][31:0] forwarded,
    input logic [AccLanes-1:0][31:0] sum,
    output logic [AccLanes-1:0][31:0] result
);

  // min(y, 31) of an unsigned y
  function automatic logic [4:0] clamp_shift(logic [31:0] y);
    return y[31:5] != '0 ? 5'd31 : y[4:0];
  endfunction

  function automatic logic [31:0] shift_right(logic [31:0] x, logic [31:0] y);
    return y[31] ? x << clamp_shift(-y) : 32'($signed(x) >>> clamp_shift(y));
  endfunction

  function automatic logic [31:0] round_shift_right(logic [31:0] x, logic [31:0] y);
    logic [4:0] k;
    logic [31:0] rounded;
    k = clamp_shift(y);
    rounded = x + (32'd1 << (k - 5'd1));
    return $signed(y) <= 0 ? shift_right(x, y) : 32'($signed(rounded) >>> k);
  endfunction

  function automatic logic [31:0] clip(logic [31:0] x, logic [31:0] y);
    logic [31:0] low, high;
    low = y[31] ? 32'd0 : -y;
    high = y[31] ? -y : y;
    return $signed(x) < $signed(low) ? low : $signed(x) > $signed(high) ? high : x;
  endfunction

  function automatic logic [31:0] extension(logic [2:0] o, logic [31:0] x, logic [31:0] y);
    unique case (o)
      AluClip: return clip(x, y);
      AluRshr: return round_shift_right(x, y);
      default: return y;
    endcase
  endfunction

  function automatic logic [31:0] lane(logic [2:0] o, logic [31:0] x, logic [31:0] y);
    unique case (o)
      AluMin: return $signed(x) < $signed(y) ? x : y;
      AluMax: return $signed(x) > $signed(y) ? x : y;
      AluAdd: return x + y;
      AluShr: return shift_right(x, y);
      AluMul: return x * y;
      default: return IsaExt != 0 ? extension(o, x, y) : x;
    endcase
  endfunction

  always_comb begin
    /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
    result = '0;
    /* verilator lint_on WIDTHCONCAT */
    if (valid) begin
      if (gemm) begin
        if (!reset)
          for (int l = 0; l < int'(AccLanes); ++l)
            result[l] = (acc_forwarded ? forwarded[l] : acc[l]) + sum[l];
      end else begin
        for (int l = 0; l < int'(AccLanes); ++l)
          result[l] = lane(op, acc_forwarded ? forwarded[l] : acc[l],
                           use_imm ? imm : src_forwarded ? forwarded[l] : src[l]);
      end
    end
  end

endmodule
