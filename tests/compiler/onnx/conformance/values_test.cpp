// Small models whose values onnxruntime 1.30 has computed (tests/data/onnx_values.py): recurrent
// layers, attention, samples, 16-bit quantization, If.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/compiler/onnx/conformance/backend_case.h"

namespace vta::testing {
namespace {

namespace fs = std::filesystem;

struct ValueCounts {
  size_t files = 0, matches = 0, refusals = 0;
};

ValueCounts run_files(const fs::path& folder, bool may_refuse) {
  ValueCounts counts;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const Outcome outcome = run_file(entry.path(), {.rtol = 1e-4, .atol = 1e-5});
    ++counts.files;
    counts.matches += outcome.verdict == Verdict::Match ? 1 : 0;
    counts.refusals += outcome.verdict == Verdict::Refused ? 1 : 0;
    const bool fine =
        outcome.verdict == Verdict::Match || (may_refuse && outcome.verdict == Verdict::Refused);
    EXPECT_TRUE(fine) << entry.path().filename() << ": " << outcome.why;
    if (outcome.verdict == Verdict::Refused)
      fmt::print("{}: refused: {}\n", entry.path().filename().string(), outcome.why);
  }
  fmt::print("{} files: {} match, {} are refused\n", counts.files, counts.matches, counts.refusals);
  return counts;
}

// VTA_ONNX_VALUES=FOLDER: others of the same form, of which some may be refused.
TEST(OnnxValueFiles, MatchInTheInterpreterAndTheExecutor) {
  constexpr size_t kLeastFiles = 230;
  if (const char* folder = std::getenv("VTA_ONNX_VALUES"); folder != nullptr) {
    EXPECT_GT(run_files(folder, true).files, 0u);
    return;
  }
  EXPECT_GE(run_files(VTA_SOURCE_DIR "/tests/data/onnx_values", false).files, kLeastFiles);
}

}  // namespace
}  // namespace vta::testing
