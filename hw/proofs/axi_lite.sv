// vta_axi_lite keeps the rules of AXI4-Lite and hands every whole word to the registers once: READY
// depends on what has come, not on what comes; answers stay until they are taken.
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

  // What has come and is not answered; whether the answer is due. 0 OKAY, 2 SLVERR.
  logic address_q, data_q, written_q, read_q, done_q;
  logic [11:0] awaddr_q, araddr_q;
  logic [31:0] wdata_q, read_answer_q;
  logic [3:0] wstrb_q;
  logic [1:0] write_answer_q;
  logic write_now, read_now, whole_word;
  assign write_now = address_q && data_q && !written_q;
  assign read_now = read_q && !done_q;
  assign whole_word = wstrb_q == 4'b1111 && awaddr_q[1:0] == 2'b00;
  always_ff @(posedge clk) begin
    if (awvalid && awready) awaddr_q <= awaddr;
    if (wvalid && wready) begin
      wdata_q <= wdata;
      wstrb_q <= wstrb;
    end
    if (arvalid && arready) araddr_q <= araddr;
    if (write_now) write_answer_q <= whole_word && !reg_refused ? 2'd0 : 2'd2;
    if (read_now) read_answer_q <= reg_rdata;
    if (rst) begin
      address_q <= 1'b0;
      data_q <= 1'b0;
      written_q <= 1'b0;
      read_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      if (bvalid && bready) begin
        address_q <= 1'b0;
        data_q <= 1'b0;
        written_q <= 1'b0;
      end
      if (awvalid && awready) address_q <= 1'b1;
      if (wvalid && wready) data_q <= 1'b1;
      if (write_now) written_q <= 1'b1;
      if (rvalid && rready) begin
        read_q <= 1'b0;
        done_q <= 1'b0;
      end
      if (arvalid && arready) read_q <= 1'b1;
      if (read_now) done_q <= 1'b1;
    end
  end

  // What was shown and not taken.
  logic held_write_q, held_read_q, reset_q = 1'b0;
  logic [1:0] bresp_q;
  logic [31:0] rdata_q;
  always_ff @(posedge clk) begin
    reset_q <= 1'b1;
    held_write_q <= bvalid && !bready && !rst;
    held_read_q <= rvalid && !rready && !rst;
    bresp_q <= bresp;
    rdata_q <= rdata;
  end

  always_comb begin
    assume_reset_first: assume (reset_q || rst);
    cover_reset_first: cover (reset_q && !rst && bvalid && rvalid);
    if (reset_q) begin
      assert_ready_for_one_address: assert (awready == !address_q);
      assert_ready_for_one_word: assert (wready == !data_q);
      assert_written_once: assert (reg_we == (write_now && whole_word));
      assert_written_value: assert (!reg_we || (reg_addr == awaddr_q && reg_wdata == wdata_q));
      assert_write_answered: assert (bvalid == written_q);
      assert_write_answer: assert (!bvalid || bresp == write_answer_q);
      assert_write_answer_stays: assert (!held_write_q || (bvalid && bresp == bresp_q));
      assert_ready_for_one_read: assert (arready == !read_q);
      assert_register_read: assert (!read_now || reg_raddr == (araddr_q & ~12'd3));
      assert_read_answered: assert (rvalid == done_q);
      assert_read_answer: assert (!rvalid || (rdata == read_answer_q && rresp == 2'd0));
      assert_read_answer_stays: assert (!held_read_q || (rvalid && rdata == rdata_q));
      cover_refused: cover (bvalid && bresp == 2'd2);
      cover_data_first: cover (data_q && !address_q);
    end
  end

endmodule
