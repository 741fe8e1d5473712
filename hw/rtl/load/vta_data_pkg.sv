// What the data half of the core shares: how a memory instruction becomes runs, bursts and beats,
// what is written to a scratchpad in a cycle, and in which bank it lies.
package vta_data_pkg;
  import vta_isa_pkg::*;
  import vta_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every top needs all of them
  localparam int unsigned AccLanes = Batch * BlockOut;
  localparam int unsigned SrcBits = LogAccDepth > LogInpDepth ? LogAccDepth : LogInpDepth;

  // An instruction's elements: at most 65536 in its scratchpad. A run of them: at most 2^30 bytes.
  localparam int unsigned ElemBits = 17;
  localparam int unsigned RunByteBits = 31;
  localparam int unsigned LogSizeBits = 4;  // log2 of an element's bytes: 2..14

  // Instructions that compute executes at once, and its read ports of UOP: with two, one for each
  // and one to look at the next (compute/overlap.md).
  localparam int unsigned Pipes = AccOverlap != 0 ? 2 : 1;
  localparam int unsigned UopPorts = AccOverlap != 0 ? 3 : 1;
  localparam int unsigned MaxUnretired = 16;
  localparam int unsigned UnretiredBits = $clog2(MaxUnretired + 1);
  typedef enum logic [0:0] {
    PipeG = 1'd0,  // GEMM; with one pipe, everything
    PipeA = 1'd1
  } pipe_e;
  typedef logic [Pipes-1:0] pipe_set_t;  // a bit for each
  typedef logic [1:0] half_set_t;  // a bit for each half of ACC

  // What an instruction of compute adds to a counter: steps, or bytes of a LOAD.
  localparam int unsigned AmountBits = 2 * GemmIterInWidth + LogUopDepth + 1;
  typedef logic [AmountBits-1:0] amount_t;
  typedef enum logic [2:0] {
    CountedNothing,
    CountedUopBytes,
    CountedAccBytes,
    CountedGemm,
    CountedAlu
  } counted_e;

  // Multipliers that simulators are given as one block of code (compute/vta_gemm_groups.sv).
  localparam int unsigned MostInOneBlock = 4096;
  /* verilator lint_on UNUSEDPARAM */

  typedef logic [15:0] size_t;  // rows, columns, stride of a memory instruction: elements
  typedef logic [15:0] sram_index_t;  // of an element in its scratchpad
  typedef logic [4:0] pad_t;  // left and right of a row: at most 15 each

  // A memory instruction as runs (vta_transfer_plan). Structures and function arguments are kept
  // within 64 bits: simulators handle wider ones word by word.
  typedef struct packed {
    logic [LogSizeBits-1:0] log_bytes;  // of an element in DRAM
    logic [ElemBits-1:0] run_elements;
    size_t runs;  // 0: nothing moves
  } transfer_t;

  // Which elements a bus word holds, at most 16 of them. Element i lies at position i - origin of
  // the word; the word's are [first, first + count). An element larger than the bus is moved piece
  // by piece.
  typedef logic [3:0] position_t;
  typedef logic [4:0] count_t;
  typedef logic [10:0] piece_t;
  typedef struct packed {
    sram_index_t origin;
    position_t first;
    count_t count;
    piece_t piece;
  } placement_t;

  typedef struct packed {
    logic valid;
    logic pad;  // element `origin` becomes zero, else the beat is written
    placement_t at;
  } scratchpad_write_t;

  // Elements smaller than a bus word are spread over as many banks as it holds of them, a power of
  // two: element i is in row i / banks of bank i mod banks, so that a beat writes all of its
  // elements at once. Larger ones are in one bank and are written in pieces as wide as the bus.
  function automatic int unsigned banks_of(int unsigned element_bits);
    return element_bits < BusBits ? BusBits / element_bits : 1;
  endfunction

  function automatic int unsigned pieces_of(int unsigned element_bits);
    return element_bits > BusBits ? element_bits / BusBits : 1;
  endfunction

  // log2 of the rows of each bank; never one row alone.
  function automatic int unsigned log_rows_of(int unsigned log_depth, int unsigned banks);
    return log_depth > unsigned'($clog2(banks)) ? log_depth - $clog2(banks) : 1;
  endfunction

  function automatic sram_index_t bank_of(sram_index_t index, int unsigned banks);
    return index & sram_index_t'(banks - 1);
  endfunction

  function automatic sram_index_t row_of(sram_index_t index, int unsigned banks);
    return index >> $clog2(banks);
  endfunction

  // The part of a bus word that is one bank's: at most one element.
  typedef struct packed {
    logic enable;
    position_t position;  // in the bus word
    sram_index_t index;
  } bank_write_t;

  /* verilator lint_off UNUSEDSIGNAL */  // which piece of the element does not matter
  function automatic bank_write_t write_to_bank(placement_t at, sram_index_t bank,
                                                int unsigned banks);
    bank_write_t part;
    part.position = position_t'(bank_of(bank - at.origin, banks));
    part.index = at.origin + sram_index_t'(part.position);
    // As integers: a comparison of five bits is shallow enough for a synthesiser to take twice the
    // LUTs for the data that it enables.
    part.enable = int'(part.position) >= int'(at.first) &&
                  int'(part.position) < int'(at.first) + int'(at.count);
    return part;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

endpackage
