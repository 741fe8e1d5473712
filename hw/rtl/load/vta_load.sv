// The load unit: LOAD INP and WGT, whose NOPs included.
module vta_load
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input logic [AddrBits-1:0] inp_base,
    input logic [AddrBits-1:0] wgt_base,
    input logic [BeatBits-1:0] burst_beats,
    input unit_head_t head,
    output unit_status_t status,
    output burst_request_t request,
    input logic grant,
    input logic beat_valid,
    output scratchpad_write_t inp_write,
    output scratchpad_write_t wgt_write,
    output logic [63:0] inp_load_nbytes,
    output logic [63:0] wgt_load_nbytes,
    output probe_t probe
);

  localparam logic [LogSizeBits-1:0] LogInpBytes = LogSizeBits'($clog2(InpElemBytes));
  localparam logic [LogSizeBits-1:0] LogWgtBytes = LogSizeBits'($clog2(WgtElemBytes));

  mem_insn_t insn;
  scratchpad_write_t write;
  logic is_wgt, is_wgt_q, finished, in_flight;
  logic [ElemBits-1:0] elements, elements_q;
  logic [IndexBits-1:0] unused_index;

  assign insn = head.command.insn;
  assign is_wgt = insn.memory_type == MemWgt;

  vta_unit_control u_control (
      .clk, .clear, .halt, .head, .finished, .status,
      .index(unused_index),
      .beat_moves(beat_valid),
      .pad_moves(write.valid && write.pad),
      .in_flight,
      .queued(request.valid),
      .probe
  );

  vta_dma_read u_dma (
      .clk, .clear, .halt, .burst_beats,
      .start(status.start),
      .insn,
      .base(is_wgt ? wgt_base : inp_base),
      .log_bytes(is_wgt ? LogWgtBytes : LogInpBytes),
      .elements, .request, .grant, .beat_valid, .write, .finished, .in_flight
  );

  always_comb begin
    inp_write = write;
    wgt_write = write;
    inp_write.valid = write.valid && !is_wgt_q;
    wgt_write.valid = write.valid && is_wgt_q;
  end

  always_ff @(posedge clk) begin
    if (status.start) begin
      is_wgt_q <= is_wgt;
      elements_q <= elements;
    end
    if (clear) begin
      inp_load_nbytes <= '0;
      wgt_load_nbytes <= '0;
    end else if (status.done) begin
      if (is_wgt_q) wgt_load_nbytes <= wgt_load_nbytes + (64'(elements_q) << LogWgtBytes);
      else inp_load_nbytes <= inp_load_nbytes + (64'(elements_q) << LogInpBytes);
    end
  end

endmodule
