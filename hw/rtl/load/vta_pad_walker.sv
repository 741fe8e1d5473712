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
    /* verilator lint_off UNUSEDSIGNAL */  // some fields of the instruction
    input mem_insn_t insn,
    /* verilator lint_on UNUSEDSIGNAL */
    input logic advance,  // the present pad is written at this edge
    output logic valid,
    output sram_index_t index
);

  // The walk: what is left of the present run, runs of `mid` and whether one of `bottom` is to
  // come.
  logic [ElemBits-1:0] left_q, bottom_q;
  size_t mids_q, x_size_q;
  sram_index_t bottom_index_q;
  pad_t mid_q;
  logic bottom_left_q;

  logic [ElemBits-1:0] width, top, bottom;
  pad_t mid;
  size_t mids;
  sram_index_t bottom_index;
  logic some_mids;

  // Without rows, all pads are the top run.
  always_comb begin
    width = '0;
    top = '0;
    bottom = '0;
    mid = '0;
    mids = '0;
    bottom_index = '0;
    if (start) begin
      width = ElemBits'(insn.x_pad_0) + ElemBits'(insn.x_size) + ElemBits'(insn.x_pad_1);
      mid = pad_t'(insn.x_pad_1) + pad_t'(insn.x_pad_0);
      if (insn.y_size == '0) begin
        top = (ElemBits'(insn.y_pad_0) + ElemBits'(insn.y_pad_1)) * width;
      end else begin
        top = ElemBits'(insn.y_pad_0) * width + ElemBits'(insn.x_pad_0);
        bottom = ElemBits'(insn.y_pad_1) * width + ElemBits'(insn.x_pad_1);
        mids = mid == '0 ? '0 : insn.y_size - size_t'(1);
      end
      bottom_index = insn.sram_base + sram_index_t'(top) + insn.x_size * insn.y_size +
                     sram_index_t'(mid) * (insn.y_size - size_t'(1));
    end
  end
  assign some_mids = mids != '0;

  assign valid = left_q != '0;

  always_ff @(posedge clk) begin
    if (clear) begin
      left_q <= '0;
    end else if (start) begin
      // The first run that is not empty.
      left_q <= top != '0 ? top : some_mids ? ElemBits'(mid) : bottom;
      index <= top != '0 ? insn.sram_base :
               some_mids ? insn.sram_base + insn.x_size : bottom_index;
      mids_q <= top == '0 && some_mids ? mids - size_t'(1) : mids;
      bottom_left_q <= top != '0 || some_mids;
      mid_q <= mid;
      bottom_q <= bottom;
      bottom_index_q <= bottom_index;
      x_size_q <= insn.x_size;
    end else if (advance) begin
      if (left_q != ElemBits'(1)) begin
        left_q <= left_q - ElemBits'(1);
        index <= index + sram_index_t'(1);
      end else if (mids_q != '0) begin
        left_q <= ElemBits'(mid_q);
        index <= index + sram_index_t'(1) + x_size_q;
        mids_q <= mids_q - size_t'(1);
      end else begin
        left_q <= bottom_left_q ? bottom_q : '0;
        index <= bottom_index_q;
        bottom_left_q <= 1'b0;
      end
    end
  end

endmodule
