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

  ptr_t write_q, read_q;  // places of the next entry, of the third
  count_t count_q;
  logic bypass_valid_q;
  entry_t bypass_q, ram_second;
  logic becomes_head, becomes_second;

  assign valid = count_q != '0;
  assign room = count_q != count_t'(Depth);
  assign becomes_head = push && count_q == count_t'(pop);
  assign becomes_second = push && count_q == count_t'(pop) + count_t'(1);

  vta_ram_1w1r #(
      .Depth(Depth),
      .Width($bits(entry_t))
  ) u_ram (
      .clk,
      .write_enable(push),
      .write_addr(write_q),
      .write_data(push_data),
      .read_enable(pop),
      .read_addr(read_q),
      .read_data(ram_second)
  );

  always_ff @(posedge clk) begin
    if (clear) begin
      write_q <= '0;
      read_q <= ptr_t'(2 % Depth);
      count_q <= '0;
      bypass_valid_q <= 1'b0;
    end else begin
      if (push) write_q <= successor(write_q);
      if (pop) read_q <= successor(read_q);
      if (push != pop) count_q <= pop ? count_q - count_t'(1) : count_q + count_t'(1);
      if (push || pop) bypass_valid_q <= becomes_second || (bypass_valid_q && !pop);
    end
    if (becomes_second) bypass_q <= push_data;
    if (becomes_head) head <= push_data;
    else if (pop) head <= bypass_valid_q ? bypass_q : ram_second;
  end

`ifndef SYNTHESIS
  assert_no_overflow: assert property (@(posedge clk) disable iff (clear) !push || room);
  assert_no_underflow: assert property (@(posedge clk) disable iff (clear) !pop || valid);
`endif

endmodule
