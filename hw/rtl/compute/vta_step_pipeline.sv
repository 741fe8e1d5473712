// GEMM and ALU: one step per cycle (two for vector operands with one ACC read port), then a drain.
//
//   cycle of step j        what happens (c = 1)               the step is in
//   s + 1 + j              micro-op read                      vta_index_generator
//   s + 2 + j              indices added
//   s + 3 + j              indices checked, INP and WGT read
//   s + 4 + j              operands registered                vta_gemm, for P more cycles
//   s + 3 + P + j          ACC read
//   s + 4 + P + j          what was read is registered        operand_q
//   s + 5 + P + j          the ALU, the result registered     alu_q, vta_alu
//   s + 6 + P + j          written                            write_q
//
// P is GemmPipeline for a GEMM, 0 where there is no dot product to wait for. With one read port,
// ACC[src] is read in the cycle before ACC[dst], and the rest is one cycle later.
//
// One of two pipes (overlap.md) executes GEMMs alone, or all others alone.
module vta_step_pipeline
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter bit Gemms = 1'b1,  // that are no resets
    parameter bit Others = 1'b1
) (
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
          gemm: !Others || alu_head.opcode == OpGemm,
          reset: Others && alu_head.reset,
          reads_src: Others && alu_head.opcode == OpAlu && !alu_head.use_imm,
          use_imm: Others && alu_head.opcode == OpAlu && alu_head.use_imm,
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

  assign reads_inp = Gemms && operation_q.gemm && !operation_q.reset;
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

  // A GEMM's steps wait for their dot products.
  logic [GemmPipeline:1] waiting_q;
  logic [GemmPipeline:1][LogAccDepth-1:0] waiting_dst_q;
  logic read;  // ACC[dst] is read, or first ACC[src]
  logic [LogAccDepth-1:0] read_dst;

  always_ff @(posedge clk) begin
    if (clear) waiting_q <= '0;
    else waiting_q <= GemmPipeline'({waiting_q, operands_read});
    if (reads_inp)
      waiting_dst_q <= (GemmPipeline * LogAccDepth)'({waiting_dst_q, dst[LogAccDepth-1:0]});
  end

  assign read = reads_inp ? waiting_q[GemmPipeline] : step_good;
  assign read_dst = reads_inp ? waiting_dst_q[GemmPipeline] : dst[LogAccDepth-1:0];

  // The steps that have read ACC[dst], by the cycle that they are in.
  logic read_last;  // ACC[dst] is read
  logic operand_q, alu_q, write_q;
  logic [LogAccDepth-1:0] operand_dst_q, alu_dst_q, write_dst_q;

  always_ff @(posedge clk) begin
    if (clear) begin
      operand_q <= 1'b0;
      alu_q <= 1'b0;
      write_q <= 1'b0;
    end else begin
      operand_q <= read_last;
      alu_q <= operand_q;
      write_q <= alu_q;
    end
    if (read_last) operand_dst_q <= read_dst;
    if (operand_q) alu_dst_q <= operand_dst_q;
    if (alu_q) write_dst_q <= alu_dst_q;
  end

  // What is read before one of them has written it comes from the pipeline. In the cycle after, the
  // first of them is in the ALU, the result of the second stands, that of the third has just been
  // written. The first is the nearest; the ALU takes its result itself.
  typedef struct packed {
    logic written;
    logic result;
    logic next_result;
  } source_t;

  function automatic source_t source_of(logic [LogAccDepth-1:0] index);
    source_of.written = write_q && write_dst_q == index;
    source_of.result = alu_q && alu_dst_q == index;
    source_of.next_result = operand_q && operand_dst_q == index;
  endfunction

  source_t source_a_q;
  logic [AccLanes-1:0][31:0] written_q, read_a_value;

  always_ff @(posedge clk) begin
    if (read_a) source_a_q <= source_of(read_a_index);
    if (write_q) written_q <= step_data;
  end
  assign read_a_value = source_a_q.result ? step_data :
                        source_a_q.written ? written_q : read_a_data;

  // Operands of the ALU.
  logic [AccLanes-1:0][31:0] acc_q, y_q;
  logic acc_forwarded_q, y_forwarded_q;

  always_ff @(posedge clk) begin
    if (operand_q) begin
      acc_q <= read_a_value;
      acc_forwarded_q <= source_a_q.next_result;
    end
  end

  if (AccReadPorts > 1) begin : gen_two_ports
    source_t source_b_q;
    assign read_last = read;
    assign read_a_index = read_dst;
    assign read_b_index = src[LogAccDepth-1:0];
    assign read_b = read && operation_q.reads_src;
    always_ff @(posedge clk) begin
      if (read_b) source_b_q <= source_of(read_b_index);
      if (operand_q && !operation_q.gemm) begin
        y_q <= operation_q.use_imm ? {AccLanes{operation_q.imm}} :
               source_b_q.result ? step_data : source_b_q.written ? written_q : read_b_data;
        y_forwarded_q <= !operation_q.use_imm && source_b_q.next_result;
      end
    end
  end else begin : gen_one_port
    logic second_q;
    always_ff @(posedge clk) begin
      if (clear) second_q <= 1'b0;
      else second_q <= read && operation_q.reads_src;
      if (operation_q.use_imm ? operand_q : second_q) begin
        y_q <= operation_q.use_imm ? {AccLanes{operation_q.imm}} : read_a_value;
        y_forwarded_q <= !operation_q.use_imm && source_a_q.next_result;
      end
    end
    assign read_last = operation_q.reads_src ? second_q : read;
    assign read_a_index = operation_q.reads_src && read ? src[LogAccDepth-1:0] : read_dst;
    assign read_b_index = '0;
    assign read_b = 1'b0;
    logic unused;
    assign unused = ^read_b_data;
  end
  assign read_a = read || read_last;

  // Results.
  logic [AccLanes-1:0][31:0] sum;

  if (!Gemms) begin : gen_none
    /* verilator lint_off WIDTHCONCAT */  // an element may be this wide
    assign sum = '0;
    /* verilator lint_on WIDTHCONCAT */
    logic unused;
    assign unused = ^{inp, wgt};
  end else if (Batch * BlockIn * BlockOut <= MostInOneBlock) begin : gen_block
    vta_gemm u_gemm (
        .clk,
        .valid(waiting_q[1]),
        .inp, .wgt, .sum
    );
  end else begin : gen_groups
    vta_gemm_groups u_gemm (
        .clk,
        .valid(waiting_q[1]),
        .inp, .wgt, .sum
    );
  end

  vta_alu u_alu (
      .clk,
      .valid(alu_q),
      .gemm(operation_q.gemm),
      .reset(operation_q.reset),
      .op(operation_q.op),
      .acc(acc_q),
      .acc_forwarded(acc_forwarded_q),
      .src(y_q),
      .src_forwarded(y_forwarded_q),
      .sum,
      .result(step_data)
  );

  assign step_write = write_q;
  assign step_index = write_dst_q;

  // Completion: so many cycles after the first without a step to read.
  localparam int unsigned Drain = 5;
  logic active_q, drained;
  logic [Drain+GemmPipeline:1] drain_q;
  assign drained = drain_q[reads_inp ? Drain + GemmPipeline : Drain];
  assign finished = !active_q || drained;

  always_ff @(posedge clk) begin
    if (clear) active_q <= 1'b0;
    else if (start) active_q <= 1'b1;
    else if (drained) active_q <= 1'b0;
    if (start) begin
      operation_q <= head;
      drain_q <= '0;
      steps <= '0;
    end else begin
      drain_q <= (Drain + GemmPipeline)'({drain_q, active_q && exhausted});
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
