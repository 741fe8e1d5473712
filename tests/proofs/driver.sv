// Small proofs for the prover's own test: what holds, and each way not to.
module counts_to_five (
    input logic clk,
    input logic enable
);
  logic [2:0] count_q = '0;
  always_ff @(posedge clk) if (enable && count_q != 3'd5) count_q <= count_q + 3'd1;
  always_comb begin
    assume_enable: assume (enable || count_q < 3'd4);
    cover_enable: cover (!enable);
    assert_most: assert (count_q <= 3'd5);
    cover_five: cover (count_q == 3'd5);
  end
endmodule

module never_four (
    input logic clk
);
  logic [2:0] count_q = '0;
  always_ff @(posedge clk) count_q <= count_q + 3'd1;
  always_comb begin
    assert_most: assert (count_q <= 3'd7);
    assert_never_four: assert (count_q != 3'd4);
  end
endmodule

module contradiction (
    input logic [3:0] value
);
  always_comb begin
    assume_above: assume (value > 4'd8);
    cover_above: cover (value > 4'd8);
    assume_below: assume (value < 4'd7);
    cover_below: cover (value < 4'd7);
    assert_anything: assert (value == 4'd0);
  end
endmodule

module uncovered (
    input logic enable
);
  always_comb begin
    assume_enable: assume (enable);
    assert_enable: assert (enable);
  end
endmodule

module nothing (
    input logic enable
);
  always_comb cover_enable: cover (enable);
endmodule

// True, but not inductive: 5 goes on to 6 and, much later, to 100; 5 is never reached.
module needs_a_lemma (
    input logic clk,
    input logic enable
);
  logic [6:0] count_q = '0;
  always_ff @(posedge clk) begin
    if (count_q == 7'd4) count_q <= '0;
    else if (enable) count_q <= count_q + 7'd1;
  end
  always_comb assert_never_hundred: assert (count_q != 7'd100);
endmodule

// Paths from an input to an output: through a register there is none, beside one there is.
module cut_by_a_register (
    input logic clk,
    input logic [3:0] value,
    output logic [3:0] twice
);
  logic [3:0] value_q;
  always_ff @(posedge clk) value_q <= value;
  assign twice = value_q + value_q;
endmodule

module goes_through (
    input logic clk,
    input logic enable,
    input logic [3:0] value,
    output logic [3:0] shown
);
  logic [3:0] value_q;
  always_ff @(posedge clk) if (enable) value_q <= value;
  assign shown = {value_q[3:1], value_q[0] && value[2]};
endmodule
