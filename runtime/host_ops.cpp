#include "runtime/host_ops.h"

#include "compiler/graph/op_table.h"
#include "runtime/host_op_util.h"

namespace vta {
namespace {

const host::HostOp* find_op(std::string_view name) {
  for (const auto& table : {host::elementwise_ops(), host::shape_ops(), host::nn_ops(),
                            host::pool_ops(), host::conv_ops()})
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
    return find_op(name)->run(inputs, attrs);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", name, e.what()));
  }
}

}  // namespace vta
