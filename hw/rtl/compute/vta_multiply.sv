// x * y modulo 2^32, lane by lane, where a factor may be the product before: a loop that has to
// close in one cycle.
//
//   x * y = low + 2^16 * (left + right)     low   = x[15:0]  * y[15:0]
//                                           left  = x[31:16] * y[15:0]
//                                           right = x[15:0]  * y[31:16]
//
// The three are registered, in DSP blocks, before they are summed: to sum them first takes a chain
// through all three blocks, two nanoseconds more. A factor that is the product before is summed
// again on its way; one that is not goes through the same adder, beside zeros, so that no
// multiplexer follows it.
module vta_multiply #(
    parameter int unsigned Lanes = 16
) (
    input logic clk,
    input logic valid,
    input logic [Lanes-1:0][31:0] x,
    input logic x_forwarded,  // x is the product before instead
    input logic [Lanes-1:0][31:0] y,
    input logic y_forwarded,
    input logic wanted,
    output logic [Lanes-1:0][31:0] product  // of the last two factors where it is wanted, else 0
);

  typedef struct packed {
    logic [15:0] right;
    logic [15:0] left;
    logic [31:0] low;
  } parts_t;

  function automatic logic [31:0] sum_of(parts_t p);
    return {p.low[31:16] + p.left + p.right, p.low[15:0]};
  endfunction

  function automatic logic [31:0] factor(logic forwarded, parts_t last, logic [31:0] operand);
    return sum_of(forwarded ? last : {32'd0, operand});
  endfunction

  // What comes out of an adder is the second factor: before the first one, a synthesiser would take
  // the adder into the DSP block, where it is slower.
  function automatic parts_t parts_of(logic [31:0] a, logic [31:0] b);
    return '{
        low: {16'd0, a[15:0]} * {16'd0, b[15:0]},
        left: b[15:0] * a[31:16],
        right: a[15:0] * b[31:16]
    };
  endfunction

  // Lane by lane in variables of their own: of one for all, Verilator 5.006 keeps two copies and
  // moves both in every cycle, whether there is a product or not.
  for (genvar l = 0; l < Lanes; ++l) begin : gen_lane
    parts_t parts_q;
    always_ff @(posedge clk) begin
      if (valid)
        parts_q <= parts_of(factor(x_forwarded, parts_q, x[l]), factor(y_forwarded, parts_q, y[l]));
    end
    assign product[l] = wanted ? sum_of(parts_q) : '0;
  end

endmodule
