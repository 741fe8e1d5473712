// Times that others measured on a board (tests/data/silicon), the model that is fitted to a part of
// them, and what this project's core takes for the same transfers by csim: docs/silicon.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "config/memory_preset.h"
#include "tests/sim/csim_fixture.h"
#include "tests/sim/silicon_cases.h"

namespace vta::bench {
namespace {

using namespace test;

constexpr double kMhz = 100;

// One launch as the case describes it: its LOADs of ACC, the passes, its STOREs.
std::vector<Insn> launch_of(const SiliconCase& c) {
  std::vector<Insn> insns{load(MemoryType::Uop, 0, 0, 1, 1)};
  const int64_t elements = c.load_bytes / c.load_calls / 64;
  const bool rows_apart = c.access != "contiguous";
  const int64_t rows = rows_apart ? c.rows() : 1;
  for (int64_t k = 0; k < c.load_calls; ++k) {
    Insn acc = load(MemoryType::Acc, 0, k * 4096, rows, elements / rows);
    acc.x_stride = rows_apart ? elements / rows + 8 : acc.x_size;
    acc.x_pad_0 = acc.x_pad_1 = acc.y_pad_0 = acc.y_pad_1 = c.pad();
    insns.push_back(acc);
  }
  for (int64_t k = 0; k < c.passes(); ++k) {
    Insn add = alu_imm(AluOp::Add, 1);
    add.iter_out = 1;
    add.iter_in = c.vectors();
    add.dst_in = 1;
    insns.push_back(k + 1 == c.passes() ? with(add, PushNext) : add);
  }
  for (int64_t k = 0; k < c.store_calls; ++k)
    insns.push_back(k == 0 ? with(store(0, 8192, 1, c.vectors()), PopPrev)
                           : store(0, 8192 + 4096 * k, 1, c.vectors()));
  insns.push_back(finish());
  return insns;
}

double our_us(const SiliconCase& c, int64_t outstanding) {
  TimedBench bench(fmt::format("ddr4-2400,mhz=100,bus=16,outstanding={}", outstanding));
  bench.times(launch_of(c));
  return static_cast<double>(bench.cycles()) / kMhz;
}

void run() {
  const std::vector<SiliconCase> cases = silicon_cases();
  const SiliconModel model = fit_silicon(cases);
  fmt::print(
      "launch {:.2f} us, {:.2f} GB/s, a vector of a pass {:.2f} cycles, a row {:.0f} cycles\n",
      model.launch_us, 1e-3 / model.us_per_byte, kMhz * model.us_per_vector,
      kMhz * model.us_per_row);
  fmt::print("{:<38} {:>9} {:>9} {:>7}  {}  {:>12} {:>12}\n", "case", "measured", "model", "off",
             "fitted", "this core, 1", "16 in flight");
  std::vector<double> off;
  for (const SiliconCase& c : cases) {
    const double error = model.us(c) / c.us - 1;
    if (!is_fitted(c))
      off.push_back(std::abs(error));
    fmt::print("{:<38} {:>9.3f} {:>9.3f} {:>+6.1f}%  {:<6}  {:>12.2f} {:>12.2f}\n", c.name, c.us,
               model.us(c), 100 * error, is_fitted(c) ? "yes" : "no", our_us(c, 1), our_us(c, 16));
  }
  std::ranges::sort(off);
  fmt::print("not fitted: median {:.1f} %, worst {:.1f} %\n", 100 * off[off.size() / 2],
             100 * off.back());
}

}  // namespace
}  // namespace vta::bench

int main() {
  vta::bench::run();
  return 0;
}
