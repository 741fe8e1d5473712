// Memory of elements, written by beats of the memory port or one pad element per cycle, read one
// element per cycle. Banks and pieces: vta_data_pkg.
module vta_scratchpad
  import vta_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Width = 32,  // bits of an element
    parameter int unsigned LogDepth = 13
) (
    input logic clk,
    input scratchpad_write_t write,
    input logic [BusBits-1:0] data,
    input logic read,
    input logic [LogDepth-1:0] read_index,
    output logic [Width-1:0] read_data  // of the last read, from the next cycle on
);

  localparam int unsigned Banks = banks_of(Width);
  localparam int unsigned BankBits = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned LogRows = log_rows_of(LogDepth, Banks);
  localparam int unsigned Pieces = pieces_of(Width);
  localparam int unsigned Chunk = Width / Pieces;  // written by a beat

  typedef logic [LogRows-1:0] row_t;

  sram_index_t read_bank;
  row_t read_row;
  assign read_bank = bank_of(sram_index_t'(read_index), Banks);
  assign read_row = row_t'(row_of(sram_index_t'(read_index), Banks));

  logic [Banks-1:0][Width-1:0] bank_data;

  for (genvar b = 0; b < Banks; ++b) begin : gen_bank
    logic [Width-1:0] mem[2**LogRows];
    bank_write_t part;
    row_t row;

    always_comb begin
      part = '0;
      if (write.valid) part = write_to_bank(write.at, sram_index_t'(b), Banks);
      row = row_t'(row_of(part.index, Banks));
    end

    always_ff @(posedge clk) begin
      if (part.enable) begin
`ifdef SYNTHESIS
        // Constant slices: one write port with an enable per piece.
        for (int p = 0; p < int'(Pieces); ++p)
          if (write.pad || Pieces == 1 || write.at.piece == piece_t'(p))
            mem[row][p*Chunk+:Chunk] <= write.pad ? '0 : data[part.position*Chunk+:Chunk];
`else
        // The same in two assignments: a simulator looks at every one of them in every cycle.
        /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
        if (write.pad) mem[row] <= '0;
        /* verilator lint_on WIDTHCONCAT */
        else
          mem[row][(Pieces>1?int'(write.at.piece) : 0)*Chunk+:Chunk] <=
              data[part.position*Chunk+:Chunk];
`endif
      end
    end

    always_ff @(posedge clk) begin
      if (read && read_bank == sram_index_t'(b)) bank_data[b] <= mem[read_row];
    end
  end

  if (Banks > 1) begin : gen_select
    logic [BankBits-1:0] bank_q;
    always_ff @(posedge clk) if (read) bank_q <= BankBits'(read_bank);
    assign read_data = bank_data[bank_q];
  end else begin : gen_only
    assign read_data = bank_data[0];
  end

`ifndef SYNTHESIS
  assert_write_in_range:
  assert property (@(posedge clk) !write.valid ||
      17'(sram_index_t'(write.at.origin + sram_index_t'(write.at.first))) + 17'(write.at.count)
          <= 17'd1 << LogDepth);
`endif

endmodule
