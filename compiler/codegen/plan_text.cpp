#include "compiler/codegen/plan_text.h"

#include "base/json.h"

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

const char* order_name(LoopOrder order) {
  switch (order) {
    case LoopOrder::HeightChannelWidth:
      return "height, channel, width";
    case LoopOrder::ChannelHeightWidth:
      return "channel, height, width";
  }
  return "";
}

json::object tiles_json(const ConvTiles& t, const ConvDims& d) {
  return {{"h", t.h},
          {"w", t.w},
          {"co", t.co},
          {"ci", t.ci},
          {"kh", step_kh(d, t)},
          {"kw", step_kw(d, t)},
          {"order", order_name(t.order)},
          {"threads", t.threads},
          {"inp_slots", t.inp_slots},
          {"wgt_slots", t.wgt_slots},
          {"reuse", t.reuse},
          {"exact_taps", t.exact_taps},
          {"residual_groups", t.residual_groups},
          {"residual_slots", t.residual_slots}};
}

json::object predicted_json(const ConvCost& cost) {
  return {{"inp_load_nbytes", cost.inp_bytes},
          {"wgt_load_nbytes", cost.wgt_bytes},
          {"acc_load_nbytes", cost.acc_bytes},
          {"uop_load_nbytes", cost.uop_bytes},
          {"out_store_nbytes", cost.out_bytes}};
}

json::object kernel_json(const KernelPlan& plan, int64_t position, const VtaConfig& config) {
  const Kernel& kernel = *plan.step->kernel;
  json::object out = {{"name", kernel.name}, {"position", position}};
  out["inputs"] = json::value_from(plan.step->inputs);
  out["output"] = plan.step->output;
  if (plan.step->early)
    out["early_output"] = plan.step->early->tensor;
  out["alu_steps"] = plan.step->steps.size();
  if (plan.is_alu()) {
    out["tiles"] = {{"elements", plan.alu_tiles.elements}, {"threads", plan.alu_tiles.threads}};
    return out;
  }
  out["geometry"] = geometry_json(kernel.conv);
  if (plan.is_pool()) {
    const PoolTiles& t = plan.pool_tiles;
    out["tiles"] = {{"groups", t.groups}, {"h", t.h},   {"w", t.w},
                    {"kh", t.kh},         {"kw", t.kw}, {"out_slots", t.out_slots}};
    return out;
  }
  if (plan.has_pool()) {
    const ConvPoolTiles& t = plan.conv_pool_tiles;
    out["pool"] = geometry_json(plan.step->pool->conv);
    out["tiles"] = {{"co", t.co}, {"columns", t.columns}, {"row_slots", t.row_slots}};
    return out;
  }
  const ConvDims dims = ConvDims::of(kernel.conv, config);
  out["tiles"] = tiles_json(plan.conv_tiles, dims);
  out["predicted"] = predicted_json(conv_cost(dims, plan.conv_tiles, plan.step->epilogue_shape(),
                                              TileTotals::of(dims, plan.conv_tiles), config));
  return out;
}

json::array tensors_json(const ProgramLayout& layout) {
  json::array out;
  for (size_t i = 0; i < layout.device_tensors.size(); ++i) {
    const DeviceTensor& tensor = layout.device_tensors[i];
    const Lifetime& life = layout.lifetimes[i];
    out.push_back({{"name", tensor.name},
                   {"offset", tensor.offset_bytes},
                   {"nbytes", tensor.layout.size_bytes()},
                   {"first", life.first},
                   {"last", life.last}});
  }
  return out;
}

}  // namespace

std::string plan_text(const ProgramLayout& layout, std::span<const KernelPlan> plans,
                      const SchedulePolicy& policy, const VtaConfig& config) {
  json::array kernels;
  for (size_t i = 0; i < layout.steps.size(); ++i)
    if (std::holds_alternative<KernelStep>(layout.steps[i]))
      kernels.push_back(kernel_json(plans[kernels.size()], static_cast<int64_t>(i), config));
  const json::object plan = {{"schema", "vta.plan"},           {"schema_version", 1},
                             {"config", config.name()},        {"config_hash", config.hash()},
                             {"schedule", policy.name()},      {"kernels", std::move(kernels)},
                             {"tensors", tensors_json(layout)}};
  return json_text(plan) + "\n";
}

}  // namespace vta
