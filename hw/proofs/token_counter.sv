// vta_token_counter counts: a token is a mark on a rod, put on top of the others, taken from there.
module proof_token_counter #(
    parameter int unsigned Width = 3
) (
    input logic clk,
    input logic clear,
    input logic push,
    input logic pop
);

  localparam int unsigned Most = 2 ** Width - 1;

  logic available;
  logic [Width-1:0] count;
  vta_token_counter #(
      .Width(Width)
  ) dut (
      .clk, .clear, .push, .pop, .available, .count
  );

  logic [Most-1:0] rod_q;
  always_ff @(posedge clk) begin
    if (clear) rod_q <= '0;
    else if (push && !pop) rod_q <= {rod_q[Most-2:0], 1'b1};
    else if (pop && !push) rod_q <= {1'b0, rod_q[Most-1:1]};
  end

  logic cleared_q = 1'b0;
  always_ff @(posedge clk) cleared_q <= 1'b1;

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear);
    assume_pop_what_is_there: assume (!pop || available);
    cover_pop_what_is_there: cover (pop && push);
    assume_push_into_room: assume (!push || count != '1);
    cover_push_into_room: cover (push && count == Width'(Most - 1));
    if (cleared_q) begin
      assert_available: assert (available == rod_q[0]);
      assert_count: assert (rod_q == ~({Most{1'b1}} << count));
      cover_most: cover (rod_q[Most-1]);
    end
  end

endmodule
