#include "compiler/graph/operations.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "compiler/graph/attention.h"
#include "compiler/graph/layout.h"
#include "compiler/graph/recurrent.h"

namespace vta {
namespace {

using Kind = OperationKind;

struct NamedKind {
  std::string_view op;
  Kind kind;
};

// All others are Elements, or Products (kProducts).
constexpr NamedKind kKinds[] = {
    {"nn.max_pool2d", Kind::Window},
    {"nn.avg_pool2d", Kind::Window},
    {"nn.sum_pool2d", Kind::Window},
    {"nn.global_avg_pool2d", Kind::Reduction},
    {"nn.global_max_pool2d", Kind::Reduction},
    {"mean", Kind::Reduction},
    {"sum", Kind::Reduction},
    {"prod", Kind::Reduction},
    {"max", Kind::Reduction},
    {"min", Kind::Reduction},
    {"argmax", Kind::Reduction},
    {"argmin", Kind::Reduction},
    {"cumsum", Kind::Reduction},
    {"topk", Kind::Reduction},
    {"nn.batch_norm", Kind::Norm},
    {"nn.softmax", Kind::Softmax},
    {"nn.log_softmax", Kind::Softmax},
    {"nn.layer_norm", Kind::Norm},
    {"nn.rms_norm", Kind::Norm},
    {"qnn.layer_norm", Kind::Norm},
    {"nn.lrn", Kind::Neighbours},
    {"image.resize", Kind::Resampling},
    {"image.grid_sample", Kind::Resampling},
    {"nn.im2col", Kind::Movement},
    {"nn.dropout", Kind::Movement},
    {"nn.pad", Kind::Movement},
    {"nn.dilate", Kind::Movement},
    {"nn.batch_flatten", Kind::Movement},
    {"reshape", Kind::Movement},
    {"transpose", Kind::Movement},
    {"squeeze", Kind::Movement},
    {"expand_dims", Kind::Movement},
    {"concatenate", Kind::Movement},
    {"split", Kind::Movement},
    {"strided_slice", Kind::Movement},
    {"take", Kind::Movement},
    {"gather", Kind::Movement},
    {"gather_nd", Kind::Movement},
    {"tile", Kind::Movement},
    {"broadcast_to", Kind::Movement},
    {"annotation.cast_hint", Kind::Movement},
    {"annotation.data", Kind::Movement},
    {"annotation.stop_fusion", Kind::Movement},
    {"copy", Kind::Movement},
    {"require", Kind::Movement},
};

int64_t bounded_product(int64_t a, int64_t b) {
  return checked_product(std::array{a, b}).value_or(std::numeric_limits<int64_t>::max());
}

struct ProductCall {
  std::string_view op;
  const Attrs& attrs;
  std::span<const Shape> operands;
  const Shape& result;
};

// Every output channel has its own part of the weight, in every layout.
int64_t convolution_macs(const ProductCall& call) {
  const Shape& weight = call.operands[1];
  const Layout kernel(call.attrs.get_string("kernel_layout", "OIHW"));
  const int64_t channels = kernel.extent(weight, 'O');
  return channels == 0
             ? 0
             : bounded_product(num_elements(call.result), num_elements(weight) / channels);
}

int64_t dense_macs(const ProductCall& call) {
  return bounded_product(num_elements(call.result), call.operands[1].back());
}

int64_t matmul_macs(const ProductCall& call) {
  return bounded_product(num_elements(call.result), call.operands[0].back());
}

int64_t layer_macs(const ProductCall& call) {
  return recurrent_macs(*recurrent_kind(call.op), call.operands[0], call.operands[2]);
}

// As many products with keys, and with values, whatever is masked.
int64_t attention_macs(const ProductCall& call) {
  const auto rows = [&](size_t i) { return TensorType{call.operands[i], DType::I8}; };
  return attention_form(rows(0), rows(1), rows(2), call.attrs, DType::I8).macs();
}

// At the last position of the context.
int64_t attention_step_macs(const ProductCall& call) {
  const auto rows = [&](size_t i) { return TensorType{call.operands[i], DType::I8}; };
  return attention_step_form(rows(0), rows(1), rows(2), call.attrs).macs();
}

struct ProductOp {
  std::string_view op;
  int64_t (*macs)(const ProductCall& call);
};
constexpr ProductOp kProducts[] = {
    {"nn.conv2d", convolution_macs},
    {"qnn.conv2d", convolution_macs},
    {"nn.dense", dense_macs},
    {"qnn.dense", dense_macs},
    {"nn.batch_matmul", matmul_macs},
    {"qnn.batch_matmul", matmul_macs},
    {"nn.rnn", layer_macs},
    {"nn.gru", layer_macs},
    {"nn.lstm", layer_macs},
    {"nn.attention", attention_macs},
    {"qnn.attention", attention_macs},
    {"qnn.attention_step", attention_step_macs},
};

int64_t window_of(const Attrs& attrs) {
  int64_t window = 1;
  for (const int64_t extent : attrs.get_ints("pool_size", {}))
    window = bounded_product(window, extent);
  return window;
}

int64_t taps_of(const Attrs& attrs) {
  const std::string method = attrs.get_string("method", "nearest");
  return method.find("cubic") != std::string::npos    ? 16
         : method.find("linear") != std::string::npos ? 4
                                                      : 1;
}

}  // namespace

OperationKind operation_kind(std::string_view op) {
  if (std::ranges::find(kProducts, op, &ProductOp::op) != std::end(kProducts))
    return Kind::Products;
  const auto* found = std::ranges::find(kKinds, op, &NamedKind::op);
  return found == std::end(kKinds) ? Kind::Elements : found->kind;
}

int64_t operator_macs(std::string_view op, const Attrs& attrs, std::span<const Shape> operands,
                      const Shape& result) {
  const auto* found = std::ranges::find(kProducts, op, &ProductOp::op);
  return found == std::end(kProducts) ? 0 : found->macs({op, attrs, operands, result});
}

int64_t operation_count(std::string_view op, const Attrs& attrs, std::span<const Shape> operands,
                        std::span<const Shape> results) {
  int64_t elements = 0;
  for (const Shape& result : results)
    elements += num_elements(result);
  switch (operation_kind(op)) {
    case Kind::Products:
      return bounded_product(operator_macs(op, attrs, operands, results.front()), 2);
    case Kind::Window:
      return bounded_product(elements, window_of(attrs));
    case Kind::Reduction:
      return num_elements(operands.front());
    case Kind::Elements:
      return elements;
    case Kind::Norm:
      return bounded_product(num_elements(results.front()), 2);
    case Kind::Softmax:
      return bounded_product(elements, 5);
    case Kind::Neighbours:
      return bounded_product(elements, attrs.get_int("size", 1) + 4);
    case Kind::Resampling:
      return bounded_product(elements, 2 * taps_of(attrs));
    case Kind::Movement:
      return 0;
  }
  return 0;
}

Operations operations_of(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.kind != NodeKind::Call || n.constant_expr)
    return {};
  std::vector<Shape> operands, results;
  for (const NodeId in : n.inputs)
    operands.push_back(graph.type(in).shape);
  for (const TensorType& type : n.types)
    results.push_back(type.shape);
  return {operator_macs(n.op, n.attrs, operands, n.type().shape),
          operation_count(n.op, n.attrs, operands, results)};
}

}  // namespace vta
