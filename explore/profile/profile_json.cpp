#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>

#include "base/provenance.h"
#include "explore/cost/clock_times.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

json::value attr_json(const AttrValue& value) {
  return std::visit([](const auto& v) { return json::value_from(v); }, value);
}

json::array tensors_json(const std::vector<ProfileTensor>& tensors) {
  json::array out;
  for (const ProfileTensor& tensor : tensors)
    out.push_back({{"name", tensor.name},
                   {"dtype", tensor.dtype},
                   {"place", tensor.place},
                   {"shape", json::value_from(tensor.shape)},
                   {"bytes", tensor.bytes}});
  return out;
}

json::value interval_json(const std::optional<Interval>& interval) {
  if (!interval)
    return nullptr;
  return {{"start", interval->start}, {"end", interval->end}};
}

json::object kernel_json(const OperatorProfile& op) {
  json::object units;
  for (size_t u = 0; u < op.units.size(); ++u)
    units[timed_unit_name(static_cast<TimedUnit>(u + 1))] = interval_json(op.units[u]);
  return {{"launch", op.launch},
          {"first_instruction", op.first_insn},
          {"instructions", op.insns},
          {"counters", counters_json(op.counters)},
          {"total_nbytes", op.counters.total_bytes()},
          {"cycles", op.cycles},
          {"interval", interval_json(op.run)},
          {"units", units}};
}

json::value milliseconds_json(const std::optional<double>& seconds) {
  return seconds ? json::value(*seconds * 1e3) : json::value(nullptr);
}

json::object operator_json(const OperatorProfile& op) {
  json::object parameters;
  for (const auto& [name, value] : op.attrs.items())
    parameters[name] = attr_json(value);
  if (!op.description.empty())
    parameters["description"] = op.description;
  return {{"position", op.position},
          {"name", op.name},
          {"operator", op.op},
          {"where", op.where},
          {"onnx_nodes", json::value_from(op.onnx_nodes)},
          {"parameters", parameters},
          {"inputs", tensors_json(op.inputs)},
          {"outputs", tensors_json(op.outputs)},
          {"macs", op.macs},
          {"alu_ops", op.alu_ops},
          {"host_ms", milliseconds_json(op.host_seconds)},
          {"execution", op.kernel < 0 ? json::value(nullptr) : json::value(kernel_json(op))}};
}

json::object memory_json(const MemoryProfile& memory) {
  json::array chunks;
  for (const MemoryChunk& chunk : memory.chunks)
    chunks.push_back({{"owner", chunk.owner},
                      {"section", chunk.section},
                      {"offset", chunk.offset},
                      {"bytes", chunk.bytes},
                      {"first", chunk.first},
                      {"last", chunk.last},
                      {"shares_with", json::value_from(chunk.shares_with)}});
  return {{"peak_bytes", memory.peak_bytes},
          {"activation_bytes", memory.activation_bytes},
          {"live_bytes", memory.live_bytes},
          {"unshared_bytes", memory.unshared_bytes},
          {"chunks", chunks}};
}

// Columns instead of rows: a network has thousands.
json::object insns_json(const Profile& profile) {
  json::array index, owner, unit, dispatched, start, end;
  for (const InsnProfile& insn : profile.insns) {
    index.push_back(insn.index);
    owner.push_back(insn.operator_index);
    unit.push_back(static_cast<int64_t>(insn.unit) + 1);
    dispatched.push_back(insn.dispatched);
    start.push_back(insn.start);
    end.push_back(insn.end);
  }
  return {{"index", index},           {"operator", owner}, {"unit", unit},
          {"dispatched", dispatched}, {"start", start},    {"end", end}};
}

}  // namespace

json::array nodes_json(const std::vector<NodeWork>& nodes) {
  json::array out;
  for (const NodeWork& node : nodes)
    out.push_back({{"name", node.name},
                   {"operators", json::value_from(node.ops)},
                   {"where", place_of(node)},
                   {"kernels", json::value_from(node.kernels)},
                   {"host_positions", json::value_from(node.host)},
                   {"macs", node.macs},
                   {"operations", node.operations},
                   {"int8_bytes", node.int8_bytes},
                   {"float32_bytes", node.float32_bytes},
                   {"weights", json::value_from(node.weights)},
                   {"output", json::value_from(node.output)},
                   {"host_ms", milliseconds_json(node.host_seconds)}});
  return out;
}

json::object totals_json(const NodeTotals& sums) {
  return {{"nodes", sums.nodes},
          {"macs", sums.macs},
          {"operations", sums.operations},
          {"int8_bytes", sums.int8_bytes},
          {"float32_bytes", sums.float32_bytes},
          {"weights", sums.weights}};
}

json::object profile_json(const Profile& profile, const Program& program, bool with_insns) {
  const Provenance& p = program.provenance;
  json::object provenance = provenance_json({.schema = "vta.profile",
                                             .schema_version = kProfileSchemaVersion,
                                             .config_name = program.config.name(),
                                             .config_hash = p.config_hash,
                                             .seed = static_cast<uint64_t>(p.seed)});
  provenance["model"] = p.model;
  provenance["schedule"] = p.schedule;
  provenance["quantization"] = p.quantization;
  json::array operators;
  for (const OperatorProfile& op : profile.operators)
    operators.push_back(operator_json(op));
  json::object out = {
      {"provenance", provenance},
      {"configuration", json::parse(program.config.to_json())},
      {"cycles", profile.cycles},
      {"images", profile.images},
      {"times", clock_json(clock_times(profile.config, profile.result, profile.images))},
      {"host_macs", program.host_macs},
      {"device_macs", program.device_macs},
      {"work", work_json(profile.result.work)},
      {"operators", operators},
      {"memory", memory_json(profile.memory)}};
  out["instructions"] = nullptr;
  if (with_insns)
    out["instructions"] = insns_json(profile);
  return out;
}

}  // namespace vta::explore
