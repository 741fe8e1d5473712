// The core with standard ports, for a real system: an AXI4-Lite slave for the registers, an AXI4
// (or AXI3) master for memory, an interrupt. Values are the core's; nothing is claimed about
// cycles. Every output is a register or depends on registers alone (README.md).
module vta_axi
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_axi_pkg::*;
(
    input logic aclk,
    input logic aresetn,

    // Registers: offsets of vta_isa_pkg and vta_shell_pkg, 32-bit words.
    input logic s_axi_awvalid,
    output logic s_axi_awready,
    input logic [11:0] s_axi_awaddr,
    input logic [2:0] s_axi_awprot,
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
    input logic [2:0] s_axi_arprot,
    output logic s_axi_rvalid,
    input logic s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0] s_axi_rresp,

    // Memory: incrementing bursts of whole bus words that never cross 4 KiB; one ID, so answers
    // come in order.
    output logic m_axi_awvalid,
    input logic m_axi_awready,
    output logic [IdBits-1:0] m_axi_awid,
    output logic [AxiAddrBits-1:0] m_axi_awaddr,
    output logic [LenBits-1:0] m_axi_awlen,
    output logic [2:0] m_axi_awsize,
    output logic [1:0] m_axi_awburst,
    output logic [LockBits-1:0] m_axi_awlock,
    output logic [3:0] m_axi_awcache,
    output logic [2:0] m_axi_awprot,
    output logic [3:0] m_axi_awqos,
    output logic m_axi_wvalid,
    input logic m_axi_wready,
    output logic [IdBits-1:0] m_axi_wid,  // AXI3's
    output logic [BusBits-1:0] m_axi_wdata,
    output logic [BusBytes-1:0] m_axi_wstrb,
    output logic m_axi_wlast,
    input logic m_axi_bvalid,
    output logic m_axi_bready,
    input logic [IdBits-1:0] m_axi_bid,
    input logic [1:0] m_axi_bresp,
    output logic m_axi_arvalid,
    input logic m_axi_arready,
    output logic [IdBits-1:0] m_axi_arid,
    output logic [AxiAddrBits-1:0] m_axi_araddr,
    output logic [LenBits-1:0] m_axi_arlen,
    output logic [2:0] m_axi_arsize,
    output logic [1:0] m_axi_arburst,
    output logic [LockBits-1:0] m_axi_arlock,
    output logic [3:0] m_axi_arcache,
    output logic [2:0] m_axi_arprot,
    output logic [3:0] m_axi_arqos,
    input logic m_axi_rvalid,
    output logic m_axi_rready,
    input logic [IdBits-1:0] m_axi_rid,
    input logic [BusBits-1:0] m_axi_rdata,
    input logic [1:0] m_axi_rresp,
    input logic m_axi_rlast,

    output logic irq  // IRQ_STATUS and IRQ_ENABLE: a run has ended and was not started anew
);

  logic clk, rst, stopping;
  assign clk = aclk;
  assign rst = !aresetn;

  // ---- registers
  logic reg_we, reg_refused, core_we, core_refused;
  logic [11:0] reg_addr, reg_raddr;
  logic [31:0] reg_wdata, reg_rdata, core_rdata;

  vta_axi_lite u_lite (
      .clk, .rst,
      .s_axi_awvalid, .s_axi_awready, .s_axi_awaddr, .s_axi_wvalid, .s_axi_wready, .s_axi_wdata,
      .s_axi_wstrb, .s_axi_bvalid, .s_axi_bready, .s_axi_bresp, .s_axi_arvalid, .s_axi_arready,
      .s_axi_araddr, .s_axi_rvalid, .s_axi_rready, .s_axi_rdata, .s_axi_rresp, .reg_we,
      .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata
  );

  logic running, done, abort, soft_reset, ended, stopped;
  logic [31:0] watchdog;
  in_flight_t in_flight;
  error_t outcome;

  vta_axi_registers u_registers (
      .clk, .rst, .reg_we, .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata, .core_we,
      .core_refused, .core_rdata, .running, .watchdog, .abort, .soft_reset, .in_flight, .stopping,
      .ended, .stopped, .outcome, .irq
  );

  // ---- the core
  logic mem_req_valid, mem_req_write, mem_wr_valid, mem_wr_ready;
  logic [AddrBits-1:0] mem_req_addr;
  logic [BeatBits-1:0] mem_req_beats;
  logic [BusBits-1:0] mem_wr_data;
  logic [BusBytes-1:0] mem_wr_strb;

  // Answers, as they came a cycle ago. One that no burst waits for is dropped.
  logic read_valid_q, read_last_q, read_error_q, write_done_q, write_error_q, read_beat, write_done;
  logic [BusBits-1:0] read_data_q;
  assign read_beat = read_valid_q && in_flight.reads != '0;
  assign write_done = write_done_q && in_flight.writes != '0;

  /* verilator lint_off PINCONNECTEMPTY */  // what only test benches look at stays open
  vta_core u_core (
      .clk,
      .rst(rst || stopping),
      .reg_we(core_we),
      .reg_refused(core_refused),
      .reg_addr, .reg_wdata, .reg_raddr,
      .reg_rdata(core_rdata),
      .mem_req_valid, .mem_req_write, .mem_req_addr, .mem_req_beats,
      .mem_req_master(),
      .mem_wr_valid, .mem_wr_data, .mem_wr_strb,
      .mem_wr_last(),  // the shell marks it
      .mem_wr_ready,
      .mem_wr_done(write_done),
      .mem_wr_error(write_error_q),
      .mem_rd_valid(read_beat),
      .mem_rd_data(read_data_q),
      .mem_rd_error(read_error_q),
      .running,
      .done_irq(done),
      .probe()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // ---- memory: what goes out
  logic read_asked, write_asked;
  burst_t read_burst, write_burst;
  assign read_asked = mem_req_valid && !mem_req_write;
  assign write_asked = mem_req_valid && mem_req_write;

  vta_axi_address u_read_address (
      .clk, .rst,
      .push(read_asked),
      .addr(mem_req_addr),
      .beats(mem_req_beats),
      .axi_valid(m_axi_arvalid),
      .axi_ready(m_axi_arready),
      .axi_burst(read_burst)
  );
  vta_axi_address u_write_address (
      .clk, .rst,
      .push(write_asked),
      .addr(mem_req_addr),
      .beats(mem_req_beats),
      .axi_valid(m_axi_awvalid),
      .axi_ready(m_axi_awready),
      .axi_burst(write_burst)
  );
  vta_axi_write u_write (
      .clk, .rst, .stopping,
      .push(write_asked),
      .beats(mem_req_beats),
      .beat_valid(mem_wr_valid),
      .beat_ready(mem_wr_ready),
      .beat_data(mem_wr_data),
      .beat_strb(mem_wr_strb),
      .axi_valid(m_axi_wvalid),
      .axi_ready(m_axi_wready),
      .axi_data(m_axi_wdata),
      .axi_strb(m_axi_wstrb),
      .axi_last(m_axi_wlast)
  );

  localparam logic [1:0] Incr = 2'b01;
  localparam logic [3:0] Normal = 4'b0010;  // neither cached nor buffered
  assign m_axi_araddr = read_burst.addr;
  assign m_axi_arlen = read_burst.len;
  assign m_axi_awaddr = write_burst.addr;
  assign m_axi_awlen = write_burst.len;
  assign m_axi_arsize = 3'(LogBus);
  assign m_axi_awsize = 3'(LogBus);
  assign m_axi_arburst = Incr;
  assign m_axi_awburst = Incr;
  assign m_axi_arcache = Normal;
  assign m_axi_awcache = Normal;
  assign m_axi_arid = '0;
  assign m_axi_awid = '0;
  assign m_axi_wid = '0;
  assign m_axi_arlock = '0;
  assign m_axi_awlock = '0;
  assign m_axi_arprot = '0;
  assign m_axi_awprot = '0;
  assign m_axi_arqos = '0;
  assign m_axi_awqos = '0;

  // ---- memory: what comes in. The core cannot be held back: it has asked for what comes.
  assign m_axi_rready = 1'b1;
  assign m_axi_bready = 1'b1;

  logic moved_q;
  always_ff @(posedge clk) begin
    read_data_q <= m_axi_rdata;
    read_error_q <= m_axi_rresp[1];
    read_last_q <= m_axi_rlast;
    write_error_q <= m_axi_bresp[1];
    if (rst) begin
      read_valid_q <= 1'b0;
      write_done_q <= 1'b0;
      moved_q <= 1'b0;
    end else begin
      read_valid_q <= m_axi_rvalid;
      write_done_q <= m_axi_bvalid;
      moved_q <= m_axi_rvalid || m_axi_bvalid || (m_axi_arvalid && m_axi_arready) ||
                 (m_axi_awvalid && m_axi_awready) || (m_axi_wvalid && m_axi_wready);
    end
  end

  vta_axi_guard u_guard (
      .clk, .rst, .running, .done, .watchdog, .abort, .soft_reset,
      .moved(moved_q),
      .read_asked, .write_asked,
      .read_answered(read_beat && read_last_q),
      .write_answered(write_done),
      .in_flight, .stopping, .ended, .stopped, .outcome
  );

  logic unused;  // what AXI has and the shell does not ask: protection, IDs, OKAY or EXOKAY
  assign unused = ^s_axi_awprot ^ ^s_axi_arprot ^ ^m_axi_rid ^ ^m_axi_bid ^
                  m_axi_rresp[0] ^ m_axi_bresp[0];

endmodule
