#include "workbench/network_inputs.h"

#include <algorithm>

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

// Random integers of any value as numbers of characters.
Tensor tokens_of(const Tensor& random, int64_t characters) {
  Tensor tokens = Tensor::zeros(DType::I64, random.shape());
  std::ranges::transform(random.data<int64_t>(), tokens.mutable_data<int64_t>().begin(),
                         [&](int64_t value) {
                           return static_cast<int64_t>(static_cast<uint64_t>(value) %
                                                       static_cast<uint64_t>(characters));
                         });
  return tokens;
}

}  // namespace

ImagePreparation preparation_of(const Network& network) {
  return network.preparation(pixel_channels(network.program()));
}

LoadedInput network_input(const Network& network, size_t index, const std::string& source) {
  const TensorType type = input_type(network.program(), index);
  return program_input(network.program(), index, source, normalization_of(network, type));
}

LoadedInput program_input(const Program& program, size_t index, const std::string& source,
                          const Normalization& how) {
  const TensorType type = input_type(program, index);
  LoadedInput loaded = load_input(source, type, how);
  const auto& alphabet = program.alphabet;
  if (alphabet && type.dtype == DType::I64 && source.starts_with("random:"))
    loaded.tensor = tokens_of(loaded.tensor, alphabet->size());
  return loaded;
}

std::vector<Tensor> network_samples(const Network& network, size_t index, const std::string& path) {
  const TensorType type = input_type(network.program(), index);
  return split_samples(path, type, normalization_of(network, type));
}

}  // namespace vta::workbench
