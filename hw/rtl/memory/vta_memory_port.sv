// The memory port (memory/README.md): grants one burst at an edge, counts the bursts in flight,
// hands read beats to the masters whose bursts they belong to, and says when bursts are complete.
//
//   request[4] --> candidate, round robin --> mem_req_* (registers)
//                                        '--> owners: FIFO of granted read bursts
//   mem_rd_* --> beat_q, beat_for_q (whose: the head of `owners`) --> masters, one edge later
module vta_memory_port
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,  // no grants any more

    input logic [GapBits-1:0] gap,
    input logic [OutstandingBits-1:0] max_outstanding,

    input burst_request_t [Masters-1:0] request,
    output logic [Masters-1:0] grant,  // 1 in the cycle after g
    output read_beat_t beat,
    output logic [Masters-1:0] beat_for,

    output logic idle,  // no burst is in flight
    output logic bus_error,  // the memory refused: 1 in the cycle that ends at x
    output master_e bus_error_master,

    output logic mem_req_valid,
    output logic mem_req_write,
    output logic [AddrBits-1:0] mem_req_addr,
    output logic [BeatBits-1:0] mem_req_beats,
    output master_e mem_req_master,
    input logic mem_rd_valid,
    input logic [BusBits-1:0] mem_rd_data,
    input logic mem_rd_error,  // with mem_rd_valid
    input logic mem_wr_done,
    input logic mem_wr_error  // with mem_wr_done
);

  localparam int unsigned WaitBits = BeatBits + 1;  // of a burst's beats and a gap

  typedef struct packed {
    master_e master;
    logic [BeatBits-1:0] beats;
  } owner_t;

  logic [Masters-1:0] candidate;
  master_e last_q, winner;
  /* verilator lint_off UNUSEDSIGNAL */  // it is valid
  burst_request_t granted;  // the winner's
  /* verilator lint_on UNUSEDSIGNAL */
  logic [WaitBits-1:0] wait_q;  // edges until the next grant may be registered
  logic [OutstandingBits-1:0] in_flight_q;
  logic can_grant, grant_now, read_done;

  owner_t owner;
  logic owner_valid, owner_room;
  logic [BeatBits-1:0] beat_count_q;  // beats of `owner` that have come
  logic beat_last, beat_last_q, beat_error_q;

  // A master sees its grant one cycle late: what it shows meanwhile has been granted already.
  always_comb begin
    for (int m = 0; m < int'(Masters); ++m) candidate[m] = request[m].valid && !grant[m];
  end

  logic [1:0] picked;
  vta_round_robin #(
      .Count(Masters)
  ) u_pick (
      .candidate,
      .last(last_q),
      .winner(picked)
  );

  assign winner = master_e'(picked);
  assign can_grant = wait_q == '0 && in_flight_q < max_outstanding && !halt;
  assign grant_now = can_grant && candidate != '0;

  always_comb begin
    granted = '0;
    if (grant_now)
      for (int m = 0; m < int'(Masters); ++m) if (winner == master_e'(m)) granted = request[m];
  end
  assign read_done = beat.valid && beat_last_q;
  assign idle = in_flight_q == '0;

  always_ff @(posedge clk) begin
    grant <= '0;
    mem_req_valid <= 1'b0;
    if (clear) begin
      last_q <= MasterStore;
      wait_q <= '0;
      in_flight_q <= '0;
    end else begin
      if (grant_now || read_done || mem_wr_done)
        in_flight_q <= in_flight_q + OutstandingBits'(grant_now) - OutstandingBits'(read_done) -
                     OutstandingBits'(mem_wr_done);
      if (grant_now) begin
        grant[winner] <= 1'b1;
        last_q <= winner;
        wait_q <= WaitBits'(granted.beats) + WaitBits'(gap) - WaitBits'(1);
        mem_req_valid <= 1'b1;
        mem_req_write <= winner == MasterStore;
        mem_req_addr <= granted.addr;
        mem_req_beats <= granted.beats;
        mem_req_master <= winner;
      end else if (wait_q != '0) begin
        wait_q <= wait_q - WaitBits'(1);
      end
    end
  end

  vta_fifo #(
      .Depth(MaxOutstanding),
      .entry_t(owner_t)
  ) u_owners (
      .clk, .clear,
      .push(grant_now && winner != MasterStore),
      .push_data('{master: winner, beats: granted.beats}),
      .pop(mem_rd_valid && beat_last),
      .valid(owner_valid),
      .head(owner),
      .room(owner_room)
  );

  assign beat_last = beat_count_q == owner.beats - BeatBits'(1);

  always_ff @(posedge clk) begin
    beat.valid <= 1'b0;
    beat_for <= '0;
    beat_last_q <= 1'b0;
    beat_error_q <= 1'b0;
    if (clear) begin
      beat_count_q <= '0;
    end else if (mem_rd_valid) begin
      beat.valid <= 1'b1;
      beat.data <= mem_rd_data;
      beat_for[owner.master] <= 1'b1;
      beat_last_q <= beat_last;
      beat_error_q <= mem_rd_error;
      beat_count_q <= beat_last ? '0 : beat_count_q + BeatBits'(1);
    end
  end

  assign bus_error = beat_error_q || (mem_wr_done && mem_wr_error);
  always_comb begin
    bus_error_master = MasterStore;
    if (beat_error_q) begin
      unique case (1'b1)
        beat_for[MasterFetch]: bus_error_master = MasterFetch;
        beat_for[MasterLoad]: bus_error_master = MasterLoad;
        default: bus_error_master = MasterCompute;
      endcase
    end
  end

  // Assertions alone look at these.
  logic unused;
  assign unused = owner_valid ^ owner_room;

`ifndef SYNTHESIS
  assert_beat_has_owner:
  assert property (@(posedge clk) disable iff (clear) !mem_rd_valid || owner_valid);
  assert_owners_fit:
  assert property (@(posedge clk) disable iff (clear) !grant_now || owner_room);
  assert_one_grant:
  assert property (@(posedge clk) (grant & (grant - Masters'(1))) == '0);
  assert_completion_of_a_burst:
  assert property (@(posedge clk) disable iff (clear) !(read_done || mem_wr_done) || !idle);
  for (genvar m = 0; m < Masters; ++m) begin : gen_handshake
    assert_request_held_until_granted:
    assert property (@(posedge clk) disable iff (clear || halt)
                     !$past(request[m].valid && !grant[m] && !clear) ||
                     request[m] == $past(request[m]));
    assert_grant_of_a_request:
    assert property (@(posedge clk) disable iff (clear || halt) !grant[m] || request[m].valid);
  end
`endif

endmodule
