// Operators whose form changed at opset 14 to 24: small files, expected values by formula.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "tests/compiler/onnx/conformance/backend_case.h"
#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = VTA_SOURCE_DIR "/tests/data/onnx_forms";

std::vector<FormCase> all_cases() {
  std::vector<FormCase> all;
  for (auto* part : {reduction_cases, window_cases, elementwise_cases, movement_cases, resize_cases,
                     new_operator_cases})
    for (FormCase& c : part())
      all.push_back(std::move(c));
  return all;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// VTA_RENEW=1 writes them.
TEST(OnnxFormFiles, AreWhatTheirWritersMake) {
  std::set<std::string> names;
  for (const FormCase& c : all_cases()) {
    const fs::path path = kFolder / (c.name + ".onnx");
    EXPECT_TRUE(names.insert(path.filename().string()).second) << c.name << " is there twice";
    if (std::getenv("VTA_RENEW") != nullptr)
      std::ofstream(path, std::ios::binary) << c.bytes;
    EXPECT_TRUE(read(path) == c.bytes) << path << ": renew with VTA_RENEW=1";
  }
  for (const auto& entry : fs::directory_iterator(kFolder))
    EXPECT_TRUE(names.contains(entry.path().filename().string())) << entry.path();
}

TEST(OnnxFormFiles, MatchInTheInterpreterAndTheExecutor) {
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const Outcome outcome = run_file(entry.path(), {.rtol = 1e-5, .atol = 1e-6});
    EXPECT_EQ(outcome.verdict, Verdict::Match) << entry.path() << ": " << outcome.why;
  }
}

TEST(OnnxFormFiles, ThereAreTwoOfEveryOperator) {
  std::map<std::string, int> counts;
  for (const FormCase& c : all_cases())
    ++counts[c.name.substr(0, c.name.find('_'))];
  for (const auto& [op, count] : counts)
    EXPECT_GE(count, 2) << op;
}

}  // namespace
}  // namespace vta::testing
