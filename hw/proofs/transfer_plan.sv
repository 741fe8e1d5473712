// vta_transfer_plan: the element of any row and column lies where the instruction says, in DRAM and
// in the scratchpad.
module proof_transfer_plan
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
#(
    parameter int unsigned Most = 15  // rows, columns
) (
    input logic clk,
    input mem_insn_t insn,
    input logic [AddrBits-1:0] base,
    input logic [LogSizeBits-1:0] log_bytes,
    input size_t row,
    input size_t column
);

  typedef logic [AddrBits-1:0] addr_t;

  transfer_t transfer;
  addr_t addr;
  logic [ElemBits-1:0] elements;
  sram_index_t first_index;
  vta_transfer_plan dut (
      .clk,
      .start(1'b1),
      .insn, .base, .log_bytes, .transfer, .addr, .elements,
      .index(first_index)
  );

  // By the instruction: place in DRAM, in elements, and index in the scratchpad.
  addr_t place;
  sram_index_t width, index;
  assign place = addr_t'(insn.dram_base) + addr_t'(row) * addr_t'(insn.x_stride) + addr_t'(column);
  assign width = sram_index_t'(insn.x_pad_0) + insn.x_size + sram_index_t'(insn.x_pad_1);
  assign index = insn.sram_base + (sram_index_t'(insn.y_pad_0) + row) * width +
                 sram_index_t'(insn.x_pad_0) + column;

  // By the plan: run and element of it; runs lie x_stride apart in DRAM, width in the scratchpad.
  logic one_run;
  size_t run;
  logic [ElemBits-1:0] element;
  assign one_run = transfer.runs == size_t'(1) && transfer.run_elements != ElemBits'(insn.x_size);
  assign run = one_run ? '0 : row;
  assign element = one_run ? ElemBits'(row) * ElemBits'(insn.x_size) + ElemBits'(column) :
                             ElemBits'(column);
  addr_t planned;
  sram_index_t first_index_q;  // where the first element must be, by the one at row and column
  assign planned = addr_t'(run) * addr_t'(insn.x_stride) + addr_t'(element);
  logic started_q = 1'b0;
  always_ff @(posedge clk) begin
    started_q <= 1'b1;
    first_index_q <= index - run * width - sram_index_t'(element);
  end

  always_comb begin
    assume_small:
    assume (insn.x_size <= size_t'(Most) && insn.y_size <= size_t'(Most) &&
            insn.x_stride <= size_t'(Most) && insn.x_pad_0 <= 4'd1 && insn.x_pad_1 <= 4'd1 &&
            insn.y_pad_0 <= 4'd1);
    cover_small: cover (insn.x_size == size_t'(Most) && insn.y_size == size_t'(Most) && one_run);
    assume_in_range: assume (row < insn.y_size && column < insn.x_size);
    cover_in_range: cover (row == size_t'(2) && column == size_t'(2) && !one_run);
    assert_elements: assert (elements == ElemBits'(insn.x_size) * ElemBits'(insn.y_size));
    assert_sum: assert (ElemBits'(transfer.runs) * transfer.run_elements == elements);
    assert_exists: assert (run < transfer.runs && element < transfer.run_elements);
    assert_dram:
    assert (addr + (planned << log_bytes) == base + (place << log_bytes));
    assert_sram: assert (!started_q || first_index == first_index_q);
    assert_size: assert (transfer.log_bytes == log_bytes);
  end

endmodule
