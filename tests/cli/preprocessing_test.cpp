// How images become numbers: one default per network, the same for every command, always said.
#include "evaluation/preprocessing.h"

#include "base/npy.h"
#include "compiler/onnx/metadata.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

const Preprocessing kDigits = {.pixel_scale = 1, .mean = {128}, .std = {64}};

TEST(Preparation, OptionsComeBeforeTheNetworkAndTheNetworkBeforeTheDefault) {
  EXPECT_EQ(preparation({}, std::nullopt).how, Preprocessing());
  EXPECT_EQ(
      preparation_text(preparation({}, std::nullopt)),
      "x = (u8 / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225], ImageNet's values, the "
      "default: the network has none");
  EXPECT_EQ(preparation_text(preparation({}, std::nullopt, 1)),
            "x = (u8 / 255 - 0) / 1, the default for 1 channel: the network has none");
  const ImagePreparation own = {kDigits, "as the network's file says"};
  EXPECT_EQ(preparation_text(preparation({}, own)),
            "x = (u8 - 128) / 64, as the network's file says");
  EXPECT_EQ(preparation_text(preparation({.pixel_scale = {}, .mean = {}, .std = {32}}, own)),
            "x = (u8 - 128) / 32, --std as given, else as the network's file says");
  EXPECT_EQ(
      preparation_text(preparation({.pixel_scale = {0.5}, .mean = {1, 2, 3}, .std = {4}}, own)),
      "x = (u8 / 2 - [1, 2, 3]) / 4, as given");
}

TEST(Preparation, TextAndJsonHoldTheSame) {
  const Preprocessing how = {.pixel_scale = 0.3, .mean = {0.5}, .std = {2, 3, 4}};
  EXPECT_EQ(preprocessing_text(how), "x = (u8 * 0.3 - 0.5) / [2, 3, 4]");
  EXPECT_EQ(parse_preprocessing(preprocessing_json(how), "here"), how);
  const auto refusal = [](const char* text) {
    return error_text<InputError>(
        [&] { parse_preprocessing(boost::json::parse(text), "model 'm'"); });
  };
  EXPECT_THAT(refusal(R"({"pixel_scale":1,"mean":[0],"std":[0]})"),
              HasSubstr("model 'm': std has 0: images are divided by it"));
  EXPECT_THAT(refusal(R"({"pixel_scale":0,"mean":[0],"std":[1]})"), HasSubstr("pixel-scale is 0"));
  EXPECT_THAT(refusal(R"({"pixel_scale":1,"mean":[],"std":[1]})"), HasSubstr("need one value"));
  std::string list = "1";
  for (int i = 1; i < 4500; ++i)
    list += ",1";
  EXPECT_THAT(refusal(fmt::format(R"({{"pixel_scale":1,"mean":[0],"std":[{}]}})", list).c_str()),
              HasSubstr("(at most 4096); one of them has 4500"));
  EXPECT_THAT(refusal(R"({"pixel_scale":1,"mean":["a"],"std":[1]})"), HasSubstr("'mean' holds"));
  EXPECT_THAT(refusal(R"({"pixel_scale":1,"mean":[1]})"), HasSubstr("std"));
  EXPECT_THAT(refusal("3"), HasSubstr("model 'm'"));
}

using Metadata = NetworkCommand;

TEST_F(Metadata, ZooNetworksAndTheFixtureSayHow) {
  EXPECT_EQ(onnx_preprocessing(model()), Preprocessing());
  EXPECT_EQ(onnx_preprocessing(data("digits_resnet8.onnx")), kDigits);
}

TEST_F(Metadata, AFileWithoutTheEntryIsKnownByNameOnly) {
  TestModel net;
  net.input("x", {-1, 3, 4, 4}).node("Relu", {"x"}, "y").output("y");
  write_text_file(path("other.onnx"), net.bytes());
  write_text_file(path("digits_resnet8.onnx"), net.bytes());
  EXPECT_FALSE(onnx_preprocessing(path("other.onnx")));
  EXPECT_FALSE(known_preparation(path("other.onnx")));
  EXPECT_EQ(known_preparation(path("digits_resnet8.onnx"))->how, kDigits);
}

TEST_F(Metadata, ADamagedEntryIsNamed) {
  TestModel net;
  net.input("x", {-1, 3, 4, 4}).node("Relu", {"x"}, "y").output("y");
  auto& entry = *net.proto().add_metadata_props();
  entry.set_key(kPreprocessingKey);
  entry.set_value("{");
  write_text_file(path("bad.onnx"), net.bytes());
  expect_failure("run " + path("bad.onnx"), 3, "metadata 'vta.preprocessing'");
}

// Pixels are RGB; a network of four channels takes its values as they are.
TEST_F(Metadata, ValuesForOtherThanThreeChannelsStopNoRun) {
  TestModel net;
  net.input("x", {-1, 4, 4, 4}).node("Relu", {"x"}, "y").output("y");
  auto& entry = *net.proto().add_metadata_props();
  entry.set_key(kPreprocessingKey);
  entry.set_value(R"({"pixel_scale":1,"mean":[1,2,3,4],"std":[1]})");
  write_text_file(path("four.onnx"), net.bytes());
  const ApartResult run = run_vta_apart("run --details " + path("four.onnx"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("x = (u8 - [1, 2, 3, 4]) / 1, as the network's file says"));
}

TEST_F(Metadata, RunAndEvalUseAndPrintTheSame) {
  const std::string digits = data("digits_resnet8.onnx");
  const std::string eval =
      "eval " + digits + " --images " + data("digits_test_200_u8.npy") + " --limit 1 --no-verify";
  const std::string says = "x = (u8 - 128) / 64, as the network's file says";
  EXPECT_THAT(run_vta_apart(eval).out, HasSubstr("preprocessing        " + says + "\n"));
  const ApartResult run = run_vta_apart("run " + digits + " --details");
  EXPECT_THAT(run.out, HasSubstr("Input                             random:0\n"));
  EXPECT_THAT(run.out, HasSubstr(says + " (not needed: no input is pixels)"));
  const auto in_eval = json_of(eval), in_run = json_of("run " + digits);
  EXPECT_EQ(in_eval.at("preprocessing"), in_run.at("preprocessing"));
  EXPECT_EQ(in_run.at("preprocessing").at("pixel_scale").to_number<double>(), 1);
  EXPECT_EQ(in_run.at("preprocessing").at("source"), "as the network's file says");
  EXPECT_FALSE(in_run.at("inputs").at(0).at("preprocessed").as_bool());
}

TEST_F(Metadata, PixelsArePreparedAsTheNetworkSays) {
  Tensor grey = Tensor::zeros(DType::U8, {1, 32, 32, 3});
  std::ranges::fill(grey.mutable_data<uint8_t>(), uint8_t{128});  // becomes 0
  write_npy(path("grey.npy"), grey);
  write_npy(path("zero.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  const std::string command = "run " + data("digits_resnet8.onnx") + " --input ";
  const auto pixels = json_of(command + path("grey.npy"));
  EXPECT_EQ(pixels.at("top"), json_of(command + path("zero.npy")).at("top"));
  EXPECT_TRUE(pixels.at("inputs").at(0).at("preprocessed").as_bool());
}

TEST_F(Metadata, AProgramKeepsWhatItWasCompiledWith) {
  const std::string digits = data("digits_resnet8.onnx");
  ASSERT_EQ(run_vta("compile " + digits + " -o " + path("own.vta")).exit_code, 0);
  ASSERT_EQ(run_vta("compile " + digits + " --std 32 -o " + path("given.vta")).exit_code, 0);
  EXPECT_THAT(run_vta_apart("run --details " + path("own.vta")).out,
              HasSubstr("x = (u8 - 128) / 64, as the program says"));
  EXPECT_THAT(run_vta_apart("run --details " + path("given.vta")).out,
              HasSubstr("x = (u8 - 128) / 32, as the program says"));
  EXPECT_THAT(run_vta_apart("run --details " + path("own.vta") + " --std 16").out,
              HasSubstr("x = (u8 - 128) / 16, --std as given, else as the program says"));
}

TEST_F(Metadata, AWrongMeanIsWarnedOf) {
  const std::string eval = "eval " + data("digits_resnet8.onnx") + " --images " +
                           data("digits_test_200_u8.npy") + " --labels " +
                           data("digits_test_200_labels.npy") + " --no-verify";
  const ApartResult good = run_vta_apart(eval), bad = run_vta_apart(eval + " --mean 100000");
  EXPECT_THAT(good.out, Not(HasSubstr("warning:")));
  EXPECT_EQ(bad.exit_code, 0);
  EXPECT_THAT(bad.out, HasSubstr("warning: the float network is right for "));
  EXPECT_THAT(bad.out, HasSubstr("x = (u8 - 100000) / 64, --mean as given"));
  EXPECT_EQ(json_of(eval + " --mean 100000").at("warnings").as_array().size(), 1u);
  EXPECT_TRUE(json_of(eval).at("warnings").as_array().empty());
}

}  // namespace
}  // namespace vta
