// Cuts the instruction stream into groups (fetch/README.md) and asks the memory port for them.
//
// A group is what lies in one aligned block of as many bytes as a burst has, of 256 at most. Two
// groups at most are under way: asked for, but not yet dispatched to their last instruction. Where
// a burst holds fewer than 16 bytes, a group takes two.
module vta_fetch_groups
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic stop,  // after a fault or an error: no further requests

    input logic [AddrBits-1:0] insn_addr,  // a multiple of 16
    input logic [IndexBits-1:0] insn_count,
    input logic [BeatBits-1:0] burst_beats,

    output burst_request_t request,
    input logic grant,
    output logic forms,  // a request is registered at this cycle's edge
    input logic group_done,  // the last instruction of a group is dispatched

    output place_t [1:0] last_insn  // by buffer: place of the group's last instruction
);

  // Instructions of a block that takes one burst, of one beat; for an 8-byte bus, half.
  localparam int unsigned BeatInsns = BusBytes / InsnBytes;

  typedef logic [PlaceBits:0] insns_t;  // of a block: 1..16
  typedef logic [LogGroup-1:0] byte_t;  // of a buffer

  logic [AddrBits-1:0] addr_q;  // where the next group begins
  logic [IndexBits-1:0] left_q;  // instructions from there to the end
  logic [1:0] under_way_q;  // groups
  logic buffer_q;  // of the next group
  logic second_half_q;  // of a group's two bursts one is registered
  place_t block_q;  // bits of a place in its block
  byte_t burst_q;  // bits of a byte address in its burst

  logic new_group, two_bursts, ends;
  insns_t block_insns;
  place_t place, behind, last;
  logic [BeatBits-1:0] block_beats, beats;

  assign block_beats = burst_beats < BeatBits'(GroupBeats) ? burst_beats : BeatBits'(GroupBeats);

  if (BusBytes < InsnBytes) begin : gen_half
    assign two_bursts = burst_beats == BeatBits'(1);
    assign block_insns = two_bursts ? insns_t'(1) : insns_t'(block_beats >> 1);
  end else begin : gen_whole
    assign two_bursts = 1'b0;
    assign block_insns = insns_t'(32'(block_beats) * BeatInsns);
  end

  assign new_group = !second_half_q && left_q != '0 && under_way_q != 2'd2;
  assign forms = !stop && (!request.valid || grant) && (second_half_q || new_group);

  // A block never crosses a multiple of a buffer's size.
  assign place = addr_q[LogGroup-1:LogInsnBytes];

  function automatic logic [BeatBits-1:0] beats_of(place_t from, place_t to);
    byte_t first_word, last_word;
    first_word = {from, LogInsnBytes'(0)} >> LogBus;
    last_word = {to, LogInsnBytes'(InsnBytes - 1)} >> LogBus;
    return BeatBits'(last_word - first_word + byte_t'(1));
  endfunction

  // A group goes to the end of its block, or the stream ends before.
  always_comb begin
    behind = '0;
    ends = 1'b0;
    last = '0;
    beats = '0;
    if (forms) begin
      behind = ~place & block_q;
      ends = left_q <= IndexBits'(behind);
      last = ends ? place + place_t'(left_q) - place_t'(1) : place | block_q;
      beats = two_bursts ? BeatBits'(1) : beats_of(place, last);
    end
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      request.valid <= 1'b0;
      addr_q <= insn_addr;
      left_q <= insn_count;
      under_way_q <= '0;
      buffer_q <= 1'b0;
      second_half_q <= 1'b0;
      block_q <= place_t'(block_insns - insns_t'(1));
      burst_q <= two_bursts ? byte_t'(BusBytes - 1) :
                              {place_t'(block_insns - insns_t'(1)), LogInsnBytes'(InsnBytes - 1)};
    end else begin
      if (forms || group_done)
        under_way_q <= under_way_q + 2'(forms && !second_half_q) - 2'(group_done);
      if (forms) begin
        request.valid <= 1'b1;
        request.beats <= beats;
        request.addr <= {addr_q[AddrBits-1:LogBus], LogBus'(0)};
        second_half_q <= two_bursts && !second_half_q;
        addr_q <= (addr_q | AddrBits'(burst_q)) + AddrBits'(1);  // behind the last it is not used
        if (!two_bursts || second_half_q)
          left_q <= ends ? '0 : left_q - IndexBits'(behind) - IndexBits'(1);
        if (!second_half_q) begin
          buffer_q <= !buffer_q;
          last_insn[buffer_q] <= last;
        end
      end else if (grant) begin
        request.valid <= 1'b0;
      end
    end
  end

`ifndef SYNTHESIS
  assert_two_groups: assert property (@(posedge clk) disable iff (clear) under_way_q != 2'd3);
  assert_request_held:
  assert property (@(posedge clk) disable iff (clear)
                   !$past(request.valid && !grant && !clear) || request.valid);
`endif

endmodule
