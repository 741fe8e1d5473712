#include "sim/kernels/fast_engine.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "sim/semantics/execute.h"
#include "sim/semantics/load_rows.h"

namespace vta {

using kernels::Column;
using kernels::ElementRange;
using kernels::GemmPlan;
using kernels::GemmUse;
using kernels::StripArgs;

namespace {

// Instructions whose sums may wait at once.
constexpr size_t kMostSums = 64;

bool meet(ElementRange a, ElementRange b) {
  return a.begin < b.end && b.begin < a.end;
}

// Elements that a LOAD writes.
ElementRange written_range(const Insn& insn) {
  const int64_t elements = scratchpad_elements(insn);
  return {insn.sram_base, insn.sram_base + elements};
}

}  // namespace

FastEngine::FastEngine(const VtaConfig& config, const kernels::IsaTable& table)
    : Engine(config), table_(table), tail_(table.tail, state_.acc.data(), state_.acc_elem) {
  for (int64_t k = 0; k < table.form_count; ++k) {
    const kernels::GemmForm& form = table.forms[k];
    if (!kernels::PackedOperands::suits(form, config))
      continue;
    forms_.push_back(std::make_unique<Form>(form, config));
    wants_signs_ = wants_signs_ || form.nonnegative_inputs;
  }
  if (!forms_.empty() && forms_.back()->form.nonnegative_inputs)
    throw InternalError("the last form of a table takes all inputs");
  packs_at_load_ = forms_.size() == 1 && forms_.front()->operands.can_load();
  if (packs_at_load_)  // from now on the packed form is the one that is up to date
    forms_.front()->operands.refresh(state_, {0, state_.inp_depth}, {0, state_.wgt_depth});
  negative_.assign(static_cast<size_t>(state_.inp_depth), 0);
  zeros_.assign(static_cast<size_t>(std::max<int64_t>(16, config.block_out())), 0);
  corrections_.resize(
      static_cast<size_t>(kernels::kMaxColumns * std::max<int64_t>(16, config.block_out())));
}

void FastEngine::load(const Insn& insn, const std::byte* dram_base) {
  if (is_nop(insn))
    return;
  expected_ = nullptr;
  const bool to_acc = insn.memory() == MemoryType::Acc || insn.memory() == MemoryType::Acc8;
  if (to_acc ||
      (insn.memory() == MemoryType::Inp && sums_meet(&GemmUse::inp, written_range(insn))) ||
      (insn.memory() == MemoryType::Wgt && sums_meet(&GemmUse::wgt, written_range(insn))))
    run_sums();
  if (to_acc) {
    clear_rows();
    if (tail_.touches(written_range(insn)))
      tail_.flush();
  }
  if (insn.memory() == MemoryType::Acc8)
    return load_acc8(insn, dram_base);
  if (packs_at_load_ && load_packed(insn, dram_base))
    return;
  execute_load(insn, dram_base, state_);
  note_changes(insn);
}

void FastEngine::load_acc8(const Insn& insn, const std::byte* dram) {
  const int64_t lanes = state_.acc_elem;
  int32_t* acc = state_.acc.data();
  for_each_row(
      insn, lanes, dram,
      [&](int64_t at, const std::byte* from, int64_t count) {
        table_.widen(from, count * lanes, acc + at * lanes);
      },
      [&](int64_t at, int64_t count) { std::fill_n(acc + at * lanes, count * lanes, 0); });
}

// False for other scratchpads than INP and WGT.
bool FastEngine::load_packed(const Insn& insn, const std::byte* dram) {
  kernels::PackedOperands& packed = forms_.front()->operands;
  if (insn.memory() == MemoryType::Inp)
    for_each_row(
        insn, state_.inp_elem, dram,
        [&](int64_t at, const std::byte* from, int64_t count) {
          packed.load_inputs(at, from, count);
        },
        [&](int64_t at, int64_t count) { packed.clear_inputs(at, count); });
  else if (insn.memory() == MemoryType::Wgt)
    for_each_row(
        insn, state_.wgt_elem, dram,
        [&](int64_t at, const std::byte* from, int64_t count) {
          packed.load_weights(at, from, count);
        },
        [&](int64_t at, int64_t count) { packed.clear_weights(at, count); });
  else
    return false;
  return true;
}

void FastEngine::clear_rows() {
  std::fill(state_.acc.begin() + cleared_.begin * state_.acc_elem,
            state_.acc.begin() + cleared_.end * state_.acc_elem, 0);
  cleared_ = {};
}

void FastEngine::settle() {
  run_sums();
  clear_rows();
  tail_.flush();
  if (packs_at_load_)
    forms_.front()->operands.unpack(state_);
}

void FastEngine::expect_load(const Insn& insn, const std::byte* dram_base) {
  if (expected_ == &insn)
    return;
  expected_ = &insn;
  const int64_t element = state_.config.element_bytes(insn.memory());
  ahead_ = {dram_base + insn.dram_base * element, insn.y_size, insn.x_stride * element,
            insn.x_size * element, 0};
}

// Packing waits for memory, a GEMM does not use it: a few lines are asked for with every strip.
void FastEngine::fetch_ahead(int64_t lines) {
  for (; lines > 0 && ahead_.rows > 0; --lines) {
    __builtin_prefetch(ahead_.row + ahead_.at, 0, 2);
    ahead_.at += 64;
    if (ahead_.at >= ahead_.row_bytes) {
      ahead_.row += ahead_.pitch;
      --ahead_.rows;
      ahead_.at = 0;
    }
  }
}

void FastEngine::note_changes(const Insn& insn) {
  const ElementRange range = written_range(insn);
  if (insn.memory() == MemoryType::Inp) {
    for (auto& form : forms_)
      form->operands.inputs_changed(range);
    if (wants_signs_)
      note_signs(range);
  } else if (insn.memory() == MemoryType::Wgt) {
    for (auto& form : forms_)
      form->operands.weights_changed(range);
  }
}

void FastEngine::note_signs(ElementRange range) {
  for (int64_t e = range.begin; e < range.end; ++e) {
    const int8_t* values = state_.inp.data() + e * state_.inp_elem;
    uint64_t all = 0;
    for (int64_t k = 0; k < state_.inp_elem; k += 4) {
      uint32_t word;
      std::memcpy(&word, values + k, 4);
      all |= word;
    }
    negative_[static_cast<size_t>(e)] = (all & 0x80808080U) != 0;
  }
}

bool FastEngine::any_negative(ElementRange range) const {
  return std::memchr(negative_.data() + range.begin, 1,
                     static_cast<size_t>(range.end - range.begin)) != nullptr;
}

void FastEngine::store(const Insn& insn, std::byte* dram_base) {
  if (is_nop(insn))
    return;
  const int64_t lanes = insn.x_size * state_.acc_elem;
  const ElementRange range{insn.sram_base, insn.sram_base + insn.y_size * insn.x_size};
  if (sums_meet(&GemmUse::acc, range))
    run_sums();
  if (meet(cleared_, range))
    clear_rows();
  for (int64_t y = 0; y < insn.y_size; ++y) {
    const int64_t first = insn.sram_base + y * insn.x_size;
    std::byte* to = dram_base + (insn.dram_base + y * insn.x_stride) * state_.acc_elem;
    if (tail_.store(first, insn.x_size, to))
      continue;
    if (tail_.touches({first, range.end}))
      tail_.flush();
    table_.narrow(state_.acc.data() + first * state_.acc_elem, lanes, to);
  }
}

void FastEngine::alu(const Insn& insn, const LoopRange& range) {
  run_sums();
  clear_rows();
  if (alu_operation(insn.alu_opcode)->form == AluForm::Parameters) {  // no kernel has these
    tail_.flush();
    return execute_alu(insn, range, state_);
  }
  kernels::AluArgs a;
  a.op = static_cast<int>(insn.alu_opcode);
  a.use_imm = insn.use_imm != 0;
  a.imm = static_cast<int32_t>(insn.imm);
  a.acc = state_.acc.data();
  a.acc_elem = state_.acc_elem;
  a.uops = state_.uop.data() + insn.uop_bgn;
  a.uop_count = uop_count(insn);
  a.o_begin = range.o_begin;
  a.o_end = range.o_end;
  a.i_begin = range.i_begin;
  a.i_end = range.i_end;
  a.dst_out = insn.dst_out;
  a.dst_in = insn.dst_in;
  a.src_out = insn.src_out;
  a.src_in = insn.src_in;
  if (!tail_.take(a))
    table_.alu(a);
}

void FastEngine::gemm(const Insn& insn, const LoopRange& range) {
  if (uop_count(insn) == 0 || range.o_begin >= range.o_end || range.i_begin >= range.i_end)
    return;
  if (insn.reset != 0 || forms_.empty()) {
    run_sums();
    tail_.flush();
    clear_rows();
    return insn.reset != 0 ? reset(insn, range) : execute_gemm(insn, range, state_);
  }
  put_off(uses_.find(
      insn, range,
      std::span<const UopEntry>(state_.uop)
          .subspan(static_cast<size_t>(insn.uop_bgn), static_cast<size_t>(uop_count(insn)))));
}

void FastEngine::put_off(std::shared_ptr<const GemmUse> use) {
  const bool joins = sums_.empty() || (use->lattice && sums_.size() < kMostSums &&
                                       use->lattice->same_points(*sums_.front()->lattice));
  if (!joins)
    run_sums();
  if (tail_.touches(use->acc))
    tail_.flush();
  sums_.push_back(std::move(use));
  if (!sums_.back()->lattice)
    run_sums();
}

bool FastEngine::sums_meet(ElementRange GemmUse::*which, ElementRange range) const {
  return std::ranges::any_of(sums_, [&](const auto& use) { return meet((*use).*which, range); });
}

// The last form takes all inputs.
void FastEngine::run_sums() {
  if (sums_.empty())
    return;
  for (auto& form : forms_)
    if (run_form(*form))
      break;
  sums_.clear();
}

// The rows of a run are cleared by the GEMM that fills them, if it comes next.
void FastEngine::reset(const Insn& insn, const LoopRange& range) {
  const int64_t outer = range.o_end - range.o_begin;
  const int64_t inner = range.i_end - range.i_begin;
  if (uop_count(insn) != 1 || insn.dst_in != 1 || (outer > 1 && insn.dst_out != inner))
    return execute_gemm(insn, range, state_);
  const int64_t first = state_.uop[static_cast<size_t>(insn.uop_bgn)].dst +
                        range.o_begin * insn.dst_out + range.i_begin;
  cleared_ = {first, first + outer * inner};
}

// False when the form does not take these inputs.
bool FastEngine::run_form(Form& form) {
  if (form.form.nonnegative_inputs &&
      std::ranges::any_of(sums_, [&](const auto& use) { return any_negative(use->inp); }))
    return false;
  if (!packs_at_load_)
    for (const auto& use : sums_)
      form.operands.refresh(state_, use->inp, use->wgt);
  const GemmPlan& plan = form.plans.find(sums_, form.operands.sizes());
  const int64_t lines = ahead_.rows * (ahead_.row_bytes / 64 + 1);
  ahead_lines_ = lines == 0 ? 0 : 1 + lines / std::max<int64_t>(1, plan.strip_runs);
  const bool from_zero = cleared_.begin < cleared_.end && cleared_ == plan.fills;
  if (from_zero)
    cleared_ = {};
  else
    clear_rows();
  for (size_t c = 0; c < plan.columns.size();) {
    const size_t count = plan.columns[c].pair_with_next ? 2 : 1;
    if (form.form.panels != nullptr)
      panels_.push_back(panel_of(form, plan, c, count, from_zero));
    else
      run_columns(form, plan, c, count, from_zero);
    c += count;
  }
  if (!panels_.empty())
    form.form.panels(panels_.data(), std::ssize(panels_));
  panels_.clear();
  return true;
}

void FastEngine::run_columns(const Form& form, const GemmPlan& plan, size_t first, size_t count,
                             bool from_zero) {
  const kernels::PackedOperands& packed = form.operands;
  const int64_t lanes = packed.sizes().lanes;
  const Column& column = plan.columns[first];
  StripArgs args;
  args.columns = static_cast<int64_t>(count);
  args.step_count = column.step_count;
  args.k_words = packed.k_words();
  args.zeros = from_zero ? zeros_.data() : nullptr;
  for (size_t c = 0; c < count; ++c) {
    const Column& each = plan.columns[first + c];
    args.acc[c] = state_.acc.data() + each.acc;
    args.wgt[c] = packed.weights() + each.wgt;
    args.steps[c] = plan.steps.data() + each.first_step;
    int32_t* sum = corrections_.data() + static_cast<int64_t>(c) * lanes;
    if (form.form.sum_corrections != nullptr)
      form.form.sum_corrections(packed.corrections() + each.wgt, args.steps[c], each.step_count,
                                sum);
    args.correction[c] = sum;
  }
  for (int64_t s = 0; s < column.strip_count; ++s) {
    const kernels::StripPlace& strip = plan.strips[static_cast<size_t>(column.first_strip + s)];
    args.src = packed.inputs() + column.src + strip.src;
    args.src_stride = strip.src_stride;
    args.positions = strip.positions;
    args.dst = plan.dst.data() + strip.first;
    fetch_ahead(ahead_lines_);
    form.form.strip(args);
  }
}

kernels::PanelArgs FastEngine::panel_of(const Form& form, const GemmPlan& plan, size_t first,
                                        size_t count, bool from_zero) {
  const kernels::PackedOperands& packed = form.operands;
  const Column& column = plan.columns[first];
  kernels::PanelArgs args;
  args.src = packed.inputs() + column.src;
  args.strips = plan.strips.data() + column.first_strip;
  args.strip_count = column.strip_count;
  args.dst = plan.dst.data();
  args.columns = static_cast<int64_t>(count);
  args.step_count = column.step_count;
  args.strips_in_twos = column.strips_in_twos;
  args.from_zero = from_zero;
  for (size_t c = 0; c < count; ++c) {
    const Column& each = plan.columns[first + c];
    args.acc[c] = state_.acc.data() + each.acc;
    args.wgt[c] = packed.weights() + each.wgt;
    args.steps[c] = plan.steps.data() + each.first_step;
  }
  args.context = this;
  args.before = [](void* engine, int64_t strips) {
    auto* self = static_cast<FastEngine*>(engine);
    self->fetch_ahead(strips * self->ahead_lines_);
  };
  return args;
}

}  // namespace vta
