// Points computed by the tasks of a Slurm job array, on whatever machines Slurm has.
//
// run() deals the points out to tasks, submits the array and passes results on as they appear in
// the tasks' shares (share_file.h), so the sweep stays the only writer of its database. What
// earlier arrays of the same database left behind comes first, and an array that is still in
// Slurm's queue is waited for instead of being submitted twice: this process may end at any moment
// and be run again; no result is lost, and none is computed again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "explore/launch/array_folder.h"
#include "explore/launch/array_script.h"
#include "explore/launch/share_file.h"
#include "explore/launch/slurm.h"
#include "explore/sweep/runner.h"

namespace vta::explore {

enum class SlurmMode : uint8_t {
  Wait,     // submit what is missing, wait for it
  Submit,   // submit what is missing, throw SubmittedOnly
  Collect,  // take what is there; IncompleteError when something is missing
};

struct SlurmOptions {
  std::string root;      // folder of the arrays (arrays_root)
  std::string identity;  // of the sweep, for the shares
  SlurmMode mode = SlurmMode::Wait;
  int64_t tasks = 1;                                                        // at most
  ArrayScript script;                                                       // without its tasks
  std::function<void(const std::string&)> say = [](const std::string&) {};  // to the user
  std::function<bool()> stop = [] { return false; };  // true: do not wait any longer
};

// Not an error: the array is in Slurm's hands.
struct SubmittedOnly {
  std::string job;
  int64_t tasks = 0, points = 0;
};

class SlurmRunner : public PointRunner {
 public:
  // UsageError where Slurm's commands are missing (Collect needs none); InputError where shares are
  // of another sweep.
  explicit SlurmRunner(SlurmOptions options);

  // IncompleteError when the arrays have ended and points are missing: names the tasks, how they
  // ended, and the end of a log; and when `stop` says so: the array goes on. A point that failed
  // in an earlier array is computed again.
  void run(const std::vector<int64_t>& indices, const OnOutcome& on_outcome) override;
  // Removes the folders of the arrays; says which one it cannot remove, and why.
  void finish() override;

 private:
  struct Array {
    ArrayFolder folder;
    ArrayFolder::Job job;
    std::vector<std::vector<int64_t>> points;  // of each task
    std::vector<ShareReader> shares;
    bool retry_failed = false;
  };
  void add_array(const ArrayFolder& folder, const ArrayFolder::Job& job, bool retry_failed);
  bool concerns_missing(const Array& array) const;
  void read_shares();
  Slurm::Tasks tasks_in_queue(const Array& array) const;
  Array& submit();
  void deliver(const OnOutcome& on_outcome);
  void wait_for(const Array& array, const OnOutcome& on_outcome);
  void wait_for_earlier(const OnOutcome& on_outcome);
  std::string endings(std::string& log) const;
  [[noreturn]] void explain_missing() const;

  SlurmOptions options_;
  Slurm slurm_;
  std::vector<Array> arrays_;
  std::set<int64_t> missing_;              // of the run that is going on
  std::map<int64_t, PointOutcome> early_;  // read, and not asked for yet
};

}  // namespace vta::explore
