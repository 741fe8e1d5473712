// The steps of an RQ or EXP2 that have read and not written (README.md, "RQ and EXP2"): whether the
// one that stands meets one of them, and which is due.
//
//   cycle r                 `take`
//   cycle r+1 .. r+L-1      in flight: one that reads its dst meets it
//   cycle r+L-3             `due`: written two cycles later
//
// Steps are Cycles apart or more, so there is room for one index in so many cycles.
module vta_steps_in_flight #(
    parameter int unsigned Bits = 11,  // of an index
    parameter int unsigned WholeBits = 13,  // of one that may be past its depth
    parameter int unsigned Reads = 3,  // by which a step meets others: dst too
    parameter int unsigned Cycles = 2,
    parameter int unsigned Latency = 11  // L
) (
    input logic clk,
    input logic clear,
    input logic take,  // the step that stands reads at this edge
    input logic [Reads-1:0][WholeBits-1:0] reads,  // what it reads; past the depth, it meets nobody
    input logic [Bits-1:0] dst,
    output logic meets,
    output logic due,
    output logic [Bits-1:0] due_dst
);

  localparam int unsigned Ages = Latency - 1;
  localparam int unsigned Slots = (Ages + Cycles - 1) / Cycles;
  localparam int unsigned DueAge = Latency - 3;

  // Slot i has the step of an age of i * Cycles + 1 .. (i + 1) * Cycles.
  logic [Ages:1] age_q;
  logic [Slots-1:0] met;
  logic [Slots-1:0][Bits-1:0] slot;

  always_ff @(posedge clk) begin
    if (clear) age_q <= '0;
    else age_q <= Ages'({age_q, take});
  end

  for (genvar i = 0; i < Slots; ++i) begin : gen_slot
    localparam int unsigned First = i * Cycles + 1;
    localparam int unsigned Last = (i + 1) * Cycles < Ages ? (i + 1) * Cycles : Ages;
    logic [Bits-1:0] dst_q;

    if (i == 0) begin : gen_first
      always_ff @(posedge clk) if (take) dst_q <= dst;
    end else begin : gen_later
      always_ff @(posedge clk) if (age_q[First-1]) dst_q <= slot[i-1];
    end

    always_comb begin
      met[i] = 1'b0;
      for (int k = 0; k < int'(Reads); ++k)
        if (reads[k] == WholeBits'(dst_q)) met[i] = age_q[Last:First] != '0;
    end
    assign slot[i] = dst_q;
  end

  assign meets = met != '0;
  assign due = age_q[DueAge];
  assign due_dst = slot[(DueAge-1)/Cycles];

`ifndef SYNTHESIS
  if (Cycles > 1) begin : gen_apart
    assert_one_in_a_slot:
    assert property (@(posedge clk) disable iff (clear) !take || age_q[Cycles-1:1] == '0);
  end
`endif

endmodule
