#include "sim/cosim/hazards.h"

#include <algorithm>

#include "sim/cosim/refusals.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kGrainBytes = 4;  // divides every element's size
constexpr int64_t kPageGrains = 1024;

uint64_t dram_addr(const Insn& n, const TestProgram& p) {
  return p.bases.of(n.memory()) +
         static_cast<uint64_t>(n.dram_base * p.config.element_bytes(n.memory()));
}

// The instructions of a launch that fetch dispatches.
std::span<const Insn> dispatched(const TestProgram& p, const LaunchRange& launch) {
  const std::span<const Insn> insns = std::span(p.insns).subspan(
      static_cast<size_t>(launch.first), static_cast<size_t>(launch.size()));
  const CheckContext context{p.config, p.bases, p.window, launch.size()};
  for (size_t i = 0; i < insns.size(); ++i)
    if (check_insn(insns[i], static_cast<int64_t>(i), context))
      return insns.first(i);
  return insns;
}

// What all STOREs of a program write.
DramWindow store_range(const TestProgram& p) {
  DramWindow range{~uint64_t{0}, 0};
  for (const LaunchRange& launch : launches_of(p))
    for (const Insn& n : dispatched(p, launch)) {
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

}  // namespace

UopReplay::UopReplay(const TestProgram& program)
    : program_(program), uops_(static_cast<size_t>(program.config.depth(MemoryType::Uop))) {}

void UopReplay::clear() {
  std::ranges::fill(uops_, Uop{});
}

void UopReplay::load(const Insn& n) {
  if (n.op() != Opcode::Load || n.memory() != MemoryType::Uop || is_nop(n))
    return;
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

HazardTracker::HazardTracker(const TestProgram& program, DramWindow dram)
    : program_(program), dram_(dram), uops_(program) {
  relaunch(true);
}

void HazardTracker::relaunch(bool fresh) {
  const VtaConfig& c = program_.config;
  pads_[Inp].assign(static_cast<size_t>(c.depth(MemoryType::Inp)), {});
  pads_[Wgt].assign(static_cast<size_t>(c.depth(MemoryType::Wgt)), {});
  pads_[Acc].assign(static_cast<size_t>(c.depth(MemoryType::Acc)), {});
  pages_.clear();
  if (fresh)
    uops_.clear();
}

const HazardTracker::Place* HazardTracker::find(Space space, int64_t at) const {
  if (space != Dram) {
    const Places& places = pads_[space];
    return at < std::ssize(places) ? &places[static_cast<size_t>(at)] : nullptr;
  }
  const auto page = pages_.find(at / kPageGrains);
  return page == pages_.end() ? nullptr : &page->second[static_cast<size_t>(at % kPageGrains)];
}

HazardTracker::Place* HazardTracker::make(Space space, int64_t at) {
  if (space == Dram)
    pages_.try_emplace(at / kPageGrains, static_cast<size_t>(kPageGrains));
  return const_cast<Place*>(find(space, at));
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
  const int64_t elements = scratchpad_elements(n);
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
  if (step_count(n) == 0)
    return;
  for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
    const Uop& uop = uops_.uops()[static_cast<size_t>(u)];
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i) {
        touch(Acc, uop.dst + o * n.dst_out + i * n.dst_in, true);
        const int64_t src = uop.src + o * n.src_out + i * n.src_in;
        if (gemm && n.reset == 0) {
          touch(Inp, src, false);
          touch(Wgt, uop.wgt + o * n.wgt_out + i * n.wgt_in, false);
        }
        for (int64_t vector = 0; vector < src_vectors(n); ++vector)
          touch(Acc, src + vector, false);
      }
  }
}

bool HazardTracker::inside(const Insn& insn) const {
  bool inside = true;
  visit(insn, [&](Space space, int64_t at, bool) {
    inside = inside && (space == Dram || at < std::ssize(pads_[space]));
  });
  return inside;
}

Clock HazardTracker::needed(const Insn& insn) const {
  Clock clock{};
  visit(insn, [&](Space space, int64_t at, bool write) {
    const Place* place = find(space, at);
    if (place == nullptr)
      return;
    auto& writer = clock[static_cast<size_t>(place->writer_unit)];
    writer = std::max(writer, place->writer);
    if (write)
      for (size_t u = 0; u < 3; ++u)
        clock[u] = std::max(clock[u], place->readers[u]);
  });
  clock[static_cast<size_t>(unit_of(insn))] = 0;  // a unit is in order
  return clock;
}

void HazardTracker::record(const Insn& insn, int32_t position) {
  const auto unit = static_cast<size_t>(unit_of(insn));
  visit(insn, [&](Space space, int64_t at, bool write) {
    Place* place = make(space, at);
    if (place == nullptr)
      return;
    if (write)
      *place = {position, static_cast<int8_t>(unit), {}};
    else
      place->readers[unit] = position;
  });
  uops_.load(insn);
}

namespace {

enum class Ending { Race, Error, Clean };

// In the order of the functional simulator: any order that the tokens allow finds the same races.
Ending replay(const TestProgram& program, const LaunchRange& launch, HazardTracker& hazards) {
  const std::span<const Insn> insns = dispatched(program, launch);
  std::vector<QueueTag> tags;
  for (const Insn& insn : insns)
    tags.push_back(queue_tag(insn));
  UnitQueues queues(insns, tags, std::ssize(insns), program.config.cmd_queue_depth);
  TokenClocks clocks;
  const Bursts bursts{program.config, program.bases, program.refused};
  bool inside = !refused_fetch(program.insn_addr, launch, program.refused);
  while (const auto index = queues.start_next()) {
    const Insn& insn = insns[static_cast<size_t>(*index)];
    clocks.run(insn);  // its own completion does not matter to itself
    const Clock needed = hazards.needed(insn);
    const Clock& known = clocks.known(unit_of(insn));
    for (size_t u = 0; u < 3; ++u)
      if (needed[u] > known[u])
        return Ending::Race;
    inside = inside && hazards.inside(insn) && !bursts.first_refused(insn);
    hazards.record(insn, clocks.count(unit_of(insn)));
    queues.complete(*index);
  }
  const bool finished = !insns.empty() && insns.back().op() == Opcode::Finish;
  const bool whole = std::ssize(insns) == launch.size() && finished && queues.drained();
  return whole && inside ? Ending::Clean : Ending::Error;
}

}  // namespace

bool is_race_free(const TestProgram& program) {
  HazardTracker hazards(program, store_range(program));
  Ending ending = Ending::Clean;
  for (const LaunchRange& launch : launches_of(program)) {
    if (ending == Ending::Error && !launch.fresh)
      return false;
    hazards.relaunch(launch.fresh);
    ending = replay(program, launch, hazards);
    if (ending == Ending::Race)
      return false;
  }
  return true;
}

}  // namespace vta::cosim
