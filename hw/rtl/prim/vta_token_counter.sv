// Tokens on their way from one unit to another: what is pushed at an edge may be popped at the
// next.
module vta_token_counter #(
    parameter int unsigned Width = 32
) (
    input logic clk,
    input logic clear,
    input logic push,
    input logic pop,
    output logic available,
    output logic [Width-1:0] count
);

  assign available = count != '0;

  always_ff @(posedge clk) begin
    if (clear) count <= '0;
    else if (push != pop) count <= push ? count + Width'(1) : count - Width'(1);
  end

`ifndef SYNTHESIS
  assert_no_underflow: assert property (@(posedge clk) disable iff (clear) !pop || available);
  assert_no_overflow: assert property (@(posedge clk) disable iff (clear) !push || count != '1);
`endif

endmodule
