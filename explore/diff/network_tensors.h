// The tensors of a network in their order, by which two runs of it are compared: what each is
// called, what makes it, and what its integers stand for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/value_names.h"

namespace vta::explore {

// The real value of channel c (axis 1) is stored * scale[c] + offset[c]; one of each: for all.
struct RealUnit {
  std::vector<double> scale = {1}, offset = {0};
};

struct NetworkTensor {
  std::string name;                     // "t22", "/layer1/Relu_int8"
  std::string op;                       // of the graph; empty: an input of the network
  std::vector<std::string> file_nodes;  // whose work the call does, by the names of the file
  std::vector<size_t> operands;         // tensors; constants are left out
  TensorType type;                      // as the model's file has it
  bool channels_last = false;           // (N, H, W, C) there, (N, C, H, W) in the graph
  bool compared = false;                // not: an intermediate value that only the graph has
  int64_t depth = 0;                    // calls in a row up to here
  std::optional<RealUnit> unit = {};    // none: float32, or not known
};

struct NetworkTensors {
  std::string model;
  std::vector<NetworkTensor> tensors = {};      // operands before what reads them
  std::map<std::string, size_t> by_name = {};   // further names as well
  std::map<NodeId, size_t> by_node = {};        // of the graph
  std::map<std::string, std::string> ops = {};  // operators of the file by name: "CONV_2D"

  // A value of the graph in the form that the model's file has.
  Tensor in_file_form(size_t tensor, const Tensor& value) const;
  // "CONV_2D conv1": the operator of the file whose work the call does first; of a listing the
  // graph's.
  std::string maker(size_t tensor) const;
  // "t22 (CONV_2D conv1)".
  std::string text(size_t tensor) const;
};

// Of a quantized graph: everything but constants; int8, uint8 and float32 values that have names
// are compared.
NetworkTensors network_tensors(const Graph& quantized, const std::string& model,
                               const std::vector<FileOperator>& operators);
// The same of a .tflite file's graph: its tensors by their numbers ("t22", "22") and names, in its
// order of axes, with its scales and zero points. Only the file's tensors are compared.
void add_tflite_names(NetworkTensors& network, const std::string& path);
// Values of a graph in the standard's quantization: scales and zero points of qnn.quantize and
// qnn.requantize.
void add_units_of(NetworkTensors& network, const Graph& quantized);
// Adds units that only the imported model has, by the names of its values: a quantized graph that
// rescales by fractions holds no scales. An accelerator computes a uint8 value of the model as
// int8, 128 less.
void add_units_of_model(NetworkTensors& network, const Graph& model);

// "/layer1/Relu" as the name of a file: other characters than letters, digits, '.', '-' and '_'
// become '_', none at the beginning.
std::string file_name_of(const std::string& tensor);

}  // namespace vta::explore
