// Three paths whose delays are summed by hand in tests/synth/mapped_netlist_test.cpp, and the netlist
// that Yosys makes of them (three_paths.json: attributes and parameters that timing does not need are
// left out).
module three_paths (
    input clk,
    input [7:0] d,
    input [8:0] at,
    input write,
    output reg [7:0] other,
    output reg [7:0] word,
    output reg signed [15:0] product
);
  reg [7:0] mem[512];
  reg [7:0] read, a, b;
  reg signed [7:0] x, y;
  always @(posedge clk) begin
    if (write) mem[at] <= d;
    read <= mem[at];
    word <= read ^ d;  // from memory to register
    a <= d;
    b <= a;
    other <= a & b;  // from register to register
    x <= d ^ a;
    y <= a;
    if (write) product <= x * y;  // x, in the multiplier, from a register
  end
endmodule
