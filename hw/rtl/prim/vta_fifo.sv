// First-in first-out queue in a RAM. `head` is a register: what is pushed into an empty queue is
// there after that very edge; after a pop the next entry is. Depth need not be a power of two; the
// queue holds exactly Depth entries. Pushing into a full queue and popping from an empty one are
// errors of the user, a push beside a pop into a full one too.
//
//   push --> RAM --> second --> head
//
// The RAM's output shows the second entry: at every pop the third is read. An entry that becomes
// the second at the edge at which it is pushed goes around the RAM through `bypass_q`.
module vta_fifo #(
    parameter int unsigned Depth = 2,
    parameter type entry_t = logic [15:0]
) (
    input logic clk,
    input logic clear,
    input logic push,
    input entry_t push_data,
    input logic pop,
    output logic valid,  // there is a head
    output entry_t head,
    output logic room  // there is a free place
);

  localparam int unsigned PtrBits = $clog2(Depth);
  localparam int unsigned CountBits = $clog2(Depth + 1);
  typedef logic [PtrBits-1:0] ptr_t;
  typedef logic [CountBits-1:0] count_t;

  function automatic ptr_t successor(ptr_t ptr);
    return ptr == ptr_t'(Depth - 1) ? '0 : ptr + ptr_t'(1);
  endfunction

  // One structure, since all of it changes together: a simulator then has one thing to look at in
  // the cycles without a push or pop.
  typedef struct packed {
    ptr_t write;  // place of the next entry
    ptr_t read;  // of the third
    count_t count;
    logic bypass_valid;
  } state_t;

  state_t state_q;
  entry_t bypass_q, ram_second;
  logic becomes_head, becomes_second;

  assign valid = state_q.count != '0;
  assign room = state_q.count != count_t'(Depth);

  always_comb begin
    becomes_head = 1'b0;
    becomes_second = 1'b0;
    if (push) begin
      becomes_head = state_q.count == count_t'(pop);
      becomes_second = state_q.count == count_t'(pop) + count_t'(1);
    end
  end

  vta_ram_1w1r #(
      .Depth(Depth),
      .Width($bits(entry_t))
  ) u_ram (
      .clk,
      .write_enable(push),
      .write_addr(state_q.write),
      .write_data(push_data),
      .read_enable(pop),
      .read_addr(state_q.read),
      .read_data(ram_second)
  );

  always_ff @(posedge clk) begin
    if (clear) begin
      state_q <= '{write: '0, read: ptr_t'(2 % Depth), count: '0, bypass_valid: 1'b0};
    end else if (push || pop) begin
      state_q <= '{
          write: push ? successor(state_q.write) : state_q.write,
          read: pop ? successor(state_q.read) : state_q.read,
          count: state_q.count + count_t'(push) - count_t'(pop),
          bypass_valid: becomes_second || (state_q.bypass_valid && !pop)
      };
    end
    if (becomes_second) bypass_q <= push_data;
    if (becomes_head) head <= push_data;
    else if (pop) head <= state_q.bypass_valid ? bypass_q : ram_second;
  end

`ifndef SYNTHESIS
  assert_no_overflow: assert property (@(posedge clk) disable iff (clear) !push || room);
  assert_no_underflow: assert property (@(posedge clk) disable iff (clear) !pop || valid);
`endif

endmodule
