#include "sim/cosim/refusal_maker.h"

#include <algorithm>
#include <array>
#include <vector>

#include "sim/cosim/refusals.h"

namespace vta::cosim {
namespace {

constexpr int64_t kMostWords = 64;  // of a window that is more than a word

class RefusalMaker {
 public:
  RefusalMaker(const TestProgram& program, RandomSource& random)
      : program_(program),
        random_(random),
        bursts_{program.config, program.bases, {}},
        bus_(static_cast<uint64_t>(program.config.bus_bytes())),
        last_(launches_of(program).back()) {}

  RefusedWindow of_a_burst() {
    const int64_t count = std::ssize(kSorts), sort = random_.below(count + 1);
    for (int64_t k = 0; k < count && sort < count; ++k)  // of the next one where there is none
      if (const auto burst = burst_of(kSorts[static_cast<size_t>((sort + k) % count)]))
        return over(*burst);
    return over(fetched());
  }

  // Nothing where a burst is refused: tried here and there.
  RefusedWindow beside() {
    for (int attempt = 0; attempt < 6; ++attempt) {
      const auto burst = burst_of(kSorts[static_cast<size_t>(random_.below(std::ssize(kSorts)))]);
      if (!burst)
        continue;
      const RefusedWindow window = random_.chance(50) ? behind(*burst) : before(*burst);
      if (!refuses_any(window))
        return window;
    }
    return {};
  }

 private:
  // Of the memory types that are moved: those of LOADs, then that of STOREs.
  static constexpr std::array<MemoryType, 6> kSorts = {MemoryType::Uop,  MemoryType::Inp,
                                                       MemoryType::Wgt,  MemoryType::Acc,
                                                       MemoryType::Acc8, MemoryType::Out};

  uint64_t word_of(uint64_t address) const { return address / bus_ * bus_; }
  uint64_t words(int64_t count) const { return static_cast<uint64_t>(count) * bus_; }

  // Of a transfer in the last launch: the first, the last or any burst, of several where it can be.
  std::optional<BurstBytes> burst_of(MemoryType type) {
    std::vector<BurstBytes> best;
    for (int attempt = 0; attempt < 8 && best.size() < 3; ++attempt) {
      const auto at = random_transfer(type);
      if (!at)
        return std::nullopt;
      std::vector<BurstBytes> bursts = bursts_.of(program_.insns[static_cast<size_t>(*at)]);
      if (bursts.size() > best.size())
        best = std::move(bursts);
    }
    return best[static_cast<size_t>(place(std::ssize(best)))];
  }

  std::optional<int64_t> random_transfer(MemoryType type) {
    const int64_t count = last_.size(), start = random_.below(count);
    for (int64_t k = 0; k < count; ++k) {
      const int64_t at = last_.first + (start + k) % count;
      const Insn& n = program_.insns[static_cast<size_t>(at)];
      const bool moves = n.op() == Opcode::Load || n.op() == Opcode::Store;
      if (moves && n.memory() == type && !bursts_.of(n).empty())
        return at;
    }
    return std::nullopt;
  }

  int64_t place(int64_t count) {
    return random_.chance(34) ? 0 : random_.chance(50) ? count - 1 : random_.below(count);
  }

  // The bytes of an instruction.
  BurstBytes fetched() {
    const uint64_t at =
        program_.insn_addr +
        16 * static_cast<uint64_t>(last_.first + place(std::max<int64_t>(last_.size(), 1)));
    return {at, at + 16};
  }

  // One word of a burst, and perhaps some that follow or come before.
  RefusedWindow over(const BurstBytes& burst) {
    const uint64_t first = word_of(burst.begin), last = word_of(burst.end - 1);
    const auto count = static_cast<int64_t>((last - first) / bus_) + 1;
    const uint64_t word = first + words(place(count));
    const uint64_t more = words(random_.between(0, kMostWords));
    switch (random_.below(3)) {
      case 0:
        return {word, word + bus_};
      case 1:
        return {word, word + bus_ + more};
      default:
        return {word - std::min(word, more), word + bus_};
    }
  }

  RefusedWindow behind(const BurstBytes& burst) {
    const uint64_t end = word_of(burst.end - 1) + bus_;
    return {end, end + words(random_.between(1, 2))};
  }
  RefusedWindow before(const BurstBytes& burst) {
    const uint64_t begin = word_of(burst.begin);
    return {begin - std::min(begin, words(random_.between(1, 2))), begin};
  }

  bool refuses_any(const RefusedWindow& window) const {
    const Bursts bursts{program_.config, program_.bases, window};
    const auto is_refused = [&](const Insn& n) { return bursts.first_refused(n).has_value(); };
    return refused_fetch(program_.insn_addr, {0, std::ssize(program_.insns)}, window) ||
           std::ranges::any_of(program_.insns, is_refused);
  }

  const TestProgram& program_;
  RandomSource& random_;
  Bursts bursts_;
  uint64_t bus_;
  LaunchRange last_;
};

}  // namespace

void refuse_a_burst(TestProgram& program, RandomSource& random) {
  program.refused = RefusalMaker(program, random).of_a_burst();
}

void refuse_beside_bursts(TestProgram& program, RandomSource& random) {
  program.refused = RefusalMaker(program, random).beside();
}

}  // namespace vta::cosim
