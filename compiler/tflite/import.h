// TensorFlow Lite models to graphs: int8 networks in their own integers, float32 ones in float.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/value_names.h"
#include "compiler/tflite/fractions.h"

namespace vta {

struct TfliteOptions {
  int64_t batch = 1;  // first extent of computed tensors that have 1 there
  // Extents of inputs by name: those of the file, but for a first one of 1. They come before
  // `batch`.
  std::map<std::string, Shape> shapes = {};
  tflite_import::Requant requant = tflite_import::Requant::Double;
};

// Inputs and outputs have the file's names, order, types and layouts; between them tensors of four
// axes are (N, C, H, W), and the value of the file's tensor 22 is named "t22".
// Throws InputError if the file cannot be read, is damaged or contradicts itself, CompileError if
// an operator or a type is not supported; both name the operator or the tensor, the value at fault
// and the legal ones. Throws ResourceError beyond the policy in force.
Graph import_tflite(const std::string& path, const TfliteOptions& options = {});
// The same of a file's bytes; `origin` names them in messages.
Graph import_tflite(std::vector<std::byte> bytes, const std::string& origin,
                    const TfliteOptions& options = {});

// The operators of a file in its order: TFLite's name, and that of the value, "t22".
std::vector<FileOperator> tflite_operators(const std::string& path);

// The operators that the import knows, sorted.
std::vector<std::string> supported_tflite_ops();

}  // namespace vta
