#include "explore/evaluate/prepare.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/part_progress.h"
#include "base/plural.h"
#include "compiler/compiler.h"
#include "explore/evaluate/accuracy_meter.h"
#include "explore/evaluate/model_file.h"

namespace vta::explore {
namespace {

void check_network(const NetworkSpec& n) {
  if (n.name.empty())
    throw UsageError("a network has no name");
  if (n.zoo.empty() == n.model.empty())
    throw UsageError(fmt::format("network '{}': give either zoo or model", n.name));
}

std::vector<TensorType> input_types(const std::string& model, const ModelSettings& settings) {
  const Graph graph = read_model(model, settings);
  std::vector<TensorType> types;
  for (const NodeId input : graph.inputs())
    types.push_back(graph.type(input));
  return types;
}

// What quantization_text() leaves out: which layers stay in float, and what stands for a run of it
// elsewhere in no other place.
std::string other_words(const Recipe& recipe) {
  std::string words;
  if (recipe.flag("all_int8"))
    words += ", all int8";
  else if (recipe.flag("dense_on_device"))
    words += ", dense layers on the accelerator";
  const SettingValues usual = recipe.flag("all_int8") ? SettingValues{} : SettingValues{"0"};
  if (const SettingValues skipped = recipe.list("skip_conv", usual); skipped != usual)
    words += skipped.empty() ? ", no convolution in float"
                             : fmt::format(", in float: {}", fmt::join(skipped, " "));
  for (const std::string_view key :
       {"shape", "requant", "region", "host_only", "opt_level", "pass", "skip"})
    if (recipe.has(key))
      words += fmt::format(", {} {}", key, value_text(recipe, key));
  return words;
}

// Of the network's own members. Of samples the identity says what they are.
std::string quantization_words(const Recipe& recipe) {
  const std::string quant = recipe.text("quant", "global");
  return quant == "global" || quant == "model" || quant == "keep"
             ? quantization_text(recipe, quant_mode(recipe, false), 0) + other_words(recipe)
             : recipe.text();
}

Recipe recipe_for(const NetworkSpec& network, Recipe form, int64_t images) {
  return form.set("batch", std::to_string(images)).set("seed", std::to_string(network.seed));
}

// Listings, and models of a fixed batch above 1, are for one number of images.
void check_images(const Graph& graph, const NetworkSpec& spec, int64_t images) {
  for (const NodeId input : graph.inputs()) {
    const Shape& shape = graph.type(input).shape;
    if (shape.empty() || shape.front() != images)
      throw InputError(fmt::format("network '{}': input '{}' is {}, which does not suit {}",
                                   spec.name, graph.node(input).name, shape_text(shape),
                                   counted(images, "image")));
  }
}

}  // namespace

void check_networks(std::span<const NetworkSpec> networks) {
  if (networks.empty())
    throw UsageError("no network to evaluate is given");
  std::set<std::string> names;
  for (const NetworkSpec& n : networks) {
    check_network(n);
    if (!names.insert(n.name).second)
      throw UsageError(fmt::format("two networks are called '{}'", n.name));
  }
}

void check_import(const NetworkSpec& network, const std::string& path,
                  std::span<const int64_t> images) {
  const int64_t own = network.recipe.integer("batch", 0);
  for (const int64_t n : own > 0 ? std::span(&own, 1) : images)
    check_images(read_model(path, recipe_for(network, network.recipe, n)), network, n);
}

NetworkInfo words_of(const NetworkSpec& network) {
  return {network.name,
          network.zoo.empty() ? network.model : "zoo:" + network.zoo,
          {},
          quantization_words(network.recipe)};
}

NetworkInfo identity_of(const NetworkSpec& network, const std::string& path) {
  NetworkInfo info = words_of(network);
  info.hash = hash_hex(read_text_file(path));
  info.accuracy = accuracy_identity(network, path);
  return info;
}

void PreparedNetwork::prepare(std::span<const int64_t> images, const Recipe& form) {
  const std::string text = form.text();
  if (std::ranges::all_of(images, [&](int64_t n) { return graphs_.contains({n, text}); }))
    return;
  const ModelFile model(spec_);
  prepare_from(model.path(), images, form);
}

void PreparedNetwork::prepare_from(const std::string& path, std::span<const int64_t> images,
                                   const Recipe& form) {
  CompileOptions options;
  options.stop_after = "quantize";
  options.search_progress =
      part_progress(fmt::format("scales of '{}', {}", spec_.name, form.text()));
  for (const int64_t n : images) {
    if (graphs_.contains({n, form.text()}))
      continue;
    options.recipe = recipe_for(spec_, form, n);
    // What a sweep takes where nothing is said; a network of its own integers has no other form.
    if (is_tflite(path) && !spec_.recipe.has("quant") && form.text("quant", "global") == "global")
      options.recipe.unset("quant");
    if (needs_samples(form))
      options.calibration =
          calibration_of(spec_, path, input_types(path, model_settings(options.recipe)));
    Graph graph = compile_model(path, options).quantized;
    check_images(graph, spec_, n);
    graphs_.emplace(Key{n, form.text()}, std::move(graph));
  }
  if (info_.hash.empty())
    info_ = identity_of(spec_, path);
}

const Graph& PreparedNetwork::graph(int64_t images, const Recipe& form) {
  prepare({&images, 1}, form);
  return graphs_.at({images, form.text()});
}

}  // namespace vta::explore
