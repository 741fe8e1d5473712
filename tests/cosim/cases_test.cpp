// Programs that once showed a difference, or that only a person would write.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/file.h"
#include "sim/cosim/bench.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/hit_classes.h"
#include "sim/cosim/program_text.h"
#include "sim/factory/device_factory.h"
#include "sim/kernels/engine.h"

namespace vta::cosim {
namespace {

const std::string kData = std::string(VTA_SOURCE_DIR) + "/tests/data/";

// fsim with every kernels that there are, the reference first, then csim.
std::unique_ptr<Device> make(const std::string& name, const VtaConfig& config, int64_t bytes) {
  if (name == "csim")
    return make_device("csim", config, {.memory_bytes = bytes});
  return make_device("fsim", config, {.kernels = name, .memory_bytes = bytes});
}

std::vector<std::string> simulators() {
  std::vector<std::string> names = {"reference"};
  for (const std::string& kernels : engine_names())
    if (kernels != "auto" && kernels != "reference" && engine_available(kernels))
      names.push_back(kernels);
  names.push_back("csim");
  return names;
}

// Its classes, where the simulators agree on it.
std::vector<std::string> classes_of(const std::string& file) {
  const TestProgram p = parse_program(read_text_file(kData + "cosim/" + file), file);
  Bench bench(simulators(), make);
  const Verdict verdict = bench.run(p);
  if (verdict.difference)
    return {"difference: " + verdict.difference->text};
  const HitTable table({&p.config, 1}, {.timed = true});
  std::vector<std::string> names;
  for (const int32_t index : table.classify(p, verdict.detailed()))
    names.push_back(table.classes()[static_cast<size_t>(index)].name);
  return names;
}

void expect_class(const std::string& file, const std::string& name) {
  const std::vector<std::string> names = classes_of(file);
  EXPECT_TRUE(std::ranges::find(names, name) != names.end())
      << file << ": " << (names.empty() ? "" : names.front());
}

TEST(Cases, PositionsOfAGemmThatMeet) {
  expect_class("positions_that_meet.s", "GEMM run: positions that meet");
}

TEST(Cases, AddendsAmongTheRowsOfAPass) {
  expect_class("addends_among_rows.s", "ALU run: addends among its rows");
}

TEST(Cases, ALoadIntoRowsThatWaitForTheirPass) {
  expect_class("load_into_pending_rows.s", "ALU run: then LOAD into its rows");
}

TEST(Cases, AnIndexErrorThatTheInnerLoopMakes) {
  expect_class("inner_index.s", "INDEX_RANGE: inner loop");
}

TEST(Cases, AQueueOf512ThatFills) {
  expect_class("full_queue_of_512.s", "full deep queue");
}

TEST(Cases, AnIndexErrorWhileATokenWaits) {
  expect_class("tokens_after_index_error.s", "error INDEX_RANGE");
}

TEST(Cases, AnAdvanceThatEndsBetweenTheLastStepAndTheEnd) {
  expect_class("advance_into_the_end_of_a_gemm.s", "steps: in slices");
}

class SmallestConfiguration : public ::testing::TestWithParam<const char*> {};

TEST_P(SmallestConfiguration, SimulatorsAgreeOnEveryKindOfProgram) {
  const VtaConfig config = load_config(kData + "configs/" + GetParam());
  Bench bench(simulators(), make);
  for (int64_t i = 0; i < 72; ++i) {
    const auto difference =
        bench.run(generate_program(config, MemoryChoice::Mixed, 1, i)).difference;
    ASSERT_FALSE(difference) << "program " << i << " of seed 1: " << difference->text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, SmallestConfiguration,
    ::testing::Values("smallest_1x4_bus8.json", "smallest_1x4_bus64.json"), [](const auto& test) {
      return std::string(test.param).substr(0, std::string(test.param).find('.'));
    });

}  // namespace
}  // namespace vta::cosim
