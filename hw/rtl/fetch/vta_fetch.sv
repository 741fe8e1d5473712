// Fetch (fetch/README.md): reads the stream in groups, checks every instruction, dispatches in
// order.
//
//   groups --> beats --> buffers: two of 256 bytes
//                          | read             w+1: `read_*`, the RAM's output register
//                          v
//                        decode               w+2: `insn_q` and the facts in the static check
//                          v
//                        check and dispatch   w+3
//
// Each stage moves on as soon as the next is free. `next_q` is the index of the instruction that is
// dispatched next: the one in the check stage, where there is one.
module vta_fetch
  import vta_isa_pkg::*;
  import vta_pkg::*;
(
    input logic clk,
    input logic clear,
    input logic halt,

    input logic [AddrBits-1:0] insn_addr,
    input logic [IndexBits-1:0] insn_count,
    input base_addresses_t base,
    input logic [AddrBits-1:0] mem_lo,
    input logic [AddrBits-1:0] mem_hi,
    input logic [BeatBits-1:0] burst_beats,

    output burst_request_t request,
    input logic grant,
    input read_beat_t beat,
    input logic beat_for,

    input unit_set_t queue_room,
    output unit_set_t dispatch,  // to which queue; 1 in the cycle that ends at d
    output command_t dispatch_command,

    output logic quiet,  // no request, dispatch or decoding in this cycle
    output logic outstanding,  // instructions are not dispatched yet
    output logic [IndexBits-1:0] next_index,
    output logic fault_valid,
    output isa_error_e fault_error,
    output logic [IndexBits-1:0] fault_index,
    output probe_t probe
);

  localparam int unsigned WordBits = LogGroup - LogBus;  // of a place of a bus word in a buffer
  // A RAM word holds whole instructions; a bus word that is smaller writes a part of it.
  localparam int unsigned RamBits = BusBits > InsnBits ? BusBits : InsnBits;
  localparam int unsigned RamChunks = RamBits / BusBits;
  localparam int unsigned RamInsns = RamBits / InsnBits;
  localparam int unsigned LogRamInsns = $clog2(RamInsns);
  localparam int unsigned LogChunks = $clog2(RamChunks);
  localparam int unsigned RamAddrBits = 1 + PlaceBits - LogRamInsns;  // of both buffers
  localparam int unsigned DueBits = $clog2(2 * GroupBeats + 1);  // beats of two groups

  logic stop;
  assign stop = fault_valid || halt;

  // ---- requests
  logic forms, group_done;
  place_t [1:0] last_insn;

  vta_fetch_groups u_groups (
      .clk, .clear, .stop, .insn_addr, .insn_count, .burst_beats, .request, .grant, .forms,
      .group_done, .last_insn
  );

  // ---- beats into the buffers
  logic write_buffer_q;
  logic [WordBits-1:0] write_word_q;  // place of the next beat
  logic [WordBits-1:0] write_end;  // place of the last beat of its group
  logic write_last, beat_in;
  logic [RamChunks-1:0] write_enable;

  assign beat_in = beat.valid && beat_for;
  always_comb begin
    write_end = '0;
    write_last = 1'b0;
    if (beat_in) begin
      write_end = WordBits'({last_insn[write_buffer_q], LogInsnBytes'(InsnBytes - 1)} >> LogBus);
      write_last = write_word_q == write_end;
    end
  end

  if (RamChunks > 1) begin : gen_parts
    always_comb begin
      write_enable = '0;
      write_enable[write_word_q[LogChunks-1:0]] = beat_in;
    end
  end else begin : gen_whole
    assign write_enable = beat_in;
  end

  // ---- read stage
  logic [1:0] full_q;  // by buffer: its group has arrived and is not read to its end
  logic read_buffer_q, read_last, read_now;
  place_t read_place_q;
  logic [RamBits-1:0] ram_word;

  assign read_last = read_place_q == last_insn[read_buffer_q];

  vta_ram_1w1r #(
      .Depth(1 << RamAddrBits),
      .Width(RamBits),
      .Chunks(RamChunks)
  ) u_buffer (
      .clk, .write_enable,
      .write_addr({write_buffer_q, write_word_q[WordBits-1:LogChunks]}),
      .write_data({RamChunks{beat.data}}),
      .read_enable(read_now),
      .read_addr({read_buffer_q, read_place_q[PlaceBits-1:LogRamInsns]}),
      .read_data(ram_word)
  );

  // ---- decode and check stages
  logic decode_valid_q, decode_last_q;  // an instruction is in `ram_word`; the last of its group
  logic check_valid_q, check_last_q;
  logic decode_now, check_free, check_active, is_last, legal, is_finish, dispatches, faults;
  logic [InsnBits-1:0] decode_insn, insn_q;
  unit_set_t unit;
  logic [IndexBits-1:0] next_q, last_index_q;
  isa_error_e error;

  if (RamInsns > 1) begin : gen_lane
    logic [LogRamInsns-1:0] lane_q;
    always_ff @(posedge clk) if (read_now) lane_q <= read_place_q[LogRamInsns-1:0];
    assign decode_insn = ram_word[lane_q*InsnBits+:InsnBits];
  end else begin : gen_no_lane
    assign decode_insn = ram_word;
  end

  vta_static_check u_check (
      .clk, .clear,
      .decode(decode_valid_q),
      .capture(decode_now),
      .insn(decode_insn),
      .base, .mem_lo, .mem_hi,
      .check(check_active),
      .is_last, .error, .legal, .is_finish, .unit
  );

  assign check_active = check_valid_q && !stop;
  assign is_last = next_q == last_index_q;
  assign faults = check_active && !legal;
  assign dispatches = legal && (unit & queue_room) != '0;
  assign dispatch = dispatches ? unit : '0;
  assign dispatch_command = '{index: next_q, insn: insn_q};
  assign group_done = dispatches && check_last_q;

  assign check_free = !check_valid_q || dispatches;
  assign decode_now = decode_valid_q && check_free;
  assign read_now = full_q[read_buffer_q] && (!decode_valid_q || check_free);

  always_ff @(posedge clk) begin
    if (clear) begin
      write_buffer_q <= 1'b0;
      write_word_q <= insn_addr[LogGroup-1:LogBus];
      read_buffer_q <= 1'b0;
      read_place_q <= insn_addr[LogGroup-1:LogInsnBytes];
      full_q <= '0;
    end else begin
      if (beat_in) write_word_q <= write_word_q + WordBits'(1);
      if (write_last) begin
        write_buffer_q <= !write_buffer_q;
        full_q[write_buffer_q] <= 1'b1;
      end
      if (read_now) begin
        read_place_q <= read_place_q + place_t'(1);
        if (read_last) begin
          read_buffer_q <= !read_buffer_q;
          full_q[read_buffer_q] <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    if (clear) begin
      decode_valid_q <= 1'b0;
      check_valid_q <= 1'b0;
      next_q <= '0;
      last_index_q <= insn_count - IndexBits'(1);
    end else begin
      if (read_now || decode_now) decode_valid_q <= read_now;
      if (decode_now || dispatches) check_valid_q <= decode_now;
      if (dispatches) next_q <= next_q + IndexBits'(1);
    end
    if (read_now) decode_last_q <= read_last;
    if (decode_now) begin
      check_last_q <= decode_last_q;
      insn_q <= decode_insn;
    end
  end

  // ---- faults; an empty stream lacks its FINISH from the beginning
  always_ff @(posedge clk) begin
    if (clear) begin
      fault_valid <= insn_count == '0;
      fault_error <= ErrNoFinish;
      fault_index <= '0;
    end else if (faults) begin
      fault_valid <= 1'b1;
      fault_error <= error;
      fault_index <= next_q;
    end else if (dispatches && is_last && !is_finish) begin
      fault_valid <= 1'b1;
      fault_error <= ErrNoFinish;
      fault_index <= insn_count;
    end
  end

  logic works;  // dispatches, registers its fault, or brings an instruction to an empty check stage
  assign works = !stop && (check_valid_q ? dispatches || faults
                                         : decode_valid_q || full_q != '0);
  assign quiet = !request.valid && !forms && !works;
  assign outstanding = next_q != insn_count;
  assign next_index = next_q;

  // ---- probe
  logic [DueBits-1:0] beats_due_q;  // granted, but not written
  logic retire_q;
  logic [IndexBits-1:0] retired_q;
  unit_state_e state;

  always_ff @(posedge clk) begin
    retire_q <= dispatches && !clear;
    if (clear) begin
      beats_due_q <= '0;
      retired_q <= '0;
    end else begin
      if (grant || beat_in)
        beats_due_q <= beats_due_q + (grant ? DueBits'(request.beats) : '0) - DueBits'(beat_in);
      if (dispatches) retired_q <= next_q;
    end
  end

  always_comb begin
    state = StateNone;
    if (dispatches || faults) state = StateBusy;
    else if (check_active) state = StateSlot;
    else if (works) state = StateBusy;
    else if (beat_in) state = StateMemData;
    else if (grant || beats_due_q != '0) state = StateMemLatency;
    else if (request.valid && !halt) state = StateMemQueued;
    else if (forms) state = StateBusy;
  end

  assign probe = '{
          retire_index: retired_q,
          unused: '0,
          retire: retire_q,
          state: state,
          index_valid: insn_count != '0,
          index: outstanding ? next_q : retired_q
      };

`ifndef SYNTHESIS
  assert_beat_into_a_free_buffer:
  assert property (@(posedge clk) disable iff (clear) !beat_in || !full_q[write_buffer_q]);
  assert_check_holds:
  assert property (@(posedge clk) disable iff (clear)
                   !$past(check_active && !dispatches && !clear) || check_valid_q);
  assert_dispatch_one_queue:
  assert property (@(posedge clk) (dispatch & (dispatch - unit_set_t'(1))) == '0);
`endif

endmodule
