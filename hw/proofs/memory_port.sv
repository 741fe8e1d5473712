// vta_memory_port: its arbiter grants to one master at a time, exactly when the page says
// (memory/README.md) and to the one that it says, and lets nobody wait for more than one burst of
// each other master; read beats go to the masters whose bursts they are of, in the order of the
// grants; a refused beat is an error of its master when it is written, a refused write one of store's.
module proof_memory_port
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [GapBits-1:0] gap,
    input logic [OutstandingBits-1:0] max_outstanding,
    input burst_request_t [Masters-1:0] request,
    input logic mem_rd_valid,
    input logic [BusBits-1:0] mem_rd_data,
    input logic mem_rd_error,
    input logic mem_wr_done,
    input logic mem_wr_error
);

  typedef logic [OutstandingBits-1:0] bursts_t;
  typedef logic [BeatBits-1:0] beats_t;
  typedef logic [BeatBits:0] edges_t;  // of a burst's beats and a gap

  logic [Masters-1:0] grant, beat_for;
  read_beat_t beat;
  logic idle, bus_error;
  master_e bus_error_master, mem_req_master;
  logic mem_req_valid, mem_req_write;
  logic [AddrBits-1:0] mem_req_addr;
  beats_t mem_req_beats;
  vta_memory_port dut (
      .clk, .clear, .halt, .gap, .max_outstanding, .request, .grant, .beat, .beat_for,
      .idle, .bus_error, .bus_error_master,
      .mem_req_valid, .mem_req_write, .mem_req_addr, .mem_req_beats, .mem_req_master,
      .mem_rd_valid, .mem_rd_data, .mem_rd_error, .mem_wr_done, .mem_wr_error
  );

  // The grant that is due at this edge. `age_q`: edges since the last grant, as far as they matter.
  logic [Masters-1:0] candidate, due;
  logic [1:0] last_q;
  edges_t age_q, apart_q;
  bursts_t flying_q;
  always_comb begin
    for (int m = 0; m < int'(Masters); ++m) candidate[m] = request[m].valid && !grant[m];
    due = '0;
    if (!halt && flying_q < max_outstanding && age_q >= apart_q)
      for (int step = int'(Masters); step >= 1; --step)
        if (candidate[2'(32'(last_q)+32'(step))]) due = Masters'(1) << 2'(32'(last_q) + 32'(step));
  end
  burst_request_t granted;
  logic [1:0] winner;
  always_comb begin
    winner = '0;
    for (int m = 0; m < int'(Masters); ++m) if (due[m]) winner = 2'(m);
    granted = request[winner];
  end

  // Read bursts in flight, the oldest at [0]: whose, beats still to come.
  typedef struct packed {
    logic [1:0] master;
    beats_t left;
  } read_t;
  read_t [MaxOutstanding-1:0] reads_q;
  bursts_t read_count_q, write_count_q;
  logic read_granted, write_granted, last_beat, read_done_q, cleared_q = 1'b0;
  assign read_granted = due != '0 && winner != MasterStore;
  assign write_granted = due[MasterStore];
  assign last_beat = mem_rd_valid && reads_q[0].left == beats_t'(1);

  // What the port must show after the edge.
  logic [Masters-1:0] due_q, beat_for_q;
  logic refused_q;  // the beat that is written now
  logic [1:0] beat_master_q;
  burst_request_t granted_q;
  logic [Masters-1:0] candidate_q;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    due_q <= clear ? '0 : due;
    granted_q <= granted;
    candidate_q <= clear ? '0 : candidate;
    beat_for_q <= mem_rd_valid && !clear ? Masters'(1) << reads_q[0].master : '0;
    read_done_q <= last_beat && !clear;
    refused_q <= mem_rd_valid && mem_rd_error && !clear;
    beat_master_q <= reads_q[0].master;
    if (clear) begin
      last_q <= MasterStore;
      age_q <= '0;
      apart_q <= '0;
      flying_q <= '0;
      read_count_q <= '0;
      write_count_q <= '0;
    end else begin
      age_q <= due != '0 ? edges_t'(1) : age_q < apart_q ? age_q + edges_t'(1) : age_q;
      if (due != '0) begin
        last_q <= winner;
        apart_q <= edges_t'(granted.beats) + edges_t'(gap);
      end
      flying_q <= flying_q + bursts_t'(due != '0) - bursts_t'(read_done_q) - bursts_t'(mem_wr_done);
      write_count_q <= write_count_q + bursts_t'(write_granted) - bursts_t'(mem_wr_done);
      read_count_q <= read_count_q + bursts_t'(read_granted) - bursts_t'(last_beat);
      for (int i = 0; i < int'(MaxOutstanding); ++i) begin
        if (read_granted && bursts_t'(i) == read_count_q - bursts_t'(last_beat))
          reads_q[i] <= '{master: winner, left: granted.beats};
        else if (last_beat && i + 1 < int'(MaxOutstanding)) reads_q[i] <= reads_q[i+1];
        else if (mem_rd_valid && !last_beat && i == 0)
          reads_q[i].left <= reads_q[i].left - beats_t'(1);
      end
    end
  end

  // Grants to others since a master's request has been a candidate.
  logic [Masters-1:0][1:0] waited_q, waited;
  logic [Masters-1:0] over, held;
  burst_request_t [Masters-1:0] request_q;
  always_comb begin
    for (int m = 0; m < int'(Masters); ++m) begin
      waited[m] = !candidate_q[m] || grant[m] ? '0 : waited_q[m] + 2'(grant != '0);
      over[m] = candidate_q[m] && !grant[m] && grant != '0 && waited_q[m] == 2'(Masters - 1);
      held[m] = !candidate_q[m] || grant[m] || request[m] == request_q[m];
    end
  end
  always_ff @(posedge clk) begin
    waited_q <= clear ? '0 : waited;
    request_q <= request;
  end

  logic [Masters-1:0] lengths;
  always_comb
    for (int m = 0; m < int'(Masters); ++m)
      lengths[m] = request[m].beats != '0 && 32'(request[m].beats) <= MaxBurstBeats;
  logic [GapBits-1:0] gap_q;
  bursts_t max_q;
  always_ff @(posedge clk) begin
    gap_q <= gap;
    max_q <= max_outstanding;
  end

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && grant != '0);
    assume_requests_held: assume (held == '1);
    cover_requests_held: cover (candidate_q == '1 && request[1].valid && !grant[1] && grant != '0);
    assume_burst_lengths: assume (lengths == '1);
    cover_burst_lengths: cover (32'(mem_req_beats) == MaxBurstBeats && mem_req_valid);
    assume_settings_stay:
    assume (!cleared_q || clear || (gap == gap_q && max_outstanding == max_q));
    cover_settings_stay: cover (gap != '0 && max_outstanding == bursts_t'(2) && due != '0);
    assume_settings_legal:
    assume (max_outstanding != '0 && 32'(max_outstanding) <= MaxOutstanding);
    cover_settings_legal: cover (32'(flying_q) == MaxOutstanding);
    assume_beat_of_a_burst: assume (!mem_rd_valid || read_count_q != '0);
    cover_beat_of_a_burst: cover (last_beat && read_count_q == bursts_t'(2));
    assume_completion_of_a_write: assume (!mem_wr_done || write_count_q != '0);
    cover_completion_of_a_write: cover (mem_wr_done && read_done_q);
    if (cleared_q) begin
      assert_mutual_exclusion: assert ((grant & (grant - Masters'(1))) == '0);
      assert_grant: assert (grant == due_q);
      assert_bounded_waiting: assert (over == '0);
      assert_request_valid: assert (mem_req_valid == (due_q != '0));
      assert_request:
      assert (!mem_req_valid ||
              (mem_req_addr == granted_q.addr && mem_req_beats == granted_q.beats &&
               mem_req_master == last_q && mem_req_write == (last_q == MasterStore)));
      assert_in_flight: assert (flying_q <= max_outstanding || clear);
      assert_idle: assert (idle == (flying_q == '0));
      assert_beat: assert (beat.valid == (beat_for_q != '0) && beat_for == beat_for_q);
      assert_bus_error: assert (bus_error == (refused_q || (mem_wr_done && mem_wr_error)));
      assert_bus_error_of_a_read: assert (!refused_q || bus_error_master == beat_master_q);
      assert_bus_error_of_a_write:
      assert (refused_q || !bus_error || bus_error_master == MasterStore);
      cover_both_refused: cover (refused_q && mem_wr_done && mem_wr_error);
      lemma_last: assert (dut.last_q == last_q);
      lemma_wait: assert (dut.wait_q == (age_q >= apart_q ? '0 : apart_q - age_q));
      lemma_age: assert (age_q <= apart_q && 32'(apart_q) <= MaxBurstBeats + MaxGap);
      lemma_in_flight:
      assert (dut.in_flight_q == flying_q && 32'(flying_q) <= MaxOutstanding &&
              flying_q == read_count_q + write_count_q + bursts_t'(read_done_q));
      lemma_read_done: assert ((dut.beat_last_q && beat.valid) == read_done_q);
      lemma_owners: assert (dut.u_owners.state_q.count == read_count_q);
      if (read_count_q != '0)
        lemma_owner:
        assert (dut.owner.master == reads_q[0].master &&
                dut.owner.beats - dut.beat_count_q == reads_q[0].left &&
                dut.beat_count_q < dut.owner.beats);
      else lemma_no_owner: assert (dut.beat_count_q == '0);
      cover_waited: cover (waited[2] == 2'd3);
    end
  end

endmodule
