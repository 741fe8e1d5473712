// A run by its name on a command line.
#pragma once

#include <string>

#include "explore/record/run_record.h"

namespace vta::explore {

// "sweep.db#12": point 12 of a sweep's database; anything else: a file of `vta run --json`.
// InputError says why there is no such point: excluded, failed, not run yet, beyond the space.
RunRecord load_any_run(const std::string& name);

// The configuration of "sweep.db#12"; InputError as above.
VtaConfig load_point_config(const std::string& name);

}  // namespace vta::explore
