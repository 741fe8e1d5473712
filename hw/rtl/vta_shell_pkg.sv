// The AXI shell for configuration 1x16_i8w8a32_15_15_18_17.
// Generated from the configuration and the register table (hw/isa); do not edit.
/* verilator lint_off UNUSEDPARAM */  // all is in it, whatever a top needs
package vta_shell_pkg;

  // Form of the memory's bus; identity of the streams that the machine runs.
  localparam int unsigned Axi = 4;
  localparam logic [63:0] StreamHash = 64'h1b3c874b6a28d4e5;

  // Error codes behind the core's.
  localparam logic [3:0] ErrTimeout = 4'd13;
  localparam logic [3:0] ErrAborted = 4'd14;

  // AXI-Lite byte offsets; 64-bit registers take two words, low first.
  localparam logic [11:0] RegShellId = 12'h100;  // 32 bits, read only: 0x56544131: there is a shell
  localparam logic [11:0] RegShellVersion = 12'h104;  // 32 bits, read only: of this map: major << 16 + minor
  localparam logic [11:0] RegShellControl = 12'h108;  // 32 bits, read/write: write bit 0: abort, bit 1: soft reset
  localparam logic [11:0] RegIrqEnable = 12'h10c;  // 32 bits, read/write: bit 0: the end of a run raises irq
  localparam logic [11:0] RegIrqStatus = 12'h110;  // 32 bits, read/write: bit 0: a run has ended; writing 1 clears it
  localparam logic [11:0] RegWatchdog = 12'h114;  // 32 bits, read/write: cycles without progress on the bus, 0: off
  localparam logic [11:0] RegStreamHash = 12'h118;  // 64 bits, read only: hash of what a stream depends on
  localparam logic [11:0] RegShape = 12'h120;  // 32 bits, read only: bytes: log2 of batch, block in, block out, bus bytes
  localparam logic [11:0] RegDepths = 12'h124;  // 32 bits, read only: bytes: log2 of the depths of UOP, INP, WGT, ACC
  localparam logic [11:0] RegFeatures = 12'h128;  // 32 bits, read only: byte 0 AXI, bit 8 and bits 10..15 ISA_EXT, bit 9 ACC_OVERLAP, bits 16..26 CMD_QUEUE_DEPTH
  localparam logic [11:0] RegShellStatus = 12'h12c;  // 32 bits, read only: bit 0 running, bit 1 launches refused, byte 1 reads, byte 2 writes in flight

endpackage
/* verilator lint_on UNUSEDPARAM */
