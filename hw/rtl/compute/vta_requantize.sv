// RQ (ISA section 8), lane by lane, from the parts of x * q to what is written:
//
//   cycle 1   low and middle stand, exponents too
//   cycle 2   high stands; value = x * q, or what is left of it by the first of two roundings
//   cycle 3   value shifted right by a multiple of half a word
//   cycle 4   by the rest: floor, the bit behind it, whether any other is 1
//   cycle 5   floor + 1 or not
//   cycle 6   + zero point
//   cycle 7   saturated: `result`
//
// x, q and the result of `wide` have Bits, what is saturated OutBits; a shift is Bits - 1 - e.
module vta_requantize
  import vta_alu_pkg::*;
#(
    parameter int unsigned Lanes = 16,
    parameter int unsigned Bits = 32,
    parameter int unsigned OutBits = 8
) (
    input logic clk,
    input logic clear,
    input logic valid,  // this is cycle 1
    input logic [Lanes-1:0][Bits/2-1:0] low,
    input logic [Lanes-1:0][Bits+1:0] middle,
    input logic [Lanes-1:0][Bits-1:0] high,
    input logic [Lanes-1:0][$clog2(Bits):0] exponent,  // in cycles 1 and 2
    input rounding_e rounding,  // these four stay as long as anything is valid
    input logic [OutBits-1:0] zero,
    input logic relu,
    input logic wide,
    output logic [Lanes-1:0][Bits-1:0] result
);

  localparam int unsigned Half = Bits / 2;
  localparam int unsigned ProductBits = 2 * Bits;
  localparam int unsigned LogHalf = $clog2(Half);
  localparam int unsigned ShiftBits = LogHalf + 2;
  localparam int unsigned FarBits = Bits + Half;  // floor, the bit behind it, others
  typedef logic [ShiftBits-1:0] shift_t;
  typedef logic [ProductBits-1:0] value_t;
  typedef logic [FarBits-1:0] far_t;
  typedef logic signed [Bits:0] sum_t;

  // Bits - 1 - e; the least e counts as the next one.
  function automatic shift_t shift_of(shift_t e);
    shift_t least;
    least = {1'b1, {(ShiftBits - 1) {1'b0}}};
    return {e[ShiftBits-1], ~e[ShiftBits-2:1], !e[0] && e != least};
  endfunction

  function automatic logic [Bits-1:0] saturated(sum_t sum, logic below_zero_point);
    logic fits;
    fits = sum[Bits:OutBits-1] == '0 || sum[Bits:OutBits-1] == '1;
    if (wide) return sum[Bits-1:0];
    if (relu && below_zero_point) return Bits'($signed(zero));
    if (fits) return sum[Bits-1:0];
    return {{(Bits - OutBits + 1) {sum[Bits]}}, {(OutBits - 1) {!sum[Bits]}}};
  endfunction

  logic [6:2] valid_q;
  always_ff @(posedge clk) begin
    if (clear) valid_q <= '0;
    else valid_q <= {valid_q[5:2], valid};
  end

  for (genvar l = 0; l < Lanes; ++l) begin : gen_lane
    // 1 and 2: the product. Where it is rounded twice, 2^(Bits - 2) is added, and the bits below
    // 2^(Bits - 1) are dropped.
    logic [Half-1:0] low_q;
    logic signed [Bits+1:0] middle_q;
    logic twice, twice_q;
    value_t value, value_q;
    shift_t shift_q;

    assign twice = rounding == RoundDouble && exponent[l][ShiftBits-1];
    always_comb begin
      value = '0;
      value[Half-1:0] = low_q;
      value[ProductBits-1:Half] = (ProductBits - Half)'(middle_q) +
          {high[l], 1'b0, twice, {(Half - 2) {1'b0}}};
    end

    always_ff @(posedge clk) begin
      if (valid) begin
        low_q <= low[l];
        middle_q <= middle[l];
      end
      if (valid_q[2]) begin
        value_q <= value;
        if (twice) value_q[Bits-2:0] <= '0;
        twice_q <= twice;
        shift_q <= shift_of(exponent[l]);
      end
    end

    // 3 and 4: the shift. A bit of 0 behind the value is the first of those shifted out.
    logic [ProductBits:0] unshifted;
    far_t far_q;
    logic [LogHalf-1:0] rest_q;
    logic far_out, far_out_q;
    logic half_down_q;  // a half goes down: it is away from zero

    assign unshifted = {value_q, 1'b0};
    always_comb begin
      far_out = 1'b0;
      for (int k = 1; k < 4; ++k)
        if (int'(shift_q[ShiftBits-1:LogHalf]) >= k)
          far_out |= unshifted[(k-1)*Half+:Half] != '0;
    end

    always_ff @(posedge clk) begin
      if (valid_q[3]) begin
        far_q <= far_t'($signed(unshifted) >>> {shift_q[ShiftBits-1:LogHalf], {LogHalf{1'b0}}});
        rest_q <= shift_q[LogHalf-1:0];
        far_out_q <= far_out;
        half_down_q <= twice_q && value_q[ProductBits-1];
      end
    end

    logic [Bits-1:0] floor_q;
    logic behind_q, others_q, round_down_q;
    logic [Bits:0] near;
    logic near_out;
    assign near = (Bits + 1)'(far_q >> rest_q);
    always_comb begin
      near_out = 1'b0;
      for (int b = 0; b < int'(Half) - 1; ++b) if (int'(rest_q) > b) near_out |= far_q[b];
    end

    always_ff @(posedge clk) begin
      if (valid_q[4]) begin
        floor_q <= near[Bits:1];
        behind_q <= near[0];
        others_q <= far_out_q || near_out;
        round_down_q <= half_down_q || (rounding == RoundEven && !near[1]);
      end
    end

    // 5 to 7.
    logic up, negative_q;
    logic [Bits-1:0] rounded_q;
    sum_t sum_q;
    assign up = behind_q && (others_q || !round_down_q);

    always_ff @(posedge clk) begin
      if (valid_q[5]) rounded_q <= floor_q + Bits'(up);
      if (valid_q[6]) begin
        sum_q <= sum_t'($signed(rounded_q)) + sum_t'($signed(zero));
        negative_q <= rounded_q[Bits-1];
      end
    end
    assign result[l] = saturated(sum_q, negative_q);
  end

endmodule
