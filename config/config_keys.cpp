#include "config/config_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/error.h"
#include "base/json.h"
#include "config/alu_ops.h"
#include "config/dram_file.h"

namespace vta {

namespace {

using C = VtaConfig;
using R = KeyRole;

constexpr std::array<TextKey, 2> kTextKeys{{
    {"TARGET", &C::target},
    {"HW_VER", &C::hw_ver},
}};

// A buffer's own limits follow from its depth and from the instruction word; 30 only keeps the
// arithmetic on illegal files small.
constexpr std::array<IntegerKey, 23> kIntegerKeys{{
    {"LOG_INP_WIDTH", &C::log_inp_width, R::Stream, 3, 3, true, {}},
    {"LOG_WGT_WIDTH", &C::log_wgt_width, R::Stream, 3, 3, true, {}},
    {"LOG_ACC_WIDTH", &C::log_acc_width, R::Stream, 5, 5, true, {}},
    {"LOG_BATCH", &C::log_batch, R::Stream, 0, 3, true, {}},
    {"LOG_BLOCK_IN", &C::log_block_in, R::Stream, 2, 7, false, {}},
    {"LOG_BLOCK_OUT", &C::log_block_out, R::Stream, 2, 7, false, {}},
    {"LOG_UOP_BUFF_SIZE", &C::log_uop_buff_size, R::Stream, 0, 30, true, {}},
    {"LOG_INP_BUFF_SIZE", &C::log_inp_buff_size, R::Stream, 0, 30, true, {}},
    {"LOG_WGT_BUFF_SIZE", &C::log_wgt_buff_size, R::Stream, 0, 30, true, {}},
    {"LOG_ACC_BUFF_SIZE", &C::log_acc_buff_size, R::Stream, 0, 30, true, {}},
    {"LOG_UOP_WIDTH", &C::log_uop_width, R::Stream, 5, 6, false, {}},
    {"LOG_BUS_WIDTH", &C::log_bus_width, R::Circuit, 6, 9, false, "bus"},
    {"CMD_QUEUE_DEPTH", &C::cmd_queue_depth, R::Circuit, 2, 1024, false, {}},
    {"ACC_READ_PORTS", &C::acc_read_ports, R::Circuit, 1, 2, false, {}},
    {"GEMM_PIPELINE", &C::gemm_pipeline, R::Circuit, 1, 6, false, {}},
    {"PRODUCTS_PER_MULTIPLIER", &C::products_per_multiplier, R::Circuit, 1, 2, false, {}},
    {"ACC_OVERLAP", &C::acc_overlap, R::Circuit, 0, 1, false, {}},
    {"ISA_EXT", &C::isa_ext, R::Stream, 0, all_extensions(), false, {}, &parse_extensions},
    {"MEM_READ_LATENCY", &C::mem_read_latency, R::Memory, 0, 1023, false, "read"},
    {"MEM_WRITE_LATENCY", &C::mem_write_latency, R::Memory, 0, 1023, false, "write"},
    {"MEM_GAP", &C::mem_gap, R::Memory, 0, 255, false, "gap"},
    {"MEM_MAX_OUTSTANDING", &C::mem_max_outstanding, R::Memory, 1, 64, false, "outstanding"},
    {"MEM_BURST_BEATS", &C::mem_burst_beats, R::Memory, 1, kMostBurstBeats, false, "burst"},
}};

constexpr std::array<IntegerKey, 1> kShellKeys{{
    {"AXI", &C::axi, R::Shell, 3, 4, false, {}},
}};

}  // namespace

std::span<const IntegerKey> integer_keys() {
  return kIntegerKeys;
}

std::span<const IntegerKey> shell_keys() {
  return kShellKeys;
}

std::vector<IntegerKey> keys_of(KeyRole role) {
  std::vector<IntegerKey> keys;
  std::ranges::copy_if(kIntegerKeys, std::back_inserter(keys),
                       [&](const IntegerKey& key) { return key.role == role; });
  return keys;
}

std::string different_keys(const C& a, const C& b, KeyRole role, std::string_view in_a,
                           std::string_view in_b) {
  const auto value = [](int64_t v, std::string_view in) {
    return in.empty() ? fmt::format("{}", v) : fmt::format("{} in {}", v, in);
  };
  std::vector<std::string> texts;
  for (const IntegerKey& key : keys_of(role))
    if (a.*key.member != b.*key.member)
      texts.push_back(fmt::format("{} ({}, {})", key.name, value(a.*key.member, in_a),
                                  value(b.*key.member, in_b)));
  const auto memory = [](const C& config) -> std::string {
    return config.mem_dram.empty()
               ? "none"
               : fmt::format("{} at {} kHz", dram_name(config.mem_dram), config.mem_clock_khz);
  };
  if (role == R::Memory && (a.mem_dram != b.mem_dram || a.mem_clock_khz != b.mem_clock_khz))
    texts.push_back(fmt::format("{} ({}{}, {}{})", kDramKey, memory(a),
                                in_a.empty() ? "" : fmt::format(" in {}", in_a), memory(b),
                                in_b.empty() ? "" : fmt::format(" in {}", in_b)));
  return fmt::format("{}", fmt::join(texts, " and "));
}

int64_t longest_burst(const C& config) {
  return std::min(config.axi == 3 ? kMostAxi3Beats : kMostBurstBeats,
                  kMostBurstBytes / config.bus_bytes());
}

int64_t greatest(const IntegerKey& key, const C& config) {
  return key.member == &C::mem_burst_beats ? longest_burst(config) : key.max;
}

std::span<const TextKey> text_keys() {
  return kTextKeys;
}

int64_t key_value(const IntegerKey& key, const boost::json::value& value,
                  const std::string& where) {
  if (value.is_string() && key.from_text != nullptr) {
    if (const auto named = key.from_text(std::string_view(value.get_string())))
      return *named;
    throw InputError(fmt::format("{} is \"{}\": legal are {} and {}..{}", where,
                                 std::string_view(value.get_string()), known_extensions(), key.min,
                                 key.max));
  }
  if (!value.is_int64())
    throw InputError(fmt::format("{} must be an integer, is {}", where, json_kind(value)));
  return value.get_int64();
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
  for (const IntegerKey& key : kShellKeys)
    names.push_back(key.name);
  names.insert(names.end(), {kDramKey, kMemoryClockKey, kClockKey});
  return names;
}

}  // namespace vta
