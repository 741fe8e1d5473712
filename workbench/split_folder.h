// The folder of a network in parts: programs, split.json and split.svg.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "runtime/program.h"

namespace vta::workbench {

std::string part_file(size_t part);  // part0.vta

// All files appear, or none: nothing is replaced before everything is on disk. Parts of an earlier
// split with more parts are removed when they are as its split.json says they were; notes name
// those that stay. OutputError as write_files (base/output_folder.h).
std::vector<std::string> write_split_folder(const std::string& folder,
                                            const std::vector<Program>& programs,
                                            boost::json::object split, const std::string& svg);

}  // namespace vta::workbench
