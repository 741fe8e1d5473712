// What a step writes, lane by lane, a cycle after its operands stand. A GEMM adds its dot product,
// or clears; an ALU operation combines ACC[dst] with y, the immediate or ACC[src] (ISA sections 5
// and 6).
//
//   operands ---+--> operation --> register --+-> result
//               |        ^                    |
//               +--------+---- forwarded -----+
//
// The loop is one cycle long, so an operand that is the result before is taken from here. Steps of
// one instruction do the same, so a product goes to the next product and no other operation.
//
// RQ takes seven cycles more than the others, and its operands are never forwarded: they come with
// `requantize` and stand for two cycles, and `valid` is 1 when its result is due. So is EXP2's, two
// cycles after its operand has come with `exponentiate`.
module vta_alu
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
  import vta_alu_pkg::*;
#(
    parameter bit Requantizes = HasRq,
    parameter bit Exponentiates = HasExp2
) (
    input logic clk,
    input logic clear,
    input logic valid,
    input logic gemm,
    input logic reset,  // of a GEMM
    input alu_opcode_e op,
    input logic [AccLanes-1:0][31:0] acc,
    input logic acc_forwarded,  // ACC[dst] is `result` instead
    input logic [AccLanes-1:0][31:0] src,  // ACC[src] or the immediate
    input logic src_forwarded,
    input logic [AccLanes-1:0][31:0] sum,
    input logic requantize,
    input logic [AccLanes-1:0][ExponentBits-1:0] exponent,  // a cycle later, for two
    input rq_imm_t parameters,
    input logic exponentiate,
    input logic [3:0] fraction,
    output logic [AccLanes-1:0][31:0] result  // of the last step
);

  // x >> y, for a negative y x << -y, by at most 31: both are 64 bits shifted right by the low bits
  // of y, which are 32 - (-y) for a negative one. So no carry chain precedes the shift, and whether
  // y is past those bits is found beside it.
  function automatic logic [31:0] shift_right(logic [31:0] x, logic [31:0] y);
    logic [63:0] wide;
    logic near;
    wide = y[31] ? {x, 32'd0} : {{32{x[31]}}, x};
    near = y[31] ? y[30:5] == '1 && y[4:0] != '0 : y[30:5] == '0;
    return near ? 32'(wide >> y[4:0]) : y[31] ? {x[0], 31'd0} : {32{x[31]}};
  endfunction

  // Half of what is shifted out: 2^(min(y, 31) - 1), or 0 where nothing is.
  function automatic logic [31:0] rounding(logic [31:0] y);
    if (y[31]) return '0;
    return y[30:5] != '0 ? 32'h4000_0000 : (32'd1 << y[4:0]) >> 1;
  endfunction

  function automatic logic [31:0] clip(logic [31:0] x, logic [31:0] y);
    logic [31:0] negated, low, high;
    negated = -y;
    low = y[31] ? 32'd0 : negated;
    high = y[31] ? negated : y;
    return $signed(x) < $signed(low) ? low : $signed(x) > $signed(high) ? high : x;
  endfunction

  // MUL, RQ and EXP2 are elsewhere.
  function automatic logic [31:0] lane(alu_opcode_e o, logic [31:0] x, logic [31:0] y);
    if (HasRound && o == AluRshr) return shift_right(x + rounding(y), y);
    if (HasRound && o == AluClip) return clip(x, y);
    if (HasRound && o == AluMov) return y;
    unique case (o)
      AluShr: return shift_right(x, y);
      AluAdd: return x + y;
      default: return ($signed(x) < $signed(y)) == (o == AluMin) ? x : y;
    endcase
  endfunction

  alu_opcode_e operation;
  logic multiply, multiplied_q;
  logic [AccLanes-1:0][31:0] other_q;  // 0 where the last step multiplied, or was EXP2
  logic [AccLanes-1:0][31:0] product, requantized;
  logic [AccLanes-1:0][6:0] exponential;  // 0 where the last step was another one
  logic exponential_due;
  assign operation = operation_of(op[3], op[2:0]);
  assign multiply = !gemm && operation == AluMul;
  assign exponential_due = Exponentiates && !gemm && operation == AluExp2;

  logic [AccLanes-1:0][31:0] addend;
  assign addend = acc_forwarded ? other_q : acc;

  always_ff @(posedge clk) begin
    if (valid) begin
      multiplied_q <= multiply;
      if (gemm && !reset) begin
        for (int l = 0; l < int'(AccLanes); ++l) other_q[l] <= addend[l] + sum[l];
      end else if (gemm || multiply || exponential_due) begin
        /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
        other_q <= '0;
        /* verilator lint_on WIDTHCONCAT */
      end else if (Requantizes && operation == AluRq) begin
        other_q <= requantized;
      end else begin
        for (int l = 0; l < int'(AccLanes); ++l)
          other_q[l] <= lane(operation, acc_forwarded ? other_q[l] : acc[l],
                             src_forwarded ? other_q[l] : src[l]);
      end
    end
  end

  if (Requantizes) begin : gen_whole
    logic [AccLanes-1:0][15:0] low;
    logic [AccLanes-1:0][33:0] middle;
    logic [AccLanes-1:0][31:0] high;
    logic multiplied_whole_q;
    always_ff @(posedge clk) multiplied_whole_q <= requantize;

    vta_multiply_whole #(
        .Lanes(AccLanes)
    ) u_multiply (
        .clk,
        .valid(valid && multiply),
        .x(acc),
        .x_forwarded(acc_forwarded),
        .y(src),
        .y_forwarded(src_forwarded),
        .wanted(multiplied_q),
        .product,
        .whole(requantize),
        .low, .middle, .high
    );

    vta_requantize #(
        .Lanes(AccLanes)
    ) u_requantize (
        .clk, .clear,
        .valid(multiplied_whole_q),
        .low, .middle, .high, .exponent,
        .rounding(parameters.rounding),
        .zero(parameters.zero),
        .relu(parameters.relu),
        .wide(parameters.wide),
        .result(requantized)
    );
    logic unused;
    assign unused = ^parameters.unused;
  end else begin : gen_low
    vta_multiply #(
        .Lanes(AccLanes)
    ) u_multiply (
        .clk,
        .valid(valid && multiply),
        .x(acc),
        .x_forwarded(acc_forwarded),
        .y(src),
        .y_forwarded(src_forwarded),
        .wanted(multiplied_q),
        .product
    );
    /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
    assign requantized = '0;
    /* verilator lint_on WIDTHCONCAT */
    logic unused;
    assign unused = ^{clear, requantize, exponent, parameters};
  end

  if (Exponentiates) begin : gen_exp2
    vta_exp2 #(
        .Lanes(AccLanes)
    ) u_exp2 (
        .clk,
        .valid(exponentiate),
        .x(src),
        .fraction,
        .taken(valid),
        .wanted(exponential_due),
        .result(exponential)
    );
  end else begin : gen_no_exp2
    assign exponential = '0;
    logic unused;
    assign unused = ^{exponentiate, fraction};
  end

  always_comb
    for (int l = 0; l < int'(AccLanes); ++l)
      result[l] = other_q[l] | product[l] | 32'(exponential[l]);

endmodule
