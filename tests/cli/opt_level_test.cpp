// --opt-level, --pass and --no-pass: which passes run changes, what comes out does not.
#include "base/npy.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

// Channels last, with what passes look for: a pad, a bias, a sum of two layers of one value.
constexpr const char* kChannelsLast =
    R"(def @main(%x: Tensor[(1, 8, 8, 16), float32]) {
  %0 = nn.pad(%x, 0f, pad_width=[[0, 0], [1, 1], [1, 1], [0, 0]]);
  %1 = nn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 3, 16, 16), float32] */, channels=16, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO");
  %2 = add(%1, meta[relay.Constant][1] /* ty=Tensor[(16), float32] */);
  %3 = nn.relu(%2);
  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(1, 1, 16, 16), float32] */, channels=16, kernel_size=[1, 1], data_layout="NHWC", kernel_layout="HWIO");
  %5 = nn.conv2d(%3, meta[relay.Constant][3] /* ty=Tensor[(1, 1, 16, 16), float32] */, channels=16, kernel_size=[1, 1], data_layout="NHWC", kernel_layout="HWIO");
  %6 = add(%4, %5);
  %7 = nn.relu(%6);
  nn.conv2d(%7, meta[relay.Constant][4] /* ty=Tensor[(3, 3, 16, 32), float32] */, padding=[1, 1, 1, 1], channels=32, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO")
})";

class OptLevel : public NetworkCommand {
 protected:
  // Exact on the accelerator; in float as without any of the passes that were left out.
  void expect_correct(const std::string& run, const std::string& options) {
    SCOPED_TRACE(run + options);
    const ApartResult verified = run_vta_apart(run + " --verify" + options);
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("equal the integer interpreter's"));
  }

  Tensor in_float(const std::string& run, const std::string& options) {
    const ApartResult r =
        run_vta_apart(run + " --skip quantize --output " + path("y.npy") + options);
    EXPECT_EQ(r.exit_code, 0) << options << r.err;
    return read_npy(path("y.npy"));
  }

  void expect_float(const std::string& run, const std::string& options, const Tensor& expected) {
    const Tensor got = in_float(run, options);
    ASSERT_EQ(got.shape(), expected.shape()) << options;
    double largest = 0;
    for (const float v : expected.data<float>())
      largest = std::max(largest, std::abs(static_cast<double>(v)));
    for (int64_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got.data<float>()[static_cast<size_t>(i)],
                  expected.data<float>()[static_cast<size_t>(i)], 1e-5 * largest)
          << options;
  }

  std::vector<std::string> pass_names() const {
    std::vector<std::string> names;
    const auto list = boost::json::parse(run_vta("opt --list --json").text);
    for (const auto& pass : list.at("passes").as_array())
      if (pass.at("pipeline").as_bool())
        names.emplace_back(pass.at("name").as_string());
    return names;
  }
};

// What the accelerator cannot do without.
bool is_needed(const std::string& pass) {
  return pass == "quantize" || pass == "partition" || pass == "pack_layout";
}

TEST_F(OptLevel, EveryLevelIsCorrect) {
  const std::string run = "run " + model() + " --input random:2";
  const Tensor expected = in_float(run, "");
  for (int level = 0; level <= 3; ++level) {
    expect_correct(run, fmt::format(" --opt-level {}", level));
    expect_correct(run, fmt::format(" --all-int8 --opt-level {}", level));
    expect_float(run, fmt::format(" --opt-level {}", level), expected);
  }
}

TEST_F(OptLevel, EveryPassCanBeLeftOutAndAskedFor) {
  const std::string run = "run " + model() + " --input random:2";
  const Tensor expected = in_float(run, "");
  for (const std::string& name : pass_names()) {
    if (!is_needed(name))
      expect_correct(run, " --no-pass " + name);
    expect_correct(run, " --opt-level 0 --pass " + name);
    expect_float(run, " --opt-level 0 --pass dead_code --no-pass partition", expected);
  }
}

TEST_F(OptLevel, ChannelsLastBelowItsPassAreTheHosts) {
  write_text_file(path("nhwc.ir"), kChannelsLast);
  const std::string run = "run " + path("nhwc.ir");
  const Tensor expected = in_float(run, "");
  for (int level = 0; level <= 3; ++level)
    expect_float(run, fmt::format(" --opt-level {}", level), expected);
  EXPECT_EQ(json_of(run + " --opt-level 2").at("device_ops"), 0);
  EXPECT_GT(json_of(run + " --opt-level 2 --pass channels_first").at("device_ops").as_int64(), 0);
  expect_correct(run, " --opt-level 2 --pass channels_first");
  expect_correct(run, " --opt-level 3");
}

TEST_F(OptLevel, WithoutFusionKernelsAreOneLayer) {
  const auto kernels = [&](const std::string& options) {
    return json_of("run " + model() + options).at("kernels").as_array().size();
  };
  const size_t fused = kernels("");
  EXPECT_GT(kernels(" --no-pass fuse_operators"), fused);
  const std::string folded = " --opt-level 0 --pass canonicalize,fold_constants,fold_scale_axis";
  EXPECT_GT(kernels(folded), fused);
  EXPECT_EQ(kernels(folded + " --pass fuse_operators"), fused);
}

TEST_F(OptLevel, WhatCannotBeIsRefused) {
  const std::string run = "run " + model();
  expect_failure(run + " --no-pass fold_all", 2,
                 "unknown pass 'fold_all': known are take_quantized");
  expect_failure(run + " --pass fold_all", 2, "unknown pass 'fold_all': known are take_quantized");
  expect_failure(run + " --pass dead_code --skip dead_code", 2, "both requested and skipped");
  expect_failure(run + " --pass quantize_partition", 2, "vta opt LISTING.ir --passes");
  expect_failure(run + " --residual int32 --opt-level 0", 2, "without the pass fuse_operators");
  ASSERT_EQ(run_vta_apart(run + " --save-schedule " + path("s.json")).exit_code, 0);
  expect_failure(run + " --opt-level 0 --schedule " + path("s.json"), 2,
                 "has tiles of fused kernels: it needs the pass fuse_operators");
}

TEST_F(OptLevel, ASavedScheduleWithoutFusionIsReadAgain) {
  const std::string run = "run " + model() + " --top 10 --opt-level 0";
  const auto first = json_of(run + " --save-schedule " + path("s.json"));
  const auto again = json_of(run + " --schedule " + path("s.json"));
  EXPECT_EQ(again.at("top"), first.at("top"));
  EXPECT_EQ(again.at("counters"), first.at("counters"));
}

}  // namespace
}  // namespace vta
