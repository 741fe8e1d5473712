// vta_axi_registers: the core gets no write while it is stopped, nor one that the bus's form of AXI
// does not have; every write is taken or refused; irq is IRQ_STATUS and IRQ_ENABLE, set by the end
// of a run, cleared by writing 1 and by a launch; what is not the shell's is the core's.
module proof_axi_registers
  import vta_isa_pkg::*;
  import vta_shell_pkg::*;
  import vta_axi_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic reg_we,
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,
    input logic [11:0] reg_raddr,
    input logic core_refused,
    input logic [31:0] core_rdata,
    input logic running,
    input in_flight_t in_flight,
    input logic stopping,
    input logic ended,
    input logic stopped,
    input error_t outcome
);

  logic reg_refused, core_we, abort, soft_reset, irq;
  logic [31:0] reg_rdata, watchdog;
  vta_axi_registers dut (
      .clk, .rst, .reg_we, .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata, .core_we,
      .core_refused, .core_rdata, .running, .watchdog, .abort, .soft_reset, .in_flight, .stopping,
      .ended, .stopped, .outcome, .irq
  );

  // The page's registers.
  logic enable_q, status_q, taken, launched, reset_q = 1'b0;
  logic [31:0] watchdog_q;
  assign taken = reg_we && !reg_refused;
  assign launched = taken && reg_addr == RegControl && reg_wdata[0];
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    if (rst || (taken && reg_addr == RegShellControl && reg_wdata[1])) begin
      enable_q <= 1'b1;
      status_q <= 1'b0;
      watchdog_q <= '0;
    end else begin
      if (taken && reg_addr == RegIrqEnable) enable_q <= reg_wdata[0];
      if (ended) status_q <= 1'b1;
      else if (launched || (taken && reg_addr == RegIrqStatus && reg_wdata[0])) status_q <= 1'b0;
      if (taken && reg_addr == RegWatchdog) watchdog_q <= reg_wdata;
    end
  end

  // Which writes the page takes; the core's are the core's business.
  logic legal, high_word;
  assign high_word = reg_addr == RegInsnAddr + 12'd4 || reg_addr == RegUopBase + 12'd4 ||
                     reg_addr == RegInpBase + 12'd4 || reg_addr == RegWgtBase + 12'd4 ||
                     reg_addr == RegAccBase + 12'd4 || reg_addr == RegOutBase + 12'd4 ||
                     reg_addr == RegMemLo + 12'd4 || reg_addr == RegMemHi + 12'd4;
  always_comb begin
    unique case (reg_addr)
      RegShellControl: legal = reg_wdata < 32'd4;
      RegIrqEnable, RegIrqStatus: legal = reg_wdata < 32'd2;
      RegWatchdog: legal = !running && !stopping;
      default: legal = 1'b0;
    endcase
  end

  logic [11:0] offset;
  assign offset = {reg_raddr[11:2], 2'b00};

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && irq);
    // vta_axi_lite lets nothing else pass.
    assume_whole_words: assume (!reg_we || reg_addr[1:0] == 2'b00);
    cover_whole_words: cover (reset_q && reg_we && reg_addr == RegWatchdog && !reg_refused);
    if (reset_q) begin
      assert_none_while_stopped: assert (!core_we || !stopping);
      assert_the_cores: assert (!core_we || (reg_we && reg_addr < 12'h100));
      assert_the_core_gets_them:
      assert (!(reg_we && reg_addr < 12'h100 && !stopping) || core_we || Axi == 3);
      assert_short_bursts:
      assert (!(Axi == 3 && core_we && reg_addr == RegMemBurstBeats) || reg_wdata <= 32'd16);
      assert_low_addresses:
      assert (!(Axi == 3 && core_we && high_word) || reg_wdata == '0);
      assert_no_more_than_that:
      assert (!(reg_we && reg_addr < 12'h100 && !stopping) || core_we || high_word ||
              reg_addr == RegMemBurstBeats);
      assert_core_answers: assert (!core_we || reg_refused == core_refused);
      assert_shell_answers: assert (!(reg_we && reg_addr >= 12'h100) || reg_refused == !legal);
      assert_refused_while_stopped:
      assert (!(reg_we && reg_addr < 12'h100 && stopping) || reg_refused);
      assert_abort: assert (abort == (taken && reg_addr == RegShellControl && reg_wdata[0]));
      assert_soft_reset:
      assert (soft_reset == (taken && reg_addr == RegShellControl && reg_wdata[1]));
      assert_irq: assert (irq == (enable_q && status_q));
      assert_watchdog: assert (watchdog == watchdog_q);
      if (offset == RegIrqEnable) assert_read_enable: assert (reg_rdata == 32'(enable_q));
      if (offset == RegIrqStatus) assert_read_status: assert (reg_rdata == 32'(status_q));
      if (offset == RegStatus) begin
        assert_refusing: assert (reg_rdata[3] == stopping);
        assert_under_way: assert (!(running && !stopping) || reg_rdata == core_rdata % 32'd8);
        assert_stopped: assert (!(stopped && !running) || reg_rdata % 32'd8 == 32'd3);
        assert_being_stopped: assert (!(stopping && !stopped) || reg_rdata == 32'd8);
        assert_ended: assert (stopped || stopping || reg_rdata == core_rdata % 32'd8);
      end
      if (offset == RegErrorCode)
        assert_error: assert (reg_rdata == (outcome == '0 ? core_rdata : 32'(outcome)));
      if (offset < 12'h100 && offset != RegStatus && offset != RegErrorCode)
        assert_read_the_cores: assert (reg_rdata == core_rdata);
      assume_core_status: assume (offset != RegStatus || core_rdata < 32'd8);
      cover_core_status: cover (offset == RegStatus && core_rdata == 32'd7);
      cover_launch: cover (launched && status_q);
      cover_set_beside_clear: cover (ended && taken && reg_addr == RegIrqStatus && reg_wdata[0]);
    end
  end

endmodule
