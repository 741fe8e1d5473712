// AXI4-Lite slave in front of the register block: one access at a time, whole words only. A write
// that changes nothing, such as one with some of its strobes missing, is answered with SLVERR.
module vta_axi_lite (
    input logic clk,
    input logic rst,

    input logic s_axi_awvalid,
    output logic s_axi_awready,
    input logic [11:0] s_axi_awaddr,
    input logic s_axi_wvalid,
    output logic s_axi_wready,
    input logic [31:0] s_axi_wdata,
    input logic [3:0] s_axi_wstrb,
    output logic s_axi_bvalid,
    input logic s_axi_bready,
    output logic [1:0] s_axi_bresp,
    input logic s_axi_arvalid,
    output logic s_axi_arready,
    input logic [11:0] s_axi_araddr,
    output logic s_axi_rvalid,
    input logic s_axi_rready,
    output logic [31:0] s_axi_rdata,
    output logic [1:0] s_axi_rresp,

    output logic reg_we,
    input logic reg_refused,  // in the same cycle
    output logic [11:0] reg_addr,
    output logic [31:0] reg_wdata,
    output logic [11:0] reg_raddr,
    input logic [31:0] reg_rdata
);

  localparam logic [1:0] Okay = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  // Address and data of a write are taken together, when both are there and the last answer is
  // gone.
  logic take_write, whole_word;
  assign take_write = s_axi_awvalid && s_axi_wvalid && !s_axi_bvalid;
  assign whole_word = &s_axi_wstrb && s_axi_awaddr[1:0] == 2'b00;
  assign s_axi_awready = take_write;
  assign s_axi_wready = take_write;
  assign reg_we = take_write && whole_word;
  assign reg_addr = s_axi_awaddr;
  assign reg_wdata = s_axi_wdata;

  logic take_read;
  assign take_read = s_axi_arvalid && !s_axi_rvalid;
  assign s_axi_arready = take_read;
  assign reg_raddr = {s_axi_araddr[11:2], 2'b00};
  assign s_axi_rresp = Okay;

  always_ff @(posedge clk) begin
    if (take_write) s_axi_bresp <= whole_word && !reg_refused ? Okay : SlvErr;
    if (take_read) s_axi_rdata <= reg_rdata;
    if (rst) begin
      s_axi_bvalid <= 1'b0;
      s_axi_rvalid <= 1'b0;
    end else begin
      s_axi_bvalid <= take_write || (s_axi_bvalid && !s_axi_bready);
      s_axi_rvalid <= take_read || (s_axi_rvalid && !s_axi_rready);
    end
  end

  logic unused;
  assign unused = ^s_axi_araddr[1:0];

endmodule
