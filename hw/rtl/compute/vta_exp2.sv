// EXP2 (ISA section 8), lane by lane: 127 * 2^-x, where x has `fraction` bits behind its point.
//
//   cycle 1   x stands
//   cycle 2   its whole part and twelve bits behind it; three tables, and what is left of the first
//   cycle 3   that, shifted right by the whole part and rounded; `taken`
//   cycle 4   `result`
//
// `result` is 0 from a cycle with `taken` and without `wanted` on, so that it can be joined with
// those of other operations by OR.
//
// A negative x counts as 0. Where the whole part is past 7, the result is 0.
module vta_exp2 #(
    parameter int unsigned Lanes = 16
) (
    input logic clk,
    input logic valid,  // this is cycle 1
    input logic [Lanes-1:0][31:0] x,
    input logic [3:0] fraction,  // stays as long as anything is valid
    input logic taken,
    input logic wanted,
    output logic [Lanes-1:0][6:0] result
);

  localparam int unsigned WholeBits = 3;
  localparam int unsigned BehindBits = 12;
  localparam int unsigned PowerBits = 15;
  localparam int unsigned HalvesBits = 8;
  localparam int unsigned DroppedBits = PowerBits - HalvesBits;

  typedef logic [WholeBits-1:0] whole_t;
  typedef logic [BehindBits-1:0] behind_t;
  typedef logic [PowerBits-1:0] power_t;
  typedef logic [HalvesBits-1:0] halves_t;
  typedef logic [HalvesBits-2:0] result_t;

  // 127 * 2^(8 - k / 64), and what six more bits take from it.
  localparam power_t Power[64] = '{
      32507, 32158, 31813, 31472, 31130, 30796, 30466, 30140,
      29812, 29492, 29177, 28864, 28549, 28244, 27941, 27642,
      27335, 27042, 26751, 26465, 26177, 25896, 25619, 25344,
      25068, 24800, 24534, 24271, 24007, 23750, 23496, 23244,
      22986, 22740, 22496, 22255, 22012, 21776, 21543, 21312,
      21080, 20855, 20631, 20410, 20187, 19971, 19757, 19546,
      19329, 19121, 18917, 18714, 18510, 18312, 18115, 17921,
      17726, 17536, 17348, 17163, 16976, 16794, 16614, 16436
  };
  localparam logic [8:0] Middle[64] = '{
      0, 86, 172, 258, 0, 82, 165, 247, 0, 79, 158, 237, 0, 76, 151, 227,
      0, 72, 145, 217, 0, 69, 139, 208, 0, 66, 133, 199, 0, 64, 127, 191,
      0, 61, 122, 183, 0, 58, 117, 175, 0, 56, 112, 168, 0, 53, 107, 160,
      0, 51, 102, 154, 0, 49, 98, 147, 0, 47, 94, 141, 0, 45, 90, 135
  };
  localparam logic [6:0] Low[64] = '{
      0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 61, 66, 71, 76,
      0, 4, 8, 13, 17, 21, 25, 30, 34, 38, 42, 47, 51, 55, 59, 64,
      0, 4, 7, 11, 14, 18, 21, 25, 29, 32, 36, 39, 43, 46, 50, 54,
      0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45
  };

  // Without the bits that are never shifted to where they round.
  function automatic halves_t halves_of(behind_t g);
    logic [5:0] high, middle, low;
    high = g[11:6];
    middle = {g[11:8], g[5:4]};
    low = {g[11:10], g[3:0]};
    return halves_t'((Power[high] - power_t'(Middle[middle]) - power_t'(Low[low])) >>
                     DroppedBits);
  endfunction

  // Bits of x, from bit WholeBits on, that are past the whole part.
  logic [30:WholeBits] past;
  always_comb
    for (int b = int'(WholeBits); b < 31; ++b) past[b] = b - int'(WholeBits) >= int'(fraction);

  logic valid_q;
  always_ff @(posedge clk) valid_q <= valid;

  for (genvar l = 0; l < Lanes; ++l) begin : gen_lane
    // 1: the point moves to a fixed place.
    whole_t whole, whole_q;
    behind_t behind, behind_q;
    logic far_q;
    assign {whole, behind} =
        (WholeBits + BehindBits)'({x[l][30:0], {BehindBits{1'b0}}} >> fraction);

    // 2 and 3.
    whole_t shift_q;
    logic zero_q;
    halves_t halves_q, shifted;
    result_t rounded;

    always_ff @(posedge clk) begin
      if (valid) begin
        whole_q <= x[l][31] ? '0 : whole;
        behind_q <= x[l][31] ? '0 : behind;
        far_q <= !x[l][31] && (x[l][30:WholeBits] & past) != '0;
      end
      if (valid_q) begin
        halves_q <= halves_of(behind_q);
        shift_q <= whole_q;
        zero_q <= far_q;
      end
      if (taken) result[l] <= wanted && !zero_q ? rounded : '0;
    end
    assign shifted = halves_q >> shift_q;
    assign rounded = shifted[HalvesBits-1:1] + result_t'(shifted[0]);
  end

endmodule
