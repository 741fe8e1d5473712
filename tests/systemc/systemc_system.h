// Accelerators and their DRAM in a SystemC simulation as a System: registers through their sockets,
// time by sc_start(). So what drives the event-driven system drives them too.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/system/shared_dram.h"
#include "sim/system/system.h"

namespace vta::test {

class SystemcSystem final : public System, public sc_core::sc_module {
 public:
  // All of a process before the first of them runs. The period is of whole units of time. `reach`:
  // MEM_HI at first, the memory's bytes if it is not given.
  SystemcSystem(const sc_core::sc_module_name& name, std::span<const VtaConfig> cores,
                const std::string& dram, const sc_core::sc_time& period, int64_t memory_bytes,
                int64_t reach = 0);
  ~SystemcSystem() override;

  std::string_view backend() const override { return "systemc"; }
  int64_t num_cores() const override { return static_cast<int64_t>(cores_.size()); }
  Device& core(int64_t index) override;
  int64_t now() const override { return now_; }
  bool running(int64_t core) const override;
  void run_through(int64_t edge) override;
  const DramStatistics& dram_statistics() const override { return dram_.statistics(); }

 private:
  class Core;

  SC_HAS_PROCESS(SystemcSystem);
  void on_interrupt();
  bool any_running() const;
  void begin_launch();
  void end_write(int64_t edges);

  sc_core::sc_time period_;
  mutable csim::SharedDram dram_;
  std::vector<std::unique_ptr<Core>> cores_;
  uint64_t begin_ = 0;  // edge 0, in periods
  int64_t now_ = 0;
};

}  // namespace vta::test
