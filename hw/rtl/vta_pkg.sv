// What the units of the core say to each other, and the limits that they share. Every field comes
// from a register, but for unit_status_t's start, done and pushes.
package vta_pkg;
  import vta_isa_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every top needs all of them
  localparam int unsigned AddrBits = 64;
  localparam int unsigned IndexBits = 32;  // of an instruction in its stream
  localparam int unsigned BusBits = 8 * BusBytes;
  localparam int unsigned LogBus = $clog2(BusBytes);
  localparam int unsigned InsnBytes = InsnBits / 8;
  localparam int unsigned LogInsnBytes = $clog2(InsnBytes);

  // Limits of the registers MEM_*, and what they make of the widths of counters.
  localparam int unsigned MaxLatency = 1023;
  localparam int unsigned MaxGap = 255;
  localparam int unsigned MaxOutstanding = 64;  // bursts in flight
  localparam int unsigned MaxBurstBeats = 256;
  localparam int unsigned LogBoundary = 12;  // no burst crosses a multiple of 2^12 bytes
  localparam int unsigned GapBits = $clog2(MaxGap + 1);
  localparam int unsigned OutstandingBits = $clog2(MaxOutstanding + 1);
  localparam int unsigned BeatBits = $clog2(MaxBurstBeats + 1);
  localparam int unsigned FlightBits = $clog2(MaxOutstanding * MaxBurstBeats + 1);  // their beats

  // The units that execute instructions. What has an entry for each of them is indexed so.
  localparam int unsigned Units = 3;
  typedef enum logic [1:0] {
    UnitLoad = 2'd0,
    UnitCompute = 2'd1,
    UnitStore = 2'd2
  } unit_e;
  typedef logic [Units-1:0] unit_set_t;  // a bit for each

  // The masters of the memory port: fetch, then the units. Cyclic order of the arbiter.
  localparam int unsigned Masters = 4;
  typedef enum logic [1:0] {
    MasterFetch = 2'd0,
    MasterLoad = 2'd1,
    MasterCompute = 2'd2,
    MasterStore = 2'd3
  } master_e;

  // Fetch asks for at most what lies between two multiples of 2^8 bytes; each of its two buffers
  // holds as much. The place of an instruction in one.
  localparam int unsigned LogGroup = 8;
  localparam int unsigned GroupBeats = (1 << LogGroup) / BusBytes;
  localparam int unsigned PlaceBits = LogGroup - LogInsnBytes;
  typedef logic [PlaceBits-1:0] place_t;

  // Token counters are of 32 bits, the sum of all four has two more.
  localparam int unsigned TokenBits = 32;
  localparam int unsigned TokenSumBits = TokenBits + 2;

  /* verilator lint_on UNUSEDPARAM */

  // An instruction in a command queue.
  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [InsnBits-1:0] insn;
  } command_t;

  // What control shows a unit: the head of its queue, and which tokens are there.
  typedef struct packed {
    logic valid;       // there is a head
    logic token_prev;  // of the unit before; constant 0 where there is none
    logic token_next;
    command_t command;
  } unit_head_t;

  // What a unit answers in the same cycle.
  typedef struct packed {
    logic start;      // takes its head and that one's tokens at this edge
    logic done;       // the instruction is complete at this edge
    logic push_prev;  // tokens that it pushes then
    logic push_next;
    logic executing;  // a register: 1 in cycles s+1 .. done; two pipes: compute/overlap.md
  } unit_status_t;

  // A burst that a master asks for: held from the edge that registers it until granted.
  typedef struct packed {
    logic valid;
    logic [AddrBits-1:0] addr;  // of the first bus word: a multiple of the bus
    logic [BeatBits-1:0] beats;
  } burst_request_t;

  // A read beat, as the port's input register holds it: written to its place at the next edge.
  typedef struct packed {
    logic valid;
    logic [BusBits-1:0] data;
  } read_beat_t;

  // Byte addresses that are added to dram_base * element bytes.
  typedef struct packed {
    logic [AddrBits-1:0] uop;
    logic [AddrBits-1:0] inp;
    logic [AddrBits-1:0] wgt;
    logic [AddrBits-1:0] acc;
    logic [AddrBits-1:0] out;
  } base_addresses_t;

  // Counters of ISA section 7, of the run so far.
  typedef struct packed {
    logic [63:0] inp_load_nbytes;
    logic [63:0] wgt_load_nbytes;
    logic [63:0] acc_load_nbytes;
    logic [63:0] uop_load_nbytes;
    logic [63:0] out_store_nbytes;
    logic [63:0] gemm_counter;
    logic [63:0] alu_counter;
  } counters_t;

  // What a unit does in a cycle (core/README.md, "States of the units").
  typedef enum logic [2:0] {
    StateBusy = 3'd0,
    StateTokenPrev = 3'd1,
    StateTokenNext = 3'd2,
    StateMemQueued = 3'd3,
    StateMemLatency = 3'd4,
    StateMemData = 3'd5,
    StateSlot = 3'd6,
    StateNone = 3'd7
  } unit_state_e;

  // What a unit shows to test benches; left open in a system. `retire` is 1 in the cycle after the
  // edge that registers a completion; `state` and `index` describe the cycle that is running (the
  // instruction executed or waited for; with none, the last one retired). Indices are whole words:
  // four probes are laid side by side in every cycle, and what is no whole word is shifted then.
  typedef struct packed {
    logic [IndexBits-1:0] retire_index;
    logic [26:0] unused;  // 0
    logic retire;
    unit_state_e state;
    logic index_valid;
    logic [IndexBits-1:0] index;
  } probe_t;

endpackage
