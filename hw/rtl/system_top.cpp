#include "hw/rtl/system_top.h"

#include <string_view>

#include "hw/rtl/core_text.h"

namespace vta {
namespace {

constexpr std::string_view kHead = R"(// Cores on one memory (system/README.md); printed for these:
<CORES>module vta_system
  import vta_pkg::*;
  import vta_system_pkg::*;
#(
    localparam int unsigned Cores = <N>
) (
    input logic clk,
    input logic rst,
    input logic shared_path,  // the arbiter's; a constant while a core runs

    // A write takes effect at the edge, or is refused; reads are combinational.
    input logic reg_we,
    output logic reg_refused,
    input logic [CoreBits-1:0] reg_core,
    input logic [11:0] reg_addr,
    input logic [31:0] reg_wdata,
    input logic [CoreBits-1:0] reg_rcore,
    input logic [11:0] reg_raddr,
    output logic [31:0] reg_rdata,

    // A burst that the memory takes, and whose it is.
    output logic mem_req_valid,
    output logic mem_req_write,
    output logic [AddrBits-1:0] mem_req_addr,
    output logic [BeatBits-1:0] mem_req_beats,
    output logic [CoreBits-1:0] mem_req_core,
)";

constexpr std::string_view kPorts = R"(
    // Beats and completions of core <K>.
    output logic core<K>_mem_wr_valid,
    output logic [<P>_pkg::BusBits-1:0] core<K>_mem_wr_data,
    output logic [<P>_isa_pkg::BusBytes-1:0] core<K>_mem_wr_strb,
    output logic core<K>_mem_wr_last,
    input logic core<K>_mem_wr_ready,
    input logic core<K>_mem_wr_done,
    input logic core<K>_mem_wr_error,
    input logic core<K>_mem_rd_valid,
    input logic [<P>_pkg::BusBits-1:0] core<K>_mem_rd_data,
    input logic core<K>_mem_rd_error,
    output <P>_pkg::probe_t [<P>_pkg::Masters-1:0] core<K>_probe,
)";

constexpr std::string_view kShared = R"(
    output logic [Cores-1:0] running,  // 1 in cycles 1..E of a core's run
    output logic [Cores-1:0] done_irq  // a run has ended; cleared by that core's next launch
);

  // ---- registers
  logic [Cores-1:0] core_we, core_refused;
  logic [Cores-1:0][31:0] core_rdata;
  logic [Cores-1:0][GapBits-1:0] gap;

  vta_system_registers #(
      .Cores(Cores)
  ) u_registers (
      .clk, .rst, .reg_we, .reg_refused, .reg_core, .reg_addr, .reg_wdata, .reg_rcore, .reg_rdata,
      .core_we, .core_refused, .core_rdata, .gap
  );

  // ---- the arbiter
  logic [Cores-1:0] offer_valid;
  system_burst_t [Cores-1:0] offer;

  vta_system_arbiter #(
      .Cores(Cores)
  ) u_arbiter (
      .clk,
      .clear(rst || running == '0),
      .shared_path, .gap, .offer_valid, .offer, .mem_req_valid, .mem_req_write, .mem_req_addr,
      .mem_req_beats, .mem_req_core
  );

  // ---- the cores
)";

constexpr std::string_view kInstance = R"(
  /* verilator lint_off PINCONNECTEMPTY */  // whose burst it is is the core's own business
  <P>_core u_core<K> (
      .clk, .rst,
      .reg_we(core_we[<K>]),
      .reg_refused(core_refused[<K>]),
      .reg_addr, .reg_wdata, .reg_raddr,
      .reg_rdata(core_rdata[<K>]),
      .mem_req_valid(offer_valid[<K>]),
      .mem_req_write(offer[<K>].write),
      .mem_req_addr(offer[<K>].addr),
      .mem_req_beats(offer[<K>].beats),
      .mem_req_master(),
      .mem_wr_valid(core<K>_mem_wr_valid),
      .mem_wr_data(core<K>_mem_wr_data),
      .mem_wr_strb(core<K>_mem_wr_strb),
      .mem_wr_last(core<K>_mem_wr_last),
      .mem_wr_ready(core<K>_mem_wr_ready),
      .mem_wr_done(core<K>_mem_wr_done),
      .mem_wr_error(core<K>_mem_wr_error),
      .mem_rd_valid(core<K>_mem_rd_valid),
      .mem_rd_data(core<K>_mem_rd_data),
      .mem_rd_error(core<K>_mem_rd_error),
      .running(running[<K>]),
      .done_irq(done_irq[<K>]),
      .probe(core<K>_probe)
  );
  /* verilator lint_on PINCONNECTEMPTY */
)";

}  // namespace

std::string system_top(std::span<const SystemCore> cores) {
  const auto each = [&](std::string_view text) {
    std::string out;
    for (size_t k = 0; k < cores.size(); ++k)
      out += of_core(text, k, cores[k]);
    return out;
  };
  const std::string head = text_replaced(kHead, "<CORES>", each("//   <K>: <D>\n"));
  return text_replaced(head, "<N>", std::to_string(cores.size())) + each(kPorts) +
         std::string(kShared) + each(kInstance) + "\nendmodule\n";
}

}  // namespace vta
