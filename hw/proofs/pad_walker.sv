// vta_pad_walker visits the elements of the padded rectangle that are no data, row by row, each
// once.
module proof_pad_walker
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Most = 2  // rows, columns; pads on each side: one less
) (
    input logic clk,
    input logic clear,
    input logic start,
    input mem_insn_t insn,
    input logic advance
);

  logic valid;
  sram_index_t index;
  vta_pad_walker dut (
      .clk, .clear, .start, .insn, .advance, .valid, .index
  );

  // A place in the rectangle that goes from pad to pad.
  typedef logic [3:0] place_t;
  mem_insn_t insn_q;
  logic walking_q;
  place_t row_q, column_q;

  function automatic logic is_pad(mem_insn_t i, place_t row, place_t column);
    return row < place_t'(i.y_pad_0) || row >= place_t'(i.y_pad_0) + place_t'(i.y_size) ||
           column < place_t'(i.x_pad_0) || column >= place_t'(i.x_pad_0) + place_t'(i.x_size);
  endfunction

  // The first pad at or after a place, in scan order: {found, row, column}.
  typedef struct packed {
    logic found;
    place_t row;
    place_t column;
  } pad_place_t;
  function automatic pad_place_t first_pad(mem_insn_t i, logic past, place_t row, place_t column);
    pad_place_t pad;
    place_t rows, columns;
    rows = place_t'(i.y_pad_0) + place_t'(i.y_size) + place_t'(i.y_pad_1);
    columns = place_t'(i.x_pad_0) + place_t'(i.x_size) + place_t'(i.x_pad_1);
    pad = '0;
    for (int r = 3 * int'(Most) - 1; r >= 0; --r) begin
      for (int c = 3 * int'(Most) - 1; c >= 0; --c) begin
        if (place_t'(r) < rows && place_t'(c) < columns && is_pad(i, place_t'(r), place_t'(c)) &&
            (!past || place_t'(r) > row || (place_t'(r) == row && place_t'(c) > column)))
          pad = '{found: 1'b1, row: place_t'(r), column: place_t'(c)};
      end
    end
    return pad;
  endfunction

  pad_place_t next;
  assign next = start ? first_pad(insn, 1'b0, '0, '0) : first_pad(insn_q, 1'b1, row_q, column_q);
  always_ff @(posedge clk) begin
    if (start) insn_q <= insn;
    if (clear) begin
      walking_q <= 1'b0;
    end else if (start || (walking_q && advance)) begin
      walking_q <= next.found;
      row_q <= next.row;
      column_q <= next.column;
    end
  end

  sram_index_t expected;
  assign expected = insn_q.sram_base + sram_index_t'(column_q) +
                    sram_index_t'(8'(row_q) * 8'(place_t'(insn_q.x_pad_0) +
                    place_t'(insn_q.x_size) + place_t'(insn_q.x_pad_1)));

  // By the formulas of the module: where its walk stands, from the place.
  typedef logic [7:0] number_t;
  number_t width, top, mid, bottom, rows, position, bottom_begin, mid_end, left;
  logic in_top, in_bottom;
  number_t mids_left;
  always_comb begin
    width = number_t'(insn_q.x_pad_0) + number_t'(insn_q.x_size) + number_t'(insn_q.x_pad_1);
    rows = number_t'(insn_q.y_size);
    mid = number_t'(insn_q.x_pad_0) + number_t'(insn_q.x_pad_1);
    top = rows == '0 ? (number_t'(insn_q.y_pad_0) + number_t'(insn_q.y_pad_1)) * width :
                       number_t'(insn_q.y_pad_0) * width + number_t'(insn_q.x_pad_0);
    bottom = rows == '0 ? '0 : number_t'(insn_q.y_pad_1) * width + number_t'(insn_q.x_pad_1);
    bottom_begin = top + rows * number_t'(insn_q.x_size) + mid * (rows - number_t'(1));
    position = number_t'(row_q) * width + number_t'(column_q);
    in_top = position < top;
    in_bottom = rows != '0 && position >= bottom_begin;
    // Of a run between two rows: the first element of the row below.
    mid_end = width * (number_t'(row_q) + number_t'(column_q >= place_t'(insn_q.x_pad_0))) +
              number_t'(insn_q.x_pad_0);
    left = in_top ? top - position :
           in_bottom ? bottom_begin + bottom - position : mid_end - position;
    mids_left = '0;
    if (rows != '0 && mid != '0 && !in_bottom)
      mids_left = rows - number_t'(1) -
                  (in_top ? '0 : number_t'(row_q) - number_t'(insn_q.y_pad_0) +
                                 number_t'(column_q >= place_t'(insn_q.x_pad_0)));
  end

  logic cleared_q = 1'b0;
  always_ff @(posedge clk) cleared_q <= 1'b1;

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && walking_q);
    assume_small:
    assume (!start || (insn.x_size <= size_t'(Most) && insn.y_size <= size_t'(Most) &&
            insn.x_pad_0 < 4'(Most) && insn.x_pad_1 < 4'(Most) && insn.y_pad_0 < 4'(Most) &&
            insn.y_pad_1 < 4'(Most)));
    cover_small: cover (start && insn.y_size == size_t'(Most) && insn.x_pad_0 == 4'(Most - 1));
    assume_start_when_done: assume (!start || !valid);
    cover_start_when_done: cover (start && cleared_q);
    assume_advance_when_valid: assume (!advance || valid);
    cover_advance_when_valid: cover (advance && row_q == place_t'(2) && walking_q);
    if (cleared_q) begin
      assert_valid: assert (valid == walking_q);
      assert_index: assert (!valid || index == expected);
      if (walking_q) begin
        lemma_small:
        assert (insn_q.x_size <= size_t'(Most) && insn_q.y_size <= size_t'(Most) &&
                insn_q.x_pad_0 < 4'(Most) && insn_q.x_pad_1 < 4'(Most) &&
                insn_q.y_pad_0 < 4'(Most) && insn_q.y_pad_1 < 4'(Most));
        lemma_place:
        assert (is_pad(insn_q, row_q, column_q) && number_t'(column_q) < width &&
                number_t'(row_q) < number_t'(insn_q.y_pad_0) + rows + number_t'(insn_q.y_pad_1));
        lemma_constants:
        assert (dut.width_q == ElemBits'(width) && dut.mid_q == pad_t'(mid) &&
                dut.x_size_q == insn_q.x_size && (rows == '0 ? dut.bottom_q == '0 :
                dut.bottom_q.piece == pad_t'(insn_q.x_pad_1) &&
                dut.bottom_q.rows == pad_t'(insn_q.y_pad_1) &&
                sram_index_t'(dut.behind_q + dut.above_q * sram_index_t'(dut.width_q)) ==
                insn_q.sram_base + sram_index_t'(bottom_begin)));
        // Of a run, the piece of a row is counted first.
        lemma_left:
        assert (dut.left_q != '0 && dut.left_q <= ElemBits'(width) &&
                dut.rows_q < pad_t'(2 * Most) &&
                number_t'(dut.left_q) + number_t'(dut.rows_q) * width == left);
        lemma_mids: assert (dut.mids_q == size_t'(mids_left));
        lemma_bottom: assert (dut.bottom_left_q == !in_bottom);
      end
    end
  end

endmodule
