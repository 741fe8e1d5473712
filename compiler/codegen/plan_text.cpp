#include "compiler/codegen/plan_text.h"

#include "base/json.h"
#include "compiler/kernels/cost.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

namespace json = boost::json;

json::object geometry_json(const ConvGeometry& g) {
  return {{"images", g.n},
          {"in", {g.ic, g.ih, g.iw}},
          {"out", {g.oc, g.oh, g.ow}},
          {"kernel", {g.kh, g.kw}},
          {"stride", {g.stride_h, g.stride_w}},
          {"pad", {g.pad_top, g.pad_left, g.pad_bottom, g.pad_right}},
          {"dilation", {g.dilation_h, g.dilation_w}},
          {"groups", g.groups}};
}

// As the schedule has them, but kernel rows and columns of convolutions in numbers.
json::object resolved_json(const KernelTiles& tiles, const ConvGeometry& g) {
  json::object out = tiles_json(tiles);
  if (const auto* conv = std::get_if<ConvTiles>(&tiles)) {
    out["kh"] = conv->kh == 0 ? g.kh : conv->kh;
    out["kw"] = conv->kw == 0 ? g.kw : conv->kw;
  }
  return out;
}

json::object predicted_json(const KernelCost& cost) {
  return {{"inp_load_nbytes", cost.inp_bytes},
          {"wgt_load_nbytes", cost.wgt_bytes},
          {"acc_load_nbytes", cost.acc_bytes},
          {"uop_load_nbytes", cost.uop_bytes},
          {"out_store_nbytes", cost.out_bytes}};
}

json::object kernel_json(const KernelStep& step, const KernelPlan& plan, int64_t position,
                         bool merged, const VtaConfig& config) {
  const Kernel& kernel = *step.kernel;
  const KernelSchedule& schedule = *step.schedule;
  json::object out = {{"name", kernel.name}, {"position", position}};
  out["inputs"] = json::value_from(step.inputs);
  out["output"] = step.output;
  if (step.early)
    out["early_output"] = *step.early;
  if (step.scratch)
    out["scratch"] = *step.scratch;
  out["alu_steps"] = schedule.steps.size();
  if (kind_of(schedule.layer).window)
    out["geometry"] = geometry_json(kernel.conv);
  if (step.pool != nullptr)
    out["pool"] = geometry_json(step.pool->conv);
  out["tiles"] = resolved_json(schedule.tiles, kernel.conv);
  out["predicted"] = predicted_json(emitted_cost(plan, config, merged));
  return out;
}

json::array tensors_json(const ProgramLayout& layout) {
  json::array out;
  for (size_t i = 0; i < layout.device_tensors.size(); ++i) {
    const DeviceTensor& tensor = layout.device_tensors[i];
    const Lifetime& life = layout.lifetimes[i];
    json::object entry = {{"name", tensor.name},
                          {"offset", tensor.offset_bytes},
                          {"nbytes", tensor.layout.size_bytes()},
                          {"first", life.first},
                          {"last", life.last}};
    if (tensor.part_of >= 0)
      entry["part_of"] = tensor.part_of;
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace

std::string plan_text(const ProgramLayout& layout, std::span<const KernelPlan> plans,
                      const NetworkSchedule& schedule, const VtaConfig& config) {
  json::array kernels;
  for (size_t i = 0; i < layout.steps.size(); ++i)
    if (const auto* step = std::get_if<KernelStep>(&layout.steps[i]))
      kernels.push_back(kernel_json(*step, plans[kernels.size()], static_cast<int64_t>(i),
                                    schedule.facts.merge_tasks, config));
  const json::object plan = {{"schema", "vta.plan"},           {"schema_version", 1},
                             {"config", config.name()},        {"config_hash", config.hash()},
                             {"schedule", schedule.policy},    {"kernels", std::move(kernels)},
                             {"tensors", tensors_json(layout)}};
  return json_text(plan) + "\n";
}

}  // namespace vta
