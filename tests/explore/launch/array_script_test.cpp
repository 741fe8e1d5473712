#include "explore/launch/array_script.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

TEST(ArrayScript, IsWhatSbatchWantsAndAPersonCanRead) {
  ArrayScript script;
  script.tasks = 4;
  script.cpus_per_task = 2;
  script.options = {"--time=10:00", "--partition=main"};
  script.working_directory = "/home/of mine";
  script.command = {"/usr/bin/vta", "sweep-task", "it's.json"};
  EXPECT_EQ(array_script_text(script), R"(#!/bin/bash
#SBATCH --job-name=vta-sweep
#SBATCH --array=0-3
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --output=log_%a.txt
#SBATCH --open-mode=append
#SBATCH --time=10:00
#SBATCH --partition=main

folder=$PWD
task=$SLURM_ARRAY_TASK_ID
rm -f "$folder/exit_$task"
cd '/home/of mine' || exit 1
/usr/bin/vta sweep-task 'it'\''s.json' --points "$folder/points_$task.txt" --share "$folder/share_$task"
status=$?
echo $status >"$folder/exit_$task"
exit $status
)");
}

// As Slurm does it: started in the folder, the task's number in the environment.
TEST(ArrayScript, LeavesTheStatusOfItsCommand) {
  const std::string folder = scratch_path("an array");
  std::filesystem::create_directories(folder);
  ArrayScript script;
  script.working_directory = "/";
  script.command = {"bash", "-c", "pwd; echo \"$@\"; exit 5", "it's"};
  write_text_file(folder + "/array.sh", array_script_text(script));
  setenv("SLURM_ARRAY_TASK_ID", "3", 1);
  EXPECT_EQ(run_process({"bash", "array.sh"}, folder + "/log", folder), 5);
  unsetenv("SLURM_ARRAY_TASK_ID");
  EXPECT_EQ(read_text_file(folder + "/exit_3"), "5\n");
  EXPECT_EQ(read_text_file(folder + "/log"),
            "/\n--points " + folder + "/points_3.txt --share " + folder + "/share_3\n");
}

}  // namespace
}  // namespace vta::explore
