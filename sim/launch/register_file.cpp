#include "sim/launch/register_file.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "config/config_keys.h"

namespace vta {
namespace {

// Bits of Status.
constexpr uint64_t kDone = 1;
constexpr uint64_t kError = 2;
constexpr uint64_t kTokensLeft = 4;

struct Rule {
  uint64_t multiple = 1;
  uint64_t low = 0;
  uint64_t high = ~uint64_t{0};
};

Rule rule_of(Register reg, const VtaConfig& config) {
  const auto element = [&](MemoryType type) {
    return Rule{static_cast<uint64_t>(config.element_bytes(type))};
  };
  switch (reg) {
    case Register::InsnAddr:
      return {16};
    case Register::UopBase:
      return element(MemoryType::Uop);
    case Register::InpBase:
      return element(MemoryType::Inp);
    case Register::WgtBase:
      return element(MemoryType::Wgt);
    case Register::AccBase:
      return element(MemoryType::Acc);
    case Register::OutBase:
      return element(MemoryType::Out);
    default:
      break;
  }
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    if (register_of(key) == reg)
      return {1, static_cast<uint64_t>(key.min), static_cast<uint64_t>(greatest(key, config))};
  return {};
}

}  // namespace

RegisterFile::RegisterFile(const VtaConfig& config, int64_t memory_bytes)
    : config_(config), memory_bytes_(memory_bytes) {
  set(Register::MemHi, static_cast<uint64_t>(memory_bytes));
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    set(register_of(key), static_cast<uint64_t>(config.*key.member));
}

void RegisterFile::check(Register reg, uint64_t value) const {
  const RegisterSpec& spec = register_table()[static_cast<size_t>(reg)];
  if (!spec.writable)
    throw DeviceError(
        fmt::format("register {} is read-only: cannot write {:#x}", spec.name, value));
  if (spec.bits < 64 && (value >> spec.bits) != 0)
    throw DeviceError(
        fmt::format("register {}: {:#x} does not fit its {} bits", spec.name, value, spec.bits));
  const Rule rule = rule_of(spec.id, config_);
  if (value % rule.multiple != 0)
    throw DeviceError(fmt::format("register {}: {:#x} must be a multiple of {}", spec.name, value,
                                  rule.multiple));
  if (value < rule.low || value > rule.high)
    throw DeviceError(
        fmt::format("register {}: {} is outside [{}, {}]", spec.name, value, rule.low, rule.high));
  if (spec.id == Register::MemBurstBeats && !std::has_single_bit(value))
    throw DeviceError(fmt::format("register {}: {} must be a power of two", spec.name, value));
}

bool RegisterFile::write(Register reg, uint64_t value) {
  check(reg, value);
  if (reg != Register::Control) {
    set(reg, value);
    return false;
  }
  if (value > 1)
    throw DeviceError(fmt::format("register CONTROL: {:#x} must be 0 or 1", value));
  return value == 1;
}

CheckContext RegisterFile::launch_context() const {
  return {config_, bases(), window(), static_cast<int64_t>(get(Register::InsnCount))};
}

void RegisterFile::set_outcome(const RunReport& report) {
  const auto put = [&](Register reg, int64_t value) { set(reg, static_cast<uint64_t>(value)); };
  const int64_t tokens = report.total_tokens_left();
  const bool failed = report.error != IsaError::None;
  set(Register::Status, kDone | (failed ? kError : 0) | (tokens > 0 ? kTokensLeft : 0));
  put(Register::ErrorCode, static_cast<int64_t>(report.error));
  put(Register::ErrorInsn, failed ? report.error_insn : 0);
  put(Register::Cycles, report.cycles.value_or(0));
  for (const CounterField& field : machine_counters())
    put(*field.reg, report.counters.*field.member);
  put(Register::TokensLeft, tokens);
}

BaseAddresses RegisterFile::bases() const {
  return {get(Register::UopBase), get(Register::InpBase), get(Register::WgtBase),
          get(Register::AccBase), get(Register::OutBase)};
}

DramWindow RegisterFile::window() const {
  return {get(Register::MemLo),
          std::min(get(Register::MemHi), static_cast<uint64_t>(memory_bytes_))};
}

}  // namespace vta
