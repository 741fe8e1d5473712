// The arbiter of a system (system/README.md): a queue for each core, and one burst at an edge from
// them to the memory.
//
//   offer[core] --> queue --> candidate, round robin --> mem_req_* (registers)
module vta_system_arbiter
  import vta_pkg::*;
  import vta_system_pkg::*;
#(
    parameter int unsigned Cores = 2  // 1 to MaxCores
) (
    input logic clk,
    input logic clear,  // no core runs

    input logic shared_path,  // of all bursts, one beat at a time; constant while a core runs
    input logic [Cores-1:0][GapBits-1:0] gap,  // registers, each constant while its core runs

    input logic [Cores-1:0] offer_valid,  // request pins of a port: 1 in the cycle after g
    input system_burst_t [Cores-1:0] offer,

    output logic mem_req_valid,  // 1 in the cycle after s
    output logic mem_req_write,
    output logic [AddrBits-1:0] mem_req_addr,
    output logic [BeatBits-1:0] mem_req_beats,
    output logic [CoreBits-1:0] mem_req_core
);

  localparam int unsigned WaitBits = BeatBits + 1;  // of a burst's beats and a gap
  localparam int unsigned Places = Cores < 2 ? 2 : Cores;  // of the round robin: two at least
  localparam int unsigned PickBits = $clog2(Places);
  localparam logic [PickBits-1:0] LastCore = PickBits'(Cores - 1);

  logic [Cores-1:0] head_valid, room, take;
  system_burst_t [Cores-1:0] head;

  for (genvar c = 0; c < Cores; ++c) begin : gen_queue
    vta_fifo #(
        .Depth(MaxOutstanding),
        .entry_t(system_burst_t)
    ) u_queue (
        .clk, .clear,
        .push(offer_valid[c]),
        .push_data(offer[c]),
        .pop(take[c]),
        .valid(head_valid[c]),
        .head(head[c]),
        .room(room[c])
    );
  end

  logic [PickBits-1:0] last_q, winner;
  logic [WaitBits-1:0] wait_q;  // edges until the next burst may be taken
  logic take_now;
  system_burst_t taken;  // the winner's
  logic [GapBits-1:0] taken_gap;

  vta_round_robin #(
      .Count(Places)
  ) u_pick (
      .candidate(Places'(head_valid)),
      .last(last_q),
      .winner
  );

  assign take_now = wait_q == '0 && head_valid != '0;

  always_comb begin
    take = '0;
    taken = '0;
    taken_gap = '0;
    if (take_now)
      for (int c = 0; c < int'(Cores); ++c)
        if (winner == PickBits'(c)) begin
          take[c] = 1'b1;
          taken = head[c];
          taken_gap = gap[c];
        end
  end

  always_ff @(posedge clk) begin
    mem_req_valid <= 1'b0;
    if (clear) begin
      last_q <= LastCore;
      wait_q <= '0;
    end else if (take_now) begin
      last_q <= winner;
      if (shared_path) wait_q <= WaitBits'(taken.beats) + WaitBits'(taken_gap) - WaitBits'(1);
      mem_req_valid <= 1'b1;
      mem_req_write <= taken.write;
      mem_req_addr <= taken.addr;
      mem_req_beats <= taken.beats;
      mem_req_core <= CoreBits'(winner);
    end else if (wait_q != '0) begin
      wait_q <= wait_q - WaitBits'(1);
    end
  end

  // The assertion alone looks at it.
  logic unused;
  assign unused = room == '0;

`ifndef SYNTHESIS
  assert_queues_fit:
  assert property (@(posedge clk) disable iff (clear) (offer_valid & ~room) == '0);
`endif

endmodule
