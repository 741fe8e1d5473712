#include "compiler/kernels/least_work.h"

#include <algorithm>

#include "base/round.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

using Operand = AluStep::Operand;

class StepCount {
 public:
  explicit StepCount(bool isa_ext) : isa_ext_(isa_ext) {}

  VectorSteps count(std::span<const AluStep> steps) {
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

int64_t touched_pixels(const ConvGeometry& g) {
  return touched_along(g.oh, g.ih, g.kh, g.stride_h, g.pad_top) *
         touched_along(g.ow, g.iw, g.kw, g.stride_w, g.pad_left);
}

VectorSteps least_steps(std::span<const AluStep> steps, const VtaConfig& config) {
  return StepCount(config.isa_ext != 0).count(steps);
}

int64_t result_vectors(const ConvGeometry& g, const VtaConfig& config) {
  return ceil_div(g.n, config.batch()) * g.oh * g.ow * ceil_div(g.oc, config.block_out());
}

LeastWork least_work(const Kernel& kernel, const VtaConfig& config) {
  return kind_of(kernel).least_work(kernel, nullptr, config);
}

LeastWork least_work(const Kernel& kernel, const Kernel& pool, const VtaConfig& config) {
  return kind_of(kernel, &pool).least_work(kernel, &pool, config);
}

}  // namespace vta
