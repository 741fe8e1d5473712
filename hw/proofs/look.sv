// vta_look: which halves of ACC the head touches, as compute/overlap.md defines it, found by walking
// all its micro-ops at once; whether it is a LOAD UOP that writes what the last GEMM reads; both
// exactly as many cycles after it was taken as the page says.
module proof_look
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    // The next instruction of the queue, and whether it is there.
    input logic next,
    input logic [2:0] opcode,
    input logic [2:0] memory_type,
    input logic reset,
    input logic use_imm,
    input logic [LogUopDepth-1:0] uop_bgn,
    input logic [LogUopDepth:0] uop_end,
    input logic [1:0] outer,  // rounds, or rows
    input logic [1:0] inner,  // or columns
    input logic [1:0] dst_outer,
    input logic [1:0] dst_inner,
    input logic [1:0] src_outer,  // or pads above and below
    input logic [1:0] src_inner,  // or pads left and right
    input logic [1:0] base,
    // What the other parts of compute do.
    input logic starts,
    input logic load_finishes,
    input logic write,
    input logic [LogUopDepth-1:0] write_index,
    input logic [LogAccDepth-1:0] write_dst,
    input logic [SrcBits-1:0] write_src
);

  typedef logic [6:0] index_t;  // of any element here, and far behind all

  logic valid_q, ready, start, start_gemm, loading_q, uop_read, meets_gemm;
  logic [LogUopDepth-1:0] uop_index;
  half_set_t touched;
  mem_insn_t as_load;
  gemm_insn_t as_gemm;
  alu_insn_t as_alu;
  logic [InsnBits-1:0] insn, insn_q;
  always_comb begin
    as_load = '0;
    as_load.opcode = opcode;
    as_load.memory_type = memory_type;
    as_load.sram_base = 16'(base);
    as_load.y_size = 16'(outer);
    as_load.x_size = 16'(inner);
    as_load.y_pad_0 = 4'(src_outer[0]);
    as_load.y_pad_1 = 4'(src_outer[1]);
    as_load.x_pad_0 = 4'(src_inner[0]);
    as_load.x_pad_1 = 4'(src_inner[1]);
    as_gemm = '0;
    as_gemm.opcode = opcode;
    as_gemm.reset = reset;
    as_gemm.uop_bgn = GemmUopBgnWidth'(uop_bgn);
    as_gemm.uop_end = GemmUopEndWidth'(uop_end);
    as_gemm.iter_out = GemmIterOutWidth'(outer);
    as_gemm.iter_in = GemmIterInWidth'(inner);
    as_gemm.dst_out = GemmDstOutWidth'(dst_outer);
    as_gemm.dst_in = GemmDstInWidth'(dst_inner);
    as_gemm.src_out = GemmSrcOutWidth'(src_outer);
    as_gemm.src_in = GemmSrcInWidth'(src_inner);
    as_alu = '0;
    as_alu.opcode = opcode;
    as_alu.use_imm = use_imm;
    as_alu.uop_bgn = AluUopBgnWidth'(uop_bgn);
    as_alu.uop_end = AluUopEndWidth'(uop_end);
    as_alu.iter_out = AluIterOutWidth'(outer);
    as_alu.iter_in = AluIterInWidth'(inner);
    as_alu.dst_out = AluDstOutWidth'(dst_outer);
    as_alu.dst_in = AluDstInWidth'(dst_inner);
    as_alu.src_out = AluSrcOutWidth'(src_outer);
    as_alu.src_in = AluSrcInWidth'(src_inner);
    insn = opcode == OpLoad ? as_load : opcode == OpGemm ? as_gemm : opcode == OpAlu ? as_alu :
           InsnBits'(opcode);
  end

  // The head of the queue: stays until it starts.
  mem_insn_t m;
  gemm_insn_t g;
  alu_insn_t a;
  assign m = insn_q;
  assign g = insn_q;
  assign a = insn_q;
  assign start = starts && valid_q && ready && !clear;
  assign start_gemm = start && g.opcode == OpGemm && !g.reset;

  // UOP changes while a LOAD of it executes, only.
  typedef struct packed {
    logic [LogAccDepth-1:0] dst;
    logic [SrcBits-1:0] src;
  } pair_t;
  pair_t [2**LogUopDepth-1:0] uops_q;
  uop_t uop_q;

  vta_look dut (
      .clk, .clear,
      .valid(valid_q),
      .insn(insn_q),
      .start, .start_gemm,
      .loading_uops(loading_q),
      .uop_read, .uop_index,
      .uop(uop_q),
      .ready, .touched, .meets_gemm
  );

  // The head's steps, rows and columns; low and high of both fields.
  logic load, steps, has_step;
  index_t rows, columns, count, written_last;
  index_t dst_low, dst_most, src_low, src_most;
  half_set_t dst_halves, src_halves, expect_touched;
  logic expect_meets;
  assign load = m.opcode == OpLoad;
  assign steps = g.opcode == OpGemm || g.opcode == OpAlu;
  assign has_step = steps && g.iter_out != '0 && g.iter_in != '0 && 32'(g.uop_end) > 32'(g.uop_bgn);
  assign rows = index_t'(m.y_size) + index_t'(m.y_pad_0) + index_t'(m.y_pad_1);
  assign columns = index_t'(m.x_size) + index_t'(m.x_pad_0) + index_t'(m.x_pad_1);
  assign count = rows * columns;
  assign written_last = index_t'(m.sram_base) + count - index_t'(1);

  // From the half of the one index to that of the other; both, where one is past the depth.
  function automatic half_set_t halves(index_t low, index_t high);
    if (low >= index_t'(2 ** LogAccDepth) || high >= index_t'(2 ** LogAccDepth)) return 2'b11;
    return {high >= index_t'(2 ** (LogAccDepth - 1)), low < index_t'(2 ** (LogAccDepth - 1))};
  endfunction

  always_comb begin
    dst_low = '1;
    src_low = '1;
    dst_most = '0;
    src_most = '0;
    for (int u = 0; u < 2 ** LogUopDepth; ++u)
      if (u >= int'(g.uop_bgn) && u < int'(g.uop_end)) begin
        if (index_t'(uops_q[u].dst) < dst_low) dst_low = index_t'(uops_q[u].dst);
        if (index_t'(uops_q[u].src) < src_low) src_low = index_t'(uops_q[u].src);
        if (index_t'(uops_q[u].dst) > dst_most) dst_most = index_t'(uops_q[u].dst);
        if (index_t'(uops_q[u].src) > src_most) src_most = index_t'(uops_q[u].src);
      end
    dst_halves = halves(dst_low, dst_most +
                        (index_t'(g.iter_out) - index_t'(1)) * index_t'(g.dst_out) +
                        (index_t'(g.iter_in) - index_t'(1)) * index_t'(g.dst_in));
    src_halves = halves(src_low, src_most +
                        (index_t'(a.iter_out) - index_t'(1)) * index_t'(a.src_out) +
                        (index_t'(a.iter_in) - index_t'(1)) * index_t'(a.src_in));
    expect_touched = '0;
    if (load && m.memory_type != MemUop && count != '0)
      expect_touched = halves(index_t'(m.sram_base), written_last);
    if (has_step) expect_touched = dst_halves;
    if (has_step && a.opcode == OpAlu && !a.use_imm) expect_touched = dst_halves | src_halves;
  end

  // When: r, n, and the range that the scanner has.
  logic taken_q, take, scan, kept_q;
  logic [LogUopDepth-1:0] kept_bgn_q, gemm_bgn_q;
  logic [LogUopDepth:0] kept_end_q, gemm_end_q;
  logic gemm_seen_q, gemm_steps_q;
  logic [3:0] left_q, n;
  assign take = valid_q && !taken_q && !(steps && loading_q);
  assign scan = has_step && !(kept_q && kept_bgn_q == g.uop_bgn[LogUopDepth-1:0] &&
                              kept_end_q == g.uop_end[LogUopDepth:0]);
  assign n = scan ? 4'(g.uop_end) - 4'(g.uop_bgn) : 4'd0;
  assign expect_meets = load && m.memory_type == MemUop && count != '0 && gemm_steps_q &&
                        written_last >= index_t'(gemm_bgn_q) &&
                        index_t'(m.sram_base) < index_t'(gemm_end_q);

  logic cleared_q = 1'b0;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    if (!valid_q || start) insn_q <= insn;
    if (write && loading_q) uops_q[write_index] <= '{dst: write_dst, src: write_src};
    if (uop_read) begin
      uop_q <= '0;
      uop_q.dst <= $bits(uop_q.dst)'(uops_q[uop_index].dst);
      uop_q.src <= $bits(uop_q.src)'(uops_q[uop_index].src);
    end
    if (start_gemm) begin
      gemm_steps_q <= has_step;
      gemm_bgn_q <= g.uop_bgn[LogUopDepth-1:0];
      gemm_end_q <= g.uop_end[LogUopDepth:0];
    end
    left_q <= take ? n + 4'd4 : left_q == '0 ? '0 : left_q - 4'd1;
    if (take && scan) begin
      kept_bgn_q <= g.uop_bgn[LogUopDepth-1:0];
      kept_end_q <= g.uop_end[LogUopDepth:0];
    end
    if (clear) begin
      valid_q <= 1'b0;
      taken_q <= 1'b0;
      loading_q <= 1'b0;
      kept_q <= 1'b0;
      gemm_seen_q <= 1'b0;
    end else begin
      valid_q <= (valid_q && !start) || next;
      gemm_seen_q <= gemm_seen_q || start_gemm;
      taken_q <= (taken_q || take) && !start;
      if (start && load && m.memory_type == MemUop) loading_q <= 1'b1;
      else if (load_finishes) loading_q <= 1'b0;
      if (start && load && m.memory_type == MemUop) kept_q <= 1'b0;
      else if (take && scan) kept_q <= 1'b1;
    end
  end

  // The extremes that the scanner has, of the range that it has.
  logic low_dst, low_src;
  index_t most_dst, most_src;
  always_comb begin
    low_dst = 1'b0;
    low_src = 1'b0;
    most_dst = '0;
    most_src = '0;
    for (int u = 0; u < 2 ** LogUopDepth; ++u)
      if (u >= int'(kept_bgn_q) && u < int'(kept_end_q)) begin
        if (index_t'(uops_q[u].dst) < index_t'(2 ** (LogAccDepth - 1))) low_dst = 1'b1;
        if (index_t'(uops_q[u].src) < index_t'(2 ** (LogAccDepth - 1))) low_src = 1'b1;
        if (index_t'(uops_q[u].dst) > most_dst) most_dst = index_t'(uops_q[u].dst);
        if (index_t'(uops_q[u].src) > most_src) most_src = index_t'(uops_q[u].src);
      end
  end

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && start);
    // Fetch lets nothing pass that reaches behind UOP or ACC with a LOAD, or reads behind UOP.
    assume_in_range:
    assume (!valid_q || !load || index_t'(m.sram_base) + count <=
                                     index_t'(m.memory_type == MemUop ? 2 ** LogUopDepth :
                                                                        2 ** LogAccDepth));
    cover_in_range: cover (cleared_q && valid_q && load && count == index_t'(4));
    assume_uops_in_range: assume (!valid_q || !steps || 32'(g.uop_end) <= 2 ** LogUopDepth);
    cover_uops_in_range: cover (cleared_q && start && has_step && 32'(g.uop_end) == 2 ** LogUopDepth);
    if (cleared_q) begin
      assert_ready: assert (ready == (taken_q && left_q == '0));
      assert_touched: assert (!ready || touched == expect_touched);
      // Before the first GEMM nobody asks: none executes.
      assert_meets_gemm: assert (!ready || !gemm_seen_q || meets_gemm == expect_meets);
      lemma_head:
      assert (!valid_q || (load ? 32'(m.y_size) < 4 && 32'(m.x_size) < 4 && 32'(m.sram_base) < 4 &&
                                      32'(m.y_pad_0) < 2 && 32'(m.y_pad_1) < 2 &&
                                      32'(m.x_pad_0) < 2 && 32'(m.x_pad_1) < 2 :
                           !steps || (32'(g.iter_out) < 4 && 32'(g.iter_in) < 4 &&
                                      32'(g.dst_out) < 4 && 32'(g.dst_in) < 4 &&
                                      32'(a.src_out) < 4 && 32'(a.src_in) < 4 &&
                                      32'(g.uop_bgn) < 2 ** LogUopDepth)));
      lemma_taken: assert (dut.looking_q == taken_q && (!taken_q || valid_q));
      lemma_kept: assert (dut.kept_q == kept_q);
      lemma_range:
      assert (!kept_q || (dut.kept_bgn_q == kept_bgn_q && dut.kept_end_q == kept_end_q &&
                          32'(kept_end_q) <= 2 ** LogUopDepth &&
                          32'(kept_bgn_q) < 32'(kept_end_q)));
      lemma_extremes:
      assert (!kept_q || (taken_q && left_q > 4'd1) ||
              (dut.dst_low_q == low_dst && dut.src_low_q == low_src &&
               index_t'(dut.dst_most_q) == most_dst && index_t'(dut.src_most_q) == most_src));
      lemma_gemm:
      assert (!gemm_seen_q || dut.gemm_steps_q == gemm_steps_q &&
              (!gemm_steps_q || (dut.gemm_bgn_q == gemm_bgn_q &&
                                 32'(dut.gemm_last_q) + 1 == 32'(gemm_end_q) &&
                                 gemm_end_q > (LogUopDepth + 1)'(gemm_bgn_q))));
      lemma_unchanged: assert (!loading_q || !(kept_q || (taken_q && steps)));
      cover_kept: cover (take && has_step && !scan);
      cover_meets: cover (ready && gemm_seen_q && meets_gemm);
      cover_one_half: cover (ready && touched == 2'b10 && has_step && g.iter_out != 14'd1);
    end
  end

endmodule
