// The tokens of compiled networks: enough of them, and not many too many. fsim starts the lowest
// instruction that may start, which is program order, so it cannot see that a token is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <random>

#include "compiler/compiler.h"
#include "compiler/onnx/import.h"
#include "compiler/oracle.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/race_check.h"
#include "tests/compiler/codegen/random_network.h"
#include "tests/compiler/codegen/shuffled_device.h"

namespace vta {
namespace {

using testing::decoded;
using testing::find_races;
using testing::Races;
using testing::TokenPair;

struct Case {
  std::string config, schedule;
  int64_t acc_overlap = 0;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.config << ", " << c.schedule << ", overlap " << c.acc_overlap;
}

CompileResult compile_resnet8(const Case& c) {
  CompileOptions options;
  options.config = named_config(c.config);
  options.config.acc_overlap = c.acc_overlap;
  options.recipe.set("schedule", c.schedule);
  return compile_model(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", options);
}

std::vector<std::vector<Insn>> launches(const Program& program) {
  std::vector<std::vector<Insn>> all;
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step))
      all.push_back(decoded(program, *launch));
  return all;
}

Tensor random_input(const Program& program, std::mt19937_64& random) {
  const ProgramValue& input = program.values[static_cast<size_t>(program.inputs[0])];
  Tensor t = Tensor::zeros(DType::F32, input.shape);
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(testing::pick(random, -300, 300)) / 100.0F;
  return t;
}

RaceLog library_races(const Program& program, const std::vector<Insn>& insns) {
  const auto at = [&](uint64_t address) {
    return address - static_cast<uint64_t>(program.uops_offset);
  };
  RaceCheck check(program.config);
  check.launch(insns, {}, [&](uint64_t address, std::span<std::byte> to) {
    std::copy_n(program.uops.begin() + static_cast<std::ptrdiff_t>(at(address)), to.size(),
                to.begin());
  });
  return check.log();
}

// Outputs of every kernel and of the network, on a device of any order.
void expect_exact(const CompileResult& compiled, std::unique_ptr<Device> device, uint64_t seed) {
  std::mt19937_64 random(seed);
  Executor executor(compiled.program, std::move(device));
  executor.set_input(0, random_input(compiled.program, random));
  Oracle oracle(compiled.quantized, executor);
  testing::run_checked(executor);
  const VerifyReport report = oracle.compare();
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
}

void drop(std::vector<Insn>& insns, const TokenPair& pair) {
  Insn& push = insns[static_cast<size_t>(pair.first)];
  Insn& pop = insns[static_cast<size_t>(pair.second)];
  const bool forward = unit_of(pop) > unit_of(push);
  (forward ? push.push_next : push.push_prev) = 0;
  (forward ? pop.pop_prev : pop.pop_next) = 0;
}

class CompiledStream : public ::testing::TestWithParam<Case> {};

TEST_P(CompiledStream, ItsTokensOrderEveryConflict) {
  const CompileResult compiled = compile_resnet8(GetParam());
  int64_t conflicts = 0;
  for (const std::vector<Insn>& insns : launches(compiled.program)) {
    const Races races = find_races(compiled.program, insns);
    EXPECT_EQ(races.count, 0) << races.first;
    EXPECT_EQ(library_races(compiled.program, insns).count, 0);
    conflicts += races.conflicts;
  }
  EXPECT_GT(conflicts, 1000);  // there was something to order
}

// Without one token pair instructions race, but for the pairs that a later one makes superfluous.
// It also shows that the check above would see a missing token.
TEST_P(CompiledStream, MostTokensCannotBeLeftOut) {
  const CompileResult compiled = compile_resnet8(GetParam());
  std::mt19937_64 random(7);
  int64_t needed = 0, tried = 0;
  for (const std::vector<Insn>& insns : launches(compiled.program)) {
    const std::vector<TokenPair> pairs = testing::token_pairs(insns);
    for (int k = 0; k < 12 && !pairs.empty(); ++k, ++tried) {
      std::vector<Insn> less = insns;
      drop(less, pairs[random() % pairs.size()]);
      needed += find_races(compiled.program, less).count > 0;
    }
  }
  EXPECT_GE(needed * 4, tried * 3) << needed << " of " << tried;
}

// The token bits that an instruction has.
std::vector<int64_t*> token_bits(Insn& n) {
  std::vector<int64_t*> bits;
  for (int64_t* bit : {&n.pop_prev, &n.pop_next, &n.push_prev, &n.push_next})
    if (*bit != 0)
      bits.push_back(bit);
  return bits;
}

// Two checks that share no code, on streams with one token bit too few. What then pops another
// push, or never runs, is for both to find out.
TEST_P(CompiledStream, BothChecksJudgeAStreamWithoutOneTokenBitAlike) {
  constexpr uint64_t kSeed = 11;
  SCOPED_TRACE(kSeed);
  std::mt19937_64 random(kSeed);
  const CompileResult compiled = compile_resnet8(GetParam());
  const std::vector<std::vector<Insn>> all = launches(compiled.program);
  int64_t racy = 0, clean = 0;
  while (racy + clean < 40) {  // of each of five configurations
    std::vector<Insn> less = all[random() % all.size()];
    const size_t at = random() % less.size();
    const std::vector<int64_t*> bits = token_bits(less[at]);
    if (bits.empty())
      continue;
    *bits[random() % bits.size()] = 0;
    const Races races = find_races(compiled.program, less);
    const RaceLog log = library_races(compiled.program, less);
    ASSERT_EQ(log.count > 0, races.count > 0) << "without a token bit of instruction " << at << "\n"
                                              << races.first;
    ++(races.count > 0 ? racy : clean);
  }
  EXPECT_GT(racy, 10);  // a missing push ends in a deadlock, often without a race
  EXPECT_GT(clean, 0);
}

TEST_P(CompiledStream, AnyOrderThatTheTokensAllowGivesTheSameValues) {
  const CompileResult compiled = compile_resnet8(GetParam());
  for (uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    expect_exact(compiled, testing::make_shuffled_device(compiled.program.config, seed), seed);
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, CompiledStream,
                         ::testing::Values(Case{"default", "fast"}, Case{"default", "reference"},
                                           Case{"tiny", "fast"}, Case{"1x32.16", "fast"},
                                           Case{"2x16", "fast"}, Case{"default", "fast", 1},
                                           Case{"1x16.32", "fast", 1}),
                         [](const auto& p) {
                           std::string name = p.param.config + "_" + p.param.schedule +
                                              (p.param.acc_overlap != 0 ? "_overlap" : "");
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// Small scratchpads and uneven shapes: tiles in several slots, relays and NOPs.
TEST(CompiledStreams, RandomNetworksRunInAnyOrder) {
  testing::Features features;
  for (uint64_t seed = 1000; seed < 1030; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    CompileOptions options;
    options.config = testing::random_config(random);
    options.recipe.set("schedule", seed % 3 == 0 ? "reference" : "fast");
    if (seed % 2 == 0)
      options.recipe.set("all_int8", "true");
    options.recipe.set("dense_on_device", "true");
    const CompileResult compiled =
        compile_graph(testing::random_network(random, options.config, features), options);
    for (const std::vector<Insn>& insns : launches(compiled.program)) {
      const Races races = find_races(compiled.program, insns);
      ASSERT_EQ(races.count, 0) << races.first;
    }
    expect_exact(compiled, testing::make_shuffled_device(options.config, seed), seed);
  }
}

}  // namespace
}  // namespace vta
