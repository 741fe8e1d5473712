#include "evaluation/samples.h"

#include "evaluation/labels.h"

#include <gmock/gmock.h>

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const TensorType kInput = {{1, 2, 1, 3}, DType::F32};

Tensor bytes(Shape shape, const std::vector<uint8_t>& values) {
  return Tensor::from_span<uint8_t>(std::move(shape), values);
}

std::vector<float> floats(const Tensor& t) {
  return {t.data<float>().begin(), t.data<float>().end()};
}

template <typename E>
void expect_error(const std::function<void()>& call, const std::string& words) {
  try {
    call();
    FAIL() << "no error";
  } catch (const E& e) {
    EXPECT_THAT(e.what(), HasSubstr(words));
  }
}

TEST(EvalData, BytesBecomeChannelsFirstAndNormalized) {
  const Tensor images = bytes({1, 1, 3, 2}, {0, 10, 20, 30, 40, 50});
  const Tensor x = network_images(
      images, kInput, {.pixel_scale = 1, .mean = {20, 30}, .std = {10, 20}}, 0, "x.npy");
  EXPECT_EQ(x.shape(), (Shape{1, 2, 1, 3}));
  EXPECT_THAT(floats(x), ElementsAre(-2, 0, 2, -1, 0, 1));
}

TEST(EvalData, PixelScaleIsAppliedFirst) {
  const Tensor images = bytes({1, 1, 3, 2}, {0, 0, 2, 2, 4, 4});
  const Tensor x =
      network_images(images, kInput, {.pixel_scale = 0.5, .mean = {1}, .std = {2}}, 0, "x.npy");
  EXPECT_THAT(floats(x), ElementsAre(-0.5, 0, 0.5, -0.5, 0, 0.5));
}

TEST(EvalData, FloatImagesAreTakenAsTheyAreAndLimited) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Tensor images = Tensor::from_span<float>({2, 2, 1, 3}, values);
  EXPECT_THAT(floats(network_images(images, kInput, {}, 1, "x.npy")),
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(network_images(images, kInput, {}, 5, "x.npy").shape()[0], 2);
}

TEST(EvalData, WrongImagesAreNamed) {
  expect_error<InputError>(
      [] {
        network_images(bytes({1, 2, 2, 2}, std::vector<uint8_t>(8)), kInput, {}, 0, "x.npy");
      },
      "x.npy holds uint8 (1, 2, 2, 2)");
}

TEST(EvalData, MeanOfAnotherNumberOfChannelsIsRefused) {
  const Tensor images = bytes({1, 1, 3, 2}, std::vector<uint8_t>(6));
  expect_error<UsageError>(
      [&] {
        network_images(images, kInput, {.mean = {1, 2, 3}}, 0, "x.npy");
      },
      "--mean has 3 values, the network has 2 channels");
  expect_error<UsageError>(
      [&] { network_images(images, kInput, {.mean = {1}, .std = {0}}, 0, "x.npy"); },
      "--std has 0");
}

TEST(EvalData, LastBatchIsCompletedWithTheFirstImages) {
  const std::vector<float> values = {1, 2, 3};
  const Tensor images = Tensor::from_span<float>({3, 1, 1, 1}, values);
  EXPECT_THAT(floats(image_batch(images, 2, 2)), ElementsAre(3, 1));
}

TEST(EvalData, LabelsMustBeEnoughAndInRange) {
  const std::vector<int64_t> values = {0, 9};
  const Tensor labels = Tensor::from_span<int64_t>({2}, values);
  EXPECT_THAT(class_labels(labels, 2, 10, "y.npy"), ElementsAre(0, 9));
  expect_error<InputError>([&] { class_labels(labels, 3, 10, "y.npy"); },
                           "expected 3 class indices");
  expect_error<InputError>([&] { class_labels(Tensor::zeros(DType::I64, {0}), 1, 10, "y.npy"); },
                           "expected 1 class index,");
  expect_error<InputError>([&] { class_labels(labels, 2, 9, "y.npy"); },
                           "label 9 of image 1 is outside the network's 9 classes");
}

}  // namespace
}  // namespace vta
