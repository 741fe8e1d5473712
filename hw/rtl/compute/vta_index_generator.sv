// The loop nest of GEMM and ALU: for o, for i, for u, one step per cycle (or two).
//
//   cycle s+1+c*j  micro-op u is read
//   cycle s+2+c*j  its fields are added to the loops' offsets
//   cycle s+3+c*j  the indices stand
//
// Offsets are kept by addition. They need one bit more than an index, sums two: a step whose index is
// past its depth ends the run, so larger values are never looked at.
module vta_index_generator
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic start,
    input loops_t loops,
    input logic two_cycles,  // per step
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

  typedef struct packed {
    logic [LogAccDepth:0] dst;
    logic [SrcBits:0] src;
    logic [LogWgtDepth:0] wgt;
  } offsets_t;

  function automatic offsets_t plus(offsets_t a, logic [LogAccDepth-1:0] d,
                                    logic [SrcBits-1:0] s, logic [LogWgtDepth-1:0] w);
    plus.dst = a.dst + {1'b0, d};
    plus.src = a.src + {1'b0, s};
    plus.wgt = a.wgt + {1'b0, w};
  endfunction

  /* verilator lint_off UNUSEDSIGNAL */  // the trips of the outer loop and the last micro-op are counted down
  loops_t loops_q;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [13:0] outer_left_q, inner_left_q;
  logic [LogUopDepth-1:0] uop_q, last_uop_q;
  offsets_t row_q, now_q, used_q;  // of the outer loop; of both; of the micro-op being read
  logic two_q, second_q, reading_q;
  logic move;

  assign exhausted = outer_left_q == 0;
  assign uop_read = !exhausted && !second_q;
  assign uop_index = uop_q;
  assign move = !exhausted && (!two_q || second_q);

  always_ff @(posedge clk) begin
    if (clear || kill) begin
      outer_left_q <= '0;
      reading_q <= 1'b0;
      step <= 1'b0;
    end else begin
      reading_q <= uop_read;
      step <= reading_q;
      if (start)
        outer_left_q <= loops.iter_in == 0 || loops.uop_end <= {1'b0, loops.uop_bgn} ?
            14'd0 : loops.iter_out;
      else if (move && uop_q == last_uop_q && inner_left_q == 1)
        outer_left_q <= outer_left_q - 14'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (start) begin
      loops_q <= loops;
      inner_left_q <= loops.iter_in;
      uop_q <= loops.uop_bgn;
      last_uop_q <= LogUopDepth'(loops.uop_end - (LogUopDepth + 1)'(1));
      row_q <= '0;
      now_q <= '0;
      two_q <= two_cycles;
      second_q <= 1'b0;
    end else if (!exhausted) begin
      second_q <= two_q && !second_q;
      if (uop_read) used_q <= now_q;
      if (move) begin
        if (uop_q != last_uop_q) begin
          uop_q <= uop_q + LogUopDepth'(1);
        end else begin
          uop_q <= loops_q.uop_bgn;
          if (inner_left_q != 1) begin
            inner_left_q <= inner_left_q - 14'd1;
            now_q <= plus(now_q, loops_q.dst_in, loops_q.src_in, loops_q.wgt_in);
          end else begin
            inner_left_q <= loops_q.iter_in;
            now_q <= plus(row_q, loops_q.dst_out, loops_q.src_out, loops_q.wgt_out);
            row_q <= plus(row_q, loops_q.dst_out, loops_q.src_out, loops_q.wgt_out);
          end
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    if (reading_q) begin
      dst <= {1'b0, used_q.dst} + (LogAccDepth + 2)'(uop.dst);
      src <= {1'b0, used_q.src} + (SrcBits + 2)'(uop.src);
      wgt <= {1'b0, used_q.wgt} + (LogWgtDepth + 2)'(uop.wgt);
    end
  end

endmodule
