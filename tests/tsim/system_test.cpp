// Systems of cores, as the RTL has them: what one core does in a system, several beside each other,
// time and registers while others run, errors, runs behind runs.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/memory_preset.h"
#include "sim/cosim/backend_run.h"
#include "sim/cosim/generator.h"
#include "sim/factory/device_factory.h"
#include "sim/tsim/tsim_system.h"
#include "tests/tsim/tsim_fixture.h"

namespace vta::test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int64_t kSlot = int64_t{1} << 22;  // of memory, for each core
constexpr int64_t kForever = int64_t{1} << 40;

VtaConfig block_of_8() {
  VtaConfig config = named_config("tiny");
  config.log_block_in = config.log_block_out = 3;
  config.log_bus_width = 7;
  config.gemm_pipeline = 1;
  return config;
}
VtaConfig narrow() {
  VtaConfig config = named_config("tiny");
  config.log_bus_width = 6;
  config.cmd_queue_depth = 4;
  return config;
}
std::vector<VtaConfig> three_unequal() {
  return {named_config("tiny"), block_of_8(), narrow()};
}

// The same program in the part of memory that begins at `offset`.
cosim::TestProgram moved(cosim::TestProgram p, int64_t offset) {
  const auto by = static_cast<uint64_t>(offset);
  for (uint64_t* address :
       {&p.bases.uop, &p.bases.inp, &p.bases.wgt, &p.bases.acc, &p.bases.out, &p.insn_addr,
        &p.uop_addr, &p.window.lo, &p.window.hi, &p.refused.lo, &p.refused.hi})
    *address += by;
  for (cosim::RandomRegion& region : p.regions)
    region.addr += by;
  p.memory_bytes += offset;
  return p;
}

// The first program from `index` on that is one launch of modest size in a slot.
cosim::TestProgram program(const VtaConfig& config, int64_t index,
                           IsaError error = IsaError::None) {
  for (;; ++index) {
    cosim::TestProgram p = cosim::generate_program(config, cosim::MemoryChoice::Random, 7, index);
    if (!p.racy && p.expected_error == error && p.relaunches.empty() && p.memory_bytes <= kSlot &&
        p.insns.size() < 150 && p.config.mem_read_latency < 200)
      return p;
  }
}

// A core's part of a run, which goes on in steps of the system's time.
struct Job {
  cosim::TestProgram program;
  Device* device;
  cosim::CompletionTrace trace{std::ssize(program.insns)};

  void write_registers() const {
    const auto write = [&](Register reg, uint64_t value) { device->write_register(reg, value); };
    write(Register::InsnCount, program.insns.size());
    write(Register::InsnAddr, program.insn_addr);
    write(Register::UopBase, program.bases.uop);
    write(Register::InpBase, program.bases.inp);
    write(Register::WgtBase, program.bases.wgt);
    write(Register::AccBase, program.bases.acc);
    write(Register::OutBase, program.bases.out);
    write(Register::MemLo, program.window.lo);
    write(Register::MemHi, program.window.hi);
    for (const IntegerKey& key : keys_of(KeyRole::Memory))
      write(register_of(key), static_cast<uint64_t>(program.config.*key.member));
    device->set_kernels(program.kernels);
    dynamic_cast<RefusingDevice&>(*device).refuse(program.refused);
  }
  void launch() {
    device->set_trace_sink(&trace);
    device->write_register(Register::Control, 1);
  }
};

// What a program leaves in its slot, of this memory.
std::vector<std::byte> slot(const DeviceMemory& memory, int64_t index) {
  const auto bytes = memory.at(static_cast<uint64_t>(index * kSlot), kSlot);
  return {bytes.begin(), bytes.end()};
}
std::vector<std::vector<std::byte>> scratchpads(const Device& device) {
  std::vector<std::vector<std::byte>> all;
  for (const MemoryType type : cosim::kScratchpads)
    all.push_back(device.read_scratchpad(type, 0, device.config().depth(type)));
  return all;
}

// With the RTL's assertions.
std::unique_ptr<System> make_asserted_system(std::span<const VtaConfig> configs) {
  ::setenv("VTA_TSIM_ASSERT", "1", 1);
  auto system = make_tsim_system(configs, std::ssize(configs) * kSlot);
  ::unsetenv("VTA_TSIM_ASSERT");
  return system;
}

// A system whose core k has a program in slot k.
struct Running {
  Running(std::span<const VtaConfig> configs, const std::vector<cosim::TestProgram>& programs)
      : system(make_asserted_system(configs)) {
    for (size_t k = 0; k < configs.size(); ++k)
      jobs.push_back({moved(programs[k], static_cast<int64_t>(k) * kSlot),
                      &system->core(static_cast<int64_t>(k))});
    place();
  }

  void place() {
    DeviceMemory image(std::ssize(jobs) * kSlot);
    for (size_t k = 0; k < jobs.size(); ++k) {
      cosim::place_program(jobs[k].program, image);
      const auto at = static_cast<uint64_t>(k) * kSlot;
      const auto from = std::as_const(image).at(at, kSlot);
      std::ranges::copy(from, jobs[k].device->memory().at(at, kSlot).begin());
    }
  }
  // Zeros in the scratchpads, too.
  void start_anew() {
    for (const Job& job : jobs) {
      job.device->set_trace_sink(nullptr);
      cosim::TestProgram nothing;
      nothing.config = job.program.config;
      nothing.insns.emplace_back().opcode = static_cast<int64_t>(Opcode::Finish);
      ASSERT_EQ(cosim::run_program(nothing, *job.device).failure, "");
    }
    place();
  }
  void launch() {
    for (const Job& job : jobs)
      job.write_registers();
    for (Job& job : jobs)
      job.launch();
  }
  void run_to_end() {
    while (std::ranges::any_of(jobs, [](const Job& job) { return !job.device->advance(1); }))
      system->run_through(kForever);
  }

  std::unique_ptr<System> system;
  std::vector<Job> jobs;
};

class TsimOfSystems : public ::testing::Test {
 protected:
  void SetUp() override { use_test_cache(); }
  void TearDown() override { use_test_cache(); }
};

TEST_F(TsimOfSystems, OneCore_TakesTheCyclesOfLatenciesGreaterByTwo) {
  const VtaConfig config = narrow();
  const auto system = make_tsim_system(std::span(&config, 1), kSlot);
  const auto alone = make_device("tsim", config, {.memory_bytes = kSlot});
  int64_t compared = 0;
  for (int64_t index = 0; compared < 40; ++index) {
    cosim::TestProgram p = cosim::generate_program(config, cosim::MemoryChoice::Mixed, 3, index);
    if (p.memory_bytes > kSlot)
      continue;
    ++compared;
    p.config.mem_read_latency = std::min<int64_t>(p.config.mem_read_latency, 1021);
    p.config.mem_write_latency = std::min<int64_t>(p.config.mem_write_latency, 1021);
    const cosim::RunResult within = cosim::run_program(p, system->core(0));
    p.config.mem_read_latency += 2;
    p.config.mem_write_latency += 2;
    const cosim::RunResult apart = cosim::run_program(p, *alone);
    SCOPED_TRACE(testing::Message() << "program " << index);
    ASSERT_EQ(within.failure, "");
    ASSERT_EQ(apart.failure, "");
    ASSERT_EQ(within.completion, apart.completion);
    ASSERT_EQ(within.report.cycles, apart.report.cycles);
    ASSERT_EQ(within.report.error, apart.report.error);
    ASSERT_EQ(within.report.error_text, apart.report.error_text);
    ASSERT_EQ(within.report.tokens_left, apart.report.tokens_left);
    ASSERT_EQ(within.report.counters, apart.report.counters);
    if (apart.report.error == IsaError::None) {
      ASSERT_EQ(within.report.timing, apart.report.timing);
    }
    ASSERT_EQ(within.scratchpads, apart.scratchpads);
    ASSERT_TRUE(std::ranges::equal(within.dram, apart.dram));
  }
}

// The values that each has alone, and no fewer cycles.
void expect_values_of_each_alone(Running& run) {
  for (size_t k = 0; k < run.jobs.size(); ++k) {
    const Job& job = run.jobs[k];
    SCOPED_TRACE(testing::Message() << "core " << k);
    const auto alone =
        make_device("tsim", job.device->config(), {.memory_bytes = std::ssize(run.jobs) * kSlot});
    Job apart{job.program, alone.get()};
    cosim::place_program(apart.program, alone->memory());
    apart.write_registers();
    apart.launch();
    ASSERT_TRUE(alone->advance(kForever));
    EXPECT_EQ(job.device->report().error, alone->report().error);
    EXPECT_EQ(job.device->report().error_insn, alone->report().error_insn);
    EXPECT_EQ(job.device->report().error_text, alone->report().error_text);
    if (alone->report().error != IsaError::None)
      continue;
    EXPECT_EQ(job.device->report().counters, alone->report().counters);
    EXPECT_EQ(job.device->report().timing->bus_beats, alone->report().timing->bus_beats);
    EXPECT_GT(job.device->report().cycles, alone->report().cycles);
    EXPECT_EQ(slot(job.device->memory(), static_cast<int64_t>(k)),
              slot(alone->memory(), static_cast<int64_t>(k)));
    EXPECT_EQ(scratchpads(*job.device), scratchpads(*alone));
  }
}

TEST_F(TsimOfSystems, UnequalCores_HaveTheValuesThatEachHasAlone) {
  const auto configs = three_unequal();
  for (int64_t index = 0; index < 30; index += 10) {
    Running run(configs, {program(configs[0], index), program(configs[1], index),
                          program(configs[2], index)});
    run.launch();
    run.run_to_end();
    expect_values_of_each_alone(run);
    EXPECT_EQ(run.system->dram_statistics(), DramStatistics{});
  }
}

TEST_F(TsimOfSystems, WithADram_ValuesAreThoseOfEachAlone) {
  auto configs = three_unequal();
  for (VtaConfig& config : configs)
    config = apply_memory(config, "ddr3-1066");
  std::vector<cosim::TestProgram> programs;
  for (const VtaConfig& config : configs) {
    programs.push_back(program(config, 20));
    programs.back().config = config;
  }
  Running run(configs, programs);
  run.launch();
  run.run_to_end();
  expect_values_of_each_alone(run);
  EXPECT_NE(run.system->dram_statistics(), DramStatistics{});
  for (const Job& job : run.jobs)
    EXPECT_EQ(job.device->report().timing->dram, DramStatistics{}) << "they are the system's";
}

TEST_F(TsimOfSystems, AnErrorInOneCore_LeavesTheOthersAlone) {
  const auto configs = three_unequal();
  for (const IsaError error : {IsaError::BusError, IsaError::IndexRange, IsaError::Deadlock}) {
    Running run(configs,
                {program(configs[0], 40), program(configs[1], 40), program(configs[2], 0, error)});
    run.launch();
    run.run_to_end();
    EXPECT_EQ(run.jobs[0].device->report().error, IsaError::None);
    EXPECT_EQ(run.jobs[1].device->report().error, IsaError::None);
    EXPECT_EQ(run.jobs[2].device->report().error, error);
    expect_values_of_each_alone(run);
  }
}

// Queues, gaps, the order of cores, what the memory has in flight: all as after a reset.
TEST_F(TsimOfSystems, ASecondRun_EqualsTheFirst) {
  for (const char* memory : {"", "ddr3-1066"}) {
    auto configs = three_unequal();
    std::vector<cosim::TestProgram> programs;
    for (VtaConfig& config : configs) {
      if (*memory != '\0')
        config = apply_memory(config, memory);
      programs.push_back(program(config, 50));
    }
    Running run(configs, programs);
    std::vector<std::vector<int64_t>> completions;
    std::vector<int64_t> ends;
    std::vector<DramStatistics> statistics;
    for (int k = 0; k < 2; ++k) {
      run.start_anew();
      run.launch();
      run.run_to_end();
      ends.push_back(run.system->now());
      statistics.push_back(run.system->dram_statistics());
      completions.emplace_back();
      for (Job& job : run.jobs) {
        EXPECT_EQ(job.trace.failure(), "");
        EXPECT_EQ(job.device->report().error, IsaError::None);
        std::ranges::copy(job.trace.take(), std::back_inserter(completions.back()));
        job.trace = cosim::CompletionTrace(std::ssize(job.program.insns));
      }
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(completions[0], completions[1]);
    EXPECT_EQ(statistics[0], statistics[1]);
  }
}

// An empty stream ends with NO_FINISH at edge 1 of its run.
void launch_nothing(Device& device) {
  device.write_register(Register::InsnCount, 0);
  device.write_register(Register::Control, 1);
}

TEST_F(TsimOfSystems, AWrite_TakesAnEdgeForEvery32BitsWhileACoreRuns) {
  const auto configs = three_unequal();
  Running run(configs, {program(configs[0], 60), program(configs[1], 60), program(configs[2], 60)});
  System& system = *run.system;
  EXPECT_EQ(system.now(), 0);
  for (const Job& job : run.jobs)
    job.write_registers();
  EXPECT_EQ(system.now(), 0);
  run.jobs[0].launch();
  EXPECT_EQ(system.now(), 1) << "edge 0 is over";
  system.run_through(9);
  EXPECT_EQ(system.now(), 10);

  Device& other = system.core(1);
  other.write_register(Register::InsnCount, 0);
  EXPECT_EQ(system.now(), 11);
  other.write_register(Register::InpBase, 4096);
  EXPECT_EQ(system.now(), 13);
  EXPECT_EQ(other.read_register(Register::InpBase), 4096u);
  other.write_register(Register::Control, 0);
  EXPECT_EQ(system.now(), 14);
  EXPECT_THROW(other.write_register(Register::Cycles, 1), DeviceError);
  EXPECT_THROW(other.write_register(Register::MemReadLatency, 5000), DeviceError);
  EXPECT_EQ(system.now(), 14) << "what is refused takes none";
  system.core(0).write_register(Register::MemGap, 200);
  EXPECT_EQ(system.now(), 14) << "nor what is ignored";
  EXPECT_NE(system.core(0).read_register(Register::MemGap), 200u);

  launch_nothing(other);  // at 14 and 15
  EXPECT_EQ(system.now(), 16);
  EXPECT_TRUE(system.running(1));
  system.run_through(kForever);
  EXPECT_EQ(system.now(), 17) << "core 1 ended at 16, its own edge 1";
  EXPECT_FALSE(system.running(1));
  EXPECT_TRUE(system.running(0));
  EXPECT_EQ(other.report().error, IsaError::NoFinish);
  EXPECT_EQ(other.report().cycles, 1);

  EXPECT_TRUE(system.core(0).advance(kForever));
  EXPECT_EQ(system.now(), *system.core(0).report().cycles + 1);
  const int64_t end = system.now();
  other.write_register(Register::InpBase, 0);
  EXPECT_EQ(system.now(), end) << "nothing runs";
  launch_nothing(other);
  EXPECT_EQ(system.now(), 1);
}

TEST_F(TsimOfSystems, ACore_MayBeLaunchedAgainWhileOthersRun) {
  const auto configs = three_unequal();
  Running run(configs, {program(configs[0], 60), program(configs[1], 60), program(configs[2], 60)});
  System& system = *run.system;
  for (const Job& job : run.jobs)
    job.write_registers();
  run.jobs[0].launch();
  int64_t launches = 0;
  for (; system.running(0); ++launches) {
    launch_nothing(system.core(2));
    EXPECT_TRUE(system.core(2).advance(kForever));
    EXPECT_EQ(system.core(2).report().cycles, 1);
  }
  EXPECT_GT(launches, 10);
  const auto of_one = run.jobs[0].trace.take();

  Running apart(configs,
                {program(configs[0], 60), program(configs[1], 60), program(configs[2], 60)});
  apart.jobs[0].write_registers();
  apart.jobs[0].launch();
  EXPECT_TRUE(apart.system->core(0).advance(kForever));
  EXPECT_EQ(apart.jobs[0].trace.take(), of_one) << "those have no burst";
}

TEST_F(TsimOfSystems, Advance_TakesTheOthersAlong) {
  const auto configs = three_unequal();
  const auto make = [&] {
    return Running(configs,
                   {program(configs[0], 70), program(configs[1], 70), program(configs[2], 70)});
  };
  Running whole = make(), steps = make();
  whole.launch();
  whole.run_to_end();
  steps.launch();
  for (int64_t k = 0; k < 3; ++k) {
    int64_t before = steps.system->now();
    while (!steps.system->core(k).advance(1)) {
      EXPECT_EQ(steps.system->now(), ++before);
    }
  }
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(whole.jobs[k].trace.take(), steps.jobs[k].trace.take());
    EXPECT_EQ(whole.jobs[k].device->report().timing, steps.jobs[k].device->report().timing);
  }
}

TEST_F(TsimOfSystems, CoresOfUnequalMemoriesAreRefused) {
  std::vector<VtaConfig> cores = {named_config("tiny"), narrow()};
  cores[1] = apply_memory(cores[1], "ddr3-1066");
  EXPECT_THAT([&] { make_tsim_system(cores, kSlot); },
              ThrowsMessage<ConfigError>(AllOf(HasSubstr("MEM_DRAM of core 1 is ddr3-1066"),
                                               HasSubstr("of core 0 none"))));
  EXPECT_THROW(make_tsim_system({}, kSlot), ConfigError);
  cores.assign(9, named_config("tiny"));
  EXPECT_THROW(make_tsim_system(cores, kSlot), ConfigError);
  EXPECT_THAT([&] { system_sources(cores); },
              ThrowsMessage<ConfigError>(HasSubstr("1 to 8 cores, not 9")));
}

}  // namespace
}  // namespace vta::test
