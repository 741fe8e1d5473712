// From what was asked for to what is done: every rule between settings, and between settings and
// the schedule, is here. Nothing behind this is optional.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/tensor.h"
#include "compiler/passes/pass.h"
#include "compiler/recipe/recipe.h"
#include "compiler/schedule/policy.h"

namespace vta {

// What the import is given.
struct ModelSettings {
  int64_t batch = 1;
  std::map<std::string, Shape> shapes;  // of a model file's inputs
  uint64_t seed = 0;                    // for constants that a listing lacks
  std::string requant;                  // of a .tflite file; empty: not given
};

// Forms that a search on sample inputs decides between (compiler/plan_quantization.h).
struct FreeForms {
  bool batch_norms = false;  // those of residual sums: on the accelerator and on the host
  bool all_int8 = false;     // QuantOptions::all_int8(), where all_int8_is_good()
  // It is taken, found as it is where it is free: the same samples give the same plan.
  bool all_int8_taken = false;

  bool may_be_all_int8() const { return all_int8 || all_int8_taken; }
  // A model that came quantized has its own.
  FreeForms of_model(bool quantized) const {
    return {batch_norms, all_int8 && !quantized, all_int8_taken && !quantized};
  }
};

struct Settled {
  ModelSettings model;
  std::string schedule = "fast";
  ScheduleFacts facts;  // the policy's, with the forms of `quant`
  QuantOptions quant;   // without samples and what is found on them
  FreeForms free;
  Placement placement;
  int64_t opt_level = 3;
  bool decode_steps = false;  // position by position
  PipelineOptions passes;     // left out and added ones
};

// The schedule that is asked for: what settle() wants a policy of.
std::string schedule_of(const Recipe& recipe);
ModelSettings model_settings(const Recipe& recipe);
int64_t opt_level_of(const Recipe& recipe);
PipelineOptions pass_choice(const Recipe& recipe);  // Settled::passes
// UsageError where it needs sample inputs and there are none, or has no use for them.
QuantMode quant_mode(const Recipe& recipe, bool samples);
std::string_view mode_name(QuantMode mode);

// What settle() finds wrong without asking a schedule.
void check_recipe(const Recipe& recipe, bool samples);

// `samples`: there are sample inputs. UsageError for settings of another mode, for those that
// exclude each other, and for forms that the schedule cannot have.
Settled settle(const Recipe& recipe, const SchedulePolicy& policy, bool samples);

// The recipe with the forms of these facts said: of settled ones, where the same schedule is not
// asked again.
Recipe with_forms(Recipe recipe, const ScheduleFacts& facts);
// "11011": which of the forms that a setting may say these facts have.
std::string forms_text(const ScheduleFacts& facts);
// What the quantized graph of a recipe depends on and nothing else, forms said: equal ones of one
// network and batch make equal graphs. A form that is free is left out.
Recipe graph_form(const Recipe& recipe, const Settled& settled);

// What passes over a graph are given; of `settled` no samples.
PassContext context_of(const VtaConfig& config, const Settled& settled);

// "global, scale 8": Provenance::quantization. `samples` counts sample inputs.
std::string quantization_text(const Recipe& recipe, QuantMode mode, int64_t samples);

}  // namespace vta
