#include "tests/compiler/codegen/kernel_fixture.h"

#include <algorithm>

#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/junk_memory.h"

namespace vta::testing {
namespace {

int32_t wrap(int64_t v) {
  return static_cast<int32_t>(static_cast<uint64_t>(v));
}

int32_t apply(AluOp op, int32_t x, int32_t y) {
  switch (op) {
    case AluOp::Min:
      return std::min(x, y);
    case AluOp::Max:
      return std::max(x, y);
    case AluOp::Add:
      return wrap(int64_t{x} + y);
    case AluOp::Mul:
      return wrap(int64_t{x} * y);
    case AluOp::Shr:
      return y >= 0 ? x >> std::min(y, 31) : wrap(int64_t{x} << std::min(-y, 31));
    case AluOp::Mov:
      return y;
    case AluOp::Rshr:
      return y < 1 ? apply(AluOp::Shr, x, y)
                   : wrap(int64_t{x} + (int64_t{1} << (std::min(y, 31) - 1))) >> std::min(y, 31);
    default:
      throw InternalError("operator without a reference");
  }
}

// Accumulators [n][oc][oh][ow] before the epilogue.
std::vector<int32_t> accumulate(const Kernel& k, const Tensor& input, int32_t zero) {
  const ConvGeometry& g = k.conv;
  const int64_t inputs = g.ic / g.groups, outputs = g.oc / g.groups;
  const auto in = input.data<int8_t>();
  const auto wgt = k.weight.data<int8_t>();
  std::vector<int32_t> acc(static_cast<size_t>(g.n * g.oc * g.oh * g.ow));
  size_t at = 0;
  for (int64_t n = 0; n < g.n; ++n)
    for (int64_t o = 0; o < g.oc; ++o)
      for (int64_t y = 0; y < g.oh; ++y)
        for (int64_t x = 0; x < g.ow; ++x, ++at)
          for (int64_t c = 0; c < inputs; ++c)
            for (int64_t ky = 0; ky < g.kh; ++ky)
              for (int64_t kx = 0; kx < g.kw; ++kx) {
                const int64_t iy = y * g.stride_h + ky * g.dilation_h - g.pad_top;
                const int64_t ix = x * g.stride_w + kx * g.dilation_w - g.pad_left;
                if (iy < 0 || iy >= g.ih || ix < 0 || ix >= g.iw)
                  continue;
                const int64_t channel = o / outputs * inputs + c;
                acc[at] +=
                    (in[static_cast<size_t>(((n * g.ic + channel) * g.ih + iy) * g.iw + ix)] -
                     zero) *
                    wgt[static_cast<size_t>(((o * inputs + c) * g.kh + ky) * g.kw + kx)];
              }
  return acc;
}

// Largest or sum of each window's part inside the image.
std::vector<int32_t> pooled(const Kernel& k, const Tensor& input) {
  const ConvGeometry& g = k.conv;
  const auto in = input.data<int8_t>();
  std::vector<int32_t> acc;
  for (int64_t plane = 0; plane < g.n * g.oc; ++plane)
    for (int64_t y = 0; y < g.oh; ++y)
      for (int64_t x = 0; x < g.ow; ++x) {
        int32_t value = k.pool == AluOp::Max ? -128 : 0;
        for (int64_t iy = y * g.stride_h - g.pad_top; iy < y * g.stride_h - g.pad_top + g.kh; ++iy)
          for (int64_t ix = x * g.stride_w - g.pad_left; ix < x * g.stride_w - g.pad_left + g.kw;
               ++ix)
            if (iy >= 0 && iy < g.ih && ix >= 0 && ix < g.iw)
              value =
                  apply(k.pool, value, in[static_cast<size_t>((plane * g.ih + iy) * g.iw + ix)]);
        acc.push_back(value);
      }
  return acc;
}

int32_t operand(const AluStep& s, const Kernel& k, const std::vector<Tensor>& inputs, size_t at) {
  const ConvGeometry& g = k.conv;
  switch (s.operand) {
    case AluStep::Operand::Imm:
      return static_cast<int32_t>(s.imm);
    case AluStep::Operand::Channel:
      return s.channel
          .data<int32_t>()[at / static_cast<size_t>(g.oh * g.ow) % static_cast<size_t>(g.oc)];
    case AluStep::Operand::Tensor: {
      const auto i = static_cast<size_t>(s.tensor);
      return wrap(int64_t{inputs[i].data<int8_t>()[at]} << k.inputs[i].shift_left);
    }
    case AluStep::Operand::Scalars:
      throw InternalError("a step without a reference");
    case AluStep::Operand::Other:
    case AluStep::Operand::Self:
      break;  // the values of a step, below
  }
  return 0;
}

NodeId standin(Graph& graph, const std::string& name, Shape shape) {
  const NodeId id = graph.add_constant_type({std::move(shape), DType::I8});
  graph.node(id).name = name;
  return id;
}

}  // namespace

Tensor random_int8(std::mt19937_64& random, Shape shape) {
  Tensor t = Tensor::zeros(DType::I8, std::move(shape));
  for (int8_t& v : t.mutable_data<int8_t>())
    v = static_cast<int8_t>(random());
  return t;
}

AluStep imm_step(AluOp op, int64_t value) {
  AluStep s;
  s.op = op;
  s.imm = value;
  return s;
}

AluStep channel_step(AluOp op, std::mt19937_64& random, int64_t channels, int64_t limit) {
  AluStep s;
  s.op = op;
  s.operand = AluStep::Operand::Channel;
  s.channel = Tensor::zeros(DType::I32, {channels});
  for (int32_t& v : s.channel.mutable_data<int32_t>())
    v = static_cast<int32_t>(static_cast<int64_t>(random() % static_cast<uint64_t>(2 * limit + 1)) -
                             limit);
  return s;
}

AluStep tensor_step(AluOp op, int64_t input) {
  AluStep s;
  s.op = op;
  s.operand = AluStep::Operand::Tensor;
  s.tensor = input;
  return s;
}

Kernel random_conv(std::mt19937_64& random, const ConvGeometry& geometry, bool relu) {
  Kernel k;
  k.name = "conv2d_0";
  k.conv = geometry;
  const int64_t inputs = geometry.inputs_per_output();
  k.weight = random_int8(random, {geometry.oc, inputs, geometry.kh, geometry.kw});
  k.steps.push_back(channel_step(AluOp::Add, random, geometry.oc, 30000));
  if (relu)
    k.steps.push_back(imm_step(AluOp::Max, 0));
  int64_t shift = 7;
  for (int64_t sum = inputs * geometry.kh * geometry.kw; sum > 1; sum /= 4)
    ++shift;
  k.steps.push_back(imm_step(AluOp::Add, int64_t{1} << (shift - 1)));
  k.steps.push_back(imm_step(AluOp::Shr, shift));
  k.steps.push_back(imm_step(AluOp::Min, 127));
  k.steps.push_back(imm_step(AluOp::Max, -127));
  return k;
}

Tensor reference_kernel(const Kernel& k, const std::vector<Tensor>& inputs, int64_t zero) {
  const ConvGeometry& g = k.conv;
  std::vector<int32_t> acc;
  if (k.kind == Kernel::Kind::Alu) {
    for (const int8_t v : inputs[0].data<int8_t>())
      acc.push_back(wrap(int64_t{v} << k.inputs[0].shift_left));
  } else if (k.kind == Kernel::Kind::Pool) {
    acc = pooled(k, inputs[0]);
  } else {
    acc = accumulate(k, inputs[0], static_cast<int32_t>(zero));
  }
  Tensor out = Tensor::zeros(DType::I8, {g.n, g.oc, g.oh, g.ow});
  auto o = out.mutable_data<int8_t>();
  for (size_t at = 0; at < acc.size(); ++at) {
    int32_t x = acc[at], other = 0;
    for (const AluStep& s : k.steps) {
      const bool on_other = s.on == AluStep::kOther;
      int32_t& changed = on_other ? other : x;
      const int32_t y = s.operand == AluStep::Operand::Other  ? (on_other ? x : other)
                        : s.operand == AluStep::Operand::Self ? changed
                                                              : operand(s, k, inputs, at);
      changed = apply(s.op, changed, y);
    }
    o[at] = static_cast<int8_t>(x);
  }
  return out;
}

Program compile_lowered(const LoweredGraph& lowered, const std::string& schedule,
                        const VtaConfig& config) {
  SchedulePolicy policy = SchedulePolicy::named(schedule);
  return generate_program(lowered, schedule_network(lowered, policy, config), config);
}

LoweredGraph lowered_kernel(Kernel kernel, const std::vector<Tensor>& inputs) {
  const ConvGeometry g = kernel.conv;
  LoweredGraph lowered;
  kernel.inputs.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const NodeId host =
        lowered.graph.add_input(fmt::format("x{}", i), {inputs[i].shape(), DType::I8});
    kernel.inputs[i].node = standin(lowered.graph, fmt::format("x{}.packed", i), inputs[i].shape());
    lowered.items.emplace_back(BoundaryCopy{host, kernel.inputs[i].node, true});
  }
  kernel.output = standin(lowered.graph, "y.packed", {g.n, g.oc, g.oh, g.ow});
  const NodeId y = standin(lowered.graph, "y", {g.n, g.oc, g.oh, g.ow});
  lowered.items.emplace_back(kernel);
  lowered.items.emplace_back(BoundaryCopy{y, kernel.output, false});
  lowered.graph.set_outputs({y});
  return lowered;
}

KernelRun run_kernel(Kernel kernel, const std::vector<Tensor>& inputs, const std::string& schedule,
                     const VtaConfig& config) {
  const LoweredGraph lowered = lowered_kernel(std::move(kernel), inputs);
  const Program program = compile_lowered(lowered, schedule, config);
  Executor executor(program, device_with_junk(program));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  run_checked(executor);
  return {executor.output(0), executor.stats()};
}

LoweredGraph lowered_chain(std::vector<Kernel> kernels, const Shape& input) {
  LoweredGraph lowered;
  const NodeId host = lowered.graph.add_input("x", {input, DType::I8});
  NodeId last = standin(lowered.graph, "x.packed", input);
  lowered.items.emplace_back(BoundaryCopy{host, last, true});
  Shape shape;
  for (size_t i = 0; i < kernels.size(); ++i) {
    Kernel& kernel = kernels[i];
    const ConvGeometry& g = kernel.conv;
    shape = {g.n, g.oc, g.oh, g.ow};
    kernel.inputs.resize(1);
    kernel.inputs[0].node = last;
    kernel.output = last = standin(lowered.graph, fmt::format("y{}.packed", i), shape);
    lowered.items.emplace_back(std::move(kernel));
  }
  const NodeId y = standin(lowered.graph, "y", shape);
  lowered.items.emplace_back(BoundaryCopy{y, last, false});
  lowered.graph.set_outputs({y});
  return lowered;
}

KernelRun run_chain(std::vector<Kernel> kernels, const Tensor& input, const std::string& schedule,
                    const VtaConfig& config) {
  const LoweredGraph lowered = lowered_chain(std::move(kernels), input.shape());
  const Program program = compile_lowered(lowered, schedule, config);
  Executor executor(program, device_with_junk(program));
  executor.set_input(0, input);
  executor.run();
  return {executor.output(0), executor.stats()};
}

ConvGeometry with_output(ConvGeometry g) {
  g.oh = (g.ih + g.pad_top + g.pad_bottom - (g.kh - 1) * g.dilation_h - 1) / g.stride_h + 1;
  g.ow = (g.iw + g.pad_left + g.pad_right - (g.kw - 1) * g.dilation_w - 1) / g.stride_w + 1;
  return g;
}

}  // namespace vta::testing
