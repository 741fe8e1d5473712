#include "explore/launch/array_script.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace vta::explore {

std::string shell_quoted(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
    return text;
  std::string quoted = "'";
  for (const char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string array_script_text(const ArrayScript& script) {
  std::string text = "#!/bin/bash\n";
  const auto option = [&text](const std::string& line) { text += "#SBATCH " + line + "\n"; };
  option("--job-name=" + script.name);
  option(fmt::format("--array=0-{}", script.tasks - 1));
  option("--ntasks=1");
  option(fmt::format("--cpus-per-task={}", script.cpus_per_task));
  option("--output=log_%a.txt");
  option("--open-mode=append");
  for (const std::string& line : script.options)
    option(line);
  std::vector<std::string> words;
  std::ranges::transform(script.command, std::back_inserter(words), shell_quoted);
  // Slurm runs a copy of the script, so its own place says nothing; the folder is where it starts.
  text += fmt::format(R"(
folder=$PWD
task=$SLURM_ARRAY_TASK_ID
rm -f "$folder/exit_$task"
cd {} || exit 1
{} --points "$folder/points_$task.txt" --share "$folder/share_$task"
status=$?
echo $status >"$folder/exit_$task"
exit $status
)",
                      shell_quoted(script.working_directory), fmt::join(words, " "));
  return text;
}

}  // namespace vta::explore
