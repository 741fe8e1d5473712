// The accumulator scratchpad in two halves, by the top bit of an index: two pipes at once, each in
// the half that the other one does not touch (overlap.md). One that touches both is alone.
//
//   pipe G --+--> half 0 --+--> pipe G
//   pipe A --+--> half 1 --+--> pipe A, shadow
module vta_accumulator_halves
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,

    input pipe_set_t step_write,
    input logic [Pipes-1:0][LogAccDepth-1:0] step_index,
    input logic [Pipes-1:0][AccLanes-1:0][31:0] step_data,

    input scratchpad_write_t write,
    input logic write_is_acc8,
    input logic [BusBits-1:0] data,

    input pipe_set_t read_a,
    input logic [Pipes-1:0][LogAccDepth-1:0] read_a_index,
    output logic [Pipes-1:0][AccLanes-1:0][31:0] read_a_data,
    input pipe_set_t read_b,  // a GEMM has no second operand
    input logic [Pipes-1:0][LogAccDepth-1:0] read_b_index,
    output logic [Pipes-1:0][AccLanes-1:0][31:0] read_b_data,

    input logic shadow_read,
    input placement_t shadow_at,
    output logic [BusBits-1:0] shadow_data
);

  localparam int unsigned Top = LogAccDepth - 1;
  typedef logic [LogAccDepth-1:0] acc_index_t;

  logic [1:0][AccLanes-1:0][31:0] half_a, half_b;
  logic [1:0][BusBits-1:0] half_shadow;

  for (genvar h = 0; h < 2; ++h) begin : gen_half
    pipe_set_t writes, reads;
    pipe_e writer, reader;
    logic reads_b;

    for (genvar p = 0; p < Pipes; ++p) begin : gen_pipe
      assign writes[p] = step_write[p] && step_index[p][Top] == 1'(h);
      assign reads[p] = read_a[p] && read_a_index[p][Top] == 1'(h);
    end
    assign writer = writes[PipeG] ? PipeG : PipeA;
    assign reader = reads[PipeG] ? PipeG : PipeA;
    assign reads_b = read_b[PipeA] && read_b_index[PipeA][Top] == 1'(h);

    vta_accumulators #(
        .Halves(2),
        .Half(h)
    ) u_acc (
        .clk,
        .step_write(writes != '0),
        .step_index(step_index[writer]),
        .step_data(step_data[writer]),
        .write, .write_is_acc8, .data,
        .read_a(reads != '0),
        .read_a_index(read_a_index[reader]),
        .read_a_data(half_a[h]),
        .read_b(reads_b),
        .read_b_index(read_b_index[PipeA]),
        .read_b_data(half_b[h]),
        .shadow_read, .shadow_at,
        .shadow_data(half_shadow[h])
    );

`ifndef SYNTHESIS
    assert_one_writer: assert property (@(posedge clk) writes != '1);
    assert_one_reader: assert property (@(posedge clk) reads != '1);
`endif
  end

  // Where the last read was.
  pipe_set_t a_q;
  logic b_q;
  always_ff @(posedge clk) begin
    for (int p = 0; p < int'(Pipes); ++p) if (read_a[p]) a_q[p] <= read_a_index[p][Top];
    if (read_b[PipeA]) b_q <= read_b_index[PipeA][Top];
  end
  for (genvar p = 0; p < Pipes; ++p) begin : gen_read
    assign read_a_data[p] = half_a[a_q[p]];
    assign read_b_data[p] = half_b[b_q];
  end

  // A bus word of the shadow may begin in one half and end in the other.
  localparam int unsigned Positions = banks_of(8 * AccLanes);
  localparam int unsigned PositionBits = BusBits / Positions;
  for (genvar p = 0; p < Positions; ++p) begin : gen_position
    logic half_q;
    always_ff @(posedge clk)
      if (shadow_read) half_q <= 1'(acc_index_t'(shadow_at.origin + sram_index_t'(p)) >> Top);
    assign shadow_data[p*PositionBits+:PositionBits] =
        half_shadow[half_q][p*PositionBits+:PositionBits];
  end

  logic unused;
  assign unused = read_b[PipeG] ^ (^read_b_index[PipeG]);

endmodule
