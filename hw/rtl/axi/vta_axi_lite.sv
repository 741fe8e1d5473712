// AXI4-Lite slave in front of the registers: one read and one write at a time, whole words only. A
// write that changes nothing, such as one with some of its strobes missing, is answered with
// SLVERR. All outputs to the bus are registers, and READY waits for no VALID.
//
//   write: AW, W taken, in any order --> reg_we --> B until it is taken --> AW, W
//   read:  AR taken --> reg_rdata --> R until it is taken --> AR
module vta_axi_lite
  import vta_axi_pkg::*;
(
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

    output logic reg_we,  // address and data are registers
    input logic reg_refused,  // in the same cycle
    output logic [11:0] reg_addr,
    output logic [31:0] reg_wdata,
    output logic [11:0] reg_raddr,  // a register
    input logic [31:0] reg_rdata  // in the same cycle
);

  // READY is 1 as long as the address, or the data, has not come: with both at 0 and no answer
  // there, the write is due.
  logic all_bytes_q, write_due, whole_word, write_answered;
  assign write_due = !s_axi_awready && !s_axi_wready && !s_axi_bvalid;
  assign whole_word = all_bytes_q && reg_addr[1:0] == 2'b00;
  assign reg_we = write_due && whole_word;
  assign write_answered = s_axi_bvalid && s_axi_bready;

  logic read_due, read_answered;
  logic [9:0] read_word_q;
  assign read_due = !s_axi_arready && !s_axi_rvalid;
  assign read_answered = s_axi_rvalid && s_axi_rready;
  assign reg_raddr = {read_word_q, 2'b00};
  assign s_axi_rresp = RespOkay;

  always_ff @(posedge clk) begin
    if (s_axi_awready) reg_addr <= s_axi_awaddr;
    if (s_axi_wready) begin
      reg_wdata <= s_axi_wdata;
      all_bytes_q <= &s_axi_wstrb;
    end
    if (write_due) s_axi_bresp <= whole_word && !reg_refused ? RespOkay : RespSlvErr;
    if (s_axi_arready) read_word_q <= s_axi_araddr[11:2];
    if (read_due) s_axi_rdata <= reg_rdata;
    if (rst) begin
      s_axi_awready <= 1'b1;
      s_axi_wready <= 1'b1;
      s_axi_bvalid <= 1'b0;
      s_axi_arready <= 1'b1;
      s_axi_rvalid <= 1'b0;
    end else begin
      s_axi_awready <= write_answered || (s_axi_awready && !s_axi_awvalid);
      s_axi_wready <= write_answered || (s_axi_wready && !s_axi_wvalid);
      s_axi_bvalid <= write_due || (s_axi_bvalid && !s_axi_bready);
      s_axi_arready <= read_answered || (s_axi_arready && !s_axi_arvalid);
      s_axi_rvalid <= read_due || (s_axi_rvalid && !s_axi_rready);
    end
  end

  logic unused;
  assign unused = ^s_axi_araddr[1:0];

endmodule
