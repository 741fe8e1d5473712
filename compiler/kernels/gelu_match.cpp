#include "compiler/kernels/gelu_match.h"

#include "compiler/graph/gelu.h"

namespace vta {
namespace {

using Operand = AluStep::Operand;

class GeluSteps {
 public:
  GeluSteps(const GeluOf& of, bool extended) : of_(of), extended_(extended) {}

  std::vector<AluStep> steps() {
    const GeluForm& f = *of_.form;
    shift(kAcc, of_.fraction - f.fraction);
    copy();
    imm(kOther, AluOp::Mul, -1);
    other(kOther, AluOp::Min);  // -|x|
    imm(kOther, AluOp::Add, f.knee);
    imm(kOther, AluOp::Max, 0);
    for (size_t i = 0; i < f.squarings.size() && f.squarings[i] > 0; ++i) {
      out_.push_back({.op = AluOp::Mul, .operand = Operand::Self, .on = kOther});
      const bool last = i + 1 == f.squarings.size() || f.squarings[i + 1] == 0;
      if (last && f.factor != 1)
        imm(kOther, AluOp::Mul, f.factor);
      shift(kOther, f.squarings[i]);
    }
    if (f.taken != 0) {
      imm(kOther, AluOp::Add, -f.taken);
      imm(kOther, AluOp::Max, 0);
    }
    other(kOther, AluOp::Mul);
    shift(kOther, f.gate_bits);
    imm(kAcc, AluOp::Mul, -1);
    other(kAcc, AluOp::Add);
    imm(kAcc, AluOp::Mul, -1);  // x less the part
    other(kAcc, AluOp::Max);
    shift(kAcc, f.fraction - of_.result_fraction);
    return std::move(out_);
  }

 private:
  static constexpr int64_t kAcc = 0, kOther = AluStep::kOther;

  void imm(int64_t on, AluOp op, int64_t value) {
    out_.push_back({.op = op, .imm = value, .on = on});
  }
  void other(int64_t on, AluOp op) {
    out_.push_back({.op = op, .operand = Operand::Other, .on = on});
  }

  void copy() {
    if (extended_)
      return other(kOther, AluOp::Mov);
    imm(kOther, AluOp::Mul, 0);
    other(kOther, AluOp::Add);
  }

  // To the right, rounding half up.
  void shift(int64_t on, int64_t places) {
    if (places > 0 && extended_)
      return imm(on, AluOp::Rshr, places);
    if (places > 0)
      imm(on, AluOp::Add, int64_t{1} << (places - 1));
    if (places != 0)
      imm(on, AluOp::Shr, places);
  }

  const GeluOf& of_;
  bool extended_;
  std::vector<AluStep> out_;
};

}  // namespace

std::vector<AluStep> gelu_steps(const Attrs& attrs) {
  const GeluOf of = gelu_of(attrs);
  return GeluSteps(of, attrs.get_int("extended", 0) != 0).steps();
}

}  // namespace vta
