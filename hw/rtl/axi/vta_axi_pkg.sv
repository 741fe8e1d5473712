// Widths of the two forms of AXI that the shell speaks (key AXI: 4, or 3 with shorter bursts and
// addresses), and what its parts say to each other.
package vta_axi_pkg;
  import vta_pkg::*;
  import vta_shell_pkg::*;

  /* verilator lint_off UNUSEDPARAM */  // not every top needs all of them
  localparam int unsigned AxiAddrBits = Axi == 3 ? 32 : AddrBits;
  localparam int unsigned LenBits = Axi == 3 ? 4 : 8;
  localparam int unsigned LockBits = Axi == 3 ? 2 : 1;
  localparam int unsigned IdBits = 1;
  localparam int unsigned MostAxiBeats = 1 << LenBits;

  localparam logic [1:0] RespOkay = 2'b00;
  localparam logic [1:0] RespSlvErr = 2'b10;
  /* verilator lint_on UNUSEDPARAM */

  typedef logic [LenBits-1:0] len_t;  // beats - 1
  typedef logic [3:0] error_t;  // ERROR_CODE

  typedef struct packed {
    logic [AxiAddrBits-1:0] addr;
    len_t len;
  } burst_t;

  // Bursts that were asked for and are not answered.
  typedef struct packed {
    logic [OutstandingBits-1:0] reads;
    logic [OutstandingBits-1:0] writes;
  } in_flight_t;

endpackage
