// The pads of a LOAD, one element per cycle in scratchpad order: runs, each of some elements of one
// row and of whole rows,
//
//   top     x_pad_0 and y_pad_0 rows; without rows of data, y_pad_0 + y_pad_1 rows and nothing else
//   mid     x_pad_1 + x_pad_0, after each row of data but the last
//   bottom  x_pad_1 and y_pad_1 rows
//
// Runs may be empty; none costs a cycle of its own. A run has no gaps, so that it does not matter
// which part of it is counted first: the piece of a row is.
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
    output logic valid,  // a register
    output sram_index_t index  // a register
);

  typedef struct packed {
    pad_t piece;  // elements
    pad_t rows;  // whole ones; none where a row has no elements
  } run_t;

  // The walk: what is left of the present run, runs of `mid` and whether one of `bottom` is to
  // come.
  logic [ElemBits-1:0] left_q, width_q;  // of a piece or row; of a row
  pad_t rows_q, mid_q;
  size_t mids_q, x_size_q;
  run_t bottom_q;
  logic bottom_left_q;

  // Where the bottom run begins: row `above_q` of the rectangle, behind its data.
  size_t above_q;
  sram_index_t behind_q;

  run_t top, bottom, first, next;
  logic [ElemBits-1:0] width;
  pad_t mid;
  size_t mids;
  logic some_top, some_mids;

  always_comb begin
    top = '0;
    bottom = '0;
    width = '0;
    mid = '0;
    mids = '0;
    if (start) begin
      width = ElemBits'(insn.x_pad_0) + ElemBits'(insn.x_size) + ElemBits'(insn.x_pad_1);
      mid = pad_t'(insn.x_pad_1) + pad_t'(insn.x_pad_0);
      if (insn.x_size != '0 || mid != '0) begin
        top.rows = pad_t'(insn.y_pad_0);
        bottom.rows = pad_t'(insn.y_pad_1);
      end
      if (insn.y_size == '0) begin
        top.rows = top.rows + bottom.rows;
        bottom.rows = '0;
      end else begin
        top.piece = pad_t'(insn.x_pad_0);
        bottom.piece = pad_t'(insn.x_pad_1);
        mids = mid == '0 ? '0 : insn.y_size - size_t'(1);
      end
    end
  end
  assign some_top = top != '0;
  assign some_mids = mids != '0;
  assign first = some_top ? top : some_mids ? '{piece: mid, rows: '0} : bottom;
  assign next = mids_q != '0 ? '{piece: mid_q, rows: '0} : bottom_left_q ? bottom_q : '0;

  function automatic pad_t rows_behind(run_t run);
    return run.piece != '0 ? run.rows : run.rows - pad_t'(1);
  endfunction

  always_ff @(posedge clk) begin
    if (clear) begin
      valid <= 1'b0;
    end else if (start) begin
      // The first run that is not empty. Where only the bottom one is not, rows have no pads or
      // there is one: data has no gaps.
      valid <= first != '0;
      left_q <= first.piece != '0 ? ElemBits'(first.piece) : width;
      rows_q <= rows_behind(first);
      index <= some_top ? insn.sram_base :
               some_mids ? insn.sram_base + insn.x_size :
                           insn.sram_base + insn.x_size * insn.y_size;
      mids_q <= !some_top && some_mids ? mids - size_t'(1) : mids;
      bottom_left_q <= some_top || some_mids;
      mid_q <= mid;
      width_q <= width;
      bottom_q <= bottom;
      above_q <= insn.y_size + size_t'(insn.y_pad_0) - size_t'(1);
      behind_q <= insn.sram_base + insn.x_size + sram_index_t'(insn.x_pad_0);
      x_size_q <= insn.x_size;
    end else if (advance) begin
      if (left_q != ElemBits'(1)) begin
        left_q <= left_q - ElemBits'(1);
        index <= index + sram_index_t'(1);
      end else if (rows_q != '0) begin
        left_q <= width_q;
        rows_q <= rows_q - pad_t'(1);
        index <= index + sram_index_t'(1);
      end else begin
        valid <= next != '0;
        left_q <= next.piece != '0 ? ElemBits'(next.piece) : width_q;
        rows_q <= rows_behind(next);
        if (mids_q != '0) begin
          index <= index + sram_index_t'(1) + x_size_q;
          mids_q <= mids_q - size_t'(1);
        end else begin
          index <= behind_q + above_q * sram_index_t'(width_q);
          bottom_left_q <= 1'b0;
        end
      end
    end
  end

endmodule
