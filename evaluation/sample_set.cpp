#include "evaluation/sample_set.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/npy.h"
#include "base/plural.h"
#include "evaluation/image_folder.h"
#include "evaluation/labels.h"
#include "evaluation/samples.h"

namespace vta {
namespace {

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

uint8_t grey_of(const uint8_t* rgb) {
  return static_cast<uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
}

uint8_t byte_between(float x, float low, float high) {
  if (!std::isfinite(x) || !(high > low))
    return 0;
  return static_cast<uint8_t>(std::lround(255 * std::clamp((x - low) / (high - low), 0.0f, 1.0f)));
}

// One row of an array, of uint8 or of numbers that are shown from the smallest to the largest.
std::vector<uint8_t> bytes_of(const Tensor& row) {
  if (row.dtype() == DType::U8) {
    const auto bytes = row.data<uint8_t>();
    return {bytes.begin(), bytes.end()};
  }
  const auto values = row.data<float>();
  const auto [low, high] = std::ranges::minmax_element(values);
  std::vector<uint8_t> bytes;
  for (const float x : values)
    bytes.push_back(byte_between(x, *low, *high));
  return bytes;
}

struct Read {
  std::vector<InputSamples> inputs;
  std::vector<int64_t> labels;
  std::vector<std::string> class_names, notes;
};

// The first folder with classes is whose classes count.
void add_folder(const std::string& path, const TensorType& type, const Preprocessing& how,
                Read& read) {
  ImageFolder folder = read_image_folder(path);
  read.inputs.emplace_back(std::move(folder.files), std::move(folder.names), type, how);
  std::ranges::move(folder.notes, std::back_inserter(read.notes));
  if (!read.labels.empty())
    return;
  read.labels = std::move(folder.labels);
  read.class_names = std::move(folder.class_names);
}

Read read_inputs(std::span<const std::string> files, std::span<const TensorType> types,
                 const Preprocessing& how, const std::map<std::string, Tensor>* arrays) {
  Read read;
  for (size_t i = 0; i < files.size(); ++i) {
    if (arrays != nullptr && arrays->contains(files[i])) {
      read.inputs.emplace_back(arrays->at(files[i]), types[i], how, files[i]);
    } else if (is_folder(files[i])) {
      add_folder(files[i], types[i], how, read);
    } else if (is_image_name(files[i])) {
      read.inputs.emplace_back(std::vector{files[i]}, std::vector{files[i]}, types[i], how);
    } else {
      read.inputs.emplace_back(read_npy(files[i]), types[i], how, files[i]);
    }
    if (read.inputs[i].count() != read.inputs[0].count())
      throw InputError(fmt::format("'{}' holds {}, '{}' {}", files[0],
                                   counted(read.inputs[0].count(), "image"), files[i],
                                   read.inputs[i].count()));
  }
  return read;
}

void check_folder_labels(const Read& read, const std::string& folder, int64_t classes) {
  const auto most = std::ranges::max_element(read.labels);
  if (most == read.labels.end() || *most < classes)
    return;
  throw InputError(fmt::format(
      "folder '{}': sub-folder '{}' is class {}, the network has {}: expected {} sub-folders at "
      "most, or ones called 0 to {}",
      folder,
      std::filesystem::path(read.inputs.front().name(most - read.labels.begin())).begin()->string(),
      *most, counted(classes, "class"), classes, classes - 1));
}

}  // namespace

InputSamples::InputSamples(Tensor array, const TensorType& input, const Preprocessing& how,
                           std::string origin)
    : array_(std::move(array)), input_(input), how_(how), origin_(std::move(origin)) {
  // What is wrong with the array is wrong with its first row.
  const bool has_rows = array_.rank() > 0 && array_.shape().front() > 0;
  network_images(has_rows ? image_batch(array_, 0, 1) : array_, input_, how_, 0, origin_);
}

InputSamples::InputSamples(std::vector<std::string> files, std::vector<std::string> names,
                           const TensorType& input, const Preprocessing& how)
    : files_(std::move(files)), names_(std::move(names)), input_(input), how_(how) {
  if (!takes_images(input_) || (input_.shape[1] != 1 && input_.shape[1] != 3))
    throw InputError(fmt::format(
        "'{}' is a picture, the network takes {}: pictures need inputs of 1 or 3 channels",
        files_.front(), type_text(input_)));
  origin_ = files_.front();
}

int64_t InputSamples::count() const {
  return files_.empty() ? array_.shape().front() : std::ssize(files_);
}

std::string InputSamples::name(int64_t index) const {
  return files_.empty() ? fmt::format("{}", index) : names_[static_cast<size_t>(index)];
}

Tensor InputSamples::pixels(int64_t first, int64_t count) const {
  const int64_t channels = input_.shape[1], height = input_.shape[2], width = input_.shape[3];
  Tensor pixels = Tensor::zeros(DType::U8, {count, height, width, channels});
  uint8_t* to = pixels.mutable_data<uint8_t>().data();
  for (int64_t i = 0; i < count; ++i) {
    const std::string& file = files_[static_cast<size_t>(first + i) % files_.size()];
    const Image view = classifier_view(read_image(file), width, height);
    for (size_t at = 0; at < view.rgb.size(); at += 3)
      if (channels == 1)
        *to++ = grey_of(view.rgb.data() + at);
      else
        to = std::copy_n(view.rgb.data() + at, 3, to);
  }
  return pixels;
}

Tensor InputSamples::rows(int64_t first, int64_t count) const {
  return network_images(files_.empty() ? image_batch(array_, first, count) : pixels(first, count),
                        input_, how_, 0, origin_);
}

std::optional<Image> InputSamples::picture(int64_t index) const {
  if (!takes_images(input_) || (input_.shape[1] != 1 && input_.shape[1] != 3))
    return std::nullopt;
  const Tensor row = files_.empty() ? image_batch(array_, index, 1) : pixels(index, 1);
  const int64_t channels = input_.shape[1];
  Image image{input_.shape[3], input_.shape[2], {}};
  const int64_t plane = image.width * image.height;
  const bool channels_last =
      row.dtype() == DType::U8 && row.shape() == Shape{1, image.height, image.width, channels};
  const std::vector<uint8_t> bytes = bytes_of(row);
  for (int64_t i = 0; i < plane; ++i)
    for (int64_t c = 0; c < 3; ++c) {
      const int64_t channel = channels == 1 ? 0 : c;
      image.rgb.push_back(
          bytes[static_cast<size_t>(channels_last ? i * channels + channel : channel * plane + i)]);
    }
  return image;
}

std::vector<Tensor> SampleSet::rows(int64_t first, int64_t many) const {
  std::vector<Tensor> tensors;
  for (const InputSamples& input : inputs)
    tensors.push_back(input.rows(first, many));
  return tensors;
}

SampleSet read_sample_set(const SampleFiles& files, std::span<const TensorType> types,
                          const Preprocessing& how, int64_t classes) {
  Read read = read_inputs(files.inputs, types, how, files.arrays);
  SampleSet set;
  const int64_t all = read.inputs.front().count();
  set.count = files.limit > 0 ? std::min(files.limit, all) : all;
  if (files.label_array != nullptr) {
    read.labels = class_labels(*files.label_array, set.count, classes, "labels");
    read.class_names.clear();
  } else if (!files.labels.empty()) {
    std::vector<std::string> names;
    for (int64_t i = 0; i < set.count; ++i)
      names.push_back(read.inputs.front().name(i));
    read.labels = read_labels(files.labels, names, classes);
    read.class_names.clear();
  } else {
    check_folder_labels(read, files.inputs.front(), classes);
    if (!read.labels.empty())
      read.labels.resize(static_cast<size_t>(set.count));
    const auto named = std::ssize(read.class_names);
    if (named > 0 && named < classes)
      read.notes.push_back(fmt::format(
          "'{}' has {} for the network's {}: they are counted in the order of their names, which "
          "is right only where the network's first classes are these",
          files.inputs.front(), counted(named, "sub-folder"), counted(classes, "class")));
  }
  set.inputs = std::move(read.inputs);
  set.labels = std::move(read.labels);
  set.class_names = std::move(read.class_names);
  set.notes = std::move(read.notes);
  return set;
}

std::vector<InputSamples> read_input_samples(std::span<const std::string> files,
                                             std::span<const TensorType> types,
                                             const Preprocessing& how,
                                             const std::map<std::string, Tensor>* arrays) {
  return read_inputs(files, types, how, arrays).inputs;
}

}  // namespace vta
