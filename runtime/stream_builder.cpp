#include "runtime/stream_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "runtime/range_map.h"
#include "runtime/token_scheduler.h"
#include "runtime/uop_cache.h"

namespace vta {
namespace {

constexpr int64_t kMaxSize = std::numeric_limits<uint16_t>::max();  // of x_size and y_size

}  // namespace

struct StreamBuilder::Impl {
  Impl(const VtaConfig& config, int64_t uop_base, int64_t store_cycles)
      : tokens(store_cycles), uops(config), uop_base_elems(uop_base) {}

  RangeMap& map(Space space) { return maps[static_cast<size_t>(space)]; }

  void emit(const Insn& insn, std::span<const Access> accesses) {
    VTA_CHECK(!finished, "an instruction after finish()");
    RangeMap::Latest latest{RangeMap::kNone, RangeMap::kNone, RangeMap::kNone};
    const Unit unit = unit_of(insn);
    for (const Access& access : accesses) {
      VTA_CHECK(access.begin >= 0 && access.begin <= access.end, "access range [{}, {})",
                access.begin, access.end);
      if (access.begin < access.end)
        map(access.space).collect(access.begin, access.end, access.write, latest);
    }
    latest[static_cast<size_t>(unit)] = RangeMap::kNone;  // in order anyway
    const int32_t position = tokens.append(insn, latest);
    // Reads first: an instruction that reads and writes one range ends as its writer.
    for (const bool write : {false, true})
      for (const Access& access : accesses)
        if (access.write == write)
          map(access.space)
              .record(access.begin, access.end, write, static_cast<int>(unit), position);
  }

  void load_uops(const UopCache::Load& first, const Upcoming& upcoming) {
    if (!upcoming)
      return load_uops(first);
    for (const UopCache::Load& sequences : uops.load_with(first, upcoming))
      load_uops(sequences);
  }

  void load_uops(const UopCache::Load& sequences) {
    for (int64_t done = 0; done < sequences.count; done += kMaxSize) {
      Insn load;
      load.opcode = static_cast<int64_t>(Opcode::Load);
      load.memory_type = static_cast<int64_t>(MemoryType::Uop);
      load.sram_base = sequences.sram_base + done;
      load.dram_base = uop_base_elems + sequences.word + done;
      load.y_size = 1;
      load.x_size = load.x_stride = std::min(sequences.count - done, kMaxSize);
      emit(load, {});
    }
  }

  std::array<RangeMap, 4> maps;  // by Space
  TokenScheduler tokens;
  UopCache uops;
  int64_t uop_base_elems;
  std::vector<StreamKernel> kernels;
  bool finished = false;
};

StreamBuilder::StreamBuilder(const VtaConfig& config, int64_t uop_base_elems, int64_t store_cycles)
    : impl_(std::make_unique<Impl>(config, uop_base_elems, store_cycles)) {}

StreamBuilder::~StreamBuilder() = default;

void StreamBuilder::begin_kernel(std::string name) {
  impl_->kernels.push_back({std::move(name), std::ssize(impl_->tokens.insns())});
}

void StreamBuilder::memory(Insn insn, std::span<const Access> accesses) {
  VTA_CHECK(insn.op() == Opcode::Load || insn.op() == Opcode::Store,
            "memory() takes LOAD and STORE, not opcode {}", insn.opcode);
  VTA_CHECK(insn.memory() != MemoryType::Uop, "micro-ops are loaded by compute()");
  impl_->emit(insn, accesses);
}

void StreamBuilder::compute(Insn insn, std::span<const Uop> uops,
                            std::span<const Access> accesses) {
  compute(insn, uops, accesses, {});
}

void StreamBuilder::compute(Insn insn, std::span<const Uop> uops, std::span<const Access> accesses,
                            const Upcoming& upcoming) {
  VTA_CHECK(insn.op() == Opcode::Gemm || insn.op() == Opcode::Alu,
            "compute() takes GEMM and ALU, not opcode {}", insn.opcode);
  // Placed before those to come: load_uops() puts these behind it and stops where they would push
  // it out, so that `placement` stays true.
  const UopCache::Placement placement = impl_->uops.use(uops);
  if (placement.load)
    impl_->load_uops({placement.sram_base, placement.word, std::ssize(uops)}, upcoming);
  insn.uop_bgn = placement.sram_base;
  insn.uop_end = placement.sram_base + std::ssize(uops);
  impl_->emit(insn, accesses);
}

int64_t StreamBuilder::size() const {
  return std::ssize(impl_->tokens.insns());
}

Stream StreamBuilder::finish() {
  Insn finish;
  finish.opcode = static_cast<int64_t>(Opcode::Finish);
  TokenScheduler& tokens = impl_->tokens;
  // Machines that report the completion of FINISH as the end of the run need it behind all others.
  const RangeMap::Latest everything{tokens.last_position(Unit::Load), RangeMap::kNone,
                                    tokens.last_position(Unit::Store)};
  VTA_CHECK(!impl_->finished, "finish() called twice");
  tokens.append(finish, everything);
  impl_->finished = true;
  tokens.check_balance();
  Stream stream;
  stream.num_nops = tokens.num_nops();
  stream.insns = tokens.take_insns();
  stream.uop_evictions = impl_->uops.evictions();
  stream.uop_words = impl_->uops.take_words();
  stream.kernels = std::move(impl_->kernels);
  return stream;
}

}  // namespace vta
