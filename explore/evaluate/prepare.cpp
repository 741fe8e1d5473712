#include "explore/evaluate/prepare.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/plural.h"
#include "compiler/onnx/model_zoo.h"

namespace vta::explore {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// A file that is gone when this is.
class TemporaryModel {
 public:
  TemporaryModel(const std::string& zoo, uint64_t seed) {
    std::string pattern = (std::filesystem::temp_directory_path() / "vta_zoo_XXXXXX.onnx").string();
    const int file = ::mkstemps(pattern.data(), 5);
    if (file < 0)
      throw InputError(fmt::format("cannot write {}", pattern));
    ::close(file);
    path_ = pattern;
    write_model(zoo, seed, path_);
  }
  TemporaryModel(const TemporaryModel&) = delete;
  TemporaryModel& operator=(const TemporaryModel&) = delete;
  ~TemporaryModel() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

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
  o.seed = spec.seed;
  o.pipeline.stop_after = "quantize";
  return o;
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

void PreparedNetwork::prepare(std::span<const int64_t> images, const ScheduleFacts& facts) {
  if (std::ranges::all_of(images, [&](int64_t n) { return graphs_.contains(key(n, facts)); }))
    return;
  if (spec_.zoo.empty())
    return prepare_from(spec_.model, images, facts);
  const TemporaryModel model(spec_.zoo, spec_.seed);
  prepare_from(model.path(), images, facts);
}

void PreparedNetwork::prepare_from(const std::string& path, std::span<const int64_t> images,
                                   const ScheduleFacts& facts) {
  CompileOptions options = quantize_options(spec_);
  const std::string quantization = quantization_text(options.quant);
  set_forms(options.quant, facts);
  for (const int64_t n : images) {
    if (graphs_.contains(key(n, facts)))
      continue;
    options.batch = n;
    Graph graph = compile_model(path, options).quantized;
    check_images(graph, spec_, n);
    graphs_.emplace(key(n, facts), std::move(graph));
  }
  info_ = {spec_.name, spec_.zoo.empty() ? spec_.model : "zoo:" + spec_.zoo,
           hash_hex(read_text_file(path)), quantization};
}

const Graph& PreparedNetwork::graph(int64_t images, const ScheduleFacts& facts) {
  prepare({&images, 1}, facts);
  return graphs_.at(key(images, facts));
}

}  // namespace vta::explore
