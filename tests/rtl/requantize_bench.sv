// The arithmetic of RQ as vta_alu wires it: the shared multipliers and what follows them.
module requantize_bench
  import vta_alu_pkg::*;
#(
    parameter int unsigned Lanes = 16,
    parameter int unsigned Bits = 32,
    parameter int unsigned OutBits = 8
) (
    input logic clk,
    input logic clear,
    input logic requantize,  // in the first of two cycles in which x and q stand
    input logic [Lanes-1:0][Bits-1:0] x,
    input logic [Lanes-1:0][Bits-1:0] q,
    input logic [Lanes-1:0][$clog2(Bits):0] exponent,  // with them
    input logic [1:0] rounding,
    input logic [OutBits-1:0] zero,
    input logic relu,
    input logic wide,
    output logic [Lanes-1:0][Bits-1:0] result,  // seven cycles later
    input logic multiply,  // MUL: x * q is `product` in the next cycle
    output logic [Lanes-1:0][Bits-1:0] product
);

  logic [Lanes-1:0][Bits/2-1:0] low;
  logic [Lanes-1:0][Bits+1:0] middle;
  logic [Lanes-1:0][Bits-1:0] high;
  logic [Lanes-1:0][$clog2(Bits):0] exponent_q;
  logic valid_q;

  always_ff @(posedge clk) begin
    valid_q <= requantize;
    if (requantize) exponent_q <= exponent;
  end

  vta_multiply_whole #(
      .Lanes(Lanes),
      .Bits(Bits)
  ) u_multiply (
      .clk,
      .valid(multiply),
      .x,
      .x_forwarded(1'b0),
      .y(q),
      .y_forwarded(1'b0),
      .wanted(1'b1),
      .product,
      .whole(requantize),
      .low, .middle, .high
  );

  vta_requantize #(
      .Lanes(Lanes),
      .Bits(Bits),
      .OutBits(OutBits)
  ) u_requantize (
      .clk, .clear,
      .valid(valid_q),
      .low, .middle, .high,
      .exponent(exponent_q),
      .rounding(rounding_e'(rounding)),
      .zero, .relu, .wide, .result
  );

endmodule
