#include "compiler/codegen/least_work.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

using Operand = AluStep::Operand;

// Steps of one vector of results.
struct VectorSteps {
  int64_t sums = 0, imm = 0, vector = 0;
};

class StepCount {
 public:
  explicit StepCount(bool isa_ext) : isa_ext_(isa_ext) {}

  VectorSteps count(const std::vector<AluStep>& steps) {
    for (const AluStep& s : steps)
      take(s);
    end_clip();
    return out_;
  }

 private:
  void take(const AluStep& s) {
    const bool imm = s.operand == Operand::Imm;
    if (imm && (s.op == AluOp::Max || s.op == AluOp::Min)) {
      (s.op == AluOp::Max ? max_ : min_) = true;
      return;
    }
    // Limits may stand behind these, adjusted: both are monotone.
    if (imm && s.op == AluOp::Add)
      return;  // part of a vector
    if (imm && s.op == AluOp::Shr) {
      out_.imm += s.imm != 0 ? 1 : 0;
      return;
    }
    end_clip();
    if (s.operand == Operand::Tensor)
      ++out_.sums;
    else
      ++(imm ? out_.imm : out_.vector);
  }

  void end_clip() {
    if (max_ && min_)
      out_.imm += isa_ext_ ? 1 : 2;
    else if (max_ || min_)
      ++out_.imm;
    max_ = min_ = false;
  }

  bool isa_ext_;
  bool max_ = false, min_ = false;  // of the clip that is under way
  VectorSteps out_;
};

}  // namespace

int64_t taps_inside(const ConvAxis& axis) {
  int64_t taps = 0;
  for (int64_t o = 0; o < axis.out; ++o)
    for (int64_t k = 0; k < axis.kernel; ++k)
      taps += axis.pixel(o, k) >= 0 && axis.pixel(o, k) < axis.image ? 1 : 0;
  return taps;
}

int64_t connected_blocks(const ConvGeometry& g, const VtaConfig& config) {
  const int64_t outputs = g.oc / g.groups, inputs = g.ic / g.groups;
  int64_t blocks = 0;
  for (int64_t first = 0; first < g.oc; first += config.block_out()) {
    const int64_t last = std::min(first + config.block_out(), g.oc) - 1;
    blocks += ceil_div((last / outputs + 1) * inputs, config.block_in()) -
              first / outputs * inputs / config.block_in();
  }
  return blocks;
}

// Inputs along one axis that some window has.
static int64_t touched_along(int64_t outputs, int64_t inputs, int64_t kernel, int64_t stride,
                             int64_t pad_before) {
  int64_t count = 0, next = 0;  // all below `next` are counted or in no window
  for (int64_t o = 0; o < outputs; ++o) {
    const int64_t first = std::max(next, o * stride - pad_before);
    const int64_t end = std::min(o * stride - pad_before + kernel, inputs);
    count += std::max<int64_t>(0, end - first);
    next = std::max(next, end);
  }
  return count;
}

static int64_t touched(const ConvGeometry& g) {
  return touched_along(g.oh, g.ih, g.kh, g.stride_h, g.pad_top) *
         touched_along(g.ow, g.iw, g.kw, g.stride_w, g.pad_left);
}

LeastWork least_work(const Kernel& k, const VtaConfig& config) {
  const ConvGeometry& g = k.conv;
  const int64_t batches = ceil_div(g.n, config.batch());
  const int64_t out_blocks = ceil_div(g.oc, config.block_out());
  const int64_t vectors = batches * g.oh * g.ow * out_blocks;
  const VectorSteps each = StepCount(config.isa_ext != 0).count(k.steps);
  if (k.kind == Kernel::Kind::Alu && each.sums > 0)
    return {each.sums * vectors, 0, 0, 0};  // the rest is that of the kernel before
  LeastWork work{each.sums * vectors, each.imm * vectors, each.vector * vectors, 0};
  if (k.kind == Kernel::Kind::Alu)
    return work;
  const ConvDims dims = ConvDims::of(g, config);
  const int64_t taps = taps_inside(row_axis(dims)) * taps_inside(column_axis(dims));
  if (k.kind == Kernel::Kind::Pool) {
    work.vector_steps += batches * out_blocks * std::max<int64_t>(0, touched(g) - g.oh * g.ow);
    return work;
  }
  work.gemm_steps += batches * connected_blocks(g, config) * taps;
  work.useful_macs = (g.n * taps - k.idle_pixels) * g.oc * g.inputs_per_output();
  if (each.vector == 0)
    work.imm_steps += vectors;  // something sets what was there
  return work;
}

LeastWork least_work(const Kernel& conv, const Kernel& pool, const VtaConfig& config) {
  const ConvGeometry& g = pool.conv;
  const int64_t blocks = ceil_div(g.n, config.batch()) * ceil_div(g.oc, config.block_out());
  const int64_t sums = blocks * touched(g), results = blocks * g.oh * g.ow;
  const VectorSteps each = StepCount(config.isa_ext != 0).count(conv.steps);
  LeastWork work;
  work.gemm_steps = sums * ceil_div(conv.conv.ic, config.block_in());
  work.useful_macs = g.n * g.oc * conv.conv.ic * touched(g);
  work.imm_steps = each.imm * results + (each.vector == 0 ? sums : 0);
  work.vector_steps = std::max<int64_t>(0, sums - results);
  if (each.vector > 0)
    work.vector_steps += sums + (each.vector - 1) * results;
  return work;
}

}  // namespace vta
