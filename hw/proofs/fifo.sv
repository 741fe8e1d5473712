// vta_fifo is a shift register of Depth places.
module proof_fifo #(
    parameter int unsigned Depth = 4,
    parameter int unsigned Width = 4
) (
    input logic clk,
    input logic clear,
    input logic push,
    input logic [Width-1:0] push_data,
    input logic pop
);

  typedef logic [Width-1:0] entry_t;
  localparam int unsigned CountBits = $clog2(Depth + 1);

  logic valid, room;
  entry_t head;
  vta_fifo #(
      .Depth(Depth),
      .entry_t(entry_t)
  ) dut (
      .clk, .clear, .push, .push_data, .pop, .valid, .head, .room
  );

  entry_t [Depth-1:0] model_q;
  logic [CountBits-1:0] count_q;
  always_ff @(posedge clk) begin
    if (clear) begin
      count_q <= '0;
    end else begin
      count_q <= count_q + CountBits'(push) - CountBits'(pop);
      for (int i = 0; i < int'(Depth); ++i) begin
        if (push && CountBits'(i) == count_q - CountBits'(pop)) model_q[i] <= push_data;
        else if (pop && i + 1 < int'(Depth)) model_q[i] <= model_q[i+1];
      end
    end
  end

  logic cleared_q = 1'b0;
  always_ff @(posedge clk) cleared_q <= 1'b1;

  always_comb begin
    assume_cleared_first: assume (cleared_q || clear);
    cover_cleared_first: cover (cleared_q && !clear);
    assume_push_into_room: assume (!push || room);
    cover_push_into_room: cover (push && count_q == CountBits'(Depth - 1));
    assume_pop_what_is_there: assume (!pop || valid);
    cover_pop_what_is_there: cover (pop && push && count_q == CountBits'(1));
    if (cleared_q) begin
      assert_valid: assert (valid == (count_q != '0));
      assert_room: assert (room == (count_q != CountBits'(Depth)));
      assert_head: assert (!valid || head == model_q[0]);
      cover_full: cover (!room);
    end
  end

endmodule
