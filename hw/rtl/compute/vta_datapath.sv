// The data half of the core: load, compute, store, and the scratchpads between them. The ports are
// the seam to the control half (hw/rtl/README.md, "Modules"): index 0 load, 1 compute, 2 store.
//
//   load ----> INP, WGT ----> compute <---> ACC, shadow ----> store
//                             compute <---> UOP
module vta_datapath
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,
    input base_addresses_t base,
    input logic [BeatBits-1:0] burst_beats,
    input logic [2:0] cmd_valid,
    input command_t [2:0] cmd,
    input logic [2:0] token_prev,
    input logic [2:0] token_next,
    output logic [2:0] start,
    output logic [2:0] done,
    output logic [2:0] push_prev,
    output logic [2:0] push_next,
    output logic [2:0] executing,
    output logic index_error,
    output logic [IndexBits-1:0] index_error_insn,
    output burst_request_t [2:0] request,
    input logic [2:0] grant,
    input read_beat_t beat,
    input logic [2:0] beat_for,
    output logic write_valid,
    output logic [8*BusBytes-1:0] write_data,
    output logic [BusBytes-1:0] write_strb,
    output logic write_last,
    input logic write_ready,
    input logic write_done,
    output logic [63:0] inp_load_nbytes,
    output logic [63:0] wgt_load_nbytes,
    output logic [63:0] acc_load_nbytes,
    output logic [63:0] uop_load_nbytes,
    output logic [63:0] out_store_nbytes,
    output logic [63:0] gemm_counter,
    output logic [63:0] alu_counter,
    output probe_t [2:0] probe
);

  scratchpad_write_t uop_write, inp_write, wgt_write, acc_write;
  logic uop_read, operands_read, acc_write_is_acc8;
  logic [LogUopDepth-1:0] uop_index;
  logic [LogInpDepth-1:0] inp_index;
  logic [LogWgtDepth-1:0] wgt_index;
  logic [8*UopElemBytes-1:0] uop;
  logic [8*InpElemBytes-1:0] inp;
  logic [8*WgtElemBytes-1:0] wgt;
  logic read_a, read_b, step_write;
  logic [LogAccDepth-1:0] read_a_index, read_b_index, step_index;
  logic [AccLanes-1:0][31:0] read_a_data, read_b_data, step_data;
  logic shadow_read;
  placement_t shadow_at;
  logic [BusBits-1:0] shadow_data;

  vta_load u_load (
      .clk, .clear, .halt,
      .inp_base(base.inp),
      .wgt_base(base.wgt),
      .burst_beats,
      .cmd_valid(cmd_valid[0]),
      .cmd(cmd[0]),
      .token_next(token_next[0]),
      .start(start[0]),
      .done(done[0]),
      .push_prev(push_prev[0]),
      .push_next(push_next[0]),
      .executing(executing[0]),
      .request(request[0]),
      .grant(grant[0]),
      .beat_valid(beat.valid && beat_for[0]),
      .inp_write, .wgt_write, .inp_load_nbytes, .wgt_load_nbytes,
      .probe(probe[0])
  );

  vta_compute u_compute (
      .clk, .clear, .halt,
      .uop_base(base.uop),
      .acc_base(base.acc),
      .burst_beats,
      .cmd_valid(cmd_valid[1]),
      .cmd(cmd[1]),
      .token_prev(token_prev[1]),
      .token_next(token_next[1]),
      .start(start[1]),
      .done(done[1]),
      .push_prev(push_prev[1]),
      .push_next(push_next[1]),
      .executing(executing[1]),
      .index_error,
      .index(index_error_insn),
      .request(request[1]),
      .grant(grant[1]),
      .beat_valid(beat.valid && beat_for[1]),
      .uop_write, .acc_write, .acc_write_is_acc8, .uop_read, .uop_index, .uop, .operands_read,
      .inp_index, .inp, .wgt_index, .wgt, .read_a, .read_a_index, .read_a_data, .read_b,
      .read_b_index, .read_b_data, .step_write, .step_index, .step_data, .uop_load_nbytes,
      .acc_load_nbytes, .gemm_counter, .alu_counter,
      .probe(probe[1])
  );

  vta_store u_store (
      .clk, .clear, .halt,
      .out_base(base.out),
      .burst_beats,
      .cmd_valid(cmd_valid[2]),
      .cmd(cmd[2]),
      .token_prev(token_prev[2]),
      .start(start[2]),
      .done(done[2]),
      .push_prev(push_prev[2]),
      .push_next(push_next[2]),
      .executing(executing[2]),
      .request(request[2]),
      .grant(grant[2]),
      .shadow_read, .shadow_at, .shadow_data, .write_valid, .write_data, .write_strb, .write_last,
      .write_ready, .write_done, .out_store_nbytes,
      .probe(probe[2])
  );

  vta_scratchpad #(
      .Width(8 * UopElemBytes),
      .LogDepth(LogUopDepth)
  ) u_uop (
      .clk,
      .write(uop_write),
      .data(beat.data),
      .read(uop_read),
      .read_index(uop_index),
      .read_data(uop)
  );

  vta_scratchpad #(
      .Width(8 * InpElemBytes),
      .LogDepth(LogInpDepth)
  ) u_inp (
      .clk,
      .write(inp_write),
      .data(beat.data),
      .read(operands_read),
      .read_index(inp_index),
      .read_data(inp)
  );

  vta_scratchpad #(
      .Width(8 * WgtElemBytes),
      .LogDepth(LogWgtDepth)
  ) u_wgt (
      .clk,
      .write(wgt_write),
      .data(beat.data),
      .read(operands_read),
      .read_index(wgt_index),
      .read_data(wgt)
  );

  vta_accumulators u_acc (
      .clk, .step_write, .step_index, .step_data,
      .write(acc_write),
      .write_is_acc8(acc_write_is_acc8),
      .data(beat.data),
      .read_a, .read_a_index, .read_a_data, .read_b, .read_b_index, .read_b_data, .shadow_read,
      .shadow_at, .shadow_data
  );

  logic unused;
  assign unused = beat_for[2] || token_prev[0] || token_next[2];

endmodule
