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
  if (registers_.write(register_at(offset), value))
    launch();
}

uint64_t Machine::read_register_at(int64_t offset) const {
  return registers_.get(register_at(offset));
}

void Machine::launch() {
  const CheckContext context = registers_.launch_context();
  const uint64_t address = registers_.get(Register::InsnAddr);
  bases_ = context.bases;
  stream_ = &bytes_.launch(address, context);
  registers_.set(Register::Status, 0);
  counted_ = {};
  refusal_ = refused_.empty() ? "" : refused_.refusal_text();
  kernels_.begin();
  counted_.kernels.resize(kernels_.running().size());
  executed_ = -1;
  trips_done_ = 0;
  now_ = 0;
  running_ = true;
  if (sink_ != nullptr)
    sink_->on_launch(stream_->insns());
  model_.launch({stream_, address, context.insn_count, bases_,
                 MemoryTiming::of(config_, registers_), kernels_.running(), refused_});
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
  return first_fault_step(insn, engine_.unsettled_state());
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
  if (execution.unit == Unit::Compute)
    execute(index, insn);
  else if (!options_.timing_only)
    apply(index, insn);
  count_insn(insn, config_, counted_.counters);
  if (const int64_t kernel = kernels_.of(index, insn); kernel >= 0)
    count_insn(insn, config_, counted_.kernels[static_cast<size_t>(kernel)]);
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
