// Several cores on one memory as the RTL has them, hw/rtl/system: the Verilated top vta_system.
#pragma once

#include <memory>
#include <vector>

#include "sim/system/system.h"
#include "sim/tsim/tsim_core.h"

namespace vta {

class TsimSystem : public System {
 public:
  // `library` must be of a system of these cores.
  TsimSystem(std::span<const VtaConfig> cores, std::shared_ptr<ModelLibrary> library,
             int64_t memory_bytes);

  std::string_view backend() const override { return "tsim"; }
  int64_t num_cores() const override { return std::ssize(cores_); }
  Device& core(int64_t index) override { return *cores_.at(static_cast<size_t>(index)); }
  int64_t now() const override { return machine_->now(); }
  bool running(int64_t core) const override {
    return cores_.at(static_cast<size_t>(core))->running();
  }
  void run_through(int64_t edge) override { machine_->run_through(edge); }
  const DramStatistics& dram_statistics() const override { return machine_->dram_statistics(); }

 private:
  std::shared_ptr<TsimMachine> machine_;
  std::vector<std::unique_ptr<TsimCore>> cores_;
};

// Builds the library, with model_options(), where the cache has none. The errors of check_cores();
// UsageError: a tool is missing or fails. InputError: no RTL.
std::unique_ptr<System> make_tsim_system(std::span<const VtaConfig> cores, int64_t memory_bytes);

}  // namespace vta
