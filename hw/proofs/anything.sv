// An output of a module that a proof leaves free (`free:` in proofs.txt): any value in any cycle.
(* blackbox *)
module proof_anything #(
    parameter int unsigned Width = 1
) (
    output logic [Width-1:0] value
);
endmodule
