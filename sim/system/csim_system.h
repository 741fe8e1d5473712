// The event-driven system: csim's machines on one arbiter and one memory.
//
//   machine 0 --grant--> arbiter --> memory: latencies of registers, or a DRAM
//   machine 1 --grant-->    ^             |
//        ^ answers          '-------------'
//
// Events are taken in the order of their edges, each by itself: answers of the DRAM, bursts that
// the arbiter takes, events of the cores. What a core grants at t is taken at t + 2 or later, and
// answered so that it is complete later still; so everything before the earliest of them is known
// when it comes. What a core will do next is known only when the DRAM's answers up to there are.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/csim/csim.h"
#include "sim/dram/dram_memory.h"
#include "sim/system/system.h"
#include "sim/system/system_arbiter.h"

namespace vta {

class CsimSystem final : public System {
 public:
  // ConfigError: see check_cores(). UsageError: see make_engine().
  CsimSystem(std::span<const VtaConfig> cores, std::string_view kernels,
             const CsimOptions& options = {});
  ~CsimSystem() override;

  std::string_view backend() const override { return "csim"; }
  int64_t num_cores() const override { return static_cast<int64_t>(cores_.size()); }
  Device& core(int64_t index) override;
  int64_t now() const override { return now_; }
  bool running(int64_t core) const override;
  void run_through(int64_t edge) override;
  const DramStatistics& dram_statistics() const override { return statistics_; }

 private:
  class Core;

  bool any_running() const;
  void begin_launch();
  void end_write(int64_t edges);
  bool let_memory_go_on(int64_t edge);
  size_t earliest() const;

  DeviceMemory memory_;
  std::optional<DramMemory> dram_;
  csim::SystemArbiter arbiter_;
  std::vector<std::unique_ptr<Core>> cores_;
  std::array<int64_t, kMostCores> next_{};  // of each core the next event, on the system's edges;
                                            // kNever: none before an answer
  int64_t now_ = 0;
  DramStatistics statistics_;
};

}  // namespace vta
