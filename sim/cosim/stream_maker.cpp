#include "sim/cosim/stream_maker.h"

#include "base/error.h"
#include "sim/cosim/alu_maker.h"

namespace vta::cosim {
namespace {

constexpr std::array<Unit, 3> kUnits = {Unit::Load, Unit::Compute, Unit::Store};

bool adjacent(Unit a, Unit b) {
  return a != b && (a == Unit::Compute || b == Unit::Compute);
}

}  // namespace

StreamMaker::StreamMaker(TestProgram& program, DramWindow stores, RandomSource& random)
    : program_(program), random_(random), hazards_(program, stores) {}

int64_t StreamMaker::tokens_waiting() const {
  int64_t sum = 0;
  for (const Unit a : kUnits)
    for (const Unit b : kUnits)
      sum += clocks_.waiting(a, b);
  return sum;
}

void StreamMaker::set_pop(Insn& insn, Unit from) const {
  (from < unit_of(insn) ? insn.pop_prev : insn.pop_next) = 1;
}

void StreamMaker::set_push(Insn& insn, Unit to) const {
  (to < unit_of(insn) ? insn.push_prev : insn.push_next) = 1;
}

// Every field that a NOP ignores may hold anything.
Insn StreamMaker::nop(Unit unit) {
  const InsnCodec codec(program_.config);
  Insn insn;
  const bool steps = unit == Unit::Compute && random_.chance(30);
  const int64_t opcode = unit == Unit::Store ? 1 : steps ? random_.pick({2, 4}) : 0;
  for (const PlacedField& field : codec.fields(opcode))
    insn.*field.member = random_.field(field.width, field.is_signed);
  insn.opcode = opcode;
  insn.pop_prev = insn.pop_next = insn.push_prev = insn.push_next = 0;
  if (steps) {
    insn.alu_opcode = opcode == 4 ? random_.below(5) : 0;
    make_legal_alu(insn, program_.config.isa_ext, random_);
    const int64_t depth = program_.config.depth(MemoryType::Uop);
    insn.uop_end = std::min(insn.uop_end, depth);
    switch (random_.below(4)) {
      case 0:
        insn.iter_out = 0;
        break;
      case 1:
        insn.iter_in = 0;
        break;
      case 2:
        insn.uop_end = std::min(insn.uop_bgn, depth);
        break;
      default:
        insn.uop_bgn = std::max<int64_t>(insn.uop_bgn, 1);
        insn.uop_end = random_.below(insn.uop_bgn);
    }
    return insn;
  }
  const auto type = unit == Unit::Store  ? MemoryType::Out
                    : unit == Unit::Load ? (random_.chance(50) ? MemoryType::Inp : MemoryType::Wgt)
                                         : static_cast<MemoryType>(random_.pick({0, 3, 5}));
  insn.memory_type = static_cast<int64_t>(type);
  if (random_.chance(50)) {
    insn.y_size = insn.y_pad_0 = insn.y_pad_1 = 0;
  } else {
    insn.x_size = insn.x_pad_0 = insn.x_pad_1 = 0;
  }
  return insn;
}

void StreamMaker::append(const Insn& insn) {
  const Unit unit = unit_of(insn);
  clocks_.run(insn);
  hazards_.record(insn, clocks_.count(unit));
  last_[static_cast<size_t>(unit)] = size();
  program_.insns.push_back(insn);
}

// The last instruction of `from` gets one more push, or a NOP is appended that has it.
void StreamMaker::push_from_last(Unit from, Unit to) {
  const int64_t last = last_[static_cast<size_t>(from)];
  if (last >= 0 && random_.chance(85)) {
    Insn& insn = program_.insns[static_cast<size_t>(last)];
    int64_t& bit = to < from ? insn.push_prev : insn.push_next;
    if (bit == 0) {
      bit = 1;
      clocks_.push(from, to);
      return;
    }
  }
  Insn insn = nop(from);
  set_push(insn, to);
  append(insn);
}

bool StreamMaker::make_poppable(Unit unit, Unit of, int32_t position) {
  VTA_CHECK(adjacent(unit, of), "tokens pass between neighbours only");
  if (clocks_.known(unit)[static_cast<size_t>(of)] >= position)
    return false;
  if (clocks_.pops_until(of, unit, position) == 0)
    push_from_last(of, unit);
  for (int64_t pops = clocks_.pops_until(of, unit, position); pops > 1; --pops) {
    Insn insn = nop(unit);
    set_pop(insn, of);
    append(insn);
  }
  return true;
}

void StreamMaker::make_known(Unit unit, Unit of, int32_t position) {
  if (!make_poppable(unit, of, position))
    return;
  Insn insn = nop(unit);
  set_pop(insn, of);
  append(insn);
}

void StreamMaker::wait_for(Unit unit, Unit of) {
  make_known(unit, of, clocks_.count(of));
}

void StreamMaker::flood(int64_t count) {
  const Unit from = kUnits[static_cast<size_t>(random_.below(3))];
  const Unit to =
      from == Unit::Compute ? kUnits[static_cast<size_t>(random_.below(2)) * 2] : Unit::Compute;
  for (; count > 0; --count) {
    Insn insn = nop(from);
    set_push(insn, to);
    append(insn);
  }
}

void StreamMaker::relaunch(bool fresh) {
  clocks_ = {};
  hazards_.relaunch(fresh);
  last_.fill(-1);
}

void StreamMaker::emit(Insn insn) {
  const Unit unit = unit_of(insn);
  Clock needed = hazards_.needed(insn);
  const auto compute = static_cast<size_t>(Unit::Compute);
  if (unit != Unit::Compute) {
    // What the unit two steps away has done becomes known through compute.
    const Unit far = unit == Unit::Load ? Unit::Store : Unit::Load;
    const int32_t position = needed[static_cast<size_t>(far)];
    if (clocks_.known(unit)[static_cast<size_t>(far)] < position) {
      make_known(Unit::Compute, far, position);
      needed[compute] = std::max(needed[compute], clocks_.count(Unit::Compute));
    }
  }
  std::array<bool, 3> pops{};
  for (const Unit of : kUnits)
    if (adjacent(unit, of))
      pops[static_cast<size_t>(of)] = make_poppable(unit, of, needed[static_cast<size_t>(of)]);
  for (const Unit of : kUnits)
    if (pops[static_cast<size_t>(of)])
      set_pop(insn, of);
  add_idle_tokens(insn);
  append(insn);
}

void StreamMaker::add_idle_tokens(Insn& insn) {
  const Unit unit = unit_of(insn);
  for (const Unit other : kUnits) {
    if (!adjacent(unit, other))
      continue;
    const int64_t waiting = clocks_.waiting(other, unit);
    if (waiting > 0 && random_.chance(waiting > 2 ? 70 : 25))
      set_pop(insn, other);
    if (clocks_.waiting(unit, other) < 4 && random_.chance(20))
      set_push(insn, other);
  }
}

void StreamMaker::drain(const std::array<bool, 4>& leave) {
  constexpr std::array<std::pair<Unit, Unit>, 4> kQueues = {{{Unit::Load, Unit::Compute},
                                                             {Unit::Compute, Unit::Load},
                                                             {Unit::Compute, Unit::Store},
                                                             {Unit::Store, Unit::Compute}}};
  for (size_t q = 0; q < kQueues.size(); ++q) {
    const auto [from, to] = kQueues[q];
    if (leave[q] && clocks_.waiting(from, to) == 0)
      push_from_last(from, to);
    while (!leave[q] && clocks_.waiting(from, to) > 0) {
      Insn insn = nop(to);
      set_pop(insn, from);
      append(insn);
    }
  }
}

void StreamMaker::finish(bool tokens) {
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Finish);
  for (const Unit from : {Unit::Load, Unit::Store})
    if (clocks_.waiting(from, Unit::Compute) > 0 && random_.chance(50))
      set_pop(insn, from);
  if (tokens) {
    insn.push_prev = random_.below(2);
    insn.push_next = random_.below(2);
  }
  append(insn);
}

}  // namespace vta::cosim
