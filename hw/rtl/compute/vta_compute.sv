// The compute unit: LOAD UOP, ACC, ACC_8BIT and their NOPs, GEMM, ALU, FINISH.
//
//   vta_unit_control   start, tokens, completion
//   vta_dma_read       loads
//   vta_step_pipeline  GEMM and ALU
//
// With two pipes (overlap.md), one step pipeline for GEMM, another for all other steps, and instead
// of vta_unit_control:
//
//   vta_look              what the next instruction touches
//   vta_overlap_control   start, tokens, retirement in order
//   vta_retired_counters  what retired instructions count
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
    output logic [UopPorts-1:0] uop_read,
    output logic [UopPorts-1:0][LogUopDepth-1:0] uop_index,
    input uop_t [UopPorts-1:0] uop,
    output logic operands_read,
    output logic [LogInpDepth-1:0] inp_index,
    input logic [8*InpElemBytes-1:0] inp,
    output logic [LogWgtDepth-1:0] wgt_index,
    input logic [8*WgtElemBytes-1:0] wgt,
    output pipe_set_t read_a,
    output logic [Pipes-1:0][LogAccDepth-1:0] read_a_index,
    input logic [Pipes-1:0][AccLanes-1:0][31:0] read_a_data,
    output pipe_set_t read_b,
    output logic [Pipes-1:0][LogAccDepth-1:0] read_b_index,
    input logic [Pipes-1:0][AccLanes-1:0][31:0] read_b_data,
    output pipe_set_t step_write,
    output logic [Pipes-1:0][LogAccDepth-1:0] step_index,
    output logic [Pipes-1:0][AccLanes-1:0][31:0] step_data,

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

  localparam pipe_e OtherPipe = AccOverlap != 0 ? PipeA : PipeG;  // of all but GEMM

  mem_insn_t insn;
  kind_e head_kind, kind_q;
  pipe_e head_pipe;
  logic [AddrBits-1:0] head_base;
  logic [LogSizeBits-1:0] head_log_bytes;
  scratchpad_write_t write;
  logic start_load, load_finished, in_flight;
  pipe_set_t start_steps, steps_finished, fault;
  logic [ElemBits-1:0] elements, elements_q;
  logic [Pipes-1:0][63:0] steps;

  assign insn = head.command.insn;
  assign start_load = status.start && insn.opcode == OpLoad;
  assign head_kind = kind_of(insn.opcode, insn.memory_type, insn[GemmResetLsb]);
  assign head_pipe = head_kind == KindGemm ? PipeG : OtherPipe;

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

  pipe_set_t operands;
  logic [Pipes-1:0][LogInpDepth-1:0] inp_at;
  logic [Pipes-1:0][LogWgtDepth-1:0] wgt_at;

  for (genvar p = 0; p < Pipes; ++p) begin : gen_pipe
    assign start_steps[p] = status.start && head_pipe == pipe_e'(p) &&
                            (insn.opcode == OpGemm || insn.opcode == OpAlu);

    vta_step_pipeline #(
        .Gemms(p == int'(PipeG)),
        .Others(p == int'(OtherPipe))
    ) u_steps (
        .clk, .clear, .halt,
        .start(start_steps[p]),
        .insn,
        .finished(steps_finished[p]),
        .steps(steps[p]),
        .index_error(fault[p]),
        .uop_read(uop_read[p]),
        .uop_index(uop_index[p]),
        .uop(uop[p]),
        .operands_read(operands[p]),
        .inp_index(inp_at[p]),
        .inp,
        .wgt_index(wgt_at[p]),
        .wgt,
        .read_a(read_a[p]),
        .read_a_index(read_a_index[p]),
        .read_a_data(read_a_data[p]),
        .read_b(read_b[p]),
        .read_b_index(read_b_index[p]),
        .read_b_data(read_b_data[p]),
        .step_write(step_write[p]),
        .step_index(step_index[p]),
        .step_data(step_data[p])
    );
  end
  assign operands_read = operands[PipeG];
  assign inp_index = inp_at[PipeG];
  assign wgt_index = wgt_at[PipeG];

  always_comb begin
    uop_write = write;
    acc_write = write;
    uop_write.valid = write.valid && kind_q == KindUop;
    acc_write.valid = write.valid && kind_q != KindUop;
  end
  assign acc_write_is_acc8 = kind_q == KindAcc8;

  always_ff @(posedge clk) begin
    if (status.start && head_pipe == OtherPipe) begin
      kind_q <= head_kind;
      elements_q <= elements;
    end
  end

  if (AccOverlap == 0) begin : gen_in_turn
    vta_unit_control u_control (
        .clk, .clear, .halt, .head,
        .finished(load_finished && steps_finished[PipeG]),
        .status, .index,
        .beat_moves(beat_valid),
        .pad_moves(write.valid && write.pad),
        .in_flight,
        .queued(request.valid),
        .probe
    );
    assign index_error = fault[PipeG];

    always_ff @(posedge clk) begin
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
          KindGemm: gemm_counter <= gemm_counter + steps[PipeG];
          KindAlu: alu_counter <= alu_counter + steps[PipeG];
          default: ;
        endcase
      end
    end
  end else begin : gen_overlap
    logic ready, meets_gemm, loading_uops_q, retire;
    half_set_t touched;
    pipe_set_t finish;
    pipe_e retire_pipe;
    counted_e [Pipes-1:0] counted;
    amount_t [Pipes-1:0] amount;

    vta_look u_look (
        .clk, .clear,
        .valid(head.valid),
        .insn,
        .start(status.start),
        .start_gemm(start_steps[PipeG]),
        .loading_uops(loading_uops_q),
        .uop_read(uop_read[UopPorts-1]),
        .uop_index(uop_index[UopPorts-1]),
        .uop(uop[UopPorts-1]),
        .ready, .touched, .meets_gemm
    );

    vta_overlap_control u_control (
        .clk, .clear, .halt, .head, .head_pipe, .ready, .touched, .meets_gemm,
        .finished({load_finished && steps_finished[OtherPipe], steps_finished[PipeG]}),
        .fault, .finish, .index_error, .index, .retire, .retire_pipe, .status,
        .beat_moves(beat_valid),
        .pad_moves(write.valid && write.pad),
        .in_flight,
        .queued(request.valid),
        .probe
    );

    always_ff @(posedge clk) begin
      if (clear || finish[OtherPipe]) loading_uops_q <= 1'b0;
      else if (status.start && head_kind == KindUop) loading_uops_q <= 1'b1;
    end

    always_comb begin
      counted[PipeG] = CountedGemm;
      counted[OtherPipe] = CountedNothing;
      amount[PipeG] = amount_t'(steps[PipeG]);
      amount[OtherPipe] = amount_t'(steps[OtherPipe]);
      unique case (kind_q)
        KindUop: begin
          counted[OtherPipe] = CountedUopBytes;
          amount[OtherPipe] = amount_t'(elements_q) << LogUopBytes;
        end
        KindAcc: begin
          counted[OtherPipe] = CountedAccBytes;
          amount[OtherPipe] = amount_t'(elements_q) << LogAccBytes;
        end
        KindAcc8: begin
          counted[OtherPipe] = CountedAccBytes;
          amount[OtherPipe] = amount_t'(elements_q) << LogAcc8Bytes;
        end
        KindAlu: counted[OtherPipe] = CountedAlu;
        default: ;
      endcase
    end

    vta_retired_counters u_counters (
        .clk, .clear, .finish, .counted, .amount, .retire, .retire_pipe, .uop_load_nbytes,
        .acc_load_nbytes, .gemm_counter, .alu_counter
    );

    logic unused;
    assign unused = ^{operands[OtherPipe], inp_at[OtherPipe], wgt_at[OtherPipe]};
  end

endmodule
