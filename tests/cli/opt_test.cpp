#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "compiler/text/text.h"
#include "tests/cli/run_vta.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string data_path(const std::string& name) {
  return kTestData + name;
}

TEST(VtaOpt, RunsPassesOnAListing) {
  const ApartResult run = run_vta_apart("opt " + data_path("quantize_partition_small_before.ir") +
                                        " --passes quantize_partition");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(normalize_listing(run.out),
            normalize_listing(data_file("quantize_partition_small_after.ir")));
  EXPECT_THAT(run.out, HasSubstr("/* block/add */"));
}

TEST(VtaOpt, PassesBeforeTheListingReadTheSame) {
  const ApartResult run = run_vta_apart("opt --no-comments --passes canonicalize,dead_code " +
                                        data_path("quantize_partition_small_before.ir"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, testing::Not(HasSubstr("block/add")));
}

TEST(VtaOpt, WithoutPassesItPrintsTheListing) {
  const ApartResult run = run_vta_apart("opt " + data_path("packed_int8_small.ir"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(normalize_listing(run.out), normalize_listing(data_file("packed_int8_small.ir")));
}

TEST(VtaOpt, ReadsStandardInput) {
  const ApartResult run = run_vta_apart("opt - < " + data_path("batch_norm_small.ir"));
  EXPECT_EQ(normalize_listing(run.out), normalize_listing(data_file("batch_norm_small.ir")));
}

TEST(VtaOpt, NotesGoToStandardErrorAndFillingRemovesThem) {
  const std::string command =
      "opt " + data_path("batch_norm_small.ir") + " --passes simplify_inference";
  const ApartResult run = run_vta_apart(command);
  EXPECT_THAT(run.err, HasSubstr("2 batch norms stay"));
  EXPECT_THAT(run.out, HasSubstr("nn.batch_norm"));
  const ApartResult filled = run_vta_apart(command + " --fill-constants 1");
  EXPECT_THAT(filled.err, IsEmpty());
  EXPECT_THAT(filled.out, testing::Not(HasSubstr("nn.batch_norm")));
}

TEST(VtaOpt, SkipStopAndLevelsAreTakenFromTheCommandLine) {
  const std::string command = "opt " + data_path("batch_norm_small.ir") +
                              " --fill-constants 1 --passes simplify_inference,fold_scale_axis";
  const std::string full = run_vta_apart(command).out;
  EXPECT_EQ(run_vta_apart(command + " --skip fold_scale_axis").out,
            run_vta_apart(command + " --stop-after simplify_inference").out);
  EXPECT_NE(run_vta_apart(command + " --opt-level 0").out, full);
}

TEST(VtaOpt, SeveralFunctionsNeedAChoice) {
  const std::string path = testing::TempDir() + "vta_opt_two.ir";
  write_text_file(path, "def @main(%x: int8) { %x }\ndef @main(%y: int8) { nn.relu(%y) }\n");
  const ApartResult none = run_vta_apart("opt " + path);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("has 2 functions: choose one with --function 0..1"));
  EXPECT_THAT(run_vta_apart("opt --function 1 " + path).out, HasSubstr("nn.relu(%y)"));
  const ApartResult third = run_vta_apart("opt --function 2 " + path);
  EXPECT_EQ(third.exit_code, 3);
  EXPECT_THAT(third.err, HasSubstr("there is no function 2: the text has 2"));
}

TEST(VtaOpt, ListsThePasses) {
  EXPECT_THAT(run_vta_apart("opt --list").out, HasSubstr("quantize_partition"));
  const auto document = boost::json::parse(run_vta_apart("opt --list --json").out).as_object();
  EXPECT_EQ(document.at("provenance").at("schema"), "vta.opt.list");
  const auto rows = document.at("passes").as_array();
  EXPECT_EQ(rows.front().at("name").as_string(), "take_quantized");
  EXPECT_FALSE(rows.back().at("pipeline").as_bool());
}

TEST(VtaOpt, PrintsJson) {
  const ApartResult run =
      run_vta_apart("opt --json --passes simplify_inference " + data_path("batch_norm_small.ir"));
  const auto result = boost::json::parse(run.out);
  EXPECT_THAT(std::string(result.at("listing").as_string()), HasSubstr("nn.batch_norm"));
  EXPECT_EQ(result.at("notes").as_array().size(), 1u);
}

struct BadCommand {
  const char* name;
  const char* arguments;
  int exit_code;
  const char* message;
};

class VtaOptError : public testing::TestWithParam<BadCommand> {};

TEST_P(VtaOptError, HasItsExitCodeAndMessage) {
  const std::string path = testing::TempDir() + "vta_opt_small_" + GetParam().name + ".ir";
  write_text_file(path, "def @main(%x: int8) { nn.relu(%x) }\n");
  std::string arguments = GetParam().arguments;
  if (const size_t at = arguments.find("FILE"); at != std::string::npos)
    arguments.replace(at, 4, path);
  const ApartResult run = run_vta_apart("opt " + arguments);
  EXPECT_EQ(run.exit_code, GetParam().exit_code);
  EXPECT_THAT(run.err, HasSubstr(GetParam().message));
  EXPECT_THAT(run.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, VtaOptError,
    testing::Values(
        BadCommand{"UnknownPass", "FILE --passes no_such_pass", 2, "unknown pass 'no_such_pass'"},
        BadCommand{"NoListing", "--passes dead_code", 2, "a listing is needed"},
        BadCommand{"UnreadableListing", "/nowhere/x.ir", 3, "cannot read '/nowhere/x.ir'"},
        BadCommand{"DirectoryAsListing", "/tmp", 3, "cannot read '/tmp'"},
        BadCommand{"UnknownConfig", "FILE --config no_such", 4, "no_such"},
        BadCommand{"UnknownOption", "FILE --frobnicate", 2, "--frobnicate"},
        BadCommand{"LevelOutOfRange", "FILE --opt-level 9", 2, "--opt-level"},
        BadCommand{"StopWhereNothingRuns", "FILE --stop-after dead_code", 2,
                   "cannot stop after pass 'dead_code'"}),
    [](const auto& c) { return std::string(c.param.name); });

TEST(VtaOptPublished, QuantizePartition) {
  VTA_GOLDEN_OR_SKIP(after, "quantize_partition_after.ir");
  const ApartResult run =
      run_vta_apart("opt " + golden_path("quantize_partition_before.ir").string() +
                    " --passes quantize_partition");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(normalize_listing(run.out), normalize_listing(after));
}

}  // namespace
}  // namespace vta
