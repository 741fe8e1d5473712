// A network in float, run by the operators of the host (oneDNN) on many samples at once: the
// reference for a quantized network.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/compiler.h"

namespace vta {

class FloatNetwork {
 public:
  // A model file as the passes before quantization leave it, or an integer network as it is: then
  // logits are its steps. Of `options` the batch, the shapes,
  // the configuration and what is said of passes are used. InputError for a network whose one
  // output is not one row of two logits or more per sample; else as read_model.
  FloatNetwork(std::string model, const CompileOptions& options);

  const std::vector<std::string>& input_names() const { return names_; }
  const std::vector<TensorType>& input_types() const { return types_; }  // of a batch
  int64_t batch() const { return types_.front().shape.front(); }
  int64_t classes() const { return classes_; }

  // Samples that logits() takes at once: a multiple of the batch. Where the network cannot be
  // imported for more samples than its own batch, or answers otherwise then, it is run again and
  // again; the caller need not know.
  int64_t at_once() const { return at_once_; }
  // For a set of so many samples; with the first of them, a batch of rows per input, that is found
  // out. Before the first logits().
  void prepare(int64_t samples, std::span<const Tensor> first_batch);

  // Rows of logits, one after the other. `rows` are at_once() per input. From any thread. Errors as
  // run_host_op.
  std::vector<float> logits(std::span<const Tensor> rows) const;

 private:
  bool widen(int64_t width, std::span<const Tensor> first_batch);

  std::string model_;
  CompileOptions options_;
  Graph narrow_, wide_;
  std::vector<std::string> names_;
  std::vector<TensorType> types_;
  int64_t classes_ = 0, at_once_ = 0, width_ = 0;  // width_: samples that wide_ takes
};

}  // namespace vta
