// What a run is beside its record, and no document is read back to: sizes of the program, and what
// running it took on this machine.
#pragma once

#include <array>
#include <boost/json/object.hpp>

#include "runtime/executor.h"
#include "runtime/host_work.h"

namespace vta::explore {

struct RunAccount {
  int64_t launches = 0, widened_bytes = 0;
  int64_t device_ops = 0, host_ops = 0, device_macs = 0, host_macs = 0;
  int64_t arena_bytes = 0, weight_bytes = 0, uop_bytes = 0, insn_bytes = 0, activation_bytes = 0;
  std::array<HostWork, kHostStepKinds.size()> host{};
  HostWork host_all;  // their sum
  double host_seconds = 0, device_seconds = 0;
};
RunAccount account_of(const Program& program, const RunStats& stats);
// Adds its members, as `vta run --json` has them.
void add_account(boost::json::object& out, const RunAccount& account);

}  // namespace vta::explore
