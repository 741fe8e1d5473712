// The static checks of ISA section 3: errors 1..7 and 11, the lowest code first.
//
// Launch: `clear` registers which elements of each memory may be in DRAM, so that an instruction's
// own numbers decide and no address is computed. Decode: `capture` registers the facts of an
// instruction: what can be said from its bits alone, and the terms of its ranges. Check: sums whose
// sign says whether the ranges end in time; `error`, `legal` and `unit` belong to the instruction
// captured last. A NOP (a LOAD or STORE that writes no element) is checked for its opcode, memory
// type and token bits only.
module vta_static_check
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_alu_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic decode,  // `insn` is one: 0 saves simulators the work
    input logic capture,  // only where `decode` is 1
    input logic [InsnBits-1:0] insn,

    input base_addresses_t base,  // these three stay what they are at `clear`
    input logic [AddrBits-1:0] mem_lo,  // legal DRAM: mem_lo <= address < mem_hi
    input logic [AddrBits-1:0] mem_hi,

    input logic check,  // something was captured: 0 saves simulators the work
    input logic is_last,  // it is the last of its stream
    output isa_error_e error,
    output logic legal,  // something was captured and has no error
    output logic is_finish,
    output unit_set_t unit  // the one whose queue it belongs to
);

  localparam int unsigned ElementBits = 33;  // of 2^32 - 1 + 65534 * 65535 + 65535
  localparam int unsigned SumBits = 36;  // of signed sums of elements: rows * columns is below 2^34
  localparam int unsigned Memories = 6;
  typedef logic [SumBits-1:0] sum_t;

  // Elements of a memory that are in the legal window of DRAM.
  typedef struct packed {
    logic some_below;  // elements 0..last_below begin before it
    logic [31:0] last_below;
    logic [ElementBits-1:0] past;  // from this one on they end behind it
  } window_t;

  typedef struct packed {
    isa_error_e error;  // 1..5, or none: from the instruction's own bits
    logic is_finish;
    unit_set_t unit;
    logic writes;  // a LOAD or STORE that is no NOP
    logic reads_dram;  // ... that touches DRAM
    logic dram_below;  // ... before the window
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

  // Numbers of elements are cut off where every instruction's are lower: addresses do not wrap.
  function automatic logic [31:0] last_below_of(logic [AddrBits-1:0] bytes, logic [2:0] memory);
    logic [AddrBits-1:0] elements;
    elements = bytes >> log_bytes_of(memory);
    return elements >> 32 != '0 ? '1 : 32'(elements);
  endfunction

  function automatic logic [ElementBits-1:0] past_of(logic [AddrBits-1:0] bytes,
                                                     logic [2:0] memory);
    logic [AddrBits-1:0] elements;
    elements = bytes >> log_bytes_of(memory);
    return elements >> ElementBits != '0 ? '1 : ElementBits'(elements);
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
  function automatic isa_error_e compute_error(logic [2:0] opcode, alu_opcode_e operation,
                                               logic use_imm, rq_imm_t imm, logic [31:0] uop_end);
    if (opcode > OpAlu) return ErrOpcode;
    if (opcode == OpAlu) begin
      if (!has_operation(operation)) return ErrOpcode;
      if (has_field_error(operation, use_imm, imm)) return ErrField;
    end
    if (opcode != OpFinish && uop_end > 32'd1 << LogUopDepth) return ErrUopRange;
    return ErrNone;
  endfunction

  window_t [Memories-1:0] window_q;

  for (genvar k = 0; k < Memories; ++k) begin : gen_window
    always_ff @(posedge clk) begin
      if (clear) begin
        window_q[k].some_below <= mem_lo > base_of(3'(k));
        window_q[k].last_below <= last_below_of(mem_lo + ~base_of(3'(k)), 3'(k));
        window_q[k].past <= mem_hi < base_of(3'(k)) ? '0 :
                                                      past_of(mem_hi - base_of(3'(k)), 3'(k));
      end
    end
  end

  facts_t facts_q;
  logic is_memory, is_nop, pads;
  window_t window;
  always_comb begin
    is_memory = 1'b0;
    is_nop = 1'b0;
    pads = 1'b0;
    window = '0;
    if (decode) begin
      is_memory = m.opcode == OpLoad || m.opcode == OpStore;
      pads = {m.y_pad_0, m.y_pad_1, m.x_pad_0, m.x_pad_1} != '0;
      is_nop = {m.y_size, m.y_pad_0, m.y_pad_1} == '0 ||
               {m.x_size, m.x_pad_0, m.x_pad_1} == '0;
      window = window_q[m.memory_type];
    end
  end

  // Terms of ranges: rows * columns + sram_base and (y_size - 1) * x_stride + x_size + dram_base
  // elements, less one more than there may be.
  logic [16:0] rows_q, columns_q;  // written, pads and all
  logic [15:0] rows_below;  // the first
  logic [31:0] dram_rows_q;
  sum_t sram_rest_q, dram_rest_q;
  assign rows_below = m.y_size - 16'd1;

  always_ff @(posedge clk) begin
    if (capture) begin
      facts_q.unit <= queue_of(m.opcode, m.memory_type);
      facts_q.is_finish <= m.opcode == OpFinish;
      facts_q.error <= is_memory ?
          memory_error(m.opcode == OpStore, m.memory_type, queue_of(m.opcode, m.memory_type),
                       m.pop_prev || m.push_prev, m.pop_next || m.push_next, pads && !is_nop) :
          compute_error(m.opcode, operation_of(a.reset, a.alu_opcode), a.use_imm, a.imm,
                        32'(a.uop_end));
      facts_q.writes <= is_memory && !is_nop;
      facts_q.reads_dram <= is_memory && m.y_size != '0 && m.x_size != '0;
      facts_q.dram_below <= window.some_below && m.dram_base <= window.last_below;
      rows_q <= 17'(m.y_size) + 17'(m.y_pad_0) + 17'(m.y_pad_1);
      columns_q <= 17'(m.x_size) + 17'(m.x_pad_0) + 17'(m.x_pad_1);
      sram_rest_q <= sum_t'(m.sram_base) + ~sum_t'(depth_of(m.memory_type));
      dram_rows_q <= 32'(rows_below) * 32'(m.x_stride);
      dram_rest_q <= sum_t'(m.dram_base) + sum_t'(m.x_size) + ~sum_t'(window.past);
    end
  end

  assign unit = facts_q.unit;
  assign is_finish = facts_q.is_finish;

  logic sram_past, dram_past;
  sum_t sram_over, dram_over;  // negative: the range ends in time

  always_comb begin
    sram_over = '0;
    dram_over = '0;
    if (check) begin
      sram_over = sum_t'(rows_q) * sum_t'(columns_q) + sram_rest_q;
      dram_over = sum_t'(dram_rows_q) + dram_rest_q;
    end
  end
  assign sram_past = facts_q.writes && !sram_over[SumBits-1];
  assign dram_past = facts_q.reads_dram && (facts_q.dram_below || !dram_over[SumBits-1]);

  always_comb begin
    error = ErrNone;
    legal = check;
    if (check) begin
      legal = facts_q.error == ErrNone && !sram_past && !dram_past &&
              (!facts_q.is_finish || is_last);
      if (facts_q.error != ErrNone) error = facts_q.error;
      else if (sram_past) error = ErrSramRange;
      else if (dram_past) error = ErrDramRange;
      else if (facts_q.is_finish && !is_last) error = ErrFinishNotLast;
    end
  end

endmodule
