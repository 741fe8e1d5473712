// vta_step_pipeline, its loops, ALU and multipliers free: every step reaches the ALU in the cycle
// that compute/README.md says, with ACC[dst] and the second operand as all earlier steps leave them,
// whatever results come out; its result is written a cycle later, where it belongs; an index past its
// depth is an error in its cycle and writes nothing; the instruction has finished so many cycles
// after its last step, with nothing left to write. A step of RQ or EXP2 waits exactly as long as it
// meets one that has not written; its operands reach the ALU as all earlier steps leave them.
module proof_step_pipeline
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
  import vta_alu_pkg::*;
#(
    parameter bit Gemms = 1'b1,
    parameter bit Others = 1'b1
) (
    input logic clk,
    input logic clear,
    input logic halt,
    input logic start,
    input logic [InsnBits-1:0] insn,
    input uop_t uop,
    input logic [8*InpElemBytes-1:0] inp,
    input logic [8*WgtElemBytes-1:0] wgt
);

  typedef logic [LogAccDepth-1:0] acc_index_t;
  typedef logic [AccLanes-1:0][31:0] element_t;

  // ACC: a word that is read and written at once gives the old one.
  logic [2**LogAccDepth-1:0][AccLanes-1:0][31:0] acc_q;
  element_t read_a_data, read_b_data, step_data;
  logic finished, index_error, uop_read, operands_read, read_a, read_b, step_write;
  logic [63:0] steps;
  logic [LogUopDepth-1:0] uop_index;
  logic [LogInpDepth-1:0] inp_index;
  logic [LogWgtDepth-1:0] wgt_index;
  acc_index_t read_a_index, read_b_index, step_index;
  always_ff @(posedge clk) begin
    if (step_write) acc_q[step_index] <= step_data;
    if (read_a) read_a_data <= acc_q[read_a_index];
    if (read_b) read_b_data <= acc_q[read_b_index];
  end

  vta_step_pipeline #(
      .Gemms(Gemms),
      .Others(Others)
  ) dut (
      .clk, .clear, .halt, .start, .insn, .finished, .steps, .index_error, .uop_read, .uop_index,
      .uop, .operands_read, .inp_index, .inp, .wgt_index, .wgt, .read_a, .read_a_index,
      .read_a_data, .read_b, .read_b_index, .read_b_data, .step_write, .step_index, .step_data
  );

  // What executes, from the instruction alone.
  alu_insn_t a, a_q;
  logic busy_q, product, vector, rq, exp2;
  logic [1:0] more;  // cycles of a step, but one
  assign a = insn;
  assign product = a_q.opcode == OpGemm && !a_q.reset;
  assign vector = a_q.opcode == OpAlu && !a_q.use_imm;
  assign rq = HasRq && Others && a_q.opcode == OpAlu && a_q.reset && a_q.alu_opcode == '0;
  assign exp2 = HasExp2 && Others && a_q.opcode == OpAlu && a_q.reset && a_q.alu_opcode == 3'd1;
  assign more = rq ? (AccReadPorts == 1 ? 2'd2 : 2'd1) : 2'(AccReadPorts == 1 && vector);

  // The loops: a micro-op in so many cycles, indices two cycles later; all of it later by what a
  // step is held.
  logic exhausted, step, read_q, step_q, exhausted_q, started_q, killed_q, waited_q;
  logic [1:0] cycle_q, stands_q;
  logic [LogAccDepth+1:0] dst;
  logic [SrcBits+1:0] src;
  logic [LogWgtDepth+1:0] weight;
  assign exhausted = dut.u_index.exhausted;
  assign step = dut.u_index.step;
  assign dst = dut.u_index.dst;
  assign src = dut.u_index.src;
  assign weight = dut.u_index.wgt;

  // Steps by their age: [0] has just been found good. The ALU has them at age `Last`.
  localparam int RqAges = HasRq ? (AccReadPorts == 1 ? 12 : 11) : 0;
  localparam int Exp2Ages = HasExp2 ? (AccReadPorts == 1 ? 7 : 6) : 0;
  localparam int VectorAges = RqAges > Exp2Ages ? RqAges : Exp2Ages;
  localparam int unsigned Ages = GemmPipeline + 4 > VectorAges ? GemmPipeline + 4 : VectorAges;
  typedef struct packed {
    logic valid;
    logic in_range;  // not so behind an error alone, and then it is no matter what it does
    acc_index_t dst;
    acc_index_t src;
  } step_t;
  step_t [Ages-1:0] age;
  step_t [Ages-1:1] age_q;
  int last, operand_age;
  assign operand_age = AccReadPorts == 1 ? 3 : 2;
  assign last = rq ? RqAges - 2 : exp2 ? Exp2Ages - 2 : product ? int'(GemmPipeline) + 2 : more != '0 ? 3 : 2;

  logic past, good, meets, held;
  logic [SrcBits+1:0] src_next;
  assign src_next = src + (SrcBits + 2)'(1);
  always_comb begin
    meets = 1'b0;
    for (int i = 1; i < VectorAges; ++i)
      if (i < (rq ? RqAges : Exp2Ages) && age_q[i].valid &&
          (32'(age_q[i].dst) == 32'(dst) || 32'(age_q[i].dst) == 32'(src) ||
           (rq && 32'(age_q[i].dst) == 32'(src_next))))
        meets = 1'b1;
    held = (rq || exp2) && step && meets;
    past = 32'(dst) >= 2 ** LogAccDepth;
    if (product && (32'(src) >= 2 ** LogInpDepth || 32'(weight) >= 2 ** LogWgtDepth)) past = 1'b1;
    if (vector && 32'(src) >= 2 ** LogAccDepth) past = 1'b1;
    if (rq && 32'(src_next) >= 2 ** LogAccDepth) past = 1'b1;
    good = step && !held && (!past || halt);
    age[0] = '{valid: good, in_range: !past, dst: acc_index_t'(dst), src: acc_index_t'(src)};
    for (int i = 1; i < int'(Ages); ++i) age[i] = age_q[i];
  end

  // ACC as all steps before that in the ALU leave it: the last one's result is not written yet.
  step_t in_operand, in_alu, written;  // in_operand: it has read ACC[dst]
  logic some;
  element_t acc_dst, acc_src, x, y, y_wanted;
  assign in_operand = age[rq || exp2 ? operand_age - 1 : last - 1];
  assign in_alu = age[last];
  assign written = age[last+1];
  always_comb begin
    acc_dst = written.valid && written.dst == in_alu.dst ? step_data : acc_q[in_alu.dst];
    acc_src = written.valid && written.dst == in_alu.src ? step_data : acc_q[in_alu.src];
    x = dut.u_alu.acc_forwarded ? step_data : dut.u_alu.acc;
    y = dut.u_alu.src_forwarded ? step_data : dut.u_alu.src;
    y_wanted = vector ? acc_src : {AccLanes{32'($signed(a_q.imm))}};
    some = 1'b0;
    for (int i = 0; i < int'(Ages); ++i) if (age[i].valid && i <= last + 1) some = 1'b1;
  end

  // Cycles since the loops were exhausted; an instruction ends so many after.
  logic [3:0] idle_q;
  logic [3:0] drain;
  assign drain = rq ? 4'd11 : exp2 ? 4'd7 : 4'd5 + (product ? 4'(GemmPipeline) : 4'd0);

  // The loops have not ended long before what is under way.
  logic ended_before_ages;
  always_comb begin
    ended_before_ages = 1'b1;
    for (int i = 1; i < int'(Ages); ++i)
      if (age_q[i].valid && 32'(idle_q) + 32'(more) > i + 1) ended_before_ages = 1'b0;
  end

  logic cleared_q = 1'b0, good_product_q, alu_q;
  element_t step_data_q;
  logic [LogAccDepth+1:0] dst_q;
  logic [SrcBits+1:0] src_q;

  // An RQ: its operands in the ALU, one cycle later its exponents, for two cycles each. The operand of
  // an EXP2 is there when an RQ's are.
  step_t operand, operand_before;
  logic [AccLanes-1:0][ExponentBits-1:0] exponent_wanted;
  assign operand = age[operand_age];
  assign operand_before = age[operand_age+1];
  always_comb
    for (int l = 0; l < int'(AccLanes); ++l)
      exponent_wanted[l] = acc_q[acc_index_t'(operand_before.src + acc_index_t'(1))][l][ExponentBits-1:0];
  logic [63:0] steps_q;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    started_q <= start && !clear;
    exhausted_q <= exhausted;
    stands_q <= step ? (held ? 2'd1 : more) : stands_q == '0 ? '0 : stands_q - 2'd1;
    waited_q <= held && !clear;
    alu_q <= dut.u_alu.valid;
    step_data_q <= step_data;
    dst_q <= dst;
    src_q <= src;
    killed_q <= clear || index_error;
    if (clear || start || exhausted) cycle_q <= '0;
    else if (!held) cycle_q <= cycle_q == more ? '0 : cycle_q + 2'd1;
    read_q <= (held ? read_q : uop_read) && !clear && !index_error;
    step_q <= (held ? step_q : read_q) && !clear && !index_error;
    good_product_q <= good && product && !clear;
    if (start) a_q <= a;
    steps_q <= start ? '0 : steps_q + 64'(uop_read);
    if (clear) busy_q <= 1'b0;
    else if (start) busy_q <= 1'b1;
    else if (finished) busy_q <= 1'b0;
    if (clear || start || !exhausted) idle_q <= '0;
    else if (!held && idle_q != '1) idle_q <= idle_q + 4'd1;
    for (int i = 1; i < int'(Ages); ++i) begin
      age_q[i] <= age[i-1];
      if (clear || start) age_q[i].valid <= 1'b0;
    end
  end

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && step_write);
    assume_starts_when_idle: assume (!start || (!busy_q && !clear));
    cover_starts_when_idle: cover (start && cleared_q && steps_q == 64'd3);
    assume_starts_its_own:
    assume (!start || (a.opcode == OpGemm && !a.reset ? Gemms :
                       (a.opcode == OpAlu || a.opcode == OpGemm) && Others));
    assume_no_immediate:
    assume (!start || a.opcode != OpAlu || !a.reset || !a.use_imm ||
            (!(HasRq && a.alu_opcode == 3'd0) && !(HasExp2 && a.alu_opcode == 3'd1)));
    cover_no_immediate: cover (start && ((a.opcode == OpAlu && a.reset) || !Others));
    cover_starts_its_own: cover (start && (a.opcode == OpAlu || !Others));
    // What proof index_generator says of the loops.
    assume_loops_read: assume (uop_read == (!exhausted && !held && cycle_q == '0));
    cover_loops_read: cover (uop_read && step);
    assume_loops_step: assume (step == step_q);
    cover_loops_step: cover (index_error);
    // The ALU's result is its last step's.
    assume_result_stands: assume (alu_q || step_data == step_data_q);
    cover_result_stands: cover (cleared_q && alu_q && step_data != step_data_q);
    assume_loops_hold: assume (stands_q == '0 || (dst == dst_q && src == src_q));
    cover_loops_hold: cover (cleared_q && stands_q != '0 && dst_q != '0);
    assume_loops_end:
    assume (!cleared_q || ((!killed_q || exhausted) && (!exhausted_q || started_q || exhausted) &&
                           (cycle_q == '0 || !exhausted) && (!waited_q || exhausted == exhausted_q)));
    cover_loops_end: cover (finished && busy_q && steps_q == 64'd2);
    if (cleared_q) begin
      assert_cycles:
      assert (!start || 2'(dut.u_index.more_cycles) ==
              (HasRq && a.opcode == OpAlu && a.reset && a.alu_opcode == '0 ?
               (AccReadPorts == 1 ? 2'd2 : 2'd1) :
               2'(AccReadPorts == 1 && a.opcode == OpAlu && !a.use_imm)));
      assert_held: assert (dut.u_index.hold == held);
      assert_kind_of_loops: assert (!start || dut.u_index.gemm == (a.opcode == OpGemm));
      assert_index_error: assert (index_error == (step && !held && past && !halt));
      assert_killed: assert (dut.u_index.kill == index_error);
      assert_operands: assert (operands_read == (good && product));
      assert_operand_indices:
      assert (!operands_read || (inp_index == src[LogInpDepth-1:0] &&
                                 wgt_index == weight[LogWgtDepth-1:0]));
      assert_alu_when_due: assert (dut.u_alu.valid == in_alu.valid);
      assert_first_operand: assert (!in_alu.valid || rq || exp2 || x == acc_dst);
      assert_second_operand:
      assert (!in_alu.valid || rq || exp2 || a_q.opcode != OpAlu || y == y_wanted);
      assert_operation:
      assert (!in_alu.valid ||
              (dut.u_alu.gemm == (a_q.opcode == OpGemm) &&
               (a_q.opcode == OpGemm ? dut.u_alu.reset == a_q.reset :
                                       dut.u_alu.op == {WideAluOpcode && a_q.reset,
                                                         a_q.alu_opcode})));
      assert_written: assert (step_write == written.valid);
      assert_written_where: assert (!step_write || step_index == written.dst);
      assert_written_what: assert (step_data == dut.u_alu.result);
      assert_finished: assert (finished == (!busy_q || (exhausted && idle_q == drain)));
      assert_nothing_left: assert (!finished || !some);
      assert_steps: assert (!busy_q || steps == steps_q);
      lemma_busy: assert (dut.active_q == busy_q && (busy_q || exhausted) && !(start && some));
      lemma_operation:
      assert (!busy_q || (dut.operation_q.gemm == (a_q.opcode == OpGemm) &&
                          dut.operation_q.reset == (Others && a_q.reset) &&
                          dut.operation_q.reads_src == vector &&
                          dut.operation_q.use_imm == (a_q.opcode == OpAlu && a_q.use_imm) &&
                          dut.operation_q.op == {WideAluOpcode && a_q.reset, a_q.alu_opcode} &&
                          dut.operation_q.requantize == rq &&
                          dut.operation_q.exponentiate == exp2 &&
                          dut.operation_q.imm == 32'($signed(a_q.imm))));
      lemma_kind: assert (!busy_q || (product ? Gemms : Others &&
                                      (a_q.opcode == OpAlu || a_q.opcode == OpGemm)));
      lemma_no_immediate: assert (!busy_q || !(rq || exp2) || !a_q.use_imm);
      lemma_idle: assert (!busy_q || idle_q <= drain);
      lemma_drain: assert (!busy_q || 16'(dut.drain_q) == (16'd1 << idle_q) - 16'd1);
      lemma_steps: assert (!(step_q || read_q) || busy_q);
      // Where the loops are while what they read is on its way, and how long ago they ended.
      lemma_read: assert (!read_q || (cycle_q == 2'(more != '0) && idle_q == '0));
      lemma_step: assert (!step || (more == 2'd2 ? cycle_q == 2'd2 && !exhausted :
                                    cycle_q == '0 || more == '0));
      lemma_step_idle: assert (!step || 32'(idle_q) <= (more == '0 ? 1 : 0));
      lemma_age_idle: assert (!busy_q || ended_before_ages);
      lemma_operand:
      assert (dut.operand_q == in_operand.valid &&
              (!in_operand.valid || dut.operand_dst_q == in_operand.dst));
      lemma_alu_dst: assert (!in_alu.valid || dut.alu_dst_q == in_alu.dst);
      assert_requantized: assert (dut.u_alu.requantize == (HasRq && rq && operand.valid));
      assert_first_factor:
      assert (!rq || !operand.valid || !operand.in_range || (dut.u_alu.acc == acc_q[operand.dst] &&
                                        !dut.u_alu.acc_forwarded));
      assert_second_factor:
      assert (!rq || !operand.valid || !operand.in_range || (dut.u_alu.src == acc_q[operand.src] &&
                                        !dut.u_alu.src_forwarded));
      assert_factors_stand:
      assert (!rq || !operand_before.valid || !operand_before.in_range ||
              (dut.u_alu.acc == acc_q[operand_before.dst] && !dut.u_alu.acc_forwarded &&
               dut.u_alu.src == acc_q[operand_before.src] && !dut.u_alu.src_forwarded));
      assert_exponent:
      assert (!rq || !operand_before.valid || !operand_before.in_range ||
              dut.u_alu.exponent == exponent_wanted);
      assert_parameters:
      assert (!rq || !operand.valid || dut.u_alu.parameters == rq_imm_t'(a_q.imm));
      assert_exponentiated: assert (dut.u_alu.exponentiate == (exp2 && operand.valid));
      assert_exponent_of_two:
      assert (!exp2 || !operand.valid || !operand.in_range || dut.u_alu.src == acc_q[operand.src]);
      assert_fraction:
      assert (!exp2 || !operand.valid || dut.u_alu.fraction == a_q.imm[3:0]);
      cover_forwarded: cover (in_alu.valid && dut.u_alu.acc_forwarded);
      cover_from_the_result: cover (in_alu.valid && age[last+2].valid && age[last+2].dst == in_alu.dst);
    end
  end

  // What is under way, by ages.
  if (HasRq && Others) begin : gen_rq
    logic same;
    always_comb begin
      same = 1'b1;
      for (int i = 1; i < RqAges; ++i) begin
        if (dut.gen_requantizes.u_in_flight.age_q[i] != (rq && age_q[i].valid)) same = 1'b0;
        if (rq && age_q[i].valid &&
            dut.gen_requantizes.u_in_flight.slot[(i-1)/int'(RqCycles)] != age_q[i].dst)
          same = 1'b0;
      end
      if (cleared_q) lemma_rq_under_way: assert (same);
    end
  end
  if (HasExp2 && Others) begin : gen_exp2
    logic same;
    always_comb begin
      same = 1'b1;
      for (int i = 1; i < Exp2Ages; ++i) begin
        if (dut.gen_exponentiates.u_in_flight.age_q[i] != (exp2 && age_q[i].valid)) same = 1'b0;
        if (exp2 && age_q[i].valid &&
            dut.gen_exponentiates.u_in_flight.slot[(i-1)/int'(Exp2Cycles)] != age_q[i].dst)
          same = 1'b0;
      end
      if (cleared_q) lemma_exp2_under_way: assert (same);
    end
  end

  if (Gemms) begin : gen_product
    always_comb if (cleared_q) assert_multiplied : assert (dut.gen_block.u_gemm.valid == good_product_q);
  end

endmodule
