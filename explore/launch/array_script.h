// The script of a job array for sbatch, which can also be read and run by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta::explore {

struct ArrayScript {
  std::string name = "vta-sweep";  // of the job
  int64_t tasks = 1;
  int64_t cpus_per_task = 1;
  std::vector<std::string> options;  // further lines of #SBATCH, e.g. "--time=10:00"
  std::string working_directory;     // where relative paths of the command start
  std::vector<std::string> command;  // what a task runs, before its own --points and --share
};

// Runs in the folder of the array (array_folder.h): sbatch is called there, so that names of files
// need no path. A task leaves exit_K when it ends by itself; nothing when it is killed.
std::string array_script_text(const ArrayScript& script);

// As one word of a shell.
std::string shell_quoted(const std::string& text);

}  // namespace vta::explore
