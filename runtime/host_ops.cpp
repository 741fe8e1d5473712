#include "runtime/host_ops.h"

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

void check_operands(const host::HostOp& op, std::span<const Tensor> inputs) {
  const auto count = static_cast<int>(inputs.size());
  if (count < op.min_inputs || (op.max_inputs >= 0 && count > op.max_inputs))
    throw InputError(fmt::format("{}: has {} operands, expected {}", op.name, count,
                                 op.max_inputs < 0 ? fmt::format("at least {}", op.min_inputs)
                                                   : fmt::format("{}", op.max_inputs)));
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].valid())
      throw InputError(fmt::format("{}: operand {} has no value", op.name, i));
}

}  // namespace

bool is_host_op(std::string_view op) {
  return find_op(op) != nullptr;
}

std::vector<Tensor> run_host_op(std::string_view name, const Attrs& attrs,
                                std::span<const Tensor> inputs) {
  const host::HostOp* op = find_op(name);
  if (op == nullptr)
    throw InputError(fmt::format("operator '{}' is not known on the host", name));
  check_operands(*op, inputs);
  try {
    return op->run(inputs, attrs);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", name, e.what()));
  }
}

}  // namespace vta
