// GEMM and ALU: one step per c cycles, then a drain.
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
// A step of RQ or EXP2 waits for those that it meets: vta_steps_in_flight. It reads as others do,
// one of RQ then ACC[src + 1], and is vta_alu's, beside others, until its result is due.
//
// One of two pipes (overlap.md) executes GEMMs alone, or all others alone.
module vta_step_pipeline
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
  import vta_alu_pkg::*;
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
    logic requantize;
    logic exponentiate;
    alu_opcode_e op;
    logic [31:0] imm;
  } operation_t;

  localparam bit Requantizes = Others && HasRq;
  localparam bit Exponentiates = Others && HasExp2;
  localparam int unsigned VectorCycles = AccReadPorts > 1 ? 1 : 2;  // of other vector operations
  localparam int unsigned MostCycles = Requantizes ? RqCycles : 2;
  localparam int unsigned CycleBits = $clog2(MostCycles);

  /* verilator lint_off UNUSEDSIGNAL */  // the loops are the index generator's part
  alu_insn_t alu_head;
  /* verilator lint_on UNUSEDSIGNAL */
  operation_t head, operation_q;
  alu_opcode_e alu_operation;

  assign alu_head = insn;
  assign alu_operation = operation_of(alu_head.reset, alu_head.alu_opcode);
  assign head = '{
          gemm: !Others || alu_head.opcode == OpGemm,
          reset: Others && alu_head.reset,
          reads_src: Others && alu_head.opcode == OpAlu && !alu_head.use_imm,
          use_imm: Others && alu_head.opcode == OpAlu && alu_head.use_imm,
          requantize: Requantizes && alu_head.opcode == OpAlu && alu_operation == AluRq,
          exponentiate: Exponentiates && alu_head.opcode == OpAlu && alu_operation == AluExp2,
          op: alu_operation,
          imm: 32'($signed(alu_head.imm))
      };

  // Indices.
  logic step, meets, hold, step_good, exhausted;
  logic [LogAccDepth+1:0] dst;
  logic [SrcBits+1:0] src, src_next;
  logic [LogWgtDepth+1:0] wgt_at;
  logic dst_past, src_past, src_next_past, wgt_past, reads_inp, requantizes, exponentiates;

  vta_index_generator #(
      .MostCycles(MostCycles),
      .Holds(Requantizes || Exponentiates)
  ) u_index (
      .clk, .clear, .start, .insn,
      .gemm(head.gemm),
      .more_cycles(head.requantize ? CycleBits'(RqCycles - 1) :
                   head.reads_src ? CycleBits'(VectorCycles - 1) : '0),
      .hold,
      .kill(index_error),
      .uop_read, .uop_index, .uop, .step, .dst, .src,
      .wgt(wgt_at),
      .exhausted
  );

  assign reads_inp = Gemms && operation_q.gemm && !operation_q.reset;
  assign requantizes = Requantizes && operation_q.requantize;
  assign exponentiates = Exponentiates && operation_q.exponentiate;
  assign dst_past = dst[LogAccDepth+1:LogAccDepth] != '0;
  assign src_past = operation_q.gemm ? src[SrcBits+1:LogInpDepth] != '0 :
                                       src[SrcBits+1:LogAccDepth] != '0;
  assign src_next = src + (SrcBits + 2)'(1);
  assign src_next_past = src_next[SrcBits+1:LogAccDepth] != '0;
  assign wgt_past = wgt_at[LogWgtDepth+1:LogWgtDepth] != '0;
  assign hold = (requantizes || exponentiates) && step && meets;
  assign index_error = step && !hold && !halt &&
                       (dst_past || (src_past && (reads_inp || operation_q.reads_src)) ||
                        (src_next_past && requantizes) || (wgt_past && reads_inp));
  assign step_good = step && !hold && !index_error;
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
  logic alu_next, rq_due, exp2_due;  // in the ALU one cycle later
  logic [LogAccDepth-1:0] alu_next_dst, rq_due_dst, exp2_due_dst;
  assign alu_next = requantizes ? rq_due : exponentiates ? exp2_due : operand_q;
  assign alu_next_dst = requantizes ? rq_due_dst : exponentiates ? exp2_due_dst : operand_dst_q;

  always_ff @(posedge clk) begin
    if (clear) begin
      operand_q <= 1'b0;
      alu_q <= 1'b0;
      write_q <= 1'b0;
    end else begin
      operand_q <= read_last;
      alu_q <= alu_next;
      write_q <= alu_q;
    end
    if (read_last) operand_dst_q <= read_dst;
    if (alu_next) alu_dst_q <= alu_next_dst;
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
  logic reads_next;  // ACC[src + 1]
  /* verilator lint_off UNUSEDSIGNAL */  // some bits of each lane, for RQ
  logic [AccLanes-1:0][31:0] next_data;
  /* verilator lint_on UNUSEDSIGNAL */

  always_ff @(posedge clk) begin
    if (operand_q) begin
      acc_q <= read_a_value;
      acc_forwarded_q <= source_a_q.next_result;
    end
  end

  if (AccReadPorts > 1) begin : gen_two_ports
    source_t source_b_q;
    assign read_last = read;
    assign read_a = read;
    assign read_a_index = read_dst;
    assign read_b_index = reads_next ? src_next[LogAccDepth-1:0] : src[LogAccDepth-1:0];
    assign read_b = (read && operation_q.reads_src) || reads_next;
    assign next_data = read_b_data;
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
    assign read_a = read || read_last || reads_next;
    assign read_a_index = reads_next ? src_next[LogAccDepth-1:0] :
                          operation_q.reads_src && read ? src[LogAccDepth-1:0] : read_dst;
    assign next_data = read_a_data;
    assign read_b_index = '0;
    assign read_b = 1'b0;
    logic unused;
    assign unused = ^read_b_data;
  end

  // RQ and EXP2: steps that wait, and those under way.
  logic requantize_q;  // acc_q and y_q are one's, and ACC[src + 1] is there
  logic [AccLanes-1:0][ExponentBits-1:0] exponent_q;
  logic exponentiate_q;  // y_q is one's
  logic rq_meets, exp2_meets;
  assign meets = rq_meets || exp2_meets;

  if (Requantizes) begin : gen_requantizes
    vta_steps_in_flight #(
        .Bits(LogAccDepth),
        .WholeBits(SrcBits + 2),
        .Cycles(RqCycles),
        .Latency(RqLatency)
    ) u_in_flight (
        .clk, .clear,
        .take(requantizes && step_good),
        .reads({src_next, src, (SrcBits + 2)'(dst)}),
        .dst(dst[LogAccDepth-1:0]),
        .meets(rq_meets),
        .due(rq_due),
        .due_dst(rq_due_dst)
    );
    assign reads_next = requantizes && operand_q;
    always_ff @(posedge clk) begin
      if (clear) requantize_q <= 1'b0;
      else requantize_q <= reads_next;
      if (requantize_q)
        for (int l = 0; l < int'(AccLanes); ++l) exponent_q[l] <= next_data[l][ExponentBits-1:0];
    end
  end else begin : gen_no_requantize
    assign rq_meets = 1'b0;
    assign rq_due = 1'b0;
    assign rq_due_dst = '0;
    assign reads_next = 1'b0;
    assign requantize_q = 1'b0;
    assign exponent_q = '0;
  end

  if (Exponentiates) begin : gen_exponentiates
    vta_steps_in_flight #(
        .Bits(LogAccDepth),
        .WholeBits(SrcBits + 2),
        .Reads(2),
        .Cycles(Exp2Cycles),
        .Latency(Exp2Latency)
    ) u_in_flight (
        .clk, .clear,
        .take(exponentiates && step_good),
        .reads({src, (SrcBits + 2)'(dst)}),
        .dst(dst[LogAccDepth-1:0]),
        .meets(exp2_meets),
        .due(exp2_due),
        .due_dst(exp2_due_dst)
    );
    always_ff @(posedge clk) begin
      if (clear) exponentiate_q <= 1'b0;
      else exponentiate_q <= exponentiates && operand_q;
    end
  end else begin : gen_no_exponentiates
    assign exp2_meets = 1'b0;
    assign exp2_due = 1'b0;
    assign exp2_due_dst = '0;
    assign exponentiate_q = 1'b0;
  end

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

  vta_alu #(
      .Requantizes(Requantizes),
      .Exponentiates(Exponentiates)
  ) u_alu (
      .clk, .clear,
      .valid(alu_q),
      .gemm(operation_q.gemm),
      .reset(operation_q.reset),
      .op(operation_q.op),
      .acc(acc_q),
      .acc_forwarded(acc_forwarded_q),
      .src(y_q),
      .src_forwarded(y_forwarded_q),
      .sum,
      .requantize(requantize_q),
      .exponent(exponent_q),
      .parameters(rq_imm_t'(operation_q.imm[15:0])),
      .exponentiate(exponentiate_q),
      .fraction(operation_q.imm[3:0]),
      .result(step_data)
  );

  assign step_write = write_q;
  assign step_index = write_dst_q;

  // Completion: so many cycles after the first without a step to read.
  localparam int unsigned Drain = 5;
  localparam int unsigned GemmDrain = Drain + GemmPipeline;
  localparam int unsigned RqDrain = Requantizes ? RqLatency - RqCycles + 2 : Drain;
  localparam int unsigned Exp2Drain = Exponentiates ? Exp2Latency - Exp2Cycles + 2 : Drain;
  localparam int unsigned VectorDrain = RqDrain > Exp2Drain ? RqDrain : Exp2Drain;
  localparam int unsigned MostDrain = VectorDrain > GemmDrain ? VectorDrain : GemmDrain;
  logic active_q, drained;
  logic [MostDrain:1] drain_q;
  assign drained = drain_q[requantizes ? RqDrain : exponentiates ? Exp2Drain :
                           reads_inp ? GemmDrain : Drain];
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
      if (!hold) drain_q <= MostDrain'({drain_q, active_q && exhausted});
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
