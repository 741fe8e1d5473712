#include "explore/evaluate/accuracy_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/plural.h"
#include "evaluation/evaluation.h"
#include "evaluation/image_folder.h"
#include "evaluation/samples.h"
#include "explore/evaluate/model_file.h"
#include "link/local_link.h"
#include "sim/fsim/fsim.h"

namespace vta::explore {
namespace {

int64_t channels_in(std::span<const TensorType> types) {
  for (const TensorType& type : types)
    if (takes_images(type))
      return type.shape[1];
  return 3;
}

PixelFlags pixels_of(const AccuracyData& data) {
  return {.pixel_scale = data.pixel_scale, .mean = data.mean, .std = data.std};
}

ImagePreparation preparation_of(const AccuracyData& data, const std::string& model,
                                std::span<const TensorType> types) {
  return preparation(pixels_of(data), known_preparation(model), channels_in(types));
}

void check_files(const std::vector<std::string>& files, size_t inputs, std::string_view what) {
  if (files.size() != inputs)
    throw InputError(fmt::format("accuracy: {} are {}, and the network has {}", what,
                                 counted(std::ssize(files), "file"),
                                 counted(static_cast<int64_t>(inputs), "input")));
}

SampleSet samples_of(const AccuracyData& data, const std::string& model,
                     const FloatNetwork& network) {
  const Preprocessing how = preparation_of(data, model, network.input_types()).how;
  check_files(data.samples, network.input_types().size(), "samples");
  return read_sample_set({.inputs = data.samples, .labels = data.labels, .limit = data.limit},
                         network.input_types(), how, network.classes());
}

// Of a folder its images, by name and contents.
std::string contents_hash(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(path, unknown))
    return hash_hex(read_text_file(path));
  const ImageFolder folder = read_image_folder(path);
  std::string all;
  for (size_t i = 0; i < folder.files.size(); ++i)
    all += folder.names[i] + " " + hash_hex(read_text_file(folder.files[i])) + "\n";
  return hash_hex(all);
}

void check_needs(const AccuracyData& data, const SampleSet& samples, int64_t classes) {
  if (data.needs_top1 && samples.labels.empty())
    throw InputError(
        fmt::format("an objective or constraint needs labels, and the folder {} has no sub-folders "
                    "for classes: give \"labels\"",
                    data.samples.front()));
  if (data.needs_top5 && classes <= kTopFew)
    throw InputError(
        fmt::format("an objective or constraint needs top-5, which requires more than {} classes; "
                    "this network has {}",
                    kTopFew, classes));
}

CompileOptions float_options(const NetworkSpec& network, int64_t images) {
  CompileOptions options;
  options.recipe = network.recipe;
  options.recipe.set("batch", std::to_string(images));
  return options;
}

Accuracy accuracy_of(const Evaluation& e) {
  const Scores& s = e.scores;
  for (const auto& [logits, what] :
       {std::pair{&e.float_logits, "float"}, std::pair{&e.int8_logits, "int8"}})
    if (const int64_t rows = rows_not_finite(*logits, s.classes); rows > 0)
      throw InputError(fmt::format("the {} logits of {} have values that are not finite", what,
                                   counted(rows, "sample")));
  Accuracy found{.samples = s.samples,
                 .agreement = s.agreement,
                 .sqnr_db = std::clamp(s.sqnr_db, -kMostSqnrDb, kMostSqnrDb)};
  if (s.labelled) {
    found.float_top1 = s.float_top1;
    found.top1 = s.int8_top1;
    found.float_top5 = s.float_top5;
    found.top5 = s.int8_top5;
  }
  return found;
}

}  // namespace

std::vector<Tensor> calibration_of(const NetworkSpec& network, const std::string& model,
                                   std::span<const TensorType> types) {
  if (!network.accuracy || network.accuracy->calib.empty())
    return {};
  const AccuracyData& data = *network.accuracy;
  check_files(data.calib, types.size(), "calib");
  const Preprocessing how = preparation_of(data, model, types).how;
  const std::vector<InputSamples> inputs = read_input_samples(data.calib, types, how);
  const int64_t batch = types.front().shape.front();
  std::vector<Tensor> all;
  for (int64_t at = 0; at < inputs.front().count(); at += batch)
    for (const InputSamples& input : inputs)
      all.push_back(input.rows(at, std::min(batch, input.count() - at)));
  return all;
}

std::string accuracy_identity(const NetworkSpec& network, const std::string& model) {
  if (!network.accuracy)
    return {};
  const AccuracyData& data = *network.accuracy;
  std::string text;
  const auto add = [&](std::string_view what, const std::vector<std::string>& files) {
    for (const std::string& file : files)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, contents_hash(file));
  };
  add("samples", data.samples);
  if (!data.labels.empty())
    add("labels", {data.labels});
  add("calib", data.calib);
  if (data.limit > 0)
    text += fmt::format(", the first {}", data.limit);
  const bool given = pixels_of(data).any();
  const std::optional<ImagePreparation> known = known_preparation(model);
  if (given || known)
    text += ", " + preparation_text(preparation(pixels_of(data), known));
  return text;
}

void check_accuracy_data(const NetworkSpec& network, int64_t images) {
  if (!network.accuracy)
    return;
  const ModelFile model(network);
  const FloatNetwork real(model.path(), float_options(network, images));
  const SampleSet samples = samples_of(*network.accuracy, model.path(), real);
  check_needs(*network.accuracy, samples, real.classes());
  for (int64_t i = 0; i < samples.count; ++i)
    for (const InputSamples& input : samples.inputs)
      input.rows(i, 1);
  calibration_of(network, model.path(), real.input_types());
}

Accuracy measure_accuracy(const NetworkSpec& network, int64_t images, Program program,
                          const MeasureOptions& options) {
  VTA_CHECK(network.accuracy, "network '{}' without samples", network.name);
  const ModelFile model(network);
  FloatNetwork real(model.path(), float_options(network, images));
  const SampleSet samples = samples_of(*network.accuracy, model.path(), real);
  CompileResult compiled;
  compiled.program = std::move(program);
  const VtaConfig& config = compiled.program.config;
  return accuracy_of(evaluate(real, samples, compiled,
                              {.open_device =
                                   [&] {
                                     return std::make_unique<LocalLink>(
                                         make_fsim(config, "auto", DeviceMemory::kDefaultBytes));
                                   },
                               .threads = options.threads,
                               .progress = options.progress}));
}

}  // namespace vta::explore
