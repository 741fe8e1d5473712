#include "compiler/lower/follower.h"

#include <algorithm>

#include "compiler/kernels/conv_pool/kind.h"

namespace vta {
namespace {

bool keeps_distance(const AluStep& s) {
  return s.operand != AluStep::Operand::Tensor &&
         (s.op == AluOp::Add || s.op == AluOp::Max || s.op == AluOp::Min);
}

bool may_follow(const Kernel& kernel) {
  return kernel.kind == Kernel::Kind::Alu && kernel.inputs.size() == 1 &&
         kernel.inputs.front().shift_left == 0 && std::ranges::all_of(kernel.steps, keeps_distance);
}

}  // namespace

std::map<const Kernel*, const Kernel*> followers_of_layers(const LoweredGraph& lowered) {
  std::map<NodeId, const Kernel*> layers;  // that have no follower yet, by result
  std::map<const Kernel*, const Kernel*> found;
  for (const auto& item : lowered.items) {
    const auto* kernel = std::get_if<Kernel>(&item);
    if (kernel == nullptr)
      continue;
    if (kernel->multiplies())
      layers[kernel->output] = kernel;
    if (!may_follow(*kernel))
      continue;
    if (const auto layer = layers.find(kernel->inputs.front().node); layer != layers.end()) {
      found[layer->second] = kernel;
      layers.erase(layer);
    }
  }
  return found;
}

std::map<const Kernel*, const Kernel*> pools_of_convolutions(const LoweredGraph& lowered,
                                                             const VtaConfig& config) {
  std::map<const Kernel*, const Kernel*> found;
  std::map<NodeId, const Kernel*> kernels;  // by result
  const std::map<NodeId, int> read = device_value_reads(lowered);
  for (const auto& item : lowered.items) {
    const auto* kernel = std::get_if<Kernel>(&item);
    if (kernel == nullptr)
      continue;
    kernels[kernel->output] = kernel;
    const auto before = kernels.find(kernel->inputs.front().node);
    if (before != kernels.end() && read.at(before->first) == 1 &&
        can_pool_sums(*before->second, *kernel, config))
      found[before->second] = kernel;
  }
  return found;
}

std::map<NodeId, int> device_value_reads(const LoweredGraph& lowered) {
  std::map<NodeId, int> count;
  for (const auto& item : lowered.items)
    if (const auto* kernel = std::get_if<Kernel>(&item))
      for (const KernelInput& input : kernel->inputs)
        ++count[input.node];
    else if (const auto* copy = std::get_if<BoundaryCopy>(&item))
      ++count[copy->packed];
    else
      for (const NodeId input : lowered.graph.node(std::get<HostItem>(item).node).inputs)
        ++count[input];
  for (const Concat& concat : lowered.concats)
    for (const NodeId part : concat.parts)
      ++count[part];
  for (const NodeId output : lowered.graph.outputs())
    ++count[output];
  return count;
}

}  // namespace vta
