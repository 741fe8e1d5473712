// What the loops add to one index of a micro-op: o * outer + i * inner, kept by addition.
//
// It needs one bit more than an index: a step whose index is past its depth ends the run, so larger
// values are never looked at.
module vta_loop_offset #(
    parameter int unsigned Bits = 11  // of an index
) (
    input logic clk,
    input logic start,
    input logic [Bits-1:0] outer,
    input logic [Bits-1:0] inner,
    input logic next_inner,
    input logic next_outer,
    output logic [Bits:0] offset
);

  logic [Bits-1:0] outer_q, inner_q;
  logic [Bits:0] row_q;  // o * outer

  always_ff @(posedge clk) begin
    if (start) begin
      outer_q <= outer;
      inner_q <= inner;
      row_q <= '0;
      offset <= '0;
    end else if (next_outer) begin
      row_q <= row_q + {1'b0, outer_q};
      offset <= row_q + {1'b0, outer_q};
    end else if (next_inner) begin
      offset <= offset + {1'b0, inner_q};
    end
  end

endmodule
