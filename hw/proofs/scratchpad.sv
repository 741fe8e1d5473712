// vta_scratchpad: a beat changes the elements that it holds and no other, in whatever bank they
// are; a read gives what was written last. `watched` is any one element.
module proof_scratchpad
  import vta_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Width = 32,
    parameter int unsigned LogDepth = 3
) (
    input logic clk,
    input scratchpad_write_t write,
    input logic [BusBits-1:0] data,
    input logic read,
    input logic [LogDepth-1:0] read_index,
    input logic [LogDepth-1:0] watched
);

  localparam int unsigned PerWord = Width < BusBits ? BusBits / Width : 1;
  localparam int unsigned Pieces = Width > BusBits ? Width / BusBits : 1;
  localparam int unsigned PieceBits = Width / Pieces;

  logic [Width-1:0] read_data;
  vta_scratchpad #(
      .Width(Width),
      .LogDepth(LogDepth)
  ) dut (
      .clk, .write, .data, .read, .read_index, .read_data
  );

  // The position of the watched element in the bus word, and whether it is written.
  sram_index_t position;
  logic hit;
  logic [PieceBits-1:0] piece_data;
  always_comb begin
    position = sram_index_t'(watched) - write.at.origin;
    hit = write.valid && position >= sram_index_t'(write.at.first) &&
          position < sram_index_t'(write.at.first) + sram_index_t'(write.at.count);
    piece_data = data[PieceBits-1:0];
    for (int p = 1; p < int'(PerWord); ++p)
      if (position == sram_index_t'(p)) piece_data = data[p*PieceBits+:PieceBits];
  end

  logic [Width-1:0] element_q, read_q;
  logic [Pieces-1:0] known_q = '0;
  logic read_known_q = 1'b0, started_q = 1'b0;
  logic [LogDepth-1:0] watched_q;
  always_ff @(posedge clk) begin
    started_q <= 1'b1;
    watched_q <= watched;
    for (int p = 0; p < int'(Pieces); ++p) begin
      if (hit && (write.pad || Pieces == 1 || write.at.piece == piece_t'(p))) begin
        known_q[p] <= 1'b1;
        element_q[p*PieceBits+:PieceBits] <= write.pad ? '0 : piece_data;
      end
    end
    if (read) begin
      read_known_q <= read_index == watched && known_q == '1;
      read_q <= element_q;
    end
  end

  always_comb begin
    assume_one_element_watched: assume (!started_q || watched == watched_q);
    cover_one_element_watched: cover (started_q && watched == LogDepth'(5) && known_q == '1);
    assume_positions_in_the_word:
    assume (!write.valid || write.pad || 32'(write.at.first) + 32'(write.at.count) <= PerWord);
    cover_positions_in_the_word:
    cover (write.valid && hit && !write.pad && 32'(write.at.count) == PerWord);
    assume_pad_is_one:
    assume (!write.valid || !write.pad || (write.at.first == '0 && write.at.count == count_t'(1)));
    cover_pad_is_one: cover (write.valid && write.pad && hit);
    assume_in_range:
    assume (!write.valid || 32'(write.at.origin) + 32'(write.at.first) + 32'(write.at.count) <=
                            2 ** LogDepth);
    cover_in_range:
    cover (write.valid && 32'(write.at.origin) + 32'(write.at.count) == 2 ** LogDepth);
    assume_piece_exists: assume (32'(write.at.piece) < Pieces);
    cover_piece_exists: cover (32'(write.at.piece) == Pieces - 1 && known_q == '1);
    assert_read: assert (!read_known_q || read_data == read_q);
    cover_read: cover (read_known_q && hit);
  end

endmodule
