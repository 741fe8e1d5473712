#include "explore/launch/mpirun.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/output_file.h"
#include "base/process.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct RankStatus {
  bool ended = false;
  pid_t pid = 0;  // while it runs
  int64_t started = 0;
  std::string host;
  int code = 0;  // once it has ended
  std::string text;
};

std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

// When a process of this machine began, in ticks since the machine did; 0 when it is no more.
// Numbers of processes come again, the two together do not.
int64_t start_of(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const size_t name_end = text.rfind(')');
  if (name_end == std::string::npos)
    return 0;
  constexpr int kBetween = 18;  // fields between the state and the start
  std::istringstream fields(text.substr(name_end + 1));
  std::string state, skipped;
  fields >> state;
  for (int i = 0; i < kBetween; ++i)
    fields >> skipped;
  int64_t start = 0;
  fields >> start;
  return state == "Z" ? 0 : start;
}

void write_status(const std::string& path, const std::string& text) {
  if (path.empty())
    return;
  OutputFile out(path);
  out.stream() << text;
  out.commit();
}

// nullopt while rank 0 has not begun.
std::optional<RankStatus> read_status(const std::string& path) {
  if (!fs::exists(path))
    return std::nullopt;
  std::istringstream in(read_text_file(path));
  RankStatus status;
  std::string word;
  in >> word;
  status.ended = word == "ended";
  if (status.ended) {
    in >> status.code >> std::ws;
    status.text.assign(std::istreambuf_iterator<char>(in), {});
  } else {
    in >> status.pid >> status.started >> status.host;
  }
  return status;
}

bool is_open_mpi(const std::string& log) {
  return run_process({"mpirun", "--version"}, log) == 0 &&
         read_text_file(log).find("Open MPI") != std::string::npos;
}

bool is_lost(const std::optional<RankStatus>& status) {
  return status && !status->ended && status->host == host_name() &&
         start_of(status->pid) != status->started;
}

// mpirun was told to go on without a rank that dies; without rank 0 there is nothing to go on with.
int wait_for(RunningProgram& mpirun, const std::string& status_file) {
  constexpr auto kGrace = 10s;
  std::optional<std::chrono::steady_clock::time_point> ended;
  while (!mpirun.ended_within(50ms)) {
    // Lost first, then read: what it wrote as its last is seen.
    const bool lost = is_lost(read_status(status_file));
    const std::optional<RankStatus> rank = read_status(status_file);
    if (!rank || !(rank->ended || lost))
      continue;
    const auto now = std::chrono::steady_clock::now();
    ended = ended.value_or(now);
    const auto since = now - *ended;
    if (since > 2 * kGrace)
      mpirun.signal(SIGKILL);
    else if (!rank->ended || since > kGrace)
      mpirun.signal(SIGTERM);
  }
  return exit_status(mpirun.wait());
}

}  // namespace

std::vector<std::string> mpirun_argv(const MpirunRequest& request, bool is_open_mpi, bool is_root) {
  std::vector<std::string> argv = {"mpirun"};
  if (is_open_mpi)
    argv.insert(argv.end(), {"--quiet", "--continuous", "--oversubscribe", "--bind-to", "none"});
  if (is_open_mpi && is_root)
    argv.push_back("--allow-run-as-root");
  argv.insert(argv.end(), {"-n", std::to_string(request.ranks)});
  argv.insert(argv.end(), request.options.begin(), request.options.end());
  argv.insert(argv.end(), request.command.begin(), request.command.end());
  return argv;
}

RankEnd run_mpirun(const MpirunRequest& request) {
  if (!has_program("mpirun"))
    throw UsageError(
        "--launcher mpi: mpirun is not in PATH; on Debian it is in the package openmpi-bin");
  fs::remove(request.status_file);
  const bool open_mpi = is_open_mpi(request.status_file);
  fs::remove(request.status_file);
  // With our own streams, and in our group: Ctrl-C of the terminal is for it.
  RunningProgram mpirun({.argv = mpirun_argv(request, open_mpi, ::geteuid() == 0),
                         .streams = {0, request.results_to_stderr ? 2 : 1, 2},
                         .own_group = false});
  const int status = wait_for(mpirun, request.status_file);
  const std::optional<RankStatus> rank = read_status(request.status_file);
  fs::remove(request.status_file);
  if (!rank)
    throw InputError(fmt::format(
        "mpirun ended with status {} before rank 0 started; its output is above", status));
  if (!rank->ended)
    throw IncompleteError(
        fmt::format("rank 0 was lost (mpirun ended with status {}); the stored results are kept, "
                    "--resume computes the rest",
                    status));
  return {rank->code, rank->text};
}

void write_rank_start(const std::string& path) {
  write_status(path,
               fmt::format("running {} {} {}\n", ::getpid(), start_of(::getpid()), host_name()));
}

void write_rank_end(const std::string& path, int code, const std::string& text) {
  write_status(path, fmt::format("ended {}\n{}", code, text));
}

std::string find_mpi_program() {
  const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / "vta-sweep-mpi";
  if (fs::exists(beside))
    return beside.string();
  if (has_program("vta-sweep-mpi"))
    return "vta-sweep-mpi";
  throw UsageError(fmt::format(
      "--launcher mpi: vta-sweep-mpi is neither in {} nor in PATH; it is built if MPI is "
      "installed: scripts/setup.sh --tests installs it (libboost-mpi1.81-dev, libopenmpi-dev, "
      "openmpi-bin), then cmake --preset release && scripts/build.sh release vta-sweep-mpi",
      beside.parent_path().string()));
}

}  // namespace vta::explore
