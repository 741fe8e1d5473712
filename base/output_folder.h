// A set of result files: together they replace those of an earlier run.
#pragma once

#include <map>
#include <string>

namespace vta {

// Writes every file (name from the folder, content), each as base/output_file.h does; folders that
// are missing are made. Files are renamed to their places only after all contents are on disk, so a
// full disk leaves the old files; only a rename that fails after others leaves some new files
// beside old ones. Two writers of one folder take turns; the files of the later one remain. Other
// files in the folder stay. OutputError names the file or folder and the reason, for example a name
// that belongs to no regular file.
void write_files(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace vta
