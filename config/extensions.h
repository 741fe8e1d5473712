// Extensions of the instruction set: the key ISA_EXT is the sum of those that a machine has
// (docs/isa.md, section 8).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vta {

// The value is the extension's bit in ISA_EXT.
enum class Extension : int64_t {
  None = 0,  // of an operation that every machine has
  Round = 1,
  Rq = 2,
};

struct ExtensionName {
  std::string_view name;
  Extension extension;
};
inline constexpr std::array kExtensions{ExtensionName{"round", Extension::Round},
                                        ExtensionName{"rq", Extension::Rq}};

constexpr int64_t all_extensions() {
  int64_t all = 0;
  for (const ExtensionName& e : kExtensions)
    all |= static_cast<int64_t>(e.extension);
  return all;
}

constexpr bool has_extension(int64_t isa_ext, Extension extension) {
  return (isa_ext & static_cast<int64_t>(extension)) == static_cast<int64_t>(extension);
}

// Operations past the eighth: the bit of `reset` is the fourth of alu_opcode.
constexpr bool has_wide_alu_opcode(int64_t isa_ext) {
  return isa_ext > static_cast<int64_t>(Extension::Round);
}

// "round+rq"; "none" for 0.
std::string extensions_text(int64_t isa_ext);
// Of such a text, in any order; nullopt where a name is unknown or comes twice.
std::optional<int64_t> parse_extensions(std::string_view text);
// "none, round, rq and sums like round+rq": what parse_extensions takes.
std::string known_extensions();

}  // namespace vta
