// vta_burst_walker asks for every byte of every run, in order, in bursts that end at multiples of
// the burst size or at the run's end: none crosses 4 KiB.
module proof_burst_walker
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [3:0] log_burst,
    input logic start,
    input transfer_t transfer,
    input logic [AddrBits-1:0] addr,
    input size_t stride,
    input logic grant
);

  localparam int unsigned LogSpan = LogBoundary + 1;
  typedef logic [AddrBits-1:0] addr_t;
  typedef logic [RunByteBits-1:0] bytes_t;

  logic [BeatBits-1:0] burst_beats;
  assign burst_beats = BeatBits'(1) << log_burst;

  burst_request_t request;
  logic finished;
  vta_burst_walker dut (
      .clk, .clear, .halt, .burst_beats, .start, .transfer, .addr, .stride, .request, .grant,
      .finished
  );

  // The walk by the page: what has been asked for and granted.
  addr_t row_q;  // first byte of the run
  bytes_t done_q;  // bytes of it that are granted
  bytes_t run_bytes_q, stride_q;
  size_t runs_q;  // that are not all granted
  logic [BeatBits-1:0] burst_beats_q;

  // The burst that is due: from the first byte that is not granted to the end of the run or of the
  // burst's window.
  addr_t from;
  bytes_t left, bytes;
  logic [LogSpan-1:0] window, room, touched;
  logic run_ends;
  always_comb begin
    from = row_q + addr_t'(done_q);
    left = run_bytes_q - done_q;
    window = LogSpan'(burst_beats) << LogBus;
    room = window - (from[LogSpan-1:0] & (window - LogSpan'(1)));
    run_ends = left <= bytes_t'(room);
    bytes = run_ends ? left : bytes_t'(room);
    touched = LogSpan'(from[LogBus-1:0]) + LogSpan'(bytes);
  end

  always_ff @(posedge clk) begin
    burst_beats_q <= burst_beats;
    if (clear || halt) begin
      runs_q <= '0;
    end else if (start) begin
      row_q <= addr;
      done_q <= '0;
      run_bytes_q <= bytes_t'(transfer.run_elements) << transfer.log_bytes;
      stride_q <= bytes_t'(stride) << transfer.log_bytes;
      runs_q <= transfer.runs;
    end else if (grant && run_ends) begin
      row_q <= row_q + addr_t'(stride_q);
      done_q <= '0;
      runs_q <= runs_q - size_t'(1);
    end else if (grant) begin
      done_q <= done_q + bytes;
    end
  end

  logic cleared_q = 1'b0;
  logic waiting_q;  // a start or a grant was at the edge before
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    waiting_q <= start;
  end

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && request.valid && runs_q == size_t'(2));
    assume_burst_size: assume (32'(log_burst) + LogBus <= LogBoundary && log_burst <= 4'd8);
    cover_burst_size: cover (log_burst == 4'd8 && request.valid);
    assume_burst_size_stays: assume (finished || burst_beats == burst_beats_q);
    cover_burst_size_stays: cover (!finished && log_burst == 4'd3);
    assume_start_when_finished: assume (!start || finished);
    cover_start_when_finished: cover (start);
    assume_runs_not_empty: assume (!start || transfer.run_elements != '0);
    cover_runs_not_empty: cover (start && transfer.runs == size_t'(3));
    assume_run_fits:
    assume (!start || ((64'(transfer.run_elements) << transfer.log_bytes) >> 30) == 0);
    cover_run_fits: cover (start && transfer.log_bytes == LogSizeBits'(14));
    assume_grant_of_a_request: assume (!grant || request.valid);
    cover_grant_of_a_request: cover (grant && !run_ends);
    if (cleared_q) begin
      assert_finished: assert (finished == (runs_q == '0));
      assert_no_delay: assert (waiting_q || finished || request.valid);
      if (request.valid) begin
        assert_address: assert (request.addr == {from[AddrBits-1:LogBus], {LogBus{1'b0}}});
        assert_beats:
        assert (LogSpan'(request.beats) == (touched + LogSpan'(BusBytes - 1)) >> LogBus);
        assert_burst_length: assert (request.beats != '0 && request.beats <= burst_beats);
        assert_within_4_kib:
        assert (LogSpan'(request.addr[LogBoundary-1:0]) + (LogSpan'(request.beats) << LogBus) <=
                LogSpan'(2 ** LogBoundary));
        cover_last_burst: cover (run_ends && runs_q == size_t'(1) && request.beats > BeatBits'(2));
      end
    end
  end

  // What makes the above inductive: the walker's registers are one burst ahead while it asks.
  logic ahead_ends;
  assign ahead_ends = request.valid && run_ends;
  always_comb begin
    if (cleared_q && runs_q != '0) begin
      lemma_started: assert (run_bytes_q != '0 && done_q < run_bytes_q && run_bytes_q >> 30 == '0);
      lemma_constants: assert (dut.run_bytes_q == run_bytes_q && dut.stride_q == stride_q &&
              LogSpan'(dut.window_q) == window - LogSpan'(1));
      lemma_runs: assert (dut.runs_q == runs_q - size_t'(ahead_ends));
      lemma_row: assert (dut.row_q == (ahead_ends ? row_q + addr_t'(stride_q) : row_q));
      lemma_left:
      assert (dut.left_q == (ahead_ends ? run_bytes_q : request.valid ? left - bytes : left));
      lemma_address:
      assert (dut.addr_q == (ahead_ends ? row_q + addr_t'(stride_q) :
                             request.valid ? from + addr_t'(bytes) : from));
    end
  end

endmodule
