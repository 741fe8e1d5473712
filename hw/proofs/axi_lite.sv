// vta_axi_lite keeps the rules of AXI4-Lite and hands every whole word to the registers once.
module proof_axi_lite (
    input logic clk,
    input logic rst,
    input logic awvalid,
    input logic [11:0] awaddr,
    input logic wvalid,
    input logic [31:0] wdata,
    input logic [3:0] wstrb,
    input logic bready,
    input logic arvalid,
    input logic [11:0] araddr,
    input logic rready,
    input logic reg_refused,
    input logic [31:0] reg_rdata
);

  logic awready, wready, bvalid, arready, rvalid, reg_we;
  logic [1:0] bresp, rresp;
  logic [31:0] rdata, reg_wdata;
  logic [11:0] reg_addr, reg_raddr;
  vta_axi_lite dut (
      .clk, .rst,
      .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr),
      .s_axi_wvalid(wvalid), .s_axi_wready(wready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb),
      .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
      .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr),
      .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
      .reg_we, .reg_refused, .reg_addr, .reg_wdata, .reg_raddr, .reg_rdata
  );

  // What an answer must be: 0 OKAY, 2 SLVERR.
  logic write_open_q, read_open_q;  // taken and not answered
  logic [1:0] write_answer_q;
  logic [31:0] read_answer_q;
  logic wrote, read, whole_word;
  assign wrote = awvalid && awready;
  assign read = arvalid && arready;
  assign whole_word = wstrb == 4'b1111 && awaddr[1:0] == 2'b00;
  always_ff @(posedge clk) begin
    if (rst) begin
      write_open_q <= 1'b0;
      read_open_q <= 1'b0;
    end else begin
      if (wrote) write_open_q <= 1'b1;
      else if (bvalid && bready) write_open_q <= 1'b0;
      if (read) read_open_q <= 1'b1;
      else if (rvalid && rready) read_open_q <= 1'b0;
    end
    if (wrote) write_answer_q <= whole_word && !reg_refused ? 2'd0 : 2'd2;
    if (read) read_answer_q <= reg_rdata;
  end

  logic reset_q = 1'b0;
  always_ff @(posedge clk) reset_q <= 1'b1;

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && bvalid && rvalid);
    if (reset_q) begin
      assert_write_in_one: assert (wrote == (wvalid && wready));
      assert_write_not_delayed: assert (write_open_q || !(awvalid && wvalid) || wrote);
      assert_one_write_at_a_time: assert (!wrote || !write_open_q);
      assert_write_answered: assert (bvalid == write_open_q);
      assert_write_answer: assert (!bvalid || bresp == write_answer_q);
      assert_register_written: assert (reg_we == (wrote && whole_word));
      assert_register_value: assert (!reg_we || (reg_addr == awaddr && reg_wdata == wdata));
      assert_read_not_delayed: assert (read_open_q || !arvalid || read);
      assert_one_read_at_a_time: assert (!read || !read_open_q);
      assert_read_answered: assert (rvalid == read_open_q);
      assert_read_answer: assert (!rvalid || (rdata == read_answer_q && rresp == 2'd0));
      assert_register_read: assert (!read || reg_raddr == (araddr & ~12'd3));
      cover_refused: cover (bvalid && bresp == 2'd2);
    end
  end

endmodule
