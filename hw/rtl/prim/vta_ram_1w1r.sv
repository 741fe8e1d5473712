// RAM with one write port (enables per chunk of a word) and one registered read port. A read of the
// word that is written at the same edge gives its old contents. The output holds while read_enable
// is 0. Not for memories that need their words cleared: they come up undefined.
module vta_ram_1w1r #(
    parameter int unsigned Depth = 512,
    parameter int unsigned Width = 128,
    parameter int unsigned Chunks = 1,
    localparam int unsigned AddrBits = $clog2(Depth)
) (
    input logic clk,
    input logic [Chunks-1:0] write_enable,
    input logic [AddrBits-1:0] write_addr,
    input logic [Width-1:0] write_data,
    input logic read_enable,
    input logic [AddrBits-1:0] read_addr,
    output logic [Width-1:0] read_data
);

  localparam int unsigned ChunkBits = Width / Chunks;

  for (genvar c = 0; c < Chunks; ++c) begin : gen_chunk
    logic [ChunkBits-1:0] mem[Depth];

    always_ff @(posedge clk) begin
      if (write_enable[c]) mem[write_addr] <= write_data[c*ChunkBits+:ChunkBits];
      if (read_enable) read_data[c*ChunkBits+:ChunkBits] <= mem[read_addr];
    end
  end

endmodule
