// Command lines by the hundred thousand: the program's main() called again and again in one
// process, which another one watches.
//
//   fuzz_cli [--mutations N] [--seed S] [--mutator bytes|words|text|blocks|all] [--seconds T]
//            [--log FILE] FILE|FOLDER...
//
// A finding is a crash, a report of a sanitizer, exit code 70, an error without a word on stderr,
// and what takes more than ten seconds of two processors. Its command line, files and words are
// left in cli/NUMBER of the current folder; after a finding it goes on. How many ended with which
// exit code is printed at the end. The log has each exit code, the command and its last words.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "cli/vta_main.h"
#include "link/process/device_worker.h"
#include "tests/fuzz/cli_case.h"

namespace {

namespace fs = std::filesystem;
using vta::fuzz::Bytes;
using vta::fuzz::CaseMaker;
using vta::fuzz::CliCase;

constexpr int64_t kBatch = 400;  // calls of a process
constexpr double kMostSeconds = 20;
constexpr int kInternal = 70, kLimit = 8;

struct Flags {
  int64_t mutations = 0, seconds = 0;
  uint64_t seed = 1;
  std::string mutator = "all", log = {};
  std::vector<std::string> places;
};

// What the process that calls says to the one that watches.
struct Progress {
  std::atomic<int64_t> at, done;     // numbers of cases
  std::atomic<double> cpu_at_begin;  // of `at`
  std::atomic<int64_t> codes[256];   // how many ended so
  std::atomic<int64_t> findings;
};

Flags parse(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (!name.starts_with("--")) {
      flags.places.push_back(fs::absolute(name));
      continue;
    }
    const std::string value = i + 1 < argc ? argv[++i] : "";
    if (name == "--mutator")
      flags.mutator = value;
    else if (name == "--log")
      flags.log = fs::absolute(value);
    else if (name == "--mutations" || name == "--seconds" || name == "--seed")
      (name == "--seed"      ? reinterpret_cast<int64_t&>(flags.seed)
       : name == "--seconds" ? flags.seconds
                             : flags.mutations) = std::stoll(value);
    else
      throw std::invalid_argument("no option " + name);
  }
  return flags;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::map<std::string, std::vector<Bytes>> read_corpus(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places)
    if (!fs::is_directory(place))
      files.emplace_back(place);
    else
      for (const auto& entry : fs::recursive_directory_iterator(place))
        if (entry.is_regular_file())
          files.push_back(entry.path());
  std::ranges::sort(files);
  std::map<std::string, std::vector<Bytes>> corpus;
  for (const fs::path& file : files) {
    const std::string bytes = read_file(file);
    corpus[file.extension()].emplace_back(bytes.begin(), bytes.end());
  }
  return corpus;
}

void put_in_place(int place, const char* path, int how) {
  const int fd = ::open(path, how | O_CLOEXEC, 0600);
  ::dup2(fd, place);
  ::close(fd);
}

int call(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"vta"};
  for (const std::string& argument : arguments)
    argv.push_back(argument.c_str());
  return vta::cli::vta_main(static_cast<int>(argv.size()), argv.data());
}

// What `vta COMMAND --help` prints: from a process of its own.
std::string help_of(const std::string& command, const fs::path& folder) {
  const fs::path text = folder / "help";
  const pid_t child = ::fork();
  if (child == 0) {
    put_in_place(STDOUT_FILENO, text.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
    std::vector<std::string> arguments;
    const size_t space = command.find(' ');
    if (!command.empty())
      arguments.push_back(command.substr(0, space));
    if (space != std::string::npos)
      arguments.push_back(command.substr(space + 1));
    arguments.emplace_back("--help");
    ::_exit(call(arguments));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return read_file(text);
}

double cpu_seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string quoted(const std::string& argument) {
  std::string out = "'";
  for (const char c : argument)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

void write_case(const CliCase& made, const fs::path& folder) {
  fs::create_directories(folder);
  for (const auto& [name, bytes] : made.files)
    std::ofstream(folder / name, std::ios::binary) << bytes;
}

class Campaign {
 public:
  Campaign(const Flags& flags, const fs::path& work)
      : flags_(flags),
        work_(work),
        maker_(read_corpus(flags.places), flags.mutator,
               [&](const std::string& command) { return help_of(command, work); }),
        progress_(static_cast<Progress*>(::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                                                MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    progress_->at = -1;
  }

  int run() {
    const auto begin = std::chrono::steady_clock::now();
    const auto end = begin + std::chrono::seconds(flags_.seconds);
    const auto goes_on = [&] {
      return progress_->done < flags_.mutations ||
             (flags_.seconds > 0 && std::chrono::steady_clock::now() < end);
    };
    while (goes_on())
      batch();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::string codes;
    for (int code = 0; code < 256; ++code)
      if (progress_->codes[code] > 0)
        codes += fmt::format(" {}: {}", code, progress_->codes[code].load());
    fmt::print("{} command lines (seed {}, mutator {}) in {:.0f} s; exit codes{}; {} findings\n",
               progress_->done.load(), flags_.seed, flags_.mutator, seconds, codes,
               progress_->findings.load());
    return progress_->findings > 0 ? 77 : 0;
  }

 private:
  uint64_t number(int64_t at) const { return (flags_.seed << 32) + static_cast<uint64_t>(at); }

  void batch() {
    const int64_t first = progress_->done;
    const pid_t child = ::fork();
    if (child == 0) {
      ::setpgid(0, 0);
      call_all(first);
      ::_exit(0);
    }
    std::string why = wait_for(child);
    ::kill(-child, SIGKILL);  // what it has begun
    const int64_t at = progress_->at;
    if (at < first)
      throw std::runtime_error("a process ends before its first call: " + why);
    if (progress_->done > at)
      return;
    if (why.empty())  // ended by itself: a limit that was met in a thread
      ++progress_->codes[kLimit];
    else
      keep_finding(at, why);
    progress_->done = at + 1;
  }

  // Empty: nothing is wrong with how it ended.
  std::string wait_for(pid_t child) const {
    clockid_t clock{};
    ::clock_getcpuclockid(child, &clock);
    while (true) {
      int status = 0;
      if (::waitpid(child, &status, WNOHANG) == child) {
        if (WIFSIGNALED(status))
          return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
        const int code = WEXITSTATUS(status);
        return code == 0 || code == kLimit ? "" : fmt::format("the process ends with {}", code);
      }
      const double used = cpu_seconds(clock) - progress_->cpu_at_begin;
      if (progress_->at == progress_->done && used > kMostSeconds) {
        ::kill(-child, SIGKILL);
        ::waitpid(child, &status, 0);
        return fmt::format("takes more than {} s of processors", kMostSeconds);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  void call_all(int64_t first) {
    put_in_place(STDIN_FILENO, "/dev/null", O_RDONLY);
    put_in_place(STDERR_FILENO, (work_ / "stderr").c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
    for (int64_t at = first; at < first + kBatch && (flags_.seconds > 0 || at < flags_.mutations);
         ++at) {
      const CliCase made = maker_.make(number(at));
      if (made.alone && at > first)
        return;
      one(at, made);
      if (made.alone)
        return;
    }
  }

  void one(int64_t at, const CliCase& made) {
    const fs::path folder = work_ / "case";
    fs::current_path(work_);
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    write_case(made, folder);
    fs::current_path(folder);
    put_in_place(STDOUT_FILENO, at % 40 == 39 ? "/dev/full" : "/dev/null", O_WRONLY);
    if (::ftruncate(STDERR_FILENO, 0) != 0)
      ::_exit(1);
    progress_->cpu_at_begin = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
    progress_->at = at;
    const int code = call(made.arguments);
    std::fflush(stderr);
    ++progress_->codes[code & 255];
    if (!flags_.log.empty())
      std::ofstream(flags_.log, std::ios::app)
          << code << " " << (made.arguments.empty() ? "" : made.arguments.front()) << ": "
          << last_words().substr(0, 200) << "\n";
    if (code == kInternal || code < 0 || code > 255)
      keep_finding(at, fmt::format("exit code {}", code));
    else if (code > 1 && fs::file_size(work_ / "stderr") == 0)
      keep_finding(at, fmt::format("exit code {} without a word", code));
    progress_->done = at + 1;
  }

  std::string last_words() const {
    std::string words = read_file(work_ / "stderr");
    if (!words.empty())
      words.pop_back();
    return words.substr(words.rfind('\n') + 1);
  }

  void keep_finding(int64_t at, const std::string& why) {
    const CliCase made = maker_.make(number(at));
    const fs::path folder = start_ / "cli" / std::to_string(number(at));
    write_case(made, folder);
    std::string line = "vta";
    for (const std::string& argument : made.arguments)
      line += " " + quoted(argument);
    const std::string words = read_file(work_ / "stderr");
    std::ofstream(folder / "command") << line << "\n# " << why << "\n" << words;
    ++progress_->findings;
  }

  const Flags& flags_;
  fs::path work_, start_ = fs::current_path();
  CaseMaker maker_;
  Progress* progress_;
};

// A folder in memory where there is one: files come and go by the million.
fs::path make_work_folder() {
  std::string path =
      (fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path().string()) +
      "/vta_fuzz_cli_XXXXXX";
  if (::mkdtemp(path.data()) == nullptr)
    throw std::runtime_error("fuzz_cli: no folder to work in");
  return path;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string_view(vta::kDeviceWorker))  // `vta pipeline` begins it so
    return vta::cli::vta_main(argc, argv);
  fs::path work;
  try {
    const Flags flags = parse(argc, argv);
    work = make_work_folder();
    for (const char* variable : {"HOME", "XDG_CACHE_HOME", "VTA_CACHE_DIR"})  // a cache of its own
      ::setenv(variable, work.c_str(), 1);
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const int code = Campaign(flags, work).run();
    fs::remove_all(work);
    return code;
  } catch (const std::exception& e) {
    fmt::print(stderr, "fuzz_cli: {}\n", e.what());
    return 2;
  }
}
