#include "cli/eval_data.h"

#include <algorithm>

#include "base/plural.h"

namespace vta::cli {
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

std::vector<float> per_channel(const std::vector<double>& values, int64_t channels,
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
  const std::vector<float> mean = per_channel(how.mean, channels, "--mean");
  const std::vector<float> deviation = per_channel(how.std, channels, "--std");
  const auto scale = static_cast<float>(how.pixel_scale);
  Tensor out = Tensor::zeros(DType::F32, {count, channels, input.shape[2], input.shape[3]});
  const uint8_t* in = images.data<uint8_t>().data();
  float* to = out.mutable_data<float>().data();
  for (int64_t n = 0; n < count; ++n)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t i = 0; i < plane; ++i) {
        const int64_t at =
            n * channels * plane + (channels_last ? i * channels + c : c * plane + i);
        const auto k = static_cast<size_t>(c);
        *to++ = (static_cast<float>(in[at]) * scale - mean[k]) / deviation[k];
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

std::vector<int64_t> class_labels(const Tensor& labels, int64_t count, int64_t classes,
                                  const std::string& origin) {
  const bool integers =
      labels.dtype() == DType::I64 || labels.dtype() == DType::I32 || labels.dtype() == DType::U8;
  if (!integers || labels.size() < count)
    throw InputError(fmt::format("{} holds {} {}: expected {}, int64 or int32", origin,
                                 dtype_name(labels.dtype()), shape_text(labels.shape()),
                                 counted(count, "class index", "class indices")));
  std::vector<int64_t> result;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const int64_t label = labels.dtype() == DType::I64   ? labels.data<int64_t>()[i]
                          : labels.dtype() == DType::I32 ? labels.data<int32_t>()[i]
                                                         : labels.data<uint8_t>()[i];
    if (label < 0 || label >= classes)
      throw InputError(fmt::format("{}: label {} of image {} is outside the network's {}", origin,
                                   label, i, counted(classes, "class")));
    result.push_back(label);
  }
  return result;
}

}  // namespace vta::cli
