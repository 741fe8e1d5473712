// Options that name one file per input or output of a network: FILE where there is one, NAME=FILE
// otherwise; a name's place among them, from 0, stands for it.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace vta::workbench {

// The file of each name, in the order of `names`; empty where none is given. `what` is "input" or
// "output", `option` as the user writes it. UsageError for a name that is not there, a name given
// twice, and a file without a name where there are several. A FILE may hold '=' itself, as long as
// what is before it is no name, and for an output, which would be created, holds a '/'.
std::vector<std::string> files_by_name(std::span<const std::string> arguments,
                                       std::span<const std::string> names,
                                       const std::string& option, const std::string& what);

// The same, and every name has its file or none has: UsageError lists those without.
std::vector<std::string> all_files_by_name(std::span<const std::string> arguments,
                                           std::span<const std::string> names,
                                           const std::string& option, const std::string& what);

}  // namespace vta::workbench
