#include "tests/compiler/exact/bound_case.h"

#include <algorithm>
#include <cstring>

#include "compiler/bounds/tile_traffic.h"
#include "compiler/codegen/codegen.h"
#include "compiler/compiler.h"
#include "config/config_keys.h"
#include "hw/isa/codec.h"
#include "runtime/bound.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_kernel.h"
#include "tests/sim/late_memory.h"

namespace vta::testing {
namespace {

constexpr int64_t kAroundArena = int64_t{1} << 20;
constexpr int64_t kLateLatency = 300;
constexpr int64_t kMostWeights = 250'000;

int64_t one_of(std::mt19937_64& random, std::initializer_list<int64_t> values) {
  return values.begin()[pick(random, 0, std::ssize(values) - 1)];
}

// On it little is lost but to bytes and steps, so that cycles are near their bound: much room for
// weights, a narrow bus, a quick memory.
VtaConfig quick_config(std::mt19937_64& random) {
  constexpr std::array kNames = {"default", "1x8", "2x16", "4x16", "pynq", "uop64"};
  VtaConfig c = named_config(kNames[random() % kNames.size()]);
  c.log_inp_buff_size -= pick(random, 0, 4);
  c.mem_read_latency = c.mem_write_latency = pick(random, 0, 3);
  c.mem_gap = one_of(random, {0, 0, 1, 4});
  c.mem_burst_beats = one_of(random, {4, 16, 64});
  c.axi = 4;
  return c;
}

// Any machine, with any memory; half of them quick ones.
VtaConfig bound_config(std::mt19937_64& random) {
  if (pick(random, 0, 1) == 0)
    return quick_config(random);
  VtaConfig c = random_config(random);
  if (pick(random, 0, 1) == 0)
    c.acc_overlap = 0;
  c.acc_read_ports = pick(random, 1, 2);
  c.gemm_pipeline = pick(random, 1, 6);
  c.mem_gap = one_of(random, {0, 0, 1, 2, 7, 60});
  c.mem_read_latency = one_of(random, {0, 0, 3, 16, 40, 250});
  c.mem_write_latency = one_of(random, {0, 0, 8, 60});
  c.mem_max_outstanding = one_of(random, {1, 2, 4, 16, 64});
  c.mem_burst_beats = one_of(random, {1, 2, 8, 16, 64});
  c.validate();
  return c;
}

std::string text_of(const VtaConfig& c) {
  std::string text = c.name();
  for (const IntegerKey& key : integer_keys())
    if (c.*key.member != VtaConfig{}.*key.member)
      text += fmt::format(" {}={}", key.name, c.*key.member);
  return text;
}

// ---- networks whose kernels are bound by compute and by weights in turn ------------------------

ConvGeometry over_image(std::mt19937_64& random, const ConvGeometry& last) {
  const int64_t k = pick(random, 0, 2) == 0 ? 1 : 3;
  return with_output({last.n, last.oc, last.oh, last.ow, pick(random, 8, 64), 0, 0, k, k, 1, 1,
                      k / 2, k / 2, k / 2, k / 2});
}

// The window is the image: a weight for each multiplication.
ConvGeometry of_weights(std::mt19937_64& random, const ConvGeometry& last) {
  const int64_t most = kMostWeights / (last.oc * last.oh * last.ow);
  return with_output({last.n, last.oc, last.oh, last.ow,
                      pick(random, 4, std::clamp<int64_t>(most, 4, 400)), 0, 0, last.oh, last.ow});
}

Kernel pool_of(std::mt19937_64& random, const ConvGeometry& last) {
  Kernel pool;
  pool.kind = Kernel::Kind::Pool;
  pool.pool = pick(random, 0, 1) == 0 ? AluOp::Max : AluOp::Add;
  const int64_t k = std::min({int64_t{2}, last.oh, last.ow});
  pool.conv = with_output({last.n, last.oc, last.oh, last.ow, last.oc, 0, 0, k, k, k, k});
  pool.steps = {imm_step(AluOp::Shr, 2), imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -128)};
  return pool;
}

// Much to compute, then many weights.
LoweredGraph two_kernels(std::mt19937_64& random) {
  const int64_t extent = pick(random, 8, 14), channels = pick(random, 24, 64);
  const ConvGeometry compute = with_output({pick(random, 1, 2), channels, extent, extent,
                                            pick(random, 24, 64), 0, 0, 3, 3, 1, 1, 1, 1, 1, 1});
  std::vector<Kernel> kernels = {random_conv(random, compute, true),
                                 random_conv(random, of_weights(random, compute), true)};
  kernels[0].name = "compute";
  kernels[1].name = "weights";
  return lowered_chain(std::move(kernels), {compute.n, compute.ic, compute.ih, compute.iw});
}

LoweredGraph alternating(std::mt19937_64& random) {
  if (pick(random, 0, 2) == 0)
    return two_kernels(random);
  ConvGeometry last;
  last.n = pick(random, 1, 3);
  last.oc = pick(random, 4, 64);
  last.oh = last.ow = pick(random, 1, 14);
  const Shape input = {last.n, last.oc, last.oh, last.ow};
  std::vector<Kernel> kernels;
  for (int64_t left = pick(random, 2, 6); left > 0; --left) {
    const int64_t kind = pick(random, 0, 5);
    if (kind == 0 && last.oh > 1)
      kernels.push_back(pool_of(random, last));
    else if (kind <= 2)
      kernels.push_back(random_conv(random, of_weights(random, last), true));
    else
      kernels.push_back(random_conv(random, over_image(random, last), true));
    kernels.back().name = fmt::format("k{}", kernels.size());
    last = kernels.back().conv;
  }
  return lowered_chain(std::move(kernels), input);
}

// ---- cases -------------------------------------------------------------------------------------

// A random network behind the passes; some of its convolutions may be the host's.
LoweredGraph random_layers(std::mt19937_64& random, const VtaConfig& config, Features& features) {
  CompileOptions options;
  options.config = config;
  options.recipe.set("dense_on_device", "true");
  options.recipe.set_list("skip_conv", {});
  if (pick(random, 0, 2) == 0)
    options.recipe.set_list("skip_conv", {std::to_string(pick(random, 0, 2))});
  Graph graph = random_network(random, config, features, Layers::PoolsAndJoins);
  options.stop_after = "im2col";  // the last one before those of lower_quantized()
  const CompileResult passed = compile_graph(std::move(graph), options);
  return lower_quantized(passed.quantized, config, settled_options(options));
}

int64_t bound_by_tiles(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                       const VtaConfig& config) {
  TileTraffic traffic;
  std::vector<OutlineKernel> kernels;
  Program outline = outline_program(lowered, schedule, config, &kernels);
  for (size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k].kernel->multiplies() && kernels[k].pool == nullptr)
      outline.kernels[k].least_bytes += traffic.beyond_once(kernels[k].kernel->conv, config);
  return network_bound(outline)->cycles;
}

// The list has the program's instructions but those that its emitters do not write.
std::string list_problem(const Program& program, const ProgramWork& work) {
  const InsnCodec codec(program.config);
  size_t number = 0;
  for (const Step& step : program.steps) {
    const auto* launch = std::get_if<LaunchStep>(&step);
    if (launch == nullptr)
      continue;
    std::array<int64_t, 6> coded{}, listed{};  // by unit: instructions, and what they do
    for (int64_t i = launch->first_insn; i < launch->first_insn + launch->insn_count; ++i) {
      InsnBits bits;
      std::memcpy(&bits, program.insns.data() + i * kInsnBytes, sizeof(bits));
      const Insn insn = codec.decode(bits);
      const bool moves = insn.op() == Opcode::Load || insn.op() == Opcode::Store;
      if (insn.op() == Opcode::Finish || is_nop(insn) ||
          (moves && insn.memory() == MemoryType::Uop))
        continue;
      const auto unit = static_cast<size_t>(unit_of(insn));
      ++coded[unit];
      coded[3 + unit] += moves ? scratchpad_elements(insn) - insn.y_size * insn.x_size
                               : insn.iter_out * insn.iter_in * (insn.uop_end - insn.uop_bgn);
    }
    for (const WorkOp& op : work.launches[number++].ops) {
      const auto unit = static_cast<size_t>(op.unit);
      ++listed[unit];
      listed[3 + unit] += op.moves ? op.pads : op.steps;
    }
    if (coded != listed)
      return fmt::format("launch {} has instructions and work {}, its list {}", number - 1,
                         fmt::join(coded, " "), fmt::join(listed, " "));
  }
  return "";
}

// The cycles of all launches on a memory with delays of its own.
int64_t cycles_on_late_memory(const Program& program, uint64_t seed) {
  const int64_t bytes = program.arena_bytes + kAroundArena;
  test::LateBench bench(program.config, "reference", bytes,
                        [&](int64_t number, const csim::Granted&) {
                          std::mt19937_64 random(seed + static_cast<uint64_t>(number));
                          const int64_t taken = pick(random, 0, 1) * pick(random, 0, kLateLatency);
                          return test::LateAnswer{taken, pick(random, 0, taken)};
                        });
  const auto put = [&](int64_t offset, const std::vector<std::byte>& section) {
    if (!section.empty())
      std::ranges::copy(section,
                        bench.memory.at(static_cast<uint64_t>(offset), std::ssize(section)).data());
  };
  put(program.uops_offset, program.uops);
  put(program.insns_offset, program.insns);
  const auto write = [&](Register reg, int64_t value) {
    bench.write(reg, static_cast<uint64_t>(value));
  };
  write(Register::MemHi, bytes);
  write(Register::MemGap, program.config.mem_gap);
  write(Register::MemMaxOutstanding, program.config.mem_max_outstanding);
  write(Register::MemBurstBeats, program.config.mem_burst_beats);
  int64_t cycles = 0;
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0) {
      const LaunchRequest request = launch_request(program, *launch, 0);
      bench.write(Register::InsnAddr, request.insn_addr);
      write(Register::InsnCount, request.insn_count);
      VTA_CHECK(bench.run(), "the launch waits for ever");
      cycles += *bench.machine.report().cycles;
    }
  return cycles;
}

int64_t cycles_of(const BoundCase& c) {
  if (c.late)
    return cycles_on_late_memory(c.program, *c.late);
  const DeviceOptions options{.memory_bytes = c.program.arena_bytes + kAroundArena,
                              .timing_only = true};
  const RunStats run = run_launches(c.program, make_device("csim", c.program.config, options));
  return run.timing ? run.timing->cycles : 0;
}

}  // namespace

std::optional<BoundCase> bound_case(uint64_t seed, int64_t index, Features& features) {
  std::mt19937_64 random(seed * 1'000'003 + static_cast<uint64_t>(index));
  const VtaConfig config = bound_config(random);
  const bool chain = pick(random, 0, 1) == 0;
  const LoweredGraph lowered =
      chain ? alternating(random) : random_layers(random, config, features);
  const int64_t schedule = pick(random, 0, 2);
  SchedulePolicy policy = SchedulePolicy::named(schedule == 0 ? "reference" : "fast");
  if (!all_fit(lowered, policy, config))
    return std::nullopt;
  NetworkSchedule scheduled = schedule_network(lowered, policy, config);
  if (schedule == 2)
    for (KernelSchedule& s : scheduled.kernels)
      s.tiles = any_tiles(random, s, config);
  const char* how = schedule == 2 ? "any tiles" : schedule == 1 ? "fast" : "reference";
  BoundCase c{generate_program(lowered, scheduled, config),
              fmt::format("{}; {}, {}", text_of(config), chain ? "chain" : "network", how)};
  if (pick(random, 0, 4) == 0)
    c.late = seed + static_cast<uint64_t>(index);
  VtaConfig memory = config;
  if (c.late)
    memory.mem_read_latency = memory.mem_write_latency = 0;
  const ProgramWork work = list_work(lowered, scheduled, config);
  c.by_tiles = bound_by_tiles(lowered, scheduled, config);
  if (c.by_tiles > network_bound(c.program)->cycles)
    ++features["more by tiles"];
  c.list_problem = list_problem(c.program, work);
  c.of_schedule = ScheduleBounds().of(work, memory);
  ++features[std::string(c.of_schedule.level)];
  ++features[how];
  ++features[chain ? "compute and weights in turn" : "random network"];
  ++features[c.late ? "late memory" : "usual memory"];
  ++features[fmt::format("ACC_OVERLAP {}", config.acc_overlap)];
  ++features[fmt::format("ACC_READ_PORTS {}", config.acc_read_ports)];
  if (config.mem_gap > 0)
    ++features["gaps"];
  if (std::ranges::count_if(
          c.program.steps, [](const Step& s) { return std::holds_alternative<LaunchStep>(s); }) > 1)
    ++features["several launches"];
  return c;
}

BoundResult& BoundResult::operator+=(const BoundResult& other) {
  cases += other.cases;
  kernels += other.kernels;
  launches += other.launches;
  cycles += other.cycles;
  bound += other.bound;
  rooflines += other.rooflines;
  beaten_rooflines += other.beaten_rooflines;
  near += other.near;
  over.insert(over.end(), other.over.begin(), other.over.end());
  return *this;
}

BoundResult check_bound(const BoundCase& c) {
  BoundResult result;
  result.cases = 1;
  result.kernels = std::ssize(c.program.kernels);
  result.launches = std::ranges::count_if(
      c.program.steps, [](const Step& s) { return std::holds_alternative<LaunchStep>(s); });
  for (const ProgramKernel& kernel : c.program.kernels)
    result.rooflines += kernel_roofline(c.program.config, kernel)->cycles;
  result.bound = network_bound(c.program)->cycles;
  try {
    result.cycles = cycles_of(c);
  } catch (const std::exception& e) {
    result.problem = e.what();
    return result;
  }
  result.beaten_rooflines = result.cycles < result.rooflines ? 1 : 0;
  result.near = 10 * result.cycles <= 11 * result.bound ? 1 : 0;
  if (result.cycles < result.bound)
    result.problem = fmt::format("{} cycles are below the bound, {}", result.cycles, result.bound);
  const ScheduleBound& schedule = c.of_schedule;
  if (result.cycles < schedule.cycles)
    result.problem = fmt::format("{} cycles are below the schedule's bound by {}, {}",
                                 result.cycles, schedule.level, schedule.cycles);
  if (result.cycles < c.by_tiles)
    result.problem =
        fmt::format("{} cycles are below the bound of any tiles, {}", result.cycles, c.by_tiles);
  if (!c.list_problem.empty())
    result.problem = c.list_problem;
  if (schedule.level == "recurrence" && schedule.cycles > 0)
    result.over.push_back(static_cast<double>(result.cycles) /
                          static_cast<double>(schedule.cycles));
  return result;
}

}  // namespace vta::testing
