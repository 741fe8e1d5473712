// A .tflite file as plain values: everything that has an offset, an index, a length or a type in
// the file has been checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace vta::tflite_file {
struct OperatorTable;
}

namespace vta::tflite_import {

// What the integers of a tensor mean: scale (q - zero), one pair for all, or one for each index of
// `axis`.
struct Quantization {
  std::vector<float> scales;  // empty: not quantized
  std::vector<int64_t> zeros;
  int64_t axis = 0;
};

struct TensorInfo {
  int64_t index = 0;  // TFLite's number
  std::string name;   // printable
  int type = 0;       // tflite_file::TensorType; may be one that nothing here computes
  Shape shape;        // every extent at least 1
  Quantization quantization;
  std::span<const std::byte> data;  // of a constant: as many bytes as the shape has

  bool is_constant() const { return !data.empty(); }
};

// The number of an operand that is left out.
constexpr int64_t kLeftOut = -1;

struct OperatorInfo {
  int64_t index = 0;
  int64_t code = 0;
  std::string name;                      // "CONV_2D", of a custom one "custom 'X'"
  std::vector<int64_t> inputs, outputs;  // tensors; an input may be kLeftOut
  const tflite_file::OperatorTable* table = nullptr;
};

struct ModelFile {
  std::string origin;  // for messages
  std::vector<TensorInfo> tensors;
  std::vector<OperatorInfo> operators;
  std::vector<int64_t> inputs, outputs;
  std::shared_ptr<const std::vector<std::byte>> bytes;  // the spans and tables are in these
};

// Throws InputError, which names the part at fault, its value and the legal ones, and ResourceError
// if the file is larger than the policy in force allows.
ModelFile read_model(const std::string& path);
// The same of a file's bytes; `origin` names them in messages.
ModelFile parse_model(std::vector<std::byte> bytes, const std::string& origin);

// "tensor 22 'relu'"
std::string tensor_text(const TensorInfo& tensor);
std::string type_name(int type);  // "INT8"

}  // namespace vta::tflite_import
