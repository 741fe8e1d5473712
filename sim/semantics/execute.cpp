#include "sim/semantics/execute.h"

#include <algorithm>

#include "base/error.h"
#include "sim/semantics/exp2.h"
#include "sim/semantics/requantize.h"

namespace vta {
namespace {

// One step's indices, without wrap.
struct StepIndex {
  int64_t dst, src, wgt;
};

StepIndex step_index(const Insn& n, const UopEntry& u, int64_t o, int64_t i) {
  return {u.dst + o * n.dst_out + i * n.dst_in, u.src + o * n.src_out + i * n.src_in,
          u.wgt + o * n.wgt_out + i * n.wgt_in};
}

void gemm_step(const StepIndex& at, MachineState& s) {
  const int64_t batch = s.config.batch();
  const int64_t in = s.config.block_in();
  const int64_t out = s.config.block_out();
  const int8_t* inp = s.inp.data() + at.src * s.inp_elem;
  const int8_t* wgt = s.wgt.data() + at.wgt * s.wgt_elem;
  int32_t* acc = s.acc.data() + at.dst * s.acc_elem;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t n = 0; n < out; ++n) {
      int32_t sum = 0;  // at most 128 products of 2^14: no overflow
      for (int64_t k = 0; k < in; ++k)
        sum += inp[b * in + k] * wgt[n * in + k];
      int32_t& lane = acc[b * out + n];
      lane = static_cast<int32_t>(static_cast<uint32_t>(lane) + static_cast<uint32_t>(sum));
    }
}

void rq_step(const Insn& insn, const StepIndex& at, MachineState& s) {
  const RqParameters parameters = rq_parameters(insn.imm);
  int32_t* dst = s.acc.data() + at.dst * s.acc_elem;
  const int32_t* multiplier = s.acc.data() + at.src * s.acc_elem;
  const int32_t* shift = multiplier + s.acc_elem;
  // A lane reads its own operands alone, so dst may be one of the others.
  for (int64_t n = 0; n < s.acc_elem; ++n)
    dst[n] = requantized(dst[n], multiplier[n], shift[n], parameters);
}

void exp2_step(const Insn& insn, const StepIndex& at, MachineState& s) {
  int32_t* dst = s.acc.data() + at.dst * s.acc_elem;
  const int32_t* src = s.acc.data() + at.src * s.acc_elem;
  for (int64_t n = 0; n < s.acc_elem; ++n)
    dst[n] = exp2_lane(src[n], static_cast<int>(insn.imm));
}

void alu_step(const Insn& insn, const StepIndex& at, MachineState& s) {
  if (insn.alu() == AluOp::Rq)
    return rq_step(insn, at, s);
  if (insn.alu() == AluOp::Exp2)
    return exp2_step(insn, at, s);
  int32_t* dst = s.acc.data() + at.dst * s.acc_elem;
  if (insn.use_imm != 0) {
    const auto imm = static_cast<int32_t>(insn.imm);
    for (int64_t n = 0; n < s.acc_elem; ++n)
      dst[n] = alu_lane(insn.alu(), dst[n], imm);
    return;
  }
  const int32_t* src = s.acc.data() + at.src * s.acc_elem;
  for (int64_t n = 0; n < s.acc_elem; ++n)
    dst[n] = alu_lane(insn.alu(), dst[n], src[n]);
}

template <typename Step>
void for_each_step(const Insn& insn, const LoopRange& range, const MachineState& state, Step step) {
  for (int64_t o = range.o_begin; o < range.o_end; ++o)
    for (int64_t i = range.i_begin; i < range.i_end; ++i)
      for (int64_t u = insn.uop_bgn; u < insn.uop_end; ++u)
        step(step_index(insn, state.uop[static_cast<size_t>(u)], o, i));
}

// y >= 0: arithmetic right by min(y, 31); y < 0: left by min(-y, 31), wrapping.
int32_t shift_right(int32_t x, int32_t y) {
  if (y >= 0)
    return x >> std::min(y, 31);
  const int32_t left = y < -31 ? 31 : -y;
  return static_cast<int32_t>(static_cast<uint32_t>(x) << left);
}

int32_t rounding_shift_right(int32_t x, int32_t y) {
  if (y <= 0)
    return shift_right(x, y);
  const int32_t k = std::min(y, 31);
  const uint32_t sum = static_cast<uint32_t>(x) + (uint32_t{1} << (k - 1));
  return static_cast<int32_t>(sum) >> k;
}

int32_t clip(int32_t x, int32_t imm) {
  return imm >= 0 ? std::clamp(x, -imm, imm) : std::clamp(x, 0, -imm);
}

}  // namespace

int32_t alu_lane(AluOp op, int32_t acc, int32_t y) {
  const auto a = static_cast<uint32_t>(acc);
  const auto b = static_cast<uint32_t>(y);
  switch (op) {
    case AluOp::Min:
      return std::min(acc, y);
    case AluOp::Max:
      return std::max(acc, y);
    case AluOp::Add:
      return static_cast<int32_t>(a + b);
    case AluOp::Shr:
      return shift_right(acc, y);
    case AluOp::Mul:
      return static_cast<int32_t>(a * b);
    case AluOp::Clip:
      return clip(acc, y);
    case AluOp::Rshr:
      return rounding_shift_right(acc, y);
    case AluOp::Mov:
      return y;
    case AluOp::Rq:
    case AluOp::Exp2:
      break;  // with parameters: above
  }
  throw InternalError("unknown ALU operation");
}

void execute_gemm(const Insn& insn, const LoopRange& range, MachineState& state) {
  for_each_step(insn, range, state, [&](const StepIndex& at) {
    if (insn.reset != 0)
      std::fill_n(state.acc.data() + at.dst * state.acc_elem, state.acc_elem, 0);
    else
      gemm_step(at, state);
  });
}

void execute_alu(const Insn& insn, const LoopRange& range, MachineState& state) {
  for_each_step(insn, range, state, [&](const StepIndex& at) { alu_step(insn, at, state); });
}

int64_t uop_count(const Insn& insn) {
  return std::max<int64_t>(0, insn.uop_end - insn.uop_bgn);
}

int64_t step_count(const Insn& insn) {
  return insn.iter_out * insn.iter_in * uop_count(insn);
}

}  // namespace vta
