// The accelerator: one clock, a register port, a memory port (core/README.md, memory/README.md).
module vta_core
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,

    // A write takes effect at the edge, or is refused; reads are combinational.
    input logic reg_we,
    output logic reg_refused,
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,
    input logic [11:0] reg_raddr,
    output logic [31:0] reg_rdata,

    output logic mem_req_valid,
    output logic mem_req_write,
    output logic [AddrBits-1:0] mem_req_addr,
    output logic [BeatBits-1:0] mem_req_beats,
    output master_e mem_req_master,
    output logic mem_wr_valid,
    output logic [BusBits-1:0] mem_wr_data,
    output logic [BusBytes-1:0] mem_wr_strb,
    output logic mem_wr_last,
    input logic mem_wr_ready,
    input logic mem_wr_done,
    input logic mem_wr_error,
    input logic mem_rd_valid,
    input logic [BusBits-1:0] mem_rd_data,
    input logic mem_rd_error,

    output logic running,  // 1 in cycles 1..E of a run
    output logic done_irq,  // a run has ended; cleared by the next launch

    output probe_t [Masters-1:0] probe  // of fetch and of the units
);

  logic clear, launch, halt;
  assign clear = rst || launch;

  // ---- registers
  logic [IndexBits-1:0] insn_count;
  logic [AddrBits-1:0] insn_addr, mem_lo, mem_hi;
  base_addresses_t base;
  logic [GapBits-1:0] mem_gap;
  logic [OutstandingBits-1:0] mem_max_outstanding;
  logic [BeatBits-1:0] mem_burst_beats;
  logic [63:0] cycles;
  isa_error_e error;
  logic [IndexBits-1:0] error_insn;
  logic [TokenSumBits-1:0] tokens_left;
  counters_t counters;

  vta_registers u_registers (
      .clk, .rst, .running, .reg_we, .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata,
      .launch, .insn_count, .insn_addr, .base, .mem_lo, .mem_hi, .mem_gap, .mem_max_outstanding,
      .mem_burst_beats,
      .done(done_irq),
      .error, .error_insn, .tokens_left, .cycles, .counters
  );

  // ---- memory port
  burst_request_t [Masters-1:0] request;
  logic [Masters-1:0] grant, beat_for;
  read_beat_t beat;
  logic memory_idle, bus_error;
  master_e bus_error_master;

  vta_memory_port u_memory_port (
      .clk, .clear, .halt,
      .gap(mem_gap),
      .max_outstanding(mem_max_outstanding),
      .request, .grant, .beat, .beat_for,
      .idle(memory_idle),
      .bus_error, .bus_error_master, .mem_req_valid, .mem_req_write, .mem_req_addr, .mem_req_beats,
      .mem_req_master, .mem_rd_valid, .mem_rd_data, .mem_rd_error, .mem_wr_done, .mem_wr_error
  );

  // ---- fetch
  unit_set_t dispatch, queue_room;
  command_t dispatch_command;
  logic fetch_quiet, fetch_outstanding, fault_valid;
  logic [IndexBits-1:0] next_index, fault_index;
  isa_error_e fault_error;

  vta_fetch u_fetch (
      .clk, .clear, .halt, .insn_addr, .insn_count, .base, .mem_lo, .mem_hi,
      .burst_beats(mem_burst_beats),
      .request(request[MasterFetch]),
      .grant(grant[MasterFetch]),
      .beat,
      .beat_for(beat_for[MasterFetch]),
      .queue_room, .dispatch, .dispatch_command,
      .quiet(fetch_quiet),
      .outstanding(fetch_outstanding),
      .next_index, .fault_valid, .fault_error, .fault_index,
      .probe(probe[MasterFetch])
  );

  // ---- queues and tokens
  unit_head_t [Units-1:0] head;
  unit_status_t [Units-1:0] status;
  logic [Units-1:0][IndexBits-1:0] started_index;
  logic [TokenSumBits-1:0] tokens;

  vta_queues u_queues (
      .clk, .clear, .dispatch, .dispatch_command,
      .room(queue_room),
      .head, .status, .started_index, .tokens
  );

  // ---- load, compute, store, scratchpads
  logic index_error;
  logic [IndexBits-1:0] index_error_insn;

  vta_datapath u_datapath (
      .clk, .clear, .halt, .base,
      .burst_beats(mem_burst_beats),
      .head, .status, .index_error, .index_error_insn,
      .request(request[MasterStore:MasterLoad]),
      .grant(grant[MasterStore:MasterLoad]),
      .beat,
      .beat_for(beat_for[MasterStore:MasterLoad]),
      .write_valid(mem_wr_valid),
      .write_data(mem_wr_data),
      .write_strb(mem_wr_strb),
      .write_last(mem_wr_last),
      .write_ready(mem_wr_ready),
      .write_done(mem_wr_done),
      .counters,
      .probe(probe[MasterStore:MasterLoad])
  );

  // ---- end of the run
  unit_set_t head_valid, executing, starts;
  logic [Units-1:0][IndexBits-1:0] head_index;
  logic [IndexBits-1:0] bus_error_insn;

  for (genvar u = 0; u < Units; ++u) begin : gen_unit
    assign head_valid[u] = head[u].valid;
    assign head_index[u] = head[u].command.index;
    assign executing[u] = status[u].executing;
    assign starts[u] = status[u].start;
  end

  always_comb begin
    unique case (bus_error_master)
      MasterLoad: bus_error_insn = started_index[UnitLoad];
      MasterCompute: bus_error_insn = started_index[UnitCompute];
      MasterStore: bus_error_insn = started_index[UnitStore];
      default: bus_error_insn = next_index;
    endcase
  end

  vta_run_control u_run_control (
      .clk, .rst, .launch,
      .units_quiet(executing == '0 && starts == '0),
      .fetch_quiet,
      .memory_quiet(memory_idle),
      .index_error, .index_error_insn, .bus_error, .bus_error_insn, .fault_valid, .fault_error,
      .fault_index, .head_valid, .head_index, .fetch_outstanding,
      .fetch_index(next_index),
      .tokens, .running, .halt, .cycles,
      .done(done_irq),
      .error, .error_insn, .tokens_left
  );

`ifndef SYNTHESIS
  for (genvar u = 0; u < Units; ++u) begin : gen_handshake
    // Queues and tokens assert that nothing starts that is not there.
    assert_starts_when_idle:
    assert property (@(posedge clk) disable iff (clear) !starts[u] || !executing[u] ||
                     (AccOverlap != 0 && u == int'(UnitCompute)));
    assert_done_while_executing:
    assert property (@(posedge clk) disable iff (clear) !status[u].done || executing[u]);
    assert_nothing_after_an_error:
    assert property (@(posedge clk) disable iff (clear) !halt || !(starts[u] || status[u].done));
  end
`endif

endmodule
