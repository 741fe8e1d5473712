// The shell's registers in front of the core's (README.md, "Registers"): which writes are refused,
// how a run that was stopped reads, the interrupt. Offsets are hw/isa/registers.cpp's.
module vta_axi_registers
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_alu_pkg::*;
  import vta_shell_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,

    // A write takes effect at the edge, or is refused; reads are combinational.
    input logic reg_we,
    output logic reg_refused,
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,
    /* verilator lint_off UNUSEDSIGNAL */  // bytes: the last two bits mean nothing
    input logic [11:0] reg_raddr,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic [31:0] reg_rdata,

    // The core's, at the same addresses.
    output logic core_we,
    input logic core_refused,
    input logic [31:0] core_rdata,
    input logic running,

    output logic [31:0] watchdog,
    output logic abort,  // 1 in the cycle that ends at its edge, as is soft_reset
    output logic soft_reset,
    input in_flight_t in_flight,
    input logic stopping,
    input logic ended,
    input logic stopped,
    input error_t outcome,

    output logic irq  // a register
);

  localparam logic [31:0] ShellId = 32'h5654_4131;  // "VTA1"
  localparam logic [31:0] ShellVersion = 32'h0001_0000;
  localparam logic [31:0] Shape = {
    8'(LogBus), 8'($clog2(BlockOut)), 8'($clog2(BlockIn)), 8'($clog2(Batch))
  };
  localparam logic [31:0] Depths = {
    8'(LogAccDepth), 8'(LogWgtDepth), 8'(LogInpDepth), 8'(LogUopDepth)
  };
  localparam logic [31:0] Features = {
    16'(CmdQueueDepth), 6'(IsaExt >> 1), 1'(AccOverlap), HasRound, 8'(Axi)
  };

  // ---- writes
  // With AXI3: bursts and addresses that the bus does not have.
  function automatic logic is_beyond_axi(logic [11:0] offset, logic [31:0] value);
    if (Axi != 3) return 1'b0;
    if (offset == RegMemBurstBeats) return value > 32'(MostAxiBeats);
    return offset >= RegInsnAddr && offset < RegMemReadLatency && offset[2] && value != '0;
  endfunction

  // Of the shell's registers.
  function automatic logic is_legal(logic [11:0] offset, logic [31:0] value, logic idle);
    unique case (offset)
      RegShellControl: return value <= 32'd3;
      RegIrqEnable, RegIrqStatus: return value <= 32'd1;
      RegWatchdog: return idle;
      default: return 1'b0;
    endcase
  endfunction

  logic is_shells, shell_we, launched;
  assign is_shells = reg_addr >= RegShellId;
  assign shell_we = reg_we && is_legal(reg_addr, reg_wdata, !running && !stopping);
  assign core_we = reg_we && !is_shells && !stopping && !is_beyond_axi(reg_addr, reg_wdata);
  assign reg_refused = reg_we && !shell_we && !(core_we && !core_refused);
  assign launched = core_we && !core_refused && reg_addr == RegControl && reg_wdata[0];
  assign abort = shell_we && reg_addr == RegShellControl && reg_wdata[0];
  assign soft_reset = shell_we && reg_addr == RegShellControl && reg_wdata[1];

  // ---- the interrupt
  logic irq_enable_q, irq_status_q, enable, status, cleared;
  assign cleared = shell_we && reg_addr == RegIrqStatus && reg_wdata[0];
  assign enable = shell_we && reg_addr == RegIrqEnable ? reg_wdata[0] : irq_enable_q;
  assign status = ended || (irq_status_q && !launched && !cleared);

  always_ff @(posedge clk) begin
    if (rst || soft_reset) begin
      irq_enable_q <= 1'b1;
      irq_status_q <= 1'b0;
      irq <= 1'b0;
      watchdog <= '0;
    end else begin
      irq_enable_q <= enable;
      irq_status_q <= status;
      irq <= enable && status;
      if (shell_we && reg_addr == RegWatchdog) watchdog <= reg_wdata;
    end
  end

  // ---- reads
  logic [11:0] offset;
  assign offset = {reg_raddr[11:2], 2'b00};

  // The core's registers. A run that is being stopped, or was, is none that the core knows of.
  logic under_way;
  logic [31:0] core_view;
  assign under_way = running && !stopping;
  always_comb begin
    core_view = core_rdata;
    if (offset == RegStatus) begin
      if (stopping) core_view = '0;
      if (stopped && !under_way) core_view = 32'd3;  // done, with an error
      core_view[3] = stopping;
    end else if (offset == RegErrorCode && outcome != '0) begin
      core_view = 32'(outcome);
    end
  end

  always_comb begin
    unique case (offset)
      RegShellId: reg_rdata = ShellId;
      RegShellVersion: reg_rdata = ShellVersion;
      RegIrqEnable: reg_rdata = 32'(irq_enable_q);
      RegIrqStatus: reg_rdata = 32'(irq_status_q);
      RegWatchdog: reg_rdata = watchdog;
      RegStreamHash: reg_rdata = StreamHash[31:0];
      RegStreamHash + 12'd4: reg_rdata = StreamHash[63:32];
      RegShape: reg_rdata = Shape;
      RegDepths: reg_rdata = Depths;
      RegFeatures: reg_rdata = Features;
      RegShellStatus:
      reg_rdata = {
        8'd0, 8'(in_flight.writes), 8'(in_flight.reads), 6'd0, stopping, under_way
      };
      default: reg_rdata = core_view;
    endcase
  end

endmodule
