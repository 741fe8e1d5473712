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
    if (s.op == AluOp::Rq)  // takes as long as one on a vector and one more
      ++out_.imm;
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
  for (int64_t k = 0; k < axis.kernel; ++k)
    taps += outputs_in_image(axis, {0, axis.out}, k).size;
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

static int64_t touched_along(const ConvAxis& axis) {
  std::vector<bool> touched(static_cast<size_t>(axis.image), false);
  for (int64_t k = 0; k < axis.kernel; ++k) {
    const Range outputs = outputs_in_image(axis, {0, axis.out}, k);
    for (int64_t o = outputs.begin; o < outputs.end(); ++o)
      touched[static_cast<size_t>(axis.pixel(o, k))] = true;
  }
  return std::ranges::count(touched, true);
}

static int64_t taps_used_along(const ConvAxis& axis) {
  int64_t taps = 0;
  for (int64_t k = 0; k < axis.kernel; ++k)
    taps += outputs_in_image(axis, {0, axis.out}, k).size > 0 ? 1 : 0;
  return taps;
}

int64_t used_taps(const ConvGeometry& g) {
  return taps_used_along(row_axis(g)) * taps_used_along(column_axis(g));
}

int64_t touched_pixels(const ConvGeometry& g) {
  return touched_along(row_axis(g)) * touched_along(column_axis(g));
}

VectorSteps least_steps(std::span<const AluStep> steps, const VtaConfig& config) {
  return StepCount(has_extension(config.isa_ext, Extension::Round)).count(steps);
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
