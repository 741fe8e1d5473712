#include "workbench/host_name.h"

#include <array>

#include "workbench/host_measure.h"
#include "workbench/machine.h"

namespace vta::workbench {

explore::HostCosts host_by_name(const std::string& name) {
  if (name == kMeasuredHost)
    return measured_host();
  return explore::find_host(name, std::array{kMeasuredHost});
}

VtaConfig with_some_clock(VtaConfig config) {
  return config.clock.mhz ? config : with_clock(std::move(config), {.mhz = {}, .estimated = true});
}

}  // namespace vta::workbench
