// A program as boxes and arrows: what the host computes, what the accelerator does, and the values
// between them.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "runtime/program.h"

namespace vta::workbench {

enum class BoxPlace : uint8_t { Network, Host, Accelerator };  // Network: an input or an output

struct GraphBox {
  BoxPlace place = BoxPlace::Host;
  std::string name = {};        // of the kernel, the input or output; "host_3"
  std::string op = {};          // "conv2d", "nn.max_pool2d", "to_device", "input"
  std::string parameters = {};  // "3x3/1 64x56x56 -> 64x56x56", "strides 2x2, padding 1x1x1x1"
  std::string shapes = {};      // "1x64x56x56 int8"; of the first result
  // Shapes of a host operator's constants, "64x64x3x3, 64"; bytes of a kernel's.
  std::string weights = {};
  std::string tiles = {};  // of a kernel
  int64_t launch = -1;     // of a kernel
  std::vector<std::string> onnx_nodes = {};
};

struct GraphArrow {
  size_t from = 0, to = 0;  // boxes
  std::string value;        // its name
  bool operator==(const GraphArrow&) const = default;
};

struct ProgramGraph {
  std::string title, subtitle;
  std::vector<GraphBox> boxes;     // inputs, then in the order of execution, then outputs
  std::vector<GraphArrow> arrows;  // each from an earlier box to a later one
};

ProgramGraph program_graph(const Program& program);
// {"boxes": [...], "arrows": [...]}, members as above.
boost::json::object program_graph_json(const ProgramGraph& graph);

// A whole SVG file: the host's boxes left, the accelerator's right, time downwards.
std::string program_graph_svg(const ProgramGraph& graph);

}  // namespace vta::workbench
