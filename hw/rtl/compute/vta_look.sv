// Looks at the head of compute's queue before it starts (overlap.md, "Look"): which halves of ACC
// it touches, and whether it is a LOAD UOP that writes what the last GEMM reads.
//
//   cycle r               an instruction is taken; what its loops add is two products
//   cycle r+1 .. r+n      micro-op k is read
//   cycle r+3+k           least and greatest fields, of what stands in a register since r+2+k
//   cycle r+n+3           greatest + loops
//   cycle r+n+4           halves
//   cycle r+n+5           `ready`
//
// A LOAD is like one micro-op in a loop nest of rows and columns.
module vta_look
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
  import vta_alu_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic valid,  // there is a head
    input logic [InsnBits-1:0] insn,
    input logic start,  // the head starts at this edge, the next one is another
    input logic start_gemm,  // it goes into pipe G
    input logic loading_uops,  // a LOAD UOP has not finished
    output logic uop_read,
    output logic [LogUopDepth-1:0] uop_index,
    /* verilator lint_off UNUSEDSIGNAL */  // a weight is in no half
    input uop_t uop,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic ready,  // a register: the following are the head's
    output half_set_t touched,
    output logic meets_gemm
);

  // Sums of products of fields, and what is added to an index.
  localparam int unsigned FieldBits = 17;  // rows and columns of a LOAD with its pads
  localparam int unsigned SpanBits = 2 * FieldBits + 1;
  localparam int unsigned HighBits = SpanBits + 1;
  typedef logic [FieldBits-1:0] field_t;
  typedef logic [SpanBits-1:0] span_t;
  typedef logic [HighBits-1:0] high_t;
  typedef logic [SrcBits-1:0] src_t;

  /* verilator lint_off UNUSEDSIGNAL */  // what the three share is taken from one of them
  mem_insn_t m;
  gemm_insn_t g;
  alu_insn_t a;
  /* verilator lint_on UNUSEDSIGNAL */
  assign m = insn;
  assign g = insn;
  assign a = insn;

  // What the head is.
  field_t rows, columns;
  logic load, steps, has_step, writes;
  assign load = g.opcode == OpLoad;
  assign steps = g.opcode == OpGemm || g.opcode == OpAlu;
  assign has_step = g.iter_out != '0 && g.iter_in != '0 && g.uop_end > {1'b0, g.uop_bgn};
  assign rows = field_t'(m.y_size) + (field_t'(m.y_pad_0) + field_t'(m.y_pad_1));
  assign columns = field_t'(m.x_size) + (field_t'(m.x_pad_0) + field_t'(m.x_pad_1));
  assign writes = rows != '0 && columns != '0;

  // The scan that is kept.
  logic kept_q, kept_range;
  logic [LogUopDepth-1:0] kept_bgn_q;
  logic [LogUopDepth:0] kept_end_q;
  assign kept_range = kept_q && kept_bgn_q == g.uop_bgn && kept_end_q == g.uop_end;

  logic take, scan, looking_q, reading_q, last;
  logic [LogUopDepth-1:0] uop_q, last_uop_q;
  logic [3:1] drain_q;
  assign take = valid && !looking_q && !(steps && loading_uops);
  assign scan = take && steps && has_step && !kept_range;
  assign last = uop_q == last_uop_q;
  assign uop_read = reading_q;
  assign uop_index = uop_q;

  always_ff @(posedge clk) begin
    if (clear || start) begin
      looking_q <= 1'b0;
      drain_q <= '0;
      ready <= 1'b0;
    end else begin
      if (take) looking_q <= 1'b1;
      drain_q <= {drain_q[2:1], looking_q && !reading_q};
      ready <= drain_q[3];
    end
    if (clear) reading_q <= 1'b0;
    else if (take) reading_q <= scan;
    else if (last) reading_q <= 1'b0;
    if (clear || (start && load && m.memory_type == MemUop)) kept_q <= 1'b0;
    else if (scan) kept_q <= 1'b1;
    if (scan) begin
      kept_bgn_q <= g.uop_bgn;
      kept_end_q <= g.uop_end;
    end
    if (take) begin
      uop_q <= g.uop_bgn;
      last_uop_q <= LogUopDepth'(g.uop_end - (LogUopDepth + 1)'(1));
    end else if (reading_q) begin
      uop_q <= uop_q + LogUopDepth'(1);
    end
  end

  // The least and the greatest of what has been scanned: of the least, whether it is in half 0.
  logic read_q, field_q, dst_low_q, src_low_q;
  logic [LogAccDepth-1:0] dst_q, dst_most_q;
  src_t src_q, src_most_q;

  always_ff @(posedge clk) begin
    read_q <= uop_read;
    field_q <= read_q;
    if (read_q) begin
      dst_q <= uop.dst;
      src_q <= src_t'(uop.src);
    end
    if (scan) begin
      dst_low_q <= 1'b0;
      src_low_q <= 1'b0;
      dst_most_q <= '0;
      src_most_q <= '0;
    end else if (field_q) begin
      dst_low_q <= dst_low_q || !dst_q[LogAccDepth-1];
      src_low_q <= src_low_q || src_q[SrcBits-1:LogAccDepth-1] == '0;
      if (dst_q > dst_most_q) dst_most_q <= dst_q;
      if (src_q > src_most_q) src_most_q <= src_q;
    end
  end

  // What the loops add to the greatest.
  typedef struct packed {
    field_t count;  // of repetitions
    field_t step;
  } loop_t;

  loop_t dst_out_q, dst_in_q, src_out_q, src_in_q;
  span_t dst_out_product_q, dst_in_product_q, src_out_product_q, src_in_product_q;
  span_t dst_span_q, src_span_q;

  always_ff @(posedge clk) begin
    if (take) begin
      dst_out_q <= load ? '{count: rows - field_t'(1), step: columns} :
                          '{count: field_t'(g.iter_out) - field_t'(1), step: field_t'(g.dst_out)};
      dst_in_q <= load ? '{count: columns - field_t'(1), step: field_t'(1)} :
                         '{count: field_t'(g.iter_in) - field_t'(1), step: field_t'(g.dst_in)};
      src_out_q <= '{count: field_t'(a.iter_out) - field_t'(1), step: field_t'(a.src_out)};
      src_in_q <= '{count: field_t'(a.iter_in) - field_t'(1), step: field_t'(a.src_in)};
    end
    if (looking_q && !ready) begin
      dst_out_product_q <= span_t'(dst_out_q.count) * span_t'(dst_out_q.step);
      dst_in_product_q <= span_t'(dst_in_q.count) * span_t'(dst_in_q.step);
      src_out_product_q <= span_t'(src_out_q.count) * span_t'(src_out_q.step);
      src_in_product_q <= span_t'(src_in_q.count) * span_t'(src_in_q.step);
      dst_span_q <= dst_out_product_q + dst_in_product_q;
      src_span_q <= src_out_product_q + src_in_product_q;
    end
  end

  // What is looked at, and what the last GEMM read.
  logic load_q, uop_load_q, touches_q, vector_q, next_q;  // ACC[src + 1] is read, too
  sram_index_t base_q;
  logic gemm_steps_q;
  logic [LogUopDepth-1:0] gemm_bgn_q, gemm_last_q;

  always_ff @(posedge clk) begin
    if (take) begin
      load_q <= load;
      uop_load_q <= load && m.memory_type == MemUop && writes;
      touches_q <= load ? m.memory_type != MemUop && writes : steps && has_step;
      vector_q <= a.opcode == OpAlu && !a.use_imm;
      next_q <= HasRq && a.opcode == OpAlu && operation_of(a.reset, a.alu_opcode) == AluRq;
      base_q <= m.sram_base;
    end
    if (start_gemm) begin
      gemm_steps_q <= has_step;
      gemm_bgn_q <= g.uop_bgn;
      gemm_last_q <= LogUopDepth'(g.uop_end - (LogUopDepth + 1)'(1));
    end
  end

  // The last index of each, and in which halves they are.
  high_t dst_high_q, src_high_q;
  half_set_t dst_halves, src_halves;

  function automatic half_set_t halves_of(logic low, high_t high);
    logic past;
    past = high[HighBits-1:LogAccDepth] != '0;
    return {past || high[LogAccDepth-1], past || low};
  endfunction

  assign dst_halves = halves_of(load_q ? !base_q[LogAccDepth-1] : dst_low_q, dst_high_q);
  assign src_halves = halves_of(src_low_q, src_high_q);

  always_ff @(posedge clk) begin
    if (looking_q && !ready) begin
      dst_high_q <= (load_q ? high_t'(base_q) : high_t'(dst_most_q)) + high_t'(dst_span_q);
      src_high_q <= high_t'(src_most_q) + high_t'(src_span_q) + high_t'(HasRq && next_q);
      touched <= touches_q ? dst_halves | (vector_q ? src_halves : '0) : '0;
      meets_gemm <= uop_load_q && gemm_steps_q && base_q <= sram_index_t'(gemm_last_q) &&
                    dst_high_q >= high_t'(gemm_bgn_q);
    end
  end

`ifndef SYNTHESIS
  assert_starts_when_looked_at:
  assert property (@(posedge clk) disable iff (clear) !start || ready);
  assert_kept_while_not_looking:
  assert property (@(posedge clk) disable iff (clear) !reading_q || looking_q);
`endif

endmodule
