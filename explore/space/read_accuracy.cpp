#include "explore/space/read_accuracy.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/error.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

// A text, or a list of texts: a file for each input.
std::vector<std::string> files_in(const JsonReader& reader, std::string_view key,
                                  const std::string& folder) {
  const json::value& member = reader.object().at(key);
  const auto file = [&](const json::value& value) {
    if (!value.is_string() || value.get_string().empty())
      throw InputError(fmt::format(
          "{}: {} must be a file or a folder, or a list of them for several inputs, is {}",
          reader.where(), key, value.is_string() ? "an empty text" : json_kind(value)));
    return (std::filesystem::path(folder) / std::string(value.get_string())).string();
  };
  if (!member.is_array())
    return {file(member)};
  std::vector<std::string> files;
  for (const json::value& value : member.get_array())
    files.push_back(file(value));
  if (files.empty())
    throw InputError(fmt::format("{}: {} is empty: give at least one file", reader.where(), key));
  return files;
}

// A number, or a list of them.
std::vector<double> numbers_in(const JsonReader& reader, std::string_view key) {
  if (!reader.has(key))
    return {};
  const json::value& member = reader.object().at(key);
  const auto number = [&](const json::value& value) {
    if (!value.is_number() || !std::isfinite(value.to_number<double>()))
      throw InputError(
          fmt::format("{}: {} must be a number, or a list of one for each channel, is "
                      "{}",
                      reader.where(), key, json_kind(value)));
    return value.to_number<double>();
  };
  if (!member.is_array())
    return {number(member)};
  std::vector<double> numbers;
  for (const json::value& value : member.get_array())
    numbers.push_back(number(value));
  if (numbers.empty())
    throw InputError(fmt::format("{}: {} is empty: give at least one number", reader.where(), key));
  return numbers;
}

bool asks_for(const SweepSpec& spec, std::string_view objective, std::string_view constraint) {
  return std::ranges::count(spec.objectives, objective) > 0 ||
         std::ranges::count(spec.constraints, constraint, &Constraint::name) > 0;
}

// The first objective or constraint that is of accuracy; empty: none.
std::string first_of_accuracy(const SweepSpec& spec) {
  for (const std::string& objective : spec.objectives)
    if (is_of_accuracy(objective))
      return fmt::format("the objective {}", objective);
  for (const Constraint& constraint : spec.constraints)
    if (is_least(constraint.name))
      return fmt::format("the constraint {}", constraint.name);
  return {};
}

// A folder may say classes: that is seen when it is read.
bool may_be_labelled(const AccuracyData& data) {
  return !data.labels.empty() || !data.samples.front().ends_with(".npy");
}

void refuse_unsampled(const SweepSpec& spec, const NetworkSpec& network, std::string_view origin) {
  if (network.accuracy && !network.accuracy->calib.empty())
    return;
  for (size_t i = 0; i < spec.quantizations.size(); ++i)
    if (needs_samples(recipe_of(network, spec.quantizations[i])))
      throw InputError(
          fmt::format("{}: quantizations[{}] is \"{}\", which computes its scales from samples: "
                      "the member \"accuracy\" of network '{}' must have \"calib\"",
                      origin, i, spec.quantizations[i], network.name));
  if (spec.quantizations.empty() && needs_samples(network.recipe))
    throw InputError(
        fmt::format("{}: network '{}' has quant \"{}\", which computes its scales from samples: "
                    "its member \"accuracy\" must have \"calib\"",
                    origin, network.name, network.recipe.text("quant", "")));
}

}  // namespace

AccuracyData read_accuracy(const JsonReader& reader, const std::string& folder) {
  reader.refuse_unknown({"samples", "labels", "calib", "pixel_scale", "mean", "std", "limit"});
  if (!reader.has("samples"))
    reader.get_string("samples");  // says that it is missing
  AccuracyData data;
  data.samples = files_in(reader, "samples", folder);
  if (reader.has("labels")) {
    const std::vector<std::string> labels = files_in(reader, "labels", folder);
    if (labels.size() != 1)
      throw InputError(
          fmt::format("{}: labels are {} files, legal is one", reader.where(), labels.size()));
    data.labels = labels.front();
  }
  if (reader.has("calib"))
    data.calib = files_in(reader, "calib", folder);
  data.pixel_scale = numbers_in(reader, "pixel_scale");
  if (data.pixel_scale.size() > 1)
    throw InputError(fmt::format("{}: pixel_scale is {} numbers, legal is one", reader.where(),
                                 data.pixel_scale.size()));
  data.mean = numbers_in(reader, "mean");
  data.std = numbers_in(reader, "std");
  if (reader.has("limit"))
    data.limit = reader.get_int("limit", 1, std::numeric_limits<int32_t>::max());
  return data;
}

void settle_accuracy(SweepSpec& spec, std::string_view origin) {
  const std::string asked = first_of_accuracy(spec);
  const bool top1 = asks_for(spec, "top1_error", "min_top1");
  const bool top5 = asks_for(spec, "top5_error", "min_top5");
  for (NetworkSpec& network : spec.networks) {
    refuse_unsampled(spec, network, origin);
    if (!network.accuracy) {
      if (!asked.empty())
        throw InputError(
            fmt::format("{}: {} needs samples: network '{}' has no member \"accuracy\"", origin,
                        asked, network.name));
      continue;
    }
    network.accuracy->needs_top1 = top1 || top5;
    network.accuracy->needs_top5 = top5;
    if ((top1 || top5) && !may_be_labelled(*network.accuracy))
      throw InputError(fmt::format(
          "{}: {} needs labels: the member \"accuracy\" of network '{}' has no \"labels\"", origin,
          top1 ? "top-1" : "top-5", network.name));
  }
}

}  // namespace vta::explore
