// The names and values that a network's file gives out, whatever becomes of them on the way:
// constants, inputs, several names of one value, second results.
#include "base/npy.h"
#include "runtime/program.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class NetworkInterface : public NetworkCommand {
 protected:
  static std::string stranger(const std::string& name) { return data("strangers/" + name); }

  static std::vector<std::string> output_names_of(const std::string& arguments) {
    std::vector<std::string> names;
    const boost::json::object run = json_of("run " + arguments);
    for (const auto& output : run.at("outputs").as_array())
      names.emplace_back(output.at("name").as_string());
    return names;
  }

  // Writes a model, and gives its path.
  std::string written(const TestModel& m) const {
    write_text_file(path("made.onnx"), m.bytes());
    return path("made.onnx");
  }

  std::vector<float> floats(const std::string& name) const {
    return floats_of(read_npy(path(name)));
  }
};

// A convolution that the accelerator has, and an output for each kind of value.
TestModel every_kind_of_output() {
  TestModel m;
  m.input("x", {1, 16, 4, 4});
  std::vector<float> weight(16 * 16, 0.0f);
  for (size_t i = 0; i < 16; ++i)
    weight[i * 17] = 0.5f;
  m.floats("w", {16, 16, 1, 1}, weight).floats("anchors", {2}, {3, 4}).ints("parts", {6, 10});
  m.node("Conv", {"x", "w"}, "c")
      .node("Relu", {"c"}, "scores")
      .node("Identity", {"scores"}, "same");
  m.node("Split", {"scores", "parts"}, "left").attr("axis", 1);
  m.graph().mutable_node(m.graph().node_size() - 1)->add_output("right");
  m.node("Dropout", {"c"}, "dropped").node("Shape", {"x"}, "dims");
  m.node("Add", {"anchors", "anchors"}, "sums").node("ArgMax", {"scores"}, "best").attr("axis", 1);
  for (const char* name :
       {"scores", "same", "left", "right", "dropped", "anchors", "dims", "sums", "best", "x"})
    m.output(name);
  return m;
}

const std::vector<std::string> kEveryKind = {"scores",  "same", "left", "right", "dropped",
                                             "anchors", "dims", "sums", "best",  "x"};

TEST_F(NetworkInterface, ConstantOutputsStandBesideAnyCalibration) {
  const std::string calibration =
      " --calib " + stranger("x_1x16x6x6.npy") + " --input " + stranger("x_1x16x6x6.npy");
  for (const char* quant : {"max", "auto", "percentile"}) {
    const std::string how = std::string(" --all-int8 --quant ") + quant + calibration;
    const CommandResult anchors = run_vta("run " + stranger("g01_conv_and_constant_output.onnx") +
                                          how + " --output anchors=" + path("a.npy"));
    ASSERT_EQ(anchors.exit_code, 0) << quant << anchors.text;
    EXPECT_EQ(read_npy(path("a.npy")).shape(), (Shape{3, 2}));
    EXPECT_EQ(floats("a.npy"), std::vector<float>(6, 1.0f));
    const CommandResult dims = run_vta("run " + stranger("g02_conv_and_shape_output.onnx") + how +
                                       " --output dims=" + path("d.npy"));
    ASSERT_EQ(dims.exit_code, 0) << quant << dims.text;
    EXPECT_THAT(read_npy(path("d.npy")).data<int64_t>(), ElementsAre(1, 16, 6, 6));
  }
  for (const char* command : {"compile", "profile"}) {
    const std::string to = std::string(command) == "profile" ? "" : " -o " + path("p.vta");
    const CommandResult run =
        run_vta(std::string(command) + " " + stranger("g01_conv_and_constant_output.onnx") +
                " --all-int8 --quant max --calib " + stranger("x_1x16x6x6.npy") + to);
    EXPECT_EQ(run.exit_code, 0) << command << run.text;
  }
}

TEST_F(NetworkInterface, ANetworkMayGiveOutConstantsAlone) {
  TestModel m;
  m.input("x", {1, 4}).floats("a", {2}, {5, 6}).node("Relu", {"x"}, "unused").output("a");
  write_npy(path("x.npy"), Tensor::zeros(DType::F32, {1, 4}));
  for (const std::string& how : {std::string(), " --quant max --calib " + path("x.npy"),
                                 " --quant auto --calib " + path("x.npy")}) {
    const CommandResult run = run_vta("run " + written(m) + how + " --output " + path("a.npy"));
    ASSERT_EQ(run.exit_code, 0) << run.text;
    EXPECT_THAT(floats("a.npy"), ElementsAre(5, 6));
  }
}

// Whatever the passes do: on the host alone, without any pass, all of it on the accelerator.
TEST_F(NetworkInterface, OutputsHaveTheFilesNamesInItsOrder) {
  const std::string model = written(every_kind_of_output());
  const std::string host = " --host-only --skip quantize";
  for (const std::string& how :
       {host, host + " --opt-level 0", std::string(" --opt-level 0"), std::string(" --all-int8"),
        std::string(" --all-int8 --batch 2"), std::string(" --pass channels_first --config 1x32")})
    EXPECT_EQ(output_names_of(model + how), kEveryKind) << how;
  EXPECT_THAT(output_names_of(stranger("g03_split_names.onnx") + host),
              ElementsAre("left", "mid", "right"));
  EXPECT_THAT(output_names_of(stranger("g04_identity_name.onnx") + host), ElementsAre("a", "b"));
  EXPECT_THAT(output_names_of(stranger("output_names_plain.onnx")), ElementsAre("scores", "boxes"));
  EXPECT_THAT(output_names_of(stranger("two_outputs.onnx")), ElementsAre("boxes", "scores"));
}

TEST_F(NetworkInterface, EveryOutputCanBeAskedForByItsName) {
  const std::string model = written(every_kind_of_output());
  Tensor x = Tensor::zeros(DType::F32, {1, 16, 4, 4});
  for (size_t i = 0; i < 256; ++i)
    x.mutable_data<float>()[i] = static_cast<float>(i % 7) - 3;
  write_npy(path("x.npy"), x);
  std::string wanted = " --input " + path("x.npy");
  for (const std::string& name : kEveryKind)
    wanted += " --output " + name + "=" + path("out_" + name + ".npy");
  const CommandResult run = run_vta("run " + model + " --all-int8" + wanted);
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(read_text_file(path("out_same.npy")), read_text_file(path("out_scores.npy")));
  EXPECT_EQ(read_text_file(path("out_x.npy")), read_text_file(path("x.npy")));
  EXPECT_THAT(floats("out_sums.npy"), ElementsAre(6, 8));
  EXPECT_EQ(read_npy(path("out_left.npy")).shape(), (Shape{1, 6, 4, 4}));
  EXPECT_EQ(read_npy(path("out_right.npy")).shape(), (Shape{1, 10, 4, 4}));
  expect_failure("run " + model + " --output c=" + path("c.npy"), 2,
                 "NAME one of scores, same, left");
}

TEST_F(NetworkInterface, ProgramsPartsAndPipelinesKeepTheNames) {
  const std::string model = written(every_kind_of_output());
  ASSERT_EQ(run_vta("compile " + model + " --all-int8 -o " + path("p.vta")).exit_code, 0);
  EXPECT_EQ(output_names_of(path("p.vta")), kEveryKind);
  const auto split =
      json_of("split " + model + " --all-int8 --at relu:0+conv:0 -o " + path("parts"));
  std::vector<std::string> names;
  for (const auto& output : split.at("outputs").as_array())
    names.emplace_back(output.at("name").as_string());
  EXPECT_EQ(names, kEveryKind);
  const auto piped = run_vta("pipeline " + path("parts/split.json") +
                             " --device fsim,fsim --output sums=" + path("sums.npy") +
                             " --output x=" + path("same_x.npy"));
  EXPECT_EQ(piped.exit_code, 0) << piped.text;
  const std::vector<float> sums = floats("sums.npy");  // of every image
  ASSERT_GE(sums.size(), 2u);
  EXPECT_EQ(sums[0], 6);
  EXPECT_EQ(sums[1], 8);
}

TEST_F(NetworkInterface, NamesThatAreNoTextAreShownAsText) {
  TestModel m;
  m.input("x", {1, 4}).node("Relu", {"x"}, "a\nb").output("a\nb").output("a\nb");
  const auto names = output_names_of(written(m) + " --host-only --skip quantize");
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[0].find('\n'), std::string::npos);
  EXPECT_EQ(names[1], names[0] + "_1");  // one value twice under one name
}

TEST_F(NetworkInterface, EmptyPartsAreOutputsToo) {
  write_npy(path("x.npy"), Tensor::zeros(DType::F32, {2, 7}));
  const std::string model = stranger("g11_split_zero_part.onnx");
  const CommandResult run =
      run_vta("run " + model + " --host-only --skip quantize --output a=" + path("a.npy") +
              " --output b=" + path("b.npy"));
  ASSERT_EQ(run.exit_code, 0) << run.text;
  EXPECT_EQ(read_npy(path("a.npy")).shape(), (Shape{2, 3}));
  EXPECT_EQ(read_npy(path("b.npy")).shape(), (Shape{2, 0}));
  ASSERT_EQ(run_vta("compile " + model + " -o " + path("p.vta")).exit_code, 0);
  EXPECT_EQ(run_vta("run " + path("p.vta") + " --output b=" + path("c.npy")).exit_code, 0);
  EXPECT_EQ(read_text_file(path("c.npy")), read_text_file(path("b.npy")));
}

TEST_F(NetworkInterface, NanComesOut) {
  write_npy(path("x.npy"), Tensor::from_span<float>({3}, std::vector<float>{1, std::nanf(""), -3}));
  const CommandResult run =
      run_vta("run " + stranger("g08_relu_nan.onnx") + " --input " + path("x.npy") +
              " --host-only --skip quantize --output " + path("y.npy"));
  ASSERT_EQ(run.exit_code, 0) << run.text;
  const std::vector<float> y = floats("y.npy");
  EXPECT_EQ(y[0], 1);
  EXPECT_TRUE(std::isnan(y[1]));
  EXPECT_EQ(y[2], 0);
}

TEST_F(NetworkInterface, OneResultOfThreeIsLegal) {
  const CommandResult run =
      run_vta("run " + stranger("01_dynamic_quantize_one_result.onnx") + " --host-only");
  EXPECT_EQ(run.exit_code, 0) << run.text;
}

// Of a program that leaves the accelerator idle there is nothing to draw.
TEST_F(NetworkInterface, ARooflineNeedsCycles) {
  ASSERT_EQ(run_vta("compile " + stranger("two_outputs.onnx") + " --host-only -o " + path("p.vta"))
                .exit_code,
            0);
  expect_failure("run " + path("p.vta") + " --backend csim --roofline " + path("r.svg"), 2,
                 "--roofline: the program runs nothing on the accelerator");
}

TEST_F(NetworkInterface, WhatIsWrongIsSaid) {
  expect_failure("run " + stranger("g09_clip_nan_bound.onnx"), 5,
                 "a bound is NaN, and bounds must be numbers");
  expect_failure("run " + stranger("g10_gemm_c_not_broadcastable.onnx"), 5,
                 "C (1, 4) does not fit the product (3, 1)");
  expect_failure("run " + stranger("g13_conv_auto_pad_valid_with_pads.onnx"), 5,
                 "auto_pad VALID means pads=[0, 0, 0, 0] here, and pads=[1, 1, 1, 1] are given");
  expect_failure("run " + stranger("g15_lfs_pointer.onnx"), 3,
                 "is a Git LFS pointer, not the file itself: get the file with git lfs pull");
  for (const char* command : {"run", "profile", "graph"})
    expect_failure(std::string(command) + " " + stranger("02_profile_timing.vta") +
                       (std::string(command) == "graph" ? " --json" : ""),
                   3, "is in no launch (legal: in one)");
}

}  // namespace
}  // namespace vta
