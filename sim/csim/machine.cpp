#include "sim/csim/machine.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "sim/csim/compute.h"
#include "sim/launch/unit_queues.h"

namespace vta::csim {
namespace {

Register register_at(int64_t offset) {
  for (const RegisterSpec& spec : register_table())
    if (spec.offset == offset)
      return spec.id;
  throw DeviceError(fmt::format("no register at offset {:#x}", offset));
}

}  // namespace

Machine::Machine(const VtaConfig& config, Engine& engine, BytePath& bytes, MemoryPort& port,
                 const MachineOptions& options)
    : config_(config),
      options_(options),
      registers_(config, options.memory_bytes),
      engine_(engine),
      bytes_(bytes),
      model_(config, port, *this) {
  config_.validate();
}

void Machine::write_register_at(int64_t offset, uint64_t value) {
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

uint64_t Machine::read_register_at(int64_t offset) const {
  return registers_.get(register_at(offset));
}

void Machine::set_kernels(std::vector<int64_t> first_insn) {
  if (!std::is_sorted(first_insn.begin(), first_insn.end()))
    throw DeviceError("kernels' first instructions must ascend");
  kernels_ = std::move(first_insn);
}

void Machine::launch() {
  const auto count = static_cast<int64_t>(registers_.get(Register::InsnCount));
  const uint64_t address = registers_.get(Register::InsnAddr);
  bases_ = registers_.bases();
  stream_ = &bytes_.launch(address, {config_, bases_, registers_.window(), count});
  counted_ = {};
  refusal_.clear();
  running_kernels_ = kernels_;
  counted_.kernels.resize(running_kernels_.size());
  registers_.set(Register::Status, 0);
  executed_ = -1;
  trips_done_ = 0;
  now_ = 0;
  running_ = true;
  if (sink_ != nullptr)
    sink_->on_launch(stream_->insns());
  model_.launch(
      {stream_, address, count, bases_, MemoryTiming::of(config_, registers_), running_kernels_});
}

bool Machine::run_until(int64_t until) {
  const bool ended = model_.run_until(until);
  now_ = until;
  if (ended)
    finish_run();
  return ended;
}

void Machine::answer(bool write, int64_t latency, bool refused, std::string_view why) {
  if (refused && refusal_.empty())
    refusal_ = why;
  model_.answer(write, latency, refused);
}

std::optional<int64_t> Machine::index_fault(const Insn& insn) {
  const MachineState& state = engine_.unsettled_state();
  if (!find_index_fault(insn, state))
    return std::nullopt;
  return first_fault_step(insn, state);
}

void Machine::load_uops(int64_t index, const Insn& insn) {
  bytes_.load(index, insn, bases_.uop);
}

void Machine::execute(int64_t index, const Insn& insn) {
  if (options_.timing_only || index <= executed_)
    return;
  executed_ = index;
  apply(index, insn);
}

void Machine::retire(const Execution& execution, const Insn& insn) {
  const int64_t index = execution.index;
  const std::vector<int64_t>& kernels = running_kernels_;
  if (execution.unit == Unit::Compute)
    execute(index, insn);
  else if (!options_.timing_only)
    apply(index, insn);
  count_insn(insn, config_, counted_.counters);
  if (insn.op() != Opcode::Finish && !kernels.empty() && index >= kernels.front()) {
    const auto after = std::upper_bound(kernels.begin(), kernels.end(), index);
    count_insn(insn, config_, counted_.kernels[static_cast<size_t>(after - kernels.begin() - 1)]);
  }
  if (sink_ == nullptr)
    return;
  sink_->on_execution(execution, insn);
  sink_->on_retire(execution.unit, index, insn, execution.done);
}

void Machine::apply(int64_t index, const Insn& insn) {
  switch (insn.op()) {
    case Opcode::Load:
      if (insn.memory() != MemoryType::Uop)
        bytes_.load(index, insn, bases_.of(insn.memory()));
      break;
    case Opcode::Store:
      bytes_.store(index, insn, bases_.out);
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

void Machine::progress(int64_t index, const Insn& insn, int64_t steps) {
  if (options_.timing_only || index <= executed_ || step_count(insn) <= kSliceSteps)
    return;
  const int64_t trips = std::min(steps / uop_count(insn), insn.iter_out * insn.iter_in);
  run_trips(index, insn, trips);
}

// Trips of the two outer loops up to `end`, of which some may be done. All may be before the
// instruction retires: its last steps are still in the pipeline then.
void Machine::run_trips(int64_t index, const Insn& insn, int64_t end) {
  int64_t from = trips_done_;
  if (from == 0 && insn.op() == Opcode::Gemm && insn.reset == 0)
    bytes_.expect_weights(index, bases_.wgt);
  while (from < end) {
    const int64_t o = from / insn.iter_in;
    const int64_t i = from % insn.iter_in;
    LoopRange range{o, o + 1, i, std::min(insn.iter_in, i + end - from)};
    if (i == 0 && end - from >= insn.iter_in)
      range.o_end = end / insn.iter_in;
    if (insn.op() == Opcode::Gemm)
      engine_.gemm(insn, range);
    else
      engine_.alu(insn, range);
    from += (range.o_end - range.o_begin) * (range.i_end - range.i_begin);
  }
  trips_done_ = from;
}

// The queues' rules without time leave the same instructions waiting.
std::string Machine::describe_deadlock() const {
  const auto insns = stream_->insns();
  const int64_t limit = std::min(stream_->limit(), std::ssize(insns));
  UnitQueues queues(insns, stream_->tags(), limit, config_.cmd_queue_depth);
  while (const auto index = queues.start_next())
    queues.complete(*index);
  return "waits for ever, nothing can run\n" + queues.describe();
}

std::string Machine::describe(const CoreModel::End& end) const {
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
                          find_index_fault(*insn, engine_.unsettled_state()).value_or(""), insn);
    case IsaError::BusError:
      return fault_report(end.error, end.insn, refusal_, insn);
    default:
      return fault_report(end.error, end.insn, stream_->fault().text, insn);
  }
}

void Machine::finish_run() {
  CoreModel::End end = model_.end();
  running_ = false;
  report_ = std::move(counted_);
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

}  // namespace vta::csim
