// Memory of elements, written by beats of the memory port or one pad element per cycle, read one
// element per cycle.
//
// Elements smaller than the bus: element i is in bank i mod Banks, so that a beat writes all of its
// elements at once. Larger ones: one bank, written piece by piece.
module vta_scratchpad
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

  localparam int unsigned Banks = BusBits > Width ? BusBits / Width : 1;
  localparam int unsigned LogBanks = $clog2(Banks);
  localparam int unsigned BankBits = LogBanks > 0 ? LogBanks : 1;
  localparam int unsigned LogRows = LogDepth > LogBanks ? LogDepth - LogBanks : 1;
  localparam int unsigned Chunk = Width < BusBits ? Width : BusBits;  // written by a beat
  localparam int unsigned Pieces = Width / Chunk;

  typedef logic [BankBits-1:0] bank_t;
  typedef logic [LogRows-1:0] row_t;

  /* verilator lint_off UNUSEDSIGNAL */  // each half of an index is for one of them
  function automatic bank_t bank_of(logic [15:0] index);
    return Banks > 1 ? bank_t'(index) : bank_t'(0);
  endfunction

  function automatic row_t row_of(logic [15:0] index);
    return row_t'(index >> LogBanks);
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  logic [Banks-1:0][Width-1:0] bank_data;

  for (genvar b = 0; b < Banks; ++b) begin : bank
    logic [Width-1:0] mem[2**LogRows];
    int position;  // in the beat, of this bank's element
    logic [15:0] index;
    logic enable;

    always_comb begin
      position = 0;
      index = '0;
      enable = 1'b0;
      if (write.valid) begin
        position = int'(bank_of(16'(b) - write.at.origin));
        index = write.at.origin + 16'(position);
        enable = position >= int'(write.at.first) &&
                 position < int'(write.at.first) + int'(write.at.count);
      end
    end

    always_ff @(posedge clk) begin
      if (enable) begin
`ifdef SYNTHESIS
        // Constant slices: one write port with an enable per piece.
        for (int p = 0; p < Pieces; ++p)
          if (write.pad || Pieces == 1 || write.at.piece == 11'(p))
            mem[row_of(index)][p*Chunk+:Chunk] <= write.pad ? '0 : data[position*Chunk+:Chunk];
`else
        // The same in two assignments: a simulator looks at every one of them in every cycle.
        /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
        if (write.pad) mem[row_of(index)] <= '0;
        /* verilator lint_on WIDTHCONCAT */
        else
          mem[row_of(index)][(Pieces>1?int'(write.at.piece) : 0)*Chunk+:Chunk] <=
              data[position*Chunk+:Chunk];
`endif
      end
    end

    always_ff @(posedge clk) begin
      if (read && bank_of(16'(read_index)) == bank_t'(b))
        bank_data[b] <= mem[row_of(16'(read_index))];
    end
  end

  if (Banks > 1) begin : g_select
    bank_t bank_q;
    always_ff @(posedge clk) if (read) bank_q <= bank_of(16'(read_index));
    assign read_data = bank_data[bank_q];
  end else begin : g_only
    assign read_data = bank_data[0];
  end

`ifndef SYNTHESIS
  WriteInRange: assert property (@(posedge clk) write.valid |->
      17'(16'(write.at.origin + 16'(write.at.first))) + 17'(write.at.count) <= 17'd1 << LogDepth);
`endif

endmodule
