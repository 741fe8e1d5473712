// The dot product of two vectors of bytes with a register wherever a clock wants one: at the
// operands and the products, where DSP blocks have theirs, and between levels of a balanced tree.
//
//   operands | products | sums | ... | sums         a bar is a register
//
// Registers of them follow the operands: the products' and, behind Registers - 1 stages of as equal
// a number of levels as can be, those of sums. With 1, the sum has the only one. Where the levels
// do not divide, later stages have more: a product is late when it leaves its DSP block. Signed; at
// most 128 products of 16 bits, so nothing overflows.
module vta_dot
  import vta_isa_pkg::*;
#(
    parameter int unsigned Length = BlockIn,  // a power of two
    parameter int unsigned Registers = GemmPipeline
) (
    input logic clk,
    input logic valid,
    input logic [Length-1:0][7:0] inp,
    input logic [Length-1:0][7:0] wgt,
    output logic [31:0] sum  // Registers edges behind the one that takes the operands
);

  localparam int unsigned Levels = $clog2(Length);
  localparam int unsigned Stages = Registers > 1 ? Registers - 1 : 1;  // of sums

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

  logic [Length-1:0][7:0] inp_q, wgt_q;
  always_ff @(posedge clk) begin
    if (valid) begin
      inp_q <= inp;
      wgt_q <= wgt;
    end
  end

  for (genvar l = 0; l <= Levels; ++l) begin : gen_level
    localparam int unsigned Count = Length >> l;
    localparam int unsigned Width = 16 + l;
    localparam int unsigned Here = registers_at(l);
    localparam int unsigned Before = registers_before(l);

    logic [Count-1:0][Width-1:0] terms, held;

    for (genvar i = 0; i < Count; ++i) begin : gen_term
      if (l == 0) begin : gen_product
        assign terms[i] = Width'($signed(inp_q[i])) * Width'($signed(wgt_q[i]));
      end else begin : gen_sum
        assign terms[i] = Width'($signed(gen_level[l-1].held[2*i])) +
                          Width'($signed(gen_level[l-1].held[2*i+1]));
      end
    end

    for (genvar r = 0; r < Here; ++r) begin : gen_register
      logic [Count-1:0][Width-1:0] terms_q;
      if (r == 0) begin : gen_first
        always_ff @(posedge clk) if (enable[Before+1]) terms_q <= terms;
      end else begin : gen_later
        always_ff @(posedge clk) if (enable[Before+r+1]) terms_q <= gen_register[r-1].terms_q;
      end
    end

    if (Here > 0) begin : gen_held
      assign held = gen_register[Here-1].terms_q;
    end else begin : gen_through
      assign held = terms;
    end
  end

  assign sum = 32'($signed(gen_level[Levels].held));

endmodule
