#include "sim/cosim/hazards.h"

#include <algorithm>

#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kGrainBytes = 4;  // divides every element's size

uint64_t dram_addr(const Insn& n, const TestProgram& p) {
  return p.bases.of(n.memory()) +
         static_cast<uint64_t>(n.dram_base * p.config.element_bytes(n.memory()));
}

// What all STOREs of a program write.
DramWindow store_range(const TestProgram& p, int64_t limit) {
  DramWindow range{~uint64_t{0}, 0};
  for (int64_t i = 0; i < limit; ++i) {
    const Insn& n = p.insns[static_cast<size_t>(i)];
    if (n.op() != Opcode::Store || is_nop(n))
      continue;
    const uint64_t begin = dram_addr(n, p);
    const int64_t elements = (n.y_size - 1) * n.x_stride + n.x_size;
    range.lo = std::min(range.lo, begin);
    range.hi = std::max(
        range.hi, begin + static_cast<uint64_t>(elements * p.config.element_bytes(n.memory())));
  }
  return range.hi == 0 ? DramWindow{} : range;
}

int64_t first_static_fault(const TestProgram& p) {
  const CheckContext context{p.config, p.bases, p.window, std::ssize(p.insns)};
  for (size_t i = 0; i < p.insns.size(); ++i)
    if (check_insn(p.insns[i], static_cast<int64_t>(i), context))
      return static_cast<int64_t>(i);
  return std::ssize(p.insns);
}

}  // namespace

HazardTracker::HazardTracker(const TestProgram& program, DramWindow dram)
    : program_(program), dram_(dram) {
  const VtaConfig& c = program.config;
  uops_.resize(static_cast<size_t>(c.depth(MemoryType::Uop)));
  places_[Inp].resize(static_cast<size_t>(c.depth(MemoryType::Inp)));
  places_[Wgt].resize(static_cast<size_t>(c.depth(MemoryType::Wgt)));
  places_[Acc].resize(static_cast<size_t>(c.depth(MemoryType::Acc)));
  places_[Dram].resize(static_cast<size_t>(dram.hi - dram.lo) / kGrainBytes + 1);
}

template <typename Visit>
void HazardTracker::visit(const Insn& n, Visit touch) const {
  if (n.op() == Opcode::Gemm || n.op() == Opcode::Alu)
    return visit_steps(n, touch);
  if (is_nop(n) || n.op() == Opcode::Finish)
    return;
  visit_dram(n, n.op() == Opcode::Store, touch);
  if (n.op() == Opcode::Load)
    return visit_load(n, touch);
  for (int64_t e = 0; e < n.y_size * n.x_size; ++e)
    touch(Acc, n.sram_base + e, false);
}

template <typename Visit>
void HazardTracker::visit_load(const Insn& n, Visit touch) const {
  if (n.memory() == MemoryType::Uop)
    return;  // only compute reads and writes micro-ops
  const Space space = n.memory() == MemoryType::Inp   ? Inp
                      : n.memory() == MemoryType::Wgt ? Wgt
                                                      : Acc;
  const int64_t elements = (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
  for (int64_t e = 0; e < elements; ++e)
    touch(space, n.sram_base + e, true);
}

template <typename Visit>
void HazardTracker::visit_dram(const Insn& n, bool write, Visit touch) const {
  if (n.x_size == 0 || n.y_size == 0)
    return;
  const auto bytes = static_cast<uint64_t>(program_.config.element_bytes(n.memory()));
  for (int64_t y = 0; y < n.y_size; ++y) {
    const uint64_t begin = dram_addr(n, program_) + static_cast<uint64_t>(y * n.x_stride) * bytes;
    const uint64_t end = begin + static_cast<uint64_t>(n.x_size) * bytes;
    for (uint64_t at = std::max(begin, dram_.lo); at < std::min(end, dram_.hi); at += kGrainBytes)
      touch(Dram, static_cast<int64_t>((at - dram_.lo) / kGrainBytes), write);
  }
}

template <typename Visit>
void HazardTracker::visit_steps(const Insn& n, Visit touch) const {
  const bool gemm = n.op() == Opcode::Gemm;
  for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
    const Uop& uop = uops_[static_cast<size_t>(u)];
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i) {
        touch(Acc, uop.dst + o * n.dst_out + i * n.dst_in, true);
        const int64_t src = uop.src + o * n.src_out + i * n.src_in;
        if (gemm && n.reset == 0) {
          touch(Inp, src, false);
          touch(Wgt, uop.wgt + o * n.wgt_out + i * n.wgt_in, false);
        } else if (!gemm && n.use_imm == 0) {
          touch(Acc, src, false);
        }
      }
  }
}

Clock HazardTracker::needed(const Insn& insn) const {
  Clock clock{};
  visit(insn, [&](Space space, int64_t at, bool write) {
    const auto& places = places_[space];
    if (at >= std::ssize(places))
      return;  // INDEX_RANGE
    const Place& place = places[static_cast<size_t>(at)];
    auto& writer = clock[static_cast<size_t>(place.writer_unit)];
    writer = std::max(writer, place.writer);
    if (write)
      for (size_t u = 0; u < 3; ++u)
        clock[u] = std::max(clock[u], place.readers[u]);
  });
  clock[static_cast<size_t>(unit_of(insn))] = 0;  // a unit is in order
  return clock;
}

void HazardTracker::record(const Insn& insn, int32_t position) {
  const auto unit = static_cast<size_t>(unit_of(insn));
  visit(insn, [&](Space space, int64_t at, bool write) {
    auto& places = places_[space];
    if (at >= std::ssize(places))
      return;
    Place& place = places[static_cast<size_t>(at)];
    if (write)
      place = {position, static_cast<int8_t>(unit), {}};
    else
      place.readers[unit] = position;
  });
  if (insn.op() == Opcode::Load && insn.memory() == MemoryType::Uop && !is_nop(insn))
    load_uops(insn);
}

void HazardTracker::load_uops(const Insn& n) {
  const auto bytes = static_cast<uint64_t>(program_.config.element_bytes(MemoryType::Uop));
  for (int64_t y = 0; y < n.y_size; ++y)
    for (int64_t x = 0; x < n.x_size; ++x) {
      const uint64_t addr =
          dram_addr(n, program_) + static_cast<uint64_t>(y * n.x_stride + x) * bytes;
      const uint64_t word =
          addr >= program_.uop_addr ? (addr - program_.uop_addr) / bytes : ~uint64_t{0};
      uops_[static_cast<size_t>(n.sram_base + y * n.x_size + x)] =
          word < program_.uops.size() ? program_.uops[word] : Uop{};
    }
}

int64_t TokenClocks::pops_until(Unit from, Unit to, int32_t position) const {
  const auto& tokens = queue(from, to);
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i][index(from)] >= position)
      return static_cast<int64_t>(i) + 1;
  return 0;
}

void TokenClocks::pop(Unit from, Unit to) {
  auto& tokens = queue(from, to);
  if (tokens.empty())
    return;
  Clock& known = known_[index(to)];
  for (size_t u = 0; u < 3; ++u)
    known[u] = std::max(known[u], tokens.front()[u]);
  tokens.pop_front();
}

void TokenClocks::run(const Insn& insn) {
  const Unit unit = unit_of(insn);
  const auto neighbour = [&](int step) { return static_cast<Unit>(static_cast<int>(unit) + step); };
  if (insn.pop_prev != 0)
    pop(neighbour(-1), unit);
  if (insn.pop_next != 0)
    pop(neighbour(1), unit);
  complete(unit);
  if (insn.push_prev != 0)
    push(unit, neighbour(-1));
  if (insn.push_next != 0)
    push(unit, neighbour(1));
}

// In the order of the functional simulator: any order that the tokens allow finds the same races.
bool is_race_free(const TestProgram& program) {
  const int64_t limit = first_static_fault(program);
  std::vector<QueueTag> tags;
  for (int64_t i = 0; i < limit; ++i)
    tags.push_back(queue_tag(program.insns[static_cast<size_t>(i)]));
  UnitQueues queues(std::span(program.insns).first(static_cast<size_t>(limit)), tags, limit,
                    program.config.cmd_queue_depth);
  HazardTracker hazards(program, store_range(program, limit));
  TokenClocks clocks;
  while (const auto index = queues.start_next()) {
    const Insn& insn = program.insns[static_cast<size_t>(*index)];
    clocks.run(insn);  // its own completion does not matter to itself
    const Clock needed = hazards.needed(insn);
    const Clock& known = clocks.known(unit_of(insn));
    for (size_t u = 0; u < 3; ++u)
      if (needed[u] > known[u])
        return false;
    hazards.record(insn, clocks.count(unit_of(insn)));
    queues.complete(*index);
  }
  return true;
}

}  // namespace vta::cosim
