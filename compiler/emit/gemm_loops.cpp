#include "compiler/emit/gemm_loops.h"

#include <algorithm>
#include <vector>

#include "hw/isa/insn.h"

namespace vta {
namespace {

// Rows and columns of a tile are the instruction's loops unless the rest is long and another pair
// makes it much shorter: a dense layer has one row and one column.
constexpr int64_t kLongSequence = 32;
constexpr int64_t kMuchShorter = 4;

int64_t product_without(std::span<const GemmLoop> loops, size_t a, size_t b) {
  int64_t n = 1;
  for (size_t i = 0; i < loops.size(); ++i)
    if (i != a && i != b)
      n *= loops[i].extent;
  return n;
}

struct Choice {
  size_t outer = 0, inner = 1;
};

Choice choose(std::span<const GemmLoop> loops, int64_t bases) {
  Choice best;
  const int64_t preferred = bases * product_without(loops, 0, 1);
  if (preferred <= kLongSequence)
    return best;
  int64_t least = preferred / kMuchShorter + 1;
  for (size_t a = 0; a < loops.size(); ++a)
    for (size_t b = a + 1; b < loops.size(); ++b) {
      const bool legal = loops[a].extent <= kMaxIterations && loops[b].extent <= kMaxIterations;
      if (const int64_t n = bases * product_without(loops, a, b); legal && n < least) {
        least = n;
        best = {a, b};
      }
    }
  return best;
}

// The micro-ops of the nest without the two loops that are the instruction's. Every loop widens
// what there is, in place and from the last one on.
void enumerate(std::span<const Uop> bases, std::span<const GemmLoop> loops, const Choice& chosen,
               std::vector<Uop>& uops) {
  uops.assign(bases.begin(), bases.end());
  for (size_t l = 0; l < loops.size(); ++l) {
    const GemmLoop& loop = loops[l];
    if (l == chosen.outer || l == chosen.inner || loop.extent == 1)
      continue;
    const auto extent = static_cast<size_t>(loop.extent);
    size_t at = uops.size();
    uops.resize(at * extent);
    while (at-- > 0) {
      const Uop u = uops[at];
      Uop* wide = uops.data() + at * extent;
      for (int64_t i = 0; i < loop.extent; ++i)
        wide[i] = {u.dst + i * loop.dst, u.src + i * loop.src, u.wgt + i * loop.wgt};
    }
  }
}

}  // namespace

void emit_gemm(TaskStream& stream, std::span<const Uop> bases, std::span<const GemmLoop> loops,
               std::span<const Access> accesses) {
  Insn i;
  i.opcode = static_cast<int64_t>(Opcode::Gemm);
  emit_nest(stream, i, bases, loops, accesses);
}

void emit_nest(TaskStream& stream, Insn i, std::span<const Uop> bases,
               std::span<const GemmLoop> loops, std::span<const Access> accesses) {
  const Choice chosen = choose(loops, std::ssize(bases));
  const GemmLoop& outer = loops[chosen.outer];
  const GemmLoop& inner = loops[chosen.inner];
  i.iter_out = outer.extent;
  i.iter_in = inner.extent;
  if (outer.extent > 1) {
    i.dst_out = outer.dst;
    i.src_out = outer.src;
    i.wgt_out = outer.wgt;
  }
  if (inner.extent > 1) {
    i.dst_in = inner.dst;
    i.src_in = inner.src;
    i.wgt_in = inner.wgt;
  }
  std::vector<Uop>& uops = stream.spare_uops();
  if (stream.makes_code())
    enumerate(bases, loops, chosen, uops);
  else
    uops.resize(static_cast<size_t>(std::ssize(bases) *
                                    product_without(loops, chosen.outer, chosen.inner)));
  stream.compute_in_parts(i, uops, accesses);
}

}  // namespace vta
