#include <gmock/gmock.h>

#include <unistd.h>

#include <boost/json.hpp>
#include <filesystem>

#include "base/file.h"

#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using testing::HasSubstr;

const std::string kEvalDigits = "eval " + kTestData + "digits_resnet8.onnx --images " + kTestData +
                                "digits_test_200_u8.npy --labels " + kTestData +
                                "digits_test_200_labels.npy";
const std::string kCalibrated =
    kEvalDigits + " --quant percentile --calib " + kTestData + "digits_calib_64_u8.npy";

TEST(VtaEval, DigitsInInt8AreAsAccurateAsInFloat) {
  const ApartResult run = run_vta_apart(kCalibrated + " --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("images").as_int64(), 200);
  EXPECT_GE(json.at("int8_top1_percent").to_number<double>(),
            json.at("float_top1_percent").to_number<double>() - 0.5);
  EXPECT_GE(json.at("sqnr_db").to_number<double>(), 24.0);
  EXPECT_TRUE(json.at("provenance").as_object().contains("config_hash"));
}

TEST(VtaEval, WithCalibrationImagesTheSearchIsTheDefaultAndSaysWhatItKept) {
  const ApartResult run =
      run_vta_apart(kEvalDigits + " --calib " + kTestData + "digits_calib_64_u8.npy --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("quant").as_string(), "auto");
  EXPECT_GE(json.at("sqnr_db").to_number<double>(), 31.0);
  EXPECT_GE(json.at("agreement_percent").to_number<double>(), 99.0);
  const std::string notes = boost::json::serialize(json.at("notes"));
  EXPECT_THAT(notes, HasSubstr("quantization auto: start: max "));
  EXPECT_THAT(notes, HasSubstr("quantization auto: biases: "));
  EXPECT_THAT(notes, HasSubstr("quantization auto: exponents: "));
}

TEST(VtaEval, AllIsInt8WhereThatCostsLittleUnlessAFlagSaysWhatIsNot) {
  const std::string command =
      kEvalDigits + " --limit 2 --json --calib " + kTestData + "digits_calib_64_u8.npy";
  const auto run = [](const std::string& text) {
    const ApartResult r = run_vta_apart(text);
    EXPECT_EQ(r.exit_code, 0) << r.err;
    return r.out;
  };
  const std::string decided = run(command);
  EXPECT_THAT(decided, HasSubstr("first convolution, classifier and pools: in int8 "));
  EXPECT_THAT(decided, HasSubstr("they are in int8"));
  EXPECT_THAT(decided, testing::Not(HasSubstr("stays in float")));
  for (const char* flag : {" --no-all-int8", " --skip-conv 0"}) {
    const std::string given = run(command + flag);
    EXPECT_THAT(given, testing::Not(HasSubstr("classifier and pools"))) << flag;
    EXPECT_THAT(given, HasSubstr("convolution 0 is left in float, as skip_conv says")) << flag;
    EXPECT_THAT(given, HasSubstr("dense layers are left in float")) << flag;
  }
  EXPECT_THAT(run(command + " --schedule reference --quant auto"),
              HasSubstr("dense layers are left in float"));
  const ApartResult both = run_vta_apart(command + " --all-int8 --no-all-int8");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("--all-int8"));
}

TEST(VtaEval, TheSearchedProgramEqualsTheIntegerInterpreter) {
  const ApartResult run =
      run_vta_apart(kEvalDigits + " --quant auto --all-int8 --limit 3 --verify --calib " +
                    kTestData + "digits_calib_64_u8.npy");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("verified             yes"));
}

TEST(VtaEval, LogitsThatKeepLittleAreWarnedOf) {
  const ApartResult run = run_vta_apart(kEvalDigits + " --scale 4000 --limit 2");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out + run.err, HasSubstr("below 15 is poor"));
}

TEST(VtaEval, EveryOutputEqualsTheIntegerInterpreters) {
  const ApartResult run =
      run_vta_apart(kCalibrated + " --limit 6 --batch 2 --config 2x16 --verify");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("images               6, batch 2"));
  EXPECT_THAT(run.out, HasSubstr("verified             yes"));
}

TEST(VtaEval, TimedBackendsGiveCyclesPerBatch) {
  const std::string two = kCalibrated + " --limit 2 --json --verify";
  const auto fsim = boost::json::parse(run_vta_apart(two).out).as_object();
  const auto csim =
      boost::json::parse(run_vta_apart(two + " --backend csim --memory ddr,bus=16").out)
          .as_object();
  EXPECT_TRUE(fsim.at("cycles_per_batch").is_null());
  EXPECT_GT(csim.at("cycles_per_batch").as_int64(), csim.at("gemm_counter").as_int64());
  EXPECT_TRUE(csim.at("verify").at("exact").as_bool());
  EXPECT_EQ(csim.at("sqnr_db"), fsim.at("sqnr_db"));
}

TEST(VtaEval, VerifyingNeedsSomethingToCompare) {
  const std::string host = kEvalDigits + " --limit 1 --skip quantize";
  const ApartResult run = run_vta_apart(host + " --verify");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--verify has nothing to compare"));
  EXPECT_EQ(run_vta_apart(host).exit_code, 0);
}

TEST(VtaEval, ASimulatorWithoutTimeSaysThatTheMemoryIsNotSeen) {
  const ApartResult run = run_vta_apart(kEvalDigits + " --limit 1 --memory ddr");
  EXPECT_THAT(run.out, HasSubstr("note: --memory ddr has no effect: backend fsim models no"));
}

TEST(VtaEval, CalibratedModesNeedSamples) {
  const ApartResult run = run_vta_apart(kEvalDigits + " --quant max --limit 1");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--quant max needs --calib FILE"));
}

TEST(VtaEval, ImagesOfAnotherShapeAreNamed) {
  const ApartResult run = run_vta_apart("eval " + kTestData + "digits_resnet8.onnx --images " +
                                        kTestData + "digits_test_200_labels.npy");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("expected uint8 (n, 32, 32, 3)"));
}

TEST(VtaEval, CheckingAndNotCheckingContradict) {
  const ApartResult run = run_vta_apart(kEvalDigits + " --limit 1 --verify --no-verify");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--verify and --no-verify contradict each other"));
}

TEST(VtaEval, ResultsDoNotDependOnTheNumberOfThreads) {
  const std::string some = kEvalDigits + " --limit 50 --json --threads ";
  const auto one = boost::json::parse(run_vta_apart(some + "1").out).as_object();
  const auto four = boost::json::parse(run_vta_apart(some + "4").out).as_object();
  EXPECT_EQ(one.at("threads").as_int64(), 1);
  EXPECT_EQ(four.at("threads").as_int64(), 4);
  for (const char* key : {"float_top1_percent", "int8_top1_percent", "float_top5_percent",
                          "int8_top5_percent", "agreement_percent", "sqnr_db", "gemm_counter"})
    EXPECT_EQ(one.at(key), four.at(key)) << key;
}

// Each thread reserves a device's memory, more in all than --max-memory allows to use.
TEST(VtaEval, ManyThreadsReserveManyMemories) {
  const ApartResult run =
      run_vta_apart(kEvalDigits + " --limit 100 --json --threads 25 --max-memory 2G");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(boost::json::parse(run.out).as_object().at("threads").as_int64(), 25);
}

TEST(VtaEval, FewImagesTakeNoMoreThreadsThanThereIsWorkFor) {
  const ApartResult run = run_vta_apart(kEvalDigits + " --limit 3 --json --threads 4");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(boost::json::parse(run.out).as_object().at("threads").as_int64(), 1);
}

TEST(VtaEval, APageShowsTheImagesThatDiffer) {
  const std::string page =
      (std::filesystem::path(::testing::TempDir()) / fmt::format("eval_{}.html", ::getpid()))
          .string();
  const ApartResult run = run_vta_apart(kEvalDigits + " --scale 64 --page " + page);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string text = read_text_file(page);
  std::filesystem::remove(page);
  EXPECT_THAT(text, HasSubstr("<dt>quantization</dt><dd>global</dd>"));
  EXPECT_THAT(text, HasSubstr("<img alt=\"\" src=\"data:image/png;base64,iVBOR"));
  const ApartResult refused =
      run_vta_apart(kEvalDigits + " --limit 1 --page /no/such/folder/page.html");
  EXPECT_EQ(refused.exit_code, 9);
  EXPECT_THAT(refused.err, HasSubstr("/no/such/folder/page.html"));
}

TEST(VtaEval, EveryCalibrationImageIsASample) {
  const ApartResult run = run_vta_apart(kCalibrated + " --limit 1");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out + run.err, testing::Not(HasSubstr("for calibration")));
}

TEST(VtaEval, HelpHasExamples) {
  const ApartResult run = run_vta_apart("eval --help");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("Examples:"));
  EXPECT_THAT(run.out, HasSubstr("--calib"));
}

}  // namespace
}  // namespace vta
