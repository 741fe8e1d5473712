// The instruction set for configuration 1x16_i8w8a32_15_15_18_17.
// Generated from the field table and the register table (hw/isa); do not edit.
/* verilator lint_off UNUSEDPARAM */  // all is in it, whatever a top needs
package vta_isa_pkg;

  // Shape of the machine.
  localparam int unsigned Batch = 1;
  localparam int unsigned BlockIn = 16;
  localparam int unsigned BlockOut = 16;
  localparam int unsigned BusBytes = 8;
  localparam int unsigned CmdQueueDepth = 512;
  localparam int unsigned AccReadPorts = 2;
  localparam int unsigned GemmPipeline = 3;
  localparam int unsigned ProductsPerMultiplier = 1;
  localparam int unsigned AccOverlap = 0;
  localparam int unsigned IsaExt = 0;
  localparam int unsigned InsnBits = 128;
  localparam int unsigned UopBits = 32;

  // Bytes of one element in memory; log2 of the depth of the scratchpad.
  localparam int unsigned UopElemBytes = 4;
  localparam int unsigned WgtElemBytes = 256;
  localparam int unsigned InpElemBytes = 16;
  localparam int unsigned AccElemBytes = 64;
  localparam int unsigned OutElemBytes = 16;
  localparam int unsigned Acc8ElemBytes = 16;
  localparam int unsigned LogUopDepth = 13;
  localparam int unsigned LogWgtDepth = 10;
  localparam int unsigned LogInpDepth = 11;
  localparam int unsigned LogAccDepth = 11;

  typedef enum logic [2:0] {
    OpLoad = 3'd0,
    OpStore = 3'd1,
    OpGemm = 3'd2,
    OpFinish = 3'd3,
    OpAlu = 3'd4
  } opcode_e;

  typedef enum logic [2:0] {
    MemUop = 3'd0,
    MemWgt = 3'd1,
    MemInp = 3'd2,
    MemAcc = 3'd3,
    MemOut = 3'd4,
    MemAcc8 = 3'd5
  } memory_type_e;

  // Fields of LOAD and STORE.
  localparam int unsigned MemOpcodeLsb = 0;
  localparam int unsigned MemOpcodeWidth = 3;
  localparam int unsigned MemPopPrevLsb = 3;
  localparam int unsigned MemPopPrevWidth = 1;
  localparam int unsigned MemPopNextLsb = 4;
  localparam int unsigned MemPopNextWidth = 1;
  localparam int unsigned MemPushPrevLsb = 5;
  localparam int unsigned MemPushPrevWidth = 1;
  localparam int unsigned MemPushNextLsb = 6;
  localparam int unsigned MemPushNextWidth = 1;
  localparam int unsigned MemMemoryTypeLsb = 7;
  localparam int unsigned MemMemoryTypeWidth = 3;
  localparam int unsigned MemSramBaseLsb = 10;
  localparam int unsigned MemSramBaseWidth = 16;
  localparam int unsigned MemDramBaseLsb = 26;
  localparam int unsigned MemDramBaseWidth = 32;
  localparam int unsigned MemYSizeLsb = 64;
  localparam int unsigned MemYSizeWidth = 16;
  localparam int unsigned MemXSizeLsb = 80;
  localparam int unsigned MemXSizeWidth = 16;
  localparam int unsigned MemXStrideLsb = 96;
  localparam int unsigned MemXStrideWidth = 16;
  localparam int unsigned MemYPad0Lsb = 112;
  localparam int unsigned MemYPad0Width = 4;
  localparam int unsigned MemYPad1Lsb = 116;
  localparam int unsigned MemYPad1Width = 4;
  localparam int unsigned MemXPad0Lsb = 120;
  localparam int unsigned MemXPad0Width = 4;
  localparam int unsigned MemXPad1Lsb = 124;
  localparam int unsigned MemXPad1Width = 4;

  // Fields of GEMM.
  localparam int unsigned GemmOpcodeLsb = 0;
  localparam int unsigned GemmOpcodeWidth = 3;
  localparam int unsigned GemmPopPrevLsb = 3;
  localparam int unsigned GemmPopPrevWidth = 1;
  localparam int unsigned GemmPopNextLsb = 4;
  localparam int unsigned GemmPopNextWidth = 1;
  localparam int unsigned GemmPushPrevLsb = 5;
  localparam int unsigned GemmPushPrevWidth = 1;
  localparam int unsigned GemmPushNextLsb = 6;
  localparam int unsigned GemmPushNextWidth = 1;
  localparam int unsigned GemmResetLsb = 7;
  localparam int unsigned GemmResetWidth = 1;
  localparam int unsigned GemmUopBgnLsb = 8;
  localparam int unsigned GemmUopBgnWidth = 13;
  localparam int unsigned GemmUopEndLsb = 21;
  localparam int unsigned GemmUopEndWidth = 14;
  localparam int unsigned GemmIterOutLsb = 35;
  localparam int unsigned GemmIterOutWidth = 14;
  localparam int unsigned GemmIterInLsb = 49;
  localparam int unsigned GemmIterInWidth = 14;
  localparam int unsigned GemmDstOutLsb = 64;
  localparam int unsigned GemmDstOutWidth = 11;
  localparam int unsigned GemmDstInLsb = 75;
  localparam int unsigned GemmDstInWidth = 11;
  localparam int unsigned GemmSrcOutLsb = 86;
  localparam int unsigned GemmSrcOutWidth = 11;
  localparam int unsigned GemmSrcInLsb = 97;
  localparam int unsigned GemmSrcInWidth = 11;
  localparam int unsigned GemmWgtOutLsb = 108;
  localparam int unsigned GemmWgtOutWidth = 10;
  localparam int unsigned GemmWgtInLsb = 118;
  localparam int unsigned GemmWgtInWidth = 10;

  // Fields of ALU.
  localparam int unsigned AluOpcodeLsb = 0;
  localparam int unsigned AluOpcodeWidth = 3;
  localparam int unsigned AluPopPrevLsb = 3;
  localparam int unsigned AluPopPrevWidth = 1;
  localparam int unsigned AluPopNextLsb = 4;
  localparam int unsigned AluPopNextWidth = 1;
  localparam int unsigned AluPushPrevLsb = 5;
  localparam int unsigned AluPushPrevWidth = 1;
  localparam int unsigned AluPushNextLsb = 6;
  localparam int unsigned AluPushNextWidth = 1;
  localparam int unsigned AluResetLsb = 7;
  localparam int unsigned AluResetWidth = 1;
  localparam int unsigned AluUopBgnLsb = 8;
  localparam int unsigned AluUopBgnWidth = 13;
  localparam int unsigned AluUopEndLsb = 21;
  localparam int unsigned AluUopEndWidth = 14;
  localparam int unsigned AluIterOutLsb = 35;
  localparam int unsigned AluIterOutWidth = 14;
  localparam int unsigned AluIterInLsb = 49;
  localparam int unsigned AluIterInWidth = 14;
  localparam int unsigned AluDstOutLsb = 64;
  localparam int unsigned AluDstOutWidth = 11;
  localparam int unsigned AluDstInLsb = 75;
  localparam int unsigned AluDstInWidth = 11;
  localparam int unsigned AluSrcOutLsb = 86;
  localparam int unsigned AluSrcOutWidth = 11;
  localparam int unsigned AluSrcInLsb = 97;
  localparam int unsigned AluSrcInWidth = 11;
  localparam int unsigned AluAluOpcodeLsb = 108;
  localparam int unsigned AluAluOpcodeWidth = 3;
  localparam int unsigned AluUseImmLsb = 111;
  localparam int unsigned AluUseImmWidth = 1;
  localparam int unsigned AluImmLsb = 112;
  localparam int unsigned AluImmWidth = 16;

  // Fields of a micro-op.
  localparam int unsigned UopDstLsb = 0;
  localparam int unsigned UopDstWidth = 11;
  localparam int unsigned UopSrcLsb = 11;
  localparam int unsigned UopSrcWidth = 11;
  localparam int unsigned UopWgtLsb = 22;
  localparam int unsigned UopWgtWidth = 10;

  typedef struct packed {
    logic [3:0] x_pad_1;
    logic [3:0] x_pad_0;
    logic [3:0] y_pad_1;
    logic [3:0] y_pad_0;
    logic [15:0] x_stride;
    logic [15:0] x_size;
    logic [15:0] y_size;
    logic [5:0] unused_0;
    logic [31:0] dram_base;
    logic [15:0] sram_base;
    logic [2:0] memory_type;
    logic push_next;
    logic push_prev;
    logic pop_next;
    logic pop_prev;
    logic [2:0] opcode;
  } mem_insn_t;

  typedef struct packed {
    logic [9:0] wgt_in;
    logic [9:0] wgt_out;
    logic [10:0] src_in;
    logic [10:0] src_out;
    logic [10:0] dst_in;
    logic [10:0] dst_out;
    logic unused_0;
    logic [13:0] iter_in;
    logic [13:0] iter_out;
    logic [13:0] uop_end;
    logic [12:0] uop_bgn;
    logic reset;
    logic push_next;
    logic push_prev;
    logic pop_next;
    logic pop_prev;
    logic [2:0] opcode;
  } gemm_insn_t;

  typedef struct packed {
    logic signed [15:0] imm;
    logic use_imm;
    logic [2:0] alu_opcode;
    logic [10:0] src_in;
    logic [10:0] src_out;
    logic [10:0] dst_in;
    logic [10:0] dst_out;
    logic unused_0;
    logic [13:0] iter_in;
    logic [13:0] iter_out;
    logic [13:0] uop_end;
    logic [12:0] uop_bgn;
    logic reset;
    logic push_next;
    logic push_prev;
    logic pop_next;
    logic pop_prev;
    logic [2:0] opcode;
  } alu_insn_t;

  typedef struct packed {
    logic [9:0] wgt;
    logic [10:0] src;
    logic [10:0] dst;
  } uop_t;

  // Error codes, in order of precedence.
  typedef enum logic [3:0] {
    ErrNone = 4'd0,
    ErrOpcode = 4'd1,
    ErrMemoryType = 4'd2,
    ErrTokenBits = 4'd3,
    ErrField = 4'd4,
    ErrUopRange = 4'd5,
    ErrSramRange = 4'd6,
    ErrDramRange = 4'd7,
    ErrIndexRange = 4'd8,
    ErrDeadlock = 4'd9,
    ErrNoFinish = 4'd10,
    ErrFinishNotLast = 4'd11,
    ErrBusError = 4'd12
  } isa_error_e;

  // AXI-Lite byte offsets; 64-bit registers take two words, low first.
  localparam logic [11:0] RegControl = 12'h000;  // 32 bits, read/write: write 1: launch
  localparam logic [11:0] RegStatus = 12'h004;  // 32 bits, read only: bit 0 done, bit 1 error, bit 2 tokens left over
  localparam logic [11:0] RegErrorCode = 12'h008;  // 32 bits, read only: error code of the last run, 0 for none
  localparam logic [11:0] RegErrorInsn = 12'h00c;  // 32 bits, read only: index of the faulty instruction
  localparam logic [11:0] RegInsnCount = 12'h010;  // 32 bits, read/write: instructions of the stream
  localparam logic [11:0] RegInsnAddr = 12'h018;  // 64 bits, read/write: byte address of the instruction stream
  localparam logic [11:0] RegUopBase = 12'h020;  // 64 bits, read/write: byte address of micro-op element 0
  localparam logic [11:0] RegInpBase = 12'h028;  // 64 bits, read/write: byte address of INP element 0
  localparam logic [11:0] RegWgtBase = 12'h030;  // 64 bits, read/write: byte address of WGT element 0
  localparam logic [11:0] RegAccBase = 12'h038;  // 64 bits, read/write: byte address of ACC and ACC_8BIT element 0
  localparam logic [11:0] RegOutBase = 12'h040;  // 64 bits, read/write: byte address of OUT element 0
  localparam logic [11:0] RegMemLo = 12'h048;  // 64 bits, read/write: first legal byte address of memory instructions
  localparam logic [11:0] RegMemHi = 12'h050;  // 64 bits, read/write: first byte address past the legal window
  localparam logic [11:0] RegMemReadLatency = 12'h058;  // 32 bits, read/write: cycles, 0..1023
  localparam logic [11:0] RegMemWriteLatency = 12'h05c;  // 32 bits, read/write: cycles, 0..1023
  localparam logic [11:0] RegMemGap = 12'h060;  // 32 bits, read/write: idle cycles between bursts, 0..255
  localparam logic [11:0] RegMemMaxOutstanding = 12'h064;  // 32 bits, read/write: bursts in flight, 1..64
  localparam logic [11:0] RegMemBurstBeats = 12'h068;  // 32 bits, read/write: longest burst, a power of two, 1..256
  localparam logic [11:0] RegCycles = 12'h070;  // 64 bits, read only: cycles of the last run
  localparam logic [11:0] RegInpLoadNbytes = 12'h078;  // 64 bits, read only: INP bytes read
  localparam logic [11:0] RegWgtLoadNbytes = 12'h080;  // 64 bits, read only: WGT bytes read
  localparam logic [11:0] RegAccLoadNbytes = 12'h088;  // 64 bits, read only: ACC and ACC_8BIT bytes read
  localparam logic [11:0] RegUopLoadNbytes = 12'h090;  // 64 bits, read only: micro-op bytes read
  localparam logic [11:0] RegOutStoreNbytes = 12'h098;  // 64 bits, read only: bytes written
  localparam logic [11:0] RegGemmCounter = 12'h0a0;  // 64 bits, read only: GEMM steps that did not reset
  localparam logic [11:0] RegAluCounter = 12'h0a8;  // 64 bits, read only: ALU steps
  localparam logic [11:0] RegTokensLeft = 12'h0b0;  // 64 bits, read only: sum of the four token counters at the end of the run

endpackage
/* verilator lint_on UNUSEDPARAM */
