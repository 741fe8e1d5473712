// Files of results that belong together: all of them appear, or none does.
#pragma once

#include <map>
#include <string>

namespace vta {

// Writes every file (name from the folder, content), each as base/output_file.h does; folders that
// are missing are made. Nothing is renamed to its place before all contents are on disk, so a full
// one leaves what was there before. Other files in the folder stay. OutputError names the file or
// folder and the reason.
void write_files(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace vta
