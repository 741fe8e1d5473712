// The folder that `vta split -o` writes: programs, split.json and split.svg.
#pragma once

#include <string>
#include <vector>

#include "cli/split_report.h"

namespace vta::cli {

// All files appear, or none: nothing is replaced before everything is on disk. Parts of an earlier
// split with more parts are removed when they are as its split.json says they were; notes name
// those that stay. OutputError as write_files (base/output_folder.h).
std::vector<std::string> write_split_folder(const std::string& folder, const SplitReport& report);

}  // namespace vta::cli
