// What a memory instruction moves: rows become one run where nothing lies between them on either
// side (load/README.md, "Runs"). Outputs are of the cycle of `start`, but for `index`: no beat
// comes at once, so that its product has the cycle after.
module vta_transfer_plan
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic start,
    /* verilator lint_off UNUSEDSIGNAL */  // some fields of the instruction
    input mem_insn_t insn,
    /* verilator lint_on UNUSEDSIGNAL */
    input logic [AddrBits-1:0] base,
    input logic [LogSizeBits-1:0] log_bytes,
    output transfer_t transfer,
    output logic [AddrBits-1:0] addr,  // of the first byte
    output logic [ElemBits-1:0] elements,  // of all runs
    output sram_index_t index  // of the first; pads may precede it. In the cycle after
);

  logic merged;

  // The rectangle: begin of its rows of data in its first row, rows of pads above, width.
  sram_index_t corner_q, width_q;
  logic [MemYPad0Width-1:0] above_q;
  logic start_q;

  always_comb begin
    merged = 1'b0;
    addr = '0;
    elements = '0;
    transfer = '0;
    if (start) begin
      merged = insn.x_pad_0 == '0 && insn.x_pad_1 == '0 &&
               (insn.x_stride == insn.x_size || insn.y_size == size_t'(1));
      addr = base + (AddrBits'(insn.dram_base) << log_bytes);
      elements = ElemBits'(insn.x_size) * ElemBits'(insn.y_size);
      transfer.log_bytes = log_bytes;
      transfer.run_elements = merged ? elements : ElemBits'(insn.x_size);
      if (insn.x_size != '0 && insn.y_size != '0)
        transfer.runs = merged ? size_t'(1) : insn.y_size;
    end
  end

  always_ff @(posedge clk) begin
    start_q <= start;
    if (start) begin
      corner_q <= insn.sram_base + sram_index_t'(insn.x_pad_0);
      width_q <= size_t'(insn.x_pad_0) + insn.x_size + size_t'(insn.x_pad_1);
      above_q <= insn.y_pad_0;
    end
  end

  always_comb begin
    index = '0;
    if (start_q) index = corner_q + sram_index_t'(above_q) * width_q;
  end

endmodule
