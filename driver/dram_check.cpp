#include "driver/dram_check.h"

#include <algorithm>
#include <array>
#include <vector>

#include "driver/fast_field.h"
#include "hw/isa/disassembler.h"

namespace vta {
namespace {

// Token bits follow the opcode: pop_prev, pop_next, push_prev, push_next.
constexpr uint64_t kPrevBits = 0x28, kNextBits = 0x50;

struct ByteRange {
  uint64_t begin = 0, end = 0;
  bool overlaps(const ByteRange& other) const { return begin < other.end && other.begin < end; }
};

class DramCheck {
 public:
  DramCheck(const VtaConfig& config, const Allocator& allocator, const LaunchRequest& request,
            int64_t insn_count)
      : allocator_(allocator), codec_(config) {
    const DramBases& b = request.bases;
    bases_ = {b.uop, b.wgt, b.inp, b.acc, b.out, b.acc};
    for (size_t type = 0; type < bases_.size(); ++type)
      element_bytes_[type] =
          static_cast<uint64_t>(config.element_bytes(static_cast<MemoryType>(type)));
    for (size_t type = 0; type < depth_.size(); ++type)
      depth_[type] = config.depth(static_cast<MemoryType>(type));
    memory_type_ = fast_field(codec_, 0, &Insn::memory_type);
    sram_base_ = fast_field(codec_, 0, &Insn::sram_base);
    y_pad_0_ = fast_field(codec_, 0, &Insn::y_pad_0);
    y_pad_1_ = fast_field(codec_, 0, &Insn::y_pad_1);
    x_pad_0_ = fast_field(codec_, 0, &Insn::x_pad_0);
    x_pad_1_ = fast_field(codec_, 0, &Insn::x_pad_1);
    dram_base_ = fast_field(codec_, 0, &Insn::dram_base);
    y_size_ = fast_field(codec_, 0, &Insn::y_size);
    x_size_ = fast_field(codec_, 0, &Insn::x_size);
    x_stride_ = fast_field(codec_, 0, &Insn::x_stride);
    insns_ = {request.insn_addr, request.insn_addr + static_cast<uint64_t>(insn_count) * 16};
  }

  std::optional<DramFault> run(std::span<const InsnBits> insns) {
    const int64_t limit = checked_prefix(insns);
    collect_micro_ops(insns.first(static_cast<size_t>(limit)));
    for (int64_t i = 0; i < limit; ++i)
      if (auto fault = check(insns[static_cast<size_t>(i)], i))
        return fault;
    return std::nullopt;
  }

 private:
  // Instructions before the first FINISH and before the first fault that the device finds.
  int64_t checked_prefix(std::span<const InsnBits> insns) const {
    for (size_t i = 0; i < insns.size(); ++i) {
      const int64_t op = opcode_of(insns[i]);
      if (op == static_cast<int64_t>(Opcode::Finish) || op > 4)
        return static_cast<int64_t>(i);
      if (op <= 1 && has_lower_fault(insns[i]))
        return static_cast<int64_t>(i);
    }
    return static_cast<int64_t>(insns.size());
  }

  // MEMORY_TYPE, TOKEN_BITS, FIELD or SRAM_RANGE of a LOAD or STORE.
  bool has_lower_fault(const InsnBits& bits) const {
    const bool store = opcode_of(bits) == 1;
    const int64_t type = memory_type_.get(bits);
    if (store ? type != 4 : type == 4 || type > 5)
      return true;
    const bool load_queue = !store && (type == 1 || type == 2);
    if ((load_queue || store) && (bits.lo & (load_queue ? kPrevBits : kNextBits)) != 0)
      return true;
    const int64_t y_pads = y_pad_0_.get(bits) + y_pad_1_.get(bits);
    const int64_t x_pads = x_pad_0_.get(bits) + x_pad_1_.get(bits);
    const int64_t elements = (y_pads + y_size_.get(bits)) * (x_pads + x_size_.get(bits));
    if (elements == 0)
      return false;
    if (y_pads + x_pads > 0 && (store || type == 0))
      return true;
    return sram_base_.get(bits) + elements > depth_[static_cast<size_t>(type)];
  }

  struct Rows {
    uint64_t first = 0, pitch = 0, bytes = 0;
    int64_t count = 0;
    ByteRange row(int64_t y) const {
      const uint64_t begin = first + static_cast<uint64_t>(y) * pitch;
      return {begin, begin + bytes};
    }
    ByteRange extent() const { return {first, row(count - 1).end}; }
    // Past 64 bits; sizes alone stay far below them.
    bool wraps(uint64_t base) const { return first < base || row(count - 1).end < first; }
  };

  std::optional<Rows> rows(const InsnBits& bits) const {
    const int64_t y_size = y_size_.get(bits), x_size = x_size_.get(bits);
    if (y_size == 0 || x_size == 0)
      return std::nullopt;
    const auto type = static_cast<size_t>(memory_type_.get(bits));
    const uint64_t element = element_bytes_[type];
    Rows r;
    r.first = bases_[type] + static_cast<uint64_t>(dram_base_.get(bits)) * element;
    r.pitch = static_cast<uint64_t>(x_stride_.get(bits)) * element;
    r.bytes = static_cast<uint64_t>(x_size) * element;
    r.count = y_size;
    return r;
  }

  bool inside_one_allocation(const ByteRange& range) {
    if (range.begin < hit_.begin || range.begin >= hit_.end) {
      const auto found = allocator_.find(range.begin);
      if (!found)
        return false;
      hit_ = {found->begin, found->end};
    }
    return range.end <= hit_.end;
  }

  void collect_micro_ops(std::span<const InsnBits> insns) {
    for (const InsnBits& bits : insns) {
      if (opcode_of(bits) != 0 || memory_type_.get(bits) != 0)
        continue;
      const auto r = rows(bits);
      if (!r || r->wraps(bases_[0]))
        continue;
      if (r->count == 1 || r->pitch == r->bytes)
        micro_ops_.push_back(r->extent());
      else
        for (int64_t y = 0; y < r->count; ++y)
          micro_ops_.push_back(r->row(y));
    }
    std::sort(micro_ops_.begin(), micro_ops_.end(),
              [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    size_t kept = 0;
    for (const ByteRange& range : micro_ops_) {
      if (kept > 0 && range.begin <= micro_ops_[kept - 1].end)
        micro_ops_[kept - 1].end = std::max(micro_ops_[kept - 1].end, range.end);
      else
        micro_ops_[kept++] = range;
    }
    micro_ops_.resize(kept);
  }

  // The micro-ops that a range touches, if any: the pieces are sorted and disjoint.
  bool touches_micro_ops(const ByteRange& range) const {
    const auto it =
        std::partition_point(micro_ops_.begin(), micro_ops_.end(),
                             [&](const ByteRange& piece) { return piece.end <= range.begin; });
    return it != micro_ops_.end() && it->overlaps(range);
  }

  std::optional<DramFault> check(const InsnBits& bits, int64_t index) {
    if (opcode_of(bits) > 1)
      return std::nullopt;
    const auto r = rows(bits);
    if (!r)
      return std::nullopt;
    const bool store = opcode_of(bits) == 1;
    const ByteRange extent = r->extent();
    const uint64_t base = bases_[static_cast<size_t>(memory_type_.get(bits))];
    if (r->wraps(base))
      return fault(index, bits, 0, r->row(0),
                   fmt::format("wraps past 64 bits from base 0x{:x}", base));
    const bool touches = store && (extent.overlaps(insns_) || touches_micro_ops(extent));
    if (!touches && inside_one_allocation(extent))
      return std::nullopt;
    for (int64_t y = 0; y < r->count; ++y) {
      const ByteRange row = r->row(y);
      if (!inside_one_allocation(row))
        return fault(index, bits, y, row, "is not inside one allocation");
      if (store && row.overlaps(insns_))
        return fault(index, bits, y, row, "overlaps the instruction stream of this run");
      if (store && touches_micro_ops(row))
        return fault(index, bits, y, row, "overlaps micro-ops that this run reads");
    }
    return std::nullopt;
  }

  DramFault fault(int64_t index, const InsnBits& bits, int64_t y, const ByteRange& row,
                  std::string_view what) const {
    return {index, fmt::format("{}: instruction {}: row {}, bytes [0x{:x}, 0x{:x}), {}\n  {}",
                               isa_error_name(IsaError::DramRange), index, y, row.begin, row.end,
                               what, disassemble(codec_.decode(bits)))};
  }

  const Allocator& allocator_;
  InsnCodec codec_;
  std::array<uint64_t, 6> bases_{};  // by MemoryType
  std::array<uint64_t, 6> element_bytes_{};
  std::array<int64_t, 6> depth_{};  // by MemoryType
  FastField memory_type_, sram_base_, dram_base_, y_size_, x_size_, x_stride_;
  FastField y_pad_0_, y_pad_1_, x_pad_0_, x_pad_1_;
  ByteRange insns_;
  ByteRange hit_;  // the allocation found last
  std::vector<ByteRange> micro_ops_;
};

}  // namespace

std::optional<DramFault> find_dram_fault(const VtaConfig& config, const Allocator& allocator,
                                         std::span<const InsnBits> insns,
                                         const LaunchRequest& request) {
  return DramCheck(config, allocator, request, static_cast<int64_t>(insns.size())).run(insns);
}

}  // namespace vta
