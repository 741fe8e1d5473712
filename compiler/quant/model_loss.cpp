#include "compiler/quant/model_loss.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/plural.h"
#include "compiler/passes/calibrate.h"
#include "compiler/passes/keep_integers.h"
#include "compiler/passes/quantized_values.h"
#include "compiler/quant/host_run.h"
#include "compiler/quant/quant_warnings.h"

namespace vta {
namespace {

constexpr int64_t kMostSamples = 8, kRandomSamples = 2;
constexpr uint64_t kSeed = 1;

struct Range {
  double least = -1, most = 1;
};

// Of the first conversion that reads an input.
Range range_of(const Graph& model, NodeId input) {
  for (NodeId id = 0; id < model.size(); ++id)
    if (const Node& n = model.node(id);
        n.op == "qnn.quantize" && n.kind == NodeKind::Call && n.inputs[0] == input)
      if (const auto scale = value_scale(model, id))
        return {scale->least(), scale->most()};
  return {};
}

// In 0..1, seldom near either: inputs that fill their range evenly saturate whole networks.
double middling(std::mt19937_64& random) {
  constexpr int kTerms = 8;
  double sum = 0;
  for (int i = 0; i < kTerms; ++i)
    sum += static_cast<double>(random() >> 11) * 0x1p-53;
  return sum / kTerms;
}

Tensor random_input(const Graph& model, NodeId id, std::mt19937_64& random) {
  const TensorType& type = model.type(id);
  Tensor t = Tensor::zeros(type.dtype, type.shape);
  if (type.dtype == DType::F32) {
    const Range range = range_of(model, id);
    for (float& v : t.mutable_data<float>())
      v = static_cast<float>(range.least + (range.most - range.least) * middling(random));
  } else if (dtype_bytes(type.dtype) == 1 && type.dtype != DType::Bool) {
    for (std::byte& b : t.mutable_bytes())
      b = static_cast<std::byte>(random() >> 56);
  }
  return t;
}

std::vector<std::vector<Tensor>> samples_of(const Graph& model, std::span<const Tensor> given) {
  if (!given.empty()) {
    std::vector<std::vector<Tensor>> batches = calibration_batches(model, given);
    batches.resize(std::min<size_t>(batches.size(), kMostSamples));
    return batches;
  }
  std::mt19937_64 random(kSeed);
  std::vector<std::vector<Tensor>> batches(kRandomSamples);
  for (std::vector<Tensor>& batch : batches)
    for (const NodeId id : model.inputs())
      batch.push_back(random_input(model, id, random));
  return batches;
}

template <typename T>
void copy_steps(const Tensor& t, double zero, double scale, std::span<float> out) {
  std::ranges::transform(t.data<T>(), out.begin(), [&](T v) {
    return static_cast<float>((static_cast<double>(v) - zero) * scale);
  });
}

// Quantized outputs as what they stand for.
Tensor real_output(const Graph& graph, NodeId id, const Tensor& t) {
  if (t.dtype() == DType::F32)
    return t;
  ValueScale scale{.scale = 1, .zero = 0, .dtype = t.dtype()};
  if (graph.node(id).op == "qnn.quantize")
    scale = value_scale(graph, id).value_or(scale);
  const double zero = scale.zero, step = static_cast<double>(scale.scale);
  Tensor real = Tensor::zeros(DType::F32, t.shape());
  const auto out = real.mutable_data<float>();
  if (t.dtype() == DType::I8)
    copy_steps<int8_t>(t, zero, step, out);
  else if (t.dtype() == DType::U8)
    copy_steps<uint8_t>(t, zero, step, out);
  else if (t.dtype() == DType::I32)
    copy_steps<int32_t>(t, 0, 1, out);
  else if (t.dtype() == DType::I64)
    copy_steps<int64_t>(t, 0, 1, out);
  return real;
}

// `meaning` says what outputs stand for: the model's own graph.
std::vector<Tensor> outputs_of_model(const Graph& graph, const Graph& meaning,
                                     std::span<const Tensor> inputs) {
  std::vector<Tensor> outputs = run_on_host(graph, inputs);
  for (size_t i = 0; i < outputs.size(); ++i)
    outputs[i] = real_output(meaning, meaning.outputs()[i], outputs[i]);
  return taken(outputs, measured_outputs(meaning));
}

}  // namespace

ModelLoss model_loss(const Graph& model, const ModelScales& scales, const Graph& converted,
                     std::span<const Tensor> calibration) {
  const Graph integers = keep_integers(model);
  ModelLoss loss{.score = {}, .samples = 0, .random = calibration.empty()};
  std::vector<std::vector<Tensor>> defined, made;
  for (const std::vector<Tensor>& inputs : samples_of(model, calibration)) {
    defined.push_back(outputs_of_model(integers, model, inputs));
    made.push_back(outputs_of_model(converted, model, inputs));
  }
  loss.samples = std::ssize(defined);
  loss.score = score_logits(defined, made);
  loss.scales = std::ssize(scales.values);
  loss.exact_scales =
      std::ranges::count_if(scales.values, [](const auto& value) { return value.second.exact; });
  return loss;
}

std::vector<std::string> model_loss_texts(const ModelLoss& loss) {
  const std::string on =
      fmt::format("{} {}", loss.samples,
                  loss.random         ? loss.samples == 1 ? "random input" : "random inputs"
                  : loss.samples == 1 ? "calibration sample"
                                      : "calibration samples");
  const std::string kept =
      std::isinf(loss.score.sqnr_db)
          ? std::string("are the model's own")
          : fmt::format("keep an SQNR of {:.1f} dB against the model's own definition",
                        loss.score.sqnr_db);
  if (loss.scales == 0)
    return {
        "quantized model: none of its scales is a single constant, so its quantized values stay in "
        "its own integers on the host"};
  std::vector<std::string> texts = {fmt::format(
      "quantized model: {} of {} of its values' scales are powers of two and taken as they are{}; "
      "converted, its outputs {} ({}); --quant model runs it in its own integers",
      loss.exact_scales, loss.scales,
      loss.exact_scales < loss.scales ? ", others are estimated again" : "", kept, on)};
  if (loss.score.sqnr_db < kPoorSqnrDb)
    texts.push_back(
        fmt::format("warning: the converted model keeps {:.1f} dB of the model's own definition "
                    "(below {} is poor): {}--quant model runs it in its own integers",
                    loss.score.sqnr_db, kPoorSqnrDb,
                    loss.random ? "--calib with sample inputs gives better scales, " : ""));
  return texts;
}

}  // namespace vta
