// Writes a network layer by layer as an ONNX model, with weights from a seed.
//
// Every layer returns the tensor it makes, with what is known of it: channels, extent, and the mean
// square of its values for inputs of mean square 1. The latter sets weights and batch-norm
// statistics, so that activations stay around 1 however deep the network is.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/preprocessing.h"

namespace vta::onnx_import {

struct NetTensor {
  std::string name;
  int64_t channels = 0, extent = 0;  // extent: height and width; 0 after flatten
  double mean_square = 1;
  int64_t tokens = 0;  // of (N, tokens, channels)
};

struct ConvSpec {
  int64_t channels = 0, kernel = 1, stride = 1, pad = 0, groups = 1;
  bool bias = false;
  double gain = 2;  // mean square of the result over that of the operand; 2 makes up for a Relu
};

class NetWriter {
 public:
  // With `weights` false only shapes and counts are made (describe_model).
  NetWriter(const std::string& model, uint64_t seed, bool weights);

  NetTensor input(int64_t channels, int64_t extent);
  NetTensor conv(const std::string& name, const NetTensor& x, const ConvSpec& spec);
  NetTensor batch_norm(const std::string& name, const NetTensor& x, double mean_gamma = 1);
  NetTensor relu(const std::string& name, const NetTensor& x);
  NetTensor relu6(const std::string& name, const NetTensor& x);
  NetTensor add(const std::string& name, const NetTensor& a, const NetTensor& b);
  NetTensor concat(const std::string& name, const NetTensor& a, const NetTensor& b);
  NetTensor max_pool(const std::string& name, const NetTensor& x, int64_t kernel, int64_t stride,
                     int64_t pad, bool ceil = false);
  NetTensor global_average_pool(const std::string& name, const NetTensor& x);
  NetTensor flatten(const std::string& name, const NetTensor& x);
  NetTensor dense(const std::string& name, const NetTensor& x, int64_t units, double gain);

  // Of tokens.
  NetTensor tokens(const std::string& name, const NetTensor& x);        // one of each pixel
  NetTensor behind_first(const std::string& name, const NetTensor& x);  // zeros come first
  NetTensor add_places(const std::string& name, const NetTensor& x);    // a constant
  NetTensor token(const std::string& name, const NetTensor& x, int64_t index);
  NetTensor linear(const std::string& name, const NetTensor& x, int64_t units, double gain);
  NetTensor layer_norm(const std::string& name, const NetTensor& x);
  NetTensor attention(const std::string& name, const NetTensor& q, const NetTensor& k,
                      const NetTensor& v, int64_t heads);
  NetTensor gelu(const std::string& name, const NetTensor& x);

  void output(const NetTensor& x);
  void preprocessing(const Preprocessing& how);  // into the file's metadata

  int64_t params() const { return params_; }  // trained ones: running statistics not counted
  int64_t macs() const { return macs_; }      // of one image
  int64_t layers() const { return layers_; }  // convolutions and dense layers
  void save(const std::string& path) const;   // InputError when it cannot be written

 private:
  onnx::NodeProto& add_node(const std::string& op, const std::string& name,
                            const std::vector<std::string>& inputs);
  std::string normal_weight(const std::string& name, const std::vector<int64_t>& shape,
                            double mean_square);
  std::string uniform_weight(const std::string& name, int64_t count, double low, double high);
  std::string number(const std::string& name, float value);
  std::string integers(const std::string& name, const std::vector<int64_t>& values);
  std::span<float> add_tensor(const std::string& name, const std::vector<int64_t>& shape);
  uint64_t next_random();

  onnx::ModelProto model_;
  uint64_t state_;
  bool weights_;
  bool has_relu6_bounds_ = false;
  int64_t params_ = 0, macs_ = 0, layers_ = 0;
};

}  // namespace vta::onnx_import
