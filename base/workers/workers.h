// Questions answered by processes of this machine: for csim, of which a process has one; for what
// may end its process; for the cores.
//
//   Workers --questions, in small runs--> ForkedWorker 0 .. n-1: function(question)
//       ^                                          |
//       '------------ answers, as they come -------'
//
// A worker is started when there is a question for it, and stays for the next run(). One that ends,
// or sends bytes that are no answer, loses only the question that it had: it is replaced, and
// the question is asked once more; then its answer is how its workers ended.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/archive.h"
#include "base/error.h"
#include "base/workers/forked_worker.h"

namespace vta {

struct Answer {
  size_t question = 0;  // index
  int64_t worker = 0;
  std::string text = {};  // what the function returned, or why it did not
  // Of a failure, what a program that ends with it says: that of the Error that was thrown,
  // ResourceLimit for a failed allocation, Internal for anything else.
  ExitCode code = ExitCode::Ok;
  double seconds = 0;  // that the function took
  bool failed() const { return code != ExitCode::Ok; }
};

// What a function returns or throws, and how long it took.
Answer answer_of(const std::function<std::string()>& function);

// As a message: question and worker are known to whoever asks.
template <typename A>
void describe(A& a, typename A::template Of<Answer>& answer) {
  a(answer.text, answer.code, answer.seconds);
}
inline void check_known(const ByteReader& r, ExitCode code) {
  r.require(code >= ExitCode::Ok && (code <= ExitCode::OutputFailed || code == ExitCode::Internal),
            "exit code", code);
}

class Workers {
 public:
  using Function = std::function<std::string(const std::string& question)>;

  // `function` is called in the workers. `longest_run`: so many questions that follow one another
  // may go to one worker at once, because they have something in common.
  Workers(Function function, int64_t workers, int64_t longest_run = 1);

  // Calls `on_answer` for each question once, in the order in which answers come, until all are
  // answered (true) or `stop`, which is asked now and then, says so (false). Whatever ends it,
  // workers that are at a question then are ended.
  bool run(const std::vector<std::string>& questions,
           const std::function<void(const Answer&)>& on_answer,
           const std::function<bool()>& stop = {});

 private:
  struct Worker {
    std::unique_ptr<ForkedWorker> process;
    std::deque<size_t> given;  // in the order in which it answers them
  };
  struct Round;
  void start(Worker& worker);
  void hand_out(Round& round);
  void listen(Round& round, size_t slot);
  void bury(Round& round, size_t slot);

  Function function_;
  int64_t longest_run_;
  std::vector<Worker> workers_;
};

struct ChildReport {
  std::string answer;            // what the function returned
  std::string failure;           // what it threw, or how its process ended; empty: neither
  ExitCode code = ExitCode::Ok;  // as Answer's, and ResourceLimit for SIGKILL
  double seconds = 0;
  double peak_mb = 0;  // as WorkerEnding's
};

// One function in a process of its own: what it needed is known afterwards. Waits for it; ends it
// as soon as `stop`, which is asked a few times a second, says so, with all programs that it has
// started (base/process.h).
ChildReport run_in_child(const std::function<std::string()>& function,
                         const std::function<bool()>& stop = {});

}  // namespace vta
