#include "explore/launch/slurm.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"

namespace vta::explore {
namespace {

std::string trimmed(const std::string& text) {
  const size_t end = text.find_last_not_of(" \n\r\t");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

// "17" or "17;cluster" on the last line (warnings may come before it); empty where it is not so.
std::string job_number(const std::string& text) {
  const size_t line_break = text.rfind('\n');
  const std::string line = line_break == std::string::npos ? text : text.substr(line_break + 1);
  const std::string job = line.substr(0, line.find(';'));
  const bool digits =
      std::ranges::all_of(job, [](unsigned char c) { return std::isdigit(c) != 0; });
  return digits ? job : "";
}

}  // namespace

void Slurm::require_programs() {
  for (const char* program : {"sbatch", "squeue", "scontrol"})
    if (!has_program(program))
      throw UsageError(fmt::format(
          "--launcher slurm: {} is not in PATH; on Debian it is in the package slurm-client",
          program));
}

Slurm::Answer Slurm::run(const std::vector<std::string>& argv, const std::string& directory) const {
  const std::string log = fmt::format("{}/{}_{}.txt", folder_, argv[0], ::getpid());
  Answer answer;
  answer.status = run_process(argv, log, directory);
  answer.text = trimmed(read_text_file(log));
  std::filesystem::remove(log);
  return answer;
}

std::string Slurm::submit(const std::string& folder, const std::string& script) const {
  const Answer answer = run({"sbatch", "--parsable", script}, folder);
  const std::string job = job_number(answer.text);
  if (answer.status != 0 || job.empty())
    throw InputError(fmt::format("sbatch refused {} (status {}): {}", script, answer.status,
                                 answer.text.empty() ? "it printed nothing" : answer.text));
  return job;
}

Slurm::Tasks Slurm::tasks(const std::string& job) const {
  const Answer answer =
      run({"squeue", "--noheader", "--array", "--format=%K %t", "--jobs=" + job}, ".");
  if (answer.status != 0) {
    if (answer.text.find("Invalid job id") != std::string::npos)
      return {};
    throw InputError(fmt::format("squeue does not report the state of job {} (status {}): {}", job,
                                 answer.status, answer.text));
  }
  Tasks tasks;
  std::istringstream in(answer.text);
  int64_t task = 0;
  for (std::string state; in >> task >> state;)
    (state == "PD" ? tasks.waiting : tasks.running).insert(task);
  return tasks;
}

std::string Slurm::state(const std::string& job, int64_t task) const {
  const Answer answer =
      run({"scontrol", "--oneliner", "show", "job", fmt::format("{}_{}", job, task)}, ".");
  constexpr std::string_view kState = "JobState=";
  const size_t at = answer.text.find(kState);
  if (at == std::string::npos)
    return "";
  const std::string value = answer.text.substr(at + kState.size());
  return value.substr(0, value.find_first_of(" \t\n"));
}

}  // namespace vta::explore
