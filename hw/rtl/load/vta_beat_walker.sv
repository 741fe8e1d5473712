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
    input pad_t gap,  // pads in the scratchpad between two runs
    input logic advance,  // the present beat is used at this edge
    output placement_t at,
    output logic burst_end  // the present beat is its burst's last
);

  localparam int unsigned WordBits = BeatBits - 1;  // bus words are counted modulo 256
  localparam int unsigned LowBits = WordBits + LogBus;

  sram_index_t index_q;
  position_t first_q;
  piece_t piece_q;
  logic [ElemBits-1:0] left_q;
  logic [WordBits-1:0] word_q;
  logic [LowBits-1:0] row_q;  // the run's first byte address, its low bits

  logic [ElemBits-1:0] run_elements_q;
  logic [LogSizeBits-1:0] log_bytes_q;
  logic [LowBits-1:0] stride_q;
  pad_t gap_q;
  count_t per_word_q;
  piece_t last_piece_q;

  count_t room, count, taken;
  logic run_end;
  logic [LowBits-1:0] next_row;

  // The position, in its bus word, of an element at a byte address.
  function automatic position_t position_of(logic [LogBus-1:0] offset,
                                            logic [LogSizeBits-1:0] log_bytes);
    return position_t'(32'(offset) >> log_bytes);
  endfunction

  assign room = per_word_q - count_t'(first_q);
  assign count = left_q < ElemBits'(room) ? count_t'(left_q) : room;
  assign taken = piece_q == last_piece_q ? count : '0;
  assign run_end = left_q == ElemBits'(taken);
  assign next_row = row_q + stride_q;

  assign at = '{
          origin: index_q - sram_index_t'(first_q),
          first: first_q,
          count: count,
          piece: piece_q
      };
  assign burst_end = run_end || WordBits'(word_q + WordBits'(1)) == '0 ||
                     ((word_q + WordBits'(1)) & WordBits'(burst_beats - BeatBits'(1))) == '0;

  always_ff @(posedge clk) begin
    if (start) begin
      index_q <= transfer.index;
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
    end else if (advance) begin
      piece_q <= piece_q == last_piece_q ? '0 : piece_q + piece_t'(1);
      if (run_end) begin
        index_q <= index_q + sram_index_t'(taken) + sram_index_t'(gap_q);
        first_q <= position_of(next_row[LogBus-1:0], log_bytes_q);
        left_q <= run_elements_q;
        word_q <= next_row[LowBits-1:LogBus];
        row_q <= next_row;
      end else begin
        index_q <= index_q + sram_index_t'(taken);
        first_q <= '0;
        left_q <= left_q - ElemBits'(taken);
        word_q <= word_q + WordBits'(1);
      end
    end
  end

endmodule
