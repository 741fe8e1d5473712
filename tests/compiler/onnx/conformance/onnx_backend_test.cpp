// ONNX's own operator tests, those of networks on images, from Debian's package libonnx-testdata.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.h"
#include "tests/compiler/onnx/conformance/backend_case.h"

namespace vta::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kPackage = "/usr/share/libonnx-testdata/data/node";
const fs::path kList = VTA_SOURCE_DIR "/tests/data/onnx_backend_tests.txt";
constexpr size_t kLeastTests = 675, kLeastMatches = 634;

std::string word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Match:
      return "match";
    case Verdict::Refused:
      return "refused";
    case Verdict::Differ:
      break;
  }
  return "differ";
}

// Names of the tests, each with what is expected of it.
std::map<std::string, std::string> listed() {
  std::map<std::string, std::string> tests;
  std::ifstream file(kList);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, expected;
    if (words >> name >> expected)
      tests[name] = expected;
  }
  return tests;
}

// The list again, with what is true now; its opening comment stays.
void renew(const std::map<std::string, std::string>& tests) {
  std::string opening;
  std::ifstream old(kList);
  for (std::string line; std::getline(old, line) && line.starts_with('#');)
    opening += line + "\n";
  std::ofstream file(kList);
  file << opening;
  for (const auto& [name, expected] : tests)
    file << name << " " << expected << "\n";
}

TEST(OnnxBackend, OperatorTestsOfTheStandardMatchOrAreRefused) {
  if (!fs::exists(kPackage)) {
    ASSERT_EQ(std::getenv("VTA_TEST_ENGINES"), nullptr)
        << "package libonnx-testdata is not installed: scripts/setup.sh --tests";
    GTEST_SKIP() << "package libonnx-testdata is not installed: scripts/setup.sh --tests";
  }
  std::map<std::string, std::string> tests = listed();
  std::map<std::string, size_t> counts;
  EXPECT_GE(tests.size(), kLeastTests) << kList;
  for (auto& [name, expected] : tests) {
    ASSERT_TRUE(fs::exists(kPackage / name / "model.onnx")) << name << " is not in the package";
    const Outcome outcome = run_folder(kPackage / name);
    EXPECT_NE(outcome.verdict, Verdict::Differ) << name << ": " << outcome.why;
    const std::string now = word(outcome.verdict);
    ++counts[now];
    if (std::getenv("VTA_RENEW") == nullptr)
      EXPECT_EQ(now, expected) << name << ": " << outcome.why;
    else if (expected != now || now != "match")
      fmt::print("{}: {}: {}\n", name, now, outcome.why);
    expected = now;
  }
  fmt::print("{} operator tests: {} match, {} refused, {} differ\n", tests.size(), counts["match"],
             counts["refused"], counts["differ"]);
  EXPECT_GE(counts["match"], kLeastMatches);
  if (std::getenv("VTA_RENEW") != nullptr)
    renew(tests);
}

}  // namespace
}  // namespace vta::testing
