// What the data half of the core shares: how a memory instruction becomes runs, bursts and beats,
// and what is written to a scratchpad in a cycle.
package vta_data_pkg;
  import vta_isa_pkg::*;
  import vta_pkg::*;

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

  typedef struct packed {
    logic [AddrBits-1:0] addr;  // of the first byte
    logic [LogSizeBits-1:0] log_bytes;  // of an element in DRAM
    logic [15:0] index;  // of the first element in its scratchpad: pads may precede it
    logic [ElemBits-1:0] elements;  // of all runs
    logic [ElemBits-1:0] run_elements;
    logic [15:0] runs;  // 0: nothing moves
    logic [15:0] stride;  // elements from the begin of a run to that of the next
    logic [4:0] gap;  // pads in the scratchpad between two runs
  } transfer_t;

  // Rows become one run where nothing lies between them on either side (load/README.md).
  /* verilator lint_off UNUSEDSIGNAL */  // some fields of the instruction
  function automatic transfer_t plan_transfer(mem_insn_t insn, logic [AddrBits-1:0] base,
                                              logic [LogSizeBits-1:0] log_bytes);
    logic merged;
    transfer_t t;
    merged = insn.x_pad_0 == 0 && insn.x_pad_1 == 0 &&
             (insn.x_stride == insn.x_size || insn.y_size == 1);
    t.addr = base + ({32'd0, insn.dram_base} << log_bytes);
    t.log_bytes = log_bytes;
    t.index = insn.sram_base + 16'(insn.x_pad_0) +
              16'(insn.y_pad_0) * (16'(insn.x_pad_0) + insn.x_size + 16'(insn.x_pad_1));
    t.elements = {1'b0, insn.x_size} * {1'b0, insn.y_size};
    t.run_elements = merged ? t.elements : {1'b0, insn.x_size};
    t.runs = insn.x_size == 0 || insn.y_size == 0 ? 16'd0 : merged ? 16'd1 : insn.y_size;
    t.stride = insn.x_stride;
    t.gap = {1'b0, insn.x_pad_0} + {1'b0, insn.x_pad_1};
    return t;
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

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

  // The loop nest of a GEMM or ALU instruction; a GEMM's src factors are zero-extended.
  typedef struct packed {
    logic [LogUopDepth-1:0] uop_bgn;
    logic [LogUopDepth:0] uop_end;
    logic [13:0] iter_out;
    logic [13:0] iter_in;
    logic [LogAccDepth-1:0] dst_out;
    logic [LogAccDepth-1:0] dst_in;
    logic [SrcBits-1:0] src_out;
    logic [SrcBits-1:0] src_in;
    logic [LogWgtDepth-1:0] wgt_out;
    logic [LogWgtDepth-1:0] wgt_in;
  } loops_t;

endpackage
