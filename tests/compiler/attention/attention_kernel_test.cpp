// Kernels of attention against the interpreter, their bound against what they take.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/round.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/attention/areas.h"
#include "compiler/kernels/attention/kind.h"
#include "compiler/kernels/attention/work.h"
#include "compiler/kernels/conv/tile_memo.h"
#include "config/memory_preset.h"
#include "runtime/bound.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta {
namespace {

using testing::compile_lowered;
using testing::lowered_kernel;
using testing::run_kernel;

Attrs attrs_of(const AttentionForm& f) {
  return {{"batch", f.batch},
          {"num_heads", f.heads},
          {"kv_heads", f.kv_heads},
          {"causal", f.causal},
          {"fraction", int64_t{f.fraction}},
          {"exp", std::string(f.power == PowerForm::Exp2 ? "exp2" : "steps")},
          {"shift", int64_t{f.shift}}};
}

std::string text_of(const AttentionForm& f) {
  return fmt::format(
      "batch {} heads {}/{} tokens {}/{} d {}/{} causal {} fraction {} shift {} exp2 {}", f.batch,
      f.heads, f.kv_heads, f.queries, f.keys, f.depth, f.value_depth, f.causal, f.fraction, f.shift,
      f.power == PowerForm::Exp2);
}

// Queries smaller than they can be, so that many weights are above 0.
constexpr int kQueries = 60;
std::vector<Tensor> random_qkv(const AttentionForm& f, uint64_t seed, int queries = kQueries) {
  std::mt19937_64 rng(seed);
  const auto rows = [&](int64_t n, int64_t c, int least, int most) {
    Tensor t = Tensor::zeros(DType::I8, {n, c});
    std::uniform_int_distribution<int> d(least, most);
    for (int8_t& x : t.mutable_data<int8_t>())
      x = static_cast<int8_t>(d(rng));
    return t;
  };
  return {rows(f.batch * f.queries, f.heads * f.depth, -queries, queries),
          rows(f.batch * f.keys, f.kv_heads * f.depth, -128, 127),
          rows(f.batch * f.keys, f.kv_heads * f.value_depth, -128, 127)};
}

// (N, C) as (1, C, 1, N), as the accelerator has rows, and back.
Tensor as_pixels(const Tensor& rows) {
  const Tensor turned = evaluate_op("transpose", {}, std::vector{rows}).front();
  return turned.reshaped({1, rows.shape()[1], 1, rows.shape()[0]});
}
Tensor as_rows(const Tensor& pixels) {
  const Tensor turned = pixels.reshaped({pixels.shape()[1], pixels.shape()[3]});
  return evaluate_op("transpose", {}, std::vector{turned}).front();
}

Kernel kernel_of(const AttentionForm& f) {
  Kernel k;
  k.kind = Kernel::Kind::Attention;
  k.name = "attention_0";
  k.attention = f;
  ConvGeometry& g = k.conv;
  g.ic = f.heads * f.depth, g.oc = f.heads * f.value_depth;
  g.ow = g.iw = f.batch * f.queries;
  return k;
}

VtaConfig machine(std::string_view name, int64_t overlap = 0) {
  VtaConfig config = named_config(name);
  config.isa_ext = all_extensions();
  config.acc_overlap = overlap;
  return config;
}

void expect_equal(const Tensor& wanted, const Tensor& got) {
  ASSERT_EQ(wanted.shape(), got.shape());
  for (int64_t i = 0; i < wanted.size(); ++i)
    ASSERT_EQ(int{wanted.data<int8_t>()[static_cast<size_t>(i)]},
              int{got.data<int8_t>()[static_cast<size_t>(i)]})
        << "row " << i / wanted.shape()[1] << " channel " << i % wanted.shape()[1];
}

void expect_interpreters(const AttentionForm& f, const VtaConfig& config, uint64_t seed,
                         const char* schedule = "fast", int queries = kQueries) {
  SCOPED_TRACE(fmt::format("{} overlap {} seed {}", text_of(f), config.acc_overlap, seed));
  const std::vector<Tensor> qkv = random_qkv(f, seed, queries);
  std::vector<Tensor> pixels;
  for (const Tensor& t : qkv)
    pixels.push_back(as_pixels(t));
  const Tensor wanted = evaluate_op("qnn.attention", attrs_of(f), qkv).front();
  const auto run = run_kernel(kernel_of(f), pixels, schedule, config);
  expect_equal(wanted, as_rows(run.output));
  const LeastWork least = least_attention_work(f, config);
  EXPECT_LE(least.gemm_steps, run.stats.counters.gemm_counter);
  EXPECT_LE(least.imm_steps + least.vector_steps, run.stats.counters.alu_counter);
}

AttentionForm form(int64_t queries, int64_t keys, int64_t depth, int64_t heads = 1) {
  AttentionForm f;
  f.heads = f.kv_heads = heads;
  f.queries = queries;
  f.keys = keys;
  f.depth = f.value_depth = depth;
  f.fraction = 12;
  f.shift = 20;
  return f;
}

// `tokens` at most, `blocks` of channels of a block.
AttentionForm random_form(std::mt19937_64& rng, int64_t tokens, int64_t block, int64_t blocks) {
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(rng);
  };
  AttentionForm f = form(pick(1, tokens), pick(1, tokens), block * pick(1, blocks));
  f.kv_heads = pick(1, 2);
  f.heads = f.kv_heads * pick(1, 4);
  if (f.heads * f.queries * f.keys > 150000)
    f.heads = f.kv_heads;
  f.batch = pick(1, 2);
  f.value_depth = block * pick(1, blocks);
  f.causal = pick(0, 3) == 0;
  f.fraction = static_cast<int>(pick(1, 15));
  f.shift = static_cast<int>(pick(16, 26));
  f.power = pick(0, 1) == 0 ? PowerForm::Steps : PowerForm::Exp2;
  if (f.causal)
    f.keys = std::max(f.keys, f.queries);
  return f;
}

TEST(AttentionKernel, OneHeadOfOneBlock) {
  expect_interpreters(form(16, 16, 16), machine("default"), 1);
}

TEST(AttentionKernel, BlocksThatAreNotFull) {
  for (const int64_t tokens : {1, 5, 17, 33, 65})
    expect_interpreters(form(tokens, tokens, 32), machine("default"), 2);
}

TEST(AttentionKernel, CausalRows) {
  for (const int64_t tokens : {1, 16, 17, 40}) {
    AttentionForm f = form(tokens, tokens + 3, 16, 2);
    f.causal = true;
    expect_interpreters(f, machine("default"), 3);
  }
}

TEST(AttentionKernel, PowersByTheInstruction) {
  for (const int64_t tokens : {1, 17, 65})
    for (const int fraction : {1, 12, 13, 15}) {
      AttentionForm f = form(tokens, tokens, 16, 2);
      f.power = PowerForm::Exp2;
      f.fraction = fraction;
      expect_interpreters(f, machine("default"), 8);
    }
}

// Blocks that are computed together; of the last run and of its last block some are missing.
TEST(AttentionKernel, RunsOfSeveralBlocks) {
  for (const int64_t overlap : {0, 1})
    for (const PowerForm power : {PowerForm::Steps, PowerForm::Exp2}) {
      AttentionForm f = form(65, 70, 16, 4);
      f.value_depth = 32;
      f.kv_heads = 2;
      f.power = power;
      LayerId layer;
      layer.attention = f;
      const VtaConfig config = machine("default", overlap);
      TileMemo memo;
      EXPECT_EQ(std::get<AttentionTiles>(kAttention.search(layer, config, memo)),
                (AttentionTiles{.threads = 2, .blocks = 2}));
      expect_interpreters(f, config, 7);
    }
}

// Equal weights of 600 keys: their sum has more than 16 bits.
TEST(AttentionKernel, SumsOfManyEqualWeights) {
  expect_interpreters(form(5, 600, 16), machine("default"), 6, "fast", 0);
  expect_interpreters(form(5, 500, 16), machine("default"), 6, "fast", 1);
}

TEST(AttentionAreas, NameTheScratchpadThatIsTooSmall) {
  const VtaConfig config = machine("default");
  const auto problem = [&](AttentionForm f, int64_t values, int64_t threads) {
    f.value_depth = values;
    return AttentionAreas(f, {.threads = threads}, config).problem(config);
  };
  EXPECT_EQ(problem(form(16, 300, 96), 96, 2), "");
  EXPECT_EQ(problem(form(16, 300, 16), 112, 1),
            "a head of 300 keys with 1 thread needs 2145 elements of INP, the scratchpad has 2048");
  EXPECT_EQ(problem(form(16, 300, 112), 16, 1),
            "a head of 300 keys with 1 thread needs 2117 elements of INP, the scratchpad has 2048");
  EXPECT_NE(problem(form(16, 600, 16), 16, 2), "");
  EXPECT_EQ(problem(form(16, 600, 16), 16, 1), "");
}

// One area, where two would not fit, and other blocks.
TEST(AttentionKernel, OtherMachines) {
  expect_interpreters(form(40, 40, 8, 2), machine("1x8"), 4);
  expect_interpreters(form(40, 70, 64, 2), machine("1x32"), 4);
  expect_interpreters(form(20, 500, 16), machine("default"), 4);
  expect_interpreters(form(40, 40, 16), machine("default"), 4, "reference");
}

TEST(AttentionKernel, EqualsTheInterpreterForRandomForms) {
  std::mt19937_64 rng(11);
  for (uint64_t i = 0; i < 40; ++i) {
    expect_interpreters(random_form(rng, 300, 16, 6),
                        machine("default", static_cast<int64_t>(i % 2)), i);
    if (HasFatalFailure())
      return;
  }
}

// The bound holds, and takes no more than what the kernel does.
TEST(AttentionKernel, TakesAtLeastItsBound) {
  std::mt19937_64 rng(12);
  for (uint64_t i = 0; i < 12; ++i) {
    const AttentionForm f = random_form(rng, 100, 16, 3);
    SCOPED_TRACE(text_of(f));
    const VtaConfig config = machine("default", static_cast<int64_t>(i % 2));
    std::vector<Tensor> pixels;
    for (const Tensor& t : random_qkv(f, i))
      pixels.push_back(as_pixels(t));
    const Program program = compile_lowered(lowered_kernel(kernel_of(f), pixels), "fast", config);
    const RunStats run = run_launches(program, make_device("csim", config));
    const ProgramKernel& kernel = program.kernels.front();
    ASSERT_TRUE(run.timing);
    EXPECT_LE(kernel_roofline(config, kernel)->cycles, run.timing->cycles);
    EXPECT_LE(kernel_bound(program, kernel, run.counters).cycles(), run.timing->cycles);
  }
}

// Cycles beside the steps, for people, with VTA_PRINT.
TEST(AttentionKernel, PrintsDeitTiny) {
  if (std::getenv("VTA_PRINT") == nullptr)
    GTEST_SKIP();
  for (const int64_t overlap : {0, 1}) {
    const VtaConfig config = apply_memory(machine("default", overlap), "ideal8");
    const AttentionForm f = form(197, 197, 64, 3);
    std::vector<Tensor> pixels;
    for (const Tensor& t : random_qkv(f, 5))
      pixels.push_back(as_pixels(t));
    const Program program = compile_lowered(lowered_kernel(kernel_of(f), pixels), "fast", config);
    const RunStats run = run_launches(program, make_device("csim", config));
    const LeastWork least = least_attention_work(f, config);
    fmt::print("overlap {}: {} cycles, {} GEMM steps ({} least), {} ALU steps ({} least)\n",
               overlap, run.timing->cycles, run.counters.gemm_counter, least.gemm_steps,
               run.counters.alu_counter, least.imm_steps + least.vector_steps);
    for (int u = 0; u < kNumTimedUnits; ++u)
      for (int s = 0; s < kNumUnitStates; ++s)
        fmt::print("  {} {} {}\n", timed_unit_name(static_cast<TimedUnit>(u)),
                   unit_state_name(static_cast<UnitState>(s)),
                   run.timing->units[static_cast<size_t>(u)][static_cast<size_t>(s)]);
  }
}

}  // namespace
}  // namespace vta
