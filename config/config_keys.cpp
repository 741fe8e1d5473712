#include "config/config_keys.h"

#include <array>

namespace vta {

namespace {

using C = VtaConfig;

constexpr std::array<TextKey, 2> kTextKeys{{
    {"TARGET", &C::target},
    {"HW_VER", &C::hw_ver},
}};

// A buffer's own limits follow from its depth and from the instruction word; 30 only keeps the
// arithmetic on illegal files small.
constexpr std::array<IntegerKey, 20> kIntegerKeys{{
    {"LOG_INP_WIDTH", &C::log_inp_width, 3, 3, true},
    {"LOG_WGT_WIDTH", &C::log_wgt_width, 3, 3, true},
    {"LOG_ACC_WIDTH", &C::log_acc_width, 5, 5, true},
    {"LOG_BATCH", &C::log_batch, 0, 3, true},
    {"LOG_BLOCK_IN", &C::log_block_in, 2, 7, false},
    {"LOG_BLOCK_OUT", &C::log_block_out, 2, 7, false},
    {"LOG_UOP_BUFF_SIZE", &C::log_uop_buff_size, 0, 30, true},
    {"LOG_INP_BUFF_SIZE", &C::log_inp_buff_size, 0, 30, true},
    {"LOG_WGT_BUFF_SIZE", &C::log_wgt_buff_size, 0, 30, true},
    {"LOG_ACC_BUFF_SIZE", &C::log_acc_buff_size, 0, 30, true},
    {"LOG_UOP_WIDTH", &C::log_uop_width, 5, 6, false},
    {"LOG_BUS_WIDTH", &C::log_bus_width, 6, 9, false},
    {"CMD_QUEUE_DEPTH", &C::cmd_queue_depth, 2, 1024, false},
    {"ACC_READ_PORTS", &C::acc_read_ports, 1, 2, false},
    {"ISA_EXT", &C::isa_ext, 0, 1, false},
    {"MEM_READ_LATENCY", &C::mem_read_latency, 0, 1023, false},
    {"MEM_WRITE_LATENCY", &C::mem_write_latency, 0, 1023, false},
    {"MEM_GAP", &C::mem_gap, 0, 255, false},
    {"MEM_MAX_OUTSTANDING", &C::mem_max_outstanding, 1, 64, false},
    {"MEM_BURST_BEATS", &C::mem_burst_beats, 1, 256, false},
}};

}  // namespace

std::span<const IntegerKey> integer_keys() {
  return kIntegerKeys;
}
std::span<const TextKey> text_keys() {
  return kTextKeys;
}

std::vector<std::string_view> all_key_names() {
  std::vector<std::string_view> names;
  for (const TextKey& key : kTextKeys)
    names.push_back(key.name);
  for (const IntegerKey& key : kIntegerKeys) {
    if (key.member == &C::log_block_in)
      names.push_back(kLogBlock);
    names.push_back(key.name);
  }
  names.push_back(kClockKey);
  return names;
}

}  // namespace vta
