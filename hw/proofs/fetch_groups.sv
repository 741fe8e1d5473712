// vta_fetch_groups: no burst is longer than MEM_BURST_BEATS or 256 bytes or crosses a multiple of
// either, so none crosses 4 KiB.
module proof_fetch_groups
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic stop,
    input logic [AddrBits-1:0] insn_addr,
    input logic [IndexBits-1:0] insn_count,
    input logic [3:0] log_burst,
    input logic grant,
    input logic group_done
);

  logic [BeatBits-1:0] burst_beats;
  assign burst_beats = BeatBits'(1) << log_burst;

  burst_request_t request;
  logic forms;
  place_t [1:0] last_insn;
  vta_fetch_groups dut (
      .clk, .clear, .stop, .insn_addr, .insn_count, .burst_beats, .request, .grant, .forms,
      .group_done, .last_insn
  );

  // Byte addresses in the window of a burst: bits below it, and those of the first and last byte.
  localparam int unsigned ByteBits = LogBoundary + 1;
  typedef logic [ByteBits-1:0] bytes_t;
  bytes_t window, block, first, last;
  assign window = bytes_t'(burst_beats) << LogBus;
  assign block = window < bytes_t'(256) ? window : bytes_t'(256);
  assign first = bytes_t'(request.addr[LogBoundary-1:0]);
  assign last = first + (bytes_t'(request.beats) << LogBus) - bytes_t'(1);

  logic cleared_q = 1'b0;
  logic [3:0] log_burst_q;
  always_ff @(posedge clk) begin
    cleared_q <= 1'b1;
    log_burst_q <= log_burst;
  end

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear && request.valid);
    assume_legal_bursts:
    assume (32'(burst_beats) <= MaxBurstBeats && 32'(burst_beats) << LogBus <= 32'd4096 &&
            burst_beats != '0);
    cover_legal_bursts:
    cover (request.valid && 32'(burst_beats) == MaxBurstBeats && 32'(request.beats) == 256 / BusBytes);
    assume_bursts_stay: assume (!cleared_q || clear || log_burst == log_burst_q);
    cover_bursts_stay: cover (cleared_q && clear && log_burst != log_burst_q);
    assume_whole_instructions: assume (insn_addr[LogInsnBytes-1:0] == '0);
    cover_whole_instructions: cover (clear && insn_addr == AddrBits'(InsnBytes));
    // Known at the edge after a launch, which `clear` is.
    if (cleared_q && !clear) begin
      assert_some_beats: assert (!request.valid || request.beats != '0);
      assert_short: assert (!request.valid || request.beats <= burst_beats);
      assert_whole_words: assert (!request.valid || request.addr[LogBus-1:0] == '0);
      assert_inside_a_block:
      assert (!request.valid || (first & ~(block - bytes_t'(1))) == (last & ~(block - bytes_t'(1))));
      assert_inside_4_kib: assert (!request.valid || last[LogBoundary] == 1'b0);
      lemma_block:
      assert (bytes_t'(dut.block_q) ==
              (dut.two_bursts ? '0 : (block >> LogInsnBytes) - bytes_t'(1)));
      lemma_burst: assert (bytes_t'(dut.burst_q) == block - bytes_t'(1));
      lemma_addr:
      assert (dut.addr_q[LogBus-1:0] == '0 &&
              (dut.two_bursts || dut.addr_q[LogInsnBytes-1:0] == '0));
      lemma_half: assert (dut.two_bursts || !dut.second_half_q);
      cover_two: cover (dut.two_bursts && request.valid && dut.second_half_q);
    end
  end

endmodule
