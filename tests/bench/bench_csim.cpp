// Speed of the cycle model, with values and timing only, beside the scalar control; in one run.
//
//   bench_csim [runs] [PROGRAM.vta] [BENCH_CSIM]
//
// Compiles ResNet-18 with both schedules (or takes a program of the default configuration) and
// runs all its launches at every memory preset; timing only also with a memory that gets every
// burst, in turns. BENCH_CSIM is this program of another build: it takes turns with it, and the
// ratios are printed.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "config/dram_file.h"
#include "config/memory_preset.h"
#include "sim/csim/csim.h"
#include "tests/bench/control.h"
#include "tests/bench/cpu_timer.h"
#include "tests/bench/program_run.h"

namespace vta::bench {
namespace {

constexpr int kTurns = 7;  // of two builds

struct Speeds {  // Mcycle/s
  double values = 0, timing_only = 0;
};

// How many times as fast as with every burst on the memory port: the median of pairs.
double ratio_to_bursts(const Program& program, const VtaConfig& config, int runs, ProgramRun& run) {
  ProgramRun bursts(program, make_csim(config, "auto", {.timing_only = true, .every_burst = true}));
  std::vector<double> ratios;
  for (int k = 0; k < runs; ++k) {
    const double ms = median_ms(1, [&] { bursts.run(); });
    ratios.push_back(ms / median_ms(1, [&] { run.run(); }));
  }
  std::ranges::sort(ratios);
  return ratios[ratios.size() / 2];
}

void run_program(const Program& program, const std::string& name, int runs) {
  std::vector<std::pair<std::string, std::string>> memories;  // name, --memory
  for (const MemoryPreset& preset : memory_presets())
    memories.emplace_back(preset.name, fmt::format("{},bus={}", preset.name, preset.bus_bytes));
  for (const NamedDram& dram : named_drams())
    memories.emplace_back(dram.name, fmt::format("{},bus=8,mhz=100", dram.name));
  for (const auto& [memory_name, memory] : memories) {
    const VtaConfig config = apply_memory(program.config, memory);
    ProgramRun values(program, make_csim(config, "auto"));
    ProgramRun timing(program, make_csim(config, "auto", {.timing_only = true}));
    const double values_ms = median_ms(runs, [&] { values.run(); });
    const double ms = median_ms(runs, [&] { timing.run(); });
    const auto cycles = static_cast<double>(timing.cycles());
    fmt::print(
        "  {:<10} {:<11} {:>10} cycles, bus {:4.1f} %: {:7.1f} Mcycle/s with values, "
        "{:7.1f} timing only ({:.2f} ms, {:.2f} x bursts)\n",
        name, memory_name, timing.cycles(),
        100.0 * static_cast<double>(timing.bus_beats()) / cycles, cycles / 1e3 / values_ms,
        cycles / 1e3 / ms, ms, ratio_to_bursts(program, config, runs, timing));
  }
}

// What a build's bench_csim prints of a program, by preset.
std::map<std::string, Speeds> printed_by(const std::string& bench, int runs,
                                         const std::string& program) {
  const std::string command = fmt::format("'{}' {} '{}'", bench, runs, program);
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "r"), pclose);
  std::map<std::string, Speeds> speeds;
  char line[512];
  while (output && std::fgets(line, sizeof line, output.get()) != nullptr) {
    char preset[32];
    Speeds found;
    if (std::sscanf(line, " program %31s %*d cycles, bus %*f %%: %lf Mcycle/s with values, %lf",
                    preset, &found.values, &found.timing_only) == 3)
      speeds[preset] = found;
  }
  return speeds;
}

// A quantity of both builds, turn by turn.
struct Turns {
  std::vector<double> ratios, own, other;

  void add(double mine, double others) {
    ratios.push_back(mine / others);
    own.push_back(mine);
    other.push_back(others);
  }
  // Other work on the machine takes speed in some turns: the fastest ones are beside the median.
  std::string text() {
    std::ranges::sort(ratios);
    return fmt::format("x {:.2f} (of the fastest turns {:.2f})", ratios[ratios.size() / 2],
                       std::ranges::max(own) / std::ranges::max(other));
  }
};

void compare_builds(const std::string& own, const std::string& other, int runs,
                    const std::string& program) {
  std::map<std::string, std::array<Turns, 2>> speeds;
  for (int turn = 0; turn < kTurns; ++turn) {
    auto before = printed_by(other, runs, program);
    for (const auto& [preset, speed] : printed_by(own, runs, program)) {
      if (!before.contains(preset))  // a memory that the other build does not know
        continue;
      speeds[preset][0].add(speed.values, before[preset].values);
      speeds[preset][1].add(speed.timing_only, before[preset].timing_only);
    }
  }
  fmt::print("speed beside the other build's, medians of {} pairs\n", kTurns);
  for (auto& [preset, both] : speeds)
    fmt::print("  {:<8} with values {}, timing only {}\n", preset, both[0].text(), both[1].text());
}

void run_resnet18(int runs) {
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_csim_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  fmt::print("ResNet-18 as compiled, all launches of a run:\n");
  for (const std::string schedule : {"fast", "reference"}) {
    CompileOptions options;
    options.config = named_config("default");
    options.recipe.set("schedule", schedule);
    run_program(compile_model(model.string(), options).program, schedule, runs);
  }
  std::filesystem::remove(model);
}

void run(int runs, const char* program) {
  fmt::print("processor time of one thread, medians of {} runs\n", runs);
  Control control;
  const double ns = median_ms(runs, [&] { control.run(); }) * 1e6 / Control::kSteps;
  fmt::print(
      "control: a GEMM step as plain loops takes {:.1f} ns, {:.1f} Mcycle/s of a serial "
      "compute unit\n",
      ns, 1e3 / ns);
  if (program != nullptr)
    return run_program(load_program(program), "program", runs);
  run_resnet18(runs);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  if (argc > 3)
    vta::bench::compare_builds(argv[0], argv[3], runs, argv[2]);
  else
    vta::bench::run(runs, argc > 2 ? argv[2] : nullptr);
  return 0;
}
