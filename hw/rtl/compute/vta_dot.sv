// The dot products of a vector of bytes with one or two others, with a register wherever a clock
// wants one: at the operands and the products, where DSP blocks have theirs, and between levels of
// balanced trees.
//
//   operands | products | sums | ... | sums         a bar is a register
//
// Registers of them follow the operands: the products' and, behind Registers - 1 stages of as equal
// a number of levels as can be, those of sums. With 1, the sum has the only one. Where the levels
// do not divide, later stages have more: a product is late when it leaves its DSP block. Signed; at
// most 128 products of 16 bits, so nothing overflows.
//
// Two weights v, w share a multiplier: (v * 2^16 + w) * x is v * x in the upper half and w * x in
// the lower one. The factor has 25 bits for any two weights, which is what a DSP block takes, and
// its adder before the multiplier makes it; with one place more it would have 26. The lower product
// borrows from the upper one where it is negative, so the block's other adder adds 2^15: it is
// never negative then, and has its sign bit inverted.
module vta_dot
  import vta_isa_pkg::*;
#(
    parameter int unsigned Length = BlockIn,  // a power of two
    parameter int unsigned Registers = GemmPipeline,
    parameter int unsigned Lanes = 1  // vectors of weights: 1 or 2
) (
    input logic clk,
    input logic valid,
    input logic [Length-1:0][7:0] inp,
    input logic [Lanes-1:0][Length-1:0][7:0] wgt,
    output logic [Lanes-1:0][31:0] sum  // Registers edges behind the one that takes the operands
);

  localparam int unsigned Levels = $clog2(Length);
  localparam int unsigned Stages = Registers > 1 ? Registers - 1 : 1;  // of sums
  localparam int unsigned FactorBits = Lanes > 1 ? 25 : 8;

  // Registers at the outputs of a level of the tree; level 0 are the products.
  function automatic int unsigned registers_at(int unsigned level);
    registers_at = Registers > 1 && level == 0 ? 1 : 0;
    for (int unsigned s = 1; s <= Stages; ++s)
      if (s * Levels / Stages == level) registers_at = registers_at + 1;
  endfunction

  function automatic int unsigned registers_before(int unsigned level);
    registers_before = 0;
    for (int unsigned l = 0; l < level; ++l) registers_before = registers_before + registers_at(l);
  endfunction

  // Bit k lets register k take its input: 0 is the operands'.
  logic [Registers:0] enable;
  logic [Registers-1:0] valid_q;
  assign enable = {valid_q, valid};
  always_ff @(posedge clk) valid_q <= Registers'({valid_q, valid});

  logic [Length-1:0][7:0] inp_q;
  logic [Length-1:0][FactorBits-1:0] factor, factor_q;

  for (genvar i = 0; i < Length; ++i) begin : gen_factor
    if (Lanes > 1) begin : gen_shared
      assign factor[i] = FactorBits'($signed({wgt[1][i], 16'd0})) +
                         FactorBits'($signed(wgt[0][i]));
    end else begin : gen_own
      assign factor[i] = wgt[0][i];
    end
  end

  always_ff @(posedge clk) begin
    if (valid) begin
      inp_q <= inp;
      factor_q <= factor;
    end
  end

  for (genvar l = 0; l <= Levels; ++l) begin : gen_level
    localparam int unsigned Count = Length >> l;
    localparam int unsigned Width = 16 + l;
    localparam int unsigned Here = registers_at(l);
    localparam int unsigned Before = registers_before(l);

    // Of a multiplier's two lanes in one word: as two a synthesiser takes them for two registers.
    logic [Count-1:0][Lanes*Width-1:0] terms, kept, held;

    for (genvar i = 0; i < Count; ++i) begin : gen_term
      if (l == 0 && Lanes > 1) begin : gen_two_products
        assign terms[i] = 32'($signed(factor_q[i])) * 32'($signed(inp_q[i])) + 32'sh8000;
      end else if (l == 0) begin : gen_product
        assign terms[i] = 16'($signed(factor_q[i])) * 16'($signed(inp_q[i]));
      end else begin : gen_sum
        for (genvar n = 0; n < Lanes; ++n) begin : gen_lane
          assign terms[i][n*Width+:Width] =
              Width'($signed(gen_level[l-1].held[2*i][n*(Width-1)+:Width-1])) +
              Width'($signed(gen_level[l-1].held[2*i+1][n*(Width-1)+:Width-1]));
        end
      end
    end

    for (genvar r = 0; r < Here; ++r) begin : gen_register
      logic [Count-1:0][Lanes*Width-1:0] terms_q;
      if (r == 0) begin : gen_first
        always_ff @(posedge clk) if (enable[Before+1]) terms_q <= terms;
      end else begin : gen_later
        always_ff @(posedge clk) if (enable[Before+r+1]) terms_q <= gen_register[r-1].terms_q;
      end
    end

    if (Here > 0) begin : gen_kept
      assign kept = gen_register[Here-1].terms_q;
    end else begin : gen_through
      assign kept = terms;
    end

    for (genvar i = 0; i < Count; ++i) begin : gen_held
      if (l == 0 && Lanes > 1) begin : gen_two_products
        assign held[i] = kept[i] ^ 32'h8000;
      end else begin : gen_as_it_is
        assign held[i] = kept[i];
      end
    end
  end

  for (genvar n = 0; n < Lanes; ++n) begin : gen_lane
    assign sum[n] = 32'($signed(gen_level[Levels].held[0][n*(16+Levels)+:16+Levels]));
  end

endmodule
