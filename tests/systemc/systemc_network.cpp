// systemc_network PROGRAM.vta IMAGES: a network on two cores and a DRAM, an image a core, once on
// the event-driven system and once on two accelerators in SystemC, by the same hosts. Edges of
// every image, outputs and the DRAM's statistics must be equal.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/round.h"
#include "config/memory_preset.h"
#include "driver/driver.h"
#include "link/local_link.h"
#include "runtime/executor.h"
#include "sim/system/csim_system.h"
#include "sim/system/turns.h"
#include "tests/systemc/systemc_system.h"

namespace vta {
namespace {

constexpr size_t kCores = 2;
constexpr const char* kDram = "ddr3-1066";
constexpr int64_t kPart = int64_t{1} << 27;  // bytes of memory for a core

struct Image {
  int64_t core = 0, begin = 0, end = 0;
  std::vector<int64_t> cycles;  // of its launches
  std::vector<std::byte> output;
  bool operator==(const Image&) const = default;
};

struct Run {
  std::vector<Image> images;
  DramStatistics dram;
  double seconds = 0;
};

Run run_on(System& system, const std::shared_ptr<const Program>& program, int64_t images) {
  Run run;
  run.images.resize(static_cast<size_t>(images));
  Turns turns(system);
  std::vector<std::unique_ptr<Executor>> executors;
  std::vector<std::function<void()>> hosts;
  size_t next = 0;
  for (size_t core = 0; core < kCores; ++core) {
    const auto begin = static_cast<uint64_t>(core) * kPart;
    executors.push_back(std::make_unique<Executor>(
        program, std::make_unique<LocalLink>(turns.device(static_cast<int64_t>(core)),
                                             MemoryRange{begin, begin + kPart})));
    hosts.emplace_back([&, core] {
      Executor& executor = *executors[core];
      while (next < run.images.size()) {
        Image& image = run.images[next++];
        const ProgramValue& value = program->values[static_cast<size_t>(program->inputs.at(0))];
        Tensor input = Tensor::zeros(value.dtype, value.shape);
        for (size_t i = next; std::byte & b : input.mutable_bytes())
          b = static_cast<std::byte>(i++ % 4 == 3 ? 60 : 1);  // small floats
        executor.set_input(0, std::move(input));
        image.core = static_cast<int64_t>(core);
        image.begin = turns.edges();
        executor.run();
        image.end = turns.edges();
        image.cycles = executor.stats().launch_cycles;
        const auto bytes = executor.output(0).bytes();
        image.output.assign(bytes.begin(), bytes.end());
      }
    });
  }
  const Stopwatch watch;
  turns.run(std::move(hosts));
  run.seconds = watch.seconds();
  run.dram = turns.dram_statistics();
  return run;
}

void print(const char* who, const Run& run) {
  fmt::print("{}: {:.2f} s, {} reads, {} row hits\n", who, run.seconds, run.dram.reads,
             run.dram.row_hits);
  for (const Image& image : run.images)
    fmt::print("  core {}: edges {} to {}, launches of {} cycles\n", image.core, image.begin,
               image.end, fmt::join(image.cycles, ", "));
}

int compare(const std::string& path, int64_t images) {
  const auto program = std::make_shared<const Program>(load_program(path));
  const std::vector<VtaConfig> cores(kCores, apply_memory(program->config, kDram));
  CsimOptions options;
  options.memory_bytes = static_cast<int64_t>(kCores) * kPart;
  CsimSystem csim(cores, "auto", options);
  test::SystemcSystem systemc("systemc", cores, kDram, {10, sc_core::SC_NS}, options.memory_bytes);
  const Run want = run_on(csim, program, images), got = run_on(systemc, program, images);
  print("csim's system", want);
  print("two accelerators in SystemC", got);
  const bool equal = got.images == want.images && got.dram == want.dram;
  fmt::print("{}\n", equal ? "equal" : "DIFFERENT");
  return equal ? 0 : 1;
}

}  // namespace
}  // namespace vta

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: systemc_network PROGRAM.vta IMAGES\n");
    return 2;
  }
  try {
    return vta::compare(argv[1], std::atoll(argv[2]));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
