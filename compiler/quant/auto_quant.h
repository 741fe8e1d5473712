// `--quant auto`: a plan found by measurement on the calibration samples alone.
//
//   1. every rule for activations, with one weight exponent per layer and one per channel
//   2. of the best: biases, then activation exponents, then both again, each change kept where the
//      noise of the logits falls
// It is measured end to end in the integers that the accelerator computes. Same samples, same plan:
// nothing depends on time, or on the number of threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/pass.h"
#include "compiler/quant/equalization.h"
#include "compiler/quant/initial_plan.h"
#include "compiler/quant/search.h"
#include "compiler/quant/search_forecast.h"

namespace vta {

// 0: as many as the machine has.
int64_t thread_count(int64_t wanted);

struct AutoQuant;

// Exponents of activations, and units that are no powers of two: of none, weights may be anything.
struct AutoStart {
  ActivationRule rule = ActivationRule::Max;
  std::optional<Equalization> units = {};
};

// How many there are at most: of a form's own, and beside what was found for another form.
constexpr int kAllStarts = 16, kStartsOfOtherForm = 6;

struct AutoQuantOptions {
  int64_t threads = 0;  // 0: as many as the machine has
  // MemoRun::work of the whole search. What is more is spared: first samples, then trials.
  int64_t work = 400'000'000'000;
  SearchProgress* progress = nullptr;  // of this search and those behind it; theirs to finish
  std::vector<SearchShape> behind = {};
  // False: ends with the best of the rules; then biases and exponents are those.
  bool searched = true;
  // What was found for another form of the same graph, which has more layers in float: starts have
  // its decisions, and steps of exponents that were far off there are spared.
  const AutoQuant* other_form = nullptr;
  // The only start; empty: all.
  std::optional<AutoStart> start = {};
};

struct AutoQuant {
  std::shared_ptr<const QuantPlan> plan = {};
  LogitScore score = {};                      // on the calibration samples
  LogitScore start = {};                      // of the best rule, before the search
  AutoStart best_start = {};                  // that one
  std::set<NodeId> values = {}, layers = {};  // of the float graph: quantized
  FarOff far_off = {};
  std::vector<std::string> steps = {};  // tried and kept steps, in words
  std::vector<std::string> warnings = {};
};

// Of the graph that the pass `quantize` is given; `options` as QuantHarness takes them. InputError
// as calibration_batches.
AutoQuant find_quantization(const Graph& graph, const QuantOptions& options,
                            const AutoQuantOptions& how = {});

}  // namespace vta
