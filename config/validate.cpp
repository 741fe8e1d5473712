#include "config/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/dram_file.h"
#include "config/field_table.h"

namespace vta {

namespace {

using C = VtaConfig;
using Failures = std::vector<Violation>;

constexpr int64_t kMaxLogDepth = 16;

struct Scratchpad {
  MemoryType type;
  std::string_view name;  // in messages
  std::string_view rule;  // in identifiers
  std::string_view key;
};
constexpr std::array<Scratchpad, 4> kScratchpads{{
    {MemoryType::Uop, "UOP", "uop", "LOG_UOP_BUFF_SIZE"},
    {MemoryType::Inp, "INP", "inp", "LOG_INP_BUFF_SIZE"},
    {MemoryType::Wgt, "WGT", "wgt", "LOG_WGT_BUFF_SIZE"},
    {MemoryType::Acc, "ACC", "acc", "LOG_ACC_BUFF_SIZE"},
}};

std::string power_of_two(int64_t log) {
  return log >= 0 ? fmt::format("{}", int64_t{1} << log) : fmt::format("1/{}", int64_t{1} << -log);
}

void check_ranges(const C& config, std::span<const IntegerKey> keys, Failures& out) {
  for (const IntegerKey& key : keys) {
    const int64_t value = config.*key.member;
    if (value >= key.min && value <= key.max)
      continue;
    const std::string legal = key.min == key.max ? fmt::format("only {}", key.min)
                                                 : fmt::format("{}..{}", key.min, key.max);
    // An unsigned difference: a file may hold any 64-bit value.
    const uint64_t excess = value < key.min
                                ? static_cast<uint64_t>(key.min) - static_cast<uint64_t>(value)
                                : static_cast<uint64_t>(value) - static_cast<uint64_t>(key.max);
    out.push_back({"range",
                   fmt::format("{} = {} is {} {} the legal range ({})", key.name, value, excess,
                               value < key.min ? "below" : "above", legal),
                   fmt::format("set {} to {}", key.name, std::clamp(value, key.min, key.max))});
  }
}

void check_clock(const C& config, Failures& out) {
  const double mhz = config.clock.mhz.value_or(kLeastClockMhz);
  if (!is_legal_clock(mhz))
    out.push_back({"range",
                   fmt::format("{} = {} is outside the legal range ({}..{})", kClockKey, mhz,
                               kLeastClockMhz, kMostClockMhz),
                   fmt::format("leave {} out, or set it to the clock's MHz", kClockKey)});
}

void check_depths(const C& config, Failures& out) {
  for (const Scratchpad& pad : kScratchpads) {
    const int64_t log = config.log_depth(pad.type);
    if (log < 1 || log > kMaxLogDepth)
      out.push_back({fmt::format("depth-{}", pad.rule),
                     fmt::format("the {} scratchpad has {} elements of {} bytes, a factor of {} {} "
                                 "(legal: 2..65536 elements)",
                                 pad.name, power_of_two(log), config.element_bytes(pad.type),
                                 power_of_two(log < 1 ? 1 - log : log - kMaxLogDepth),
                                 log < 1 ? "too few" : "too many"),
                     {}});
    const int64_t buffer_bytes = config.element_bytes(pad.type) << std::max<int64_t>(log, 0);
    if (log >= 1 && buffer_bytes < config.bus_bytes())
      out.push_back({fmt::format("bus-{}", pad.rule),
                     fmt::format("the {} scratchpad's {} bytes are {} fewer than one beat of the "
                                 "memory port ({} bytes)",
                                 pad.name, buffer_bytes, config.bus_bytes() - buffer_bytes,
                                 config.bus_bytes()),
                     {}});
  }
}

void check_insn_width(const C& config, int64_t opcode, std::string_view rule, Failures& out) {
  const int64_t used = insn_bits_used(config, opcode);
  if (used <= kInsnBits)
    return;
  out.push_back({std::string(rule),
                 fmt::format("{}'s second half needs {} bits, {} more than 64", opcode_name(opcode),
                             used - 64, used - kInsnBits),
                 {}});
}

void check_widths(const C& config, Failures& out) {
  check_insn_width(config, 2, "width-gemm", out);
  check_insn_width(config, 4, "width-alu", out);
  const int64_t word = int64_t{1} << config.log_uop_width;
  const int64_t used = uop_bits_used(config);
  if (used > word)
    out.push_back({"width-uop",
                   fmt::format("a micro-op needs {} bits, {} more than its word of {}", used,
                               used - word, word),
                   {}});
}

void check_bursts(const C& config, Failures& out) {
  if (!std::has_single_bit(static_cast<uint64_t>(config.mem_burst_beats)))
    out.push_back(
        {"burst-power",
         fmt::format("MEM_BURST_BEATS = {} is not a power of two", config.mem_burst_beats),
         {}});
  const int64_t bytes = config.mem_burst_beats * config.bus_bytes();
  if (bytes > kMostBurstBytes)
    out.push_back({"burst-bytes",
                   fmt::format("a burst of {} beats of {} bytes is {} bytes, {} more than {}",
                               config.mem_burst_beats, config.bus_bytes(), bytes,
                               bytes - kMostBurstBytes, kMostBurstBytes),
                   {}});
  if (config.axi == 3 && config.mem_burst_beats > kMostAxi3Beats)
    out.push_back({"burst-axi3",
                   fmt::format("MEM_BURST_BEATS = {} is {} more than the {} beats of a burst of "
                               "AXI3 (AXI = 3)",
                               config.mem_burst_beats, config.mem_burst_beats - kMostAxi3Beats,
                               kMostAxi3Beats),
                   {}});
}

// The clock is a key of its own: times of the DRAM are not its cycles.
void check_dram(const C& config, Failures& out) {
  if (config.mem_dram.empty()) {
    if (config.mem_clock_khz != 0)
      out.push_back({"dram",
                     fmt::format("{} = {} is a clock beside a DRAM, and there is no {}",
                                 kMemoryClockKey, config.mem_clock_khz, kDramKey),
                     fmt::format("remove {}", kMemoryClockKey)});
    return;
  }
  if (config.mem_clock_khz < kLeastMemoryClock || config.mem_clock_khz > kMostMemoryClock)
    out.push_back(
        {"dram",
         fmt::format("{} = {} is out of range (legal: {}..{})", kMemoryClockKey,
                     config.mem_clock_khz, kLeastMemoryClock, kMostMemoryClock),
         fmt::format("set {} to {}", kMemoryClockKey,
                     std::clamp(config.mem_clock_khz, kLeastMemoryClock, kMostMemoryClock))});
  try {
    dram_of(config.mem_dram);
  } catch (const ConfigError& e) {
    out.push_back({"dram", e.what(), fmt::format("remove {} and {}", kDramKey, kMemoryClockKey)});
  }
}

// All broken rules, remedies still empty but for ranges.
Failures check_all(const C& config) {
  Failures out;
  check_ranges(config, integer_keys(), out);
  check_ranges(config, shell_keys(), out);
  check_clock(config, out);
  check_dram(config, out);
  if (!out.empty())
    return out;
  check_depths(config, out);
  check_widths(config, out);
  check_bursts(config, out);
  return out;
}

bool breaks(const Failures& failures, std::string_view rule) {
  return std::any_of(failures.begin(), failures.end(),
                     [&](const Violation& v) { return v.rule == rule; });
}

// Keys that a remedy may turn, the least intrusive first: a buffer's size before the shape of the
// datapath.
constexpr std::array<int64_t C::*, 9> kTurnable{
    &C::log_acc_buff_size, &C::log_inp_buff_size, &C::log_wgt_buff_size,
    &C::log_uop_buff_size, &C::mem_burst_beats,   &C::log_uop_width,
    &C::log_bus_width,     &C::log_block_in,      &C::log_block_out};

const IntegerKey& key_of(int64_t C::*member) {
  const auto keys = integer_keys();
  return *std::find_if(keys.begin(), keys.end(),
                       [&](const IntegerKey& key) { return key.member == member; });
}

// The value nearest to the present one with which the rule, or the whole configuration, holds.
std::optional<int64_t> nearest_value(const C& config, int64_t C::*member, std::string_view rule,
                                     bool whole) {
  const IntegerKey& key = key_of(member);
  const int64_t now = config.*member;
  for (int64_t distance = 1; distance <= key.max - key.min; ++distance) {
    for (const int64_t value : {now - distance, now + distance}) {
      if (value < key.min || value > key.max)
        continue;
      C changed = config;
      changed.*member = value;
      const Failures left = check_all(changed);
      if (whole ? left.empty() : !breaks(left, rule))
        return value;
    }
  }
  return std::nullopt;
}

// How far a key is turned: in octaves for the one key that is not a logarithm already.
int64_t turned_by(int64_t C::*member, int64_t from, int64_t to) {
  const auto octave = [](int64_t v) {
    return static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(v)));
  };
  if (member == &C::mem_burst_beats)
    return std::abs(octave(from) - octave(to));
  return std::abs(from - to);
}

struct Turn {
  int64_t C::*member;
  int64_t value;
};

// The smallest change of one key; of equals the key that is furthest from its default, which is
// the likelier mistake.
std::optional<Turn> smallest_turn(const C& config, std::string_view rule, bool whole) {
  std::optional<Turn> best;
  std::pair<int64_t, int64_t> best_cost;
  for (const auto member : kTurnable) {
    const auto value = nearest_value(config, member, rule, whole);
    if (!value)
      continue;
    const std::pair cost{turned_by(member, config.*member, *value),
                         -turned_by(member, config.*member, C{}.*member)};
    if (!best || cost < best_cost) {
      best = Turn{member, *value};
      best_cost = cost;
    }
  }
  return best;
}

// One key that makes everything legal if there is one, else one that mends this rule.
std::string find_remedy(const C& config, std::string_view rule) {
  for (const bool whole : {true, false}) {
    if (const auto turn = smallest_turn(config, rule, whole))
      return fmt::format("set {} to {}{}", key_of(turn->member).name, turn->value,
                         whole ? "" : " (other rules fail too)");
  }
  return "start from a named configuration";
}

}  // namespace

std::vector<Violation> find_violations(const VtaConfig& config) {
  Failures failures = check_all(config);
  for (Violation& failure : failures) {
    if (failure.remedy.empty())
      failure.remedy = find_remedy(config, failure.rule);
  }
  return failures;
}

std::vector<Violation> find_broken_rules(const VtaConfig& config) {
  return check_all(config);
}

bool is_legal(const VtaConfig& config) {
  return check_all(config).empty();
}

void check_memory_size(const VtaConfig& config, int64_t bytes) {
  constexpr int64_t kMost = std::numeric_limits<uint32_t>::max();
  if (config.axi == 3 && bytes > kMost)
    throw ConfigError(fmt::format(
        "a memory of {} bytes with AXI = 3, whose addresses have 32 bits: it may have at "
        "most {} bytes; AXI 4 has 64 bits",
        bytes, kMost));
}

void VtaConfig::validate() const {
  const auto failures = find_violations(*this);
  if (failures.empty())
    return;
  std::string text = "illegal configuration:";
  for (const Violation& failure : failures)
    text += fmt::format("\n  {} ({}): {}", failure.message, failure.rule, failure.remedy);
  throw ConfigError(text);
}

}  // namespace vta
