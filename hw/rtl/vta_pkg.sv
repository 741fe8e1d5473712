// What the units of the core say to each other. Every field comes from a register.
package vta_pkg;
  import vta_isa_pkg::*;

  localparam int unsigned AddrBits = 64;
  localparam int unsigned IndexBits = 32;
  localparam int unsigned BeatBits = 9;  // beats of one burst: 1..256

  // Cyclic order of the arbiter, and numbering of the units in probes.
  typedef enum logic [1:0] {
    MasterFetch = 2'd0,
    MasterLoad = 2'd1,
    MasterCompute = 2'd2,
    MasterStore = 2'd3
  } master_e;

  // An instruction in a command queue.
  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [InsnBits-1:0] insn;
  } command_t;

  // A burst that a master asks for: held from the edge that registers it until granted.
  typedef struct packed {
    logic valid;
    logic [AddrBits-1:0] addr;  // of the first bus word: a multiple of the bus
    logic [BeatBits-1:0] beats;
  } burst_request_t;

  // A read beat, as the port's input register holds it: written to its place at the next edge.
  typedef struct packed {
    logic valid;
    logic [8*BusBytes-1:0] data;
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

  // What a unit shows to test benches; unused in synthesis. `retire` is 1 in the cycle after the
  // edge that registers a completion; `state` and `index` describe the cycle that is running (the
  // instruction executed or waited for; with none, the last one retired).
  typedef struct packed {
    logic retire;
    logic [IndexBits-1:0] retire_index;
    unit_state_e state;
    logic index_valid;
    logic [IndexBits-1:0] index;
  } probe_t;

endpackage
