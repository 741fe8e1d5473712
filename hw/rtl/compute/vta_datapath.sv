// The data half of the core: load, compute, store, and the scratchpads between them. The ports are
// the seam to the control half (hw/rtl/README.md, "Modules").
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
    input unit_head_t [Units-1:0] head,
    output unit_status_t [Units-1:0] status,
    output logic index_error,
    output logic [IndexBits-1:0] index_error_insn,
    output burst_request_t [Units-1:0] request,
    input unit_set_t grant,
    input read_beat_t beat,
    input unit_set_t beat_for,
    output logic write_valid,
    output logic [BusBits-1:0] write_data,
    output logic [BusBytes-1:0] write_strb,
    output logic write_last,
    input logic write_ready,
    input logic write_done,
    output counters_t counters,
    output probe_t [Units-1:0] probe
);

  scratchpad_write_t uop_write, inp_write, wgt_write, acc_write;
  logic operands_read, acc_write_is_acc8;
  logic [UopPorts-1:0] uop_read;
  logic [UopPorts-1:0][LogUopDepth-1:0] uop_index;
  logic [LogInpDepth-1:0] inp_index;
  logic [LogWgtDepth-1:0] wgt_index;
  logic [UopPorts-1:0][8*UopElemBytes-1:0] uop;
  logic [8*InpElemBytes-1:0] inp;
  logic [8*WgtElemBytes-1:0] wgt;
  pipe_set_t read_a, read_b, step_write;
  logic [Pipes-1:0][LogAccDepth-1:0] read_a_index, read_b_index, step_index;
  logic [Pipes-1:0][AccLanes-1:0][31:0] read_a_data, read_b_data, step_data;
  logic shadow_read;
  placement_t shadow_at;
  logic [BusBits-1:0] shadow_data;

  vta_load u_load (
      .clk, .clear, .halt,
      .inp_base(base.inp),
      .wgt_base(base.wgt),
      .burst_beats,
      .head(head[UnitLoad]),
      .status(status[UnitLoad]),
      .request(request[UnitLoad]),
      .grant(grant[UnitLoad]),
      .beat_valid(beat.valid && beat_for[UnitLoad]),
      .inp_write, .wgt_write,
      .inp_load_nbytes(counters.inp_load_nbytes),
      .wgt_load_nbytes(counters.wgt_load_nbytes),
      .probe(probe[UnitLoad])
  );

  vta_compute u_compute (
      .clk, .clear, .halt,
      .uop_base(base.uop),
      .acc_base(base.acc),
      .burst_beats,
      .head(head[UnitCompute]),
      .status(status[UnitCompute]),
      .index_error,
      .index(index_error_insn),
      .request(request[UnitCompute]),
      .grant(grant[UnitCompute]),
      .beat_valid(beat.valid && beat_for[UnitCompute]),
      .uop_write, .acc_write, .acc_write_is_acc8, .uop_read, .uop_index, .uop, .operands_read,
      .inp_index, .inp, .wgt_index, .wgt, .read_a, .read_a_index, .read_a_data, .read_b,
      .read_b_index, .read_b_data, .step_write, .step_index, .step_data,
      .uop_load_nbytes(counters.uop_load_nbytes),
      .acc_load_nbytes(counters.acc_load_nbytes),
      .gemm_counter(counters.gemm_counter),
      .alu_counter(counters.alu_counter),
      .probe(probe[UnitCompute])
  );

  vta_store u_store (
      .clk, .clear, .halt,
      .out_base(base.out),
      .burst_beats,
      .head(head[UnitStore]),
      .status(status[UnitStore]),
      .request(request[UnitStore]),
      .grant(grant[UnitStore]),
      .shadow_read, .shadow_at, .shadow_data, .write_valid, .write_data, .write_strb, .write_last,
      .write_ready, .write_done,
      .out_store_nbytes(counters.out_store_nbytes),
      .probe(probe[UnitStore])
  );

  vta_scratchpad #(
      .Width(8 * UopElemBytes),
      .LogDepth(LogUopDepth)
  ) u_uop (
      .clk,
      .write(uop_write),
      .data(beat.data),
      .read(uop_read[0]),
      .read_index(uop_index[0]),
      .read_data(uop[0])
  );
  for (genvar p = 1; p < UopPorts; ++p) begin : gen_uop_copy
    vta_scratchpad #(
        .Width(8 * UopElemBytes),
        .LogDepth(LogUopDepth)
    ) u_uop (
        .clk,
        .write(uop_write),
        .data(beat.data),
        .read(uop_read[p]),
        .read_index(uop_index[p]),
        .read_data(uop[p])
    );
  end

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

  if (AccOverlap != 0) begin : gen_halves
    vta_accumulator_halves u_halves (
        .clk, .step_write, .step_index, .step_data,
        .write(acc_write),
        .write_is_acc8(acc_write_is_acc8),
        .data(beat.data),
        .read_a, .read_a_index, .read_a_data, .read_b, .read_b_index, .read_b_data, .shadow_read,
        .shadow_at, .shadow_data
    );
  end else begin : gen_whole
    vta_accumulators u_acc (
        .clk, .step_write, .step_index, .step_data,
        .write(acc_write),
        .write_is_acc8(acc_write_is_acc8),
        .data(beat.data),
        .read_a, .read_a_index, .read_a_data, .read_b, .read_b_index, .read_b_data, .shadow_read,
        .shadow_at, .shadow_data
    );
  end

  // Store reads nothing.
  logic unused;
  assign unused = beat_for[UnitStore];

endmodule
