#include "hw/rtl/board_top.h"

#include <string_view>

#include "hw/rtl/core_text.h"

namespace vta {
namespace {

constexpr std::string_view kBoardHead =
    R"(// Cores with a shell each and one memory port (board/README.md); printed for these:
<CORES>module vta_board
  import vta_isa_pkg::*;
  import vta_pkg::*;
  import vta_axi_pkg::*;
#(
    localparam int unsigned Cores = <N>,
    localparam int unsigned CoreIdBits = Cores < 2 ? 1 : $clog2(Cores)
) (
    input logic aclk,
    input logic aresetn,
)";

constexpr std::string_view kWindow = R"(
    // Registers of core <K>.
    input logic s<K>_axi_awvalid,
    output logic s<K>_axi_awready,
    input logic [11:0] s<K>_axi_awaddr,
    input logic [2:0] s<K>_axi_awprot,
    input logic s<K>_axi_wvalid,
    output logic s<K>_axi_wready,
    input logic [31:0] s<K>_axi_wdata,
    input logic [3:0] s<K>_axi_wstrb,
    output logic s<K>_axi_bvalid,
    input logic s<K>_axi_bready,
    output logic [1:0] s<K>_axi_bresp,
    input logic s<K>_axi_arvalid,
    output logic s<K>_axi_arready,
    input logic [11:0] s<K>_axi_araddr,
    input logic [2:0] s<K>_axi_arprot,
    output logic s<K>_axi_rvalid,
    input logic s<K>_axi_rready,
    output logic [31:0] s<K>_axi_rdata,
    output logic [1:0] s<K>_axi_rresp,
)";

constexpr std::string_view kBoardShared = R"(
    // Memory of all cores; the ID is a core's number.
    output logic m_axi_awvalid,
    input logic m_axi_awready,
    output logic [CoreIdBits-1:0] m_axi_awid,
    output logic [AxiAddrBits-1:0] m_axi_awaddr,
    output logic [LenBits-1:0] m_axi_awlen,
    output logic [2:0] m_axi_awsize,
    output logic [1:0] m_axi_awburst,
    output logic [LockBits-1:0] m_axi_awlock,
    output logic [3:0] m_axi_awcache,
    output logic [2:0] m_axi_awprot,
    output logic [3:0] m_axi_awqos,
    output logic m_axi_wvalid,
    input logic m_axi_wready,
    output logic [CoreIdBits-1:0] m_axi_wid,  // AXI3's
    output logic [BusBits-1:0] m_axi_wdata,
    output logic [BusBytes-1:0] m_axi_wstrb,
    output logic m_axi_wlast,
    input logic m_axi_bvalid,
    output logic m_axi_bready,
    input logic [CoreIdBits-1:0] m_axi_bid,
    input logic [1:0] m_axi_bresp,
    output logic m_axi_arvalid,
    input logic m_axi_arready,
    output logic [CoreIdBits-1:0] m_axi_arid,
    output logic [AxiAddrBits-1:0] m_axi_araddr,
    output logic [LenBits-1:0] m_axi_arlen,
    output logic [2:0] m_axi_arsize,
    output logic [1:0] m_axi_arburst,
    output logic [LockBits-1:0] m_axi_arlock,
    output logic [3:0] m_axi_arcache,
    output logic [2:0] m_axi_arprot,
    output logic [3:0] m_axi_arqos,
    input logic m_axi_rvalid,
    output logic m_axi_rready,
    input logic [CoreIdBits-1:0] m_axi_rid,
    input logic [BusBits-1:0] m_axi_rdata,
    input logic [1:0] m_axi_rresp,
    input logic m_axi_rlast,

    output logic [Cores-1:0] irq  // a line for each core
);

  logic [Cores-1:0] arvalid, arready, awvalid, awready, wvalid, wready, wlast, rvalid, bvalid;
  logic [Cores-1:0][AxiAddrBits-1:0] araddr, awaddr;
  logic [Cores-1:0][LenBits-1:0] arlen, awlen;
  logic [Cores-1:0][BusBits-1:0] wdata;
  logic [Cores-1:0][BusBytes-1:0] wstrb;

  vta_board_join #(
      .Cores(Cores),
      .AddrBits(AxiAddrBits),
      .LenBits(LenBits),
      .BusBytes(BusBytes),
      .WriteIds(vta_shell_pkg::Axi == 3)
  ) u_join (
      .clk(aclk),
      .rst(!aresetn),
      .core_arvalid(arvalid),
      .core_arready(arready),
      .core_araddr(araddr),
      .core_arlen(arlen),
      .core_awvalid(awvalid),
      .core_awready(awready),
      .core_awaddr(awaddr),
      .core_awlen(awlen),
      .core_wvalid(wvalid),
      .core_wready(wready),
      .core_wdata(wdata),
      .core_wstrb(wstrb),
      .core_wlast(wlast),
      .core_rvalid(rvalid),
      .core_bvalid(bvalid),
      .m_axi_arvalid, .m_axi_arready, .m_axi_arid, .m_axi_araddr, .m_axi_arlen, .m_axi_awvalid,
      .m_axi_awready, .m_axi_awid, .m_axi_awaddr, .m_axi_awlen, .m_axi_wvalid, .m_axi_wready,
      .m_axi_wid, .m_axi_wdata, .m_axi_wstrb, .m_axi_wlast, .m_axi_rvalid, .m_axi_rid,
      .m_axi_bvalid, .m_axi_bid
  );

  // ---- the cores: what is constant comes from the first; every core takes all answers
  /* verilator lint_off PINCONNECTEMPTY */
)";

constexpr std::string_view kShell = R"(
  <P>_axi u_core<K> (
      .aclk, .aresetn,
      .s_axi_awvalid(s<K>_axi_awvalid),
      .s_axi_awready(s<K>_axi_awready),
      .s_axi_awaddr(s<K>_axi_awaddr),
      .s_axi_awprot(s<K>_axi_awprot),
      .s_axi_wvalid(s<K>_axi_wvalid),
      .s_axi_wready(s<K>_axi_wready),
      .s_axi_wdata(s<K>_axi_wdata),
      .s_axi_wstrb(s<K>_axi_wstrb),
      .s_axi_bvalid(s<K>_axi_bvalid),
      .s_axi_bready(s<K>_axi_bready),
      .s_axi_bresp(s<K>_axi_bresp),
      .s_axi_arvalid(s<K>_axi_arvalid),
      .s_axi_arready(s<K>_axi_arready),
      .s_axi_araddr(s<K>_axi_araddr),
      .s_axi_arprot(s<K>_axi_arprot),
      .s_axi_rvalid(s<K>_axi_rvalid),
      .s_axi_rready(s<K>_axi_rready),
      .s_axi_rdata(s<K>_axi_rdata),
      .s_axi_rresp(s<K>_axi_rresp),
      .m_axi_awvalid(awvalid[<K>]),
      .m_axi_awready(awready[<K>]),
      .m_axi_awid(),
      .m_axi_awaddr(awaddr[<K>]),
      .m_axi_awlen(awlen[<K>]),
      .m_axi_awsize(<FIRST:m_axi_awsize>),
      .m_axi_awburst(<FIRST:m_axi_awburst>),
      .m_axi_awlock(<FIRST:m_axi_awlock>),
      .m_axi_awcache(<FIRST:m_axi_awcache>),
      .m_axi_awprot(<FIRST:m_axi_awprot>),
      .m_axi_awqos(<FIRST:m_axi_awqos>),
      .m_axi_wvalid(wvalid[<K>]),
      .m_axi_wready(wready[<K>]),
      .m_axi_wid(),
      .m_axi_wdata(wdata[<K>]),
      .m_axi_wstrb(wstrb[<K>]),
      .m_axi_wlast(wlast[<K>]),
      .m_axi_bvalid(bvalid[<K>]),
      .m_axi_bready(<FIRST:m_axi_bready>),
      .m_axi_bid('0),
      .m_axi_bresp,
      .m_axi_arvalid(arvalid[<K>]),
      .m_axi_arready(arready[<K>]),
      .m_axi_arid(),
      .m_axi_araddr(araddr[<K>]),
      .m_axi_arlen(arlen[<K>]),
      .m_axi_arsize(<FIRST:m_axi_arsize>),
      .m_axi_arburst(<FIRST:m_axi_arburst>),
      .m_axi_arlock(<FIRST:m_axi_arlock>),
      .m_axi_arcache(<FIRST:m_axi_arcache>),
      .m_axi_arprot(<FIRST:m_axi_arprot>),
      .m_axi_arqos(<FIRST:m_axi_arqos>),
      .m_axi_rvalid(rvalid[<K>]),
      .m_axi_rready(<FIRST:m_axi_rready>),
      .m_axi_rid('0),
      .m_axi_rdata, .m_axi_rresp, .m_axi_rlast,
      .irq(irq[<K>])
  );
)";

// A shell, with what is constant and the same of all cores from the first one alone.
std::string shell_of(size_t index) {
  constexpr std::string_view kOpen = "<FIRST:";
  std::string out(kShell);
  for (size_t at = out.find(kOpen); at != std::string::npos; at = out.find(kOpen, at)) {
    const size_t end = out.find('>', at);
    const std::string port = out.substr(at + kOpen.size(), end - at - kOpen.size());
    out.replace(at, end + 1 - at, index == 0 ? port : "");
  }
  return out;
}

}  // namespace

std::string board_top(std::span<const SystemCore> cores) {
  std::string names, windows, shells;
  for (size_t k = 0; k < cores.size(); ++k) {
    names += of_core("//   <K>: <D>\n", k, cores[k]);
    windows += of_core(kWindow, k, cores[k]);
    shells += of_core(shell_of(k), k, cores[k]);
  }
  const std::string head = text_replaced(kBoardHead, "<CORES>", names);
  return text_replaced(head, "<N>", std::to_string(cores.size())) + windows +
         std::string(kBoardShared) + shells +
         "  /* verilator lint_on PINCONNECTEMPTY */\n\nendmodule\n";
}

}  // namespace vta
