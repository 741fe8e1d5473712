// The static checks of ISA section 3: errors 1..7 and 11, the lowest code first.
//
// Two stages. Decode: `capture` registers the facts of an instruction (what can be said from its
// bits alone, and the ends of its ranges). Check: the facts are compared with the limits; `error`
// and `unit` belong to the instruction captured last. A NOP (a LOAD or STORE that writes no element)
// is checked for its opcode, memory type and token bits only.
module vta_static_check
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic                clk,
    input logic                capture,
    input logic [InsnBits-1:0] insn,

    input base_addresses_t base,
    input logic [AddrBits-1:0] mem_lo,  // legal DRAM: mem_lo <= address < mem_hi
    input logic [AddrBits-1:0] mem_hi,

    input  logic             check,     // something was captured: 0 saves simulators the work
    input  logic             is_last,   // it is the last of its stream
    output isa_error_e       error,
    output logic             is_finish,
    output logic       [2:0] unit       // queue that it belongs to; one-hot: load, compute, store
);
  localparam int unsigned SumBits = AddrBits + 1;  // of byte addresses, with the carry
  localparam int unsigned SramBits = 34;           // of sram_base + 65565 * 65565
  localparam int unsigned SpanBits = 32;           // of 65534 * 65535 + 65535

  typedef struct packed {
    isa_error_e error;  // 1..5, or none: from the instruction's own bits
    logic is_finish;
    logic [2:0] unit;
    logic writes;       // a LOAD or STORE that is no NOP
    logic reads_dram;   // ... that touches DRAM
    logic [SramBits-1:0] sram_end;
    logic [16:0] sram_depth;
    logic [SumBits-1:0] dram_begin;
    logic [SumBits-1:0] dram_end;
  } facts_t;

  // Bases and log2 of the element bytes and the depth, by memory type.
  function automatic logic [AddrBits-1:0] base_of(logic [2:0] memory, base_addresses_t b);
    unique case (memory)
      MemUop: return b.uop;
      MemWgt: return b.wgt;
      MemInp: return b.inp;
      MemOut: return b.out;
      default: return b.acc;
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

  // Each function below looks at some fields of an instruction.
  // verilator lint_off UNUSEDSIGNAL
  function automatic isa_error_e memory_error(mem_insn_t m, logic is_store, logic is_nop,
                                              logic [2:0] queue);
    logic pads;
    pads = {m.y_pad_0, m.y_pad_1, m.x_pad_0, m.x_pad_1} != '0;
    if (is_store ? m.memory_type != MemOut : m.memory_type == MemOut || m.memory_type > MemAcc8)
      return ErrMemoryType;
    if (queue[0] && (m.pop_prev || m.push_prev)) return ErrTokenBits;
    if (queue[2] && (m.pop_next || m.push_next)) return ErrTokenBits;
    if (!is_nop && pads && (is_store || m.memory_type == MemUop)) return ErrField;
    return ErrNone;
  endfunction

  function automatic isa_error_e compute_error(alu_insn_t a);
    if (a.opcode > OpAlu) return ErrOpcode;
    if (a.opcode == OpAlu) begin
      if (IsaExt == 0 && a.alu_opcode > AluMul) return ErrOpcode;
      if (a.alu_opcode == AluClip && !a.use_imm) return ErrField;
    end
    // GEMM has uop_end where ALU has it.
    if (a.opcode != OpFinish && 32'(a.uop_end) > 32'd1 << LogUopDepth) return ErrUopRange;
    return ErrNone;
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  function automatic facts_t facts_of(logic [InsnBits-1:0] bits, base_addresses_t b);
    mem_insn_t m;
    facts_t f;
    logic is_memory, is_store;
    logic [16:0] rows, columns;
    logic [SramBits-1:0] elements;
    logic [SpanBits-1:0] span;
    logic [SumBits-1:0] first;
    m = bits;
    is_store = m.opcode == OpStore;
    is_memory = is_store || m.opcode == OpLoad;
    rows = 17'(m.y_size) + 17'(m.y_pad_0) + 17'(m.y_pad_1);
    columns = 17'(m.x_size) + 17'(m.x_pad_0) + 17'(m.x_pad_1);
    elements = SramBits'(rows) * SramBits'(columns);
    span = (SpanBits'(m.y_size) - 1) * SpanBits'(m.x_stride) + SpanBits'(m.x_size);
    first = SumBits'(m.dram_base);
    f.unit = is_store ? 3'b100 :
        is_memory && (m.memory_type == MemInp || m.memory_type == MemWgt) ? 3'b001 : 3'b010;
    f.error = is_memory ? memory_error(m, is_store, elements == '0, f.unit) : compute_error(bits);
    f.is_finish = m.opcode == OpFinish;
    f.writes = is_memory && elements != '0;
    f.reads_dram = is_memory && m.y_size != '0 && m.x_size != '0;
    f.sram_end = SramBits'(m.sram_base) + elements;
    f.sram_depth = depth_of(m.memory_type);
    f.dram_begin = SumBits'(base_of(m.memory_type, b)) + (first << log_bytes_of(m.memory_type));
    f.dram_end = SumBits'(base_of(m.memory_type, b)) +
        ((first + SumBits'(span)) << log_bytes_of(m.memory_type));
    return f;
  endfunction

  facts_t facts_q;
  always_ff @(posedge clk) if (capture) facts_q <= facts_of(insn, base);

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
