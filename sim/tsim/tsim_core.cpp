#include "sim/tsim/tsim_core.h"

#include <cstring>
#include <span>

#include "base/error.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta {
namespace {

const char* misuse_text(int32_t misuse) {
  switch (misuse) {
    case tsim::kStrayWriteBeat:
      return "a write beat without a burst";
    case tsim::kTooManyBursts:
      return "more bursts in flight than the port may have";
    case tsim::kBadLength:
      return "a burst of no beat or of more than 256";
    default:
      return "the last write beat of a burst is not where it must be";
  }
}

}  // namespace

TsimCore::TsimCore(const VtaConfig& config, std::shared_ptr<TsimMachine> machine, int64_t index)
    : config_(config),
      machine_(std::move(machine)),
      index_(index),
      codec_(config),
      registers_(config, machine_->memory().size_bytes()),
      scratchpads_(config, machine_->rams(index)) {
  machine_->attach(index, this);
  for (const RegisterSpec& r : register_table())
    if (r.writable && r.id != Register::Control)
      machine_->write(index_, r.id, registers_.get(r.id));
}

TsimCore::~TsimCore() {
  machine_->attach(index_, nullptr);
}

void TsimCore::write_register(Register reg, uint64_t value) {
  if (running_)
    return;
  if (registers_.write(reg, value))
    launch();
  else
    machine_->write(index_, reg, reg == Register::MemHi ? registers_.window().hi : value);
}

uint64_t TsimCore::read_register(Register reg) const {
  return register_table()[static_cast<size_t>(reg)].writable ? registers_.get(reg)
                                                             : machine_->read(index_, reg);
}

std::vector<std::byte> TsimCore::read_scratchpad(MemoryType type, int64_t first,
                                                 int64_t count) const {
  return scratchpads_.read(type, first, count);
}

void TsimCore::launch() {
  const CheckContext context = registers_.launch_context();
  const auto bytes = std::as_const(*this).memory().at(registers_.get(Register::InsnAddr),
                                                      context.insn_count * kInsnBytes);
  stream_ = &streams_.find(bytes, context, codec_);
  report_ = {};
  kernels_.begin();
  accounts_.emplace(config_, kernels_);
  const auto insns = stream_->insns();
  const bool finishes = !insns.empty() && insns.back().op() == Opcode::Finish;
  running_ = true;
  if (sink_ != nullptr)
    sink_->on_launch(insns);
  machine_->launch(index_, {static_cast<int64_t>(registers_.get(Register::MemReadLatency)),
                            static_cast<int64_t>(registers_.get(Register::MemWriteLatency)),
                            kernels_.running().data(), std::ssize(kernels_.running()),
                            finishes ? std::ssize(insns) - 1 : -1, refused_.lo, refused_.hi});
}

bool TsimCore::advance(int64_t max_cycles) {
  machine_->advance(*this, max_cycles);
  return !running_;
}

void TsimCore::take(const tsim::CoreProgress& progress) {
  VTA_CHECK(progress.misuse == tsim::kNoMisuse, "the RTL broke the memory port's rules: {}",
            misuse_text(progress.misuse));
  for (const tsim::Retire& r :
       std::span(progress.retires, static_cast<size_t>(progress.num_retires))) {
    const auto index = static_cast<int64_t>(r.index);
    VTA_CHECK(index < std::ssize(stream_->insns()), "the RTL completed instruction {} of {}", index,
              stream_->insns().size());
    const Insn& insn = stream_->insns()[r.index];
    accounts_->retire(insn, index, r.cycle);
    if (sink_ != nullptr)
      sink_->on_retire(unit_of(insn), index, insn, r.cycle);
  }
  if (progress.running == 0)
    finish(progress);
}

void TsimCore::finish(const tsim::CoreProgress& progress) {
  running_ = false;
  report_.error = static_cast<IsaError>(read_register(Register::ErrorCode));
  if (report_.error != IsaError::None) {
    report_.error_insn = static_cast<int64_t>(read_register(Register::ErrorInsn));
    report_.error_text = error_text();
  }
  report_.counters = counters();
  report_.kernels = accounts_->kernels();
  if (!stops_at_once(report_.error))
    report_.tokens_left = accounts_->tokens();
  report_.cycles = static_cast<int64_t>(read_register(Register::Cycles));
  report_.timing = accounts_->timing(*report_.cycles, progress.bus_beats, progress.unit_cycles);
  report_.timing->dram = machine_->dram_statistics_of_one_core();
  if (sink_ != nullptr)
    sink_->on_end(report_);
}

// Bytes and steps as the RTL counted them.
Counters TsimCore::counters() const {
  Counters c = accounts_->counters();
  for (const CounterField& field : machine_counters())
    c.*field.member = static_cast<int64_t>(read_register(*field.reg));
  return c;
}

std::string TsimCore::error_text() const {
  const auto insns = stream_->insns();
  const int64_t index = report_.error_insn;
  const Insn* insn = index < std::ssize(insns) && report_.error != IsaError::Deadlock
                         ? &insns[static_cast<size_t>(index)]
                         : nullptr;
  return fault_report(report_.error, index, fault_text(), insn);
}

std::string TsimCore::fault_text() const {
  switch (report_.error) {
    case IsaError::Deadlock:
      return deadlock_text();
    case IsaError::IndexRange:
      if (report_.error_insn < std::ssize(stream_->insns()))
        return index_text(stream_->insns()[static_cast<size_t>(report_.error_insn)]);
      break;
    case IsaError::BusError:
      return refused_.empty()
                 ? fmt::format("the memory of {} bytes refused a burst", memory().size_bytes())
                 : refused_.refusal_text();
    default:
      if (stream_->fault().error == report_.error && stream_->fault_index() == report_.error_insn)
        return stream_->fault().text;
  }
  return "found by the RTL, not by the checks of the instruction set";
}

std::string TsimCore::index_text(const Insn& insn) const {
  MachineState state(config_);
  const auto bytes = read_scratchpad(MemoryType::Uop, 0, state.uop_depth);
  const auto size = static_cast<size_t>(codec_.uop_bytes());
  for (size_t k = 0; k < state.uop.size(); ++k) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + k * size, size);
    const Uop uop = codec_.decode_uop(word);
    state.uop[k] = {static_cast<uint32_t>(uop.dst), static_cast<uint32_t>(uop.src),
                    static_cast<uint32_t>(uop.wgt)};
  }
  return find_index_fault(insn, state).value_or("an index is past its scratchpad");
}

// What can run has run, in whatever order: the queues end the same.
std::string TsimCore::deadlock_text() const {
  UnitQueues queues(stream_->insns(), stream_->tags(), stream_->limit(), config_.cmd_queue_depth);
  while (const auto index = queues.start_next())
    queues.complete(*index);
  return "waits for ever, nothing can run\n" + queues.describe();
}

}  // namespace vta
