// A cover statement as an assertion that it is never reached: a counterexample reaches it.
(* techmap_celltype = "$cover" *)
module never_reached (input A, input EN);
  always @* if (EN) assert (!A);
endmodule
