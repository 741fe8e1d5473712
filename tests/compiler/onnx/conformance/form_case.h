// Small models of operators whose form changed at opset 14 to 24, with expected values by formula.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta::testing {

// One file: a model, the values of its inputs, those that its outputs must have (run_file()).
struct FormCase {
  std::string name;  // "ReduceMax_18_axes_operand"
  std::string bytes;
};

using Index = std::vector<int64_t>;
using Formula = std::function<double(const Index&)>;

// A float32 tensor from its indices.
Tensor tensor_of(const Shape& shape, const Formula& formula);
// Values with both signs, no two neighbours alike.
Tensor varied(const Shape& shape);
double at(const Tensor& t, const Index& index);

class CaseWriter {
 public:
  CaseWriter(std::string name, int64_t opset) : name_(std::move(name)), model_(opset) {}

  TestModel& model() { return model_; }
  CaseWriter& given(const std::string& input, const Tensor& value);
  CaseWriter& expect(const std::string& output, const Tensor& value);
  FormCase done();

 private:
  std::string name_;
  TestModel model_;
  std::vector<std::pair<std::string, Tensor>> values_;
};

// In reading order: one file of sources each.
std::vector<FormCase> reduction_cases();
std::vector<FormCase> window_cases();
std::vector<FormCase> elementwise_cases();
std::vector<FormCase> movement_cases();
std::vector<FormCase> resize_cases();
std::vector<FormCase> new_operator_cases();

}  // namespace vta::testing
