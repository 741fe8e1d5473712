#include "explore/evaluate/prepare.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/progress.h"
#include "compiler/onnx/import.h"
#include "explore/evaluate/accuracy_meter.h"
#include "explore/evaluate/model_file.h"
#include "explore/quantization_choice.h"

namespace vta::explore {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

void check_network(const NetworkSpec& n) {
  if (n.name.empty())
    throw UsageError("a network has no name");
  if (n.zoo.empty() == n.model.empty())
    throw UsageError(fmt::format("network '{}': give either zoo or model", n.name));
  if (!(std::isfinite(n.scale) && n.scale > 0))
    throw UsageError(
        fmt::format("network '{}': scale is {}, it must be a number above 0", n.name, n.scale));
  for (const std::string& conv : n.skip_conv)
    if (is_number(conv) && conv.size() > 9)
      throw UsageError(fmt::format(
          "network '{}': skip_conv {}: no network has so many convolutions", n.name, conv));
}

constexpr int64_t kSearchParts = 1000;  // of a line of progress

// A line on stderr while --quant auto searches.
std::function<void(double)> search_progress(const NetworkSpec& spec, const std::string& choice) {
  struct Shown {
    std::optional<Progress> line;
    int64_t done = 0;
  };
  return [shown = std::make_shared<Shown>(),
          what = fmt::format("scales of '{}', {}", spec.name, choice)](double part) {
    if (!shown->line) {
      shown->line.emplace(what, kSearchParts);
      shown->done = 0;
    }
    const auto now = static_cast<int64_t>(part * static_cast<double>(kSearchParts));
    if (now > shown->done)
      shown->line->step(now - shown->done);
    shown->done = std::max(shown->done, now);
    if (part >= 1)
      shown->line.reset();
  };
}

CompileOptions quantize_options(const NetworkSpec& spec) {
  CompileOptions o;
  o.quant.global_scale = spec.scale;
  o.quant.dense_on_device = spec.dense_on_device;
  if (spec.all_int8)
    o.quant.all_int8();
  o.quant.skip_conv.clear();
  for (const std::string& conv : spec.skip_conv)
    if (is_number(conv))
      o.quant.skip_conv.insert(std::stoll(conv));
    else
      o.quant.skip_names.insert(conv);
  apply_settings(spec.settings, o);
  o.seed = spec.seed;
  o.pipeline.stop_after = "quantize";
  return o;
}

QuantMode mode_of(const QuantizationChoice& choice) {
  return choice.mode == "max"          ? QuantMode::Max
         : choice.mode == "percentile" ? QuantMode::Percentile
         : choice.mode == "auto"       ? QuantMode::Auto
                                       : QuantMode::Global;
}

std::vector<TensorType> input_types(const std::string& model, int64_t images) {
  const Graph graph = import_onnx(model, {.batch = images});
  std::vector<TensorType> types;
  for (const NodeId input : graph.inputs())
    types.push_back(graph.type(input));
  return types;
}

// What a value of the axis says; the forms are set.
void apply(const QuantizationChoice& choice, const NetworkSpec& spec, const std::string& model,
           const GraphForm& form, CompileOptions& options) {
  QuantOptions& q = options.quant;
  q.mode = mode_of(choice);
  q.percentile = choice.percentile.value_or(q.percentile);
  if (q.mode == QuantMode::Auto && form.any_form && !spec.settings.contains("batch_norm"))
    q.batch_norms.reset();  // as the search finds better
  if (!choice.needs_samples())
    return;
  q.calibration = calibration_of(spec, model, input_types(model, options.batch));
  q.search_progress = search_progress(spec, choice.text());
}

// What quantization_text() leaves out: which layers stay in float.
std::string placement_words(const NetworkSpec& spec) {
  std::string words;
  if (spec.all_int8)
    words += ", all int8";
  else if (spec.dense_on_device)
    words += ", dense layers on the accelerator";
  const std::vector<std::string> usual =
      spec.all_int8 ? std::vector<std::string>{} : std::vector<std::string>{"0"};
  if (spec.skip_conv != usual)
    words += spec.skip_conv.empty() ? ", no convolution in float"
                                    : fmt::format(", in float: {}", fmt::join(spec.skip_conv, " "));
  return words;
}

// Listings, and models of a fixed batch above 1, are for one number of images.
void check_images(const Graph& graph, const NetworkSpec& spec, int64_t images) {
  for (const NodeId input : graph.inputs()) {
    const Shape& shape = graph.type(input).shape;
    if (shape.empty() || shape.front() != images)
      throw InputError(fmt::format("network '{}': input '{}' is {}, which is not for {}", spec.name,
                                   graph.node(input).name, shape_text(shape),
                                   counted(images, "image")));
  }
}

}  // namespace

void check_networks(std::span<const NetworkSpec> networks) {
  if (networks.empty())
    throw UsageError("there is no network to evaluate");
  std::set<std::string> names;
  for (const NetworkSpec& n : networks) {
    check_network(n);
    if (!names.insert(n.name).second)
      throw UsageError(fmt::format("two networks are called '{}'", n.name));
  }
}

void PreparedNetwork::prepare(std::span<const int64_t> images, const GraphForm& form) {
  if (std::ranges::all_of(images, [&](int64_t n) { return graphs_.contains(key(n, form)); }))
    return;
  const ModelFile model(spec_);
  prepare_from(model.path(), images, form);
}

void PreparedNetwork::prepare_from(const std::string& path, std::span<const int64_t> images,
                                   const GraphForm& form) {
  const bool own = form.quantization.empty();
  const QuantizationChoice choice =
      own ? QuantizationChoice() : parse_quantization(form.quantization);
  const NetworkSpec spec = own ? spec_ : choice.applied_to(spec_);
  CompileOptions options = quantize_options(spec);
  for (const int64_t n : images) {
    if (graphs_.contains(key(n, form)))
      continue;
    options.batch = n;
    set_forms(options.quant, form.facts);
    if (!own)
      apply(choice, spec, path, form, options);
    Graph graph = compile_model(path, options).quantized;
    check_images(graph, spec_, n);
    graphs_.emplace(key(n, form), std::move(graph));
  }
  if (!info_.hash.empty())
    return;
  info_ = {spec_.name, spec_.zoo.empty() ? spec_.model : "zoo:" + spec_.zoo,
           hash_hex(read_text_file(path)),
           quantization_text(quantize_options(spec_).quant) + placement_words(spec_),
           accuracy_identity(spec_, path)};
}

const Graph& PreparedNetwork::graph(int64_t images, const GraphForm& form) {
  prepare({&images, 1}, form);
  return graphs_.at(key(images, form));
}

}  // namespace vta::explore
