// What several cores before one memory share. The sizes that it takes from vta_pkg are alike in
// every core, whatever its configuration.
package vta_system_pkg;
  import vta_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every top needs all of them
  localparam int unsigned MaxCores = 8;
  localparam int unsigned CoreBits = $clog2(MaxCores);

  // MEM_GAP of a core that nothing was written to.
  localparam logic [GapBits-1:0] ResetGap = GapBits'(1);
  /* verilator lint_on UNUSEDPARAM */

  // A burst between a core's port and the memory.
  typedef struct packed {
    logic write;
    logic [AddrBits-1:0] addr;
    logic [BeatBits-1:0] beats;
  } system_burst_t;

endpackage
