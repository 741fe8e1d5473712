// vta_index_generator: every micro-op of every round of both loops, in order, and its indices by
// multiplication; one to three cycles for each, and as many more as the step that stands is held.
module proof_index_generator
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Most = 2,  // rounds of each loop, micro-ops
    parameter int unsigned MostCycles = 3,
    parameter bit Holds = 1'b1
) (
    input logic clk,
    input logic clear,
    input logic start,
    input logic [InsnBits-1:0] insn,
    input logic gemm,
    input logic [$clog2(MostCycles)-1:0] more_cycles,
    input logic hold,
    input logic kill,
    input uop_t uop
);

  logic uop_read, step, exhausted;
  logic [LogUopDepth-1:0] uop_index;
  logic [LogAccDepth+1:0] dst;
  logic [SrcBits+1:0] src;
  logic [LogWgtDepth+1:0] wgt;
  vta_index_generator #(
      .MostCycles(MostCycles),
      .Holds(Holds)
  ) dut (
      .clk, .clear, .start, .insn, .gemm, .more_cycles, .hold, .kill,
      .uop_read, .uop_index, .uop, .step, .dst, .src, .wgt, .exhausted
  );

  gemm_insn_t g, g_q;
  alu_insn_t a, a_q;
  assign g = insn;
  assign a = insn;

  // The loops: o, i, u, and the cycle of a step.
  typedef logic [2:0] round_t;
  logic running_q, gemm_q, held, first_cycle, last_cycle;
  logic [1:0] more_q, cycle_q;
  round_t o_q, i_q, u_q;
  logic last_u, last_i, last_o, none;
  assign held = Holds && hold;
  assign first_cycle = cycle_q == 2'd0;
  assign last_cycle = cycle_q == more_q;
  assign none = g.iter_out == '0 || g.iter_in == '0 || g.uop_end <= 14'(g.uop_bgn);
  assign last_u = 14'(g_q.uop_bgn) + 14'(u_q) + 14'd1 == g_q.uop_end;
  assign last_i = 14'(i_q) + 14'd1 == g_q.iter_in;
  assign last_o = 14'(o_q) + 14'd1 == g_q.iter_out;

  always_ff @(posedge clk) begin
    if (start) begin
      g_q <= g;
      a_q <= a;
      gemm_q <= gemm;
      more_q <= 2'(more_cycles);
      cycle_q <= '0;
      o_q <= '0;
      i_q <= '0;
      u_q <= '0;
    end else if (running_q && !held) begin
      cycle_q <= last_cycle ? '0 : cycle_q + 2'd1;
      if (last_cycle) begin
        u_q <= last_u ? '0 : u_q + round_t'(1);
        if (last_u) i_q <= last_i ? '0 : i_q + round_t'(1);
        if (last_u && last_i) o_q <= o_q + round_t'(1);
      end
    end
    if (clear || kill) running_q <= 1'b0;
    else if (start) running_q <= !none;
    else if (running_q && !held && last_cycle && last_u && last_i && last_o) running_q <= 1'b0;
  end

  logic cleared_q = 1'b0, start_q;
  uop_t uop_q;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    start_q <= start;
    uop_q <= uop;
  end

  // Offsets of the micro-op that is read, then indices once it is there.
  typedef logic [LogAccDepth:0] dst_offset_t;
  typedef logic [SrcBits:0] src_offset_t;
  typedef logic [LogWgtDepth:0] wgt_offset_t;
  dst_offset_t dst_offset_q;
  src_offset_t src_offset_q;
  wgt_offset_t wgt_offset_q;
  logic read_q, step_q, waited_q;
  logic [1:0] stands_q;
  logic [LogAccDepth+SrcBits+3:0] shown_q;
  logic [LogAccDepth+1:0] dst_q;
  logic [SrcBits+1:0] src_q;
  logic [LogWgtDepth+1:0] wgt_q;
  always_ff @(posedge clk) begin
    read_q <= (held ? read_q : running_q && first_cycle) && !clear && !kill;
    step_q <= (held ? step_q : read_q) && !clear && !kill;
    // For as long as its cycles last, and while it is held.
    if (clear || !cleared_q) stands_q <= '0;
    else if (step) stands_q <= held ? 2'd1 : more_q;
    else if (stands_q != '0) stands_q <= stands_q - 2'd1;
    waited_q <= held;
    shown_q <= {dst, src};
    if (running_q && first_cycle && !held) begin
      dst_offset_q <= dst_offset_t'(o_q) * dst_offset_t'(g_q.dst_out) +
                      dst_offset_t'(i_q) * dst_offset_t'(g_q.dst_in);
      src_offset_q <= src_offset_t'(o_q) * src_offset_t'(gemm_q ? g_q.src_out : a_q.src_out) +
                      src_offset_t'(i_q) * src_offset_t'(gemm_q ? g_q.src_in : a_q.src_in);
      wgt_offset_q <= wgt_offset_t'(o_q) * wgt_offset_t'(g_q.wgt_out) +
                      wgt_offset_t'(i_q) * wgt_offset_t'(g_q.wgt_in);
    end
    if (read_q && !held) begin
      dst_q <= (LogAccDepth + 2)'(dst_offset_q) + (LogAccDepth + 2)'(uop.dst);
      src_q <= (SrcBits + 2)'(src_offset_q) + (SrcBits + 2)'(uop.src);
      wgt_q <= (LogWgtDepth + 2)'(wgt_offset_q) + (LogWgtDepth + 2)'(uop.wgt);
    end
  end


  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && step && o_q == round_t'(1));
    assume_small:
    assume (!start || (32'(g.iter_out) <= Most && 32'(g.iter_in) <= Most &&
                       32'(g.uop_end) <= Most && 32'(g.uop_bgn) <= Most));
    cover_small: cover (start && 32'(g.iter_out) == Most && 32'(g.uop_end) == Most && !none);
    assume_factors_fit:
    assume (!start || (32'(g.dst_out) < 2 ** LogAccDepth && 32'(g.dst_in) < 2 ** LogAccDepth &&
                       32'(g.wgt_out) < 2 ** LogWgtDepth && 32'(g.wgt_in) < 2 ** LogWgtDepth &&
                       32'(a.src_out) < 2 ** SrcBits && 32'(a.src_in) < 2 ** SrcBits &&
                       32'(g.src_out) < 2 ** SrcBits && 32'(g.src_in) < 2 ** SrcBits));
    cover_factors_fit: cover (step && dst == '1 - (LogAccDepth + 2)'(1));
    assume_start_when_drained: assume (!start || (exhausted && !read_q && !step_q));
    cover_start_when_drained: cover (start && cleared_q && o_q == round_t'(1));
    assume_cycles: assume (32'(more_cycles) < MostCycles);
    cover_cycles: cover (step && 32'(more_q) == MostCycles - 1 && o_q == round_t'(1));
    assume_holds_what_stands: assume (!hold || step);
    cover_holds_what_stands: cover (!Holds || (cleared_q && step && waited_q && read_q));
    // The memory of micro-ops shows what it read last.
    assume_uop_stands: assume (!waited_q || uop == uop_q);
    cover_uop_stands: cover (!Holds || (waited_q && !held && read_q && uop != '0));
    if (cleared_q) begin
      assert_exhausted: assert (exhausted == !running_q);
      assert_read: assert (uop_read == (running_q && first_cycle && !held));
      assert_uop: assert (!uop_read || uop_index == LogUopDepth'(14'(g_q.uop_bgn) + 14'(u_q)));
      assert_step: assert (step == step_q);
      assert_dst: assert (!step || dst == dst_q);
      assert_held: assert (stands_q == '0 || start_q || {dst, src} == shown_q);
      assert_src: assert (!step || src == src_q);
      assert_wgt: assert (!step || wgt == wgt_q);
      lemma_cycles: assert (!running_q || (cycle_q <= more_q && 32'(more_q) < MostCycles));
      cover_two_cycles:
      cover (step && more_q == 2'd1 && o_q == round_t'(1) && i_q == round_t'(1));
    end
  end

endmodule
