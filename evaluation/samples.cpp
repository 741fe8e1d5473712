#include "evaluation/samples.h"

#include <algorithm>
#include <array>

#include "base/plural.h"

namespace vta {
namespace {

[[noreturn]] void wrong_images(const Tensor& images, const TensorType& input,
                               const std::string& origin) {
  const Shape& s = input.shape;
  throw InputError(
      fmt::format("{} holds {} {}; the network takes images of {}, {} x {}: expected "
                  "uint8 (n, {}, {}, "
                  "{}) or float32 (n, {}, {}, {})",
                  origin, dtype_name(images.dtype()), shape_text(images.shape()),
                  counted(s[1], "channel"), s[2], s[3], s[2], s[3], s[1], s[1], s[2], s[3]));
}

std::vector<float> channel_values(const std::vector<double>& values, int64_t channels,
                                  std::string_view option) {
  const auto n = static_cast<int64_t>(values.size());
  if (n != 1 && n != channels)
    throw UsageError(fmt::format("{} has {} values, the network has {}: give {}", option, n,
                                 counted(channels, "channel"),
                                 channels == 1 ? "1" : fmt::format("1 or {}", channels)));
  std::vector<float> result;
  for (int64_t c = 0; c < channels; ++c)
    result.push_back(static_cast<float>(values[n == 1 ? 0 : static_cast<size_t>(c)]));
  return result;
}

Tensor preprocess(const Tensor& images, const TensorType& input, const Preprocessing& how,
                  int64_t count, bool channels_last) {
  if (const std::string problem = preprocessing_problem(how); !problem.empty())
    throw UsageError("--" + problem);
  const int64_t channels = input.shape[1], plane = input.shape[2] * input.shape[3];
  const std::vector<float> mean = channel_values(how.mean, channels, "--mean");
  const std::vector<float> deviation = channel_values(how.std, channels, "--std");
  const auto scale = static_cast<float>(how.pixel_scale);
  Tensor out = Tensor::zeros(DType::F32, {count, channels, input.shape[2], input.shape[3]});
  const uint8_t* in = images.data<uint8_t>().data();
  float* to = out.mutable_data<float>().data();
  const int64_t step = channels_last ? channels : 1, next = channels_last ? 1 : plane;
  for (int64_t c = 0; c < channels; ++c) {
    const auto k = static_cast<size_t>(c);
    std::array<float, 256> value_of{};
    for (size_t byte = 0; byte < value_of.size(); ++byte)
      value_of[byte] = (static_cast<float>(byte) * scale - mean[k]) / deviation[k];
    for (int64_t n = 0; n < count; ++n)
      for (int64_t i = 0; i < plane; ++i)
        to[(n * channels + c) * plane + i] =
            value_of[in[n * channels * plane + c * next + i * step]];
  }
  return out;
}

Tensor first_rows(const Tensor& rows, int64_t count) {
  Shape shape = rows.shape();
  const int64_t all = shape[0];
  shape[0] = count;
  Tensor out = Tensor::zeros(rows.dtype(), shape);
  const auto bytes = static_cast<size_t>(rows.size_bytes() / all * count);
  std::ranges::copy(rows.bytes().first(bytes), out.mutable_bytes().begin());
  return out;
}

// What is no image: rows of the input's own type.
Tensor network_rows(const Tensor& rows, const TensorType& input, int64_t limit,
                    const std::string& origin) {
  Shape expected = input.shape;
  if (!expected.empty() && rows.rank() > 0)
    expected[0] = rows.shape()[0];
  if (expected.empty() || rows.shape() != expected || rows.dtype() != input.dtype ||
      expected[0] == 0)
    throw InputError(fmt::format("{} holds {}, the network takes {} (any number of rows)", origin,
                                 type_text({rows.shape(), rows.dtype()}), type_text(input)));
  return first_rows(rows, limit > 0 ? std::min(limit, expected[0]) : expected[0]);
}

}  // namespace

bool takes_images(const TensorType& input) {
  return input.shape.size() == 4 && input.dtype == DType::F32;
}

Tensor network_images(const Tensor& images, const TensorType& input, const Preprocessing& how,
                      int64_t limit, const std::string& origin) {
  if (!takes_images(input))
    return network_rows(images, input, limit, origin);
  if (images.rank() != 4 || images.shape()[0] == 0)
    wrong_images(images, input, origin);
  const int64_t all = images.shape()[0];
  const int64_t count = limit > 0 ? std::min(limit, all) : all;
  const Shape nchw = {all, input.shape[1], input.shape[2], input.shape[3]};
  const Shape nhwc = {all, input.shape[2], input.shape[3], input.shape[1]};
  if (images.dtype() == DType::U8 && (images.shape() == nhwc || images.shape() == nchw))
    return preprocess(images, input, how, count, images.shape() == nhwc);
  if (images.dtype() != DType::F32 || images.shape() != nchw)
    wrong_images(images, input, origin);
  return first_rows(images, count);
}

Tensor image_batch(const Tensor& images, int64_t first, int64_t batch) {
  Shape shape = images.shape();
  const int64_t all = shape[0];
  const auto row = static_cast<size_t>(images.size_bytes() / all);
  shape[0] = batch;
  Tensor out = Tensor::zeros(images.dtype(), shape);
  auto to = out.mutable_bytes().begin();
  for (int64_t i = 0; i < batch; ++i) {
    const auto from = images.bytes().subspan(static_cast<size_t>((first + i) % all) * row, row);
    to = std::ranges::copy(from, to).out;
  }
  return out;
}

}  // namespace vta
