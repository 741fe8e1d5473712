#include "config/random_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/validate.h"

namespace vta {
namespace {

using C = VtaConfig;
using Member = int64_t C::*;
using Limits = RandomConfigLimits;

constexpr int kAttempts = 20000;  // one in some hundred is legal, with every value fixed but depths

struct Pin {
  Member member;
  int64_t value;
};
using Pins = std::vector<Pin>;

struct Buffer {
  Member member;
  MemoryType type;
};
constexpr std::array<Buffer, 4> kBuffers{{
    {&C::log_uop_buff_size, MemoryType::Uop},
    {&C::log_inp_buff_size, MemoryType::Inp},
    {&C::log_wgt_buff_size, MemoryType::Wgt},
    {&C::log_acc_buff_size, MemoryType::Acc},
}};

bool is_buffer(Member member) {
  return std::ranges::any_of(kBuffers, [&](const Buffer& b) { return b.member == member; });
}

bool allowed(const C& config, const Limits& limits) {
  return config.macs() <= limits.macs &&
         std::ranges::all_of(
             kBuffers,
             [&](const Buffer& b) { return config.*b.member <= limits.log_scratchpad_bytes; }) &&
         is_legal(config);
}

void set_depths(C& config, std::array<int64_t, 4> log_depths) {
  for (size_t b = 0; b < kBuffers.size(); ++b) {
    const Buffer& buffer = kBuffers[b];
    config.*buffer.member += log_depths[b] - config.log_depth(buffer.type);
  }
}

// The smallest machine: elements of the fewest bytes, two of each.
C smallest_machine() {
  C config;
  for (const IntegerKey& key : integer_keys())
    if (!is_buffer(key.member))
      config.*key.member = key.min;
  set_depths(config, {1, 1, 1, 1});
  return config;
}

// The candidates for a largest value: narrow instructions around large elements, small ones, and a
// UOP scratchpad that holds the widest beat.
std::vector<C> roomy_machines() {
  std::vector<C> out;
  for (const int64_t log_batch : {3, 0})
    for (const int64_t log_in : {7, 2})
      for (const int64_t log_out : {7, 2}) {
        C config = smallest_machine();
        config.log_batch = log_batch;
        config.log_block_in = log_in;
        config.log_block_out = log_out;
        config.log_uop_width = 6;
        set_depths(config, {3, 4, 2, 2});
        out.push_back(config);
      }
  return out;
}

class Drawing {
 public:
  Drawing(uint64_t seed, const Limits& limits) : engine_(seed), limits_(limits) {}

  // Nothing where the pins do not go together, as far as attempts show.
  std::optional<C> draw(const Pins& pins) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const C config = guess(pins);
      if (allowed(config, limits_))
        return config;
    }
    return std::nullopt;
  }

  // As many of the pins as go together, tried in order; those are taken out of `pins`.
  C draw_with_most(Pins& pins) {
    Pins held;
    C config = draw_any();
    for (size_t k = 0; k < pins.size();) {
      held.push_back(pins[k]);
      if (const auto found = draw(held)) {
        config = *found;
        pins.erase(pins.begin() + static_cast<Pins::difference_type>(k));
      } else {
        held.pop_back();
        ++k;
      }
    }
    return config;
  }

  C draw_any() {
    const auto found = draw({});
    VTA_CHECK(found, "no legal configuration of at most {} MACs and 2^{} bytes", limits_.macs,
              limits_.log_scratchpad_bytes);
    return *found;
  }

 private:
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }

  C guess(const Pins& pins) {
    C config;
    for (const IntegerKey& key : integer_keys())
      if (!is_buffer(key.member))
        config.*key.member = key.member == &C::mem_burst_beats ? int64_t{1} << between(0, 8)
                                                               : between(key.min, key.max);
    for (const Pin& pin : pins)
      if (!is_buffer(pin.member))
        config.*pin.member = pin.value;
    set_depths(config, {between(1, 16), between(1, 16), between(1, 16), between(1, 16)});
    for (const Pin& pin : pins)
      if (is_buffer(pin.member))
        config.*pin.member = pin.value;
    return config;
  }

  std::mt19937_64 engine_;
  const Limits& limits_;
};

}  // namespace

int64_t smallest_legal(Member member, const Limits& limits) {
  VTA_CHECK(allowed(smallest_machine(), limits), "limits below the smallest machine");
  return smallest_machine().*member;
}

int64_t largest_legal(Member member, const Limits& limits) {
  const auto keys = integer_keys();
  const IntegerKey& key =
      *std::ranges::find_if(keys, [&](const IntegerKey& k) { return k.member == member; });
  const std::vector<C> machines = roomy_machines();
  for (int64_t value = key.max; value > key.min; --value)
    for (C config : machines) {
      config.*member = value;
      if (allowed(config, limits))
        return value;
    }
  return key.min;
}

std::vector<C> random_legal_configs(int64_t count, uint64_t seed, const Limits& limits) {
  VTA_CHECK(allowed(smallest_machine(), limits), "limits below the smallest machine");
  Drawing drawing(seed, limits);
  Pins largest;
  for (const IntegerKey& key : integer_keys())
    if (key.min < key.max)
      largest.push_back({key.member, largest_legal(key.member, limits)});
  std::vector<C> out;
  while (std::ssize(out) < count) {
    if (out.empty())
      out.push_back(smallest_machine());
    else
      out.push_back(largest.empty() ? drawing.draw_any() : drawing.draw_with_most(largest));
  }
  return out;
}

}  // namespace vta
