#include "sim/cosim/campaign.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>
#include <variant>

#include "base/error.h"
#include "base/file.h"
#include "base/output_file.h"
#include "base/workers/workers.h"
#include "sim/cosim/program_text.h"

namespace vta::cosim {
namespace {

// Programs of one configuration: first, first + step, ...
struct Piece {
  size_t config = 0;
  int64_t first = 0, step = 1, end = 0;
  bool empty() const { return first >= end; }
};

std::string label_of(const CampaignOptions::Machine& machine) {
  if (!machine.name.empty())
    return machine.name;
  const VtaConfig& config = machine.config;
  for (const NamedConfig& named : named_configs())
    if (named_config(named.name).hardware() == config.hardware())
      return std::string(named.name);
  return config.name();
}

std::string file_of(const CampaignOptions& options, size_t machine, int64_t index) {
  return (std::filesystem::path(options.save_folder) /
          fmt::format("{}_{}_{}.s", label_of(options.machines[machine]), options.seed, index))
      .string();
}

// The folder is made by the first that has something for it.
void save(const std::string& file, const std::string& text) {
  std::error_code ignored;  // the file says what is wrong
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
  write_text_file(file, text);
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

// What a worker tells its parent.
struct Ready {
  static constexpr bool kMessage = true;  // base/archive.h
};
struct Started {
  int64_t program = 0;
  static constexpr bool kMessage = true;  // base/archive.h
};
struct Ran {
  int64_t program = 0, insns = 0, cycles = 0;
  bool racy = false, error = false;
  std::vector<int32_t> hits = {};  // where nothing differs
  std::optional<FoundDifference> difference = {};
  static constexpr bool kMessage = true;  // base/archive.h
};
struct Broken {
  std::string text;
  static constexpr bool kMessage = true;  // base/archive.h
};
using Tale = std::variant<Ready, Started, Ran, Broken>;

// Runs in a process of its own; tells its parent of each program.
class Worker {
 public:
  Worker(const CampaignOptions& options, const Piece& piece, const HitTable& hits,
         ForkedWorker::Parent& parent)
      : options_(options), piece_(piece), hits_(hits), parent_(parent) {}

  void run() {
    const CampaignOptions::Machine& machine = options_.machines[piece_.config];
    Bench bench(machine.backends, options_.make_device);
    bench.prepare(machine.config, kMostMemory);
    tell(Ready{});
    for (int64_t i = piece_.first; i < piece_.end && !bench.broken(); i += piece_.step) {
      tell(Started{i});
      tell(run_one(bench, i));
    }
  }

 private:
  Ran run_one(Bench& bench, int64_t index) {
    const TestProgram program = generate_program(options_.machines[piece_.config].config,
                                                 options_.memory, options_.seed, index);
    const Verdict verdict = bench.run(program);
    Ran ran{.program = index,
            .insns = std::ssize(program.insns),
            .cycles = verdict.cycles(),
            .racy = program.racy,
            .error = program.expected_error != IsaError::None};
    if (verdict.difference)
      ran.difference = shrunk(bench, program, index, *verdict.difference);
    else
      ran.hits = hits_.classify(program, verdict.detailed());
    return ran;
  }

  FoundDifference shrunk(Bench& bench, const TestProgram& program, int64_t index,
                         Difference difference) {
    TestProgram shown = program;
    if (!bench.broken() && options_.shrink_seconds > 0) {
      shown = bench.shrink(program, {.seconds = options_.shrink_seconds});
      if (const auto now = bench.run(shown).difference)
        difference = *now;
      else
        shown = program;
    }
    const std::string file = file_of(options_, piece_.config, index);
    save(file, program_text(shown, fmt::format("program {} of seed {}: {}", index, options_.seed,
                                               difference.text)));
    return {.program = index,
            .config = label_of(options_.machines[piece_.config]),
            .kind = std::string(difference_name(difference.kind)),
            .text = difference.text,
            .file = file,
            .insns = std::ssize(shown.insns)};
  }

  void tell(const Tale& tale) { parent_.send(to_bytes(tale)); }

  const CampaignOptions& options_;
  const Piece piece_;
  const HitTable& hits_;
  ForkedWorker::Parent& parent_;
};

struct Child {
  Piece piece;
  std::unique_ptr<ForkedWorker> process;
  bool ready = false;        // its devices are made
  int64_t running = -1;      // the program that it is at
  int64_t last = -1;         // the program that it has done
  std::string failure = {};  // what it said before it ended
};

class Campaign {
 public:
  Campaign(const CampaignOptions& options, HitTable& hits) : options_(options), hits_(hits) {
    for (const CampaignOptions::Machine& machine : options.machines)
      result_.configs.push_back({label_of(machine)});
    plan();
    if (!options_.save_folder.empty())
      check_output_folder(options_.save_folder);
  }

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
    const auto configs = std::ssize(options_.machines);
    const int64_t parts = std::clamp<int64_t>(options_.programs / configs / 50, 1, options_.jobs);
    const int64_t step = parts * configs, first = options_.first_program;
    for (int64_t k = 0; k < step; ++k)
      pieces_.push_back(
          {static_cast<size_t>((first + k) % configs), first + k, step, first + options_.programs});
    std::erase_if(pieces_, [](const Piece& p) { return p.empty(); });
    std::reverse(pieces_.begin(), pieces_.end());
  }

  void start_next() {
    const Piece piece = pieces_.back();
    pieces_.pop_back();
    children_.push_back({piece, std::make_unique<ForkedWorker>(
                                    [&](ForkedWorker::Parent& parent) { work(piece, parent); })});
  }

  void work(const Piece& piece, ForkedWorker::Parent& parent) {
    try {
      Worker(options_, piece, hits_, parent).run();
    } catch (const std::exception& e) {
      parent.send(to_bytes(Tale(Broken{e.what()})));
      throw;
    }
  }

  void listen() {
    std::vector<const ForkedWorker*> processes;
    for (const Child& child : children_)
      processes.push_back(child.process.get());
    ForkedWorker::wait_for_any(processes, -1);
    for (size_t k = children_.size(); k-- > 0;)
      if (!receive(children_[k]))
        end(k);
  }

  bool receive(Child& child) {
    std::vector<std::string> messages;
    const bool lives = child.process->exchange(messages);
    return std::ranges::all_of(messages, [&](const auto& m) { return understand(child, m); }) &&
           lives;
  }

  // False: what a process with a damaged memory says need not make sense.
  bool understand(Child& child, const std::string& message) {
    try {
      const auto tale = from_bytes<Tale>(message, "worker");
      std::visit([&](const auto& told) { take(child, told); }, tale);
      return true;
    } catch (const std::exception& e) {
      child.failure = fmt::format("a worker's message does not make sense ({})", e.what());
      return false;
    }
  }

  static void take(Child& child, const Ready&) { child.ready = true; }
  static void take(Child& child, const Started& started) { child.running = started.program; }
  static void take(Child& child, const Broken& broken) { child.failure = broken.text; }
  void take(Child& child, const Ran& ran) {
    child.last = std::exchange(child.running, -1);
    child.piece.first = ran.program + child.piece.step;
    ConfigSummary& config = result_.configs[child.piece.config];
    ++result_.programs;
    ++config.programs;
    result_.insns += ran.insns;
    config.insns += ran.insns;
    result_.cycles += ran.cycles;
    config.cycles += ran.cycles;
    result_.racy += ran.racy ? 1 : 0;
    result_.errors += ran.error ? 1 : 0;
    if (ran.difference)
      add_difference(child, *ran.difference);
    else
      hits_.add(ran.hits);
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
    const WorkerEnding ending = child.process->end();
    const int status = ending.status;
    if (ending.garbled && child.failure.empty())
      child.failure = "a worker's message does not make sense";
    if (child.running < 0 && !child.ready)
      throw DeviceError(
          fmt::format("configuration {}: {}", result_.configs[child.piece.config].name,
                      child.failure.empty() ? "making its devices ended with " + ending_of(status)
                                            : child.failure));
    if (child.running >= 0)
      blame(child, child.running, status);
    else if (status != 0)  // behind its last program
      blame(child, child.last, status);
    if (!child.piece.empty())
      pieces_.push_back(child.piece);
  }

  void blame(Child& child, int64_t index, int status) {
    ConfigSummary& config = result_.configs[child.piece.config];
    const std::string how = !child.failure.empty()
                                ? child.failure
                                : "the process that ran it ended with " + ending_of(status);
    FoundDifference found{index, config.name, "failure", how, "", 0};
    if (const auto saved = save_apart(child.piece.config, index, how); saved.insns >= 0) {
      found.file = saved.file;
      found.insns = saved.insns;
    } else {
      found.text += fmt::format("; so does making the program (--seed {} --program {})",
                                options_.seed, index);
    }
    if (index == child.running) {
      ++result_.programs;
      ++config.programs;
      child.piece.first = index + child.piece.step;
      if (options_.on_program)
        options_.on_program();
    }
    add_difference(child, std::move(found));
  }

  struct Saved {
    std::string file;
    int64_t insns = -1;  // -1: could not be made
  };

  // In a process of its own: what ended the other may have been the generator.
  Saved save_apart(size_t machine, int64_t index, const std::string& how) {
    const VtaConfig& config = options_.machines[machine].config;
    const std::string file = file_of(options_, machine, index);
    const ChildReport made = run_in_child([&] {
      const TestProgram program = generate_program(config, options_.memory, options_.seed, index);
      save(file, program_text(program,
                              fmt::format("program {} of seed {}: {}", index, options_.seed, how)));
      return std::to_string(std::ssize(program.insns));
    });
    return {file, made.failure.empty() ? std::stoll(made.answer) : -1};
  }

  const CampaignOptions& options_;
  HitTable& hits_;
  CampaignResult result_;
  std::vector<Piece> pieces_;
  std::vector<Child> children_;
};

bool has_time(const CampaignOptions& options) {
  return std::ranges::any_of(options.machines, [](const CampaignOptions::Machine& machine) {
    return std::ranges::any_of(machine.backends,
                               [](const std::string& b) { return !b.starts_with("fsim"); });
  });
}

}  // namespace

CampaignResult run_campaign(const CampaignOptions& options, int64_t require_hits) {
  VTA_CHECK(!options.machines.empty() && options.jobs > 0, "a campaign without work");
  std::vector<VtaConfig> configs;
  for (const CampaignOptions::Machine& machine : options.machines)
    configs.push_back(machine.config);
  HitTable hits(configs, {.timed = has_time(options),
                          .memory_varies = options.memory != MemoryChoice::Fixed});
  CampaignResult result = Campaign(options, hits).run();
  result.classes.assign(hits.classes().begin(), hits.classes().end());
  result.rare = hits.fewer_than(require_hits);
  return result;
}

}  // namespace vta::cosim
