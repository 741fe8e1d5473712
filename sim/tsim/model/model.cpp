// The host side of one Verilated core: the clock loop, the memory behind the port, probes, trace.
//
// Compiled together with the Verilated model, once per configuration (sim/tsim/README.md). Nothing
// here computes a value: it moves beats between the port and the DRAM image and counts.
#include <verilated.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "Vvta_core.h"
#include "Vvta_core___024root.h"
#include "model_abi.h"
#include "verilated_syms.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace vta::tsim {
namespace {

constexpr int64_t kBusBytes = sizeof(Vvta_core::mem_rd_data);
constexpr uint32_t kNone = 7;  // UnitState::None

// The contract's memory (hw/rtl/memory/README.md). `edge` is the edge that has just happened; pins
// set here are sampled by the next one.
class Memory {
 public:
  Memory(Vvta_core& core, uint8_t* bytes, int64_t size)
      : core_(core), bytes_(bytes), size_(static_cast<uint64_t>(size)) {
    for (Burst& b : reads_)
      b.data.resize(static_cast<size_t>(kMaxBurstBeats * kBusBytes));
  }

  void launch(const Launch& launch) {
    read_latency_ = launch.read_latency;
    write_latency_ = launch.write_latency;
    refused_lo_ = launch.refused_lo;
    refused_hi_ = launch.refused_hi;
    read_head_ = read_tail_ = write_head_ = write_tail_ = beats_taker_ = 0;
    unsampled_ = false;
    beats_ = 0;
    next_event_ = kNever;
    core_.mem_rd_valid = core_.mem_rd_error = core_.mem_wr_done = core_.mem_wr_error = 0;
    core_.mem_wr_ready = 1;
  }

  void after_edge(int64_t edge) {
    if (core_.mem_wr_valid)
      take_beat();
    if (unsampled_)
      sample();
    if (core_.mem_req_valid)
      accept(edge);
    if (driving_ || edge + 1 >= next_event_)
      drive(edge + 1);
  }

  int64_t beats() const { return beats_; }
  Misuse misuse() const { return misuse_; }

 private:
  static constexpr int64_t kNever = INT64_MAX;
  static constexpr uint32_t kSlots = 128;  // twice what may be in flight
  static constexpr int64_t kMaxBurstBeats = 256;

  struct Burst {
    uint64_t addr = 0;
    int64_t beats = 0, next = 0;  // next: of the beats already moved
    int64_t due = 0;              // edge that samples the first read beat, or the completion
    bool outside = false;         // of the memory
    bool refused = false;         // in part
    std::vector<uint8_t> data;    // reads only
  };
  bool is_refused(uint64_t addr, int64_t beats) const {
    return addr < refused_hi_ && addr + static_cast<uint64_t>(beats * kBusBytes) > refused_lo_;
  }
  Burst& read(uint32_t i) { return reads_[i % kSlots]; }
  Burst& write(uint32_t i) { return writes_[i % kSlots]; }

  void fail(Misuse misuse) {
    if (misuse_ == kNoMisuse)
      misuse_ = misuse;
  }

  void accept(int64_t grant) {
    const bool is_write = core_.mem_req_write != 0;
    if (core_.mem_req_beats == 0 || core_.mem_req_beats > kMaxBurstBeats) {
      fail(kBadLength);
      return;
    }
    uint32_t& tail = is_write ? write_tail_ : read_tail_;
    if (tail - (is_write ? write_head_ : read_head_) >= kSlots) {
      fail(kTooManyBursts);
      return;
    }
    Burst& b = is_write ? write(tail) : read(tail);
    ++tail;
    b.addr = core_.mem_req_addr;
    b.beats = core_.mem_req_beats;
    b.next = 0;
    const auto bytes = static_cast<uint64_t>(b.beats * kBusBytes);
    b.outside = b.addr > size_ || bytes > size_ - b.addr;
    b.refused = b.outside || is_refused(b.addr, b.beats);
    b.due = grant + 2 + (is_write ? write_latency_ + b.beats : read_latency_);
    beats_ += b.beats;
    unsampled_ = !is_write;
    next_event_ = std::min(next_event_, b.due);
  }

  // A read burst sees the writes granted before it and none granted after it.
  void sample() {
    unsampled_ = false;
    Burst& b = read(read_tail_ - 1);
    if (!b.outside)
      std::memcpy(b.data.data(), bytes_ + b.addr, static_cast<size_t>(b.beats * kBusBytes));
    else
      std::fill_n(b.data.data(), static_cast<size_t>(b.beats * kBusBytes), uint8_t{0});
  }

  void take_beat() {
    if (beats_taker_ == write_tail_) {
      fail(kStrayWriteBeat);
      return;
    }
    Burst& b = write(beats_taker_);
    uint8_t* to = bytes_ + b.addr + static_cast<uint64_t>(b.next * kBusBytes);
    ++b.next;
    const bool last = b.next == b.beats;
    if ((core_.mem_wr_last != 0) != last)
      fail(kWrongLast);
    if (!b.refused)
      merge(to, reinterpret_cast<const uint8_t*>(&core_.mem_wr_data),
            static_cast<uint64_t>(core_.mem_wr_strb));
    if (last)
      ++beats_taker_;
  }

  static void merge(uint8_t* to, const uint8_t* from, uint64_t strobes) {
    constexpr uint64_t kAll = kBusBytes == 64 ? ~uint64_t{0} : (uint64_t{1} << kBusBytes % 64) - 1;
    if (strobes == kAll) {
      std::memcpy(to, from, static_cast<size_t>(kBusBytes));
      return;
    }
    for (int64_t k = 0; k < kBusBytes; ++k)
      if ((strobes >> k & 1) != 0)
        to[k] = from[k];
  }

  void drive(int64_t edge) {
    core_.mem_rd_valid = core_.mem_rd_error = core_.mem_wr_done = core_.mem_wr_error = 0;
    driving_ = false;
    next_event_ = kNever;
    if (read_head_ != read_tail_) {
      Burst& b = read(read_head_);
      if (b.due + b.next <= edge)
        drive_beat(b);
    }
    if (read_head_ != read_tail_)
      next_event_ = read(read_head_).due + read(read_head_).next;
    if (write_head_ != write_tail_) {
      Burst& b = write(write_head_);
      if (b.due <= edge) {
        core_.mem_wr_done = 1;
        core_.mem_wr_error = b.refused ? 1 : 0;
        driving_ = true;
        ++write_head_;
      }
    }
    if (write_head_ != write_tail_)
      next_event_ = std::min(next_event_, write(write_head_).due);
  }

  void drive_beat(Burst& b) {
    core_.mem_rd_valid = 1;
    const uint64_t word = b.addr + static_cast<uint64_t>(b.next * kBusBytes);
    core_.mem_rd_error = b.outside || is_refused(word, 1) ? 1 : 0;
    std::memcpy(reinterpret_cast<void*>(&core_.mem_rd_data), b.data.data() + b.next * kBusBytes,
                static_cast<size_t>(kBusBytes));
    driving_ = true;
    if (++b.next == b.beats)
      ++read_head_;
  }

  Vvta_core& core_;
  uint8_t* bytes_;
  uint64_t size_;
  int64_t read_latency_ = 0, write_latency_ = 0;
  uint64_t refused_lo_ = 0, refused_hi_ = 0;
  Burst reads_[kSlots], writes_[kSlots];
  uint32_t read_head_ = 0, read_tail_ = 0;
  uint32_t write_head_ = 0, write_tail_ = 0;  // head: the next to complete
  uint32_t beats_taker_ = 0;                  // the write burst whose beats come
  bool unsampled_ = false, driving_ = false;
  int64_t next_event_ = kNever;
  int64_t beats_ = 0;
  Misuse misuse_ = kNoMisuse;
};

// What the units show, counted by kernel and state: equal cycles in a row are counted at once.
class Probes {
 public:
  void launch(const Launch& launch) {
    launch_ = launch;
    counts_.assign(static_cast<size_t>((launch.num_kernels + 1) * kUnits * kStates), 0);
    for (Run& run : runs_)
      run = {uint64_t{kNone} << 33, 0};
    retires_.clear();
  }

  // Cycle t, before edge t.
  void observe(const Vvta_core& core, int64_t t) {
    observe_unit<0>(core, t);
    observe_unit<1>(core, t);
    observe_unit<2>(core, t);
    observe_unit<3>(core, t);
  }

  void flush() {
    for (int unit = 0; unit < kUnits; ++unit)
      flush(unit);
  }

  std::vector<Retire>& retires() { return retires_; }
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
  static_assert(sizeof(Vvta_core::probe) == kUnits * kWords * 4);

  struct Run {
    uint64_t key;  // index, index_valid << 32, state << 33
    int64_t cycles;
  };

  template <int kUnit>
  void observe_unit(const Vvta_core& core, int64_t t) {
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
  std::vector<Retire> retires_;
};

#if VM_TRACE
// The window of a run that goes to the trace file.
class WaveWindow {
 public:
  WaveWindow(VerilatedContext& context, Vvta_core& core, const Wave& wave)
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

// Forgets that the clock is high, so that the next evaluation sees a rising edge: half the calls.
// Whether it could: the name is one of Verilator's version.
template <typename Root>
bool forget_high_clock(Root& root) {
  if constexpr (requires { root.__Vtrigrprev__TOP__clk; }) {
    root.__Vtrigrprev__TOP__clk = 0;
    return true;
  }
  return false;
}

class Instance {
 public:
  Instance(uint8_t* memory, int64_t memory_bytes, const Wave* wave) {
    const char* no_arguments[] = {"tsim"};
    context_.commandArgs(1, no_arguments);
    context_.randReset(0);
    context_.threads(1);
    context_.threads(1);
#if VM_TRACE
    if (wave != nullptr && wave->file != nullptr) {
      context_.traceEverOn(true);
      core_ = std::make_unique<Vvta_core>(&context_);
      wave_ = std::make_unique<WaveWindow>(context_, *core_, *wave);
    }
#else
    static_cast<void>(wave);
#endif
    if (core_ == nullptr)
      core_ = std::make_unique<Vvta_core>(&context_);
    memory_ = std::make_unique<Memory>(*core_, memory, memory_bytes);
    reset();
    find_rams();
  }
  ~Instance() {
    Verilated::threadContextp(&context_);  // scopes leave this thread's context, not their own
    core_->final();
  }

  void write_register(uint32_t offset, uint32_t value) {
    core_->reg_we = 1;
    core_->reg_addr = offset;
    core_->reg_wdata = value;
    tick();
    core_->reg_we = 0;
    core_->eval();
  }

  uint32_t read_register(uint32_t offset) {
    core_->reg_raddr = offset;
    core_->eval();
    const uint32_t value = core_->reg_rdata;
    core_->reg_raddr = 0;
    core_->eval();
    return value;
  }

  void launch(const Launch& launch, uint32_t control_offset) {
    memory_->launch(launch);
    probes_.launch(launch);
    cycle_ = 0;
    ++launches_;
    write_register(control_offset, 1);
  }

  const Progress& run(int64_t max_cycles, bool stop_at_retire) {
    std::vector<Retire>& retires = probes_.retires();
    retires.clear();
    for (int64_t left = max_cycles; left > 0 && core_->running; --left) {
      const size_t before = retires.size();
      ++cycle_;
      probes_.observe(*core_, cycle_);
      memory_->after_edge(cycle_ - 1);
#if VM_TRACE
      if (wave_ != nullptr)
        wave_->begin_cycle(probes_, retires, before, launches_ - 1, total_cycles_);
#endif
      tick();
      if (memory_->misuse() != kNoMisuse || (stop_at_retire && retires.size() != before))
        break;
    }
    probes_.flush();
    return report();
  }

  const std::vector<Ram>& rams() const {
    return rams_;
  }

 private:
  void tick() {
    // Nothing happens at a falling edge, but traces show it, and assertions see the pins as they
    // were in the evaluation before.
    if (VTA_ASSERTIONS || traced() || !forget_high_clock(*core_->rootp)) {
      core_->clk = 0;
      core_->eval();
      dump(2 * total_cycles_);
    }
    core_->clk = 1;
    core_->eval();
    dump(2 * total_cycles_ + 1);
    ++total_cycles_;
  }

  bool traced() const {
#if VM_TRACE
    return wave_ != nullptr;
#else
    return false;
#endif
  }

  void dump(int64_t half_cycle) {
#if VM_TRACE
    if (wave_ != nullptr)
      wave_->dump(half_cycle);
#else
    static_cast<void>(half_cycle);
#endif
  }

  void reset() {
    core_->clk = 0;
    core_->rst = 1;
    memory_->launch({});
    core_->eval();
    for (int k = 0; k < 4; ++k)
      tick();
    core_->rst = 0;
    core_->eval();
    total_cycles_ = 0;
  }

  // Every unpacked array that the build made readable (readable.vlt).
  void find_rams() {
    const VerilatedScopeNameMap* scopes = context_.scopeNameMap();
    if (scopes == nullptr)
      return;
    for (const auto& [name, scope] : *scopes) {
      const VerilatedVarNameMap* vars = scope->varsp();
      if (vars == nullptr)
        continue;
      for (const auto& [var_name, var] : *vars)
        if (var.udims() == 1)
          rams_.push_back({scope->name(), var_name, var.datap(),
                           static_cast<int64_t>(var.entSize()), var.packed().elements(),
                           var.unpacked().elements()});
    }
  }

  const Progress& report() {
    progress_.cycle = cycle_;
    progress_.running = core_->running ? 1 : 0;
    progress_.misuse = memory_->misuse();
    progress_.retires = probes_.retires().data();
    progress_.num_retires = static_cast<int64_t>(probes_.retires().size());
    progress_.bus_beats = memory_->beats();
    progress_.unit_cycles = probes_.counts();
    return progress_;
  }

  VerilatedContext context_;
  std::unique_ptr<Vvta_core> core_;
  std::unique_ptr<Memory> memory_;
  Probes probes_;
  std::vector<Ram> rams_;
  Progress progress_{};
  int64_t cycle_ = 0, total_cycles_ = 0, launches_ = 0;
#if VM_TRACE
  std::unique_ptr<WaveWindow> wave_;
#endif
};

Instance& of(void* instance) {
  return *static_cast<Instance*>(instance);
}

}  // namespace
}  // namespace vta::tsim

extern "C" __attribute__((visibility("default"))) const vta::tsim::Api* vta_tsim_api() {
  using namespace vta::tsim;
  static const Api api = {
      kAbiVersion,
      [](uint8_t* memory, int64_t bytes, const Wave* wave) -> void* {
        return new Instance(memory, bytes, wave);
      },
      [](void* i) { delete &of(i); },
      [](void* i, uint32_t offset, uint32_t value) { of(i).write_register(offset, value); },
      [](void* i, uint32_t offset) { return of(i).read_register(offset); },
      [](void* i, const Launch* launch, uint32_t control) { of(i).launch(*launch, control); },
      [](void* i, int64_t cycles, int32_t stop) { return &of(i).run(cycles, stop != 0); },
      [](void* i, const Ram** first) {
        *first = of(i).rams().data();
        return static_cast<int64_t>(of(i).rams().size());
      },
  };
  return &api;
}
