// Who may run (README.md, "How a run is stopped"): counts the bursts in flight, and stops a run
// that the watchdog, an abort or a soft reset ends. While `stopping`, the core is in reset and
// answers are awaited.
module vta_axi_guard
  import vta_pkg::*;
  import vta_shell_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,

    input logic running,  // of the core
    input logic done,
    input logic [31:0] watchdog,  // 0: off; constant while anything runs or is stopped
    input logic abort,
    input logic soft_reset,

    input logic moved,  // a channel of the memory's bus moved something
    input logic read_asked,  // bursts that the core was granted
    input logic write_asked,
    input logic read_answered,  // the last beat of one came
    input logic write_answered,

    output in_flight_t in_flight,
    output logic stopping,
    output logic ended,  // 1 in the cycle that ends at the edge at which a run's end is reported
    output logic stopped,  // the last run was stopped, and has been reported
    output error_t outcome  // its code; kept until the next report, 0: the core has it
);

  typedef logic [OutstandingBits-1:0] bursts_t;

  logic settled_q;  // stopping for a cycle already: the core wants two of reset
  logic aborting_q;  // stopping, to be reported once all answers are in
  logic done_q;
  logic [31:0] waited_q;  // cycles in a row without progress

  logic under_way, waiting, quiet;
  assign under_way = running && !stopping;
  assign waiting = (in_flight.reads != '0 || in_flight.writes != '0) && !moved;
  assign quiet = in_flight.reads == '0 && in_flight.writes == '0 && !read_asked && !write_asked;

  // What happens at this edge, the first that is so.
  logic expired, aborted, drained, ended_by_itself;
  assign expired = !soft_reset && (under_way || aborting_q) && waiting && watchdog != '0 &&
                   waited_q == watchdog;
  assign aborted = !soft_reset && !expired && abort && under_way;
  assign drained = !soft_reset && !expired && stopping && settled_q && quiet;
  assign ended_by_itself = !soft_reset && !stopping && done && !done_q;
  assign ended = expired || (drained && aborting_q) || ended_by_itself;

  always_ff @(posedge clk) begin
    done_q <= done;
    waited_q <= waiting && waited_q != watchdog ? waited_q + 32'd1 : '0;
    if (rst) begin
      in_flight <= '0;
      stopping <= 1'b1;  // however short `rst` is
      settled_q <= 1'b0;
      aborting_q <= 1'b0;
      stopped <= 1'b0;
      outcome <= '0;
    end else begin
      in_flight.reads <= in_flight.reads + bursts_t'(read_asked) - bursts_t'(read_answered);
      in_flight.writes <= in_flight.writes + bursts_t'(write_asked) - bursts_t'(write_answered);
      settled_q <= stopping;
      stopping <= soft_reset || expired || aborted || (stopping && !drained);
      aborting_q <= aborted || (aborting_q && !soft_reset && !expired && !drained);
      if (soft_reset || under_way) stopped <= 1'b0;
      if (expired || (drained && aborting_q)) stopped <= 1'b1;
      if (soft_reset || ended_by_itself) outcome <= '0;
      if (expired) outcome <= ErrTimeout;
      if (drained && aborting_q) outcome <= ErrAborted;
    end
  end

`ifndef SYNTHESIS
  assert_bursts_fit:
  assert property (@(posedge clk) disable iff (rst)
                   32'(in_flight.reads) + 32'(in_flight.writes) <= MaxOutstanding);
  assert_answers_are_awaited:
  assert property (@(posedge clk) disable iff (rst)
                   (!read_answered || in_flight.reads != '0) &&
                   (!write_answered || in_flight.writes != '0));
`endif

endmodule
