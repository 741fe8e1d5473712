// vta_ram_1w1r keeps every word, chunk by chunk. `watched` is any one word.
module proof_ram #(
    parameter int unsigned Depth = 4,
    parameter int unsigned Width = 4,
    parameter int unsigned Chunks = 2,
    localparam int unsigned AddrBits = $clog2(Depth)
) (
    input logic clk,
    input logic [Chunks-1:0] write_enable,
    input logic [AddrBits-1:0] write_addr,
    input logic [Width-1:0] write_data,
    input logic read_enable,
    input logic [AddrBits-1:0] read_addr,
    input logic [AddrBits-1:0] watched
);

  localparam int unsigned ChunkBits = Width / Chunks;

  logic [Width-1:0] read_data;
  vta_ram_1w1r #(
      .Depth(Depth),
      .Width(Width),
      .Chunks(Chunks)
  ) dut (
      .clk, .write_enable, .write_addr, .write_data, .read_enable, .read_addr, .read_data
  );

  // What the watched word holds where it has been written, and what was read of it.
  logic [Chunks-1:0] known_q = '0, read_known_q = '0;
  logic [Width-1:0] word_q, read_q;
  logic [AddrBits-1:0] watched_q;
  logic started_q = 1'b0;
  always_ff @(posedge clk) begin
    started_q <= 1'b1;
    watched_q <= watched;
    for (int c = 0; c < int'(Chunks); ++c) begin
      if (write_enable[c] && write_addr == watched) begin
        known_q[c] <= 1'b1;
        word_q[c*ChunkBits+:ChunkBits] <= write_data[c*ChunkBits+:ChunkBits];
      end
    end
    if (read_enable) begin
      read_known_q <= read_addr == watched ? known_q : '0;
      read_q <= word_q;
    end
  end

  // Bits of the chunks that are known.
  logic [Width-1:0] mask;
  always_comb for (int b = 0; b < int'(Width); ++b) mask[b] = read_known_q[b/ChunkBits];

  always_comb begin
    assume_one_word_watched: assume (!started_q || watched == watched_q);
    cover_one_word_watched: cover (started_q && watched == AddrBits'(Depth - 1));
    assume_addresses_in_range: assume (32'(write_addr) < Depth && 32'(read_addr) < Depth);
    cover_addresses_in_range: cover (32'(write_addr) == Depth - 1 && 32'(read_addr) == Depth - 1);
    assert_word: assert ((read_data & mask) == (read_q & mask));
    cover_read_beside_write:
    cover (read_enable && known_q == '1 && write_enable[0] && read_addr == write_addr);
  end

endmodule
