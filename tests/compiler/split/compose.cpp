#include "tests/compiler/split/compose.h"

namespace vta {

std::vector<Tensor> compose(const SplitNetwork& network, const std::vector<Tensor>& inputs,
                            const RunPart& run) {
  std::vector<std::vector<Tensor>> made;
  for (size_t part = 0; part < network.parts.size(); ++part) {
    std::vector<Tensor> given(network.parts[part].inputs().size());
    for (size_t i = 0; i < network.inputs.size(); ++i)
      for (const PartPort& to : network.inputs[i].to)
        if (to.part == static_cast<int64_t>(part))
          given[static_cast<size_t>(to.port)] = inputs[i];
    for (const SplitNetwork::Link& link : network.links)
      if (link.to.part == static_cast<int64_t>(part))
        given[static_cast<size_t>(link.to.port)] =
            made[static_cast<size_t>(link.from.part)][static_cast<size_t>(link.from.port)];
    made.push_back(run(static_cast<int64_t>(part), given));
  }
  std::vector<Tensor> outputs;
  for (const SplitNetwork::Output& output : network.outputs)
    outputs.push_back(
        made[static_cast<size_t>(output.from.part)][static_cast<size_t>(output.from.port)]);
  return outputs;
}

}  // namespace vta
