#include "workbench/input.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/npy.h"
#include "tests/base/small_images.h"

namespace vta::workbench {
namespace {

using testing::HasSubstr;

const TensorType kSmallNet{{1, 3, 2, 3}, DType::F32};
const Normalization kPlain{{0, 0, 0}, {1, 1, 1}};  // x = pixel / 255

std::string temp_path(const std::string& name) {
  return testing::TempDir() + "vta_input_test_" + name;
}

template <typename E>
std::string error_of(const std::string& spec, const TensorType& wanted = kSmallNet) {
  try {
    load_input(spec, wanted);
  } catch (const E& e) {
    return e.what();
  }
  ADD_FAILURE() << "no error for " << spec;
  return {};
}

TEST(LoadInput, PngBecomesChannelsFirst) {
  const std::string path = temp_path("a.png");
  write_file(path, small_png());
  const Tensor x = load_input(path, kSmallNet, kPlain).tensor;
  EXPECT_EQ(x.shape(), kSmallNet.shape);
  EXPECT_FLOAT_EQ(x.data<float>()[0], 1);                // red, first pixel
  EXPECT_FLOAT_EQ(x.data<float>()[6], 0);                // green, first pixel
  EXPECT_FLOAT_EQ(x.data<float>()[6 + 3], 20.0f / 255);  // green, second row
}

TEST(LoadInput, ImageFillsTheWholeBatch) {
  const std::string path = temp_path("b.PNG");
  write_file(path, small_png());
  const Tensor x = load_input(path, {{2, 3, 2, 3}, DType::F32}, kPlain).tensor;
  for (size_t i = 0; i < 18; ++i)
    EXPECT_EQ(x.data<float>()[i], x.data<float>()[18 + i]);
}

TEST(LoadInput, JpegIsResizedAndCropped) {
  const std::string path = temp_path("c.jpg");
  write_file(path, small_jpeg());
  const Tensor x = load_input(path, {{1, 3, 16, 16}, DType::F32}, kPlain).tensor;
  EXPECT_NEAR(x.data<float>()[100], 200.0 / 255, 0.03);
}

TEST(LoadInput, TruncatedImagesAreRefused) {
  for (const auto& [name, bytes] :
       {std::pair{"cut.png", small_png()}, std::pair{"cut.jpg", small_jpeg()}}) {
    const std::string path = temp_path(name);
    write_file(path, std::span(bytes).first(bytes.size() - 20));
    EXPECT_THAT(error_of<InputError>(path), HasSubstr("truncated"));
  }
}

TEST(LoadInput, MissingImageIsNamed) {
  EXPECT_THAT(error_of<InputError>("/nonexistent/cat.jpg"), HasSubstr("/nonexistent/cat.jpg"));
}

TEST(LoadInput, ImageForAnotherKindOfNetworkIsRefused) {
  EXPECT_THAT(error_of<InputError>("cat.png", {{1, 10}, DType::F32}), HasSubstr("(1, 10)"));
}

TEST(LoadInput, PixelArraysAreNormalized) {
  const std::string path = temp_path("u8.npy");
  Tensor pixels = Tensor::zeros(DType::U8, {2, 3, 3});
  pixels.mutable_data<uint8_t>()[1] = 255;
  write_npy(path, pixels);
  const Tensor x = load_input(path, kSmallNet, kPlain).tensor;
  EXPECT_FLOAT_EQ(x.data<float>()[6], 1);
}

TEST(LoadInput, FloatArraysAreTakenAsTheyAre) {
  const std::string path = temp_path("f32.npy");
  Tensor values = Tensor::zeros(DType::F32, {1, 3, 2, 3});
  values.mutable_data<float>()[5] = 42;
  write_npy(path, values);
  EXPECT_EQ(load_input(path, kSmallNet).tensor.data<float>()[5], 42);
}

TEST(LoadInput, WrongShapeSaysBoth) {
  const std::string path = temp_path("wrong.npy");
  write_npy(path, Tensor::zeros(DType::F32, {1, 3, 4, 4}));
  const std::string message = error_of<InputError>(path);
  EXPECT_THAT(message, HasSubstr("(1, 3, 4, 4)"));
  EXPECT_THAT(message, HasSubstr("(1, 3, 2, 3)"));
}

TEST(LoadInput, RandomDependsOnTheSeedOnly) {
  const auto values = [](const std::string& spec) {
    const Tensor t = load_input(spec, {{1, 3, 32, 32}, DType::F32}).tensor;
    return std::vector<float>(t.data<float>().begin(), t.data<float>().end());
  };
  EXPECT_EQ(values("random:1"), values("random:1"));
  EXPECT_NE(values("random:1"), values("random:2"));
  double squares = 0;
  for (float v : values("random:1"))
    squares += static_cast<double>(v) * static_cast<double>(v);
  EXPECT_NEAR(std::sqrt(squares / (3 * 32 * 32)), 1, 0.05);
}

TEST(LoadInput, OtherSpecsAreUsageErrors) {
  EXPECT_THAT(error_of<UsageError>("random:x"), HasSubstr("random:SEED"));
  EXPECT_THAT(error_of<UsageError>("cat.gif"), HasSubstr(".png, .jpg, .jpeg"));
}

TEST(SplitSamples, CutsAnArrayIntoBatches) {
  const std::string path = temp_path("many.npy");
  Tensor values = Tensor::zeros(DType::F32, {5, 3, 2, 3});
  values.mutable_data<float>()[36] = 7;
  write_npy(path, values);
  const auto batches = split_samples(path, {{2, 3, 2, 3}, DType::F32});
  ASSERT_EQ(batches.size(), 2u);
  EXPECT_EQ(batches[1].data<float>()[0], 7);
}

TEST(SplitSamples, TooFewOrWrongSamplesAreRefused) {
  const std::string path = temp_path("few.npy");
  write_npy(path, Tensor::zeros(DType::F32, {1, 3, 2, 3}));
  EXPECT_THROW(split_samples(path, {{2, 3, 2, 3}, DType::F32}), InputError);
  EXPECT_THROW(split_samples(path, {{1, 3, 9, 9}, DType::F32}), InputError);
}

TEST(SplitSamples, CalibrationTakesAFolderOfPictures) {
  const std::string folder = temp_path(fmt::format("pictures_{}", ::getpid()));
  std::filesystem::create_directories(folder);
  for (const char* name : {"/a.png", "/b.png", "/c.png"})
    write_file(folder + name, small_png());
  const std::string model = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";
  ModelSettings settings;
  settings.batch = 2;
  const auto batches = calibration_samples({{folder}}, settings, model);
  ASSERT_EQ(batches.size(), 1U);  // what does not fill a batch is left out
  EXPECT_EQ(batches[0].shape(), (Shape{2, 3, 32, 32}));
  settings.batch = 4;
  try {
    calibration_samples({{folder}}, settings, model);
    ADD_FAILURE() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("holds 3 images, a batch is 4"));
  }
  std::filesystem::remove_all(folder);
}

TEST(SplitSamples, NoPathMeansNoSamples) {
  EXPECT_TRUE(calibration_samples({{}}, {}, "net.onnx").empty());
}

}  // namespace
}  // namespace vta::workbench
