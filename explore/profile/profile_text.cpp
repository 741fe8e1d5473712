#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text_table.h"
#include "explore/cost/clock_times.h"
#include "explore/profile/profile_report.h"

namespace vta::explore {
namespace {

std::string shapes_text(const OperatorProfile& op) {
  const auto shape = [](const std::vector<ProfileTensor>& tensors) {
    return tensors.empty() ? std::string("-") : fmt::format("{}", fmt::join(tensors[0].shape, "x"));
  };
  return fmt::format("{} -> {}", shape(op.inputs), shape(op.outputs));
}

std::string operator_table(const Profile& profile) {
  TextTable table({{"pos"},
                   {"name", false},
                   {"layer", false, true},
                   {"operator", false},
                   {"where", false},
                   {"MACs"},
                   {"ALU ops"},
                   {"bytes"},
                   {"start"},
                   {"end"},
                   {"first input -> output", false, true}});
  for (const OperatorProfile& op : profile.operators) {
    const auto when_it_runs = [&op](auto number) {
      return op.run ? std::to_string(number()) : std::string("-");
    };
    table.add({std::to_string(op.position), op.name,
               fmt::format("{}", fmt::join(op.onnx_nodes, " + ")), op.op, op.where,
               std::to_string(op.macs), std::to_string(op.alu_ops),
               when_it_runs([&] { return op.counters.total_bytes(); }),
               when_it_runs([&] { return op.run->start; }),
               when_it_runs([&] { return op.run->end; }), shapes_text(op)});
  }
  constexpr size_t kWidth = 160;  // eleven columns
  return table.text(kWidth);
}

std::string memory_table(const MemoryProfile& memory) {
  TextTable table({{"offset"},
                   {"bytes"},
                   {"first"},
                   {"last"},
                   {"section", false},
                   {"owner", false},
                   {"shares bytes with", false}});
  for (const MemoryChunk& chunk : memory.chunks)
    table.add({std::to_string(chunk.offset), std::to_string(chunk.bytes),
               std::to_string(chunk.first), std::to_string(chunk.last), std::string(chunk.section),
               chunk.owner, fmt::format("{}", fmt::join(chunk.shares_with, " "))});
  return table.text(kTableWidth) +
         fmt::format(
             "device memory: {} bytes at the peak; activations {} bytes, where tensors without "
             "reuse would need {} and at most {} are alive at once\n",
             memory.peak_bytes, memory.activation_bytes, memory.unshared_bytes, memory.live_bytes);
}

std::string times_text(const Profile& profile) {
  const auto times = clock_times(profile.config, profile.result, profile.images);
  return times ? fmt::format("{}, energy x delay {:.4g} uJ ms an image (estimate)\n",
                             clock_text(*times), times->energy_delay)
               : "";
}

// "512x512x3x3 512"
std::string weights_text(const NodeWork& node) {
  std::vector<std::string> shapes;
  for (const Shape& shape : node.weights)
    shapes.push_back(shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x")));
  return fmt::format("{}", fmt::join(shapes, " "));
}

std::string covering_text(const NodeWork& node) {
  std::vector<std::string> names = node.kernels;
  for (const int64_t position : node.host)
    names.push_back(fmt::format("host_{}", position));
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string nodes_text(const std::vector<NodeWork>& nodes, const NodeTotals& sums) {
  TextTable table({{"node", false, true},
                   {"operators", false, true},
                   {"where", false},
                   {"done by", false, true},
                   {"MACs"},
                   {"operations"},
                   {"int8 bytes"},
                   {"float32 bytes"},
                   {"host ms"},
                   {"weights", false, true}});
  for (const NodeWork& node : nodes)
    table.add({node.name, fmt::format("{}", fmt::join(node.ops, " ")), place_of(node),
               covering_text(node), std::to_string(node.macs), std::to_string(node.operations),
               std::to_string(node.int8_bytes), std::to_string(node.float32_bytes),
               node.host_seconds ? fmt::format("{:.3f}", *node.host_seconds * 1e3) : "-",
               weights_text(node)});
  table.add({"all", "", "", "", std::to_string(sums.macs), std::to_string(sums.operations),
             std::to_string(sums.int8_bytes), std::to_string(sums.float32_bytes), "-",
             fmt::format("{} values", sums.weights)});
  constexpr size_t kWidth = 170;  // ten columns
  return table.text(kWidth);
}

std::string profile_text(const Profile& profile) {
  const WorkShare& work = profile.result.work;
  return fmt::format("{}\n{}{} cycles on the accelerator, for {}; not in them, on the host: {}\n{}",
                     operator_table(profile), memory_table(profile.memory), profile.cycles,
                     share_text(work), host_operators_text(work), times_text(profile));
}

}  // namespace vta::explore
