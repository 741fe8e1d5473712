// What retired instructions of compute add to the counters (overlap.md). What one adds is known
// when it finishes, and waits until it has retired; the counters are one cycle later.
module vta_retired_counters
  import vta_isa_pkg::*;
  import vta_data_pkg::*;
(
    input logic clk,
    input logic clear,
    input pipe_set_t finish,  // an instruction finishes in that pipe,
    input counted_e [Pipes-1:0] counted,  // what it counts
    input amount_t [Pipes-1:0] amount,  // and how many
    input logic retire,  // the oldest of a pipe retired at the last edge
    input pipe_e retire_pipe,
    output logic [63:0] uop_load_nbytes,
    output logic [63:0] acc_load_nbytes,
    output logic [63:0] gemm_counter,
    output logic [63:0] alu_counter
);

  typedef logic [$clog2(MaxUnretired)-1:0] place_t;
  typedef struct packed {
    counted_e counted;
    amount_t amount;
  } entry_t;

  entry_t [Pipes-1:0] oldest;

  for (genvar p = 0; p < Pipes; ++p) begin : gen_pipe
    entry_t mem[MaxUnretired];
    place_t write_q, read_q;

    always_ff @(posedge clk) begin
      if (clear) begin
        write_q <= '0;
        read_q <= '0;
      end else begin
        write_q <= write_q + place_t'(finish[p]);
        read_q <= read_q + place_t'(retire && retire_pipe == pipe_e'(p));
      end
      if (finish[p]) mem[write_q] <= '{counted: counted[p], amount: amount[p]};
    end
    assign oldest[p] = mem[read_q];
  end

  entry_t retired;
  assign retired = oldest[retire_pipe];

  always_ff @(posedge clk) begin
    if (clear) begin
      uop_load_nbytes <= '0;
      acc_load_nbytes <= '0;
      gemm_counter <= '0;
      alu_counter <= '0;
    end else if (retire) begin
      unique case (retired.counted)
        CountedUopBytes: uop_load_nbytes <= uop_load_nbytes + 64'(retired.amount);
        CountedAccBytes: acc_load_nbytes <= acc_load_nbytes + 64'(retired.amount);
        CountedGemm: gemm_counter <= gemm_counter + 64'(retired.amount);
        CountedAlu: alu_counter <= alu_counter + 64'(retired.amount);
        default: ;
      endcase
    end
  end

endmodule
