// vta_multiply that can make the whole product of two signed factors as well, with the same three
// multipliers, in two cycles:
//
//   x * y = low + 2^16 * (left + right) + 2^32 * high     high = x[31:16] * y[31:16]
//
//   cycle of `whole`    x, y stand                    low, left, right are multiplied
//   one later           x, y stand, halves exchanged  low + left + right; high is multiplied
//   two later                                         high
//
// Upper halves have a sign of their own, which MUL drops with the bits above its product.
module vta_multiply_whole #(
    parameter int unsigned Lanes = 16,
    parameter int unsigned Bits = 32
) (
    input logic clk,
    input logic valid,
    input logic [Lanes-1:0][Bits-1:0] x,
    input logic x_forwarded,  // x is the product before instead
    input logic [Lanes-1:0][Bits-1:0] y,
    input logic y_forwarded,
    input logic wanted,
    output logic [Lanes-1:0][Bits-1:0] product,  // of the last two factors where wanted, else 0

    input logic whole,  // x and y stand for two cycles, of which this is the first
    output logic [Lanes-1:0][Bits/2-1:0] low,  // one cycle later
    output logic [Lanes-1:0][Bits+1:0] middle,  // with it, signed: the rest of low + left + right
    output logic [Lanes-1:0][Bits-1:0] high  // two cycles later, signed
);

  localparam int unsigned Half = Bits / 2;
  typedef logic signed [Bits+1:0] part_t;
  typedef logic signed [Half:0] factor_t;
  typedef struct packed {
    part_t right;
    part_t left;
    part_t low;
  } parts_t;

  // One bit of `middle` is 2^Half.
  function automatic part_t middle_of(parts_t p);
    return part_t'(p.low[Bits-1:Half]) + p.left + p.right;
  endfunction

  // As in vta_multiply; the second cycle's halves take the same way.
  function automatic logic [Bits-1:0] factor(logic forwarded, parts_t last, logic exchange,
                                             logic [Bits-1:0] operand);
    parts_t chosen;
    chosen = '0;
    chosen.low[Bits-1:0] = exchange ? {operand[Half-1:0], operand[Bits-1:Half]} : operand;
    if (forwarded) chosen = last;
    return {Half'(middle_of(chosen)), chosen.low[Half-1:0]};
  endfunction

  function automatic parts_t parts_of(logic [Bits-1:0] a, logic [Bits-1:0] b, logic exchanged);
    factor_t a_low, a_high, b_low, b_high;
    a_low = {exchanged && a[Half-1], a[Half-1:0]};
    b_low = {exchanged && b[Half-1], b[Half-1:0]};
    a_high = {a[Bits-1], a[Bits-1:Half]};
    b_high = {b[Bits-1], b[Bits-1:Half]};
    return '{low: a_low * b_low, left: b_low * a_high, right: a_low * b_high};
  endfunction

  logic second_q;
  always_ff @(posedge clk) second_q <= whole;

  for (genvar l = 0; l < Lanes; ++l) begin : gen_lane
    parts_t parts_q;
    always_ff @(posedge clk) begin
      if (valid || whole || second_q)
        parts_q <= parts_of(factor(x_forwarded, parts_q, second_q, x[l]),
                            factor(y_forwarded, parts_q, second_q, y[l]), second_q);
    end
    assign low[l] = parts_q.low[Half-1:0];
    assign middle[l] = middle_of(parts_q);
    assign high[l] = parts_q.low[Bits-1:0];
    assign product[l] = wanted ? {middle[l][Half-1:0], low[l]} : '0;
  end

endmodule
