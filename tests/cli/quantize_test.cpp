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
  const ApartResult run =
      run_vta_apart(command() + kCalibration + " --max-drop 0 --all-int8 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_LE(json.at("drop").to_number<double>(), 0);
  EXPECT_EQ(json.at("held_out_samples").as_int64(), 32);
  EXPECT_EQ(json.at("agreement_percent").to_number<double>(), 100);
  EXPECT_EQ(json.at("layers").as_array().size(), 10U);  // nine convolutions, one classifier
  const ApartResult eval = run_vta_apart("run " + path("q.vta") + " --input random:1");
  EXPECT_EQ(eval.exit_code, 0) << eval.err;
}

TEST_F(VtaQuantize, SamplesAreImagesWhateverTheBatch) {
  const ApartResult run = run_vta_apart(command() + kCalibration + " --batch 4 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("searched_samples").as_int64(), 32);
  EXPECT_EQ(json.at("held_out_samples").as_int64(), 32);
}

TEST_F(VtaQuantize, WhatItCannotDoIsSaid) {
  expect_failure(command(), 2, "this is --quant global");
  expect_failure(command() + kCalibration + " --max-drop 101", 2,
                 "--max-drop is 101, legal are 0 to 100");
  expect_failure(command() + kCalibration + " --labels " + data("digits_test_200_labels.npy"), 2,
                 "200 labels for 64 calibration samples: each needs one");
}

}  // namespace
}  // namespace vta
