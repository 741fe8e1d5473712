// Copies the instruction stream to OUT_BASE in one read and one write burst, and tells in its
// counters at which edges the memory's pins moved. Ports are those of the accelerator's core.
module stub_scratchpad #(
    parameter int unsigned Bits = 32,
    parameter int unsigned Depth = 16
) (
    input logic clk,
    input logic we,
    input logic [31:0] addr,
    input logic [Bits-1:0] data
);
  for (genvar i = 0; i < 1; i++) begin : gen_bank
    logic [Bits-1:0] mem[Depth];
    always_ff @(posedge clk) if (we) mem[addr[$clog2(Depth)-1:0]] <= data;
  end
endmodule

module vta_accumulators #(
    parameter int unsigned Lanes = 4,
    parameter int unsigned Depth = 16
) (
    input logic clk,
    input logic we,
    input logic [31:0] addr,
    input logic [31:0] data
);
  for (genvar i = 0; i < 1; i++) begin : gen_bank
    logic [Lanes-1:0][31:0] mem[Depth];
    logic [Lanes-1:0][7:0] shadow[Depth];
    always_ff @(posedge clk)
      if (we) begin
        mem[addr[$clog2(Depth)-1:0]] <= {Lanes{data}};
        shadow[addr[$clog2(Depth)-1:0]] <= {Lanes{data[7:0]}};
      end
  end
endmodule

module vta_core
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic rst,
    input logic reg_we,
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,
    input logic [11:0] reg_raddr,
    output logic [31:0] reg_rdata,
    output logic mem_req_valid,
    output logic mem_req_write,
    output logic [63:0] mem_req_addr,
    output logic [8:0] mem_req_beats,
    output logic [1:0] mem_req_master,
    output logic mem_wr_valid,
    output logic [8*BusBytes-1:0] mem_wr_data,
    output logic [BusBytes-1:0] mem_wr_strb,
    output logic mem_wr_last,
    input logic mem_wr_ready,
    input logic mem_wr_done,
    input logic mem_wr_error,
    input logic mem_rd_valid,
    input logic [8*BusBytes-1:0] mem_rd_data,
    input logic mem_rd_error,
    output logic running,
    output logic done_irq,
    output logic [4*$bits(probe_t)-1:0] probe
);
  typedef enum logic [2:0] {
    Idle,
    Request,
    Read,
    Write,
    Wait,
    Last
  } phase_e;
  phase_e phase;

  logic [31:0] insn_count, cycle, position, first_beat, last_beat, done_edge;
  logic [63:0] insn_addr, out_base;
  logic [8*BusBytes-1:0] copy[256];
  logic refused;
  wire [31:0] beats = insn_count * 16 / BusBytes;

  probe_t unit_fetch, unit_load, unit_compute, unit_store;
  assign probe = {unit_store, unit_compute, unit_load, unit_fetch};
  assign done_irq = !running;

  always_comb begin
    unit_fetch = '0;
    unit_fetch.state = StateNone;
    unit_load = unit_fetch;
    unit_compute = unit_fetch;
    unit_store = unit_fetch;
    if (running) begin
      unit_load.index_valid = 1'b1;
      unit_load.state = phase == Request ? StateMemQueued : phase == Read ? StateMemLatency : StateNone;
      unit_load.retire = phase == Write && position == 0;
      unit_store.index_valid = phase == Write || phase == Wait || phase == Last;
      unit_store.index = 1;
      unit_store.state = phase == Write ? StateMemData : phase == Wait ? StateMemLatency : StateNone;
      unit_store.retire = phase == Last;
      unit_store.retire_index = 1;
    end
  end

  always_ff @(posedge clk) begin
    cycle <= cycle + 1;
    mem_req_valid <= 1'b0;
    mem_wr_valid <= 1'b0;
    mem_wr_last <= 1'b0;
    if (reg_we)
      case (reg_addr)
        RegInsnCount: insn_count <= reg_wdata;
        RegInsnAddr: insn_addr[31:0] <= reg_wdata;
        RegOutBase: out_base[31:0] <= reg_wdata;
        RegControl: begin
          cycle <= 0;
          running <= 1'b1;
          refused <= 1'b0;
          phase <= Request;
        end
        default: ;
      endcase
    if (mem_rd_error || mem_wr_error) refused <= 1'b1;
    case (phase)
      Request: begin
        mem_req_valid <= 1'b1;
        mem_req_write <= 1'b0;
        mem_req_addr <= insn_addr;
        mem_req_beats <= beats[8:0];
        position <= 0;
        phase <= Read;
      end
      Read:
      if (mem_rd_valid) begin
        copy[position[7:0]] <= mem_rd_data;
        if (position == 0) first_beat <= cycle + 1;
        last_beat <= cycle + 1;
        position <= position + 1;
        if (position == beats - 1) begin
          position <= 0;
          mem_req_valid <= 1'b1;
          mem_req_write <= 1'b1;
          mem_req_addr <= out_base;
          phase <= Write;
        end
      end
      Write: begin
        mem_wr_valid <= 1'b1;
        mem_wr_data <= copy[position[7:0]];
        mem_wr_strb <= position == 0 ? ~BusBytes'(1) : '1;
        mem_wr_last <= position == beats - 1;
        position <= position + 1;
        if (position == beats - 1) phase <= Wait;
      end
      Wait:
      if (mem_wr_done) begin
        done_edge <= cycle + 1;
        phase <= Last;
      end
      Last: begin
        running <= 1'b0;
        phase <= Idle;
      end
      default: ;
    endcase
    if (rst) begin
      running <= 1'b0;
      phase <= Idle;
      mem_req_master <= MasterLoad;
    end
  end

  always_comb
    case (reg_raddr)
      RegStatus: reg_rdata = {30'd0, refused, 1'b1};
      RegErrorCode: reg_rdata = refused ? 32'(ErrBusError) : 32'd0;
      RegErrorInsn: reg_rdata = 32'd0;
      RegCycles: reg_rdata = cycle;
      RegInpLoadNbytes: reg_rdata = first_beat;
      RegWgtLoadNbytes: reg_rdata = last_beat;
      RegOutStoreNbytes: reg_rdata = done_edge;
      default: reg_rdata = 32'd0;
    endcase

  wire pad_we = mem_rd_valid;
  stub_scratchpad #(UopElemBytes * 8, 1 << LogUopDepth) u_uop (
      .clk, .we(pad_we), .addr(position), .data((UopElemBytes * 8)'(mem_rd_data)));
  stub_scratchpad #(InpElemBytes * 8, 1 << LogInpDepth) u_inp (
      .clk, .we(pad_we), .addr(position), .data((InpElemBytes * 8)'(mem_rd_data)));
  stub_scratchpad #(WgtElemBytes * 8, 1 << LogWgtDepth) u_wgt (
      .clk, .we(pad_we), .addr(position), .data((WgtElemBytes * 8)'(mem_rd_data)));
  vta_accumulators #(OutElemBytes, 1 << LogAccDepth) u_acc (
      .clk, .we(pad_we), .addr(position), .data(32'(mem_rd_data)));
endmodule
