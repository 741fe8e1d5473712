// Dense layers and products of matrices.
#include <algorithm>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/quantized.h"

namespace vta::onnx_import {
namespace {

Value turned(const OpNode& node, const Value& matrix) {
  return node.call("transpose", {matrix}, {{"axes", IntList{1, 0}}});
}

Value times_factor(const OpNode& node, const Value& value, double factor) {
  return factor == 1.0 ? value : node.call("multiply", {value, node.number(factor)});
}

// By numpy's rules, without making `to` larger.
bool broadcasts_to(const Shape& from, const Shape& to) {
  if (from.size() > to.size())
    return false;
  return std::equal(from.rbegin(), from.rend(), to.rbegin(),
                    [](int64_t a, int64_t b) { return a == b || a == 1; });
}

// alpha * A * B + beta * C: the factors go into constants where those are constant.
Value gemm(const OpNode& node) {
  if (node.shape(0).size() != 2 || node.shape(1).size() != 2)
    node.fail("A and B must be matrices");
  const Value a = node.get_int("transA", 0) != 0 ? turned(node, node.in(0)) : node.in(0);
  const Value b = node.get_int("transB", 0) != 0 ? node.in(1) : turned(node, node.in(1));
  const Value weight = times_factor(node, b, node.get_float("alpha", 1.0));
  const int64_t units = node.builder().shape(weight)[0];
  const Value product = node.call("nn.dense", {a, weight}, {{"units", units}});
  if (!node.has(2) || node.get_float("beta", 1.0) == 0.0)
    return product;
  const Shape rows_and_units = node.builder().shape(product), own = node.shape(2);
  if (!broadcasts_to(own, rows_and_units))
    node.fail(fmt::format("C {} does not fit the product {}: it must be broadcastable to that",
                          shape_text(own), shape_text(rows_and_units)));
  node.builder().name(product, node.name());
  Value c = times_factor(node, node.in(2), node.get_float("beta", 1.0));
  if (node.builder().shape(c) == Shape{1, units})
    c = node.call("reshape", {c}, {{"newshape", IntList{units}}});
  const Value sum = node.call("add", {product, c});
  node.builder().name(sum, node.name() + ".bias");
  return sum;
}

Value as_shape(const OpNode& node, const Value& value, const Shape& shape) {
  return node.builder().shape(value) == shape
             ? value
             : node.call("reshape", {value}, {{"newshape", shape}});
}

// Matrices of all batch axes after one another; repeated where the other operand has more.
Value stacked(const OpNode& node, const Value& value, const Shape& batch) {
  Shape shape = node.builder().shape(value);
  const Shape own(shape.begin(), shape.end() - 2);
  const Shape matrix(shape.end() - 2, shape.end());
  int64_t count = num_elements(own);
  Value all = value;
  if (count != 1 && count != num_elements(batch)) {
    Shape wide = batch;
    wide.insert(wide.end(), matrix.begin(), matrix.end());
    all = node.call("broadcast_to", {value}, {{"shape", wide}});
    count = num_elements(batch);
  }
  return as_shape(node, all, {count, matrix[0], matrix[1]});
}

Value mat_mul(const OpNode& node) {
  return float_matrix_product(node, node.in(0), node.in(1));
}

constexpr OpImporter kMatrixOps[] = {
    {"Gemm", gemm, "matrices"},
    {"MatMul", mat_mul, "batches and vectors as in numpy"},
};

}  // namespace

// Vectors are matrices of one row or column, axes before the last two are a batch.
Value matrix_product(const OpNode& node, const Value& first, const Value& second,
                     MultiplyMatrices multiply) {
  const Shape a = node.builder().shape(first), b = node.builder().shape(second);
  if (a.empty() || b.empty())
    node.fail(fmt::format("{} times {}: operands must have axes", shape_text(a), shape_text(b)));
  if (a.size() >= 2 && b.size() == 2)
    return multiply(node, true, first, turned(node, second));
  const Shape left = a.size() == 1 ? Shape{1, a[0]} : a;
  const Shape right = b.size() == 1 ? Shape{b[0], 1} : b;
  const Shape batch =
      shapes::broadcast({left.begin(), left.end() - 2}, {right.begin(), right.end() - 2});
  const Value product = multiply(node, false, stacked(node, as_shape(node, first, left), batch),
                                 stacked(node, as_shape(node, second, right), batch));
  Shape result = batch;
  if (a.size() > 1)
    result.push_back(left[left.size() - 2]);
  if (b.size() > 1)
    result.push_back(right.back());
  return as_shape(node, product, result);
}

Value float_matrix_product(const OpNode& node, const Value& a, const Value& b) {
  return matrix_product(node, a, b,
                        [](const OpNode& n, bool dense, const Value& x, const Value& y) {
                          if (!dense)
                            return n.call("nn.batch_matmul", {x, y});
                          return n.call("nn.dense", {x, y}, {{"units", n.builder().shape(y)[0]}});
                        });
}

std::span<const OpImporter> matrix_importers() {
  return kMatrixOps;
}

}  // namespace vta::onnx_import
