// GEMM and ALU: one step per cycle (two for vector operands with one ACC read port), then a drain.
//
//   cycle of step j    what happens (c = 1)
//   s + 1 + j          micro-op read               vta_index_generator
//   s + 2 + j          indices added
//   s + 3 + j          indices checked, INP and WGT read
//   s + 4 + j          dot product; ACC read       vta_gemm
//   s + 5 + j          result, written             vta_alu
//
// A step reads ACC while the one before it is written: the result is forwarded where the two meet.
// With one read port, ACC[src] is read in the cycle before ACC[dst], and the rest is one cycle
// later.
module vta_step_pipeline
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic start,
    input logic [InsnBits-1:0] insn,
    output logic finished,  // idle, or the last step has been written
    output logic [63:0] steps,  // of the instruction so far
    output logic index_error,

    output logic uop_read,
    output logic [LogUopDepth-1:0] uop_index,
    input uop_t uop,
    output logic operands_read,
    output logic [LogInpDepth-1:0] inp_index,
    input logic [8*InpElemBytes-1:0] inp,
    output logic [LogWgtDepth-1:0] wgt_index,
    input logic [8*WgtElemBytes-1:0] wgt,
    output logic read_a,
    output logic [LogAccDepth-1:0] read_a_index,
    input logic [AccLanes-1:0][31:0] read_a_data,
    output logic read_b,
    output logic [LogAccDepth-1:0] read_b_index,
    input logic [AccLanes-1:0][31:0] read_b_data,
    output logic step_write,
    output logic [LogAccDepth-1:0] step_index,
    output logic [AccLanes-1:0][31:0] step_data
);

  typedef struct packed {
    logic gemm;
    logic reset;  // of a GEMM
    logic reads_src;  // of an ALU: ACC[src] is an operand
    logic use_imm;
    logic [2:0] op;
    logic [31:0] imm;
  } operation_t;

  /* verilator lint_off UNUSEDSIGNAL */  // the loops are the index generator's part
  alu_insn_t alu_head;
  /* verilator lint_on UNUSEDSIGNAL */
  operation_t head, operation_q;

  assign alu_head = insn;
  assign head = '{
          gemm: alu_head.opcode == OpGemm,
          reset: alu_head.reset,
          reads_src: alu_head.opcode == OpAlu && !alu_head.use_imm,
          use_imm: alu_head.use_imm,
          op: alu_head.alu_opcode,
          imm: 32'($signed(alu_head.imm))
      };

  // Indices.
  logic step, step_good, exhausted;
  logic [LogAccDepth+1:0] dst;
  logic [SrcBits+1:0] src;
  logic [LogWgtDepth+1:0] wgt_at;
  logic dst_past, src_past, wgt_past, reads_inp;

  vta_index_generator u_index (
      .clk, .clear, .start, .insn,
      .gemm(head.gemm),
      .two_cycles(AccReadPorts == 1 && head.reads_src),
      .kill(index_error),
      .uop_read, .uop_index, .uop, .step, .dst, .src,
      .wgt(wgt_at),
      .exhausted
  );

  assign reads_inp = operation_q.gemm && !operation_q.reset;
  assign dst_past = dst[LogAccDepth+1:LogAccDepth] != '0;
  assign src_past = operation_q.gemm ? src[SrcBits+1:LogInpDepth] != '0 :
                                       src[SrcBits+1:LogAccDepth] != '0;
  assign wgt_past = wgt_at[LogWgtDepth+1:LogWgtDepth] != '0;
  assign index_error = step && !halt && (dst_past ||
                                         (src_past && (reads_inp || operation_q.reads_src)) ||
                                         (wgt_past && reads_inp));
  assign step_good = step && !index_error;
  assign operands_read = step_good && reads_inp;
  assign inp_index = src[LogInpDepth-1:0];
  assign wgt_index = wgt_at[LogWgtDepth-1:0];

  // Operands. `first` is the step's cycle in which ACC is read, or its first of two.
  logic first_q, read_q, result_q;
  logic [LogAccDepth-1:0] dst_q, src_q, result_index_q;

  always_ff @(posedge clk) begin
    if (clear) begin
      first_q <= 1'b0;
      result_q <= 1'b0;
    end else begin
      first_q <= step_good;
      result_q <= read_q;
    end
    if (step_good) begin
      dst_q <= dst[LogAccDepth-1:0];
      src_q <= src[LogAccDepth-1:0];
    end
    if (read_q) result_index_q <= dst_q;
  end

  // Forwarding: what was written while a port read the same element.
  logic forward_a_q, forward_b_q;
  logic [AccLanes-1:0][31:0] written_q;

  always_ff @(posedge clk) begin
    if (read_a) forward_a_q <= step_write && step_index == read_a_index;
    if (step_write) written_q <= step_data;
  end

  logic [AccLanes-1:0][31:0] src_data;  // ACC[src], but for forwarding

  if (AccReadPorts > 1) begin : gen_two_ports
    assign read_q = first_q;
    assign read_a_index = dst_q;
    assign read_b_index = src_q;
    assign read_b = first_q && operation_q.reads_src;
    always_ff @(posedge clk) if (read_b) forward_b_q <= step_write && step_index == read_b_index;
    assign src_data = read_b_data;
  end else begin : gen_one_port
    logic second_q;
    logic [AccLanes-1:0][31:0] src_data_q;
    always_ff @(posedge clk) begin
      if (clear) second_q <= 1'b0;
      else second_q <= first_q && operation_q.reads_src;
      if (second_q) src_data_q <= forward_a_q ? written_q : read_a_data;
    end
    assign read_q = operation_q.reads_src ? second_q : first_q;
    assign read_a_index = operation_q.reads_src && first_q ? src_q : dst_q;
    assign read_b_index = '0;
    assign read_b = 1'b0;
    assign forward_b_q = 1'b0;
    assign src_data = src_data_q;
    logic unused;
    assign unused = ^read_b_data;
  end
  assign read_a = first_q || read_q;

  // Results.
  logic [AccLanes-1:0][31:0] sum;

  if (Batch * BlockIn * BlockOut <= MostInOneBlock) begin : gen_block
    vta_gemm u_gemm (
        .clk,
        .valid(first_q && reads_inp),
        .inp, .wgt, .sum
    );
  end else begin : gen_groups
    vta_gemm_groups u_gemm (
        .clk,
        .valid(first_q && reads_inp),
        .inp, .wgt, .sum
    );
  end

  vta_alu u_alu (
      .valid(result_q),
      .gemm(operation_q.gemm),
      .reset(operation_q.reset),
      .op(operation_q.op),
      .use_imm(operation_q.use_imm),
      .imm(operation_q.imm),
      .acc(read_a_data),
      .acc_forwarded(forward_a_q),
      .src(src_data),
      .src_forwarded(forward_b_q),
      .forwarded(written_q),
      .sum,
      .result(step_data)
  );

  assign step_write = result_q;
  assign step_index = result_index_q;

  // Completion: four cycles after the first without a step to read.
  logic active_q;
  logic [3:0] drain_q;
  assign finished = !active_q || drain_q[3];

  always_ff @(posedge clk) begin
    if (clear) active_q <= 1'b0;
    else if (start) active_q <= 1'b1;
    else if (drain_q[3]) active_q <= 1'b0;
    if (start) begin
      operation_q <= head;
      drain_q <= '0;
      steps <= '0;
    end else begin
      drain_q <= {drain_q[2:0], active_q && exhausted};
      steps <= steps + 64'(uop_read);
    end
  end

`ifndef SYNTHESIS
  assert_step_in_range:
  assert property (@(posedge clk) disable iff (clear) !step_good || !dst_past);
  assert_start_when_drained:
  assert property (@(posedge clk) disable iff (clear) !start || !active_q);
`endif

endmodule
