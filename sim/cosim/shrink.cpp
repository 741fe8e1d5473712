#include "sim/cosim/shrink.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include "config/config_keys.h"
#include "sim/cosim/hazards.h"

namespace vta::cosim {
namespace {

class Shrinker {
 public:
  Shrinker(TestProgram program, const FindDifference& find, const ShrinkLimits& limits)
      : best_(std::move(program)), find_(find), limits_(limits) {}

  TestProgram run() {
    while (time_left()) {
      const size_t before = weight();
      remove_insns();
      idle_insns();
      drop_tokens();
      smaller_fields();
      drop_surroundings();
      if (weight() == before)
        break;
    }
    return best_;
  }

 private:
  struct Queue {
    Unit from, to;
    int64_t Insn::*push;
    int64_t Insn::*pop;
  };

  bool time_left() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    return runs_ < limits_.runs && spent.count() < limits_.seconds;
  }

  // Falls with every step that counts.
  size_t weight() const {
    size_t sum = best_.insns.size() * 100 + best_.uops.size() + best_.kernels.size() +
                 best_.regions.size() + best_.relaunches.size() * 10 +
                 (best_.unused_bits != 0 ? 1 : 0) + (best_.slice != 0 ? 1 : 0) +
                 (best_.refused.empty() ? 0 : 1);
    for (const Insn& n : best_.insns)
      for (int64_t Insn::*field : kFields)
        sum += n.*field != 0 ? 1 : 0;
    return sum;
  }

  bool accept(TestProgram candidate) {
    if (!time_left())
      return false;
    ++runs_;
    candidate.expected_error = IsaError::None;
    candidate.racy = candidate.racy || !is_race_free(candidate);
    if (!find_(candidate))  // racy ones are not compared in what they may differ in
      return false;
    best_ = std::move(candidate);
    return true;
  }

  static void erase(TestProgram& p, size_t first, size_t count) {
    p.insns.erase(p.insns.begin() + static_cast<int64_t>(first),
                  p.insns.begin() + static_cast<int64_t>(first + count));
    const auto move = [&](int64_t& index) {
      index -=
          std::clamp<int64_t>(index - static_cast<int64_t>(first), 0, static_cast<int64_t>(count));
    };
    std::ranges::for_each(p.kernels, move);
    for (Relaunch& launch : p.relaunches)
      move(launch.first);
  }

  // Halves, quarters, ... single instructions; as they are, then with matched tokens freed.
  void remove_insns() {
    for (size_t count = std::max<size_t>(best_.insns.size() / 2, 1); count > 0; count /= 2)
      for (size_t at = best_.insns.size(); at > 0 && time_left();) {
        at = at > count ? at - count : 0;
        const size_t here = std::min(count, best_.insns.size() - at);
        if (here == 0)
          continue;
        TestProgram plain = best_;
        erase(plain, at, here);
        TestProgram balanced = best_;
        free_tokens(balanced, at, here);
        erase(balanced, at, here);
        if (!accept(std::move(balanced)))
          accept(std::move(plain));
      }
  }

  // Clears the other ends of the tokens of instructions [first, first + count).
  static void free_tokens(TestProgram& p, size_t first, size_t count) {
    const auto inside = [&](size_t i) { return i >= first && i < first + count; };
    for (const LaunchRange& launch : launches_of(p))
      for (const Queue& queue : kQueues)
        free_tokens(p, launch, queue, inside);
  }

  // Of one launch and queue: the k-th push goes to the k-th pop.
  template <typename Inside>
  static void free_tokens(TestProgram& p, const LaunchRange& launch, const Queue& queue,
                          Inside inside) {
    std::vector<size_t> pushes, pops;
    for (auto i = static_cast<size_t>(launch.first); i < static_cast<size_t>(launch.end); ++i) {
      if (unit_of(p.insns[i]) == queue.from && p.insns[i].*queue.push != 0)
        pushes.push_back(i);
      if (unit_of(p.insns[i]) == queue.to && p.insns[i].*queue.pop != 0)
        pops.push_back(i);
    }
    for (size_t k = 0; k < std::min(pushes.size(), pops.size()); ++k)
      if (inside(pushes[k]) || inside(pops[k])) {
        p.insns[pushes[k]].*queue.push = 0;
        p.insns[pops[k]].*queue.pop = 0;
      }
  }

  // Instructions that only handle tokens are as good as none.
  void idle_insns() {
    for (size_t i = best_.insns.size(); i-- > 0 && time_left();) {
      const Insn& n = best_.insns[i];
      if (is_nop(n) || n.op() == Opcode::Finish)
        continue;
      TestProgram candidate = best_;
      Insn& nop = candidate.insns[i];
      nop = Insn{};
      nop.opcode = unit_of(n) == Unit::Store ? 1 : 0;
      nop.memory_type = unit_of(n) == Unit::Store  ? static_cast<int64_t>(MemoryType::Out)
                        : unit_of(n) == Unit::Load ? static_cast<int64_t>(MemoryType::Inp)
                                                   : static_cast<int64_t>(MemoryType::Uop);
      for (int64_t Insn::*bit : kTokens)
        nop.*bit = n.*bit;
      accept(std::move(candidate));
    }
  }

  void drop_tokens() {
    for (size_t i = best_.insns.size(); i-- > 0 && time_left();) {
      TestProgram candidate = best_;
      free_tokens(candidate, i, 1);
      if (!(candidate == best_))
        accept(std::move(candidate));
      for (int64_t Insn::*bit : kTokens)
        try_value(i, bit, 0);
    }
  }

  bool try_value(size_t index, int64_t Insn::*field, int64_t value) {
    if (std::abs(best_.insns[index].*field) <= value)  // only ever smaller
      return false;
    TestProgram candidate = best_;
    candidate.insns[index].*field = value;
    return accept(std::move(candidate));
  }

  // Zero, one, then half as long as halving helps.
  void smaller_fields() {
    for (size_t i = 0; i < best_.insns.size() && time_left(); ++i)
      for (int64_t Insn::*field : kFields) {
        if (try_value(i, field, 0) || try_value(i, field, 1))
          continue;
        while (best_.insns[i].*field / 2 != 0 && try_value(i, field, best_.insns[i].*field / 2)) {
        }
      }
  }

  void drop_surroundings() {
    const auto attempt = [&](auto change) {
      TestProgram candidate = best_;
      change(candidate);
      if (!(candidate == best_))
        accept(std::move(candidate));
    };
    attempt([](TestProgram& p) { p.kernels.clear(); });
    for (size_t k = best_.kernels.size(); k-- > 0;)
      attempt(
          [&](TestProgram& p) { p.kernels.erase(p.kernels.begin() + static_cast<int64_t>(k)); });
    for (size_t k = best_.relaunches.size(); k-- > 0;)
      attempt([&](TestProgram& p) {
        p.relaunches.erase(p.relaunches.begin() + static_cast<int64_t>(k));
      });
    attempt([](TestProgram& p) { p.slice = 0; });
    attempt([](TestProgram& p) { p.refused = {}; });
    attempt([](TestProgram& p) { p.unused_bits = 0; });
    attempt([](TestProgram& p) { p.regions.clear(); });
    for (size_t left = best_.uops.size(); left > 0; left /= 2)
      attempt([&](TestProgram& p) { p.uops.resize(std::min(p.uops.size(), left / 2)); });
    attempt([](TestProgram& p) { p.bases = {}; });
    for (const IntegerKey& key : keys_of(KeyRole::Memory))
      attempt([&](TestProgram& p) { p.config.*key.member = key.min == 0 ? 0 : 16; });
  }

  static constexpr std::array<Queue, 4> kQueues = {
      {{Unit::Load, Unit::Compute, &Insn::push_next, &Insn::pop_prev},
       {Unit::Compute, Unit::Load, &Insn::push_prev, &Insn::pop_next},
       {Unit::Compute, Unit::Store, &Insn::push_next, &Insn::pop_prev},
       {Unit::Store, Unit::Compute, &Insn::push_prev, &Insn::pop_next}}};
  static constexpr std::array<int64_t Insn::*, 4> kTokens = {&Insn::pop_prev, &Insn::pop_next,
                                                             &Insn::push_prev, &Insn::push_next};
  static constexpr std::array<int64_t Insn::*, 23> kFields = {
      &Insn::y_pad_0, &Insn::y_pad_1,    &Insn::x_pad_0,   &Insn::x_pad_1, &Insn::y_size,
      &Insn::x_size,  &Insn::x_stride,   &Insn::sram_base, &Insn::reset,   &Insn::iter_out,
      &Insn::iter_in, &Insn::uop_bgn,    &Insn::uop_end,   &Insn::dst_out, &Insn::dst_in,
      &Insn::src_out, &Insn::src_in,     &Insn::wgt_out,   &Insn::wgt_in,  &Insn::use_imm,
      &Insn::imm,     &Insn::alu_opcode, &Insn::dram_base};

  TestProgram best_;
  const FindDifference& find_;
  ShrinkLimits limits_;
  int64_t runs_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

TestProgram shrink_program(TestProgram program, const FindDifference& find,
                           const ShrinkLimits& limits) {
  return Shrinker(std::move(program), find, limits).run();
}

}  // namespace vta::cosim
