#include "workbench/views/program_graph.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/value_from.hpp>
#include <map>
#include <set>

#include "base/plural.h"
#include "explore/profile/accesses.h"

namespace vta::workbench {
namespace {

using explore::Position;

std::string extents_text(const Shape& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

std::string attribute_text(const AttrValue& value) {
  if (const auto* ints = std::get_if<IntList>(&value))
    return fmt::format("{}", fmt::join(*ints, "x"));
  if (const auto* one = std::get_if<int64_t>(&value))
    return fmt::format("{}", *one);
  if (const auto* real = std::get_if<double>(&value))
    return fmt::format("{:g}", *real);
  if (const auto* text = std::get_if<std::string>(&value))
    return *text;
  return "...";
}

std::string attributes_text(const Attrs& attrs) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : attrs.items())
    parts.push_back(fmt::format("{} {}", name, attribute_text(value)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

class Maker {
 public:
  explicit Maker(const Program& program) : program_(program) {}

  ProgramGraph make() {
    const Provenance& p = program_.provenance;
    for (const int64_t id : program_.inputs)
      made_[id] = add({.place = BoxPlace::Network,
                       .name = value(id).name,
                       .op = "input",
                       .shapes = type_text(id)});
    const std::vector<Position> all = explore::positions(program_);
    for (size_t position = 0; position < all.size(); ++position)
      add_position(all[position], static_cast<int64_t>(position));
    for (size_t i = 0; i < program_.outputs.size(); ++i) {
      const int64_t id = program_.outputs[i];
      const size_t box = add({.place = BoxPlace::Network,
                              .name = output_name(program_, i),
                              .op = "output",
                              .shapes = type_text(id)});
      reads_value(id, box);
    }
    out_.title = p.model;
    out_.subtitle =
        fmt::format("{}, schedule {}, {}: {} on the accelerator", program_.config.name(),
                    p.schedule, p.quantization, counted(std::ssize(program_.kernels), "kernel"));
    return std::move(out_);
  }

 private:
  const ProgramValue& value(int64_t id) const { return program_.values[static_cast<size_t>(id)]; }
  const DeviceTensor& tensor(int64_t id) const {
    return program_.device_tensors[static_cast<size_t>(id)];
  }
  std::string type_text(int64_t id) const {
    return fmt::format("{} {}", extents_text(value(id).shape), dtype_name(value(id).dtype));
  }
  std::string tensor_text(int64_t id) const {
    const PackedLayout& l = tensor(id).layout;
    return fmt::format("{}x{}x{}x{} {}", l.n, l.c, l.h, l.w, dtype_name(l.dtype));
  }

  size_t add(GraphBox box) {
    out_.boxes.push_back(std::move(box));
    return out_.boxes.size() - 1;
  }

  void arrow(size_t from, size_t to, const std::string& name) {
    const GraphArrow one{from, to, name};
    if (std::ranges::find(out_.arrows, one) == out_.arrows.end())
      out_.arrows.push_back(one);
  }

  void reads_value(int64_t id, size_t box) {
    if (const auto at = made_.find(id); at != made_.end())
      arrow(at->second, box, value(id).name);
  }

  // A tensor is written as a whole or in parts; so is it read.
  void reads_tensor(int64_t id, size_t box) {
    for (const auto& [written, from] : written_)
      if (from != box && (written == id || tensor(written).part_of == id ||
                          (tensor(id).part_of >= 0 && tensor(id).part_of == written)))
        arrow(from, box, tensor(id).name);
  }

  void add_position(const Position& position, int64_t number) {
    const size_t box = position.kernel >= 0 ? add_kernel(position)
                                            : add_host(program_.steps[position.step], number);
    if (!position.writes.empty())
      out_.boxes[box].shapes = tensor_text(position.writes.front());
    for (const int64_t id : position.reads)
      reads_tensor(id, box);
    for (const int64_t id : position.writes)
      written_[id] = box;
  }

  size_t add_kernel(const Position& position) {
    const ProgramKernel& kernel = program_.kernels[static_cast<size_t>(position.kernel)];
    GraphBox box{.place = BoxPlace::Accelerator,
                 .name = kernel.name,
                 .op = kernel.kind,
                 .parameters = kernel.description.geometry,
                 .tiles = kernel.description.tiles,
                 .onnx_nodes = kernel.onnx_nodes};
    if (!position.constants.empty())
      box.weights = counted(explore::total_bytes(position.constants), "byte");
    if (steps_seen_.insert(position.step).second)
      ++launches_;
    box.launch = launches_ - 1;
    return add(std::move(box));
  }

  size_t add_host(const Step& step, int64_t number) {
    const std::string name = fmt::format("host_{}", number);
    if (const auto* host = std::get_if<HostOpStep>(&step))
      return add_operator(*host, name);
    if (const auto* to = std::get_if<ToDeviceStep>(&step)) {
      const size_t box = add({.name = name, .op = "to_device"});
      reads_value(to->value, box);
      return box;
    }
    if (const auto* from = std::get_if<FromDeviceStep>(&step)) {
      const size_t box = add({.name = name, .op = "from_device", .shapes = type_text(from->value)});
      made_[from->value] = box;
      return box;
    }
    return add({.name = name, .op = "convert"});
  }

  size_t add_operator(const HostOpStep& host, const std::string& name) {
    std::vector<std::string> constants;
    for (const int64_t id : host.inputs)
      if (!made_.contains(id))
        constants.push_back(extents_text(value(id).shape));
    const size_t box = add({.name = name,
                            .op = host.op,
                            .parameters = attributes_text(host.attrs),
                            .shapes = host.outputs.empty() ? "" : type_text(host.outputs.front()),
                            .weights = fmt::format("{}", fmt::join(constants, ", ")),
                            .onnx_nodes = host.onnx_nodes});
    for (const int64_t id : host.inputs)
      reads_value(id, box);
    for (const int64_t id : host.outputs)
      made_[id] = box;
    return box;
  }

  const Program& program_;
  ProgramGraph out_;
  std::map<int64_t, size_t> made_, written_;  // boxes by value, by device tensor
  std::set<size_t> steps_seen_;
  int64_t launches_ = 0;
};

const char* place_name(BoxPlace place) {
  switch (place) {
    case BoxPlace::Network:
      return "network";
    case BoxPlace::Host:
      return "host";
    case BoxPlace::Accelerator:
      return "accelerator";
  }
  return "";
}

}  // namespace

ProgramGraph program_graph(const Program& program) {
  return Maker(program).make();
}

boost::json::object program_graph_json(const ProgramGraph& graph) {
  boost::json::array boxes, arrows;
  for (const GraphBox& box : graph.boxes)
    boxes.push_back({{"place", place_name(box.place)},
                     {"name", box.name},
                     {"operator", box.op},
                     {"parameters", box.parameters},
                     {"result", box.shapes},
                     {"weights", box.weights},
                     {"tiles", box.tiles},
                     {"launch", box.launch < 0 ? boost::json::value() : box.launch},
                     {"onnx_nodes", boost::json::value_from(box.onnx_nodes)}});
  for (const GraphArrow& arrow : graph.arrows)
    arrows.push_back({{"from", arrow.from}, {"to", arrow.to}, {"value", arrow.value}});
  return {{"boxes", boxes}, {"arrows", arrows}};
}

}  // namespace vta::workbench
