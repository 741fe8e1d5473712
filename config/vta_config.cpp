#include "config/vta_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/json.h"
#include "config/config_keys.h"
#include "config/dram_file.h"

namespace vta {

namespace {

// log2 of an element's bytes in the scratchpad (Acc8 widens to ACC's element there).
int64_t log_scratchpad_element(const VtaConfig& c, MemoryType type) {
  switch (type) {
    case MemoryType::Uop:
      return c.log_uop_width - 3;
    case MemoryType::Wgt:
      return c.log_block_out + c.log_block_in + c.log_wgt_width - 3;
    case MemoryType::Inp:
      return c.log_batch + c.log_block_in + c.log_inp_width - 3;
    case MemoryType::Acc:
    case MemoryType::Out:
    case MemoryType::Acc8:
      return c.log_batch + c.log_block_out + c.log_acc_width - 3;
  }
  return 0;
}

int64_t log_buffer(const VtaConfig& c, MemoryType type) {
  switch (type) {
    case MemoryType::Uop:
      return c.log_uop_buff_size;
    case MemoryType::Wgt:
      return c.log_wgt_buff_size;
    case MemoryType::Inp:
      return c.log_inp_buff_size;
    case MemoryType::Acc:
    case MemoryType::Out:
    case MemoryType::Acc8:
      return c.log_acc_buff_size;
  }
  return 0;
}

std::string keys_json(const VtaConfig& config, bool whole) {
  std::string text = "{\n";
  for (const TextKey& key : text_keys())
    text += fmt::format("  \"{}\": {},\n", key.name,
                        json_text(boost::json::string(config.*key.member)));
  for (const IntegerKey& key : integer_keys())
    text += fmt::format("  \"{}\": {},\n", key.name, config.*key.member);
  if (!config.mem_dram.empty())
    text += fmt::format("  \"{}\": {},\n  \"{}\": {},\n", kDramKey, dram_json(config.mem_dram),
                        kMemoryClockKey, config.mem_clock_khz);
  for (const IntegerKey& key : shell_keys())
    if (whole && config.*key.member != VtaConfig{}.*key.member)
      text += fmt::format("  \"{}\": {},\n", key.name, config.*key.member);
  if (whole && config.clock.mhz)
    text += fmt::format("  \"{}\": {},\n", kClockKey, *config.clock.mhz);
  text.resize(text.size() - 2);  // the last comma
  return text + "\n}\n";
}

}  // namespace

int64_t VtaConfig::element_bytes(MemoryType type) const {
  if (type == MemoryType::Out || type == MemoryType::Acc8)
    return batch() * block_out();
  return int64_t{1} << log_scratchpad_element(*this, type);
}

int64_t VtaConfig::log_depth(MemoryType type) const {
  return log_buffer(*this, type) - log_scratchpad_element(*this, type);
}

std::string VtaConfig::name() const {
  const std::string block = log_block_in == log_block_out
                                ? fmt::format("{}", block_in())
                                : fmt::format("{}.{}", block_in(), block_out());
  return fmt::format("{}x{}_i{}w{}a{}_{}_{}_{}_{}", batch(), block, 1 << log_inp_width,
                     1 << log_wgt_width, 1 << log_acc_width, log_uop_buff_size, log_inp_buff_size,
                     log_wgt_buff_size, log_acc_buff_size);
}

std::string VtaConfig::hash() const {
  return hash_hex(identity_json());
}

std::string VtaConfig::stream_hash() const {
  std::string text;
  for (const IntegerKey& key : keys_of(KeyRole::Stream))
    text += fmt::format("{} {}\n", key.name, this->*key.member);
  return hash_hex(text);
}

VtaConfig VtaConfig::with_memory_of(const VtaConfig& other) const {
  VtaConfig config = *this;
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    config.*key.member = other.*key.member;
  config.mem_dram = other.mem_dram;
  config.mem_clock_khz = other.mem_clock_khz;
  return config;
}

VtaConfig VtaConfig::hardware() const {
  const VtaConfig defaults;
  VtaConfig config = with_memory_of(defaults);
  for (const TextKey& key : text_keys())
    config.*key.member = defaults.*key.member;
  for (const IntegerKey& key : shell_keys())
    config.*key.member = defaults.*key.member;
  return config;
}

void set_memory_clock(VtaConfig& config) {
  if (!config.clock.mhz)
    config.clock = {.mhz = kUsualMemoryMhz, .estimated = false};
  config.mem_clock_khz = std::clamp(static_cast<int64_t>(std::llround(*config.clock.mhz * 1000)),
                                    kLeastMemoryClock, kMostMemoryClock);
}

std::string VtaConfig::to_json() const {
  return keys_json(*this, true);
}

std::string VtaConfig::identity_json() const {
  return keys_json(*this, false);
}

}  // namespace vta
