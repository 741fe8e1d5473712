#include "explore/evaluate/evaluator.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <set>

#include "base/error.h"
#include "config/alu_ops.h"
#include "config/memory_preset.h"
#include "explore/evaluate/point_compiler.h"
#include "explore/sweep/outcome_bytes.h"
#include "sim/factory/device_factory.h"
#include "tests/explore/evaluate/whole_run.h"

namespace vta::explore {
namespace {

using testing::digits;
using ::testing::HasSubstr;
using testing::odd_network;
using testing::resnet18;
using testing::whole_program;
using testing::whole_run;

struct Case {
  NetworkSpec network;
  VtaConfig config;
  std::string schedule = "fast";
  int64_t images = 1;
};

VtaConfig config_of(std::string_view name, std::string_view memory) {
  return apply_memory(named_config(name), memory);
}

// Unequal blocks, all buses, BATCH above and below the number of images.
std::vector<Case> digit_cases() {
  return {{digits(), config_of("default", "ddr,bus=16")},
          {digits(), config_of("default", "delay16"), "reference"},
          {digits(), config_of("tiny", "ideal8")},
          {digits(), config_of("2x16", "bus=32,read=60"), "fast", 3},
          {digits(), config_of("1x32.16", "bus=16"), "fast", 2},
          {digits(), config_of("1x16.32", "bus=64,read=5,gap=0"), "reference", 4},
          {digits(), config_of("1x8", "bus=8"), "fast", 4}};
}

std::vector<Case> odd_cases() {
  return {{odd_network(), config_of("default", "ddr,bus=16")},
          {odd_network(), config_of("tiny", "ideal8"), "reference"},
          {odd_network(), config_of("1x32.16", "bus=32")},
          {odd_network(), config_of("1x16.32", "bus=8")}};
}

std::vector<Case> resnet_cases() {
  return {{resnet18(), config_of("default", "ddr,bus=16")},
          {resnet18(), config_of("default", "ideal8"), "reference", 2},
          {resnet18(), config_of("1x32", "bus=64,read=100"), "fast", 4}};
}

PointSpec point_of(const Case& c) {
  return {c.config, c.network.name, c.images, c.schedule};
}

std::string text_of(const Outcome& outcome) {
  if (const auto* failed = std::get_if<Failed>(&outcome))
    return "failed: " + failed->reason;
  if (const auto* excluded = std::get_if<Uncompilable>(&outcome))
    return "uncompilable: " + excluded->reason;
  return "a result";
}

void expect_equal(const PointResult& got, const PointResult& want) {
  EXPECT_EQ(got.counters, want.counters);
  EXPECT_EQ(got.timing, want.timing);
  EXPECT_EQ(got.layers, want.layers);
  EXPECT_EQ(got, want);
}

// Every instruction and micro-op, and every place that they speak of.
void expect_same_code(const Program& lean, const Program& whole) {
  EXPECT_EQ(lean.insns, whole.insns);
  EXPECT_EQ(lean.uops, whole.uops);
  EXPECT_EQ(lean.arena_bytes, whole.arena_bytes);
  EXPECT_EQ(lean.constants_offset, whole.constants_offset);
  EXPECT_EQ(lean.uops_offset, whole.uops_offset);
  EXPECT_EQ(lean.insns_offset, whole.insns_offset);
  EXPECT_FALSE(whole.constants.empty());
  EXPECT_TRUE(lean.constants.empty());
}

// Of one network. Its results and its code are those of programs that are compiled whole, from the
// model file, and run through the executor.
void expect_whole_runs(const std::vector<Case>& cases, bool values) {
  const std::vector<NetworkSpec> networks = {cases.front().network};
  Evaluator evaluator(networks);
  PointCompiler compiler(networks);
  for (const Case& c : cases) {
    SCOPED_TRACE(
        fmt::format("{} {} {} x{}", c.network.name, c.config.name(), c.schedule, c.images));
    const Outcome outcome = evaluator.evaluate(point_of(c));
    ASSERT_TRUE(std::holds_alternative<PointResult>(outcome)) << text_of(outcome);
    const PointResult& result = std::get<PointResult>(outcome);
    EXPECT_GT(result.timing.cycles, 0);
    EXPECT_FALSE(result.layers.empty());
    const Program whole = whole_program(c.network, point_of(c));
    expect_same_code(compiler.compile(point_of(c)), whole);
    expect_equal(result, whole_run(whole, values));
  }
}

TEST(Evaluator, CodeAndResultsAreThoseOfARunWithValues) {
  expect_whole_runs(digit_cases(), true);
}

TEST(Evaluator, SeventeenChannelsAndWideImagesAreThoseOfARunWithValues) {
  expect_whole_runs(odd_cases(), true);
}

TEST(Evaluator, CodeAndResultsOfResNet18AreThoseOfAWholeProgram) {
  expect_whole_runs(resnet_cases(), false);
}

TEST(Evaluator, PointsThatDifferInTheMemoryShareTheirProgram) {
  const std::vector<NetworkSpec> networks = {digits()};
  Evaluator evaluator(networks);
  for (const char* memory : {"read=16", "read=64,write=1", "gap=3,outstanding=2,burst=4"}) {
    const PointSpec point = {config_of("default", memory), "digits", 1, "fast"};
    const Outcome outcome = evaluator.evaluate(point);
    ASSERT_TRUE(std::holds_alternative<PointResult>(outcome)) << text_of(outcome);
    expect_equal(std::get<PointResult>(outcome), whole_run(whole_program(digits(), point), false));
  }
  EXPECT_EQ(evaluator.times().points, 3);
  EXPECT_EQ(evaluator.times().compilations, 1);
}

// The bus says which windows are worth gathering, and nothing else of the kernels.
TEST(Evaluator, BusesShareKernelsWhereTheyGatherTheSame) {
  const std::vector<NetworkSpec> networks = {odd_network()};
  PointCompiler compiler(networks);
  std::set<int64_t> host_operators;
  for (const char* memory : {"bus=16", "bus=8", "bus=64", "bus=8", "bus=32"}) {
    const PointSpec point = {config_of("1x64", memory), "odd", 1, "fast"};
    const Program whole = whole_program(odd_network(), point);
    expect_same_code(compiler.compile(point), whole);
    host_operators.insert(whole.host_ops);
  }
  EXPECT_EQ(host_operators.size(), 2U) << "windows are gathered for some buses";
}

// Whatever was evaluated before: nothing that is kept between points may show.
TEST(Evaluator, SettingsOfTheCompilerGiveTheCodeOfAWholeCompilation) {
  NetworkSpec set = digits();
  set.name = "set";
  set.recipe.set("residual", "int8");
  const std::vector<NetworkSpec> networks = {digits(), set};
  PointCompiler compiler(networks, {.quantizations = {"global,residual=int8"}});
  const VtaConfig config = config_of("default", "ideal8");
  const PointSpec plain{.config = config, .network = networks[0].name};
  PointSpec chosen = plain, own = plain;
  chosen.quantization = "global,residual=int8";
  own.network = "set";
  const Program without = whole_program(networks[0], plain);
  const Program with = whole_program(networks[0], chosen);
  EXPECT_NE(without.insns, with.insns);
  expect_same_code(compiler.compile(chosen), with);
  expect_same_code(compiler.compile(own), with);
  expect_same_code(compiler.compile(plain), without);
  EXPECT_NE(compiler.values_key(own), compiler.values_key(plain));
}

// Attention has other weights with EXP2, so that its accuracy is measured again.
TEST(Evaluator, ExtensionsThatChangeAttentionsValuesChangeTheKey) {
  NetworkSpec vit = digits();
  vit.name = "vit";
  vit.model = VTA_SOURCE_DIR "/tests/data/digits_vit.onnx";
  vit.recipe.set("all_int8", "true");
  const std::vector<NetworkSpec> networks = {digits(), vit};
  PointCompiler compiler(networks);
  PointSpec steps{.config = config_of("default", "ideal8"), .network = "vit"};
  steps.config.isa_ext = 1;
  PointSpec exp2 = steps, other_network = steps;
  exp2.config.isa_ext |= static_cast<int64_t>(Extension::Exp2);
  EXPECT_NE(compiler.values_key(steps), compiler.values_key(exp2));
  expect_same_code(compiler.compile(exp2), whole_program(vit, exp2));
  other_network.network = networks[0].name;
  exp2.network = networks[0].name;
  EXPECT_EQ(compiler.values_key(other_network), compiler.values_key(exp2));
}

TEST(Evaluator, ASettingThatAScheduleCannotHaveMakesThePointUncompilable) {
  Evaluator evaluator({digits()});
  PointSpec point{.config = config_of("default", "ideal8"), .network = digits().name};
  point.schedule = "reference";
  point.quantization = "global,residual=int32";
  const Outcome outcome = evaluator.evaluate(point);
  EXPECT_THAT(text_of(outcome), HasSubstr("uncompilable: schedule 'reference' adds clipped int8"));
}

TEST(Evaluator, ResultsDoNotDependOnTheOrderOfPoints) {
  const std::vector<NetworkSpec> networks = {digits(), odd_network()};
  std::vector<PointSpec> points;
  for (const auto& cases : {digit_cases(), odd_cases()})
    for (const Case& c : cases)
      points.push_back(point_of(c));
  Evaluator forwards(networks), backwards(networks);
  std::vector<Outcome> first, second;
  for (size_t i = 0; i < points.size(); ++i) {
    first.push_back(forwards.evaluate(points[i]));
    second.insert(second.begin(), backwards.evaluate(points[points.size() - 1 - i]));
  }
  EXPECT_EQ(first, second);
}

// As a confirmation does it: cycles of a model with values, though no constant is there.
TEST(Evaluator, AnotherDeviceFindsTheSame) {
  const std::vector<NetworkSpec> networks = {digits()};
  Evaluator evaluator(networks);
  const PointSpec point = {config_of("2x16", "ddr,bus=16"), "digits", 2, "fast"};
  const PointResult with_values =
      evaluator.result_on(point, [](const VtaConfig& config, int64_t bytes) {
        DeviceOptions options;
        options.memory_bytes = bytes;
        return make_device("csim", config, options);
      });
  EXPECT_EQ(evaluator.evaluate(point), Outcome(with_values));
  const auto untimed = [](const VtaConfig& config, int64_t) { return make_device("fsim", config); };
  EXPECT_EQ(evaluator.result_on(point, untimed).counters, with_values.counters);
  EXPECT_THROW(evaluator.result_on({named_config("default"), "alexnet", 1, "fast"}, untimed),
               UsageError);
}

TEST(Evaluator, WorkersShareWhatWasPreparedBeforeTheFork) {
  const std::vector<NetworkSpec> networks = {digits()};
  Evaluator evaluator(networks);
  evaluator.prepare({2});
  const PointSpec point = {named_config("default"), "digits", 2, "fast"};
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t worker = ::fork();
  ASSERT_GE(worker, 0);
  if (worker == 0) {
    const std::string bytes = to_bytes(evaluator.evaluate(point));
    const bool sent = ::write(ends[1], bytes.data(), bytes.size()) == std::ssize(bytes);
    ::_exit(sent ? 0 : 1);
  }
  ::close(ends[1]);
  std::string bytes;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    bytes.append(buffer.data(), static_cast<size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ASSERT_EQ(::waitpid(worker, &status, 0), worker);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(from_bytes<Outcome>(bytes, "worker"), evaluator.evaluate(point));
}

// A layer that went to the host would make the point look fast.
TEST(Evaluator, AKernelThatFitsNowhereMakesThePointUncompilable) {
  VtaConfig config = named_config("1x32.16");
  config.log_acc_buff_size = 7;
  const std::vector<NetworkSpec> networks = {digits()};
  Evaluator evaluator(networks);
  const Outcome outcome = evaluator.evaluate({config, "digits", 1, "fast"});
  ASSERT_TRUE(std::holds_alternative<Uncompilable>(outcome)) << text_of(outcome);
  // The first layers have one element of 16 channels, which fits; 32 channels are two.
  EXPECT_THAT(text_of(outcome), HasSubstr("uncompilable: conv2d_"));
  EXPECT_THAT(text_of(outcome), HasSubstr("not even its smallest tile fits 1x32.16_i8w8a32"));
  // And the next point is not harmed.
  const PointSpec fine = {named_config("default"), "digits", 1, "fast"};
  EXPECT_TRUE(std::holds_alternative<PointResult>(evaluator.evaluate(fine)));
}

TEST(Evaluator, OtherErrorsAreFailures) {
  const std::vector<NetworkSpec> networks = {digits(), odd_network()};
  Evaluator evaluator(networks);
  EXPECT_THAT(text_of(evaluator.evaluate({named_config("default"), "alexnet", 1, "fast"})),
              HasSubstr("failed: unknown network 'alexnet': known are digits, odd"));
  EXPECT_THAT(text_of(evaluator.evaluate({named_config("default"), "digits", 1, "slow"})),
              HasSubstr("failed: unknown schedule 'slow'"));
  EXPECT_EQ(text_of(evaluator.evaluate({named_config("default"), "odd", 2, "fast"})),
            "failed: network 'odd': input 'data' is (1, 17, 9, 225), which does not suit 2 images");
  VtaConfig illegal = named_config("default");
  illegal.log_bus_width = 2;
  EXPECT_THAT(text_of(evaluator.evaluate({illegal, "digits", 1, "fast"})), HasSubstr("failed: "));
}

TEST(Evaluator, SaysWhatItHasPrepared) {
  const std::vector<NetworkSpec> networks = {digits(), odd_network()};
  Evaluator evaluator(networks);
  evaluator.prepare({1});
  const std::vector<NetworkInfo> infos = evaluator.infos();
  ASSERT_EQ(infos.size(), 2U);
  EXPECT_EQ(infos[0].name, "digits");
  EXPECT_THAT(infos[0].model, HasSubstr("digits_resnet8.onnx"));
  EXPECT_EQ(infos[0].hash.size(), 16U);
  EXPECT_NE(infos[0].hash, infos[1].hash);
  EXPECT_EQ(infos[0].quantization, "global, scale 8");
}

std::string refusal(const std::vector<NetworkSpec>& networks) {
  try {
    const Evaluator evaluator(networks);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(Evaluator, ImpossibleNetworksAreRefused) {
  const NetworkSpec good = {.name = "a", .zoo = "alexnet"};
  EXPECT_EQ(refusal({}), "no network to evaluate is given");
  EXPECT_EQ(refusal({{.zoo = "alexnet"}}), "a network has no name");
  EXPECT_EQ(refusal({good, good}), "two networks are called 'a'");
  EXPECT_EQ(refusal({{.name = "a"}}), "network 'a': give either zoo or model");
  EXPECT_EQ(refusal({{.name = "a", .zoo = "x", .model = "y"}}),
            "network 'a': give either zoo or model");
}

TEST(Evaluator, AModelOfOtherImagesIsRefused) {
  const std::vector<NetworkSpec> networks = {odd_network()};
  Evaluator evaluator(networks);
  try {
    evaluator.prepare({1, 4});
    FAIL() << "nothing was refused";
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "network 'odd': input 'data' is (1, 17, 9, 225), which does not suit 4 images");
  }
}

TEST(Evaluator, AModelThatIsNotThereIsNamed) {
  const std::vector<NetworkSpec> networks = {{.name = "a", .model = "nowhere.onnx"}};
  Evaluator evaluator(networks);
  try {
    evaluator.prepare({1});
    FAIL() << "nothing was refused";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("nowhere.onnx"));
  }
}

}  // namespace
}  // namespace vta::explore
