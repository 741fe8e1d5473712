// A platform that is not ours: sc_main, a resolution of 1 ps, two processors, a bus, a memory and
// two accelerators.
//
//   platform reference PROGRAM.vta FILE            what fsim and csim make of it, to the file
//   platform annotated|waited|random PROGRAM.vta FILE [RUNS]
//                                                  both accelerators against the file
//   platform payloads                              what a target of the base protocol refuses
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>

#include "base/error.h"
#include "runtime/program.h"
#include "sim/csim/accelerator.h"
#include "sim/factory/device_factory.h"
#include "tests/examples/platform/payloads.h"
#include "tests/examples/platform/processor.h"

namespace platform {
namespace {

constexpr int64_t kSettled = 100;       // runs after which memory stays as it is
constexpr int64_t kMayGrowPages = 256;  // 1 MiB

int64_t resident_pages() {
  std::ifstream file("/proc/self/statm");
  int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident;
}

Findings run_device(const vta::Program& program, const std::string& backend) {
  vta::Executor executor(program, vta::make_device(backend, program.config));
  set_inputs(executor, program);
  executor.run();
  const auto& timing = executor.stats().timing;
  return find(executor, timing ? timing->cycles : 0);
}

// Values and counters are fsim's, cycles csim's.
void write_reference(const std::string& path, const std::string& file) {
  const vta::Program program = vta::load_program(path);
  Findings lines = run_device(program, "fsim");
  const Findings timed = run_device(program, "csim");
  lines.back() = timed.back();
  if (lines != timed)
    throw vta::InternalError("csim and fsim differ");
  std::ofstream out(file);
  for (const std::string& line : lines)
    out << line << "\n";
}

Findings read_reference(const std::string& file) {
  Findings lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  if (lines.empty())
    throw vta::InputError(file + ": no reference");
  return lines;
}

// Lines that differ; those of cycles only where they are to be the same.
int64_t differences(const std::string& who, const Findings& is, const Findings& expected,
                    bool same_cycles) {
  int64_t found = is.size() == expected.size() ? 0 : 1;
  for (size_t k = 0; k < std::min(is.size(), expected.size()); ++k) {
    if (is[k] == expected[k] || (!same_cycles && is[k].starts_with("cycles")))
      continue;
    ++found;
    fmt::print("{}: {}\n  expected: {}\n", who, is[k].substr(0, 200), expected[k].substr(0, 200));
  }
  return found;
}

struct Platform {
  Platform(const vta::Program& program, const MemoryTimes& times, sc_core::sc_time period,
           int64_t runs, const std::function<void(int64_t)>& after)
      : memory("memory", times) {
    bus.memory.bind(memory.socket);
    for (size_t k = 0; k < Bus::kMasters; ++k) {
      processors.push_back(
          std::make_unique<Processor>(fmt::format("processor{}", k).c_str(), program,
                                      Bus::kRegisters + k * Bus::kRegisterBytes, runs, after));
      accelerators.push_back(std::make_unique<vta::csim::Accelerator>(
          fmt::format("accelerator{}", k).c_str(), program.config, period));
      memory.add_bank(processors[k]->memory());
      processors[k]->socket.bind(bus.processors[k]);
      bus.registers[k].bind(accelerators[k]->registers);
      accelerators[k]->memory.bind(bus.masters[k]);
      accelerators[k]->interrupt.bind(interrupts[k]);
      processors[k]->interrupt.bind(interrupts[k]);
    }
  }

  Memory memory;
  Bus bus{"bus"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> interrupts{"interrupts", Bus::kMasters};
  std::vector<std::unique_ptr<Processor>> processors;
  std::vector<std::unique_ptr<vta::csim::Accelerator>> accelerators;
};

MemoryTimes times_of(const std::string& mode, const vta::VtaConfig& config,
                     const sc_core::sc_time& period) {
  MemoryTimes times;
  times.read = period * static_cast<double>(config.mem_read_latency);
  times.write = period * static_cast<double>(config.mem_write_latency);
  if (mode == "waited")
    times.answers = Answers::Waited;
  if (mode == "random") {
    times.answers = Answers::Random;
    times.seed = static_cast<unsigned>(getpid());
    fmt::print("seed {}\n", times.seed);
  }
  return times;
}

int run(const std::string& mode, const std::string& path, const std::string& file, int64_t runs) {
  const vta::Program program = vta::load_program(path);
  const Findings expected = read_reference(file);
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  const sc_core::sc_time period(6.5, sc_core::SC_NS);
  int64_t settled = 0;
  const auto after = [&](int64_t done) {
    if (done == kSettled)
      settled = resident_pages();
  };
  Platform platform(program, times_of(mode, program.config, period), period, runs, after);
  sc_core::sc_start();
  int64_t found = 0;
  for (size_t k = 0; k < platform.processors.size(); ++k) {
    const Processor& processor = *platform.processors[k];
    found += processor.different_runs() * (mode == "random" ? 0 : 1);
    found += differences(processor.name(), processor.findings(), expected, mode != "random");
    fmt::print("{}: {}\n", processor.name(), processor.findings().back());
  }
  const int64_t grown = runs > kSettled ? resident_pages() - settled : 0;
  fmt::print("{} runs on 2 accelerators, {} differences, {} pages more than after {} runs\n", runs,
             found, grown, kSettled);
  return found == 0 && grown <= kMayGrowPages ? 0 : 1;
}

int choose(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "payloads")
    return check_payloads();
  if (mode == "reference" && argc == 4) {
    write_reference(argv[2], argv[3]);
    return 0;
  }
  if ((mode == "annotated" || mode == "waited" || mode == "random") && argc >= 4)
    return run(mode, argv[2], argv[3], argc > 4 ? std::stol(argv[4]) : 1);
  fmt::print(stderr, "usage: see main.cpp\n");
  return 2;
}

}  // namespace
}  // namespace platform

int sc_main(int argc, char** argv) {
  try {
    return platform::choose(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
