// vta_axi_guard: answers are counted, a stopped core begins again when all are in and not before,
// every run is reported once, and the watchdog bites after exactly as many cycles as it was told.
module proof_axi_guard
  import vta_pkg::*;
  import vta_shell_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic launch,
    input logic finish,
    input logic [31:0] watchdog,
    input logic abort,
    input logic soft_reset,
    input logic moved,
    input logic read_grant,
    input logic write_grant,
    input logic read_answer,
    input logic write_answer
);

  typedef logic [OutstandingBits-1:0] bursts_t;

  // The core: runs from a launch to its end, which comes when all is answered; in reset it is still.
  logic running_q, done_q, stopping, ended, stopped;
  in_flight_t in_flight;
  error_t outcome;
  bursts_t reads_q, writes_q;
  logic read_asked, write_asked, read_answered, write_answered, launches, finishes;
  assign read_asked = running_q && read_grant && 32'(reads_q) + 32'(writes_q) < MaxOutstanding;
  assign write_asked = running_q && write_grant && !read_asked &&
                       32'(reads_q) + 32'(writes_q) < MaxOutstanding;
  assign read_answered = read_answer && reads_q != '0;
  assign write_answered = write_answer && writes_q != '0;
  assign launches = launch && !running_q && !stopping;
  assign finishes = finish && running_q && reads_q == '0 && writes_q == '0 && !read_asked &&
                    !write_asked;
  always_ff @(posedge clk) begin
    if (rst || stopping) begin
      running_q <= 1'b0;
      done_q <= 1'b0;
    end else if (launches) begin
      running_q <= 1'b1;
      done_q <= 1'b0;
    end else if (finishes) begin
      running_q <= 1'b0;
      done_q <= 1'b1;
    end
    if (rst) begin
      reads_q <= '0;
      writes_q <= '0;
    end else begin
      reads_q <= reads_q + bursts_t'(read_asked) - bursts_t'(read_answered);
      writes_q <= writes_q + bursts_t'(write_asked) - bursts_t'(write_answered);
    end
  end

  vta_axi_guard dut (
      .clk, .rst,
      .running(running_q),
      .done(done_q),
      .watchdog, .abort, .soft_reset, .moved, .read_asked, .write_asked, .read_answered,
      .write_answered, .in_flight, .stopping, .ended, .stopped, .outcome
  );

  // What is due. `open_q`: a run that began and was not reported; `wait_q`: cycles in a row in
  // which a burst was in flight and nothing moved; `aborting_q`: abort came while a run was on.
  logic under_way, waiting, bites, all_in, over, open_q, aborting_q, stopping_q, soft_q, shown_q;
  logic [2:0] wait_q;
  error_t code_q;
  logic reset_q = 1'b0;
  assign under_way = running_q && !stopping;
  assign waiting = (reads_q != '0 || writes_q != '0) && !moved;
  assign all_in = reads_q == '0 && writes_q == '0 && !read_asked && !write_asked;
  assign over = stopping && stopping_q && all_in;  // the core has had two cycles of reset
  assign bites = (under_way || aborting_q) && waiting && watchdog != '0 &&
                 32'(wait_q) == watchdog && !soft_reset;
  logic expect_stop_q, expect_stay_q;
  logic [31:0] watchdog_q;
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    watchdog_q <= watchdog;
    stopping_q <= stopping && !rst;
    soft_q <= soft_reset && !rst;
    if (rst || !waiting) wait_q <= '0;
    else if (wait_q != 3'd7) wait_q <= wait_q + 3'd1;
    if (rst || soft_reset) open_q <= 1'b0;
    else open_q <= launches || (open_q && !ended);
    if (rst || soft_reset || bites || over) aborting_q <= 1'b0;
    else if (abort && under_way) aborting_q <= 1'b1;
    expect_stop_q <= rst || soft_reset || bites || (abort && under_way);
    expect_stay_q <= stopping && !over;
    // The code of the last report, and whether it was of a run that was stopped.
    if (rst || soft_reset) code_q <= '0;
    else if (ended) code_q <= bites ? ErrTimeout : aborting_q ? ErrAborted : '0;
    if (rst || soft_reset) shown_q <= 1'b0;
    else if (ended) shown_q <= bites || aborting_q;
    else if (under_way) shown_q <= 1'b0;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && ended);
    assume_few_cycles: assume (watchdog <= 32'd5);
    cover_few_cycles: cover (bites && watchdog == 32'd5);
    assume_watchdog_stays:
    assume (!reset_q || rst || soft_q || (!running_q && !stopping) || watchdog == watchdog_q);
    cover_watchdog_stays: cover (reset_q && watchdog != watchdog_q && !rst && !soft_q);
    // Both are writes of registers.
    assume_one_write: assume (32'(launch) + 32'(abort) + 32'(soft_reset) <= 1);
    cover_one_write: cover (soft_reset && running_q && reset_q);
    if (reset_q && !rst) begin
      assert_counted: assert (in_flight.reads == reads_q && in_flight.writes == writes_q);
      assert_stops: assert (!expect_stop_q || stopping);
      assert_stays_until_all_is_in: assert (!expect_stay_q || stopping);
      assert_stops_for_a_reason: assert (!stopping || stopping_q || expect_stop_q);
      assert_begins_again: assert (!(stopping_q && stopping) || expect_stop_q || expect_stay_q);
      assert_reported_once: assert (!ended || open_q);
      assert_reported_before_the_next: assert (!(launches && open_q) || ended);
      assert_watchdog: assert (!bites || ended);
      assert_abort: assert (!(aborting_q && over && !soft_reset) || ended);
      assert_abort_waits: assert (!(aborting_q && !over && !bites) || !ended);
      assert_silent_while_reset: assert (!soft_reset || !ended);
      assert_code: assert (outcome == code_q);
      assert_shown: assert (stopped == shown_q);
      lemma_waited:
      assert (!(under_way || aborting_q) || watchdog == '0 || dut.waited_q == 32'(wait_q));
      lemma_aborting: assert (dut.aborting_q == aborting_q && (!aborting_q || stopping));
      lemma_open:
      assert (open_q == ((running_q && !stopping) || aborting_q || (!stopping && done_q && !dut.done_q)));
      lemma_settled: assert (dut.settled_q == stopping_q);
      lemma_done: assert (!done_q || !running_q);
      cover_timeout_while_aborting: cover (bites && aborting_q);
      cover_abort_at_the_end: cover (abort && under_way && finishes);
      cover_aborted: cover (ended && aborting_q && !bites);
    end
  end

endmodule
