#include "sim/cosim/around.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/isa/disassembler.h"

namespace vta::cosim {
namespace {

constexpr int64_t kAround = 4;  // instructions shown on each side

}  // namespace

std::string cycle_text(int64_t cycle) {
  return cycle == kNotRetired ? "never" : cycle < 0 ? "-" : std::to_string(cycle);
}

std::string around(const Subject& s, int64_t at, const RunResult& a, const RunResult& b) {
  std::string out = fmt::format("\n  {:>6} {:>10} {:>10}", "insn", a.backend, b.backend);
  const int64_t end = std::min<int64_t>(std::ssize(s.insns), at + kAround + 1);
  for (int64_t i = std::max<int64_t>(0, at - kAround); i < end; ++i) {
    const auto k = static_cast<size_t>(i);
    out += fmt::format("\n{} {:>6} {:>10} {:>10}  {}", i == at ? ">" : " ", i,
                       cycle_text(a.completion[k]), cycle_text(b.completion[k]),
                       disassemble(s.insns[k]));
  }
  return out;
}

}  // namespace vta::cosim
