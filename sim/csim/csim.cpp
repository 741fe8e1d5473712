#include "sim/csim/csim.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "sim/csim/compute.h"
#include "sim/launch/unit_queues.h"

namespace vta {
namespace {

// GEMM and ALU instructions with more steps than this are executed as their time passes.

const RegisterSpec& spec_of(Register reg) {
  return register_table()[static_cast<size_t>(reg)];
}

Register register_at(uint64_t offset) {
  for (const RegisterSpec& spec : register_table())
    if (static_cast<uint64_t>(spec.offset) == offset)
      return spec.id;
  throw DeviceError(fmt::format("no register at offset {:#x}", offset));
}

}  // namespace

Csim::Csim(const VtaConfig& config, std::unique_ptr<Engine> engine, const CsimOptions& options)
    : config_(config),
      options_(options),
      memory_(options.memory_bytes),
      registers_(config, options.memory_bytes),
      engine_(std::move(engine)),
      model_(config, *this, *this),
      bench_(csim::SystemcBench::of_process()) {
  config_.validate();
}

csim::Borrower Csim::borrower() {
  return {*this, dram_};
}

void Csim::write_register(Register reg, uint64_t value) {
  if (running_)
    return;
  registers_.check(reg, value);
  bench_.write_register(borrower(), spec_of(reg), value);
}

void Csim::write_register_at(uint64_t offset, uint64_t value) {
  const Register reg = register_at(offset);
  registers_.write(reg, value);
  if (reg != Register::Control)
    return;
  registers_.set(Register::Control, 0);
  if (value == 1)
    launch();
  else if (value != 0)
    throw DeviceError(fmt::format("register CONTROL: {:#x} must be 0 or 1", value));
}

uint64_t Csim::read_register(Register reg) const {
  return bench_.read_register(const_cast<Csim*>(this)->borrower(), spec_of(reg));
}

uint64_t Csim::read_register_at(uint64_t offset) const {
  return registers_.get(register_at(offset));
}

void Csim::set_kernels(std::vector<int64_t> first_insn) {
  if (!std::is_sorted(first_insn.begin(), first_insn.end()))
    throw DeviceError("kernels' first instructions must ascend");
  kernels_ = std::move(first_insn);
}

std::vector<std::byte> Csim::read_scratchpad(MemoryType type, int64_t first, int64_t count) const {
  return engine_->state().read(type, first, count);
}

void Csim::launch() {
  const auto count = static_cast<int64_t>(registers_.get(Register::InsnCount));
  const uint64_t address = registers_.get(Register::InsnAddr);
  const auto bytes = std::as_const(memory_).at(address, count * 16);
  bases_ = registers_.bases();
  const CheckContext context{config_, bases_, registers_.window(), count};
  stream_ = &streams_.find(bytes, context, engine_->unsettled_state().codec);
  const auto timing = csim::MemoryTiming::of(config_, registers_);
  dram_ = {{memory_.data(), static_cast<size_t>(memory_.size_bytes())},
           timing.read_latency,
           timing.write_latency,
           timing.log_bus};
  report_ = {};
  running_kernels_ = kernels_;
  report_.kernels.resize(running_kernels_.size());
  registers_.set(Register::Status, 0);
  executed_ = -1;
  trips_done_ = 0;
  now_ = 0;
  running_ = true;
  if (sink_ != nullptr)
    sink_->on_launch(stream_->insns());
  model_.launch({stream_, address, count, bases_, timing, running_kernels_});
}

bool Csim::advance(int64_t max_cycles) {
  if (running_ && bench_.run(borrower(), std::max<int64_t>(max_cycles, 1)))
    finish_run();
  return !running_;
}

bool Csim::run_until(int64_t until) {
  const bool ended = model_.run_until(until);
  now_ = until;
  return ended;
}

int64_t Csim::transfer(const csim::Burst& burst, bool write, int64_t edge) {
  return bench_.transfer(burst, write, edge);
}

std::optional<int64_t> Csim::index_fault(const Insn& insn) {
  const MachineState& state = engine_->unsettled_state();
  if (!find_index_fault(insn, state))
    return std::nullopt;
  return csim::first_fault_step(insn, state);
}

void Csim::load_uops(const Insn& insn) {
  engine_->load(insn, memory_.data() + bases_.uop);
}

void Csim::execute(int64_t index, const Insn& insn) {
  if (options_.timing_only || index <= executed_)
    return;
  executed_ = index;
  apply(index, insn);
}

void Csim::retire(const Execution& execution, const Insn& insn) {
  const int64_t index = execution.index;
  const std::vector<int64_t>& kernels = running_kernels_;
  if (execution.unit == Unit::Compute)
    execute(index, insn);
  else if (!options_.timing_only)
    apply(index, insn);
  count_insn(insn, config_, report_.counters);
  if (insn.op() != Opcode::Finish && !kernels.empty() && index >= kernels.front()) {
    const auto after = std::upper_bound(kernels.begin(), kernels.end(), index);
    count_insn(insn, config_, report_.kernels[static_cast<size_t>(after - kernels.begin() - 1)]);
  }
  if (sink_ == nullptr)
    return;
  sink_->on_execution(execution, insn);
  sink_->on_retire(execution.unit, index, insn, execution.done);
}

void Csim::apply(int64_t index, const Insn& insn) {
  switch (insn.op()) {
    case Opcode::Load:
      if (insn.memory() != MemoryType::Uop)
        engine_->load(insn, memory_.data() + bases_.of(insn.memory()));
      break;
    case Opcode::Store:
      engine_->store(insn, memory_.data() + bases_.out);
      break;
    case Opcode::Gemm:
    case Opcode::Alu:
      if (step_count(insn) > 0)
        run_trips(index, insn, insn.iter_out * insn.iter_in);
      trips_done_ = 0;
      break;
    case Opcode::Finish:
      break;
  }
}

void Csim::progress(int64_t index, const Insn& insn, int64_t steps) {
  if (options_.timing_only || index <= executed_ || step_count(insn) <= kSliceSteps)
    return;
  const int64_t trips = std::min(steps / uop_count(insn), insn.iter_out * insn.iter_in);
  run_trips(index, insn, trips);
}

// Trips of the two outer loops up to `end`, of which some may be done. All may be before the
// instruction retires: its last steps are still in the pipeline then.
void Csim::run_trips(int64_t index, const Insn& insn, int64_t end) {
  int64_t from = trips_done_;
  if (from == 0 && insn.op() == Opcode::Gemm && insn.reset == 0)
    if (const Insn* next = stream_->next_weights(index))
      engine_->expect_load(*next, memory_.data() + bases_.wgt);
  while (from < end) {
    const int64_t o = from / insn.iter_in;
    const int64_t i = from % insn.iter_in;
    LoopRange range{o, o + 1, i, std::min(insn.iter_in, i + end - from)};
    if (i == 0 && end - from >= insn.iter_in)
      range.o_end = end / insn.iter_in;
    if (insn.op() == Opcode::Gemm)
      engine_->gemm(insn, range);
    else
      engine_->alu(insn, range);
    from += (range.o_end - range.o_begin) * (range.i_end - range.i_begin);
  }
  trips_done_ = from;
}

// The queues' rules without time leave the same instructions waiting.
std::string Csim::describe_deadlock() const {
  UnitQueues queues(stream_->insns(), stream_->tags(), stream_->limit(), config_.cmd_queue_depth);
  while (const auto index = queues.start_next())
    queues.complete(*index);
  return "waits for ever, nothing can run\n" + queues.describe();
}

std::string Csim::describe(const csim::CoreModel::End& end) const {
  const auto insns = stream_->insns();
  const auto index = static_cast<size_t>(end.insn);
  const Insn* insn = index < insns.size() ? &insns[index] : nullptr;
  switch (end.error) {
    case IsaError::None:
      return "";
    case IsaError::Deadlock:
      return fault_report(end.error, end.insn, describe_deadlock(), nullptr);
    case IsaError::IndexRange:
      return fault_report(end.error, end.insn,
                          find_index_fault(*insn, engine_->unsettled_state()).value_or(""), insn);
    default:
      return fault_report(end.error, end.insn, stream_->fault().text, insn);
  }
}

void Csim::finish_run() {
  csim::CoreModel::End end = model_.end();
  running_ = false;
  report_.error = end.error;
  report_.error_insn = end.insn;
  report_.error_text = describe(end);
  report_.tokens_left = end.tokens_left;
  report_.cycles = end.edge;
  report_.timing = std::move(end.timing);
  registers_.set_outcome(report_);
  if (sink_ != nullptr)
    sink_->on_end(report_);
}

std::unique_ptr<Device> make_csim(const VtaConfig& config, std::string_view kernels,
                                  const CsimOptions& options) {
  config.validate();
  return std::make_unique<Csim>(config, make_engine(kernels, config), options);
}

}  // namespace vta
