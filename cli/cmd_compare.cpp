// vta compare: two runs, or two ways to run one network, and where their difference comes from.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/device_flags.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "config/device.h"
#include "explore/compare/comparison.h"
#include "explore/host/host_answer.h"
#include "explore/record/any_run.h"
#include "explore/record/timed_run.h"
#include "link/device_string.h"
#include "workbench/device_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct CompareFlags {
  std::vector<std::string> runs;
  std::string model;
  std::vector<std::string> configs, memories;
  CompileFlags compile;  // its settings for both sides
  std::string backend = "csim";
  int64_t max_cycles = kMaxCycles;
  std::vector<std::string> gates;
  ClockFlag clock;
  HostFlag host;
  std::string fpga = kDefaultDevice;
  bool allow_moved_work = false, json = false;
  // Options of networks that are compiled, of --model, of --fail-if.
  std::vector<const Option*> of_network, of_model, of_gates;
};

constexpr const char* kCompareExamples = R"(Examples:
  vta run resnet18.onnx --backend csim --timing-only --json > before.json
  vta compare before.json after.json
  vta compare before.json after.json --fail-if 'cycles>+1%' --fail-if '*:cycles>+5%'
  vta compare before.json after.json --fail-if 'total_nbytes>+0' --fail-if 'conv2d_3:cycles>+500'
  vta compare sweep.db#12 sweep.db#407
  vta compare --model resnet18.onnx --config default --config 1x32
  vta compare --model resnet18.onnx --config default --config 1x32 --host cortex-a9
  vta compare --model resnet18.onnx --memory ideal8 --memory ddr,bus=16 --json
  vta compare --model resnet18.onnx --config mine.json --schedule fast --schedule reference
  vta compare --model resnet18.onnx --residual int32 --residual int8
  vta compare --model resnet18.onnx --recipe small.json --recipe fast.json
  vta compare --model resnet18.vta --memory read=40 --memory read=80)";

constexpr const char* kGateHelp = R"(
--fail-if [LAYER:]METRIC>CHANGE or <CHANGE: how much B may differ from A. LAYER is a kernel's name or *
  for all; CHANGE has a sign and may end in %: +1%, +0, -5%. A limit on cycles or times fails where the MACs on
  the accelerator differ by more than 0.1 % of the network's: work that left it costs no cycles there
  (--allow-moved-work). METRIC is one of
)";

constexpr const char* kCompareExits = R"(
Exit codes: 0 done, and every --fail-if holds; 1 one is broken, or the work moved; 2 wrong options; 3 unreadable input;
  4 illegal configuration; 5 cannot be compiled; 8 more than --max-memory, --max-seconds or --max-cycles allow;
  9 results cannot be written.)";

std::string compare_footer() {
  constexpr size_t kInLine = 6;
  std::string metrics;
  for (size_t n = 0; const std::string_view name : explore::limitable_names()) {
    metrics += n == 0 ? "  " : n % kInLine == 0 ? ",\n  " : ", ";
    metrics += name;
    ++n;
  }
  return fmt::format("{}\n{}{}.\n{}{}", kCompareExamples, kGateHelp, metrics, kCompareExits,
                     device_footer());
}

// The first or second of what was given once (for both) or twice; `none` where it was not given.
std::string side_of(const std::vector<std::string>& given, size_t side, const std::string& none) {
  return given.empty() ? none : given[std::min(side, given.size() - 1)];
}

// Whether something is given twice.
bool two_sided(const CompareFlags& f) {
  const bool configs = given_twice("--config", f.configs.size());
  const bool memories = given_twice("--memory", f.memories.size());
  return f.compile.settings().two_sided() || configs || memories;
}

void refuse_programs(const std::vector<std::string>& runs) {
  for (const std::string& run : runs)
    for (const char* ending : {".vta", ".onnx", ".tflite", ".ir"})
      if (run.ends_with(ending))
        throw UsageError(
            fmt::format("'{}' is no run: runs are files of vta run --json or points of a sweep; "
                        "give programs and networks with --model",
                        run));
}

void check_usage(const CompareFlags& f) {
  const bool ways = !f.configs.empty() || !f.memories.empty();
  if (f.model.empty())
    refuse_programs(f.runs);
  if (f.model.empty() && f.runs.size() != 2)
    throw UsageError(
        fmt::format("vta compare takes two runs, or --model and an option given twice (--config X "
                    "--config Y): {} run{} given",
                    f.runs.size(), f.runs.size() == 1 ? "" : "s"));
  if (f.model.empty() && ways)
    throw UsageError("--config and --memory need --model: finished runs have their own");
  if (f.model.empty())
    refuse_given(f.of_model, "needs --model: finished runs have their own");
  if (f.gates.empty())
    refuse_given(f.of_gates, "needs --fail-if: without a limit it has no effect");
  if (f.model.ends_with(".vta"))
    refuse_given(
        f.of_network,
        fmt::format(
            "has no effect on '{}', which is already compiled: give the option to vta compile",
            f.model));
  if (!f.model.empty() && !f.runs.empty())
    throw UsageError(fmt::format("--model runs two configurations itself: '{}' is one too many",
                                 f.runs.front()));
  if (!f.model.empty() && !two_sided(f))
    throw UsageError(
        "--model needs an option given twice, for A and for B: --config, --memory, --recipe or a "
        "setting of compiling such as --schedule or --batch");
  explore::require_time(parse_device(f.backend));  // before anything is compiled
}

Program program_of(const CompareFlags& f, size_t side) {
  const std::string memory = side_of(f.memories, side, std::string());
  const auto machine = [&](VtaConfig config) {
    return f.host.on(f.clock.on(with_memory(f.clock.on(std::move(config)), memory)));
  };
  CompileFlags flags = f.compile;
  flags.config = side_of(f.configs, side, flags.config);
  return program_for({.command = "compare",
                      .model = f.model,
                      .config = side_of(f.configs, side, std::string()),
                      .machine = machine,
                      .side = side},
                     flags);
}

// One of the two runs, and its time from image to answer where that is known.
struct Side {
  explore::RunRecord record;
  std::optional<explore::HostAnswer> answer;
};

Side run_side(const CompareFlags& f, size_t side) {
  const explore::TimedRun run =
      explore::timed_run(program_of(f, side), f.backend, nullptr, f.max_cycles);
  const std::string backend = parse_device(f.backend).scheme;
  Side out{explore::record_of(run.program, run.stats, backend, f.model), std::nullopt};
  if (f.host.costs)
    out.answer = explore::answer_of(
        explore::host_timeline(run.program, run.stats.launch_cycles, *f.host.costs, backend));
  return out;
}

// Points of a sweep have none.
std::optional<explore::HostAnswer> answer_in(const std::string& run) {
  return run.find('#') == std::string::npos ? explore::read_answer(load_json(run), run)
                                            : std::nullopt;
}

Side side_of(const CompareFlags& f, size_t side) {
  if (!f.model.empty())
    return run_side(f, side);
  explore::RunRecord run = explore::load_any_run(f.runs[side]);
  if (f.clock.label.estimated && run.before_gemm_pipeline)
    throw InputError(fmt::format(
        "{} was made by a vta without clock estimates: give --clock in MHz", run.origin));
  run.config = f.clock.on(std::move(run.config));
  return {std::move(run), answer_in(f.runs[side])};
}

// What was given for this side and not for both; of runs their files.
std::string side_name(const CompareFlags& f, size_t side) {
  if (f.model.empty()) {
    // Of two points of one database their numbers: "#415".
    const size_t number = f.runs[side].rfind('#');
    if (number != std::string::npos &&
        f.runs[0].substr(0, f.runs[0].rfind('#')) == f.runs[1].substr(0, f.runs[1].rfind('#')))
      return f.runs[side].substr(number);
    return std::filesystem::path(f.runs[side]).filename().string();
  }
  std::vector<std::string> words;
  for (const auto* given : {&f.configs, &f.memories})
    if (given->size() == 2 && given->front() != given->back())
      words.push_back((*given)[side]);
  for (std::string& word : f.compile.settings().side_words(side))
    words.push_back(std::move(word));
  return fmt::format("{}", fmt::join(words, " "));
}

boost::json::object document(const explore::RunDifference& runs,
                             const std::vector<explore::GateOutcome>& outcomes, const Side& a,
                             const Side& b) {
  boost::json::object out = explore::comparison_json(runs, outcomes);
  if (a.answer && b.answer)
    out["host_time"] = explore::answers_json(*a.answer, *b.answer);
  return out;
}

std::string text(const CompareFlags& f, const explore::RunDifference& runs, const FpgaDevice& fpga,
                 const Side& a, const Side& b) {
  const explore::SideNames names = explore::side_names(side_name(f, 0), side_name(f, 1));
  const std::string answers =
      a.answer && b.answer ? explore::answers_text({names.a, *a.answer}, {names.b, *b.answer})
                           : std::string();
  return answers + explore::comparison_text(runs, names, fpga);
}

int compare(const CompareFlags& f) {
  check_usage(f);
  const FpgaDevice fpga = find_device(f.fpga);
  std::vector<explore::Gate> gates;
  for (const std::string& text : f.gates)
    gates.push_back(explore::parse_gate(text));
  const Side a = side_of(f, 0), b = side_of(f, 1);
  const explore::RunDifference runs = explore::difference(a.record, b.record);
  const explore::MovedWork moved =
      f.allow_moved_work ? explore::MovedWork::Allowed : explore::MovedWork::Refused;
  std::vector<explore::GateOutcome> outcomes;
  for (const explore::Gate& gate : gates)
    for (explore::GateOutcome& outcome : explore::check_gate(gate, runs, moved))
      outcomes.push_back(std::move(outcome));
  if (f.json)
    std::puts(json_text(document(runs, outcomes, a, b)).c_str());
  else
    std::fputs(text(f, runs, fpga, a, b).c_str(), stdout);
  bool failed = false;
  for (const explore::GateOutcome& outcome : outcomes) {
    failed = failed || outcome.failed;
    if (outcome.failed)
      std::fprintf(stderr, "vta: failed: %s\n", explore::outcome_text(outcome).c_str());
  }
  return static_cast<int>(failed ? ExitCode::Mismatch : ExitCode::Ok);
}

void add_gates(Command& command, CompareFlags& flags) {
  const OptionGroup group = command.group("Checks");
  command
      .add_option("--fail-if", flags.gates,
                  "exit with code 1 if B differs from A by more than this limit; see below")
      ->expected(1)
      ->take_all();
  flags.of_gates = {command.add_flag(
      "--allow-moved-work", flags.allow_moved_work,
      "apply limits on cycles even if the accelerator's share of the network differs")};
}

}  // namespace

void register_compare(Command& app) {
  auto flags = std::make_shared<CompareFlags>();
  Command* command =
      app.add_subcommand("compare", "compare two runs layer by layer and explain the difference");
  command
      ->add_option(
          "runs", flags->runs,
          "two runs: files of vta run --json (csim, tsim), or points of a sweep (sweep.db#12)")
      ->expected(0, 2);
  command->add_option(
      "--model", flags->model,
      "compare two ways to run this network (.onnx, .tflite, .ir) or program (.vta)");
  const auto add_pair = [&](const char* name, auto& values, const char* what) {
    command->add_option(name, values, what)->expected(1)->take_all();
  };
  const std::string config_help =
      fmt::format("configuration; twice: A's and B's; {}", kProgramConfigHelp);
  add_pair("--config", flags->configs, config_help.c_str());
  add_pair("--memory", flags->memories, "memory, as for vta run; twice: A's and B's");
  const auto begin = static_cast<std::ptrdiff_t>(command->options().size());
  flags->compile.add_sides(*command);
  flags->compile.add_pixels(*command);
  flags->of_network = command->options();
  flags->of_network.erase(flags->of_network.begin(), flags->of_network.begin() + begin);
  command
      ->add_option("--backend,--device", flags->backend,
                   "device that models time, as for vta run: csim, tsim")
      ->capture_default_str();
  add_max_cycles(*command, flags->max_cycles);
  flags->host.add_to(*command);
  flags->of_model = command->options();
  flags->of_model.erase(flags->of_model.begin(), flags->of_model.begin() + begin);
  add_gates(*command, *flags);
  flags->clock.add_to(*command);
  command->add_option("--fpga", flags->fpga, device_help())->capture_default_str();
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->footer(compare_footer());
  command->callback(limited(*command, [flags] {
    if (!flags->model.empty())
      flags->host.read();
    return compare(*flags);
  }));
}

}  // namespace vta::cli
