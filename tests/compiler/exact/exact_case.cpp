#include "tests/compiler/exact/exact_case.h"

#include "compiler/oracle.h"
#include "config/memory_preset.h"
#include "runtime/bound.h"
#include "sim/cosim/mirror_device.h"
#include "sim/factory/device_factory.h"
#include "sim/races/race_check.h"

namespace vta::testing {
namespace {

constexpr int kRandomConfigs = 6;
constexpr int64_t kMostMacs = 1024;
constexpr int64_t kSlackBytes = int64_t{1} << 20;  // around the arena: the driver's pages

std::mt19937_64 random_of(uint64_t seed, int64_t index) {
  return std::mt19937_64(seed * 1'000'003 + static_cast<uint64_t>(index));
}

ExactCase network_on(std::mt19937_64& random, const VtaConfig& config, Features& features) {
  ExactCase c;
  c.options.config = config;
  c.options.recipe.set("schedule", pick(random, 0, 2) == 0 ? "reference" : "fast");
  c.options.recipe.set("dense_on_device", "true");
  ++features[schedule_of(c.options.recipe)];
  ++features[fmt::format("ISA_EXT {}", config.isa_ext)];
  ++features[fmt::format("ACC_OVERLAP {}", config.acc_overlap)];
  c.graph = random_network(random, config, features, Layers::PoolsAndJoins);
  c.input = Tensor::zeros(DType::F32, c.graph.type(c.graph.inputs()[0]).shape);
  for (float& v : c.input.mutable_data<float>())
    v = static_cast<float>(pick(random, -800, 800)) / 100.0F;
  return c;
}

// What was wrong with a run, the first thing first.
std::string problem_of(const VerifyReport& report, const RaceCheck& races) {
  if (races.count() > 0)
    return "a race: " + race_text(races.log().races.front());
  if (!report.exact())
    return report.kernels == 0 ? "no kernel on the accelerator" : report.first_mismatch;
  return report.output_error <= 1e-5
             ? std::string()
             : fmt::format("outputs differ by {:.2g} of the largest", report.output_error);
}

CaseResult run_on(const ExactCase& c, const CompileResult& compiled,
                  std::unique_ptr<Device> device) {
  Executor executor(compiled.program, std::move(device));
  executor.set_input(0, c.input);
  Oracle oracle(compiled.quantized, executor);
  RaceCheck races(c.options.config);
  executor.check_races(&races);
  executor.run();
  const VerifyReport report = oracle.compare();
  CaseResult result;
  result.problem = problem_of(report, races);
  result.kernels = report.kernels;
  result.elements = report.elements;
  return result;
}

// What is thrown is the case's problem: the others go on.
template <typename Check>
CaseResult caught(Check check) {
  try {
    return check();
  } catch (const std::exception& e) {
    CaseResult result;
    result.problem = e.what();
    return result;
  }
}

}  // namespace

CaseResult& CaseResult::operator+=(const CaseResult& other) {
  kernels += other.kernels;
  elements += other.elements;
  launches += other.launches;
  insns += other.insns;
  cycles += other.cycles;
  return *this;
}

ExactCase values_case(uint64_t seed, int64_t index, Features& features) {
  std::mt19937_64 random = random_of(seed, index);
  const VtaConfig config = random_config(random);
  return network_on(random, config, features);
}

std::vector<VtaConfig> cycles_configs(uint64_t seed) {
  std::vector<VtaConfig> configs;
  for (const NamedConfig& named : named_configs())
    configs.push_back(named_config(named.name));
  std::mt19937_64 random = random_of(seed, -1);
  for (int found = 0; found < kRandomConfigs;) {
    const VtaConfig config = random_config(random);
    if (config.batch() * config.block_in() * config.block_out() > kMostMacs)
      continue;
    configs.push_back(config);
    ++found;
  }
  return configs;
}

ExactCase cycles_case(uint64_t seed, int64_t index, Features& features) {
  std::mt19937_64 random = random_of(seed, index);
  const std::vector<VtaConfig> configs = cycles_configs(seed);
  constexpr const char* kMemories[] = {"ideal8", "delay16", "ddr", "read=7,gap=2,outstanding=2"};
  const VtaConfig config = apply_memory(configs[static_cast<size_t>(index) % configs.size()],
                                        kMemories[pick(random, 0, std::ssize(kMemories) - 1)]);
  return network_on(random, config, features);
}

CaseResult check_program(const ExactCase& c, const CompileResult& compiled) {
  return caught([&] { return run_on(c, compiled, make_device("fsim", c.options.config)); });
}

CaseResult check_values(const ExactCase& c) {
  return caught([&] { return check_program(c, compile_graph(c.graph, c.options)); });
}

CaseResult check_cycles(const ExactCase& c) {
  return caught([&] {
    const CompileResult compiled = compile_graph(c.graph, c.options);
    std::vector<std::unique_ptr<Device>> devices;
    for (const char* backend : {"csim", "tsim"})
      devices.push_back(make_device(backend, c.options.config,
                                    {.memory_bytes = compiled.program.arena_bytes + kSlackBytes}));
    cosim::MirrorDevice::Findings findings;
    CaseResult result =
        run_on(c, compiled, std::make_unique<cosim::MirrorDevice>(std::move(devices), findings));
    if (!findings.differences.empty())
      result.problem = findings.differences.front();
    result.launches = findings.launches;
    result.insns = findings.insns;
    result.cycles = findings.cycles;
    const int64_t bound = network_bound(compiled.program)->cycles;
    if (result.problem.empty() && result.cycles < bound)
      result.problem = fmt::format("{} cycles are below the bound, {}", result.cycles, bound);
    return result;
  });
}

}  // namespace vta::testing
