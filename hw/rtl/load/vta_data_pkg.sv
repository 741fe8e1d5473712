// What the data half of the core shares: how a memory instruction becomes runs, bursts and beats,
// and what is written to a scratchpad in a cycle.
package vta_data_pkg;
  import vta_isa_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every module needs all of them
  localparam int unsigned BusBits = 8 * BusBytes;
  localparam int unsigned LogBus = $clog2(BusBytes);
  localparam int unsigned AccLanes = Batch * BlockOut;
  localparam int unsigned SrcBits = LogAccDepth > LogInpDepth ? LogAccDepth : LogInpDepth;

  // An instruction's elements: at most 65536 in its scratchpad. A run of them: at most 2^30 bytes.
  localparam int unsigned ElemBits = 17;
  localparam int unsigned RunByteBits = 31;
  localparam int unsigned LogSizeBits = 4;  // log2 of an element's bytes: 2..14
  /* verilator lint_on UNUSEDPARAM */

  // A memory instruction as runs (vta_transfer_plan). Structures and function arguments are kept
  // within 64 bits: simulators handle wider ones word by word.
  typedef struct packed {
    logic [LogSizeBits-1:0] log_bytes;  // of an element in DRAM
    logic [15:0] index;  // of the first element in its scratchpad: pads may precede it
    logic [ElemBits-1:0] run_elements;
    logic [15:0] runs;  // 0: nothing moves
  } transfer_t;

  // Which elements a bus word holds. Element i lies at position i - origin of the word; the word's
  // are [first, first + count). An element larger than the bus is moved piece by piece.
  typedef struct packed {
    logic [15:0] origin;
    logic [3:0] first;
    logic [4:0] count;
    logic [10:0] piece;
  } placement_t;

  typedef struct packed {
    logic valid;
    logic pad;  // element `origin` becomes zero, else the beat is written
    placement_t at;
  } scratchpad_write_t;

endpackage
