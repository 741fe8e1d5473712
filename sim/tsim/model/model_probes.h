// What the units of a Verilated core show: their states by kernel, retired instructions, and the
// window of a run that goes to a trace file. Compiled together with the model, as model.cpp is.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "model_abi.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace vta::tsim {

constexpr uint32_t kNone = 7;  // UnitState::None

// What the units show, counted by kernel and state: equal cycles in a row are counted at once.
class Probes {
 public:
  void launch(const Launch& launch) {
    launch_ = launch;
    counts_.assign(static_cast<size_t>((launch.num_kernels + 1) * kUnits * kStates), 0);
    for (Run& run : runs_)
      run = {uint64_t{kNone} << 33, 0};
    retires_.clear();
    shown_ = 0;
  }

  // Cycle t, before edge t, of a core with these pins.
  template <typename Pins>
  void observe(const Pins& core, int64_t t) {
    static_assert(sizeof(core.probe) == kUnits * kWords * 4);
    observe_unit<0>(core, t);
    observe_unit<1>(core, t);
    observe_unit<2>(core, t);
    observe_unit<3>(core, t);
  }

  // All completions so far are in a report.
  void show() { shown_ = retires_.size(); }
  void forget_shown() {
    retires_.erase(retires_.begin(), retires_.begin() + static_cast<std::ptrdiff_t>(shown_));
    shown_ = 0;
  }

  void flush() {
    for (int unit = 0; unit < kUnits; ++unit)
      flush(unit);
  }

  const std::vector<Retire>& retires() const { return retires_; }
  const int64_t* counts() const { return counts_.data(); }
  int64_t index(int unit) const {
    const uint64_t key = runs_[unit].key;
    return (key >> 32 & 1) != 0 ? static_cast<int64_t>(key & 0xffffffff) : -1;
  }
  uint32_t state(int unit) const { return runs_[unit].key >> 33 & 7; }

 private:
  // probe_t of vta_pkg.sv, in words: index; index_valid, state and retire from bit 0; retire_index.
  static constexpr int kWords = 3;
  static constexpr uint32_t kRetire = 1 << 4;

  struct Run {
    uint64_t key;  // index, index_valid << 32, state << 33
    int64_t cycles;
  };

  template <int kUnit, typename Pins>
  void observe_unit(const Pins& core, int64_t t) {
    const auto word = [&](int i) { return uint32_t{core.probe[kUnit * kWords + i]}; };
    const uint64_t key = uint64_t{word(1) & (kRetire - 1)} << 32 | word(0);
    Run& run = runs_[kUnit];
    if (key != run.key) [[unlikely]] {
      flush(kUnit);
      run.key = key;
    }
    ++run.cycles;
    if constexpr (kUnit != 0) {
      if ((word(1) & kRetire) != 0) [[unlikely]]
        retires_.push_back({t - 1, word(2), kUnit});
    }
  }

  void flush(int unit) {
    Run& run = runs_[unit];
    if (run.cycles != 0)
      counts_[static_cast<size_t>((kernel(index(unit)) * kUnits + unit) * kStates + state(unit))] +=
          run.cycles;
    run.cycles = 0;
  }

  int64_t kernel(int64_t index) const {
    const int64_t* first = launch_.kernel_first_insn;
    const int64_t* end = first + launch_.num_kernels;
    if (index < 0 || index == launch_.finish_index || first == end || index < *first)
      return launch_.num_kernels;
    return std::upper_bound(first, end, index) - first - 1;
  }

  Launch launch_{};
  Run runs_[kUnits] = {};
  std::vector<int64_t> counts_;
  std::vector<Retire> retires_;  // since the last report, once those that it has are forgotten
  size_t shown_ = 0;
};

#if VM_TRACE
// The window of a run that goes to the trace file.
class WaveWindow {
 public:
  template <typename Top>
  WaveWindow(VerilatedContext& context, Top& core, const Wave& wave)
      : wave_(wave), file_(wave.file) {
    context.traceEverOn(true);
    core.trace(&fst_, 99);
  }
  ~WaveWindow() {
    if (fst_.isOpen())
      fst_.close();
  }

  // Cycle t of launch `launch`, the `total`-th of the instance; retires of this cycle from `from`.
  void begin_cycle(const Probes& probes, const std::vector<Retire>& retires, size_t from,
                   int64_t launch, int64_t total) {
    if (wave_.end_cycle > 0) {
      on_ = total >= wave_.first_cycle && total < wave_.end_cycle;
      return;
    }
    if (launch != wave_.launch) {
      on_ = false;
      return;
    }
    for (size_t k = from; k < retires.size(); ++k)
      left_ -= inside(retires[k].index) ? 1 : 0;
    if (left_ <= 0)
      on_ = false;
    for (int unit = 1; unit < kUnits && left_ > 0; ++unit)
      on_ = on_ || (inside(probes.index(unit)) && probes.state(unit) != kNone);
  }
  void dump(int64_t half_cycle) {
    if (!on_)
      return;
    if (!fst_.isOpen())
      fst_.open(file_.c_str());
    fst_.dump(static_cast<uint64_t>(half_cycle));
  }

 private:
  bool inside(int64_t index) const { return index >= wave_.first_insn && index < wave_.end_insn; }

  Wave wave_;
  std::string file_;
  int64_t left_ = wave_.end_insn - wave_.first_insn;
  bool on_ = false;
  VerilatedFstC fst_;
};
#endif

}  // namespace vta::tsim
