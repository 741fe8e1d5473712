#include "workbench/network_inputs.h"

#include "evaluation/samples.h"

namespace vta::workbench {
namespace {

TensorType input_type(const Program& program, size_t index) {
  const ProgramValue& value = program.values[static_cast<size_t>(program.inputs[index])];
  return {value.shape, value.dtype};
}

int64_t pixel_channels(const Program& program) {
  constexpr int64_t kRgb = 3;
  for (size_t i = 0; i < program.inputs.size(); ++i)
    if (const TensorType type = input_type(program, i); takes_images(type))
      return type.shape[1];
  return kRgb;
}

Normalization normalization_of(const Network& network, const TensorType& type) {
  return normalization_for(type, preparation_of(network).how);
}

}  // namespace

ImagePreparation preparation_of(const Network& network) {
  return network.preparation(pixel_channels(network.program()));
}

LoadedInput network_input(const Network& network, size_t index, const std::string& source) {
  const TensorType type = input_type(network.program(), index);
  return load_input(source, type, normalization_of(network, type));
}

std::vector<Tensor> network_samples(const Network& network, size_t index, const std::string& path) {
  const TensorType type = input_type(network.program(), index);
  return split_samples(path, type, normalization_of(network, type));
}

}  // namespace vta::workbench
