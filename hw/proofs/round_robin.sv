// vta_round_robin picks a candidate, and none lies between it and `last`. `steps` is any number of
// steps.
module proof_round_robin #(
    parameter int unsigned Count = 4,
    localparam int unsigned IndexBits = $clog2(Count)
) (
    input logic [Count-1:0] candidate,
    input logic [IndexBits-1:0] last,
    input logic [IndexBits-1:0] steps
);

  logic [IndexBits-1:0] winner;
  vta_round_robin #(
      .Count(Count)
  ) dut (
      .candidate, .last, .winner
  );

  // The index so many steps behind `last`, and one more.
  function automatic logic [IndexBits-1:0] behind_last(logic [IndexBits-1:0] n);
    logic [IndexBits:0] sum;
    sum = {1'b0, last} + {1'b0, n} + (IndexBits + 1)'(1);
    return IndexBits'(32'(sum) < Count ? sum : sum - (IndexBits + 1)'(Count));
  endfunction

  // How many steps the winner is behind `last`, less one.
  logic [IndexBits-1:0] taken;
  always_comb begin
    taken = '0;
    for (int n = 0; n < int'(Count); ++n)
      if (behind_last(IndexBits'(n)) == winner) taken = IndexBits'(n);
  end

  always_comb begin
    assume_last_is_one: assume (32'(last) < Count);
    cover_last_is_one: cover (32'(last) == Count - 1);
    assume_steps_in_a_round: assume (32'(steps) < Count);
    cover_steps_in_a_round: cover (32'(steps) == Count - 1);
    if (candidate != '0) begin
      assert_in_range: assert (32'(winner) < Count);
      assert_candidate: assert (candidate[winner]);
      assert_first: assert (!candidate[behind_last(steps)] || taken <= steps);
      cover_last_again: cover (winner == last);
    end
  end

endmodule
