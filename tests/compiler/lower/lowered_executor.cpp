#include "tests/compiler/lower/lowered_executor.h"

#include <algorithm>
#include <map>

#include "compiler/interp/interpreter.h"

namespace vta {
namespace {

int32_t wrap(int64_t v) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(v)));
}

int32_t apply(AluOp op, int32_t x, int32_t y) {
  switch (op) {
    case AluOp::Min:
      return std::min(x, y);
    case AluOp::Max:
      return std::max(x, y);
    case AluOp::Add:
      return wrap(int64_t{x} + y);
    case AluOp::Shr:
      return y >= 0 ? x >> std::min(y, 31) : wrap(int64_t{x} << std::min(-y, 31));
    case AluOp::Mul:
      return wrap(int64_t{x} * y);
    default:
      break;
  }
  throw InternalError("operation is not one of fusing's");
}

// One convolution output before the epilogue.
int32_t convolve_at(const Kernel& k, const Tensor& data, int64_t n, int64_t o, int64_t y,
                    int64_t x) {
  const ConvGeometry& g = k.conv;
  const auto in = data.data<int8_t>();
  const auto w = k.weight.data<int8_t>();
  const int64_t inputs = g.ic / g.groups, first = o / (g.oc / g.groups) * inputs;
  int64_t sum = 0;
  for (int64_t c = 0; c < inputs; ++c)
    for (int64_t ky = 0; ky < g.kh; ++ky)
      for (int64_t kx = 0; kx < g.kw; ++kx) {
        const int64_t iy = y * g.stride_h + ky * g.dilation_h - g.pad_top;
        const int64_t ix = x * g.stride_w + kx * g.dilation_w - g.pad_left;
        if (iy < 0 || iy >= g.ih || ix < 0 || ix >= g.iw)
          continue;
        sum += in[static_cast<size_t>(((n * g.ic + first + c) * g.ih + iy) * g.iw + ix)] *
               w[static_cast<size_t>(((o * inputs + c) * g.kh + ky) * g.kw + kx)];
      }
  return wrap(sum);
}

// One window's largest or sum.
int32_t pool_at(const Kernel& k, const Tensor& data, int64_t plane, int64_t y, int64_t x) {
  const ConvGeometry& g = k.conv;
  const auto in = data.data<int8_t>();
  int32_t value = k.pool == AluOp::Max ? -128 : 0;
  for (int64_t ky = 0; ky < g.kh; ++ky)
    for (int64_t kx = 0; kx < g.kw; ++kx) {
      const int64_t iy = y * g.stride_h + ky - g.pad_top, ix = x * g.stride_w + kx - g.pad_left;
      if (iy >= 0 && iy < g.ih && ix >= 0 && ix < g.iw)
        value = apply(k.pool, value, in[static_cast<size_t>((plane * g.ih + iy) * g.iw + ix)]);
    }
  return value;
}

class LoweredExecutor {
 public:
  explicit LoweredExecutor(const LoweredGraph& lowered) : graph_(lowered.graph) {}

  void set(NodeId id, Tensor value) { host_[id] = std::move(value); }

  Tensor host(NodeId id) const {
    const Node& n = graph_.node(id);
    return n.kind == NodeKind::Constant ? n.constant : host_.at(id);
  }

  void run(const HostItem& item) {
    const Node& n = graph_.node(item.node);
    VTA_CHECK(n.target == Target::Host, "host item {} is the accelerator's", item.node);
    std::vector<Tensor> operands;
    for (NodeId in : n.inputs)
      operands.push_back(host(in));
    host_[item.node] = evaluate_op(n.op, n.attrs, operands).front();
  }

  void run(const BoundaryCopy& copy) {
    if (copy.to_device)
      device_[copy.packed] = host(copy.host);
    else
      host_[copy.host] = device_.at(copy.packed);
    VTA_CHECK(host(copy.host).shape() == graph_.type(copy.host).shape, "node {}", copy.host);
  }

  void run(const Kernel& k) {
    const ConvGeometry& g = k.conv;
    Tensor out = Tensor::zeros(DType::I8, {g.n, g.oc, g.oh, g.ow});
    auto values = out.mutable_data<int8_t>();
    size_t at = 0;
    for (int64_t n = 0; n < g.n; ++n)
      for (int64_t o = 0; o < g.oc; ++o)
        for (int64_t y = 0; y < g.oh; ++y)
          for (int64_t x = 0; x < g.ow; ++x, ++at) {
            int32_t acc = first_value(k, n, o, y, x, at);
            for (const AluStep& s : k.steps)
              acc = apply(s.op, acc, step_operand(k, s, o, at));
            values[at] = static_cast<int8_t>(acc);
          }
    device_[k.output] = out;
  }

  const Tensor& device(NodeId id) const { return device_.at(id); }

 private:
  int32_t first_value(const Kernel& k, int64_t n, int64_t o, int64_t y, int64_t x,
                      size_t at) const {
    if (k.kind == Kernel::Kind::Alu)
      return operand(k, 0, at);
    const Tensor& data = device_.at(k.inputs[0].node);
    return k.kind == Kernel::Kind::Pool ? pool_at(k, data, n * k.conv.oc + o, y, x)
                                        : convolve_at(k, data, n, o, y, x);
  }

  int32_t operand(const Kernel& k, int64_t index, size_t at) const {
    const KernelInput& input = k.inputs[static_cast<size_t>(index)];
    return device_.at(input.node).data<int8_t>()[at] * (int32_t{1} << input.shift_left);
  }

  int32_t step_operand(const Kernel& k, const AluStep& s, int64_t channel, size_t at) const {
    switch (s.operand) {
      case AluStep::Operand::Imm:
        return static_cast<int32_t>(s.imm);
      case AluStep::Operand::Channel:
        return s.channel.data<int32_t>()[static_cast<size_t>(channel)];
      case AluStep::Operand::Tensor:
        return operand(k, s.tensor, at);
      case AluStep::Operand::Scalars:
      case AluStep::Operand::Other:
      case AluStep::Operand::Self:
        throw InternalError("a step of integer networks, whose networks are tested as programs");
    }
    return 0;
  }

  const Graph& graph_;
  std::map<NodeId, Tensor> host_, device_;
};

}  // namespace

std::vector<Tensor> execute_lowered(
    const LoweredGraph& lowered, std::span<const Tensor> inputs,
    const std::function<void(const Kernel&, const Tensor&)>& on_kernel) {
  LoweredExecutor executor(lowered);
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set(lowered.graph.inputs()[i], inputs[i]);
  for (const auto& item : lowered.items) {
    std::visit([&](const auto& it) { executor.run(it); }, item);
    if (const auto* kernel = std::get_if<Kernel>(&item); kernel != nullptr && on_kernel)
      on_kernel(*kernel, executor.device(kernel->output));
  }
  std::vector<Tensor> outputs;
  for (NodeId id : lowered.graph.outputs())
    outputs.push_back(executor.host(id));
  return outputs;
}

}  // namespace vta
