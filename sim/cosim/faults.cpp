#include "sim/cosim/faults.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "sim/cosim/alu_maker.h"

namespace vta::cosim {
namespace {

Insn random_fields(int64_t opcode, const TestProgram& program, RandomSource& random) {
  const InsnCodec codec(program.config);
  Insn n;
  for (const PlacedField& field : codec.fields(opcode))
    n.*field.member = random.field(field.width, field.is_signed);
  n.opcode = opcode;
  return n;
}

void clear_pads(Insn& n) {
  n.y_pad_0 = n.y_pad_1 = n.x_pad_0 = n.x_pad_1 = 0;
}

// A LOAD or STORE with legal type and token bits that is no NOP; its other fields are arbitrary.
Insn random_transfer(const TestProgram& program, RandomSource& random) {
  Insn n = random_fields(random.below(2), program, random);
  n.memory_type = n.opcode == 1 ? 4 : random.pick({0, 1, 2, 3, 5});
  const Unit unit = unit_of(n);
  if (unit == Unit::Load)
    n.pop_prev = n.push_prev = 0;
  if (unit == Unit::Store)
    n.pop_next = n.push_next = 0;
  n.x_size = std::max<int64_t>(n.x_size, 1);
  n.y_size = std::max<int64_t>(n.y_size, 1);
  return n;
}

bool takes_pads(const Insn& n) {
  return n.opcode == 0 && n.memory() != MemoryType::Uop;
}

Insn bad_opcode(const TestProgram& program, RandomSource& random) {
  const std::vector<int64_t> illegal = illegal_alu_codes(program.config.isa_ext);
  if (illegal.empty() || random.chance(50))
    return random_fields(random.between(5, 7), program, random);
  Insn n = random_fields(4, program, random);
  n.alu_opcode = illegal[static_cast<size_t>(random.below(std::ssize(illegal)))];
  make_encodable_alu(n, program.config.isa_ext);
  return n;
}

Insn bad_memory_type(const TestProgram& program, RandomSource& random) {
  Insn n = random_fields(random.below(2), program, random);
  n.memory_type = n.opcode == 0 ? random.pick({4, 6, 7}) : random.pick({0, 1, 2, 3, 5, 6, 7});
  return n;
}

Insn bad_tokens(const TestProgram& program, RandomSource& random) {
  Insn n = random_fields(random.below(2), program, random);
  n.memory_type = n.opcode == 0 ? random.pick({1, 2}) : 4;
  const int64_t bits = random.between(1, 3);
  (n.opcode == 0 ? n.pop_prev : n.pop_next) = bits & 1;
  (n.opcode == 0 ? n.push_prev : n.push_next) = bits >> 1;
  return n;
}

Insn bad_field(const TestProgram& program, RandomSource& random) {
  if (program.config.isa_ext != 0 && random.chance(50)) {
    Insn n = random_fields(4, program, random);
    make_illegal_form(n, program.config.isa_ext, random);
    return n;
  }
  Insn n = random_transfer(program, random);
  while (takes_pads(n))
    n = random_transfer(program, random);
  clear_pads(n);
  constexpr std::array<int64_t Insn::*, 4> kSides = {&Insn::y_pad_0, &Insn::y_pad_1, &Insn::x_pad_0,
                                                     &Insn::x_pad_1};
  n.*kSides[static_cast<size_t>(random.below(4))] = random.between(1, 15);
  return n;
}

Insn bad_uop_range(const TestProgram& program, RandomSource& random) {
  Insn n = random_fields(random.pick({2, 4}), program, random);
  n.alu_opcode = n.opcode == 4 ? random.below(5) : 0;
  make_encodable_alu(n, program.config.isa_ext);
  const int64_t depth = program.config.depth(MemoryType::Uop);
  n.uop_end = random.chance(50) ? depth + 1 : random.between(depth + 1, 2 * depth - 1);
  return n;
}

Insn bad_sram_range(const TestProgram& program, RandomSource& random) {
  const int64_t type = random.below(6);
  Insn n = random_transfer(program, random);
  while (n.memory_type != type)
    n = random_transfer(program, random);
  if (!takes_pads(n))
    clear_pads(n);
  const int64_t depth = program.config.depth(n.memory());
  if (random.chance(92)) {  // one element too many
    n.y_size = random.between(1, 3);
    n.x_size = random.between(1, 5);
    for (int64_t Insn::*pad : {&Insn::y_pad_0, &Insn::y_pad_1, &Insn::x_pad_0, &Insn::x_pad_1})
      n.*pad = std::min(n.*pad, random.below(2));
    if (scratchpad_elements(n) > depth) {
      clear_pads(n);
      n.y_size = n.x_size = 1;
    }
    n.sram_base = depth - scratchpad_elements(n) + 1;
  } else if (random.chance(75)) {  // so many that their low 16 bits alone would fit
    clear_pads(n);
    n.y_size = n.x_size = 256 * random.between(1, 3);
    n.sram_base = 0;
  }
  if (n.sram_base + scratchpad_elements(n) <= depth)
    n.sram_base = depth;
  if (n.sram_base > 65535) {  // the field does not reach past the scratchpad: the size does
    n.sram_base = 65535;
    n.x_size = 2;
  }
  return n;
}

Insn bad_dram_range(const TestProgram& program, RandomSource& random) {
  Insn n = random_transfer(program, random);
  clear_pads(n);
  const int64_t depth = program.config.depth(n.memory());
  n.y_size = random.between(1, std::min<int64_t>(4, depth));
  n.x_size = random.between(1, std::min<int64_t>(4, depth / n.y_size));
  n.sram_base = random.below(depth - scratchpad_elements(n) + 1);
  if (takes_pads(n) && n.sram_base + 2 * scratchpad_elements(n) <= depth)
    n.y_pad_0 = n.y_size;
  const auto bytes = static_cast<uint64_t>(program.config.element_bytes(n.memory()));
  const uint64_t base = program.bases.of(n.memory());
  const auto reach = static_cast<uint64_t>((n.y_size - 1) * n.x_stride + n.x_size) * bytes;
  const uint64_t hi = program.window.hi;
  const uint64_t lo = program.window.lo;
  if (base < lo && random.chance(40))  // begins below the window
    n.dram_base = 0;
  else if (reach < hi - base && random.chance(60))  // ends one element behind it
    n.dram_base = static_cast<int64_t>((hi - reach - base) / bytes + 1);
  else
    n.dram_base = (int64_t{1} << 32) - 1 - random.below(1000);
  return n;
}

void insert(TestProgram& program, int64_t at, const Insn& insn) {
  program.insns.insert(program.insns.begin() + at, insn);
  for (int64_t& first : program.kernels)
    first += first > at ? 1 : 0;
}

// A pop too many in one queue, or a push too few.
void add_deadlock(int64_t first, TestProgram& program, RandomSource& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    Insn& n =
        program.insns[static_cast<size_t>(random.between(first, std::ssize(program.insns) - 1))];
    const Unit unit = unit_of(n);
    const bool next = unit == Unit::Load || (unit == Unit::Compute && random.chance(50));
    int64_t& push = next ? n.push_next : n.push_prev;
    int64_t& pop = next ? n.pop_next : n.pop_prev;
    if (random.chance(50) && push == 1) {
      push = 0;
      return;
    }
    if (pop == 0) {
      pop = 1;
      return;
    }
  }
}

}  // namespace

std::optional<Insn> faulty_insn(IsaError error, const TestProgram& program, RandomSource& random) {
  switch (error) {
    case IsaError::Opcode:
      return bad_opcode(program, random);
    case IsaError::MemoryType:
      return bad_memory_type(program, random);
    case IsaError::TokenBits:
      return bad_tokens(program, random);
    case IsaError::Field:
      return bad_field(program, random);
    case IsaError::UopRange:
      return bad_uop_range(program, random);
    case IsaError::SramRange:
      return bad_sram_range(program, random);
    case IsaError::DramRange:
      return bad_dram_range(program, random);
    default:
      return std::nullopt;
  }
}

void add_error(IsaError error, int64_t first, TestProgram& program, RandomSource& random) {
  const int64_t last = std::ssize(program.insns) - 1;
  const int64_t at = random.chance(10) ? first : random.between(first, last);
  if (error == IsaError::NoFinish) {
    program.insns.pop_back();
  } else if (error == IsaError::Deadlock) {
    add_deadlock(first, program, random);
  } else if (error == IsaError::FinishNotLast) {
    insert(program, std::min(at, last), random_fields(3, program, random));
  } else if (const auto insn = faulty_insn(error, program, random)) {
    insert(program, at, *insn);
  } else {
    throw InternalError("not an error of a stream");
  }
}

void remove_tokens(TestProgram& program, RandomSource& random) {
  // Pushes that wait for their pop, by queue: from unit, to unit.
  std::array<std::array<std::vector<Insn*>, 3>, 3> pushed;
  std::array<std::array<size_t, 3>, 3> popped{};
  const int64_t share = random.pick({5, 30, 100});
  for (Insn& n : program.insns) {
    const auto unit = static_cast<size_t>(unit_of(n));
    const auto pop = [&](int64_t Insn::*bit, size_t from) {
      if (n.*bit == 0)
        return;
      auto& queue = pushed[from][unit];
      Insn& pusher = *queue.at(popped[from][unit]++);
      if (!random.chance(share))
        return;
      n.*bit = 0;
      (from < unit ? pusher.push_next : pusher.push_prev) = 0;
    };
    if (unit > 0)
      pop(&Insn::pop_prev, unit - 1);
    if (unit < 2)
      pop(&Insn::pop_next, unit + 1);
    if (unit > 0 && n.push_prev != 0)
      pushed[unit][unit - 1].push_back(&n);
    if (unit < 2 && n.push_next != 0)
      pushed[unit][unit + 1].push_back(&n);
  }
}

}  // namespace vta::cosim
