// The host side of a Verilated top, one core or a system of several: the clock loop.
//
// Compiled together with the Verilated model, once per configuration (sim/tsim/README.md). Nothing
// here computes a value: it moves beats between the ports and the DRAM image and counts.
#include <verilated.h>

#include <array>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef VTA_SYSTEM_CORES
#include "system_top.h"
#else
#include "core_top.h"
#endif
#include "model_abi.h"
#include "model_memory.h"
#include "model_probes.h"
#include "verilated_syms.h"

namespace vta::tsim {
namespace {

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

// What a core's host side is made from.
struct Place {
  Top& top;
  uint8_t* memory;
  int64_t memory_bytes;
};

template <int kCore>
struct CoreHost {
  using Pins = typename PinsOf<kCore>::Type;

  explicit CoreHost(const Place& place)
      : pins(place.top), memory(pins, place.memory, place.memory_bytes, kBeatsComeFirst) {}

  Pins pins;
  Memory<std::remove_reference_t<Pins>> memory;
  Probes probes;
  int64_t launch_edge = 0, cycle = 0;
};

template <typename Cores>
struct HostsOf;
template <int... kCore>
struct HostsOf<std::integer_sequence<int, kCore...>> {
  using Type = std::tuple<CoreHost<kCore>...>;
  static Type make(const Place& place) { return Type((static_cast<void>(kCore), place)...); }
};
using Hosts = HostsOf<std::make_integer_sequence<int, kCores>>;

class Instance {
 public:
  Instance(uint8_t* memory, int64_t memory_bytes, const BurstTimes* times, const Wave* wave)
      : top_(make_top(wave)),
        hosts_(Hosts::make({*top_, memory, memory_bytes})),
        times_(times != nullptr ? *times : BurstTimes{}) {
#if VM_TRACE
    if (wave != nullptr && wave->file != nullptr)
      wave_ = std::make_unique<WaveWindow>(context_, *top_, *wave);
#endif
    reset();
    find_rams();
  }
  ~Instance() {
    Verilated::threadContextp(&context_);  // scopes leave this thread's context, not their own
    top_->final();
  }

  // While nothing runs, an edge is not counted.
  void write_register(int32_t core, uint32_t offset, uint32_t value) {
    begin_write(core, offset, value);
    if (running(*top_) != 0)
      next_edge();
    else
      tick();
    end_write();
  }

  uint32_t read_register(int32_t core, uint32_t offset) {
    choose_read(*top_, core);
    top_->reg_raddr = offset;
    top_->eval();
    const uint32_t value = top_->reg_rdata;
    top_->reg_raddr = 0;
    top_->eval();
    return value;
  }

  void launch(int32_t core, const Launch& launch, uint32_t control_offset) {
    if (running(*top_) == 0) {
      edge_ = -1;
      unanswered_ = 0;
    }
    visit(core, [&](auto& host) {
      host.memory.launch(launch);
      host.probes.launch(launch);
      host.launch_edge = edge_ + 1;
      host.cycle = 0;
    });
    ++launches_;
    begin_write(core, control_offset, 1);
    if (edge_ >= 0) {
      next_edge();
    } else {
      tick();
      edge_ = 0;
    }
    end_write();
  }

  const Progress& run(int64_t max_edges, bool stop_at_retire) {
    for_each([](auto& host) { host.probes.forget_shown(); });
    const uint32_t before = running(*top_);
    for (int64_t left = max_edges; left > 0 && before != 0; --left) {
      const bool completed = next_edge();
      if (running(*top_) != before || misused() || (stop_at_retire && completed))
        break;
    }
    return report();
  }

  const std::vector<Ram>& rams(int32_t core) const {
    return rams_[static_cast<size_t>(core)];
  }

 private:
  std::unique_ptr<Top> make_top(const Wave* wave) {
    const char* no_arguments[] = {"tsim"};
    context_.commandArgs(1, no_arguments);
    context_.randReset(0);
    context_.threads(1);
    context_.traceEverOn(wave != nullptr && wave->file != nullptr);
    return std::make_unique<Top>(&context_);
  }

  template <typename Action>
  void for_each(Action action) {
    std::apply([&](auto&... host) { (action(host), ...); }, hosts_);
  }
  template <typename Action>
  void visit(int32_t core, Action action) {
    int32_t index = 0;
    for_each([&](auto& host) {
      if (index++ == core)
        action(host);
    });
  }

  // The cycle that follows edge_, and the edge that ends it. Whether a unit has completed an
  // instruction at the edge before.
  bool next_edge() {
    const bool completed = observe();
    serve_memory();
    tick();
    ++edge_;
    return completed;
  }

  bool observe() {
    const uint32_t mask = running(*top_);
    bool completed = false;
    int core = 0;
    for_each([&](auto& host) {
      if ((mask >> core++ & 1) == 0)
        return;
      host.cycle = edge_ + 1 - host.launch_edge;
      const size_t before = host.probes.retires().size();
      host.probes.observe(host.pins, host.cycle);
      completed = completed || host.probes.retires().size() != before;
#if VM_TRACE
      if (wave_ != nullptr)
        wave_->begin_cycle(host.probes, host.probes.retires(), before, launches_ - 1,
                           total_cycles_);
#endif
    });
    return completed;
  }

  void serve_memory() {
    for_each([](auto& host) { host.memory.collect(); });
    if (top_->mem_req_valid)
      accept();
    if (unanswered_ > 0)
      take_answers();
    for_each([&](auto& host) { host.memory.drive(edge_ + 1); });
  }

  void accept() {
    const int32_t core = requesting_core(*top_);
    const BurstRequest request{top_->mem_req_addr, static_cast<int64_t>(top_->mem_req_beats),
                               top_->mem_req_write != 0};
    visit(core, [&](auto& host) { host.memory.accept(edge_, request, times_.self != nullptr); });
    if (times_.self == nullptr || misused())
      return;
    const BurstGrant grant{edge_, request.addr, request.beats, request.write ? 1 : 0, core};
    times_.grant(times_.self, &grant);
    ++unanswered_;
  }

  // Every grant up to edge_ is known.
  void take_answers() {
    BurstAnswer answer{};
    while (times_.answer_before(times_.self, edge_ + 1, &answer) != 0) {
      visit(answer.core,
            [&](auto& host) { host.memory.answer(answer.write != 0, answer.latency); });
      --unanswered_;
    }
  }

  bool misused() {
    bool any = false;
    for_each([&](auto& host) { any = any || host.memory.misuse() != kNoMisuse; });
    return any;
  }

  void begin_write(int32_t core, uint32_t offset, uint32_t value) {
    choose_write(*top_, core);
    top_->reg_we = 1;
    top_->reg_addr = offset;
    top_->reg_wdata = value;
  }
  void end_write() {
    top_->reg_we = 0;
    top_->eval();
  }

  void tick() {
    // Nothing happens at a falling edge, but traces show it, and assertions see the pins as they
    // were in the evaluation before.
    if (VTA_ASSERTIONS || traced() || !forget_high_clock(*top_->rootp)) {
      top_->clk = 0;
      top_->eval();
      dump(2 * total_cycles_);
    }
    top_->clk = 1;
    top_->eval();
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
    top_->clk = 0;
    top_->rst = 1;
    set_shared_path(*top_, times_.self == nullptr);
    for_each([](auto& host) {
      host.memory.launch({});
      host.probes.launch({});
    });
    top_->eval();
    for (int k = 0; k < 4; ++k)
      tick();
    top_->rst = 0;
    top_->eval();
    total_cycles_ = 0;
  }

  // Every unpacked array that the build made readable (readable.vlt), by core.
  void find_rams() {
    const VerilatedScopeNameMap* scopes = context_.scopeNameMap();
    if (scopes == nullptr)
      return;
    for (const auto& [name, scope] : *scopes) {
      const VerilatedVarNameMap* vars = scope->varsp();
      if (vars == nullptr)
        continue;
      for (const auto& [var_name, var] : *vars)
        for (int32_t core = 0; core < kCores; ++core)
          if (var.udims() == 1 && is_of_core(scope->name(), core))
            rams_[static_cast<size_t>(core)].push_back(
                {scope->name(), var_name, var.datap(), static_cast<int64_t>(var.entSize()),
                 var.packed().elements(), var.unpacked().elements()});
    }
  }

  const Progress& report() {
    const uint32_t mask = running(*top_);
    int core = 0;
    for_each([&](auto& host) {
      const bool runs = (mask >> core & 1) != 0;
      if (!runs)
        host.memory.end_run();
      host.probes.flush();
      const std::vector<Retire>& retires = host.probes.retires();
      cores_[static_cast<size_t>(core++)] = {host.cycle,
                                             runs ? 1 : 0,
                                             host.memory.misuse(),
                                             retires.data(),
                                             static_cast<int64_t>(retires.size()),
                                             host.memory.beats(),
                                             host.probes.counts()};
      host.probes.show();
    });
    progress_ = {edge_, cores_.data()};
    return progress_;
  }

  VerilatedContext context_;
  std::unique_ptr<Top> top_;
  typename Hosts::Type hosts_;
  BurstTimes times_;
  std::array<std::vector<Ram>, kCores> rams_;
  std::array<CoreProgress, kCores> cores_{};
  Progress progress_{};
  int64_t edge_ = 0, unanswered_ = 0, total_cycles_ = 0, launches_ = 0;
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
      kCores,
      [](uint8_t* memory, int64_t bytes, const BurstTimes* times, const Wave* wave) -> void* {
        return new Instance(memory, bytes, times, wave);
      },
      [](void* i) { delete &of(i); },
      [](void* i, int32_t core, uint32_t offset, uint32_t value) {
        of(i).write_register(core, offset, value);
      },
      [](void* i, int32_t core, const Launch* launch, uint32_t control) {
        of(i).launch(core, *launch, control);
      },
      [](void* i, int32_t core, uint32_t offset) { return of(i).read_register(core, offset); },
      [](void* i, int64_t edges, int32_t stop) { return &of(i).run(edges, stop != 0); },
      [](void* i, int32_t core, const Ram** first) {
        *first = of(i).rams(core).data();
        return static_cast<int64_t>(of(i).rams(core).size());
      },
  };
  return &api;
}
