// The pads of a LOAD, one element per cycle in scratchpad order. With
//
//   top = y_pad_0 * width + x_pad_0, mid = x_pad_1 + x_pad_0, bottom = x_pad_1 + y_pad_1 * width
//
// they are a run of `top` elements, one of `mid` after each row but the last, one of `bottom`.
// Runs may be empty; none costs a cycle of its own.
module vta_pad_walker
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic start,
    input mem_insn_t insn,
    input logic advance,  // the present pad is written at this edge
    output logic valid,
    output logic [15:0] index
);

  typedef struct packed {
    logic [ElemBits-1:0] left;  // of the present run
    logic [15:0] index;
    logic [15:0] mids;  // runs of `mid` to come
    logic bottom;  // the last run is to come
  } walk_t;

  typedef struct packed {
    logic [4:0] mid;
    logic [ElemBits-1:0] bottom;
    logic [15:0] bottom_index;
    logic [15:0] x_size;
  } shape_t;

  walk_t walk_q;
  shape_t shape_q;

  // What follows a run that ends before scratchpad element `next`.
  function automatic walk_t next_run(walk_t now, shape_t shape, logic [15:0] next);
    walk_t w;
    w = now;
    if (now.mids != 0) begin
      w.left = ElemBits'(shape.mid);
      w.index = next + shape.x_size;
      w.mids = now.mids - 16'd1;
    end else begin
      w.left = now.bottom ? shape.bottom : ElemBits'(0);
      w.index = shape.bottom_index;
      w.bottom = 1'b0;
    end
    return w;
  endfunction

  /* verilator lint_off UNUSEDSIGNAL */  // some fields of the instruction
  function automatic logic [ElemBits-1:0] width_of(mem_insn_t i);
    return ElemBits'(i.x_pad_0) + ElemBits'(i.x_size) + ElemBits'(i.x_pad_1);
  endfunction

  // Without rows, all pads are the top run.
  function automatic logic [ElemBits-1:0] top_of(mem_insn_t i);
    if (i.y_size == 0) return (ElemBits'(i.y_pad_0) + ElemBits'(i.y_pad_1)) * width_of(i);
    return ElemBits'(i.y_pad_0) * width_of(i) + ElemBits'(i.x_pad_0);
  endfunction

  function automatic shape_t shape_of(mem_insn_t i);
    shape_t s;
    s.mid = 5'(i.x_pad_1) + 5'(i.x_pad_0);
    s.bottom = i.y_size == 0 ? ElemBits'(0) :
        ElemBits'(i.y_pad_1) * width_of(i) + ElemBits'(i.x_pad_1);
    s.bottom_index = i.sram_base + 16'(top_of(i)) + i.x_size * i.y_size +
                     16'(s.mid) * (i.y_size - 16'd1);
    s.x_size = i.x_size;
    return s;
  endfunction

  function automatic walk_t first_run(mem_insn_t i);
    walk_t w;
    shape_t s;
    s = shape_of(i);
    w.left = top_of(i);
    w.index = i.sram_base;
    w.mids = i.y_size == 0 || s.mid == 0 ? 16'd0 : i.y_size - 16'd1;
    w.bottom = 1'b1;
    return w.left != 0 ? w : next_run(w, s, i.sram_base);
  endfunction

  /* verilator lint_on UNUSEDSIGNAL */

  assign valid = walk_q.left != 0;
  assign index = walk_q.index;

  always_ff @(posedge clk) begin
    if (clear) begin
      walk_q <= '0;
    end else if (start) begin
      walk_q <= first_run(insn);
      shape_q <= shape_of(insn);
    end else if (advance) begin
      if (walk_q.left == 1) begin
        walk_q <= next_run(walk_q, shape_q, walk_q.index + 16'd1);
      end else begin
        walk_q.left <= walk_q.left - ElemBits'(1);
        walk_q.index <= walk_q.index + 16'd1;
      end
    end
  end

endmodule
