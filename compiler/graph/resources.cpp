// What a call of an operator costs, asked before anything is allocated or computed.
#include <algorithm>

#include "base/resource_policy.h"
#include "compiler/graph/attention.h"
#include "compiler/graph/op_table.h"
#include "compiler/graph/recurrent.h"
#include "compiler/graph/shape_util.h"

namespace vta {
namespace {

// A type that check_type has seen has at most 2^40 elements, so sums of a few stay small and the
// product of two is cut off.
int64_t times(int64_t a, int64_t b) {
  constexpr int64_t kMost = int64_t{1} << 62;
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || product > kMost ? kMost : product;
}

int64_t elements(const TensorType& type) {
  return num_elements(type.shape);
}

int64_t moved(std::span<const TensorType> types) {
  int64_t sum = 0;
  for (const TensorType& type : types)
    sum += elements(type);
  return sum;
}

// Elements that a window of a pool sees: never more than the data has, however large it is.
int64_t window_elements(const TensorType& data, const Attrs& attrs) {
  const auto kernel = shapes::read_pair(attrs, "pool_size", 1, 1);
  return std::min(times(kernel[0], kernel[1]), elements(data));
}

}  // namespace

int64_t estimated_steps(std::string_view op, std::span<const TensorType> inputs,
                        std::span<const TensorType> results, const Attrs& attrs) {
  const int64_t out = elements(results.front());
  if (is_conv2d(op)) {
    const Layout kernel(attrs.get_string("kernel_layout", "OIHW"));
    return times(out, elements(inputs[1]) / kernel.extent(inputs[1].shape, 'O'));
  }
  if (op == "nn.dense" || op == "qnn.dense")
    return times(out, inputs[1].shape.back());
  if (op == "nn.batch_matmul" || op == "qnn.batch_matmul")
    return times(out, inputs[0].shape.back());
  if (op == "nn.attention" || op == "qnn.attention")
    return attention_form(inputs[0], inputs[1], inputs[2], attrs, inputs[0].dtype).macs();
  if (op == "qnn.attention_step")
    return attention_step_form(inputs[0], inputs[1], inputs[2], attrs).macs();
  if (const RecurrentKind* recurrent = recurrent_kind(op))
    return recurrent_macs(*recurrent, inputs[0].shape, inputs[2].shape);
  if (op == "image.grid_sample")
    return times(out, attrs.get_string("method", "linear") == "cubic" ? 64 : 8);
  if (op == "nn.max_pool2d" || op == "nn.avg_pool2d" || op == "nn.sum_pool2d")
    return times(out, window_elements(inputs[0], attrs));
  if (op == "nn.lrn")
    return times(out, std::min(attrs.get_int("size", 5), shapes::kMaxExtent));
  return moved(inputs) + moved(results);
}

void require_resources(std::string_view op, std::span<const TensorType> inputs,
                       std::span<const TensorType> results, const Attrs& attrs) {
  int64_t bytes = 0;
  for (const TensorType& type : results)
    bytes += elements(type) * dtype_bytes(type.dtype);
  ResourceMeter& meter = resources();
  if (!meter.allows(bytes))
    meter.refuse_bytes(bytes, fmt::format("{}: the result {}", op, type_text(results.front())));
  meter.require_steps(estimated_steps(op, inputs, results, attrs), op);
  meter.check_time(op);
}

}  // namespace vta
