// How far estimates of the host's time are off on this machine, in one run.
//
//   bench_host [runs]
//
// The networks that `vta host measure` is calibrated on, ResNet-18 and MobileNetV2 take turns,
// their host's steps alone, without the launches between them; of each step the fastest of so many
// runs (15), processor time of one thread. The figures are fitted to the former and estimate the
// latter.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "explore/host/step_times.h"
#include "workbench/host_measure.h"

namespace vta::bench {
namespace {

using explore::MeasuredStep;

struct Estimated {
  double estimate = 0, measured = 0;  // ns
  double percent_off() const { return 100 * (estimate / measured - 1); }
};

Program compiled(const std::string& model, bool all_int8) {
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("bench_host_{}.onnx", getpid());
  write_model(model, 1, path.string());
  CompileOptions options;
  if (all_int8)
    options.recipe.set("all_int8", "true");
  Program program = compile_model(path.string(), options).program;
  std::filesystem::remove(path);
  return program;
}

explore::HostCosts fitted(std::span<const std::vector<MeasuredStep>> calibration) {
  std::vector<MeasuredStep> steps;
  for (const auto& of_program : calibration)
    steps.insert(steps.end(), of_program.begin(), of_program.end());
  explore::HostCosts host;
  host.steps = explore::fitted_costs(steps);
  return host;
}

double estimate_ns(const explore::HostCosts& host, const explore::StepWork& work) {
  const explore::StepCost& cost = work.cost_on(host);
  return cost.ns + cost.ns_per_element * static_cast<double>(work.elements) +
         cost.ns_per_mac * static_cast<double>(work.macs);
}

void print_row(const std::string& name, const Estimated& e) {
  fmt::print("{:<34}{:>12.4f}{:>12.4f}{:>+9.1f}\n", name, e.estimate * 1e-6, e.measured * 1e-6,
             e.percent_off());
}

void print_network(const std::string& name, const explore::HostCosts& host,
                   const std::vector<MeasuredStep>& steps) {
  Estimated all;
  std::vector<std::pair<std::string, Estimated>> rows;
  for (const MeasuredStep& step : steps) {
    auto row =
        std::ranges::find(rows, step.work.typed_name, &std::pair<std::string, Estimated>::first);
    if (row == rows.end())
      row = rows.insert(rows.end(), {step.work.typed_name, {}});
    const double estimate = estimate_ns(host, step.work);
    row->second.estimate += estimate, row->second.measured += step.ns;
    all.estimate += estimate, all.measured += step.ns;
  }
  print_row(name, all);
  for (const auto& [step, of_step] : rows)
    print_row("  " + step, of_step);
}

int main(int argc, char** argv) {
  const int64_t runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  std::vector<Program> programs = workbench::calibration_programs();
  const size_t calibration = programs.size();
  std::vector<std::string> names;
  for (const char* model : {"resnet18_v1", "mobilenet_v2"})
    for (const bool all_int8 : {false, true}) {
      programs.push_back(compiled(model, all_int8));
      names.push_back(fmt::format("{}{}", model, all_int8 ? ", all in int8" : ""));
    }
  const auto measured = explore::measured_steps(programs, runs);
  const explore::HostCosts host = fitted(std::span(measured).first(calibration));
  fmt::print("processor time of one thread, of each step the fastest of {} runs by turns\n", runs);
  fmt::print("{:<34}{:>12}{:>12}{:>9}\n", "host's steps", "estimate ms", "measured ms", "% off");
  for (size_t i = 0; i < names.size(); ++i)
    print_network(names[i], host, measured[calibration + i]);
  return 0;
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  return vta::bench::main(argc, argv);
}
