#include "workbench/evaluate.h"

#include <algorithm>
#include <cmath>

#include "base/elapsed.h"
#include "base/plural.h"
#include "compiler/quant/auto_quant.h"
#include "evaluation/samples.h"
#include "link/devices/devices.h"
#include "workbench/named_files.h"
#include "workbench/network.h"

namespace vta::workbench {
namespace {

// Of the first input that takes images.
int64_t channels_of(const FloatNetwork& network) {
  for (const TensorType& type : network.input_types())
    if (takes_images(type))
      return type.shape[1];
  return 3;
}

std::vector<Tensor> calibration(const EvalRequest& r, const FloatNetwork& network,
                                const Preprocessing& how) {
  const SampleFiles& from = r.calibration;
  if (from.files.empty())
    return {};
  const std::vector<std::string> files =
      all_files_by_name(from.files, network.input_names(), from.said_by, "input");
  const std::vector<InputSamples> inputs =
      read_input_samples(files, network.input_types(), how, &from.arrays);
  std::vector<Tensor> all;  // a batch of each input in turn
  for (int64_t at = 0; at < inputs.front().count(); at += network.batch())
    for (const InputSamples& input : inputs)
      all.push_back(input.rows(at, std::min(network.batch(), input.count() - at)));
  return all;
}

CompileResult compiled_for(const EvalRequest& r, const FloatNetwork& network,
                           const Preprocessing& how) {
  CompileOptions options = r.compile;
  options.calibration = calibration(r, network, how);
  CompileResult compiled = compile_model(r.model, options);
  if (r.verify)
    require_kernels(compiled, "--verify");
  return compiled;
}

// Other simulators have one context per process, and other devices may be there once.
int64_t threads_for(const EvalRequest& r) {
  return known_devices().backend_of(r.device) == "fsim" ? thread_count(r.threads) : 1;
}

void add_notes(const SampleSet& samples, const Evaluation& e, std::vector<std::string>& notes) {
  notes.insert(notes.end(), samples.notes.begin(), samples.notes.end());
  for (const auto& [logits, what] :
       {std::pair{&e.float_logits, "float"}, std::pair{&e.int8_logits, "int8"}})
    if (const int64_t rows = rows_not_finite(*logits, e.scores.classes); rows > 0)
      notes.push_back(fmt::format("the {} logits of {} hold values that are no finite numbers",
                                  what, counted(rows, "image")));
}

}  // namespace

EvaluatedSamples evaluate_request(const EvalRequest& r) {
  const Stopwatch watch;
  FloatNetwork network(r.model, r.compile);
  EvaluatedSamples out;
  EvalResult& result = out.result;
  result.preparation = preparation(r.pixels, known_preparation(r.model), channels_of(network));
  const Preprocessing& how = result.preparation.how;
  const std::vector<std::string> files =
      all_files_by_name(r.images.files, network.input_names(), r.images.said_by, "input");
  out.samples = read_sample_set({.inputs = files,
                                 .labels = r.labels,
                                 .limit = r.limit,
                                 .arrays = &r.images.arrays,
                                 .label_array = r.label_array ? &*r.label_array : nullptr},
                                network.input_types(), how, network.classes());
  const CompileResult compiled = compiled_for(r, network, how);
  const VtaConfig& config = compiled.program.config;
  result.notes = compiled.notes;
  result.evaluation =
      evaluate(network, out.samples, compiled,
               {.open_device = [&] { return known_devices().open(r.device, config, {}); },
                .max_cycles = r.max_cycles,
                .threads = threads_for(r),
                .verify = r.verify});
  const Evaluation& e = result.evaluation;
  result.record =
      explore::record_of(compiled.program, e.stats, known_devices().backend_of(r.device));
  if (e.scores.labelled)
    result.chance = near_chance(e.scores.float_answers, out.samples.labels, e.scores.classes);
  add_notes(out.samples, e, result.notes);
  result.seconds = watch.seconds();
  return out;
}

}  // namespace vta::workbench
