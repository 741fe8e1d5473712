// The memory ports of several shells as one AXI master (board/README.md). A core's number is the ID
// of its bursts; by it answers find their way back.
//
//   cores' AR --pick--> AR        cores <--RID-- R
//   cores' AW --pick--> AW        cores <--BID-- B
//               '--> whose beats are due --> cores' W --slice--> W
module vta_board_join #(
    parameter int unsigned Cores = 2,  // 1 to 8
    parameter int unsigned AddrBits = 64,
    parameter int unsigned LenBits = 8,
    parameter int unsigned BusBytes = 8,
    parameter bit WriteIds = 1'b0,  // AXI3's WID
    localparam int unsigned IdBits = Cores < 2 ? 1 : $clog2(Cores)
) (
    input logic clk,
    input logic rst,

    // Of the shells: what they show are registers, and they take every answer.
    input logic [Cores-1:0] core_arvalid,
    output logic [Cores-1:0] core_arready,
    input logic [Cores-1:0][AddrBits-1:0] core_araddr,
    input logic [Cores-1:0][LenBits-1:0] core_arlen,
    input logic [Cores-1:0] core_awvalid,
    output logic [Cores-1:0] core_awready,
    input logic [Cores-1:0][AddrBits-1:0] core_awaddr,
    input logic [Cores-1:0][LenBits-1:0] core_awlen,
    input logic [Cores-1:0] core_wvalid,
    output logic [Cores-1:0] core_wready,
    input logic [Cores-1:0][8*BusBytes-1:0] core_wdata,
    input logic [Cores-1:0][BusBytes-1:0] core_wstrb,
    input logic [Cores-1:0] core_wlast,
    output logic [Cores-1:0] core_rvalid,
    output logic [Cores-1:0] core_bvalid,

    output logic m_axi_arvalid,
    input logic m_axi_arready,
    output logic [IdBits-1:0] m_axi_arid,
    output logic [AddrBits-1:0] m_axi_araddr,
    output logic [LenBits-1:0] m_axi_arlen,
    output logic m_axi_awvalid,
    input logic m_axi_awready,
    output logic [IdBits-1:0] m_axi_awid,
    output logic [AddrBits-1:0] m_axi_awaddr,
    output logic [LenBits-1:0] m_axi_awlen,
    output logic m_axi_wvalid,
    input logic m_axi_wready,
    output logic [IdBits-1:0] m_axi_wid,
    output logic [8*BusBytes-1:0] m_axi_wdata,
    output logic [BusBytes-1:0] m_axi_wstrb,
    output logic m_axi_wlast,
    input logic m_axi_rvalid,
    input logic [IdBits-1:0] m_axi_rid,
    input logic m_axi_bvalid,
    input logic [IdBits-1:0] m_axi_bid
);

  localparam int unsigned Owed = 4 * Cores;  // write bursts whose beats are not all sent

  typedef struct packed {
    logic [AddrBits-1:0] addr;
    logic [LenBits-1:0] len;
  } address_t;

  typedef struct packed {
    logic [IdBits-1:0] core;
    logic [8*BusBytes-1:0] data;
    logic [BusBytes-1:0] strb;
    logic last;
  } beat_t;

  address_t [Cores-1:0] reads, writes;
  address_t read, write;
  for (genvar c = 0; c < Cores; ++c) begin : gen_core
    assign reads[c] = '{addr: core_araddr[c], len: core_arlen[c]};
    assign writes[c] = '{addr: core_awaddr[c], len: core_awlen[c]};
    assign core_rvalid[c] = m_axi_rvalid && m_axi_rid == IdBits'(c);
    assign core_bvalid[c] = m_axi_bvalid && m_axi_bid == IdBits'(c);
  end

  // ---- addresses
  logic write_taken, room;
  logic [IdBits-1:0] writer;

  /* verilator lint_off PINCONNECTEMPTY */  // reads need no order: their answers have IDs
  vta_board_pick #(
      .Cores(Cores),
      .entry_t(address_t)
  ) u_reads (
      .clk, .rst,
      .open(1'b1),
      .core_valid(core_arvalid),
      .core_ready(core_arready),
      .core_entry(reads),
      .take(),
      .winner(),
      .axi_valid(m_axi_arvalid),
      .axi_ready(m_axi_arready),
      .axi_core(m_axi_arid),
      .axi_entry(read)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  vta_board_pick #(
      .Cores(Cores),
      .entry_t(address_t)
  ) u_writes (
      .clk, .rst,
      .open(room),
      .core_valid(core_awvalid),
      .core_ready(core_awready),
      .core_entry(writes),
      .take(write_taken),
      .winner(writer),
      .axi_valid(m_axi_awvalid),
      .axi_ready(m_axi_awready),
      .axi_core(m_axi_awid),
      .axi_entry(write)
  );

  assign m_axi_araddr = read.addr;
  assign m_axi_arlen = read.len;
  assign m_axi_awaddr = write.addr;
  assign m_axi_awlen = write.len;

  // ---- write beats, burst by burst in the order of the addresses
  logic owed, beat_valid, beat_ready;
  logic [IdBits-1:0] owner;
  beat_t beat, shown;

  vta_fifo #(
      .Depth(Owed),
      .entry_t(logic [IdBits-1:0])
  ) u_order (
      .clk,
      .clear(rst),
      .push(write_taken),
      .push_data(writer),
      .pop(beat_valid && beat_ready && beat.last),
      .valid(owed),
      .head(owner),
      .room
  );

  always_comb begin
    core_wready = '0;
    beat_valid = 1'b0;
    beat = '0;
    for (int c = 0; c < int'(Cores); ++c)
      if (owed && owner == IdBits'(c)) begin
        core_wready[c] = beat_ready;
        beat_valid = core_wvalid[c];
        beat = '{core: owner, data: core_wdata[c], strb: core_wstrb[c], last: core_wlast[c]};
      end
  end

  vta_axi_slice #(
      .entry_t(beat_t)
  ) u_slice (
      .clk, .rst,
      .in_valid(beat_valid),
      .in_ready(beat_ready),
      .in_entry(beat),
      .out_valid(m_axi_wvalid),
      .out_ready(m_axi_wready),
      .out_entry(shown)
  );
  assign m_axi_wid = WriteIds ? shown.core : '0;
  assign m_axi_wdata = shown.data;
  assign m_axi_wstrb = shown.strb;
  assign m_axi_wlast = shown.last;

`ifndef SYNTHESIS
  assert_read_is_of_a_core:
  assert property (@(posedge clk) disable iff (rst) !m_axi_rvalid || core_rvalid != '0);
  assert_write_is_of_a_core:
  assert property (@(posedge clk) disable iff (rst) !m_axi_bvalid || core_bvalid != '0);
`endif

endmodule
