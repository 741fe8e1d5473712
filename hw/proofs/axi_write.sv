// vta_axi_write: every burst gets as many beats as were granted, the last one marked, whenever the
// core is stopped; what it owes then changes no byte; what is shown stays until it is taken.
module proof_axi_write
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic stopping,
    input logic push,
    input logic [BeatBits-1:0] beats,
    input logic beat_valid,
    input logic [BusBits-1:0] beat_data,
    input logic [BusBytes-1:0] beat_strb,
    input logic axi_ready
);

  localparam int unsigned Places = MaxOutstanding;
  typedef logic [$clog2(Places+1)-1:0] count_t;
  typedef logic [BeatBits-1:0] beats_t;
  typedef struct packed {
    logic [BusBits-1:0] data;
    logic [BusBytes-1:0] strb;
    logic last;
  } shown_t;

  logic beat_ready, axi_valid;
  shown_t shown;
  vta_axi_write dut (
      .clk, .rst, .stopping, .push, .beats, .beat_valid, .beat_ready, .beat_data, .beat_strb,
      .axi_valid, .axi_ready,
      .axi_data(shown.data),
      .axi_strb(shown.strb),
      .axi_last(shown.last)
  );

  // Bursts whose last beat has not gone in, the oldest at [0]; beats of that one that have.
  beats_t [Places-1:0] bursts_q;
  count_t count_q, left;
  beats_t sent_q;
  logic in, last_in, stopping_q, reset_q = 1'b0;
  assign in = beat_ready && (beat_valid || (stopping && count_q != '0));
  assign last_in = sent_q == bursts_q[0] - beats_t'(1);
  assign left = count_q - count_t'(in && last_in);
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    stopping_q <= stopping && !rst;
    if (rst) begin
      count_q <= '0;
      sent_q <= '0;
    end else begin
      count_q <= left + count_t'(push);
      if (in) sent_q <= last_in ? '0 : sent_q + beats_t'(1);
    end
    for (int i = 0; i < int'(Places); ++i) begin
      if (push && count_t'(i) == left) bursts_q[i] <= beats;
      else if (in && last_in && i + 1 < int'(Places)) bursts_q[i] <= bursts_q[i+1];
    end
  end

  // Beats that went in and were not taken, as they must be shown: two at most.
  shown_t first_q, second_q, incoming;
  logic [1:0] inside_q;
  logic taken;
  assign taken = axi_valid && axi_ready;
  assign incoming = '{data: beat_data, strb: beat_valid ? beat_strb : '0, last: last_in};
  always_ff @(posedge clk) begin
    if (rst) inside_q <= '0;
    else inside_q <= inside_q + 2'(in) - 2'(taken);
    if (taken) first_q <= second_q;
    if (in && inside_q == 2'(taken)) first_q <= incoming;
    if (in && inside_q != 2'(taken)) second_q <= incoming;
  end

  logic held_q;
  shown_t held_shown_q;
  always_ff @(posedge clk) begin
    held_q <= axi_valid && !axi_ready && !rst;
    held_shown_q <= shown;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && axi_valid);
    assume_room: assume (!push || left != count_t'(Places));
    cover_room: cover (push && count_q == count_t'(Places));
    assume_length: assume (beats != '0 && 32'(beats) <= MaxBurstBeats);
    cover_length: cover (in && last_in && 32'(bursts_q[0]) == MaxBurstBeats);
    // The core's: beats of what was granted; none, and no grant, once it is in reset.
    assume_beat_of_a_burst: assume (!beat_valid || count_q != '0);
    cover_beat_of_a_burst: cover (beat_valid && count_q == count_t'(1) && last_in);
    assume_reset_is_quiet: assume (!stopping_q || (!beat_valid && !push));
    cover_reset_is_quiet: cover (stopping_q && stopping && count_q == count_t'(2));
    // The guard's: the core begins again when all is answered.
    assume_until_all_is_done:
    assume (!stopping_q || stopping || (count_q == '0 && inside_q == '0));
    cover_until_all_is_done: cover (stopping_q && !stopping && !rst);
    if (reset_q) begin
      assert_ready: assert (beat_ready == (inside_q != 2'd2));
      assert_valid: assert (axi_valid == (inside_q != '0) && inside_q != 2'd3);
      assert_beat: assert (!axi_valid || shown == first_q);
      assert_stays: assert (!held_q || (axi_valid && shown == held_shown_q));
      lemma_spare: assert (beat_ready || dut.u_slice.spare_q == second_q);
      lemma_sent: assert (32'(dut.sent_q) == 32'(sent_q));
      lemma_bursts: assert (dut.u_lengths.state_q.count == count_q);
      if (count_q != '0)
        lemma_head: assert (32'(dut.len) + 1 == 32'(bursts_q[0]) && sent_q < bursts_q[0]);
      else lemma_nothing_sent: assert (sent_q == '0);
      cover_owed: cover (taken && shown.strb == '0 && stopping_q && shown.last);
    end
  end

endmodule
