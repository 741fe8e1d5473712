#include "sim/fsim/fsim.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "sim/semantics/refused_rows.h"

namespace vta {
namespace {

bool has_steps(const Insn& insn) {
  return insn.op() == Opcode::Gemm || insn.op() == Opcode::Alu;
}

}  // namespace

Fsim::Fsim(const VtaConfig& config, std::unique_ptr<Engine> engine, int64_t memory_bytes)
    : config_(config),
      memory_(memory_bytes),
      registers_(config, memory_bytes),
      engine_(std::move(engine)) {
  config_.validate();
}

void Fsim::write_register(Register reg, uint64_t value) {
  if (queues_)
    return;
  if (registers_.write(reg, value))
    launch();
}

uint64_t Fsim::read_register(Register reg) const {
  return registers_.get(reg);
}

std::vector<std::byte> Fsim::read_scratchpad(MemoryType type, int64_t first, int64_t count) const {
  return engine_->state().read(type, first, count);
}

void Fsim::launch() {
  const CheckContext context = registers_.launch_context();
  const auto bytes = std::as_const(memory_).at(registers_.get(Register::InsnAddr),
                                               context.insn_count * kInsnBytes);
  stream_ = &streams_.find(bytes, context, engine_->unsettled_state().codec);
  const auto refused =
      first_refused_insn(registers_.get(Register::InsnAddr), context.insn_count, refused_);
  refused_fetch_ = refused && *refused <= stream_->limit();
  const int64_t limit = refused_fetch_ ? *refused : stream_->limit();
  registers_.set(Register::Status, 0);
  report_ = {};
  kernels_.begin();
  report_.kernels.resize(kernels_.running().size());
  ongoing_.reset();
  queues_.emplace(stream_->insns(), stream_->tags(), limit, config_.cmd_queue_depth);
  if (sink_ != nullptr)
    sink_->on_launch(stream_->insns());
}

bool Fsim::advance(int64_t max_cycles) {
  int64_t left = std::max<int64_t>(max_cycles, 1);
  while (queues_ && left > 0) {
    if (ongoing_) {
      left -= run_slice(left);
    } else if (const auto index = queues_->start_next()) {
      const Insn& insn = stream_->insns()[static_cast<size_t>(*index)];
      left -= execute(insn, *index);
    } else {
      finish_run();
    }
  }
  return !queues_;
}

int64_t Fsim::execute(const Insn& insn, int64_t index) {
  if (has_steps(insn)) {
    if (auto text = find_index_fault(insn, engine_->unsettled_state())) {
      end_with(IsaError::IndexRange, index, *text, &insn);
      return 1;
    }
    const int64_t steps = step_count(insn);
    if (steps > kSliceSteps) {
      ongoing_ = Ongoing{index, 0, 0};
      return 1;
    }
    expect_weights(insn, index);
    if (steps > 0)
      run_steps(insn, whole_loop(insn));
    retire(index);
    return steps + 1;
  }
  if (insn.op() != Opcode::Finish &&
      meets_refused_rows(insn, config_, registers_.bases(), refused_)) {
    end_with(IsaError::BusError, index, refused_.refusal_text(), &insn);
    return 1;
  }
  std::byte* dram = memory_.data();
  if (insn.op() == Opcode::Load)
    engine_->load(insn, dram + registers_.bases().of(insn.memory()));
  else if (insn.op() == Opcode::Store)
    engine_->store(insn, dram + registers_.bases().of(insn.memory()));
  retire(index);
  return 1;
}

// While a GEMM runs, the weights of the next one can come nearer.
void Fsim::expect_weights(const Insn& insn, int64_t index) {
  if (insn.op() != Opcode::Gemm || insn.reset != 0)
    return;
  if (const Insn* next = stream_->next_weights(index))
    engine_->expect_load(*next, memory_.data() + registers_.bases().of(MemoryType::Wgt));
}

void Fsim::run_steps(const Insn& insn, const LoopRange& range) {
  if (insn.op() == Opcode::Gemm)
    engine_->gemm(insn, range);
  else
    engine_->alu(insn, range);
}

// Whole rows of the outer loop while the budget lasts; parts of a row where one alone is long.
int64_t Fsim::run_slice(int64_t budget) {
  const int64_t index = ongoing_->index;
  const Insn& insn = stream_->insns()[static_cast<size_t>(index)];
  const int64_t allowed = std::max(budget, kSliceSteps);
  const int64_t per_i = uop_count(insn);
  const int64_t per_o = per_i * insn.iter_in;
  LoopRange range{ongoing_->next_o, ongoing_->next_o + 1, 0, insn.iter_in};
  if (per_o <= allowed && ongoing_->next_i == 0) {
    range.o_end = std::min(insn.iter_out, range.o_begin + allowed / per_o);
    ongoing_->next_o = range.o_end;
  } else {
    range.i_begin = ongoing_->next_i;
    range.i_end = std::min(insn.iter_in, range.i_begin + std::max<int64_t>(1, allowed / per_i));
    const bool row_done = range.i_end == insn.iter_in;
    ongoing_->next_i = row_done ? 0 : range.i_end;
    ongoing_->next_o += row_done ? 1 : 0;
  }
  run_steps(insn, range);
  if (ongoing_->next_o == insn.iter_out) {
    ongoing_.reset();
    retire(index);
  }
  return (range.o_end - range.o_begin) * (range.i_end - range.i_begin) * per_i;
}

void Fsim::retire(int64_t index) {
  const Insn& insn = stream_->insns()[static_cast<size_t>(index)];
  count_insn(insn, config_, report_.counters);
  const int64_t kernel = kernels_.of(index, insn);
  if (kernel >= 0)
    count_insn(insn, config_, report_.kernels[static_cast<size_t>(kernel)]);
  queues_->complete(index);
  if (sink_ != nullptr)
    sink_->on_retire(unit_of(insn), index, insn, -1);
}

void Fsim::finish_run() {
  const auto insns = stream_->insns();
  if (refused_fetch_ && queues_->all_dispatched()) {
    end_with(IsaError::BusError, queues_->next(), refused_.refusal_text(), nullptr);
  } else if (stream_->fault() && queues_->all_dispatched()) {
    const auto index = static_cast<size_t>(stream_->fault_index());
    end_with(stream_->fault().error, stream_->fault_index(), stream_->fault().text,
             index < insns.size() ? &insns[index] : nullptr);
  } else if (!queues_->drained()) {
    const std::string text = "waits for ever, nothing can run\n" + queues_->describe();
    end_with(IsaError::Deadlock, queues_->lowest_waiting(), text, nullptr);
  } else {
    end_with(IsaError::None, -1, "", nullptr);
  }
}

void Fsim::end_with(IsaError error, int64_t index, const std::string& text, const Insn* insn) {
  report_.error = error;
  report_.error_insn = index;
  if (error != IsaError::None)
    report_.error_text = fault_report(error, index, text, insn);
  if (!stops_at_once(error))
    report_.tokens_left = queues_->tokens();
  queues_.reset();
  ongoing_.reset();
  registers_.set_outcome(report_);
  if (sink_ != nullptr)
    sink_->on_end(report_);
}

std::unique_ptr<Device> make_fsim(const VtaConfig& config, std::string_view kernels,
                                  int64_t memory_bytes) {
  config.validate();
  return std::make_unique<Fsim>(config, make_engine(kernels, config), memory_bytes);
}

}  // namespace vta
