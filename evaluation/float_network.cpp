#include "evaluation/float_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/round.h"
#include "compiler/passes/pass.h"
#include "compiler/quant/host_run.h"
#include "evaluation/logits.h"
#include "evaluation/samples.h"

namespace vta {
namespace {

// Enough to share what an operator takes once, few enough for the values to stay in the caches.
constexpr int64_t kAtOnce = 4;

Graph float_graph(const std::string& model, const CompileOptions& compile, int64_t batch) {
  const ModelSettings settings = model_settings(compile.recipe);
  std::map<std::string, Shape> shapes = settings.shapes;
  for (auto& [name, shape] : shapes)
    if (!shape.empty() && shape.front() == settings.batch)
      shape.front() = batch;
  ModelSettings of_batch = settings;
  of_batch.batch = batch;
  of_batch.shapes = std::move(shapes);
  Graph graph = read_model(model, of_batch, compile.recipe.face);
  if (has_own_integers(graph))
    return graph;
  PassContext context;
  context.config = compile.config;
  context.opt_level = opt_level_of(compile.recipe);
  PipelineOptions options = pass_choice(compile.recipe);
  for (const std::string& name : std::exchange(options.also, {}))
    if (find_pass(name).stage == Stage::Float)
      options.also.insert(name);
  return run_passes(std::move(graph), passes_of(Stage::Float, Stage::Float), context, options);
}

std::vector<float> output_of(const Graph& graph, std::span<const Tensor> inputs) {
  return logit_values(run_on_host(graph, inputs).front());
}

// The same up to what another order of sums does.
bool about_equal(std::span<const float> a, std::span<const float> b) {
  float largest = 0, difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::fabs(a[i]));
    difference = std::max(difference, std::fabs(a[i] - b[i]));
  }
  return difference <= 1e-3f * largest;
}

}  // namespace

FloatNetwork::FloatNetwork(std::string model, const CompileOptions& options)
    : model_(std::move(model)),
      options_(options),
      narrow_(float_graph(model_, options_, model_settings(options_.recipe).batch)) {
  if (narrow_.outputs().size() != 1)
    throw InputError(fmt::format("eval needs a network with one output, '{}' has {}", model_,
                                 narrow_.outputs().size()));
  if (narrow_.inputs().empty())
    throw InputError(fmt::format("model '{}' has no input for images", model_));
  for (const NodeId id : narrow_.inputs()) {
    names_.push_back(narrow_.node(id).name);
    types_.push_back(narrow_.type(id));
  }
  if (narrow_.node(narrow_.outputs().front()).constant_expr)
    throw InputError(
        fmt::format("the output of '{}' is a constant and does not depend on the images", model_));
  const TensorType& out = narrow_.type(narrow_.outputs().front());
  const LogitShape logits = logit_shape(out.shape);
  const bool rows = std::ranges::all_of(types_, [&](const TensorType& type) {
    return !type.shape.empty() && type.shape.front() == logits.images;
  });
  const bool numbers = out.dtype == DType::F32 || out.dtype == DType::I8;
  if (!numbers || logits.classes < 2 || !rows)
    throw InputError(fmt::format("the output of '{}' is {}, not one row of logits per image",
                                 model_, type_text(out)));
  classes_ = logits.classes;
  at_once_ = width_ = batch();
}

void FloatNetwork::prepare(int64_t samples, std::span<const Tensor> first_batch) {
  at_once_ = align_up(std::min(kAtOnce, samples), batch());
  if (at_once_ == batch() || !widen(at_once_, first_batch))
    width_ = batch();
}

bool FloatNetwork::widen(int64_t width, std::span<const Tensor> first_batch) {
  try {
    Graph wide = float_graph(model_, options_, width);
    const LogitShape logits = logit_shape(wide.type(wide.outputs().front()).shape);
    if (logits.images != width || logits.classes != classes_)
      return false;
    std::vector<Tensor> repeated;
    for (const Tensor& rows : first_batch)
      repeated.push_back(image_batch(rows, 0, width));
    const std::vector<float> expected = output_of(narrow_, first_batch);
    const std::vector<float> got = output_of(wide, repeated);
    if (!about_equal(expected, std::span(got).first(expected.size())))
      return false;
    wide_ = std::move(wide);
    width_ = width;
    return true;
  } catch (const InputError&) {  // it is for its own batch alone
  } catch (const CompileError&) {
  }
  return false;
}

std::vector<float> FloatNetwork::logits(std::span<const Tensor> rows) const {
  if (width_ == at_once_ && width_ != batch())
    return output_of(wide_, rows);
  std::vector<float> all;
  for (int64_t at = 0; at < at_once_; at += batch()) {
    std::vector<Tensor> part;
    for (const Tensor& input : rows)
      part.push_back(image_batch(input, at, batch()));
    const std::vector<float> values = output_of(narrow_, part);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

}  // namespace vta
