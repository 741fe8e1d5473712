// The accelerator: one clock, a register port, a memory port (core/README.md, memory/README.md).
//
// Units are numbered load 0, compute 1, store 2; masters of the memory port have fetch before them.
module vta_core
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,

    // A write takes effect at the edge, or is refused; reads are combinational.
    input  logic        reg_we,
    output logic        reg_refused,
    input  logic [11:0] reg_addr,
    input  logic [31:0] reg_wdata,
    input  logic [11:0] reg_raddr,
    output logic [31:0] reg_rdata,

    output logic                  mem_req_valid,
    output logic                  mem_req_write,
    output logic [  AddrBits-1:0] mem_req_addr,
    output logic [  BeatBits-1:0] mem_req_beats,
    output logic [           1:0] mem_req_master,
    output logic                  mem_wr_valid,
    output logic [8*BusBytes-1:0] mem_wr_data,
    output logic [  BusBytes-1:0] mem_wr_strb,
    output logic                  mem_wr_last,
    input  logic                  mem_wr_ready,
    input  logic                  mem_wr_done,
    input  logic                  mem_wr_error,
    input  logic                  mem_rd_valid,
    input  logic [8*BusBytes-1:0] mem_rd_data,
    input  logic                  mem_rd_error,

    output logic running,   // 1 in cycles 1..E of a run
    output logic done_irq,  // a run has ended; cleared by the next launch

    output logic [4*$bits(probe_t)-1:0] probe  // fetch lowest, then load, compute, store
);
  logic clear, launch, halt;
  assign clear = rst || launch;

  // ---- registers
  logic [31:0] insn_count;
  logic [AddrBits-1:0] insn_addr, mem_lo, mem_hi;
  base_addresses_t base;
  logic [7:0] mem_gap;
  logic [6:0] mem_max_outstanding;
  logic [BeatBits-1:0] mem_burst_beats;
  logic [63:0] cycles;
  isa_error_e error;
  logic [IndexBits-1:0] error_insn;
  logic [33:0] tokens_left;
  counters_t counters;

  vta_registers u_registers (
      .clk,
      .rst,
      .running,
      .reg_we,
      .reg_refused,
      .reg_addr,
      .reg_wdata,
      .reg_raddr,
      .reg_rdata,
      .launch,
      .insn_count,
      .insn_addr,
      .base,
      .mem_lo,
      .mem_hi,
      .mem_gap,
      .mem_max_outstanding,
      .mem_burst_beats,
      .done(done_irq),
      .error,
      .error_insn,
      .tokens_left,
      .cycles,
      .counters
  );

  // ---- memory port
  burst_request_t [3:0] request;
  logic [3:0] grant, beat_for;
  read_beat_t beat;
  logic memory_idle, bus_error;
  master_e bus_error_master;

  vta_memory_port u_memory_port (
      .clk,
      .clear,
      .halt,
      .gap             (mem_gap),
      .max_outstanding (mem_max_outstanding),
      .request,
      .grant,
      .beat,
      .beat_for,
      .idle            (memory_idle),
      .bus_error,
      .bus_error_master,
      .mem_req_valid,
      .mem_req_write,
      .mem_req_addr,
      .mem_req_beats,
      .mem_req_master,
      .mem_rd_valid,
      .mem_rd_data,
      .mem_rd_error,
      .mem_wr_done,
      .mem_wr_error
  );

  // ---- fetch
  logic [2:0] dispatch, queue_room;
  command_t dispatch_command;
  logic fetch_quiet, fetch_outstanding, fault_valid;
  logic [IndexBits-1:0] next_index, fault_index;
  isa_error_e fault_error;
  probe_t fetch_probe;

  vta_fetch u_fetch (
      .clk,
      .clear,
      .halt,
      .insn_addr,
      .insn_count,
      .base,
      .mem_lo,
      .mem_hi,
      .burst_beats(mem_burst_beats),
      .request    (request[MasterFetch]),
      .grant      (grant[MasterFetch]),
      .beat,
      .beat_for   (beat_for[MasterFetch]),
      .queue_room,
      .dispatch,
      .dispatch_command,
      .quiet      (fetch_quiet),
      .outstanding(fetch_outstanding),
      .next_index,
      .fault_valid,
      .fault_error,
      .fault_index,
      .probe      (fetch_probe)
  );

  // ---- queues and tokens
  logic [2:0] cmd_valid, token_prev, token_next, start, done, push_prev, push_next;
  command_t [2:0] cmd;
  logic [2:0][IndexBits-1:0] started_index, head_index;
  logic [33:0] tokens;

  vta_queues u_queues (
      .clk,
      .clear,
      .dispatch,
      .dispatch_command,
      .room(queue_room),
      .cmd_valid,
      .cmd,
      .token_prev,
      .token_next,
      .start,
      .done,
      .push_prev,
      .push_next,
      .started_index,
      .tokens
  );

  // ---- load, compute, store, scratchpads
  logic [2:0] executing;
  logic index_error;
  logic [IndexBits-1:0] index_error_insn;
  probe_t [2:0] unit_probe;

  vta_datapath u_datapath (
      .clk,
      .clear,
      .halt,
      .base,
      .burst_beats     (mem_burst_beats),
      .cmd_valid,
      .cmd,
      .token_prev,
      .token_next,
      .start,
      .done,
      .push_prev,
      .push_next,
      .executing,
      .index_error,
      .index_error_insn,
      .request         (request[MasterStore:MasterLoad]),
      .grant           (grant[MasterStore:MasterLoad]),
      .beat,
      .beat_for        (beat_for[MasterStore:MasterLoad]),
      .write_valid     (mem_wr_valid),
      .write_data      (mem_wr_data),
      .write_strb      (mem_wr_strb),
      .write_last      (mem_wr_last),
      .write_ready     (mem_wr_ready),
      .write_done      (mem_wr_done),
      .inp_load_nbytes (counters.inp_load_nbytes),
      .wgt_load_nbytes (counters.wgt_load_nbytes),
      .acc_load_nbytes (counters.acc_load_nbytes),
      .uop_load_nbytes (counters.uop_load_nbytes),
      .out_store_nbytes(counters.out_store_nbytes),
      .gemm_counter    (counters.gemm_counter),
      .alu_counter     (counters.alu_counter),
      .probe           (unit_probe)
  );

  // ---- end of the run
  logic [IndexBits-1:0] bus_error_insn;
  always_comb begin
    for (int u = 0; u < 3; ++u) head_index[u] = cmd[u].index;
    unique case (bus_error_master)
      MasterLoad: bus_error_insn = started_index[0];
      MasterCompute: bus_error_insn = started_index[1];
      MasterStore: bus_error_insn = started_index[2];
      default: bus_error_insn = next_index;
    endcase
  end

  vta_run_control u_run_control (
      .clk,
      .rst,
      .launch,
      .units_quiet (executing == '0 && start == '0),
      .fetch_quiet,
      .memory_quiet(memory_idle),
      .index_error,
      .index_error_insn,
      .bus_error,
      .bus_error_insn,
      .fault_valid,
      .fault_error,
      .fault_index,
      .head_valid  (cmd_valid),
      .head_index,
      .fetch_outstanding,
      .fetch_index (next_index),
      .tokens,
      .running,
      .halt,
      .cycles,
      .done(done_irq),
      .error,
      .error_insn,
      .tokens_left
  );

  assign probe = {unit_probe, fetch_probe};

`ifndef SYNTHESIS
  assert_write_beat_held_until_taken :
  assert property (@(posedge clk) disable iff (clear)
                   $past(mem_wr_valid && !mem_wr_ready && !clear) |->
                   mem_wr_valid && $stable({mem_wr_data, mem_wr_strb, mem_wr_last}));
  for (genvar u = 0; u < 3; ++u) begin : gen_handshake
    // Queues and tokens assert that nothing starts that is not there.
    assert_starts_when_idle :
    assert property (@(posedge clk) disable iff (clear) !(start[u] && executing[u]));
    assert_done_while_executing :
    assert property (@(posedge clk) disable iff (clear) !(done[u] && !executing[u]));
    assert_nothing_after_an_error :
    assert property (@(posedge clk) disable iff (clear) !(halt && (start[u] || done[u])));
  end
`endif
endmodule
