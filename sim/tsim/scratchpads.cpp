#include "sim/tsim/scratchpads.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/error.h"

namespace vta {
namespace {

// "...INSTANCE.gen_bank[3]" -> 3; -1 for a RAM of something else.
int64_t bank_of(std::string_view scope, std::string_view instance) {
  constexpr std::string_view kBank = ".gen_bank[";
  const size_t at = scope.rfind(kBank);
  if (at == std::string_view::npos || !scope.substr(0, at).ends_with(instance))
    return -1;
  int64_t bank = -1;
  const std::string_view digits = scope.substr(at + kBank.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), bank);
  return bank;
}

std::vector<tsim::Ram> banks_of(std::string_view instance, std::string_view array,
                                std::span<const tsim::Ram> rams) {
  std::vector<tsim::Ram> banks;
  for (const tsim::Ram& ram : rams) {
    const int64_t bank = bank_of(ram.scope, instance);
    if (bank < 0 || ram.name != array)
      continue;
    if (bank >= std::ssize(banks))
      banks.resize(static_cast<size_t>(bank) + 1);
    banks[static_cast<size_t>(bank)] = ram;
  }
  return banks;
}

constexpr std::array<std::string_view, 1> kUop{".u_uop"}, kInp{".u_inp"}, kWgt{".u_wgt"},
    kAcc{".u_acc"};
constexpr std::array<std::string_view, 2> kAccHalves{".gen_half[0].u_acc", ".gen_half[1].u_acc"};

std::span<const std::string_view> acc_instances(const VtaConfig& config) {
  if (config.acc_overlap != 0)
    return kAccHalves;
  return kAcc;
}

}  // namespace

Scratchpads::Scratchpads(const VtaConfig& config, std::span<const tsim::Ram> rams)
    : config_(config),
      codec_(config),
      uop_(find(kUop, "mem", MemoryType::Uop, rams)),
      inp_(find(kInp, "mem", MemoryType::Inp, rams)),
      wgt_(find(kWgt, "mem", MemoryType::Wgt, rams)),
      acc_(find(acc_instances(config), "mem", MemoryType::Acc, rams)),
      shadow_(find(acc_instances(config), "shadow", MemoryType::Out, rams)) {}

Scratchpads::Pad Scratchpads::find(std::span<const std::string_view> instances,
                                   std::string_view array, MemoryType type,
                                   std::span<const tsim::Ram> rams) const {
  Pad pad{config_.element_bytes(type), config_.depth(type) / std::ssize(instances), {}};
  for (const std::string_view instance : instances) {
    pad.parts.push_back(banks_of(instance, array, rams));
    const Banks& banks = pad.parts.back();
    const int64_t count = std::ssize(banks);
    VTA_CHECK(count > 0, "the RTL has no scratchpad {}", instance);
    const int64_t elements = (pad.part_depth + count - 1) / count;
    for (int64_t bank = 0; bank < count; ++bank) {
      const tsim::Ram& ram = banks[static_cast<size_t>(bank)];
      VTA_CHECK(ram.depth >= elements, "bank {} of scratchpad {} holds {} elements, not {}", bank,
                instance, ram.depth, elements);
      VTA_CHECK(ram.bits == pad.element_bytes * 8, "RAM {} has {} bits, an element {}", ram.scope,
                ram.bits, pad.element_bytes * 8);
    }
  }
  return pad;
}

const Scratchpads::Pad& Scratchpads::pad(MemoryType type) const {
  switch (type) {
    case MemoryType::Uop:
      return uop_;
    case MemoryType::Wgt:
      return wgt_;
    case MemoryType::Inp:
      return inp_;
    case MemoryType::Acc:
      return acc_;
    case MemoryType::Out:
    case MemoryType::Acc8:
      break;
  }
  return shadow_;
}

std::vector<std::byte> Scratchpads::read(MemoryType type, int64_t first, int64_t count) const {
  const int64_t depth = config_.depth(type);
  if (first < 0 || count < 0 || first > depth || count > depth - first)
    throw DeviceError(
        fmt::format("scratchpad elements [{}, {}) are outside the scratchpad of {} elements", first,
                    first + count, depth));
  const Pad& from = pad(type);
  std::vector<std::byte> out(static_cast<size_t>(count * from.element_bytes));
  std::byte* to = out.data();
  for (int64_t k = first; k < first + count; ++k) {
    const Banks& banks = from.parts[static_cast<size_t>(k / from.part_depth)];
    const tsim::Ram& ram = banks[static_cast<size_t>(k % std::ssize(banks))];
    const int64_t row = k % from.part_depth / std::ssize(banks);
    const std::byte* word = static_cast<const std::byte*>(ram.words) + row * ram.word_bytes;
    to = std::copy_n(word, from.element_bytes, to);
  }
  if (type == MemoryType::Uop)
    clear_unused_bits(out);
  return out;
}

void Scratchpads::clear_unused_bits(std::span<std::byte> uops) const {
  const auto bytes = static_cast<size_t>(codec_.uop_bytes());
  for (; !uops.empty(); uops = uops.subspan(bytes)) {
    uint64_t word = 0;
    std::memcpy(&word, uops.data(), bytes);
    word = codec_.encode_uop(codec_.decode_uop(word));
    std::memcpy(uops.data(), &word, bytes);
  }
}

}  // namespace vta
