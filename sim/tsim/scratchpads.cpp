#include "sim/tsim/scratchpads.h"

#include <algorithm>
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

}  // namespace

Scratchpads::Scratchpads(const VtaConfig& config, std::span<const tsim::Ram> rams)
    : config_(config),
      codec_(config),
      uop_(find(".u_uop", "mem", MemoryType::Uop, rams)),
      inp_(find(".u_inp", "mem", MemoryType::Inp, rams)),
      wgt_(find(".u_wgt", "mem", MemoryType::Wgt, rams)),
      acc_(find(".u_acc", "mem", MemoryType::Acc, rams)),
      shadow_(find(".u_acc", "shadow", MemoryType::Out, rams)) {}

Scratchpads::Pad Scratchpads::find(std::string_view instance, std::string_view array,
                                   MemoryType type, std::span<const tsim::Ram> rams) const {
  Pad pad{config_.element_bytes(type), {}};
  for (const tsim::Ram& ram : rams) {
    const int64_t bank = bank_of(ram.scope, instance);
    if (bank < 0 || ram.name != array)
      continue;
    if (bank >= std::ssize(pad.banks))
      pad.banks.resize(static_cast<size_t>(bank) + 1);
    pad.banks[static_cast<size_t>(bank)] = ram;
    VTA_CHECK(ram.bits == pad.element_bytes * 8, "RAM {} has {} bits, an element {}", ram.scope,
              ram.bits, pad.element_bytes * 8);
  }
  const int64_t banks = std::ssize(pad.banks), depth = config_.depth(type);
  VTA_CHECK(banks > 0, "the RTL has no scratchpad {}", instance);
  for (int64_t bank = 0; bank < banks; ++bank) {
    const int64_t elements = (depth - bank + banks - 1) / banks;
    VTA_CHECK(pad.banks[static_cast<size_t>(bank)].depth >= elements,
              "bank {} of scratchpad {} holds {} elements, not {}", bank, instance,
              pad.banks[static_cast<size_t>(bank)].depth, elements);
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
  const auto banks = static_cast<int64_t>(from.banks.size());
  std::vector<std::byte> out(static_cast<size_t>(count * from.element_bytes));
  std::byte* to = out.data();
  for (int64_t k = first; k < first + count; ++k) {
    const tsim::Ram& ram = from.banks[static_cast<size_t>(k % banks)];
    const std::byte* word = static_cast<const std::byte*>(ram.words) + k / banks * ram.word_bytes;
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
