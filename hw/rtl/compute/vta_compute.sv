// The compute unit: LOAD UOP, ACC, ACC_8BIT and their NOPs, GEMM, ALU, FINISH.
//
//   vta_unit_control   start, tokens, completion
//   vta_dma_read       loads
//   vta_step_pipeline  GEMM and ALU
module vta_compute
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [AddrBits-1:0] uop_base,
    input logic [AddrBits-1:0] acc_base,
    input logic [BeatBits-1:0] burst_beats,
    input unit_head_t head,
    output unit_status_t status,
    output logic index_error,
    output logic [IndexBits-1:0] index,
    output burst_request_t request,
    input logic grant,
    input logic beat_valid,

    output scratchpad_write_t uop_write,
    output scratchpad_write_t acc_write,
    output logic acc_write_is_acc8,
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
    output logic [AccLanes-1:0][31:0] step_data,

    output logic [63:0] uop_load_nbytes,
    output logic [63:0] acc_load_nbytes,
    output logic [63:0] gemm_counter,
    output logic [63:0] alu_counter,
    output probe_t probe
);

  localparam logic [LogSizeBits-1:0] LogUopBytes = LogSizeBits'($clog2(UopElemBytes));
  localparam logic [LogSizeBits-1:0] LogAccBytes = LogSizeBits'($clog2(AccElemBytes));
  localparam logic [LogSizeBits-1:0] LogAcc8Bytes = LogSizeBits'($clog2(Acc8ElemBytes));

  typedef enum logic [2:0] {
    KindUop,
    KindAcc,
    KindAcc8,
    KindGemm,
    KindResetGemm,
    KindAlu,
    KindFinish
  } kind_e;

  function automatic kind_e kind_of(logic [2:0] opcode, logic [2:0] memory_type, logic reset);
    unique case (opcode)
      OpGemm: return reset ? KindResetGemm : KindGemm;
      OpAlu: return KindAlu;
      OpFinish: return KindFinish;
      default: return memory_type == MemUop ? KindUop : memory_type == MemAcc ? KindAcc : KindAcc8;
    endcase
  endfunction

  mem_insn_t insn;
  kind_e head_kind, kind_q;
  logic [AddrBits-1:0] head_base;
  logic [LogSizeBits-1:0] head_log_bytes;
  scratchpad_write_t write;
  logic start_load, start_steps, load_finished, steps_finished, in_flight;
  logic [ElemBits-1:0] elements, elements_q;
  logic [63:0] steps;

  assign insn = head.command.insn;
  assign start_load = status.start && insn.opcode == OpLoad;
  assign start_steps = status.start && (insn.opcode == OpGemm || insn.opcode == OpAlu);
  assign head_kind = kind_of(insn.opcode, insn.memory_type, insn[GemmResetLsb]);

  always_comb begin
    head_base = acc_base;
    head_log_bytes = LogAccBytes;
    if (insn.memory_type == MemUop) begin
      head_base = uop_base;
      head_log_bytes = LogUopBytes;
    end else if (insn.memory_type == MemAcc8) begin
      head_log_bytes = LogAcc8Bytes;
    end
  end

  vta_unit_control u_control (
      .clk, .clear, .halt, .head,
      .finished(load_finished && steps_finished),
      .status, .index,
      .beat_moves(beat_valid),
      .pad_moves(write.valid && write.pad),
      .in_flight,
      .queued(request.valid),
      .probe
  );

  vta_dma_read u_dma (
      .clk, .clear, .halt, .burst_beats,
      .start(start_load),
      .insn,
      .base(head_base),
      .log_bytes(head_log_bytes),
      .elements, .request, .grant, .beat_valid, .write,
      .finished(load_finished),
      .in_flight
  );

  vta_step_pipeline u_steps (
      .clk, .clear, .halt,
      .start(start_steps),
      .insn,
      .finished(steps_finished),
      .steps, .index_error, .uop_read, .uop_index, .uop, .operands_read, .inp_index, .inp,
      .wgt_index, .wgt, .read_a, .read_a_index, .read_a_data, .read_b, .read_b_index,
      .read_b_data, .step_write, .step_index, .step_data
  );

  always_comb begin
    uop_write = write;
    acc_write = write;
    uop_write.valid = write.valid && kind_q == KindUop;
    acc_write.valid = write.valid && kind_q != KindUop;
  end
  assign acc_write_is_acc8 = kind_q == KindAcc8;

  always_ff @(posedge clk) begin
    if (status.start) begin
      kind_q <= head_kind;
      elements_q <= elements;
    end
    if (clear) begin
      uop_load_nbytes <= '0;
      acc_load_nbytes <= '0;
      gemm_counter <= '0;
      alu_counter <= '0;
    end else if (status.done) begin
      unique case (kind_q)
        KindUop: uop_load_nbytes <= uop_load_nbytes + (64'(elements_q) << LogUopBytes);
        KindAcc: acc_load_nbytes <= acc_load_nbytes + (64'(elements_q) << LogAccBytes);
        KindAcc8: acc_load_nbytes <= acc_load_nbytes + (64'(elements_q) << LogAcc8Bytes);
        KindGemm: gemm_counter <= gemm_counter + steps;
        KindAlu: alu_counter <= alu_counter + steps;
        default: ;
      endcase
    end
  end

endmodule
