// vta_beat_walker says of every beat, in order, which elements it holds: those of the runs, by
// their byte addresses, and no others.
module proof_beat_walker
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic [3:0] log_burst,
    input logic start,
    input transfer_t transfer,
    input logic [AddrBits-1:0] addr,
    input size_t stride,
    input sram_index_t index,
    input pad_t gap,
    input logic advance
);

  localparam int unsigned LowBits = BeatBits - 1 + LogBus;  // of an address: where in 256 words
  typedef logic [LowBits-1:0] low_t;
  typedef logic [ElemBits-1:0] elements_t;

  logic [BeatBits-1:0] burst_beats;
  assign burst_beats = BeatBits'(1) << log_burst;

  placement_t at;
  logic burst_end;
  vta_beat_walker dut (
      .clk, .burst_beats, .start, .transfer, .addr, .stride, .index, .gap, .advance, .at,
      .burst_end
  );

  // The walk by the page: element `element_q` of a run, of which `piece_q` words have gone.
  logic started_q = 1'b0, indexed_q = 1'b0;
  low_t row_q, stride_q;
  sram_index_t row_index_q;
  elements_t element_q, run_elements_q;
  piece_t piece_q;
  pad_t gap_q;
  logic [LogSizeBits-1:0] log_bytes_q;
  logic [BeatBits-1:0] burst_beats_q;

  // Of the present beat.
  logic fits;  // an element fits into a bus word
  low_t here;
  position_t first;
  count_t per_word, count;
  elements_t left, taken;
  piece_t last_piece;
  logic run_ends, window_ends;
  always_comb begin
    fits = log_bytes_q <= LogSizeBits'(LogBus);
    here = row_q + (low_t'(element_q) << log_bytes_q) + (low_t'(piece_q) << LogBus);
    first = position_t'(here[LogBus-1:0] >> log_bytes_q);
    per_word = fits ? count_t'(BusBytes >> log_bytes_q) : count_t'(1);
    left = run_elements_q - element_q;
    count = left < elements_t'(per_word - count_t'(first)) ? count_t'(left) :
                                                              per_word - count_t'(first);
    last_piece = fits ? '0 : piece_t'((32'd1 << (log_bytes_q - LogSizeBits'(LogBus))) - 32'd1);
    taken = piece_q == last_piece ? elements_t'(count) : '0;
    run_ends = taken == left;
    window_ends = ((here >> LogBus) & low_t'(burst_beats - BeatBits'(1))) ==
                  low_t'(burst_beats - BeatBits'(1));
  end

  always_ff @(posedge clk) begin
    burst_beats_q <= burst_beats;
    if (start) begin
      started_q <= 1'b1;
      row_q <= low_t'(addr);
      stride_q <= low_t'(stride) << transfer.log_bytes;
      element_q <= '0;
      run_elements_q <= transfer.run_elements;
      piece_q <= '0;
      gap_q <= gap;
      log_bytes_q <= transfer.log_bytes;
      indexed_q <= 1'b0;
    end else if (started_q && !indexed_q) begin
      row_index_q <= index;
      indexed_q <= 1'b1;
    end else if (advance) begin
      piece_q <= piece_q == last_piece ? '0 : piece_q + piece_t'(1);
      element_q <= run_ends ? '0 : element_q + taken;
      if (run_ends) begin
        row_q <= row_q + stride_q;
        row_index_q <= row_index_q + sram_index_t'(run_elements_q) + sram_index_t'(gap_q);
      end
    end
  end

  low_t aligned;  // bits of an address that are 0: elements lie at multiples of their size
  assign aligned = (low_t'(1) << (fits ? log_bytes_q : LogSizeBits'(LogBus))) - low_t'(1);

  always_comb begin
    assume_burst_size: assume (log_burst <= 4'd8);
    cover_burst_size: cover (log_burst == 4'd8 && started_q);
    assume_burst_size_stays: assume (!started_q || burst_beats == burst_beats_q);
    cover_burst_size_stays: cover (log_burst == 4'd2 && started_q && burst_end && !run_ends);
    assume_aligned:
    assume (!start || (low_t'(addr) & ((low_t'(1) << (transfer.log_bytes <= LogSizeBits'(LogBus) ?
            transfer.log_bytes : LogSizeBits'(LogBus))) - low_t'(1))) == '0);
    cover_aligned: cover (start && addr == 64'd20 && transfer.log_bytes == LogSizeBits'(2));
    assume_runs_not_empty: assume (!start || transfer.run_elements != '0);
    cover_runs_not_empty: cover (started_q && run_ends && run_elements_q == elements_t'(3));
    assume_index_first: assume (!advance || indexed_q);
    cover_index_first: cover (advance && indexed_q && !run_ends);
    lemma_indexed: assert (!started_q || dut.start_q == !indexed_q);
    lemma_at_first: assert (!started_q || indexed_q || element_q == '0);
    if (started_q && indexed_q) begin
      assert_count: assert (at.count == count);
      assert_index:
      assert (at.origin + sram_index_t'(at.first) == row_index_q + sram_index_t'(element_q));
      assert_burst_end: assert (!advance || burst_end == (run_ends || window_ends));
    end
    if (started_q) begin
      assert_first: assert (at.first == first);
      assert_piece: assert (at.piece == piece_q);
      cover_large: cover (piece_q == piece_t'(2) && !fits);

      lemma_constants:
      assert (dut.run_elements_q == run_elements_q && dut.log_bytes_q == log_bytes_q &&
              dut.stride_q == stride_q && dut.gap_q == gap_q && dut.per_word_q == per_word &&
              dut.last_piece_q == last_piece && dut.row_q == row_q);
      lemma_left: assert (dut.left_q == left && element_q < run_elements_q);
      lemma_word: assert (low_t'(dut.word_q) == here >> LogBus);
      lemma_aligned: assert ((row_q & aligned) == '0 && (stride_q & aligned) == '0);
      lemma_pieces: assert (piece_q <= last_piece);
    end
  end

endmodule
