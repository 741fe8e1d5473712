// Programs on several cores of the event-driven system: values as alone, cycles as the page says.
#include <gtest/gtest.h>

#include "config/memory_preset.h"
#include "sim/cosim/bench.h"
#include "sim/cosim/random_source.h"
#include "sim/cosim/system_run.h"
#include "sim/factory/device_factory.h"
#include "sim/system/csim_system.h"

namespace vta::cosim {
namespace {

std::unique_ptr<System> csim_system(std::span<const VtaConfig> cores) {
  std::vector<VtaConfig> hardware;
  for (const VtaConfig& core : cores)
    hardware.push_back(device_config(core));
  CsimOptions options;
  options.memory_bytes = system_memory_bytes(cores.size());
  auto system = std::make_unique<CsimSystem>(hardware, "portable", options);
  system->core(0).memory().expect_sparse_use();
  return system;
}

void expect_values_as_alone(const SystemProgram& program, const std::vector<RunResult>& together) {
  std::vector<RunResult> alone;
  std::vector<std::unique_ptr<Device>> devices;
  for (const TestProgram& p : program.cores) {
    DeviceOptions options;
    options.memory_bytes = std::max(p.memory_bytes, kLeastMemory);
    devices.push_back(make_device("fsim", device_config(p.config), options));
    devices.back()->memory().expect_sparse_use();
    alone.push_back(run_program(p, *devices.back()));
  }
  const std::vector<std::vector<RunResult>> results{alone, together};
  const auto difference = find_system_difference(program, results);
  EXPECT_FALSE(difference) << "core " << difference->core << ": " << difference->difference.text;
}

std::vector<VtaConfig> with_memory_of(std::vector<VtaConfig> cores, const std::string& memory) {
  for (VtaConfig& core : cores)
    core = apply_memory(core, memory);
  return cores;
}

const std::vector<std::vector<VtaConfig>>& unequal_systems() {
  static const std::vector<std::vector<VtaConfig>> systems = {
      {named_config("tiny")},
      {named_config("tiny"), named_config("default")},
      {named_config("1x16.32"), named_config("tiny"), named_config("2x16")},
      {8, named_config("tiny")}};
  return systems;
}

// What is asked for is what runs: registers alone say nothing of a DRAM.
TEST(CosimBench, ADramIsBehindTheDevices) {
  const VtaConfig config = apply_memory(named_config("default"), "ddr3-1066");
  VtaConfig registers_alone = config;
  registers_alone.mem_dram.clear();
  registers_alone.mem_clock_khz = 0;
  Bench bench({"csim"}, [](const std::string& backend, const VtaConfig& c, int64_t memory_bytes) {
    return make_device(backend, c, {.memory_bytes = memory_bytes});
  });
  int64_t with_dram = 0, without = 0;
  for (int64_t index = 0; index < 5; ++index) {
    TestProgram program = generate_program(config, MemoryChoice::Fixed, 1, index);
    const Verdict verdict = bench.run(program);
    EXPECT_FALSE(verdict.difference);
    with_dram += verdict.cycles();
    EXPECT_EQ(verdict.results[0].report.error != IsaError::None ||
                  verdict.results[0].report.timing->dram.any(),
              true);
    program.config = registers_alone;
    without += bench.run(program).cycles();
  }
  EXPECT_NE(with_dram, without);
}

TEST(CsimSystem, ValuesAreThoseOfEachProgramAlone) {
  for (const auto& cores : unequal_systems())
    for (const bool dram : {false, true}) {
      const auto configs = dram ? with_memory_of(cores, "ddr4-2400,mhz=200") : cores;
      const auto system = csim_system(configs);
      for (int64_t index = 0; index < 15; ++index) {
        SCOPED_TRACE(fmt::format("{} cores, program {}", cores.size(), index));
        const SystemProgram program = generate_system_program(
            configs, dram ? MemoryChoice::Fixed : MemoryChoice::Mixed, 1, index);
        expect_values_as_alone(program, run_system_program(program, *system));
      }
    }
}

std::optional<SystemDifference> difference_of(const SystemProgram& program,
                                              const std::vector<RunResult>& a,
                                              const std::vector<RunResult>& b) {
  return find_system_difference(program, std::vector<std::vector<RunResult>>{a, b});
}

// The page: a system of one core takes the cycles of the core alone with both latencies greater
// by 2.
TEST(CsimSystem, OneCoreIsTheCoreAloneTwoCyclesLater) {
  const std::vector<VtaConfig> cores{named_config("default")};
  const auto system = csim_system(cores);
  DeviceOptions options;
  options.memory_bytes = kMostMemory;
  const auto alone = make_device("csim", device_config(cores[0]), options);
  alone->memory().expect_sparse_use();
  for (int64_t index = 0; index < 60; ++index) {
    SCOPED_TRACE(index);
    SystemProgram program = generate_system_program(cores, MemoryChoice::Mixed, 2, index);
    program.pauses = {0};
    TestProgram& p = program.cores[0];
    p.config.mem_read_latency = std::min<int64_t>(p.config.mem_read_latency, 60'000);
    p.config.mem_write_latency = std::min<int64_t>(p.config.mem_write_latency, 60'000);
    const std::vector<RunResult> in_system = run_system_program(program, *system);
    p.config.mem_read_latency += 2;
    p.config.mem_write_latency += 2;
    // Registers are compared with reports, and those of latencies are not.
    const auto difference = difference_of(program, in_system, {run_program(p, *alone)});
    ASSERT_FALSE(difference) << difference->difference.text;
  }
}

// As if somebody looked at the system every few edges.
class SlicedSystem final : public System {
 public:
  SlicedSystem(System& system, uint64_t seed) : system_(system), random_(seed) {}
  std::string_view backend() const override { return "csim"; }
  int64_t num_cores() const override { return system_.num_cores(); }
  Device& core(int64_t index) override { return system_.core(index); }
  int64_t now() const override { return system_.now(); }
  bool running(int64_t core) const override { return system_.running(core); }
  void run_through(int64_t edge) override {
    const auto count = [&] {
      int64_t running = 0;
      for (int64_t core = 0; core < num_cores(); ++core)
        running += system_.running(core) ? 1 : 0;
      return running;
    };
    const int64_t before = count();
    while (count() == before && before > 0 && now() <= edge)
      system_.run_through(std::min(edge, now() + random_.below(40)));
  }
  const DramStatistics& dram_statistics() const override { return system_.dram_statistics(); }

 private:
  System& system_;
  RandomSource random_;
};

TEST(CsimSystem, EdgesDoNotDependOnWhenOneLooks) {
  for (const auto& cores : unequal_systems())
    for (const std::string memory : {"ideal8", "ddr3-1066,mhz=333", "lpddr4-3200,mhz=333"}) {
      const auto configs = with_memory_of(cores, memory);
      const auto system = csim_system(configs);
      SlicedSystem sliced(*system, 3);
      for (int64_t index = 0; index < 8; ++index) {
        SCOPED_TRACE(fmt::format("{} cores, {}, program {}", cores.size(), memory, index));
        const SystemProgram program =
            generate_system_program(configs, MemoryChoice::Fixed, 4, index);
        const std::vector<RunResult> whole = run_system_program(program, *system);
        for (const RunResult& result : whole)
          ASSERT_EQ(result.failure, "");
        const auto copies =
            whole;  // DRAM bytes are the next run's then: racy ones are compared too
        const std::vector<RunResult> again = run_system_program(program, *system);
        const std::vector<RunResult> slices = run_system_program(program, sliced);
        for (const auto& other : {again, slices})
          if (const auto difference = difference_of(program, copies, other))
            FAIL() << "core " << difference->core << ": " << difference->difference.text;
      }
    }
}

}  // namespace
}  // namespace vta::cosim
