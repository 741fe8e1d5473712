// vta_axi, its core cut away (`free:` in proofs.txt): whatever the core asks for and does, what
// comes in on R and B reaches it a cycle later, with its data and whether it was refused, unless no
// burst waits for it; an answer of one channel is none of the other; the watchdog knows every
// transfer of all five channels, so that it bites after its cycles without one and not else.
module proof_axi_answers
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_shell_pkg::*;
  import vta_axi_pkg::*;
(
    input logic aclk,
    input logic aresetn,
    input logic s_axi_awvalid,
    input logic [11:0] s_axi_awaddr,
    input logic s_axi_wvalid,
    input logic [31:0] s_axi_wdata,
    input logic [3:0] s_axi_wstrb,
    input logic s_axi_bready,
    input logic s_axi_arvalid,
    input logic [11:0] s_axi_araddr,
    input logic s_axi_rready,
    input logic m_axi_awready,
    input logic m_axi_wready,
    input logic m_axi_bvalid,
    input logic [IdBits-1:0] m_axi_bid,
    input logic [1:0] m_axi_bresp,
    input logic m_axi_arready,
    input logic m_axi_rvalid,
    input logic [IdBits-1:0] m_axi_rid,
    input logic [BusBits-1:0] m_axi_rdata,
    input logic [1:0] m_axi_rresp,
    input logic m_axi_rlast
);

  logic m_axi_awvalid, m_axi_wvalid, m_axi_bready, m_axi_arvalid, m_axi_rready;
  vta_axi dut (
      .aclk, .aresetn,
      .s_axi_awvalid, .s_axi_awready(), .s_axi_awaddr, .s_axi_awprot('0), .s_axi_wvalid,
      .s_axi_wready(), .s_axi_wdata, .s_axi_wstrb, .s_axi_bvalid(), .s_axi_bready, .s_axi_bresp(),
      .s_axi_arvalid, .s_axi_arready(), .s_axi_araddr, .s_axi_arprot('0), .s_axi_rvalid(),
      .s_axi_rready, .s_axi_rdata(), .s_axi_rresp(),
      .m_axi_awvalid, .m_axi_awready, .m_axi_awid(), .m_axi_awaddr(), .m_axi_awlen(),
      .m_axi_awsize(), .m_axi_awburst(), .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(),
      .m_axi_awqos(), .m_axi_wvalid, .m_axi_wready, .m_axi_wid(), .m_axi_wdata(), .m_axi_wstrb(),
      .m_axi_wlast(), .m_axi_bvalid, .m_axi_bready, .m_axi_bid, .m_axi_bresp, .m_axi_arvalid,
      .m_axi_arready, .m_axi_arid(), .m_axi_araddr(), .m_axi_arlen(), .m_axi_arsize(),
      .m_axi_arburst(), .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(),
      .m_axi_rvalid, .m_axi_rready, .m_axi_rid, .m_axi_rdata, .m_axi_rresp, .m_axi_rlast,
      .irq()
  );

  // What the core does.
  logic running, done, asks_read, asks_write;
  assign running = dut.u_core.running;
  assign done = dut.u_core.done_irq;
  assign asks_read = dut.u_core.mem_req_valid && !dut.u_core.mem_req_write;
  assign asks_write = dut.u_core.mem_req_valid && dut.u_core.mem_req_write;

  // Bursts without their answer, and what came a cycle ago.
  typedef logic [OutstandingBits-1:0] bursts_t;
  bursts_t reads_q, writes_q;
  logic came_q, last_q, read_refused_q, completed_q, write_refused_q, moved_q;
  logic [BusBits-1:0] data_q;
  logic due_beat, due_completion, clear;
  assign clear = !aresetn;
  assign due_beat = came_q && reads_q != '0;
  assign due_completion = completed_q && writes_q != '0;

  always_ff @(posedge aclk) begin
    came_q <= m_axi_rvalid && !clear;
    completed_q <= m_axi_bvalid && !clear;
    last_q <= m_axi_rlast;
    data_q <= m_axi_rdata;
    // SLVERR and DECERR; OKAY and EXOKAY are no errors.
    read_refused_q <= m_axi_rresp == 2'b10 || m_axi_rresp == 2'b11;
    write_refused_q <= m_axi_bresp == 2'b10 || m_axi_bresp == 2'b11;
    moved_q <= !clear && (m_axi_rvalid || m_axi_bvalid || (m_axi_arvalid && m_axi_arready) ||
                          (m_axi_awvalid && m_axi_awready) || (m_axi_wvalid && m_axi_wready));
    if (clear) begin
      reads_q <= '0;
      writes_q <= '0;
    end else begin
      reads_q <= reads_q + bursts_t'(asks_read) - bursts_t'(due_beat && last_q);
      writes_q <= writes_q + bursts_t'(asks_write) - bursts_t'(due_completion);
    end
  end

  // The watchdog's bite.
  logic waiting, may_bite, bites, bit_q;
  logic [2:0] wait_q;
  assign waiting = (reads_q != '0 || writes_q != '0) && !moved_q;
  assign may_bite = (running && !dut.stopping) || dut.u_guard.aborting_q;
  assign bites = may_bite && waiting && dut.watchdog != '0 && 32'(wait_q) == dut.watchdog &&
                 !dut.soft_reset;
  error_t outcome_q;
  logic reset_q = 1'b0, settled_q = 1'b0, still_q;
  logic [31:0] watchdog_q;
  always_ff @(posedge aclk) begin
    reset_q <= 1'b1;
    settled_q <= reset_q && aresetn;
    if (clear || !waiting) wait_q <= '0;
    else if (wait_q != 3'd7) wait_q <= wait_q + 3'd1;
    bit_q <= bites && !clear;
    outcome_q <= dut.outcome;
    watchdog_q <= dut.watchdog;
    still_q <= !running && !dut.stopping;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || clear);
    cover_reset_first: cover (reset_q && !clear && due_beat);
    assume_bursts_fit:
    assume (!dut.u_core.mem_req_valid || 32'(reads_q) + 32'(writes_q) < MaxOutstanding);
    cover_bursts_fit: cover (32'(reads_q) + 32'(writes_q) == MaxOutstanding);
    assume_still_in_reset:
    assume (!dut.u_core.rst || !(running || done || dut.u_core.mem_req_valid));
    cover_still_in_reset: cover (running && dut.u_core.mem_req_valid);
    // A run ends when nothing is in flight (proof run_control).
    assume_runs_while_in_flight:
    assume (running || dut.stopping || clear || !reset_q ||
            (reads_q == '0 && writes_q == '0 && !asks_read && !asks_write));
    cover_runs_while_in_flight: cover (running && reads_q != '0 && asks_write);
    assume_few_cycles: assume (clear || !reset_q || dut.watchdog <= 32'd5);
    cover_few_cycles: cover (bites && dut.watchdog == 32'd3);
    // The registers see to it (proof axi_registers).
    assume_watchdog_stays:
    assume (clear || !settled_q || still_q || dut.watchdog == watchdog_q);
    cover_watchdog_stays: cover (settled_q && dut.watchdog != watchdog_q && still_q);
    if (reset_q && !clear) begin
      assert_takes_all: assert (m_axi_rready && m_axi_bready);
      assert_beat: assert (dut.u_core.mem_rd_valid == due_beat);
      assert_beat_data: assert (!due_beat || dut.u_core.mem_rd_data == data_q);
      assert_beat_refused: assert (!due_beat || dut.u_core.mem_rd_error == read_refused_q);
      assert_completion: assert (dut.u_core.mem_wr_done == due_completion);
      assert_write_refused: assert (!due_completion || dut.u_core.mem_wr_error == write_refused_q);
      assert_in_flight: assert (dut.in_flight.reads == reads_q && dut.in_flight.writes == writes_q);
      assert_reset_of_the_core: assert (dut.u_core.rst == dut.stopping);
      assert_watchdog: assert (!bites || dut.ended);
      assert_timeout: assert (!bit_q || (dut.outcome == ErrTimeout && dut.stopping));
      assert_no_other_timeout:
      assert (!settled_q || bit_q || dut.outcome != ErrTimeout || outcome_q == ErrTimeout);
      lemma_waited: assert (!may_bite || dut.watchdog == '0 || dut.u_guard.waited_q == 32'(wait_q));
      cover_free: cover (dut.u_core.reg_rdata == '1);
      cover_refused: cover (due_beat && read_refused_q && due_completion && !write_refused_q);
      cover_answer_for_nobody: cover (came_q && !due_beat && completed_q && !due_completion);
      cover_bites: cover (bit_q);
    end
  end

endmodule
