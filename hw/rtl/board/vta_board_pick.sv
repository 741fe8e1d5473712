// An address channel of several cores on its way to one: round robin, then a register. What a core
// shows stays until it is taken.
module vta_board_pick #(
    parameter int unsigned Cores = 2,
    parameter type entry_t = logic [15:0],
    localparam int unsigned Places = Cores < 2 ? 2 : Cores,  // of the round robin: two at least
    localparam int unsigned CoreBits = $clog2(Places)
) (
    input logic clk,
    input logic rst,
    input logic open,  // one may be taken

    input logic [Cores-1:0] core_valid,
    output logic [Cores-1:0] core_ready,
    input entry_t [Cores-1:0] core_entry,

    output logic take,  // one is taken at this edge
    output logic [CoreBits-1:0] winner,  // whose

    output logic axi_valid,  // a register, as are both behind it
    input logic axi_ready,
    output logic [CoreBits-1:0] axi_core,
    output entry_t axi_entry
);

  localparam logic [CoreBits-1:0] LastCore = CoreBits'(Cores - 1);

  logic [CoreBits-1:0] last_q;
  logic move;
  entry_t winners;

  vta_round_robin #(
      .Count(Places)
  ) u_pick (
      .candidate(Places'(core_valid)),
      .last(last_q),
      .winner
  );

  assign move = !axi_valid || axi_ready;
  assign take = move && open && core_valid != '0;

  always_comb begin
    core_ready = '0;
    winners = '0;
    for (int c = 0; c < int'(Cores); ++c)
      if (winner == CoreBits'(c)) begin
        core_ready[c] = take;
        winners = core_entry[c];
      end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      axi_valid <= 1'b0;
      last_q <= LastCore;
    end else begin
      if (move) axi_valid <= take;
      if (take) last_q <= winner;
    end
    if (take) begin
      axi_core <= winner;
      axi_entry <= winners;
    end
  end

endmodule
