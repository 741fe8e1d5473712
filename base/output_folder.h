// Files of results that belong together: they replace those of an earlier run whole.
#pragma once

#include <map>
#include <string>

namespace vta {

// Writes every file (name from the folder, content), each as base/output_file.h does; folders that
// are missing are made. Nothing is renamed to its place before all contents are on disk, so a full
// one leaves what was there before; only a rename that fails after others did not leaves a part of
// the new files beside the old. Two writers of one folder take turns, so that the later one's files
// are there. Other files in the folder stay. OutputError names the file or folder and the reason;
// a name that is taken by what is no regular file is one.
void write_files(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace vta
