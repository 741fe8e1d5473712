// Tensors that a run has, and those of files: a folder of .npy files, an .npz file, one .npy file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "explore/diff/network_tensors.h"

namespace vta::explore {

// What one side of a comparison has of a network's tensors, in the form of the model's file.
// Integers are as they are stored, float32 the real values.
struct RunTensors {
  std::string name;                       // as the side was called
  std::vector<Tensor> values;             // by tensor of the network; not valid(): it has none
  bool is_set = false;                    // of files: what is missing there is said
  bool in_float = false;                  // computed in float, where the network has integers
  std::vector<std::string> unknown = {};  // files or members that are no tensor of the network
};

struct TensorFile {
  std::string origin;  // "layers/t22.npy", "layers.npz: member 't22'"
  Tensor tensor;
};
using TensorFiles = std::map<std::string, TensorFile>;  // by the name of the tensor

// Of a folder every .npy in it and below, by its path there without the ending; of an .npy its
// name. InputError where it cannot be read or has no tensors.
TensorFiles read_tensor_files(const std::string& path);

// The network's tensors among them, by name (file_name_of is one, too). A first axis of 1 may be
// left out. InputError names the file, what it holds and what is expected: another shape or type,
// two files for one tensor, and, with the names of a few tensors, files of which none is one.
RunTensors match_tensors(const NetworkTensors& network, const TensorFiles& files,
                         const std::string& name);

// A folder of .npy files that read_tensor_files() reads: every tensor that is compared.
void write_tensor_files(const NetworkTensors& network, const RunTensors& run,
                        const std::string& folder);

}  // namespace vta::explore
