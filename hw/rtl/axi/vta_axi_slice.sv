// A register in both directions: `in_ready` depends on no input of the cycle, what comes out is a
// register, and an entry may pass in every cycle. An entry that comes while the one before is not
// taken waits in `spare_q`.
module vta_axi_slice #(
    parameter type entry_t = logic [15:0]
) (
    input logic clk,
    input logic rst,
    input logic in_valid,
    output logic in_ready,  // a register: the spare place is free
    input entry_t in_entry,
    output logic out_valid,  // a register, as is out_entry
    input logic out_ready,
    output entry_t out_entry
);

  entry_t spare_q;
  logic move;
  assign move = !out_valid || out_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      in_ready <= 1'b1;
      out_valid <= 1'b0;
    end else begin
      in_ready <= move || (in_ready && !in_valid);
      if (move) out_valid <= in_valid || !in_ready;
    end
    if (in_ready) spare_q <= in_entry;
    if (move) out_entry <= in_ready ? in_entry : spare_q;
  end

endmodule
