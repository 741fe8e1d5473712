#include "tests/compiler/codegen/race_check.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include "hw/isa/codec.h"
#include "hw/isa/disassembler.h"

namespace vta::testing {
namespace {

constexpr int64_t kGrainBytes = 4;  // divides every element's size
constexpr size_t kDram = 3;         // spaces: INP, WGT, ACC, DRAM
constexpr std::array<const char*, 4> kSpaces = {"INP", "WGT", "ACC", "DRAM grain"};

using Clock = std::array<int64_t, 3>;  // instructions of each unit that are known to be complete

size_t unit_index(const Insn& insn) {
  return static_cast<size_t>(unit_of(insn));
}

// Who touched a place last: counts of instructions in their units, 0 for nobody.
struct Place {
  size_t writer_unit = 0;
  int64_t writer = 0, writer_insn = -1;
  Clock readers{};
  Clock reader_insns{-1, -1, -1};
};

class Checker {
 public:
  Checker(const Program& program, const std::vector<Insn>& insns)
      : config_(program.config), codec_(program.config), insns_(insns), uop_bytes_(program.uops) {
    uop_base_ = program.uops_offset / codec_.uop_bytes();
    uops_.resize(static_cast<size_t>(config_.depth(MemoryType::Uop)));
    for (const auto& [space, type] :
         {std::pair{0, MemoryType::Inp}, {1, MemoryType::Wgt}, {2, MemoryType::Acc}})
      places_[static_cast<size_t>(space)].resize(static_cast<size_t>(config_.depth(type)));
    grains_ = program.arena_bytes / kGrainBytes + 1;
  }

  Races run() {
    std::vector<Clock> after(insns_.size());
    std::array<Clock, 3> unit_clock{};
    for (const int64_t i : order()) {
      const Insn& insn = insns_[static_cast<size_t>(i)];
      const size_t unit = unit_index(insn);
      clock_ = unit_clock[unit];
      for (const int64_t push : pushers_[static_cast<size_t>(i)])
        for (size_t u = 0; u < 3; ++u)
          clock_[u] = std::max(clock_[u], after[static_cast<size_t>(push)][u]);
      unit_ = unit;
      insn_ = i;
      position_ = ++counts_[unit];
      visit(insn);
      clock_[unit] = position_;
      unit_clock[unit] = after[static_cast<size_t>(i)] = clock_;
    }
    return races_;
  }

 private:
  // An order in which the stream can run, up to where nothing can: an instruction comes after the
  // one before it in its unit and after the pushers of its tokens.
  std::vector<int64_t> order() {
    pushers_.resize(insns_.size());
    for (const auto& [push, pop] : token_pairs(insns_))
      pushers_[static_cast<size_t>(pop)].push_back(push);
    std::array<std::vector<int64_t>, 3> of_unit;
    for (size_t i = 0; i < insns_.size(); ++i)
      of_unit[unit_index(insns_[i])].push_back(static_cast<int64_t>(i));
    std::vector<bool> done(insns_.size());
    std::array<size_t, 3> next{};
    std::vector<int64_t> order;
    for (size_t before = insns_.size() + 1; before != order.size();) {
      before = order.size();
      for (size_t u = 0; u < 3; ++u)
        for (; next[u] < of_unit[u].size() && can_start(of_unit[u][next[u]], done); ++next[u]) {
          order.push_back(of_unit[u][next[u]]);
          done[static_cast<size_t>(order.back())] = true;
        }
    }
    return order;
  }

  bool can_start(int64_t index, const std::vector<bool>& done) const {
    const Insn& n = insns_[static_cast<size_t>(index)];
    const auto& pushers = pushers_[static_cast<size_t>(index)];
    return std::ssize(pushers) == n.pop_prev + n.pop_next &&
           std::ranges::all_of(pushers, [&](int64_t p) { return done[static_cast<size_t>(p)]; });
  }

  void visit(const Insn& insn) {
    if (is_nop(insn))
      return;
    switch (insn.op()) {
      case Opcode::Load:
        return load(insn);
      case Opcode::Store:
        return store(insn);
      case Opcode::Gemm:
      case Opcode::Alu:
        return steps(insn);
      case Opcode::Finish:
        return;
    }
  }

  void load(const Insn& n) {
    const int64_t rows = n.y_pad_0 + n.y_size + n.y_pad_1;
    const int64_t columns = n.x_pad_0 + n.x_size + n.x_pad_1;
    dram(n, false);
    if (n.memory() == MemoryType::Uop) {
      for (int64_t y = 0; y < n.y_size; ++y)
        for (int64_t x = 0; x < n.x_size; ++x)
          uops_.at(static_cast<size_t>(n.sram_base + y * n.x_size + x)) =
              uop_at(n.dram_base + y * n.x_stride + x);
      return;
    }
    const size_t space = n.memory() == MemoryType::Inp ? 0 : n.memory() == MemoryType::Wgt ? 1 : 2;
    for (int64_t e = 0; e < rows * columns; ++e)
      touch(space, n.sram_base + e, true);
  }

  void store(const Insn& n) {
    dram(n, true);
    for (int64_t e = 0; e < n.y_size * n.x_size; ++e)
      touch(2, n.sram_base + e, false);
  }

  void dram(const Insn& n, bool write) {
    const int64_t grains = config_.element_bytes(n.memory()) / kGrainBytes;
    for (int64_t y = 0; y < n.y_size; ++y)
      for (int64_t g = 0; g < n.x_size * grains; ++g)
        touch(kDram, (n.dram_base + y * n.x_stride) * grains + g, write);
  }

  void steps(const Insn& n) {
    const bool gemm = n.op() == Opcode::Gemm;
    if (n.uop_bgn >= n.uop_end)  // its loops may be 2^28 times nothing
      return;
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i)
        for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
          const Uop& uop = uops_.at(static_cast<size_t>(u));
          touch(2, uop.dst + o * n.dst_out + i * n.dst_in, true);
          const int64_t src = uop.src + o * n.src_out + i * n.src_in;
          if (gemm && n.reset == 0) {
            touch(0, src, false);
            touch(1, uop.wgt + o * n.wgt_out + i * n.wgt_in, false);
          } else if (!gemm && n.use_imm == 0) {
            touch(2, src, false);
          }
        }
  }

  Uop uop_at(int64_t element) const {
    uint64_t word = 0;
    const int64_t at = (element - uop_base_) * codec_.uop_bytes();
    std::memcpy(&word, uop_bytes_.subspan(static_cast<size_t>(at)).data(),
                static_cast<size_t>(codec_.uop_bytes()));
    return codec_.decode_uop(word);
  }

  // DRAM is large and touched here and there.
  Place& place_of(size_t space, int64_t at) {
    if (space != kDram)
      return places_[space].at(static_cast<size_t>(at));
    if (at < 0 || at >= grains_)
      throw std::out_of_range("a transfer leaves the arena");
    return dram_[at];
  }

  void touch(size_t space, int64_t at, bool write) {
    Place& place = place_of(space, at);
    if (place.writer > 0)
      require(space, at, place.writer_unit, place.writer, place.writer_insn);
    if (write) {
      for (size_t u = 0; u < 3; ++u)
        if (place.readers[u] > 0)
          require(space, at, u, place.readers[u], place.reader_insns[u]);
      place = {unit_, position_, insn_, {}, {-1, -1, -1}};
    } else {
      place.readers[unit_] = position_;
      place.reader_insns[unit_] = insn_;
    }
  }

  void require(size_t space, int64_t at, size_t unit, int64_t position, int64_t insn) {
    if (unit == unit_)
      return;
    ++races_.conflicts;
    if (clock_[unit] >= position)
      return;
    if (races_.count++ == 0)
      races_.first =
          fmt::format("{} {}: instruction {} ({}) and instruction {} ({})", kSpaces[space], at,
                      insn, disassemble(insns_[static_cast<size_t>(insn)]), insn_,
                      disassemble(insns_[static_cast<size_t>(insn_)]));
  }

  const VtaConfig& config_;
  InsnCodec codec_;
  const std::vector<Insn>& insns_;
  std::span<const std::byte> uop_bytes_;
  int64_t uop_base_ = 0;
  std::vector<Uop> uops_;  // only compute loads and reads them: program order is right
  std::array<std::vector<Place>, 3> places_;
  std::unordered_map<int64_t, Place> dram_;
  int64_t grains_ = 0;
  std::vector<std::vector<int64_t>> pushers_;  // of each instruction's tokens
  Clock counts_{};
  Clock clock_{};  // of the present instruction, with its unit and number:
  size_t unit_ = 0;
  int64_t position_ = 0, insn_ = 0;
  Races races_;
};

}  // namespace

std::vector<TokenPair> token_pairs(const std::vector<Insn>& insns) {
  std::array<std::array<std::vector<int64_t>, 3>, 3> pushers, poppers;  // from unit, to unit
  for (size_t i = 0; i < insns.size(); ++i) {
    const Insn& n = insns[i];
    const size_t unit = unit_index(n);
    const auto index = static_cast<int64_t>(i);
    if (n.pop_prev != 0)
      poppers[unit - 1][unit].push_back(index);
    if (n.pop_next != 0)
      poppers[unit + 1][unit].push_back(index);
    if (n.push_prev != 0)
      pushers[unit][unit - 1].push_back(index);
    if (n.push_next != 0)
      pushers[unit][unit + 1].push_back(index);
  }
  std::vector<TokenPair> pairs;
  for (size_t from = 0; from < 3; ++from)
    for (size_t to = 0; to < 3; ++to)
      for (size_t k = 0; k < std::min(pushers[from][to].size(), poppers[from][to].size()); ++k)
        pairs.emplace_back(pushers[from][to][k], poppers[from][to][k]);
  return pairs;
}

std::vector<Insn> decoded(const Program& program, const LaunchStep& launch) {
  const InsnCodec codec(program.config);
  std::vector<Insn> insns;
  for (int64_t i = launch.first_insn; i < launch.first_insn + launch.insn_count; ++i) {
    InsnBits bits;
    std::memcpy(&bits, program.insns.data() + i * 16, sizeof(bits));
    insns.push_back(codec.decode(bits));
  }
  return insns;
}

Races find_races(const Program& program, const std::vector<Insn>& insns) {
  return Checker(program, insns).run();
}

}  // namespace vta::testing
