#include <fstream>

#include "base/file.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

const std::string kCalibration = " --calib " + kTestData + "digits_calib_64_u8.npy";

class VtaQuantize : public NetworkCommand {
 protected:
  std::string command() const {
    return "quantize " + kTestData + "digits_resnet8.onnx -o " + path("q.vta");
  }
};

TEST_F(VtaQuantize, NamesWhatIsInFloatAndTheProgramRuns) {
  const ApartResult run = run_vta_apart(command() + kCalibration + " --max-drop 0 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_LE(json.at("drop").to_number<double>(), 0);
  EXPECT_EQ(json.at("held_out_samples").as_int64(), 32);
  EXPECT_EQ(json.at("agreement_percent").to_number<double>(), 100);
  EXPECT_EQ(json.at("layers").as_array().size(), 10U);  // nine convolutions, one classifier
  const ApartResult eval = run_vta_apart("run " + path("q.vta") + " --input random:1");
  EXPECT_EQ(eval.exit_code, 0) << eval.err;
}

TEST_F(VtaQuantize, AFlagLeavesTheFirstConvolutionAndTheClassifierInFloat) {
  const ApartResult run =
      run_vta_apart(command() + kCalibration + " --max-drop 5 --no-all-int8 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("layers").as_array().size(), 8U);
}

TEST_F(VtaQuantize, ASavedScheduleHasTheFormThatWasTaken) {
  const std::string model = kTestData + "digits_resnet8.onnx";
  const std::string compile = "compile " + model + kCalibration + " -o ";
  const ApartResult first =
      run_vta_apart(compile + path("first.vta") + " --save-schedule " + path("s.json"));
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(read_text_file(path("s.json"), 1 << 24), HasSubstr("\"all_int8\": true"));
  const ApartResult again =
      run_vta_apart(compile + path("again.vta") + " --schedule " + path("s.json"));
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out + again.err, testing::Not(HasSubstr("stays in float")));
  const std::string run = " --input random:1 --json";
  const auto outputs = [&](const std::string& program) {
    const ApartResult r = run_vta_apart("run " + program + run);
    EXPECT_EQ(r.exit_code, 0) << r.err;
    return boost::json::parse(r.out).as_object().at("outputs");
  };
  EXPECT_EQ(outputs(path("first.vta")), outputs(path("again.vta")));  // the same plan
}

// The accuracy that is printed is that of the program that is written.
TEST_F(VtaQuantize, ASavedScheduleIsSearchedInItsForm) {
  const std::string model = kTestData + "digits_resnet8.onnx";
  const ApartResult first = run_vta_apart("compile " + model + kCalibration + " -o " +
                                          path("first.vta") + " --save-schedule " + path("s.json"));
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const auto macs = [&](const std::string& more) {
    const ApartResult q = run_vta_apart(command() + kCalibration + " --max-drop 100 --json" + more);
    EXPECT_EQ(q.exit_code, 0) << q.err;
    EXPECT_EQ(boost::json::parse(q.out).as_object().at("layers").as_array().size(), 10U) << more;
    const ApartResult run = run_vta_apart("run " + path("q.vta") + " --input random:1 --json");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return boost::json::parse(run.out).as_object().at("device_macs").as_int64();
  };
  EXPECT_EQ(macs(" --schedule " + path("s.json")), macs(""));
}

TEST_F(VtaQuantize, SamplesAreImagesWhateverTheBatch) {
  const ApartResult run = run_vta_apart(command() + kCalibration + " --batch 4 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("searched_samples").as_int64(), 32);
  EXPECT_EQ(json.at("held_out_samples").as_int64(), 32);
}

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(VtaQuantize, ReportsAreAPageAndJson) {
  const std::string model = path("<i>&.onnx");
  std::filesystem::copy_file(kTestData + "digits_resnet8.onnx", model);
  const ApartResult run = run_vta_apart(
      fmt::format("quantize '{}' -o {}{} --max-drop 100 --no-all-int8 --quant-report {} "
                  "--quant-report {} --json",
                  model, path("q.vta"), kCalibration, path("q.html"), path("q.json")));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(text_of(path("q.json"))).as_object();
  EXPECT_EQ(json.at("provenance").at("schema").as_string(), "vta.quant_report");
  EXPECT_EQ(json.at("provenance").at("schema_version").as_int64(), 1);
  const auto printed = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("sqnr_db"), printed.at("sqnr_db"));
  EXPECT_EQ(json.at("ranking").at(0).at("layer"), printed.at("layers").at(0).at("name"));
  EXPECT_EQ(json.at("samples").at("held_out").as_int64(), 32);
  const auto& first = json.at("layers").at(0);
  EXPECT_EQ(first.at("place").as_string(), "host float");
  EXPECT_EQ(first.at("why").as_string(), "convolution 0 is left in float, as skip_conv says");
  EXPECT_EQ(json.at("layers").at(1).at("place").as_string(), "accelerator");
  EXPECT_TRUE(json.at("layers").at(1).at("kernel").is_string());
  const std::string page = text_of(path("q.html"));
  EXPECT_THAT(page, HasSubstr("&lt;i&gt;&amp;.onnx"));
  EXPECT_THAT(page, testing::Not(HasSubstr("<i>")));
  EXPECT_THAT(page, HasSubstr("convolution 0 is left in float, as skip_conv says"));
}

TEST_F(VtaQuantize, ReportsThatCannotBeAreRefusedBeforeTheSearch) {
  const std::string all = command() + kCalibration;
  expect_failure(all + " --quant-report " + path("q.txt"), 2,
                 "q.txt', legal are names ending in .html (a page) or .json");
  expect_failure(all + " --quant-report " + path("none/q.html"), 9, "none/q.html");
  expect_failure(all + fmt::format(" --quant-report {0} --quant-report {0}", path("q.html")), 2,
                 "q.html");
  expect_failure(all + " --quant-report ''", 2, "--quant-report");
  EXPECT_FALSE(std::filesystem::exists(path("q.vta")));
}

TEST_F(VtaQuantize, AReportThatAFullDiskTakesNotIsAnError) {
  std::filesystem::create_symlink("/dev/full", path("q.html"));
  const ApartResult run =
      run_vta_apart(command() + kCalibration + " --max-drop 100 --quant-report " + path("q.html"));
  EXPECT_EQ(run.exit_code, 9) << run.err;
  EXPECT_THAT(run.err, HasSubstr("q.html"));
}

TEST_F(VtaQuantize, WhatItCannotDoIsSaid) {
  expect_failure(command(), 2, "--quant global was given");
  expect_failure(command() + kCalibration + " --max-drop 101", 2,
                 "--max-drop is 101, legal are 0 to 100");
  expect_failure(command() + kCalibration + " --labels " + data("digits_test_200_labels.npy"), 2,
                 "200 labels for 64 calibration samples: each sample needs one");
}

}  // namespace
}  // namespace vta
