// A job of MPI ranks without networks, for mpi_test.cpp:
//   mpi_check POINTS OUTPUT [RANK:POINT:WHAT ...]
// Rank 0 asks for points 0..POINTS-1 and writes "index rank reason" lines to OUTPUT, then how it
// ended. RANK:POINT:WHAT is what becomes of a rank at the first point that is not below POINT (a
// worker when it is given it, rank 0 when it gets a result): "kill" is SIGKILL; "refuse" is an
// error while making ready, "other" a program of another build; "cut" is SIGKILL within the
// first result of the rank; all results are long then.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "explore/launch/mpi/mpi_job.h"

namespace vta::explore {
namespace {

struct Fault {
  int rank = 0;
  int64_t point = 0;
  std::string what;
};

Fault parse_fault(const std::string& text) {
  Fault fault;
  const size_t colon = text.find(':'), second = text.find(':', colon + 1);
  fault.rank = std::atoi(text.c_str());
  fault.point = std::atol(text.c_str() + colon + 1);
  fault.what = text.substr(second + 1);
  return fault;
}

// mpirun numbers its processes in their environment: known before MPI begins.
int own_rank() {
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  return rank == nullptr ? 0 : std::atoi(rank);
}

constexpr size_t kLongResult = 256 << 10;

bool any_cut(const std::vector<Fault>& faults) {
  return std::any_of(faults.begin(), faults.end(), [](const Fault& f) { return f.what == "cut"; });
}

std::string pid_file(const std::string& output) {
  return output + ".pid";
}

// The rank, the parent of the process that computes, has sent the first piece of its result and
// rank 0, which sleeps meanwhile, has asked for no other.
void kill_rank_as_it_sends(const std::string& output) {
  pid_t leader = 0;
  std::ifstream(pid_file(output)) >> leader;
  const pid_t rank = ::getppid();
  ::kill(leader, SIGSTOP);
  if (::fork() != 0)
    return;
  ::usleep(200'000);
  ::kill(rank, SIGKILL);
  ::usleep(100'000);
  ::kill(leader, SIGCONT);
  ::_exit(0);
}

void suffer(const std::vector<Fault>& faults, int64_t point, const std::string& what) {
  for (const Fault& fault : faults)
    if (fault.rank == own_rank() && fault.what == what &&
        (what == "refuse" || fault.point <= point)) {
      if (what == "refuse")
        throw InputError("no such model here");
      ::kill(::getpid(), SIGKILL);
    }
}

std::string own_build(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults)
    if (fault.rank == own_rank() && fault.what == "other")
      return "fedcba9876543210";
  return "0123456789abcdef";
}

bool is_cut(const std::vector<Fault>& faults) {
  return std::any_of(faults.begin(), faults.end(), [](const Fault& fault) {
    return fault.rank == own_rank() && fault.what == "cut";
  });
}

int lead(PointRunner& runner, int64_t points, const std::vector<Fault>& faults, std::ostream& out) {
  std::vector<int64_t> indices(static_cast<size_t>(points));
  std::iota(indices.begin(), indices.end(), 0);
  // Two generations, as a sweep that is guided has.
  const auto middle = indices.begin() + points / 2;
  for (const auto& part :
       {std::vector<int64_t>(indices.begin(), middle), std::vector<int64_t>(middle, indices.end())})
    runner.run(part, [&](const PointOutcome& outcome) {
      suffer(faults, outcome.index, "kill");
      const std::string& reason = std::get<Uncompilable>(outcome.outcome).reason;
      out << outcome.index << " " << outcome.worker << " " << reason.substr(0, reason.find(' '))
          << std::endl;
    });
  return 0;
}

}  // namespace
}  // namespace vta::explore

int main(int argc, char** argv) {
  using namespace vta::explore;
  if (argc < 3)
    return 2;
  std::vector<Fault> faults;
  for (int i = 3; i < argc; ++i)
    faults.push_back(parse_fault(argv[i]));
  std::ofstream out;
  if (own_rank() == 0)
    out.open(argv[2]);
  MpiJob job;
  job.build = own_build(faults);
  job.silence = std::chrono::seconds(5);
  job.lead = [&](std::unique_ptr<PointRunner> runner) {
    std::ofstream(pid_file(argv[2])) << ::getppid();
    return lead(*runner, std::atol(argv[1]), faults, out);
  };
  job.prepare = [&]() -> PointFunction {
    suffer(faults, 0, "refuse");
    return [&, to_be_cut = is_cut(faults)](int64_t index) mutable -> Outcome {
      suffer(faults, index, "kill");
      if (std::exchange(to_be_cut, false))
        kill_rank_as_it_sends(argv[2]);
      std::string reason = fmt::format("point_{} ", index);
      if (any_cut(faults))
        reason.resize(kLongResult, '.');
      return Uncompilable{reason};
    };
  };
  job.report = [&](int code, const std::string& text) {
    out << "end " << code << " " << text << std::endl;
  };
  return run_mpi_job(argc, argv, job);
}
