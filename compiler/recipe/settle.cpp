#include "compiler/recipe/settle.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/passes/fuse_operators.h"
#include "compiler/passes/im2col.h"
#include "compiler/recipe/input_shapes.h"

namespace vta {
namespace {

constexpr std::array<std::pair<std::string_view, QuantMode>, 6> kModes{{
    {"global", QuantMode::Global},
    {"max", QuantMode::Max},
    {"percentile", QuantMode::Percentile},
    {"auto", QuantMode::Auto},
    {"model", QuantMode::Model},
    {"keep", QuantMode::Keep},
}};

// A form that schedules decide and a setting may say: the setting's value where the fact holds, and
// where it does not.
struct Form {
  std::string_view key, on, off;
  bool ScheduleFacts::*fact;
  std::string_view leaves;  // what a schedule does without it, for messages
};
constexpr std::array<Form, 5> kForms{{
    {"residual", "int32", "int8", &ScheduleFacts::fuse_residuals,
     "adds clipped int8 operands: int32 residual sums are a feature"},
    {"batch_norm", "accelerator", "host", &ScheduleFacts::batch_norms,
     "leaves batch norms of sums on the host: accelerated ones are a feature"},
    {"grouped_conv", "accelerator", "host", &ScheduleFacts::grouped_convolutions,
     "leaves convolutions with groups on the host: accelerated ones are a feature"},
    {"dilated_conv", "accelerator", "host", &ScheduleFacts::dilated_convolutions,
     "leaves dilated convolutions on the host: accelerated ones are a feature"},
    {"concat", "accelerator", "host", &ScheduleFacts::concatenations,
     "leaves concatenations on the host: accelerated ones are a feature"},
}};

std::string name_in(const Recipe& recipe, std::string_view key) {
  return name_of(setting_called(key), recipe.face);
}

bool needs_samples(QuantMode mode) {
  return mode != QuantMode::Global && !keeps_integers(mode);
}

Placement placement_of(const Recipe& recipe) {
  using Offer = Placement::Offer;
  const bool host_only = recipe.flag("host_only");
  if (!recipe.has("region"))
    return {host_only ? Offer::Nothing : Offer::Everything};
  if (host_only)
    throw UsageError(fmt::format("{} excludes {}: then no part of a region runs on the accelerator",
                                 name_in(recipe, "host_only"), name_in(recipe, "region")));
  return {Offer::InsideRegion, parse_region(recipe.text("region", ""))};
}

ScheduleFacts facts_of(const Recipe& recipe, const Settled& settled, const SchedulePolicy& policy) {
  const bool fused = settled.passes.runs(fuse_operators, settled.opt_level);
  ScheduleFacts facts = fused ? policy.facts() : policy.unfused_facts();
  for (const Form& form : kForms) {
    if (!recipe.has(form.key))
      continue;
    const bool wanted = recipe.text(form.key, "") == form.on;
    const bool unfused = form.fact == &ScheduleFacts::fuse_residuals && !fused;
    if (wanted && !(facts.*form.fact) && unfused)
      throw UsageError(
          fmt::format("schedule '{}' without the pass fuse_operators adds clipped int8 operands: "
                      "int32 residual sums need {} fuse_operators, or {} 1 and more, with 'fast'",
                      policy.name(), name_in(recipe, "pass"), name_in(recipe, "opt_level")));
    if (wanted && !(facts.*form.fact))
      throw UsageError(fmt::format("schedule '{}' {} of 'fast'", policy.name(), form.leaves));
    facts.*form.fact = wanted;
  }
  if (!settled.passes.runs(im2col, settled.opt_level) ||
      settled.placement.offer == Placement::Offer::Nothing)
    facts.gather_windows = false;
  return facts;
}

// Of `auto`, where nothing says what stays in float.
bool all_int8_where_good(const Recipe& recipe, QuantMode mode) {
  return mode == QuantMode::Auto && !recipe.has("all_int8") && !recipe.flag("dense_on_device") &&
         !recipe.has("region") && !recipe.has("skip_conv");
}

// Whether the first convolution and the classifier may be either; files say which, and published
// schedules have them in float.
FreeForms free_forms(const Recipe& recipe, const Settled& settled, const SchedulePolicy& policy) {
  const bool open = all_int8_where_good(recipe, settled.quant.mode);
  return {.batch_norms = !recipe.has("batch_norm") && policy.for_any_form(),
          .all_int8 = open && !policy.of_file() && policy.facts().epilogue == EpilogueStyle::Short,
          .all_int8_taken = open && settled.facts.all_int8};
}

void set_skipped(const Recipe& recipe, QuantOptions& quant) {
  const SettingValues first = recipe.flag("all_int8") ? SettingValues{} : SettingValues{"0"};
  const SettingValues skipped = recipe.list("skip_conv", first);
  quant.skip_conv.clear();
  for (const std::string& item : skipped)
    if (std::ranges::all_of(item, [](char c) { return c >= '0' && c <= '9'; }))
      quant.skip_conv.insert(std::stoll(item));
    else
      quant.skip_names.insert(item);
  // Of a model that came quantized nothing stays in float but what is named.
  quant.all_of_quantized_models = !recipe.has("skip_conv");
}

QuantOptions quant_options(const Recipe& recipe, const Settled& settled, QuantMode mode) {
  QuantOptions quant;
  quant.mode = mode;
  quant.global_scale = recipe.number("scale", quant.global_scale);
  quant.percentile = recipe.number("percentile", quant.percentile);
  quant.dense_on_device = recipe.flag("dense_on_device");
  if (recipe.flag("all_int8"))
    quant.all_int8();
  set_skipped(recipe, quant);
  const ScheduleFacts& facts = settled.facts;
  quant.residual = facts.fuse_residuals ? ResidualSum::Int32 : ResidualSum::Int8;
  quant.batch_norms = facts.batch_norms ? BatchNorms::Accelerator : BatchNorms::Host;
  quant.grouped_on_device = facts.grouped_convolutions;
  quant.dilated_on_device = facts.dilated_convolutions;
  quant.concats_on_device = facts.concatenations;
  return quant;
}

}  // namespace

std::string schedule_of(const Recipe& recipe) {
  return recipe.text("schedule", "fast");
}

ModelSettings model_settings(const Recipe& recipe) {
  ModelSettings model;
  model.batch = recipe.integer("batch", model.batch);
  model.shapes = input_shapes(recipe.list("shape"), name_in(recipe, "shape"));
  model.seed = static_cast<uint64_t>(recipe.integer("seed", 0));
  model.requant = recipe.text("requant", "");
  return model;
}

int64_t opt_level_of(const Recipe& recipe) {
  return recipe.integer("opt_level", Settled().opt_level);
}

PipelineOptions pass_choice(const Recipe& recipe) {
  PipelineOptions passes;
  const SettingValues skip = recipe.list("skip"), also = recipe.list("pass");
  passes.skip = {skip.begin(), skip.end()};
  passes.also = {also.begin(), also.end()};
  return passes;
}

std::string_view mode_name(QuantMode mode) {
  return std::ranges::find(kModes, mode, &std::pair<std::string_view, QuantMode>::second)->first;
}

QuantMode quant_mode(const Recipe& recipe, bool samples) {
  const bool searched = samples && schedule_of(recipe) != "reference";
  const std::string name = recipe.text("quant", searched ? "auto" : "global");
  const QuantMode mode =
      std::ranges::find(kModes, name, &std::pair<std::string_view, QuantMode>::first)->second;
  recipe.refuse_other_quant(name);
  const std::string_view samples_are = samples_name(recipe.face);
  if (samples && !needs_samples(mode))
    throw UsageError(fmt::format("{} belongs to {} auto, max and percentile, this is {}",
                                 samples_are.substr(0, samples_are.find(' ')),
                                 name_in(recipe, "quant"), name));
  if (needs_samples(mode) && !samples)
    throw UsageError(fmt::format("{} {} needs {}: it takes the scales from sample inputs",
                                 name_in(recipe, "quant"), name, samples_are));
  return mode;
}

void check_recipe(const Recipe& recipe, bool samples) {
  quant_mode(recipe, samples);
  model_settings(recipe);
  placement_of(recipe);
}

Settled settle(const Recipe& recipe, const SchedulePolicy& policy, bool samples) {
  Settled settled;
  settled.model = model_settings(recipe);
  settled.schedule = schedule_of(recipe);
  settled.placement = placement_of(recipe);
  settled.decode_steps = recipe.text("decode", "context") == "steps";
  settled.opt_level = opt_level_of(recipe);
  settled.passes = pass_choice(recipe);
  settled.facts = facts_of(recipe, settled, policy);
  settled.quant = quant_options(recipe, settled, quant_mode(recipe, samples));
  settled.free = free_forms(recipe, settled, policy);
  return settled;
}

Recipe with_forms(Recipe recipe, const ScheduleFacts& facts) {
  for (const Form& form : kForms)
    recipe.set(form.key, std::string(facts.*form.fact ? form.on : form.off));
  return recipe;
}

std::string forms_text(const ScheduleFacts& facts) {
  std::string text;
  for (const Form& form : kForms)
    text += facts.*form.fact ? '1' : '0';
  return text;
}

Recipe graph_form(const Recipe& recipe, const Settled& settled) {
  Recipe form = with_forms(recipe.up_to(SettingLevel::Form), settled.facts);
  if (settled.quant.mode == QuantMode::Auto && settled.free.batch_norms)
    form.unset("batch_norm");
  return form;
}

PassContext context_of(const VtaConfig& config, const Settled& settled) {
  PassContext context;
  context.config = config;
  context.quant = settled.quant;
  context.opt_level = settled.opt_level;
  context.placement = settled.placement;
  context.gather_windows = settled.facts.gather_windows;
  context.combine_parallel = !settled.quant.concats_on_device;
  return context;
}

std::string quantization_text(const Recipe& recipe, QuantMode mode, int64_t samples) {
  std::string forms;
  for (const Setting& setting : settings())
    for (const SettingChoice& choice : setting.choices)
      if (!choice.said.empty() && recipe.text(setting.key, "") == choice.name)
        forms += fmt::format(", {}", choice.said);
  const std::string of = counted(samples, "sample");
  switch (mode) {
    case QuantMode::Global:
      return fmt::format("global, scale {}{}", recipe.number("scale", QuantOptions().global_scale),
                         forms);
    case QuantMode::Max:
      return fmt::format("max of {}{}", of, forms);
    case QuantMode::Percentile:
      return fmt::format("percentile {} of {}{}",
                         recipe.number("percentile", QuantOptions().percentile), of, forms);
    case QuantMode::Auto:
      return fmt::format("auto of {}{}", of, forms);
    case QuantMode::Model:
      return "the model's own integers";
    case QuantMode::Keep:
      return "the model's own integers, on the host";
  }
  return {};
}

}  // namespace vta
