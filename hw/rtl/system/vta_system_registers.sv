// The register ports of the cores of a system behind one: a word of one core at an edge. It keeps
// every core's MEM_GAP for the arbiter, as the core does for its port.
module vta_system_registers
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_system_pkg::*;
#(
    parameter int unsigned Cores = 2
) (
    input logic clk,
    input logic rst,

    input logic reg_we,
    output logic reg_refused,  // of a core that is not there, too
    input logic [CoreBits-1:0] reg_core,
    /* verilator lint_off UNUSEDSIGNAL */  // bytes: the last two bits mean nothing
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,  // a gap has few bits
    /* verilator lint_on UNUSEDSIGNAL */
    input logic [CoreBits-1:0] reg_rcore,
    output logic [31:0] reg_rdata,

    output logic [Cores-1:0] core_we,
    input logic [Cores-1:0] core_refused,
    input logic [Cores-1:0][31:0] core_rdata,

    output logic [Cores-1:0][GapBits-1:0] gap
);

  logic [Cores-1:0] chosen;
  for (genvar c = 0; c < Cores; ++c) begin : gen_core
    assign chosen[c] = reg_core == CoreBits'(c);
    assign core_we[c] = reg_we && chosen[c];

    always_ff @(posedge clk) begin
      if (rst) gap[c] <= ResetGap;
      else if (core_we[c] && !core_refused[c] && reg_addr[11:2] == RegMemGap[11:2])
        gap[c] <= reg_wdata[GapBits-1:0];
    end
  end

  assign reg_refused = reg_we && (chosen & ~core_refused) == '0;

  always_comb begin
    reg_rdata = '0;
    for (int c = 0; c < int'(Cores); ++c) if (reg_rcore == CoreBits'(c)) reg_rdata = core_rdata[c];
  end

endmodule
