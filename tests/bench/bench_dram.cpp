// How far memories are from measured bursts of ResNet-18's layers (tests/data/dram), and how far
// the simple one is from the DRAM where the core's own port grants the bursts.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>

#include "config/dram_file.h"
#include "sim/dram/dram_memory.h"
#include "sim/dram/simple_fit.h"
#include "tests/sim/dram/measured_layers.h"

namespace vta::bench {
namespace {

// One master after hw/rtl/memory/README.md: the edge of the last completion.
class CorePort {
 public:
  CorePort(const ReplayPort& port, const SimpleMemory& memory, const DramConfig* dram)
      : port_(port), memory_(memory) {
    if (dram != nullptr)
      dram_.emplace(*dram, std::vector{port.bytes}, port.mhz * 1000);
  }

  int64_t run(std::span<const DramBurst> bursts) {
    int64_t edge = 1;
    for (const DramBurst& burst : bursts) {
      edge = grant_from(edge);
      const int64_t beats = (burst.bytes + port_.bytes - 1) / port_.bytes;
      pending_[burst.write].push_back({edge, beats});
      ++in_flight_;
      if (dram_)
        dram_->grant({edge, static_cast<uint64_t>(burst.address), beats, burst.write});
      else
        answer(burst.write, burst.write ? memory_.write_latency : memory_.read_latency);
      edge += std::max<int64_t>(2, beats + memory_.gap);
    }
    hear(std::numeric_limits<int64_t>::max());
    return std::max(last_[0], last_[1]);
  }

 private:
  struct Granted {
    int64_t edge, beats;
  };

  void answer(bool write, int64_t latency) {
    const Granted burst = pending_[write].front();
    pending_[write].pop_front();
    last_[write] =
        std::max(burst.edge + 2 + latency + burst.beats, last_[write] + (write ? 1 : burst.beats));
    completions_.insert(std::ranges::upper_bound(completions_, last_[write]), last_[write]);
  }
  void hear(int64_t edge) {
    while (dram_ && dram_->waits()) {
      const auto given = dram_->answer_before(edge);
      if (!given)
        return;
      answer(given->write, given->latency);
    }
  }
  void forget(int64_t edge) {
    while (!completions_.empty() && completions_.front() < edge) {
      completions_.pop_front();
      --in_flight_;
    }
  }
  int64_t grant_from(int64_t edge) {
    hear(edge);
    for (forget(edge); in_flight_ >= port_.outstanding; forget(edge)) {
      edge = completions_.empty() ? edge + 1 : completions_.front() + 1;
      hear(edge);
    }
    return edge;
  }

  ReplayPort port_;
  SimpleMemory memory_;
  std::optional<DramMemory> dram_;
  std::deque<Granted> pending_[2];
  std::deque<int64_t> completions_;
  int64_t last_[2] = {};
  int64_t in_flight_ = 0;
};

void run() {
  const DramConfig dram = load_dram("ddr3-1066");
  fmt::print(
      "layer                port               measured      DRAM  simple   core: DRAM    "
      "simple\n");
  for (const char* name : kMeasuredLayers) {
    const MeasuredLayer layer = read_measured_layer(name);
    for (size_t k = 0; k < kMeasuredPorts.size(); ++k) {
      const ReplayPort& port = kMeasuredPorts[k];
      const SimpleMemory simple =
          simple_memory(dram, port.bytes, 128 / port.bytes, port.mhz * 1000);
      const auto measured = static_cast<double>(layer.times[k].back().complete);
      const auto off = [&](int64_t clocks) {
        return 100 * (static_cast<double>(clocks) / measured - 1);
      };
      const int64_t core = CorePort(port, {0, 0, 0}, &dram).run(layer.bursts);
      const int64_t core_simple = CorePort(port, simple, nullptr).run(layer.bursts);
      fmt::print(
          "{:<20} {:>2} B {:>3} MHz {} {:>12} {:>+7.2f} % {:>+6.2f} % {:>9} cycles {:>+6.2f} %\n",
          name, port.bytes, port.mhz, port.outstanding, layer.times[k].back().complete,
          off(replay_bursts(dram, port, layer.bursts).clocks),
          off(replay_simple(simple, dram.clock_ps, port, layer.bursts).back().complete), core,
          100 * (static_cast<double>(core_simple) / static_cast<double>(core) - 1));
    }
  }
}

}  // namespace
}  // namespace vta::bench

int main() {
  vta::bench::run();
}
