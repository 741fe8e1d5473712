// Streams with work for both halves of ACC (hw/rtl/compute/overlap.md): how much time they save,
// and that values are those of a machine without halves.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/cosim/bench.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/program_text.h"
#include "sim/factory/device_factory.h"

namespace vta::cosim {
namespace {

constexpr int kTiles = 60;

// Tiles of 200 GEMM steps, each in the half that the one before it is not in. Behind the next
// tile's GEMM follows the ALU work of this one, in `operations` equal parts.
std::string alternating(int overlap, int operations, int alu_steps) {
  VtaConfig config = named_config("default");
  config.acc_overlap = overlap;
  std::string json = config.identity_json();
  std::erase(json, '\n');
  std::string text = fmt::format(".config {}\n", json) +
                     ".memory read=0 write=0 gap=0 outstanding=16 burst=16\n"
                     ".base uop=0x1000 inp=0x20000 wgt=0x20000 acc=0x20000 out=0x80000\n"
                     ".stream 0x10000\n.uops 0x1000\n.random 0x20000 262144 77\n"
                     "uop dst=0 src=0 wgt=0\nuop dst=1024 src=0 wgt=0\n"
                     "load uop y_size=1 x_size=2 x_stride=2\n"
                     "load inp y_size=1 x_size=20 x_stride=20 push_next\n"
                     "load wgt y_size=1 x_size=10 x_stride=10 push_next\n"
                     "load acc y_size=2 x_size=1024 x_stride=1024 pop_prev\n"
                     "gemm reset uop_bgn=0 uop_end=0 pop_prev\n";
  const auto alu = [&](int tile) {
    const int half = tile % 2;
    for (int k = 0; k < operations; ++k)
      text += fmt::format(
          "alu {} use_imm imm={} uop_bgn={} uop_end={} iter_out={} iter_in=10 dst_out=10 "
          "dst_in=1\n",
          k % 2 == 0 ? "add" : "max", 3 - k, half, half + 1, alu_steps / 10 / operations);
  };
  for (int tile = 0; tile < kTiles; ++tile) {
    text += fmt::format(
        "gemm uop_bgn={0} uop_end={1} iter_out=20 iter_in=10 dst_out=10 dst_in=1 src_out=1 "
        "wgt_in=1\n",
        tile % 2, tile % 2 + 1);
    if (tile > 0)
      alu(tile - 1);
  }
  alu(kTiles - 1);
  return text +
         "alu add use_imm imm=0 uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 push_next\n"
         "store out y_size=2 x_size=1024 x_stride=1024 pop_prev\nfinish\n";
}

std::unique_ptr<Device> make_backend(const std::string& name, const VtaConfig& config,
                                     int64_t bytes) {
  return make_device(name, config, {.memory_bytes = bytes});
}

// Of the part between the loads and the STORE; all backends agree on the whole.
int64_t cycles_of(int overlap, int operations, int alu_steps) {
  Bench bench({"fsim", "csim"}, make_backend);
  const TestProgram program =
      parse_program(alternating(overlap, operations, alu_steps), "alternating");
  const Verdict verdict = bench.run(program);
  EXPECT_FALSE(verdict.difference) << verdict.difference->text;
  const std::vector<int64_t>& done = verdict.detailed().completion;
  return done[done.size() - 3] - done[4];
}

TEST(TwoPipes, AluWorkOfOneHalfCostsNothingBesideTheGemmOfTheOther) {
  constexpr int kAluSteps = 170;  // of 200
  EXPECT_LE(cycles_of(1, 1, kAluSteps), cycles_of(1, 0, 0) * 105 / 100);
  EXPECT_GE(cycles_of(0, 1, kAluSteps), cycles_of(0, 0, 0) * 17 / 10);
}

TEST(TwoPipes, AChainOfOperationsToo) {
  constexpr int kAluSteps = 160;  // four of 40, and four drains
  EXPECT_LE(cycles_of(1, 4, kAluSteps), cycles_of(1, 0, 0) * 105 / 100);
  EXPECT_GE(cycles_of(0, 4, kAluSteps), cycles_of(0, 0, 0) * 17 / 10);
}

// Half of all random programs for such a machine, and more, have hazards between the halves.
TEST(TwoPipes, RandomStreamsHaveTheValuesOfOneInstructionAtATime) {
  constexpr int64_t kStreams = 500;
  const VtaConfig config = load_config(VTA_SOURCE_DIR "/tests/data/configs/overlap.json");
  Bench bench({"fsim", "csim"}, make_backend);
  for (int64_t i = 0; i < kStreams; ++i) {
    const auto difference =
        bench.run(generate_program(config, MemoryChoice::Mixed, 4, i)).difference;
    ASSERT_FALSE(difference) << "program " << i << " of seed 4: " << difference->text;
  }
}

}  // namespace
}  // namespace vta::cosim
