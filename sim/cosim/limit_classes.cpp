#include "sim/cosim/limit_classes.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

struct Operand {
  const char* name;
  MemoryType type;
  int64_t Uop::*index;
  int64_t Insn::*outer;
  int64_t Insn::*inner;
};
constexpr Operand kDst{"dst", MemoryType::Acc, &Uop::dst, &Insn::dst_out, &Insn::dst_in};
constexpr Operand kGemmSrc{"src", MemoryType::Inp, &Uop::src, &Insn::src_out, &Insn::src_in};
constexpr Operand kAluSrc{"src", MemoryType::Acc, &Uop::src, &Insn::src_out, &Insn::src_in};
constexpr Operand kWgt{"wgt", MemoryType::Wgt, &Uop::wgt, &Insn::wgt_out, &Insn::wgt_in};

// What an instruction is called here, and which of its indices are looked at.
struct Indexing {
  const char* name;
  std::vector<Operand> operands;
};

Indexing indexing_of(const Insn& n) {
  if (n.op() == Opcode::Gemm)
    return n.reset != 0 ? Indexing{"reset", {kDst}} : Indexing{"GEMM", {kDst, kGemmSrc, kWgt}};
  return {"ALU", n.use_imm != 0 ? std::vector<Operand>{kDst} : std::vector<Operand>{kDst, kAluSrc}};
}

constexpr const char* kIndexed[] = {"reset dst", "GEMM dst", "GEMM src",
                                    "GEMM wgt",  "ALU dst",  "ALU src"};
constexpr const char* kMoved[] = {"LOAD UOP", "LOAD WGT",  "LOAD INP",
                                  "LOAD ACC", "LOAD ACC8", "STORE OUT"};

std::string moved(const Insn& n) {
  return (n.op() == Opcode::Store ? "STORE " : "LOAD ") + memory_class(n.memory_type);
}

int64_t words_before(uint64_t from, uint64_t to, int64_t bus_bytes) {
  const auto bus = static_cast<uint64_t>(bus_bytes);
  return static_cast<int64_t>(to / bus) - static_cast<int64_t>(from / bus);
}

void add_refused_burst(const Bursts& bursts, const Insn& n, ClassNames& names) {
  const auto refused = bursts.first_refused(n);
  if (!refused)
    return;
  names.insert(fmt::format("BUS_ERROR: {}", moved(n)));
  const std::vector<BurstBytes> all = bursts.of(n);
  if (all.size() > 2)
    names.insert(fmt::format("BUS_ERROR: {} burst", *refused == 0                     ? "first"
                                                    : *refused == std::ssize(all) - 1 ? "last"
                                                                                      : "middle"));
  const BurstBytes& burst = all[static_cast<size_t>(*refused)];
  const int64_t bus = bursts.config.bus_bytes();
  const int64_t last = words_before(burst.begin, burst.end - 1, bus);
  const int64_t from = words_before(burst.begin, std::max(burst.begin, bursts.refused.lo), bus);
  const int64_t to = words_before(burst.begin, std::min(burst.end, bursts.refused.hi) - 1, bus);
  if (last == 0)
    return;
  names.insert(fmt::format("BUS_ERROR: from {} of a burst", from == 0      ? "the first word"
                                                            : from == last ? "the last word"
                                                                           : "a word inside"));
  if (to == 0)
    names.insert("BUS_ERROR: the first word of a burst alone");
}

// Whether a burst ends where the window begins, or begins where it ends.
bool is_beside(const BurstBytes& burst, const RefusedWindow& window, int64_t bus_bytes) {
  return words_before(burst.end - 1, window.lo, bus_bytes) == 1 ||
         words_before(window.hi, burst.begin, bus_bytes) == 0;
}

}  // namespace

void add_limit_class_names(const VtaConfig& config, ClassNames& names) {
  for (const char* operand : kIndexed) {
    names.insert(fmt::format("INDEX_RANGE: {} one too far", operand));
    names.insert(fmt::format("last element: {}", operand));
  }
  if (config.depth(MemoryType::Inp) != config.depth(MemoryType::Acc))
    names.insert("INDEX_RANGE: micro-op one too far");
  for (const char* what : kMoved) {
    names.insert(fmt::format("SRAM_RANGE: {} one too many", what));
    names.insert(fmt::format("BUS_ERROR: {}", what));
  }
  names.insert(
      {"UOP_RANGE: one too many", "BUS_ERROR: fetch", "BUS_ERROR: first burst",
       "BUS_ERROR: middle burst", "BUS_ERROR: last burst",
       "BUS_ERROR: from the first word of a burst", "BUS_ERROR: from a word inside of a burst",
       "BUS_ERROR: from the last word of a burst", "BUS_ERROR: the first word of a burst alone",
       "launch: after BUS_ERROR", "refused: beside a burst"});
}

void add_index_classes(const VtaConfig& config, const Insn& n, const std::vector<Uop>& uops,
                       ClassNames& names) {
  if (step_count(n) == 0)
    return;
  const Indexing indexing = indexing_of(n);
  for (const Operand& operand : indexing.operands) {
    int64_t greatest = 0;
    for (int64_t u = n.uop_bgn; u < n.uop_end; ++u)
      greatest = std::max(greatest, uops[static_cast<size_t>(u)].*operand.index);
    const int64_t loops = (n.iter_out - 1) * n.*operand.outer + (n.iter_in - 1) * n.*operand.inner;
    const int64_t depth = config.depth(operand.type);
    if (greatest + loops == depth - 1)
      names.insert(fmt::format("last element: {} {}", indexing.name, operand.name));
    if (greatest + loops == depth)
      names.insert(fmt::format("INDEX_RANGE: {} {} one too far", indexing.name, operand.name));
    if (greatest == depth && loops == 0)
      names.insert("INDEX_RANGE: micro-op one too far");
  }
}

void add_range_classes(const VtaConfig& config, const Insn& n, IsaError error, ClassNames& names) {
  if (error == IsaError::UopRange && n.uop_end == config.depth(MemoryType::Uop) + 1)
    names.insert("UOP_RANGE: one too many");
  if (error == IsaError::SramRange &&
      n.sram_base + scratchpad_elements(n) == config.depth(n.memory()) + 1)
    names.insert(fmt::format("SRAM_RANGE: {} one too many", moved(n)));
}

void add_refusal_classes(const TestProgram& p, std::optional<int64_t> error_insn,
                         ClassNames& names) {
  const Bursts bursts{p.config, p.bases, p.refused};
  const LaunchRange launch = launches_of(p).back();
  if (error_insn && refused_fetch(p.insn_addr, launch, p.refused))
    names.insert("BUS_ERROR: fetch");
  else if (error_insn)
    add_refused_burst(bursts, p.insns[static_cast<size_t>(*error_insn)], names);
  for (int64_t i = launch.first; i < launch.end && !error_insn; ++i)
    for (const BurstBytes& burst : bursts.of(p.insns[static_cast<size_t>(i)]))
      if (is_beside(burst, p.refused, p.config.bus_bytes())) {
        names.insert("refused: beside a burst");
        return;
      }
}

}  // namespace vta::cosim
