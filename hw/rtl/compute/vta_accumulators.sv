// The accumulator scratchpad and its shadow: the low byte of every lane, which is what store reads.
// Every write goes to both, so store and compute never share a port.
//
// Written by a step (a whole element), by a beat of LOAD ACC or ACC_8BIT, or by a pad. Read one
// element per port and cycle; the shadow one bus word per cycle. Element i is in bank i mod Banks,
// as many banks as a bus word holds elements of low bytes.
//
// One of two halves (vta_accumulator_halves) holds the elements whose top bit is Half: others that
// a LOAD writes are the other's; steps and reads are for this one alone.
module vta_accumulators
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Halves = 1,
    parameter int unsigned Half = 0
) (
    input logic clk,

    input logic step_write,
    input logic [LogAccDepth-1:0] step_index,
    input logic [AccLanes-1:0][31:0] step_data,

    input scratchpad_write_t write,
    input logic write_is_acc8,
    input logic [BusBits-1:0] data,

    input logic read_a,
    input logic [LogAccDepth-1:0] read_a_index,
    output logic [AccLanes-1:0][31:0] read_a_data,
    input logic read_b,  // only with two read ports
    input logic [LogAccDepth-1:0] read_b_index,
    output logic [AccLanes-1:0][31:0] read_b_data,

    input logic shadow_read,
    /* verilator lint_off UNUSEDSIGNAL */  // store knows which bytes it wants
    input placement_t shadow_at,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [BusBits-1:0] shadow_data
);

  // As many banks as for a scratchpad of low bytes.
  localparam int unsigned Banks = banks_of(8 * AccLanes);
  localparam int unsigned BankBits = Banks > 1 ? $clog2(Banks) : 1;
  localparam int unsigned LogOwn = LogAccDepth - (Halves - 1);  // of its elements
  localparam int unsigned LogRows = log_rows_of(LogOwn, Banks);

  // In how many pieces an element is written, and lanes of it that a beat writes.
  localparam int unsigned AccPieces = pieces_of(32 * AccLanes);
  localparam int unsigned Acc8Pieces = pieces_of(8 * AccLanes);
  localparam int unsigned AccChunk = AccLanes / AccPieces;
  localparam int unsigned Acc8Chunk = AccLanes / Acc8Pieces;

  typedef logic [BankBits-1:0] bank_t;
  typedef logic [LogRows-1:0] row_t;

  function automatic bank_t bank_at(sram_index_t index);
    return bank_t'(bank_of(index, Banks));
  endfunction

  function automatic row_t row_at(sram_index_t index);
    return row_t'(row_of(Halves > 1 ? index & sram_index_t'((1 << LogOwn) - 1) : index, Banks));
  endfunction

  logic [Banks-1:0][AccLanes-1:0][31:0] bank_a, bank_b;
  logic [Banks-1:0][8*AccLanes-1:0] bank_shadow;

  int acc_piece, acc8_piece;
  assign acc_piece = AccPieces > 1 ? int'(write.at.piece) : 0;
  assign acc8_piece = Acc8Pieces > 1 ? int'(write.at.piece) : 0;

  // A step's low bytes.
  logic [AccLanes-1:0][7:0] step_low;
  always_comb begin
    step_low = '0;
    if (step_write) for (int l = 0; l < int'(AccLanes); ++l) step_low[l] = step_data[l][7:0];
  end

  for (genvar b = 0; b < Banks; ++b) begin : gen_bank
    // One packed dimension: Verilator lets no other array be read by name.
    logic [32*AccLanes-1:0] mem[2**LogRows];
    logic [8*AccLanes-1:0] shadow[2**LogRows];

    bank_write_t part;  // of the LOAD's write
    logic step_here;
    sram_index_t shadow_index;
    row_t row;

    always_comb begin
      step_here = step_write && bank_at(sram_index_t'(step_index)) == bank_t'(b);
      part = '0;
      if (write.valid) part = write_to_bank(write.at, sram_index_t'(b), Banks);
      if (Halves > 1 && part.index >> LogOwn != sram_index_t'(Half)) part.enable = 1'b0;
      row = row_at((Halves > 1 ? part.enable : write.valid) ? part.index :
                                                              sram_index_t'(step_index));
    end

    // What a beat writes into this bank: its low bytes, sign-extended.
    logic [AccChunk-1:0][31:0] acc_chunk;
    logic [AccChunk-1:0][7:0] acc_low;
    logic [Acc8Chunk-1:0][7:0] acc8_chunk;
    logic [Acc8Chunk-1:0][31:0] acc8_extended;
    always_comb begin
      acc_chunk = '0;
      acc_low = '0;
      acc8_chunk = '0;
      acc8_extended = '0;
      if (part.enable && !write_is_acc8) begin
        acc_chunk = data[part.position*32*AccChunk+:32*AccChunk];
        for (int l = 0; l < int'(AccChunk); ++l) acc_low[l] = acc_chunk[l][7:0];
      end
      if (part.enable && write_is_acc8) begin
        acc8_chunk = data[part.position*8*Acc8Chunk+:8*Acc8Chunk];
        for (int l = 0; l < int'(Acc8Chunk); ++l)
          acc8_extended[l] = {{24{acc8_chunk[l][7]}}, acc8_chunk[l]};
      end
    end

    always_ff @(posedge clk) begin
      if (step_here) begin
        mem[row] <= step_data;
        shadow[row] <= step_low;
      end else if (part.enable) begin
`ifdef SYNTHESIS
        // Constant slices: one write port with an enable per piece.
        for (int p = 0; p < int'(AccPieces); ++p)
          if (write.pad || write_is_acc8 || acc_piece == p) begin
            if (write.pad || !write_is_acc8 || acc8_piece == p * AccChunk / Acc8Chunk) begin
              mem[row][p*32*AccChunk+:32*AccChunk] <= write.pad ? '0 : write_is_acc8 ?
                  acc8_extended[p*AccChunk%Acc8Chunk+:AccChunk] : acc_chunk;
              shadow[row][p*8*AccChunk+:8*AccChunk] <= write.pad ? '0 : write_is_acc8 ?
                  acc8_chunk[p*AccChunk%Acc8Chunk+:AccChunk] : acc_low;
            end
          end
`else
        // The same, in as few assignments as there are sizes: a simulator looks at every one of
        // them in every cycle.
        if (write.pad) begin
          /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
          mem[row] <= '0;
          shadow[row] <= '0;
          /* verilator lint_on WIDTHCONCAT */
        end else if (write_is_acc8) begin
          mem[row][32*acc8_piece*Acc8Chunk+:32*Acc8Chunk] <= acc8_extended;
          shadow[row][8*acc8_piece*Acc8Chunk+:8*Acc8Chunk] <= acc8_chunk;
        end else begin
          mem[row][32*acc_piece*AccChunk+:32*AccChunk] <= acc_chunk;
          shadow[row][8*acc_piece*AccChunk+:8*AccChunk] <= acc_low;
        end
`endif
      end
    end

    always_ff @(posedge clk) begin
      if (read_a && bank_at(sram_index_t'(read_a_index)) == bank_t'(b))
        bank_a[b] <= mem[row_at(sram_index_t'(read_a_index))];
    end
    if (AccReadPorts > 1) begin : gen_read_b
      always_ff @(posedge clk) begin
        if (read_b && bank_at(sram_index_t'(read_b_index)) == bank_t'(b))
          bank_b[b] <= mem[row_at(sram_index_t'(read_b_index))];
      end
    end else begin : gen_no_read_b
      /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
      assign bank_b[b] = '0;
      /* verilator lint_on WIDTHCONCAT */
      logic unused;
      assign unused = read_b ^ (^read_b_index);
    end

    assign shadow_index = shadow_at.origin + bank_of(sram_index_t'(b) - shadow_at.origin, Banks);
    always_ff @(posedge clk) if (shadow_read) bank_shadow[b] <= shadow[row_at(shadow_index)];

`ifndef SYNTHESIS
    assert_one_writer_of_a_bank: assert property (@(posedge clk) !step_here || !part.enable);
`endif
  end

  if (Banks > 1) begin : gen_select
    bank_t a_q, b_q, shadow_q;
    always_ff @(posedge clk) begin
      if (read_a) a_q <= bank_at(sram_index_t'(read_a_index));
      if (read_b) b_q <= bank_at(sram_index_t'(read_b_index));
      if (shadow_read) shadow_q <= bank_at(shadow_at.origin);
    end
    assign read_a_data = bank_a[a_q];
    assign read_b_data = bank_b[b_q];
    for (genvar p = 0; p < Banks; ++p) begin : gen_position
      assign shadow_data[p*8*AccLanes+:8*AccLanes] = bank_shadow[bank_t'(shadow_q+bank_t'(p))];
    end
  end else begin : gen_one_bank
    assign read_a_data = bank_a[0];
    assign read_b_data = bank_b[0];
    if (Acc8Pieces > 1) begin : gen_piece
      logic [$clog2(Acc8Pieces)-1:0] piece_q;
      always_ff @(posedge clk) if (shadow_read) piece_q <= $bits(piece_q)'(shadow_at.piece);
      assign shadow_data = bank_shadow[0][int'(piece_q)*BusBits+:BusBits];
    end else begin : gen_whole
      assign shadow_data = bank_shadow[0];
    end
  end

`ifndef SYNTHESIS
  assert_one_writer: assert property (@(posedge clk) !step_write || !write.valid || Halves > 1);
  assert_load_in_range:
  assert property (@(posedge clk) !write.valid ||
      17'(sram_index_t'(write.at.origin + sram_index_t'(write.at.first))) + 17'(write.at.count)
          <= 17'd1 << LogAccDepth);
`endif

endmodule
