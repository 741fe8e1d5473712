// Calls of Slurm through its commands sbatch, squeue and scontrol.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vta::explore {

class Slurm {
 public:
  // Output of the commands goes through files in `folder`.
  explicit Slurm(std::string folder) : folder_(std::move(folder)) {}

  // UsageError names a command that is not in PATH.
  static void require_programs();

  // Submits a script from its folder; the job's number. InputError with Slurm's own words when it
  // is refused.
  std::string submit(const std::string& folder, const std::string& script) const;

  // Tasks of an array that are waiting or running. Slurm forgets jobs some minutes after their end:
  // none then. InputError if Slurm does not answer.
  struct Tasks {
    std::set<int64_t> waiting, running;
    bool none() const { return waiting.empty() && running.empty(); }
  };
  Tasks tasks(const std::string& job) const;

  // "PENDING", "RUNNING", "CANCELLED", "TIMEOUT", "FAILED", "NODE_FAIL", ...; empty if Slurm has
  // forgotten it or does not answer.
  std::string state(const std::string& job, int64_t task) const;

 private:
  struct Answer {
    int status = 0;
    std::string text;
  };
  Answer run(const std::vector<std::string>& argv, const std::string& directory) const;

  std::string folder_;
};

}  // namespace vta::explore
