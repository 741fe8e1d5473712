// The loop nest of GEMM and ALU: for o, for i, for u, one step per c cycles.
//
//   cycle s+1+c*j  micro-op u is read
//   cycle s+2+c*j  its fields are added to the loops' offsets
//   cycle s+3+c*j  the indices stand, two bits longer than their depths need
//
// While a step is held nothing moves: it stands so many cycles longer, and those behind it come so
// many cycles later.
module vta_index_generator
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned MostCycles = 2,  // per step
    parameter bit Holds = 1'b0  // steps may be held
) (
    input logic clk,
    input logic clear,
    input logic start,
    input logic [InsnBits-1:0] insn,  // in the cycle of `start`
    input logic gemm,  // it is one, not an ALU instruction
    input logic [$clog2(MostCycles)-1:0] more_cycles,  // per step, than one
    input logic hold,  // the step that stands
    input logic kill,  // drop every step that does not stand yet
    output logic uop_read,
    output logic [LogUopDepth-1:0] uop_index,
    /* verilator lint_off UNUSEDSIGNAL */  // a micro-op need not fill its word
    input uop_t uop,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic step,
    output logic [LogAccDepth+1:0] dst,
    output logic [SrcBits+1:0] src,
    output logic [LogWgtDepth+1:0] wgt,
    output logic exhausted  // no step left to read
);

  /* verilator lint_off UNUSEDSIGNAL */  // what the two share is taken from the first
  gemm_insn_t g;
  alu_insn_t a;
  /* verilator lint_on UNUSEDSIGNAL */
  assign g = insn;
  assign a = insn;

  logic [GemmIterInWidth-1:0] outer_left_q, inner_left_q, iter_in_q;
  logic [LogUopDepth-1:0] uop_q, uop_bgn_q, last_uop_q;
  logic [$clog2(MostCycles)-1:0] more_q, cycle_q;  // of the step that is read
  logic reading_q;
  logic last_cycle, held, move, next_inner, next_outer, last_uop, last_inner;

  assign held = Holds && hold;
  assign exhausted = outer_left_q == '0;
  assign uop_read = !exhausted && !held && cycle_q == '0;
  assign uop_index = uop_q;
  assign last_cycle = (cycle_q | ~more_q) == '1;  // it counts up, so this is the first such cycle
  assign move = !exhausted && !held && last_cycle;
  assign last_uop = uop_q == last_uop_q;
  assign last_inner = inner_left_q == GemmIterInWidth'(1);
  assign next_inner = move && last_uop && !last_inner;
  assign next_outer = move && last_uop && last_inner;

  always_ff @(posedge clk) begin
    if (clear || kill) begin
      outer_left_q <= '0;
      reading_q <= 1'b0;
      step <= 1'b0;
    end else begin
      if (!held) begin
        reading_q <= uop_read;
        step <= reading_q;
      end
      if (start)
        outer_left_q <= g.iter_in == '0 || g.uop_end <= {1'b0, g.uop_bgn} ? '0 : g.iter_out;
      else if (next_outer) outer_left_q <= outer_left_q - GemmIterInWidth'(1);
    end
  end

  always_ff @(posedge clk) begin
    if (start) begin
      inner_left_q <= g.iter_in;
      iter_in_q <= g.iter_in;
      uop_q <= g.uop_bgn;
      uop_bgn_q <= g.uop_bgn;
      last_uop_q <= LogUopDepth'(g.uop_end - (LogUopDepth + 1)'(1));
      more_q <= more_cycles;
      cycle_q <= '0;
    end else if (!exhausted && !held) begin
      cycle_q <= last_cycle ? '0 : MostCycles == 2 ? '1 : cycle_q + $bits(cycle_q)'(1);
      if (move) uop_q <= last_uop ? uop_bgn_q : uop_q + LogUopDepth'(1);
      if (next_inner) inner_left_q <= inner_left_q - GemmIterInWidth'(1);
      if (next_outer) inner_left_q <= iter_in_q;
    end
  end

  // Offsets of the micro-op that is read, and of the one that has been.
  logic [LogAccDepth:0] dst_offset, dst_offset_q;
  logic [SrcBits:0] src_offset, src_offset_q;
  logic [LogWgtDepth:0] wgt_offset, wgt_offset_q;

  vta_loop_offset #(
      .Bits(LogAccDepth)
  ) u_dst (
      .clk, .start, .next_inner, .next_outer,
      .outer(g.dst_out),
      .inner(g.dst_in),
      .offset(dst_offset)
  );
  vta_loop_offset #(
      .Bits(SrcBits)
  ) u_src (
      .clk, .start, .next_inner, .next_outer,
      .outer(gemm ? SrcBits'(g.src_out) : SrcBits'(a.src_out)),
      .inner(gemm ? SrcBits'(g.src_in) : SrcBits'(a.src_in)),
      .offset(src_offset)
  );
  vta_loop_offset #(
      .Bits(LogWgtDepth)
  ) u_wgt (
      .clk, .start, .next_inner, .next_outer,
      .outer(g.wgt_out),
      .inner(g.wgt_in),
      .offset(wgt_offset)
  );

  always_ff @(posedge clk) begin
    if (uop_read) begin
      dst_offset_q <= dst_offset;
      src_offset_q <= src_offset;
      wgt_offset_q <= wgt_offset;
    end
    if (reading_q && !held) begin
      dst <= {1'b0, dst_offset_q} + (LogAccDepth + 2)'(uop.dst);
      src <= {1'b0, src_offset_q} + (SrcBits + 2)'(uop.src);
      wgt <= {1'b0, wgt_offset_q} + (LogWgtDepth + 2)'(uop.wgt);
    end
  end

endmodule
