// What vta run says of the host's part.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

using VtaRunHost = NetworkCommand;

// (1, 3, 32, 32) pixels, windows of 27, ten classes.
TEST_F(VtaRunHost, AWholeNetworkLeavesItTheEdges) {
  const boost::json::object json = json_of("run " + model() + " --all-int8");
  const boost::json::object& kinds = json.at("host").at("kinds").as_object();
  const auto expect = [&](const char* kind, int64_t steps, int64_t read, int64_t written) {
    EXPECT_EQ(kinds.at(kind).at("steps"), steps) << kind;
    EXPECT_EQ(kinds.at(kind).at("read_nbytes"), read) << kind;
    EXPECT_EQ(kinds.at(kind).at("written_nbytes"), written) << kind;
  };
  expect("quantize", 4, 4 * 12288 + 4, 3 * 12288 + 3072);
  expect("im2col", 1, 3072, 27 * 1024);
  expect("pack", 1, 27 * 1024, 32 * 1024);
  expect("convert", 0, 0, 0);
  expect("unpack", 1, 16, 10);
  expect("dequantize", 2, 10 + 44, 40 + 40);
  expect("other", 1, 10, 10);  // a reshape
  EXPECT_EQ(kinds.size(), 7u);
}

TEST_F(VtaRunHost, KindsSumToAll) {
  const boost::json::object json = json_of("run " + model());
  const boost::json::object& all = json.at("host").at("all").as_object();
  double seconds = 0;
  int64_t steps = 0, read = 0, written = 0;
  for (const auto& [name, kind] : json.at("host").at("kinds").as_object()) {
    const double of_kind = kind.at("seconds").to_number<double>();
    EXPECT_EQ(of_kind > 0, kind.at("steps").as_int64() > 0) << name;
    seconds += of_kind;
    steps += kind.at("steps").as_int64();
    read += kind.at("read_nbytes").as_int64();
    written += kind.at("written_nbytes").as_int64();
  }
  EXPECT_DOUBLE_EQ(seconds, all.at("seconds").to_number<double>());
  EXPECT_DOUBLE_EQ(seconds, json.at("seconds").at("host").to_number<double>());
  EXPECT_EQ(steps, all.at("steps").as_int64());
  EXPECT_EQ(read, all.at("read_nbytes").as_int64());
  EXPECT_EQ(written, all.at("written_nbytes").as_int64());
}

TEST_F(VtaRunHost, ATableHasTheKindsThatThereAre) {
  const ApartResult run = run_vta_apart("run " + model() + " --all-int8 --details");
  for (const char* words : {"\nhost ", "  bytes read  bytes written\n", "\nquantize ", "\nim2col ",
                            "\npack ", "\nunpack ", "\ndequantize ", "\nother ", "\nall "})
    EXPECT_THAT(run.out, HasSubstr(words));
  EXPECT_THAT(run.out, Not(HasSubstr("\nconvert ")));
  EXPECT_TRUE(std::regex_search(run.out, std::regex("\npack +1 +[0-9.]+ +27648 +32768\n")))
      << run.out;
}

TEST_F(VtaRunHost, StepsThatAreLeftOutHaveBytesAndNoTime) {
  const std::string command =
      "run " + model() + " --all-int8 --backend csim --timing-only --details";
  const boost::json::object json = json_of(command);
  EXPECT_TRUE(json.at("host").at("all").at("seconds").is_null());
  EXPECT_EQ(json.at("host").at("kinds").at("pack").at("written_nbytes"), 32 * 1024);
  EXPECT_TRUE(
      std::regex_search(run_vta_apart(command).out, std::regex("\npack +1 +- +27648 +32768\n")));
}

}  // namespace
}  // namespace vta
