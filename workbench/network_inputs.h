// What the inputs of a network are given, by what a person calls it.
#pragma once

#include <string>
#include <vector>

#include "workbench/input.h"
#include "workbench/network.h"

namespace vta::workbench {

// How pixels become numbers: for the channels of the first input that may be pixels.
ImagePreparation preparation_of(const Network& network);

// Input `index` from one of input_sources(). Errors as load_input().
LoadedInput network_input(const Network& network, size_t index, const std::string& source);
// The same where it is known how pixels become numbers.
LoadedInput program_input(const Program& program, size_t index, const std::string& source,
                          const Normalization& how);
// The same of an .npy file of many: all that fill a batch. Errors as split_samples().
std::vector<Tensor> network_samples(const Network& network, size_t index, const std::string& path);

}  // namespace vta::workbench
