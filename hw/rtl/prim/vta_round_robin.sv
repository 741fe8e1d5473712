// Picks the first candidate after `last`, in cyclic order 0, 1, .. Count-1, 0; `last` itself comes
// last. Without a candidate `winner` means nothing. It keeps no state: the user registers the
// winner.
module vta_round_robin #(
    parameter int unsigned Count = 4,
    localparam int unsigned IndexBits = $clog2(Count)
) (
    input logic [Count-1:0] candidate,
    input logic [IndexBits-1:0] last,
    output logic [IndexBits-1:0] winner
);

  always_comb begin
    winner = '0;
    // Later assignments win: first all candidates, then those behind `last`, each from the end.
    for (int i = int'(Count) - 1; i >= 0; --i) if (candidate[i]) winner = IndexBits'(i);
    for (int i = int'(Count) - 1; i > 0; --i)
      if (candidate[i] && IndexBits'(i) > last) winner = IndexBits'(i);
  end

endmodule
