#include "driver/work_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "driver/fast_field.h"
#include "sim/semantics/static_check.h"

namespace vta {
namespace {

constexpr size_t kLoad = 0, kStore = 1, kGemm = 2, kAlu = 4, kOpcodes = 5;

// The most that one instruction asks for is 2^45 steps.
struct Work {
  int64_t steps = 0, elements = 0;
  int64_t most() const { return std::max(steps, elements); }
};

class WorkCounter {
 public:
  explicit WorkCounter(const InsnCodec& codec) {
    for (const size_t op : {kLoad, kStore, kGemm, kAlu})
      for (size_t f = 0; f < members(op).size(); ++f)
        fields_[op][f] = fast_field(codec, static_cast<int64_t>(op), members(op)[f]);
  }

  void add(const InsnBits& bits, Work& work) const {
    const auto op = static_cast<size_t>(opcode_of(bits));
    if (op == kGemm || op == kAlu)
      work.steps += get(op, 0, bits) * get(op, 1, bits) *
                    std::max<int64_t>(get(op, 2, bits) - get(op, 3, bits), 0);
    else if (op == kLoad || op == kStore)
      work.elements += (get(op, 0, bits) + get(op, 2, bits) + get(op, 3, bits)) *
                       (get(op, 1, bits) + get(op, 4, bits) + get(op, 5, bits));
  }

 private:
  using Members = std::array<int64_t Insn::*, 6>;

  // Two extents, then what belongs to them; the last two of a GEMM or ALU are not used.
  static const Members& members(size_t op) {
    static constexpr Members kMemory = {&Insn::y_size,  &Insn::x_size,  &Insn::y_pad_0,
                                        &Insn::y_pad_1, &Insn::x_pad_0, &Insn::x_pad_1};
    static constexpr Members kCompute = {&Insn::iter_out, &Insn::iter_in, &Insn::uop_end,
                                         &Insn::uop_bgn,  &Insn::uop_end, &Insn::uop_bgn};
    return op == kLoad || op == kStore ? kMemory : kCompute;
  }
  int64_t get(size_t op, size_t field, const InsnBits& bits) const {
    return fields_[op][field].get(bits);
  }

  std::array<std::array<FastField, 6>, kOpcodes> fields_{};
};

bool has_static_error(const VtaConfig& config, const InsnCodec& codec,
                      std::span<const InsnBits> insns, size_t end) {
  constexpr uint64_t kAll = std::numeric_limits<uint64_t>::max();
  const CheckContext context{config, {}, {0, kAll}, std::ssize(insns)};
  for (size_t i = 0; i < end; ++i)
    if (check_insn(codec.decode(insns[i]), static_cast<int64_t>(i), context))
      return true;
  return false;
}

}  // namespace

std::optional<std::string> find_excess_work(const VtaConfig& config,
                                            std::span<const InsnBits> insns, int64_t most) {
  const InsnCodec codec(config);
  const WorkCounter counter(codec);
  // Above it a sum could overflow; nobody waits for as many.
  const int64_t bound = std::min(most, int64_t{1} << 61);
  Work work;
  for (size_t i = 0; i < insns.size(); ++i) {
    counter.add(insns[i], work);
    if (work.most() <= bound)
      continue;
    if (has_static_error(config, codec, insns, i + 1))
      return std::nullopt;
    return fmt::format("{} up to instruction {} are {}",
                       work.steps > bound ? "the steps of its GEMM and ALU instructions"
                                          : "the elements that its LOADs and STOREs move",
                       i, work.most());
  }
  return std::nullopt;
}

}  // namespace vta
