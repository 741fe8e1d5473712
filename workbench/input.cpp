#include "workbench/input.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <random>

#include "base/image_input.h"
#include "base/npy.h"
#include "base/plural.h"
#include "compiler/compiler.h"
#include "evaluation/image_folder.h"
#include "evaluation/preprocessing.h"
#include "evaluation/sample_set.h"
#include "evaluation/samples.h"
#include "workbench/named_files.h"

namespace vta::workbench {
namespace {

constexpr int64_t kRgb = 3;

bool ends_with_any(std::string text, std::initializer_list<std::string_view> endings) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view e) { return text.ends_with(e); });
}

// Sums of uniform numbers: bell-shaped, and the same on every machine.
Tensor random_input(uint64_t seed, const TensorType& wanted) {
  std::mt19937_64 rng(seed);
  Tensor t = Tensor::zeros(wanted.dtype, wanted.shape);
  if (wanted.dtype != DType::F32) {
    for (std::byte& b : t.mutable_bytes())
      b = static_cast<std::byte>(wanted.dtype == DType::Bool ? rng() & 1 : rng() & 0xff);
    return t;
  }
  for (float& v : t.mutable_data<float>()) {
    const uint64_t r = rng();
    const auto sum =
        static_cast<int32_t>((r & 0xffff) + (r >> 16 & 0xffff) + (r >> 32 & 0xffff) + (r >> 48));
    v = static_cast<float>(sum - 2 * 65535) / 37837.0f;  // 65536 * sqrt(4 / 12)
  }
  return t;
}

Tensor random_from(const std::string& spec, const TensorType& wanted) {
  const std::string_view digits = std::string_view(spec).substr(spec.find(':') + 1);
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc{} || end != digits.data() + digits.size())
    throw UsageError(
        fmt::format("input '{}': expected random:SEED with a number, e.g. random:1", spec));
  return random_input(seed, wanted);
}

// Pixels become float32 NCHW; anything else stays.
LoadedInput as_samples(const Tensor& array, const TensorType& wanted,
                       const Normalization& normalization) {
  const bool one_missing = array.rank() + 1 == static_cast<int64_t>(wanted.shape.size());
  Tensor batch = array;
  if (one_missing && wanted.shape[0] == 1) {
    Shape shape = array.shape();
    shape.insert(shape.begin(), 1);
    batch = array.reshaped(shape);
  }
  const bool pixels = array.dtype() == DType::U8 && wanted.dtype == DType::F32 &&
                      batch.rank() == 4 && batch.shape()[3] == 3;
  if (!pixels)
    return {batch, false};
  return {normalized(batch, normalization), true};
}

[[noreturn]] void wrong_shape(const std::string& path, const Tensor& array,
                              const TensorType& wanted) {
  throw InputError(fmt::format(
      "'{}' holds {}, the network takes {} (or uint8 pixels (N, H, W, 3) of the same extent)", path,
      type_text({array.shape(), array.dtype()}), type_text(wanted)));
}

Graph network_of(const std::string& model, const ModelSettings& settings) {
  Graph graph = read_model(model, settings);
  if (graph.inputs().empty())
    throw InputError(fmt::format("model '{}' has no input to calibrate", model));
  return graph;
}

}  // namespace

std::vector<std::string> input_sources(const std::vector<std::string>& arguments,
                                       const std::vector<std::string>& names) {
  const bool random = arguments.size() == 1 && arguments.front().starts_with("random:");
  if (arguments.empty() || random)
    return std::vector<std::string>(names.size(), random ? arguments.front() : "random:0");
  return all_files_by_name(arguments, names, "--input", "input");
}

Normalization normalization_for(const TensorType& wanted, const Preprocessing& how) {
  const bool rgb = wanted.shape.size() == 4 && wanted.shape[1] == 3;
  return rgb ? normalization(how) : Normalization{};
}

LoadedInput load_input(const std::string& spec, const TensorType& wanted,
                       const Normalization& normalization) {
  if (spec.starts_with("random:"))
    return {random_from(spec, wanted), false};
  if (ends_with_any(spec, {".png", ".jpg", ".jpeg", ".ppm"})) {
    require_image_input(wanted, spec);  // before it is read
    return {image_input(read_image(spec), wanted, normalization, spec), true};
  }
  if (!ends_with_any(spec, {".npy"}))
    throw UsageError(fmt::format(
        "input '{}': expected an image (.png, .jpg, .jpeg, .ppm), an array (.npy) or random:SEED",
        spec));
  const Tensor array = read_npy(spec);
  LoadedInput samples = as_samples(array, wanted, normalization);
  if (TensorType{samples.tensor.shape(), samples.tensor.dtype()} != wanted)
    wrong_shape(spec, array, wanted);
  return samples;
}

namespace {

// `samples` are what became of `array`.
std::vector<Tensor> split_array(const Tensor& array, const Tensor& samples, const std::string& path,
                                const TensorType& wanted) {
  Shape expected = wanted.shape;
  if (!expected.empty() && samples.rank() == static_cast<int64_t>(expected.size()))
    expected[0] = samples.shape()[0];
  if (expected.empty() || samples.shape() != expected || samples.dtype() != wanted.dtype)
    wrong_shape(path, array, wanted);
  const int64_t batches = samples.shape()[0] / wanted.shape[0];
  if (batches == 0)
    throw InputError(fmt::format("'{}' holds {}, a batch is {}", path,
                                 counted(samples.shape()[0], "sample"), wanted.shape[0]));
  std::vector<Tensor> all;
  const auto bytes = static_cast<size_t>(num_elements(wanted.shape) * dtype_bytes(wanted.dtype));
  for (size_t b = 0; b < static_cast<size_t>(batches); ++b) {
    Tensor t = Tensor::zeros(wanted.dtype, wanted.shape);
    const auto from = samples.bytes().subspan(b * bytes, bytes);
    std::copy(from.begin(), from.end(), t.mutable_bytes().begin());
    all.push_back(t);
  }
  return all;
}

// Pixels of other than three channels, or with the channels first, are prepared as a network's
// input is.
std::vector<Tensor> split_samples(const Tensor& array, const std::string& path,
                                  const TensorType& wanted, const Preprocessing& how) {
  const bool rgb_last = array.rank() != 4 || array.shape()[3] == 3;
  if (array.dtype() == DType::U8 && takes_images(wanted) && !rgb_last)
    return split_array(array, network_images(array, wanted, how, 0, fmt::format("'{}'", path)),
                       path, wanted);
  return split_array(array, as_samples(array, wanted, normalization_for(wanted, how)).tensor, path,
                     wanted);
}

// Of a folder of pictures, or of one.
std::vector<Tensor> picture_batches(const std::string& path, const TensorType& type,
                                    const Preprocessing& how) {
  const InputSamples pictures =
      read_input_samples(std::span(&path, 1), std::span(&type, 1), how).front();
  const int64_t batch = type.shape.front();
  if (pictures.count() < batch)
    throw InputError(fmt::format("'{}' holds {}, a batch is {}", path,
                                 counted(pictures.count(), "image"), batch));
  std::vector<Tensor> batches;
  for (int64_t at = 0; at + batch <= pictures.count(); at += batch)
    batches.push_back(pictures.rows(at, batch));
  return batches;
}

}  // namespace

std::vector<Tensor> split_samples(const std::string& path, const TensorType& wanted,
                                  const Normalization& normalization) {
  const Tensor array = read_npy(path);
  return split_array(array, as_samples(array, wanted, normalization).tensor, path, wanted);
}

std::vector<Tensor> calibration_samples(const SampleFiles& from, const ModelSettings& settings,
                                        const std::string& model, const PreprocessingOf& how_of) {
  if (from.files.empty())
    return {};
  const Graph graph = network_of(model, settings);
  std::vector<std::string> names;
  for (const NodeId id : graph.inputs())
    names.push_back(graph.node(id).name);
  const std::vector<std::string> paths =
      all_files_by_name(from.files, names, from.said_by, "input");
  std::vector<std::vector<Tensor>> samples;
  for (size_t i = 0; i < paths.size(); ++i) {
    const TensorType& type = graph.type(graph.inputs()[i]);
    const Preprocessing how = how_of(takes_images(type) ? type.shape[1] : kRgb);
    std::error_code unknown;
    if (const auto held = from.arrays.find(paths[i]); held != from.arrays.end())
      samples.push_back(split_samples(held->second, paths[i], type, how));
    else if (std::filesystem::is_directory(paths[i], unknown) || is_image_name(paths[i]))
      samples.push_back(picture_batches(paths[i], type, how));
    else
      samples.push_back(split_samples(read_npy(paths[i]), paths[i], type, how));
  }
  std::vector<Tensor> in_turn;
  for (size_t s = 0; s < samples.front().size(); ++s)
    for (size_t i = 0; i < samples.size(); ++i) {
      if (samples[i].size() != samples.front().size())
        throw InputError(fmt::format("{}: '{}' holds {} of samples, '{}' {}", from.said_by,
                                     paths[0], counted(std::ssize(samples[0]), "batch"), paths[i],
                                     samples[i].size()));
      in_turn.push_back(samples[i][s]);
    }
  return in_turn;
}

}  // namespace vta::workbench
