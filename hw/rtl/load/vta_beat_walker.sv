// Says for every beat of a transfer, in order, which elements it holds and where they live in the
// scratchpad. Bursts need not be known: a bus word is never split between two bursts of a run.
module vta_beat_walker
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic [BeatBits-1:0] burst_beats,
    input logic start,
    /* verilator lint_off UNUSEDSIGNAL */  // bursts are the others' part
    input transfer_t transfer,
    input logic [AddrBits-1:0] addr,  // of the first byte
    input size_t stride,  // elements from the begin of a run to that of the next
    /* verilator lint_on UNUSEDSIGNAL */
    input sram_index_t index,  // of the first element, in the cycle after `start`
    input pad_t gap,  // pads in the scratchpad between two runs
    input logic advance,  // the present beat is used at this edge; not in the cycle after `start`
    output placement_t at,
    output logic burst_end  // the beat that is used at this edge is its burst's last
);

  localparam int unsigned WordBits = BeatBits - 1;  // bus words are counted modulo 256
  localparam int unsigned LowBits = WordBits + LogBus;

  sram_index_t index_q;
  position_t first_q;
  count_t count_q;
  piece_t piece_q;
  logic [ElemBits-1:0] left_q;
  logic [WordBits-1:0] word_q;
  logic [LowBits-1:0] row_q;  // the run's first byte address, its low bits
  logic start_q;

  logic [ElemBits-1:0] run_elements_q;
  logic [LogSizeBits-1:0] log_bytes_q;
  logic [LowBits-1:0] stride_q;
  pad_t gap_q;
  count_t per_word_q;
  piece_t last_piece_q;

  logic run_end;
  logic [ElemBits-1:0] next_left;
  logic [LowBits-1:0] next_row;
  position_t next_first;

  // The position, in its bus word, of an element at a byte address.
  function automatic position_t position_of(logic [LogBus-1:0] offset,
                                            logic [LogSizeBits-1:0] log_bytes);
    return position_t'(32'(offset) >> log_bytes);
  endfunction

  // Elements of a bus word from `first` on, where so many are left. Small numbers are compared.
  function automatic count_t count_of(logic [ElemBits-1:0] left, position_t first,
                                      count_t per_word);
    count_t room;
    room = per_word - count_t'(first);
    return left >> $bits(count_t) == '0 && count_t'(left) < room ? count_t'(left) : room;
  endfunction

  always_comb begin
    run_end = 1'b0;
    next_left = '0;
    next_row = '0;
    next_first = '0;
    if (advance) begin
      run_end = piece_q == last_piece_q && left_q == ElemBits'(count_q);
      next_left = left_q - ElemBits'(count_q);
      next_row = row_q + stride_q;
      next_first = position_of(next_row[LogBus-1:0], log_bytes_q);
    end
  end

  assign at = '{
          origin: index_q - sram_index_t'(first_q),
          first: first_q,
          count: count_q,
          piece: piece_q
      };
  assign burst_end = run_end || WordBits'(word_q + WordBits'(1)) == '0 ||
                     ((word_q + WordBits'(1)) & WordBits'(burst_beats - BeatBits'(1))) == '0;

  always_ff @(posedge clk) begin
    start_q <= start;
    if (start) begin
      first_q <= position_of(addr[LogBus-1:0], transfer.log_bytes);
      piece_q <= '0;
      left_q <= transfer.run_elements;
      word_q <= addr[LowBits-1:LogBus];
      row_q <= addr[LowBits-1:0];
      run_elements_q <= transfer.run_elements;
      log_bytes_q <= transfer.log_bytes;
      stride_q <= LowBits'(stride) << transfer.log_bytes;
      gap_q <= gap;
      per_word_q <= transfer.log_bytes < LogSizeBits'(LogBus) ?
          count_t'(BusBytes >> transfer.log_bytes) : count_t'(1);
      last_piece_q <= transfer.log_bytes > LogSizeBits'(LogBus) ?
          piece_t'((16'd1 << (transfer.log_bytes - LogSizeBits'(LogBus))) - 16'd1) : '0;
    end else if (start_q) begin
      index_q <= index;
      count_q <= count_of(left_q, first_q, per_word_q);
    end else if (advance) begin
      if (run_end) word_q <= next_row[LowBits-1:LogBus];
      else word_q <= word_q + WordBits'(1);
      if (piece_q != last_piece_q) begin
        piece_q <= piece_q + piece_t'(1);
      end else begin
        piece_q <= '0;
        if (run_end) begin
          index_q <= index_q + sram_index_t'(count_q) + sram_index_t'(gap_q);
          first_q <= next_first;
          count_q <= count_of(run_elements_q, next_first, per_word_q);
          left_q <= run_elements_q;
          row_q <= next_row;
        end else begin
          index_q <= index_q + sram_index_t'(count_q);
          first_q <= '0;
          count_q <= count_of(next_left, '0, per_word_q);
          left_q <= next_left;
        end
      end
    end
  end

`ifndef SYNTHESIS
  assert_no_beat_at_once: assert property (@(posedge clk) !start_q || !advance);
`endif

endmodule
