#include "runtime/host_ops.h"

#include "compiler/graph/op_table.h"
#include "runtime/host_op_util.h"

namespace vta {
namespace {

const host::HostOp* find_op(std::string_view name) {
  for (const auto& table :
       {host::elementwise_ops(), host::shape_ops(), host::nn_ops(), host::pool_ops(),
        host::conv_ops(), host::unary_ops(), host::choice_ops(), host::reduce_ops(),
        host::index_ops(), host::resize_ops(), host::quantized_ops(), host::integer_ops(),
        host::recurrent_ops(), host::sample_ops(), host::attention_ops(), host::transformer_ops()})
    for (const host::HostOp& op : table)
      if (op.name == name)
        return &op;
  return nullptr;
}

std::vector<TensorType> operand_types(std::string_view op, std::span<const Tensor> inputs) {
  std::vector<TensorType> types;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].valid())
      throw InputError(fmt::format("{}: operand {} has no value", op, i));
    types.push_back({inputs[i].shape(), inputs[i].dtype()});
  }
  return types;
}

// Two descriptions of one operator, the graph's and the host's, that must not drift apart.
void require_types(std::string_view op, std::span<const Tensor> computed,
                   std::span<const TensorType> inferred) {
  VTA_CHECK(computed.size() == inferred.size(), "{} has {} results, {} were inferred", op,
            computed.size(), inferred.size());
  for (size_t i = 0; i < computed.size(); ++i) {
    const TensorType type{computed[i].shape(), computed[i].dtype()};
    VTA_CHECK(type == inferred[i], "result {} of {} is {}, {} was inferred", i, op, type_text(type),
              type_text(inferred[i]));
  }
}

}  // namespace

bool is_host_op(std::string_view op) {
  return find_op(op) != nullptr;
}

std::vector<TensorType> host_op_types(std::string_view name, const Attrs& attrs,
                                      std::span<const TensorType> inputs) {
  if (!is_host_op(name))
    throw InputError(fmt::format("operator '{}' is not known on the host", name));
  try {
    return infer_types(name, inputs, attrs);
  } catch (const CompileError& e) {
    throw InputError(e.what());
  }
}

std::vector<Tensor> run_host_op(std::string_view name, const Attrs& attrs,
                                std::span<const Tensor> inputs) {
  const std::vector<TensorType> operands = operand_types(name, inputs);
  const std::vector<TensorType> results = host_op_types(name, attrs, operands);
  require_resources(name, operands, results, attrs);
  try {
    std::vector<Tensor> computed = find_op(name)->run(inputs, attrs);
    require_types(name, computed, results);
    return computed;
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", name, e.what()));
  }
}

}  // namespace vta
