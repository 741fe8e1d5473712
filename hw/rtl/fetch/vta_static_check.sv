// The static checks of ISA section 3: errors 1..7 and 11, the lowest code first.
//
// Two stages. Decode: `capture` registers the facts of an instruction (what can be said from its
// bits alone, and the ends of its ranges). Check: the facts are compared with the limits; `error`
// and `unit` belong to the instruction captured last. A NOP (a LOAD or STORE that writes no
// element) is checked for its opcode, memory type and token bits only.
module vta_static_check
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic capture,
    input logic [InsnBits-1:0] insn,

    input base_addresses_t base,
    input logic [AddrBits-1:0] mem_lo,  // legal DRAM: mem_lo <= address < mem_hi
    input logic [AddrBits-1:0] mem_hi,

    input logic check,  // something was captured: 0 saves simulators the work
    input logic is_last,  // it is the last of its stream
    output isa_error_e error,
    output logic is_finish,
    output unit_set_t unit  // the one whose queue it belongs to
);

  localparam int unsigned SumBits = AddrBits + 1;  // of byte addresses, with the carry
  localparam int unsigned SramBits = 34;  // of sram_base + 65565 * 65565
  localparam int unsigned SpanBits = 32;  // of 65534 * 65535 + 65535

  typedef struct packed {
    isa_error_e error;  // 1..5, or none: from the instruction's own bits
    logic is_finish;
    unit_set_t unit;
    logic writes;  // a LOAD or STORE that is no NOP
    logic reads_dram;  // ... that touches DRAM
    logic [SramBits-1:0] sram_end;
    logic [16:0] sram_depth;
    logic [SumBits-1:0] dram_begin;
    logic [SumBits-1:0] dram_end;
  } facts_t;

  // The instruction as each of its kinds. No function below takes it whole: Verilator 5.006 clears
  // wide arguments and locals of functions at every edge, called or not.
  /* verilator lint_off UNUSEDSIGNAL */  // some fields of each
  mem_insn_t m;
  alu_insn_t a;  // GEMM has uop_end in the same place
  /* verilator lint_on UNUSEDSIGNAL */
  assign m = insn;
  assign a = insn;

  function automatic logic [AddrBits-1:0] base_of(logic [2:0] memory);
    unique case (memory)
      MemUop: return base.uop;
      MemWgt: return base.wgt;
      MemInp: return base.inp;
      MemOut: return base.out;
      default: return base.acc;
    endcase
  endfunction

  function automatic logic [4:0] log_bytes_of(logic [2:0] memory);
    unique case (memory)
      MemUop: return 5'($clog2(UopElemBytes));
      MemWgt: return 5'($clog2(WgtElemBytes));
      MemInp: return 5'($clog2(InpElemBytes));
      MemAcc: return 5'($clog2(AccElemBytes));
      MemOut: return 5'($clog2(OutElemBytes));
      default: return 5'($clog2(Acc8ElemBytes));
    endcase
  endfunction

  function automatic logic [16:0] depth_of(logic [2:0] memory);
    unique case (memory)
      MemUop: return 17'd1 << LogUopDepth;
      MemWgt: return 17'd1 << LogWgtDepth;
      MemInp: return 17'd1 << LogInpDepth;
      default: return 17'd1 << LogAccDepth;
    endcase
  endfunction

  // Byte offset of the element that follows `first` by so many.
  function automatic logic [47:0] bytes_to(logic [31:0] first, logic [SpanBits-1:0] further,
                                           logic [2:0] memory);
    return (48'(first) + 48'(further)) << log_bytes_of(memory);
  endfunction

  function automatic logic [SpanBits-1:0] span_of(logic [15:0] rows, logic [15:0] columns,
                                                  logic [15:0] stride);
    return (SpanBits'(rows) - 1) * SpanBits'(stride) + SpanBits'(columns);
  endfunction

  localparam unit_set_t Load = unit_set_t'(1 << UnitLoad);
  localparam unit_set_t Compute = unit_set_t'(1 << UnitCompute);
  localparam unit_set_t Store = unit_set_t'(1 << UnitStore);

  function automatic unit_set_t queue_of(logic [2:0] opcode, logic [2:0] memory);
    if (opcode == OpStore) return Store;
    return opcode == OpLoad && (memory == MemInp || memory == MemWgt) ? Load : Compute;
  endfunction

  // Errors 2..4 of a LOAD or STORE; `prev` and `next`: it has such a token bit.
  function automatic isa_error_e memory_error(logic store, logic [2:0] memory, unit_set_t queue,
                                              logic prev, logic next, logic bad_pads);
    if (store ? memory != MemOut : memory == MemOut || memory > MemAcc8) return ErrMemoryType;
    if ((queue == Load && prev) || (queue == Store && next)) return ErrTokenBits;
    if (bad_pads && (store || memory == MemUop)) return ErrField;
    return ErrNone;
  endfunction

  // Errors 1, 4 and 5 of everything else.
  function automatic isa_error_e compute_error(logic [2:0] opcode, logic [2:0] operation,
                                               logic use_imm, logic [31:0] uop_end);
    if (opcode > OpAlu) return ErrOpcode;
    if (opcode == OpAlu) begin
      if (IsaExt == 0 && operation > AluMul) return ErrOpcode;
      if (operation == AluClip && !use_imm) return ErrField;
    end
    if (opcode != OpFinish && uop_end > 32'd1 << LogUopDepth) return ErrUopRange;
    return ErrNone;
  endfunction

  facts_t facts_q;
  logic is_memory, is_nop, pads;
  logic [16:0] rows, columns;  // written, pads and all
  logic [SramBits-1:0] elements;
  assign is_memory = m.opcode == OpLoad || m.opcode == OpStore;
  assign pads = {m.y_pad_0, m.y_pad_1, m.x_pad_0, m.x_pad_1} != '0;
  assign rows = 17'(m.y_size) + 17'(m.y_pad_0) + 17'(m.y_pad_1);
  assign columns = 17'(m.x_size) + 17'(m.x_pad_0) + 17'(m.x_pad_1);
  assign elements = SramBits'(rows) * SramBits'(columns);
  assign is_nop = elements == '0;

  always_ff @(posedge clk) begin
    if (capture) begin
      facts_q.unit <= queue_of(m.opcode, m.memory_type);
      facts_q.is_finish <= m.opcode == OpFinish;
      facts_q.error <= is_memory ?
          memory_error(m.opcode == OpStore, m.memory_type, queue_of(m.opcode, m.memory_type),
                       m.pop_prev || m.push_prev, m.pop_next || m.push_next, pads && !is_nop) :
          compute_error(m.opcode, a.alu_opcode, a.use_imm, 32'(a.uop_end));
      facts_q.writes <= is_memory && !is_nop;
      facts_q.reads_dram <= is_memory && m.y_size != '0 && m.x_size != '0;
      facts_q.sram_end <= SramBits'(m.sram_base) + elements;
      facts_q.sram_depth <= depth_of(m.memory_type);
      facts_q.dram_begin <= SumBits'(base_of(m.memory_type)) +
          SumBits'(bytes_to(m.dram_base, '0, m.memory_type));
      facts_q.dram_end <= SumBits'(base_of(m.memory_type)) + SumBits'(bytes_to(
          m.dram_base, span_of(m.y_size, m.x_size, m.x_stride), m.memory_type));
    end
  end

  assign unit = facts_q.unit;
  assign is_finish = facts_q.is_finish;

  // A sum with a carry is past every mem_hi: addresses do not wrap.
  always_comb begin
    error = ErrNone;
    if (check) begin
      if (facts_q.error != ErrNone) error = facts_q.error;
      else if (facts_q.writes && facts_q.sram_end > SramBits'(facts_q.sram_depth))
        error = ErrSramRange;
      else if (facts_q.reads_dram && (facts_q.dram_begin < SumBits'(mem_lo) ||
                                      facts_q.dram_end > SumBits'(mem_hi)))
        error = ErrDramRange;
      else if (facts_q.is_finish && !is_last) error = ErrFinishNotLast;
    end
  end

endmodule
