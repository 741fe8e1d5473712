#include "sim/cosim/campaign.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "sim/cosim/program_text.h"

namespace vta::cosim {
namespace {

namespace json = boost::json;

// Programs of one configuration: first, first + step, ...
struct Piece {
  size_t config = 0;
  int64_t first = 0, step = 1, end = 0;
  bool empty() const { return first >= end; }
};

std::string config_label(const VtaConfig& config) {
  for (const NamedConfig& named : named_configs())
    if (hardware_of(named_config(named.name)) == hardware_of(config))
      return std::string(named.name);
  return config.name();
}

// Runs in a process of its own; tells its parent a line of JSON per program.
class Worker {
 public:
  Worker(const CampaignOptions& options, const Piece& piece, const HitTable& hits, int pipe)
      : options_(options), piece_(piece), hits_(hits), pipe_(pipe) {}

  void run() {
    Bench bench(options_.backends, options_.make_device);
    bench.prepare(options_.configs[piece_.config], TestProgram{}.memory_bytes);
    for (int64_t i = piece_.first; i < piece_.end && !bench.broken(); i += piece_.step) {
      tell({{"start", i}});
      tell(run_one(bench, i));
    }
  }

 private:
  json::object run_one(Bench& bench, int64_t index) {
    const TestProgram program =
        generate_program(options_.configs[piece_.config], options_.memory, options_.seed, index);
    const Verdict verdict = bench.run(program);
    json::object line{{"program", index},
                      {"insns", std::ssize(program.insns)},
                      {"cycles", verdict.cycles()},
                      {"racy", program.racy},
                      {"error", program.expected_error != IsaError::None}};
    if (verdict.difference)
      line["difference"] = describe(bench, program, index, *verdict.difference);
    else
      line["hits"] = json::value_from(hits_.classify(program, verdict.detailed()));
    return line;
  }

  json::object describe(Bench& bench, const TestProgram& program, int64_t index,
                        Difference difference) {
    TestProgram shown = program;
    if (!bench.broken() && options_.shrink_seconds > 0) {
      shown = bench.shrink(program, {.seconds = options_.shrink_seconds});
      if (const auto now = bench.run(shown).difference)
        difference = *now;
      else
        shown = program;
    }
    const std::string file =
        (std::filesystem::path(options_.save_folder) /
         fmt::format("{}_{}_{}.s", config_label(program.config), options_.seed, index))
            .string();
    write_text_file(file, program_text(shown, fmt::format("program {} of seed {}: {}", index,
                                                          options_.seed, difference.text)));
    return {{"kind", difference_name(difference.kind)},
            {"text", difference.text},
            {"file", file},
            {"insns", std::ssize(shown.insns)}};
  }

  void tell(const json::object& line) {
    const std::string text = json::serialize(line) + "\n";
    for (size_t at = 0; at < text.size();) {
      const ssize_t n = write(pipe_, text.data() + at, text.size() - at);
      if (n <= 0)
        _exit(1);  // nobody listens any more
      at += static_cast<size_t>(n);
    }
  }

  const CampaignOptions& options_;
  const Piece piece_;
  const HitTable& hits_;
  int pipe_;
};

struct Child {
  pid_t pid = -1;
  int pipe = -1;
  Piece piece;
  std::string buffer;
  int64_t running = -1;  // the program that it is at
  std::string failure;   // what it said before it ended
};

class Campaign {
 public:
  Campaign(const CampaignOptions& options, HitTable& hits) : options_(options), hits_(hits) {
    for (const VtaConfig& config : options.configs)
      result_.configs.push_back({config_label(config)});
    plan();
    if (!options_.save_folder.empty())
      std::filesystem::create_directories(options_.save_folder);
  }
  ~Campaign() {
    for (Child& child : children_)
      stop(child);
  }
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  CampaignResult run() {
    while (!pieces_.empty() || !children_.empty()) {
      while (!pieces_.empty() && std::ssize(children_) < options_.jobs)
        start_next();
      listen();
      if (std::ssize(result_.differences) >= options_.most_differences) {
        result_.stopped = true;
        break;
      }
    }
    return std::move(result_);
  }

 private:
  // Program i runs on configuration i mod count; two pieces a job for each configuration, so that
  // all jobs end at about the same time.
  void plan() {
    const auto configs = std::ssize(options_.configs);
    const int64_t parts = std::clamp<int64_t>(options_.programs / configs / 50, 1, options_.jobs);
    for (int64_t part = 0; part < parts; ++part)
      for (int64_t c = 0; c < configs; ++c)
        pieces_.push_back(
            {static_cast<size_t>(c), part * configs + c, parts * configs, options_.programs});
    std::erase_if(pieces_, [](const Piece& p) { return p.empty(); });
    std::reverse(pieces_.begin(), pieces_.end());
  }

  void start_next() {
    Child child;
    child.piece = pieces_.back();
    pieces_.pop_back();
    int ends[2];
    if (pipe(ends) != 0)
      throw InternalError("cosim: no pipe to a worker");
    std::fflush(nullptr);
    child.pid = fork();
    if (child.pid < 0)
      throw InternalError("cosim: no process for a worker");
    if (child.pid == 0) {
      close(ends[0]);
      work(child.piece, ends[1]);
    }
    close(ends[1]);
    child.pipe = ends[0];
    children_.push_back(std::move(child));
  }

  [[noreturn]] void work(const Piece& piece, int pipe_end) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
      Worker(options_, piece, hits_, pipe_end).run();
    } catch (const std::exception& e) {
      const std::string text = json::serialize(json::object{{"failure", e.what()}}) + "\n";
      [[maybe_unused]] const ssize_t n = write(pipe_end, text.data(), text.size());
      _exit(1);
    }
    _exit(0);
  }

  void listen() {
    std::vector<pollfd> polls;
    for (const Child& child : children_)
      polls.push_back({child.pipe, POLLIN, 0});
    poll(polls.data(), polls.size(), -1);
    for (size_t k = polls.size(); k-- > 0;)
      if (polls[k].revents != 0 && !receive(children_[k]))
        end(k);
  }

  bool receive(Child& child) {
    std::array<char, 65536> bytes;
    const ssize_t n = read(child.pipe, bytes.data(), bytes.size());
    if (n <= 0)
      return false;
    child.buffer.append(bytes.data(), static_cast<size_t>(n));
    for (size_t end; (end = child.buffer.find('\n')) != std::string::npos;) {
      take_line(child, json::parse(child.buffer.substr(0, end)).as_object());
      child.buffer.erase(0, end + 1);
    }
    return true;
  }

  void take_line(Child& child, const json::object& line) {
    if (const json::value* start = line.if_contains("start")) {
      child.running = start->as_int64();
      return;
    }
    if (const json::value* failure = line.if_contains("failure")) {
      child.failure = failure->as_string();
      return;
    }
    child.running = -1;
    child.piece.first = line.at("program").as_int64() + child.piece.step;
    ConfigSummary& config = result_.configs[child.piece.config];
    const int64_t insns = line.at("insns").as_int64(), cycles = line.at("cycles").as_int64();
    ++result_.programs;
    ++config.programs;
    result_.insns += insns;
    config.insns += insns;
    result_.cycles += cycles;
    config.cycles += cycles;
    result_.racy += line.at("racy").as_bool() ? 1 : 0;
    result_.errors += line.at("error").as_bool() ? 1 : 0;
    if (const json::value* hits = line.if_contains("hits"))
      hits_.add(json::value_to<std::vector<int32_t>>(*hits));
    if (const json::value* found = line.if_contains("difference")) {
      const json::object& d = found->as_object();
      add_difference(child, {line.at("program").as_int64(), config.name,
                             json::value_to<std::string>(d.at("kind")),
                             json::value_to<std::string>(d.at("text")),
                             json::value_to<std::string>(d.at("file")), d.at("insns").as_int64()});
    }
    if (options_.on_program)
      options_.on_program();
  }

  void add_difference(const Child& child, FoundDifference found) {
    ++result_.configs[child.piece.config].differences;
    result_.differences.push_back(std::move(found));
  }

  // A worker that ended in the middle of its piece: the program that it was at is to blame.
  void end(size_t k) {
    Child child = std::move(children_[k]);
    children_.erase(children_.begin() + static_cast<int64_t>(k));
    close(child.pipe);
    int status = 0;
    waitpid(child.pid, &status, 0);
    if (child.running >= 0)
      blame(child, status);
    else if (!child.failure.empty())
      throw DeviceError(fmt::format("configuration {}: {}",
                                    result_.configs[child.piece.config].name, child.failure));
    if (!child.piece.empty())
      pieces_.push_back(child.piece);
  }

  void blame(Child& child, int status) {
    const std::string text =
        !child.failure.empty() ? child.failure
        : WIFSIGNALED(status)
            ? fmt::format("a backend was ended by signal {} ({})", WTERMSIG(status),
                          strsignal(WTERMSIG(status)))
            : fmt::format("a backend ended the process with status {}", WEXITSTATUS(status));
    const TestProgram program = generate_program(options_.configs[child.piece.config],
                                                 options_.memory, options_.seed, child.running);
    const std::string name = result_.configs[child.piece.config].name;
    const std::string file = (std::filesystem::path(options_.save_folder) /
                              fmt::format("{}_{}_{}.s", name, options_.seed, child.running))
                                 .string();
    write_text_file(file, program_text(program, fmt::format("program {} of seed {}: {}",
                                                            child.running, options_.seed, text)));
    ++result_.programs;
    ++result_.configs[child.piece.config].programs;
    add_difference(child, {child.running, name, "failure", text, file, std::ssize(program.insns)});
    child.piece.first = child.running + child.piece.step;
  }

  static void stop(Child& child) {
    kill(child.pid, SIGKILL);
    close(child.pipe);
    waitpid(child.pid, nullptr, 0);
  }

  const CampaignOptions& options_;
  HitTable& hits_;
  CampaignResult result_;
  std::vector<Piece> pieces_;
  std::vector<Child> children_;
};

bool has_time(const std::vector<std::string>& backends) {
  return std::any_of(backends.begin(), backends.end(),
                     [](const std::string& b) { return b != "fsim"; });
}

}  // namespace

CampaignResult run_campaign(const CampaignOptions& options, int64_t require_hits) {
  VTA_CHECK(!options.configs.empty() && options.jobs > 0, "a campaign without work");
  HitTable hits(options.configs, has_time(options.backends));
  CampaignResult result = Campaign(options, hits).run();
  result.classes.assign(hits.classes().begin(), hits.classes().end());
  result.rare = hits.fewer_than(require_hits);
  return result;
}

}  // namespace vta::cosim
