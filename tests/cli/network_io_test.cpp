// Networks of several inputs and outputs, outputs in files, logits of other shapes.
#include "base/npy.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;

class NetworkIo : public NetworkCommand {
 protected:
  // left and right (N, 3, 8, 8): a 1x1 convolution each, their sum; its mean per class is the
  // output `scores` (N, 4, 1, 1), with `two_outputs` the sum is one as well.
  std::string two_inputs(bool two_outputs = false) {
    TestModel net;
    net.input("left", {-1, 3, 8, 8}).input("right", {-1, 3, 8, 8});
    net.floats("wl", {4, 3, 1, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5F, 0.5F, 0});
    net.floats("wr", {4, 3, 1, 1}, {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0.25F, 0.5F});
    net.node("Conv", {"left", "wl"}, "l").node("Conv", {"right", "wr"}, "r");
    net.node("Add", {"l", "r"}, "sum").node("GlobalAveragePool", {"sum"}, "scores");
    net.output("scores");
    if (two_outputs)
      net.output("sum");
    const std::string file = path(two_outputs ? "two_outputs.onnx" : "two_inputs.onnx");
    write_text_file(file, net.bytes());
    return file;
  }

  std::string images(const std::string& name, float value, int64_t count = 1) {
    Tensor t = Tensor::zeros(DType::F32, {count, 3, 8, 8});
    for (size_t i = 0; i < static_cast<size_t>(t.size()); ++i)
      t.mutable_data<float>()[i] = value * static_cast<float>(1 + i / 64 % 3);
    write_npy(path(name), t);
    return path(name);
  }
};

TEST_F(NetworkIo, TheOutputIsWrittenAsItIs) {
  const auto json = json_of("run " + model() + " --output " + path("y.npy") + " --top 10");
  const Tensor y = read_npy(path("y.npy"));
  ASSERT_EQ(y.shape(), (Shape{1, 10}));
  ASSERT_EQ(y.dtype(), DType::F32);
  for (const auto& entry : json.at("top").at(0).as_array()) {
    const auto index = static_cast<size_t>(entry.at("class").as_int64());
    EXPECT_FLOAT_EQ(y.data<float>()[index], entry.at("value").to_number<float>());
  }
  EXPECT_EQ(json.at("outputs").at(0).at("file"), boost::json::value(path("y.npy")));
}

// Not that its weights became float32.
TEST_F(NetworkIo, WhyNothingIsComparedIsWhyNothingRunsOnTheAccelerator) {
  TestModel net;
  net.input("x", {1, 3, 8, 8}).typed("w", onnx::TensorProto::FLOAT16, {1, 3, 1, 1}, {15360, 0, 0});
  net.node("Conv", {"x", "w"}, "y").output("y");
  write_text_file(path("half.onnx"), net.bytes());
  expect_failure("run " + path("half.onnx") + " --verify", 2,
                 "runs on the accelerator (nn.conv2d 'y_node' stays in float on the host: "
                 "convolution 0 is left in float, as skip_conv says)");
}

TEST_F(NetworkIo, OutputFilesThatCannotBeAreNamed) {
  const std::string command = "run " + model() + " --output ";
  expect_failure(command + path("y.txt"), 2, "outputs are written as .npy");
  expect_failure(command + path("y.npy") + " --backend csim --timing-only", 2,
                 "--output writes values, and --timing-only computes none");
  expect_failure(command + path("a.npy") + " --output " + path("b.npy"), 2, "already");
  EXPECT_NE(run_vta("run " + model() + " --output /nowhere/y.npy").exit_code, 0);
}

TEST_F(NetworkIo, EveryInputHasItsOwnFile) {
  const std::string net = two_inputs();
  const std::string left = images("l.npy", 0.25F), right = images("r.npy", -0.5F);
  const std::string command = "run " + net + " --skip-conv none --verify --top 4";
  const auto a = json_of(command + " --input left=" + left + " --input right=" + right);
  const auto b = json_of(command + " --input right=" + right + " --input left=" + left);
  const auto swapped = json_of(command + " --input left=" + right + " --input right=" + left);
  EXPECT_EQ(a.at("top"), b.at("top"));
  EXPECT_NE(a.at("top"), swapped.at("top"));
  EXPECT_EQ(a.at("inputs").at(1).at("name"), "right");
  EXPECT_EQ(a.at("inputs").at(1).at("source"), boost::json::value(right));
  EXPECT_EQ(a.at("top").at(0).as_array().size(), 4u) << "(1, 4, 1, 1) is a row of four classes";
  EXPECT_EQ(run_vta(command).exit_code, 0) << "random for both";
  EXPECT_EQ(run_vta(command + " --input random:3").exit_code, 0);
  expect_failure(command + " --input " + left, 2,
                 "the network has 2 inputs: give NAME=FILE with NAME one of left, right");
  expect_failure(command + " --input left=" + left, 2, "nothing is given for input right");
}

TEST_F(NetworkIo, OutputsOfSeveralAreChosenByNameOrPlace) {
  const std::string net = two_inputs(true);
  const std::string command = "run " + net + " --skip-conv none";
  const auto outputs = json_of(command).at("outputs").as_array();
  ASSERT_EQ(outputs.size(), 2u);
  const std::string name(outputs[1].at("name").as_string());
  ASSERT_EQ(run_vta(command + " --output 0=" + path("scores.npy")).exit_code, 0);
  EXPECT_EQ(read_npy(path("scores.npy")).shape(), (Shape{1, 4, 1, 1}));
  ASSERT_EQ(run_vta(command + " --output '" + name + "=" + path("sum.npy") + "'").exit_code, 0);
  EXPECT_EQ(read_npy(path("sum.npy")).shape(), (Shape{1, 4, 8, 8}));
  expect_failure(command + " --output " + path("y.npy"), 2, "the network has 2 outputs");
}

TEST_F(NetworkIo, LabelsAreCountedAgainstTheClassesOfAnyShape) {
  const std::string net = two_inputs();
  write_text_file(path("four.txt"), "a\nb\nc\nd\n");
  const ApartResult run = run_vta_apart("run " + net + " --labels " + path("four.txt"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Top 4"));
}

TEST_F(NetworkIo, EvalTakesTwoInputsAndLogitsWithPixels) {
  const std::string net = two_inputs();
  const std::string files = " --images left=" + images("l.npy", 0.5F, 6) +
                            " --images right=" + images("r.npy", 0.125F, 6);
  write_npy(path("y.npy"), Tensor::from_span<int64_t>({6}, std::vector<int64_t>(6, 2)));
  const std::string command =
      "eval " + net + " --skip-conv none --verify --labels " + path("y.npy");
  const auto json = json_of(command + files);
  EXPECT_EQ(json.at("images"), 6);
  EXPECT_TRUE(json.at("verify").at("exact").as_bool());
  EXPECT_GT(json.at("verify").at("elements").as_int64(), 0);
  EXPECT_EQ(json.at("agreement_percent").to_number<double>(), 100);
  const std::string calibrated =
      " --quant max --calib left=" + path("l.npy") + " --calib right=" + path("r.npy");
  EXPECT_TRUE(json_of(command + files + calibrated).at("verify").at("exact").as_bool());
  expect_failure(command + " --images " + path("l.npy"), 2, "the network has 2 inputs");
  expect_failure(
      command + " --images left=" + path("l.npy") + " --images right=" + images("three.npy", 1, 3),
      3, "holds 6 images");
}

TEST_F(NetworkIo, CosimTakesThemToo) {
  const std::string net = two_inputs();
  const std::string command = "cosim " + net + " --skip-conv none --backends fsim,csim";
  EXPECT_EQ(run_vta(command + " --input left=" + images("l.npy", 1) +
                    " --input right=" + images("r.npy", 2))
                .exit_code,
            0);
  expect_failure(command + " --input " + path("l.npy"), 2, "the network has 2 inputs");
}

}  // namespace
}  // namespace vta
