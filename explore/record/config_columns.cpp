#include "explore/record/config_columns.h"

#include <array>

namespace vta::explore {
namespace {

using Config = VtaConfig;

constexpr std::array kColumns{
    ConfigColumn{"batch", [](const Config& c) { return c.batch(); }},
    ConfigColumn{"block_in", [](const Config& c) { return c.block_in(); }},
    ConfigColumn{"block_out", [](const Config& c) { return c.block_out(); }},
    ConfigColumn{"macs", [](const Config& c) { return c.macs(); }},
    ConfigColumn{"bus_bytes", [](const Config& c) { return c.bus_bytes(); }},
    ConfigColumn{"read_latency", [](const Config& c) { return c.mem_read_latency; }},
    ConfigColumn{"write_latency", [](const Config& c) { return c.mem_write_latency; }},
    ConfigColumn{"acc_read_ports", [](const Config& c) { return c.acc_read_ports; }},
    ConfigColumn{"gemm_pipeline", [](const Config& c) { return c.gemm_pipeline; }, 3},
    ConfigColumn{"products_per_multiplier",
                 [](const Config& c) { return c.products_per_multiplier; }, 3},
    ConfigColumn{"acc_overlap", [](const Config& c) { return c.acc_overlap; }, 3},
    ConfigColumn{"isa_ext", [](const Config& c) { return c.isa_ext; }},
    ConfigColumn{"uop_bytes", [](const Config& c) { return int64_t{1} << c.log_uop_buff_size; }},
    ConfigColumn{"inp_bytes", [](const Config& c) { return int64_t{1} << c.log_inp_buff_size; }},
    ConfigColumn{"wgt_bytes", [](const Config& c) { return int64_t{1} << c.log_wgt_buff_size; }},
    ConfigColumn{"acc_bytes", [](const Config& c) { return int64_t{1} << c.log_acc_buff_size; }},
};

}  // namespace

std::span<const ConfigColumn> config_columns() {
  return kColumns;
}

}  // namespace vta::explore
