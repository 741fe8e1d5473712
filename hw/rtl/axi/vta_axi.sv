// The core with standard ports, for a real system: an AXI4-Lite slave for the registers and an AXI4
// master for memory. Values are the core's; nothing is claimed about cycles.
module vta_axi
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic aclk,
    input logic aresetn,

    // Registers: offsets of vta_isa_pkg, 32-bit words.
    input logic s_axi_awvalid,
    output logic s_axi_awready,
    input logic [11:0] s_axi_awaddr,
    input logic s_axi_wvalid,
    output logic s_axi_wready,
    input logic [31:0] s_axi_wdata,
    input logic [3:0] s_axi_wstrb,
    output logic s_axi_bvalid,
    input logic s_axi_bready,
    output logic [1:0] s_axi_bresp,
    input logic s_axi_arvalid,
    output logic s_axi_arready,
    input logic [11:0] s_axi_araddr,
    output logic s_axi_rvalid,
    input logic s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0] s_axi_rresp,

    // Memory: incrementing bursts of whole bus words that never cross 4 KiB; one ID, so answers
    // come in order.
    output logic m_axi_arvalid,
    input logic m_axi_arready,
    output logic [63:0] m_axi_araddr,
    output logic [7:0] m_axi_arlen,
    output logic [2:0] m_axi_arsize,
    output logic [1:0] m_axi_arburst,
    input logic m_axi_rvalid,
    output logic m_axi_rready,
    input logic [BusBits-1:0] m_axi_rdata,
    input logic [1:0] m_axi_rresp,
    input logic m_axi_rlast,
    output logic m_axi_awvalid,
    input logic m_axi_awready,
    output logic [63:0] m_axi_awaddr,
    output logic [7:0] m_axi_awlen,
    output logic [2:0] m_axi_awsize,
    output logic [1:0] m_axi_awburst,
    output logic m_axi_wvalid,
    input logic m_axi_wready,
    output logic [BusBits-1:0] m_axi_wdata,
    output logic [BusBytes-1:0] m_axi_wstrb,
    output logic m_axi_wlast,
    input logic m_axi_bvalid,
    output logic m_axi_bready,
    input logic [1:0] m_axi_bresp,

    output logic irq  // a run has ended and was not started anew
);

  logic reg_we, reg_refused;
  logic [11:0] reg_addr, reg_raddr;
  logic [31:0] reg_wdata, reg_rdata;

  vta_axi_lite u_registers (
      .clk(aclk),
      .rst(!aresetn),
      .s_axi_awvalid, .s_axi_awready, .s_axi_awaddr, .s_axi_wvalid, .s_axi_wready, .s_axi_wdata,
      .s_axi_wstrb, .s_axi_bvalid, .s_axi_bready, .s_axi_bresp, .s_axi_arvalid, .s_axi_arready,
      .s_axi_araddr, .s_axi_rvalid, .s_axi_rready, .s_axi_rdata, .s_axi_rresp, .reg_we,
      .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata
  );

  logic mem_req_valid, mem_req_write;
  logic [AddrBits-1:0] mem_req_addr;
  logic [BeatBits-1:0] mem_req_beats;

  /* verilator lint_off PINCONNECTEMPTY */  // what only test benches look at stays open
  vta_core u_core (
      .clk(aclk),
      .rst(!aresetn),
      .reg_we, .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata, .mem_req_valid,
      .mem_req_write, .mem_req_addr, .mem_req_beats,
      .mem_req_master(),
      .mem_wr_valid(m_axi_wvalid),
      .mem_wr_data(m_axi_wdata),
      .mem_wr_strb(m_axi_wstrb),
      .mem_wr_last(m_axi_wlast),
      .mem_wr_ready(m_axi_wready),
      .mem_wr_done(m_axi_bvalid),
      .mem_wr_error(m_axi_bresp[1]),
      .mem_rd_valid(m_axi_rvalid),
      .mem_rd_data(m_axi_rdata),
      .mem_rd_error(m_axi_rresp[1]),
      .running(),
      .done_irq(irq),
      .probe()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // The core cannot be held back on these two channels: it has asked for what comes.
  assign m_axi_rready = 1'b1;
  assign m_axi_bready = 1'b1;

  vta_axi_address u_read_address (
      .clk(aclk),
      .rst(!aresetn),
      .push(mem_req_valid && !mem_req_write),
      .addr(mem_req_addr),
      .beats(mem_req_beats),
      .axi_valid(m_axi_arvalid),
      .axi_ready(m_axi_arready),
      .axi_addr(m_axi_araddr),
      .axi_len(m_axi_arlen)
  );
  vta_axi_address u_write_address (
      .clk(aclk),
      .rst(!aresetn),
      .push(mem_req_valid && mem_req_write),
      .addr(mem_req_addr),
      .beats(mem_req_beats),
      .axi_valid(m_axi_awvalid),
      .axi_ready(m_axi_awready),
      .axi_addr(m_axi_awaddr),
      .axi_len(m_axi_awlen)
  );

  localparam logic [1:0] Incr = 2'b01;
  assign m_axi_arsize = 3'(LogBus);
  assign m_axi_awsize = 3'(LogBus);
  assign m_axi_arburst = Incr;
  assign m_axi_awburst = Incr;

  // The core counts beats itself.
  logic unused;
  assign unused = m_axi_rlast ^ m_axi_rresp[0] ^ m_axi_bresp[0];

endmodule
