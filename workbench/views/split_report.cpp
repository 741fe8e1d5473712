#include "workbench/views/split_report.h"

#include <algorithm>
#include <boost/json/array.hpp>

#include "base/hash.h"
#include "base/plural.h"
#include "base/text_table.h"
#include "explore/record/run_writer.h"
#include "pipeline/split_file.h"
#include "workbench/split_folder.h"
#include "workbench/views/program_graph.h"
#include "workbench/views/report.h"

namespace vta::workbench {
namespace {

namespace json = boost::json;

std::string port_text(const Graph& part, const PartPort& port, bool output) {
  const auto i = static_cast<size_t>(port.port);
  return fmt::format("part {}, {} {} '{}'", port.part, output ? "output" : "input", port.port,
                     output ? part.output_name(i) : part.node(part.inputs()[i]).name);
}

json::object port_json(const PartPort& port, const char* kind) {
  return {{"part", port.part}, {kind, port.port}};
}

void add_type(json::object& out, const TensorType& type) {
  out["dtype"] = dtype_name(type.dtype);
  out["shape"] = json::array(type.shape.begin(), type.shape.end());
}

void add_scale(json::object& out, const SplitReport& report, const std::string& value) {
  if (const auto found = report.exponents.find(value); found != report.exponents.end())
    out["scale_exponent"] = found->second;
}

json::array ports_json(const SplitReport& report, const Graph& part, bool outputs) {
  json::array out;
  const std::vector<NodeId>& nodes = outputs ? part.outputs() : part.inputs();
  for (size_t i = 0; i < nodes.size(); ++i) {
    const NodeId id = nodes[i];
    json::object port = {{"name", outputs ? part.output_name(i) : part.node(id).name}};
    add_type(port, part.type(id));
    add_scale(port, report, part.node(id).name);
    out.push_back(std::move(port));
  }
  return out;
}

int64_t weight_bytes(const Program& program) {
  return std::ssize(program.constants);
}

std::string part_table(const SplitReport& report, size_t width) {
  TextTable table({{.header = "part", .number = false},
                   {.header = "kernels"},
                   {.header = "host operators"},
                   {.header = "cycles"},
                   {.header = "weights B"},
                   {.header = "device memory B"}});
  for (size_t i = 0; i < report.programs->size(); ++i) {
    const Program& program = (*report.programs)[i];
    table.add({std::to_string(i), std::to_string(program.kernels.size()),
               std::to_string(program.host_ops), std::to_string(report.costs[i].cycles),
               std::to_string(weight_bytes(program)),
               std::to_string(report.costs[i].memory_bytes)});
  }
  return table.text(width);
}

}  // namespace

std::string scale_text(const SplitReport& report, const std::string& value) {
  const auto found = report.exponents.find(value);
  return found == report.exponents.end() ? "" : fmt::format("2^{}", found->second);
}

std::string split_text(const SplitReport& report, size_t width) {
  const SplitNetwork& network = *report.network;
  TextTable table({{.header = "from", .number = false, .shortens = true},
                   {.header = "to", .number = false, .shortens = true},
                   {.header = "type", .number = false},
                   {.header = "scale", .number = false}});
  const auto part = [&](int64_t number) -> const Graph& {
    return network.parts[static_cast<size_t>(number)];
  };
  for (const SplitNetwork::Input& input : network.inputs)
    for (const PartPort& to : input.to)
      table.add({fmt::format("input '{}'", input.name), port_text(part(to.part), to, false),
                 type_text(input.type), ""});
  for (const SplitNetwork::Link& link : network.links)
    table.add({port_text(part(link.from.part), link.from, true),
               port_text(part(link.to.part), link.to, false), type_text(link.type),
               scale_text(report, link.value)});
  for (const SplitNetwork::Output& output : network.outputs)
    table.add({port_text(part(output.from.part), output.from, true),
               fmt::format("output '{}'", output.name), type_text(output.type), ""});
  return part_table(report, width) + "\n" + table.text(width);
}

json::object split_json(const SplitReport& report) {
  const SplitNetwork& network = *report.network;
  json::array parts, connections, inputs, outputs;
  for (size_t i = 0; i < network.parts.size(); ++i)
    parts.push_back({{"file", part_file(i)},
                     {"kernels", (*report.programs)[i].kernels.size()},
                     {"cycles", report.costs[i].cycles},
                     {"device_memory_bytes", report.costs[i].memory_bytes},
                     {"inputs", ports_json(report, network.parts[i], false)},
                     {"outputs", ports_json(report, network.parts[i], true)}});
  for (const SplitNetwork::Link& link : network.links) {
    json::object out = {{"from", port_json(link.from, "output")},
                        {"to", port_json(link.to, "input")},
                        {"value", link.value}};
    add_type(out, link.type);
    add_scale(out, report, link.value);
    connections.push_back(std::move(out));
  }
  for (const SplitNetwork::Input& input : network.inputs) {
    json::array to;
    for (const PartPort& port : input.to)
      to.push_back(port_json(port, "input"));
    json::object out = {{"name", input.name}, {"to", std::move(to)}};
    add_type(out, input.type);
    inputs.push_back(std::move(out));
  }
  for (const SplitNetwork::Output& output : network.outputs) {
    json::object out = {{"name", output.name}, {"from", port_json(output.from, "output")}};
    add_type(out, output.type);
    outputs.push_back(std::move(out));
  }
  json::object provenance =
      explore::provenance_block(report.programs->front(), "vta.split", piped::kSplitSchemaVersion);
  provenance["model"] = report.model;
  return {{"provenance", std::move(provenance)}, {"model", report.model},
          {"parts", std::move(parts)},           {"connections", std::move(connections)},
          {"inputs", std::move(inputs)},         {"outputs", std::move(outputs)}};
}

std::string split_svg(const SplitReport& report) {
  const SplitNetwork& network = *report.network;
  ProgramGraph drawn;
  drawn.title = report.model;
  drawn.subtitle = counted(std::ssize(network.parts), "part");
  const auto shape = [](const TensorType& type) {
    return fmt::format("{} {}", fmt::join(type.shape, "x"), dtype_name(type.dtype));
  };
  for (const SplitNetwork::Input& input : network.inputs)
    drawn.boxes.push_back({.place = BoxPlace::Network,
                           .name = input.name,
                           .op = "input",
                           .shapes = shape(input.type)});
  const size_t first = drawn.boxes.size();
  for (size_t i = 0; i < network.parts.size(); ++i) {
    const Program& program = (*report.programs)[i];
    drawn.boxes.push_back(
        {.place = BoxPlace::Accelerator,
         .name = part_file(i),
         .op = fmt::format("part {}", i),
         .parameters = fmt::format("{}, {}", counted(std::ssize(program.kernels), "kernel"),
                                   counted(program.host_ops, "host operator")),
         .shapes = fmt::format("{} cycles, {} bytes of weights", report.costs[i].cycles,
                               weight_bytes(program))});
  }
  const auto box = [&](const PartPort& port) { return first + static_cast<size_t>(port.part); };
  for (size_t i = 0; i < network.inputs.size(); ++i)
    for (const PartPort& to : network.inputs[i].to)
      drawn.arrows.push_back({i, box(to), network.inputs[i].name});
  for (const SplitNetwork::Link& link : network.links)
    drawn.arrows.push_back(
        {box(link.from), box(link.to),
         fmt::format("{}: {} {}", link.value, shape(link.type), scale_text(report, link.value))});
  for (const SplitNetwork::Output& output : network.outputs) {
    drawn.boxes.push_back({.place = BoxPlace::Network,
                           .name = output.name,
                           .op = "output",
                           .shapes = shape(output.type)});
    drawn.arrows.push_back({box(output.from), drawn.boxes.size() - 1, output.name});
  }
  return program_graph_svg(drawn);
}

}  // namespace vta::workbench
