// Batch * BlockIn * BlockOut multipliers that work in every cycle, and nothing else: what the
// Verilated GEMM alone costs. A launch runs for INSN_COUNT cycles. Operands rotate, so that no
// product is a constant.
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
  assign mem_req_valid = 1'b0;
  assign mem_req_write = 1'b0;
  assign mem_req_addr = 64'd0;
  assign mem_req_beats = 9'd1;
  assign mem_req_master = 2'd0;
  assign mem_wr_valid = 1'b0;
  assign mem_wr_data = '0;
  assign mem_wr_strb = '0;
  assign mem_wr_last = 1'b0;
  assign done_irq = 1'b0;
  assign probe = '0;

  logic [31:0] left;
  logic [8*Batch*BlockIn-1:0] inp;
  logic [8*BlockOut*BlockIn-1:0] wgt;
  logic [Batch*BlockOut-1:0][31:0] acc;
  assign reg_rdata = acc[reg_raddr[7:0]%(Batch*BlockOut)];

  always_ff @(posedge clk) begin
    if (running) begin
      left <= left - 1;
      running <= left != 1;
      inp <= {inp[7:0] + 8'd3, inp[8*Batch*BlockIn-1:8]};
      wgt <= {wgt[31:0], wgt[8*BlockOut*BlockIn-1:32]};
    end
    if (reg_we && reg_addr == RegInsnCount) left <= reg_wdata;
    if (reg_we && reg_addr == RegControl) begin
      running <= 1'b1;
      inp <= {Batch * BlockIn{8'h35}};
      wgt <= {BlockOut * BlockIn / 4{32'h7f81c305}};
    end
    if (rst) begin
      running <= 1'b0;

    end
  end

  function automatic logic [31:0] dot(int unsigned b, int unsigned n);
    dot = '0;
    for (int unsigned k = 0; k < BlockIn; ++k)
      dot = dot +
          {{24{inp[(b*BlockIn+k)*8+7]}}, inp[(b*BlockIn+k)*8+:8]} *
          {{24{wgt[(n*BlockIn+k)*8+7]}}, wgt[(n*BlockIn+k)*8+:8]};
  endfunction

  for (genvar b = 0; b < Batch; ++b) begin : g_row
    for (genvar n = 0; n < BlockOut; ++n) begin : g_lane
      always_ff @(posedge clk) if (running) acc[b*BlockOut+n] <= acc[b*BlockOut+n] + dot(b, n);
    end
  end
endmodule
