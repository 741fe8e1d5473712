// What accumulators hold at most, and kernels that rely on it: values of whole launches.
#include "compiler/emit/acc_bounds.h"

#include <gtest/gtest.h>

#include <functional>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/moves.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::pick;
using testing::random_conv;
using testing::random_int8;
using testing::reference_kernel;
using testing::run_chain;
using testing::with_output;

TEST(AccBounds, NothingIsKnownAtFirst) {
  const AccBounds bounds;
  EXPECT_EQ(bounds.largest(0, 1), AccBounds::kUnknown);
}

TEST(AccBounds, TheLastWriterOfEachElementCounts) {
  constexpr uint64_t kSeed = 41;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  constexpr int64_t kElements = 40;
  for (int trial = 0; trial < 300; ++trial) {
    AccBounds bounds;
    std::vector<int64_t> naive(kElements, AccBounds::kUnknown);
    for (int i = 0; i < 20; ++i) {
      const int64_t begin = pick(random, 0, kElements - 1);
      const int64_t end = pick(random, begin, kElements);  // an empty range writes nothing
      const int64_t value = pick(random, -5, 5);
      bounds.write(begin, end, value);
      std::fill(naive.begin() + begin, naive.begin() + end, value);
      const int64_t from = pick(random, 0, kElements - 1);
      const int64_t to = pick(random, from + 1, kElements);
      ASSERT_EQ(bounds.largest(from, to),
                *std::max_element(naive.begin() + from, naive.begin() + to));
    }
  }
}

// An emitter that says nothing of what it writes costs a reset, never a wrong value.
TEST(TaskStream, ForgetsWhatAnyInstructionWrites) {
  const VtaConfig config = named_config("default");
  StreamBuilder builder(config);
  std::vector<TileTask> spare;
  TaskMerger merger(TaskMerger::Order::AsItComes, config, builder, spare);
  TaskStream stream(config, merger);
  const auto forgets = [&](int64_t begin, int64_t end, const std::function<void()>& emit) {
    stream.holds_at_most(5, 0, 64);
    EXPECT_EQ(stream.largest(begin, end), 5);
    emit();
    EXPECT_EQ(stream.largest(begin, end), AccBounds::kUnknown);
    if (begin > 0) {
      EXPECT_EQ(stream.largest(0, begin), 5);
    }
    EXPECT_EQ(stream.largest(end, 64), 5);
  };
  const AccTile tile{16, 2, 4, 1};
  forgets(16, 24, [&] { emit_reset(stream, 16, 2, 4); });
  forgets(16, 24, [&] { emit_alu_imm(stream, AluOp::Min, 3, tile); });
  forgets(16, 24, [&] { emit_alu_tensor(stream, AluOp::Max, tile, 32); });
  forgets(16, 24, [&] { emit_alu_channel(stream, AluOp::Add, tile, {.base = 40}); });
  forgets(0, 8, [&] { load_constants(stream, {MemoryType::Acc, 0, 0, 2, 4, 4}); });
  forgets(8, 16, [&] { load_rows(stream, {MemoryType::Acc8, 8, 0, 1, 8, 8}, config); });
  stream.holds_at_most(5, 0, 64);
  store_rows(stream, {MemoryType::Out, 0, 0, 1, 8, 8}, config);  // reads ACC
  EXPECT_EQ(stream.largest(0, 64), 5);
}

// Biases of every size and shifts from 0, so that lifts differ, are impossible, or leave more in a
// slot than the next kernel's vector.
Kernel odd_conv(std::mt19937_64& random, const ConvGeometry& g) {
  Kernel k = random_conv(random, g, false);
  const int64_t shift = pick(random, 0, 14);
  k.steps = {testing::channel_step(AluOp::Add, random, g.oc, int64_t{1} << pick(random, 0, 22)),
             imm_step(AluOp::Shr, shift)};
  if (pick(random, 0, 3) == 0)
    k.steps[0] = imm_step(AluOp::Add, pick(random, 1, 20000));
  if (pick(random, 0, 1) == 0)
    k.steps.push_back(imm_step(AluOp::Max, 0));
  k.steps.push_back(imm_step(AluOp::Min, 127));
  k.steps.push_back(imm_step(AluOp::Max, -127));
  return k;
}

Kernel element_wise(std::mt19937_64& random, ConvGeometry g) {
  Kernel k;
  k.kind = Kernel::Kind::Alu;
  k.name = "alu";
  k.conv = g;
  k.inputs.resize(1);
  k.inputs[0].shift_left = pick(random, 0, 20);
  k.steps = {testing::channel_step(AluOp::Add, random, g.oc, 100),
             imm_step(AluOp::Shr, k.inputs[0].shift_left), imm_step(AluOp::Min, 127),
             imm_step(AluOp::Max, -127)};
  return k;
}

std::vector<Kernel> random_kernels(std::mt19937_64& random) {
  std::vector<Kernel> kernels;
  ConvGeometry g;
  g.n = pick(random, 1, 3);
  g.oc = pick(random, 1, 70);
  g.oh = pick(random, 1, 14);
  g.ow = pick(random, 1, 14);
  for (int i = 0; i < 5; ++i) {
    if (i > 0 && pick(random, 0, 3) == 0) {
      kernels.push_back(element_wise(random, g));
      continue;
    }
    ConvGeometry next{g.n, g.oc, g.oh, g.ow, pick(random, 1, 70), 0, 0, 1, 1};
    next.kh = next.kw = 1 + 2 * pick(random, 0, 1);
    next.pad_top = next.pad_left = next.pad_bottom = next.pad_right = next.kh / 2;
    g = with_output(next);
    kernels.push_back(odd_conv(random, g));
  }
  return kernels;
}

class KernelChain : public ::testing::TestWithParam<const char*> {};

TEST_P(KernelChain, EqualsPlainLoopsWhateverSlotsHeld) {
  for (uint64_t seed = 6000; seed < 6025; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const VtaConfig config = std::string_view(GetParam()) == "random"
                                 ? testing::random_config(random)
                                 : named_config(GetParam());
    const std::vector<Kernel> kernels = random_kernels(random);
    const ConvGeometry& g = kernels.front().conv;
    const Tensor input = random_int8(random, {g.n, g.ic, g.ih, g.iw});
    Tensor expected = input;
    for (const Kernel& kernel : kernels)
      expected = reference_kernel(kernel, {expected});
    const Tensor got = run_chain(kernels, input, "fast", config).output;
    const auto e = expected.data<int8_t>(), o = got.data<int8_t>();
    ASSERT_TRUE(std::equal(e.begin(), e.end(), o.begin(), o.end()));
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, KernelChain,
                         ::testing::Values("default", "tiny", "1x8", "1x64", "2x16", "4x16",
                                           "1x32.16", "1x16.32", "random"),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// GEMM instructions of a chain of equal layers: 1x1, so that each tile has one, and its resets.
int64_t gemms_of_three(int32_t bias, int64_t shift, const std::string& schedule) {
  std::mt19937_64 random(42);
  const ConvGeometry g = with_output({1, 16, 64, 64, 16, 0, 0, 1, 1});
  Kernel k = random_conv(random, g, true);
  k.steps[0].channel = Tensor::from_span<int32_t>({16}, std::vector<int32_t>(16, bias));
  k.steps[2].imm = int64_t{1} << (shift - 1);
  k.steps[3].imm = shift;
  const Tensor input = random_int8(random, {1, 16, 64, 64});
  return run_chain({k, k, k}, input, schedule, named_config("default"))
      .stats.counters.insn_count[static_cast<size_t>(Opcode::Gemm)];
}

TEST(KernelChains, OnlyUnknownAccumulatorsAreReset) {
  // A bias too far below zero for any lift: every tile is reset.
  const int64_t reset = gemms_of_three(-40000, 1, "fast");
  const int64_t lifted = gemms_of_three(-100, 8, "fast");
  const int64_t tiles = reset / 2;
  EXPECT_GT(tiles, 6);
  EXPECT_GE(lifted, tiles + 1);  // the launch's first
  EXPECT_LE(lifted, tiles + 6);  // at most both slots of each kernel
}

}  // namespace
}  // namespace vta
