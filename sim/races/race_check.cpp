// The stream is run in one order that its tokens allow. For each place it is remembered when either
// side touched it last. Two accesses of two units are ordered exactly if the later one's clock
// knows the earlier one to be complete, and since units are in order, who knows the last access of
// a unit knows all before it. So one number for each place and unit finds every race, in whatever
// order the stream is run.
#include "sim/races/race_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/error.h"
#include "hw/isa/disassembler.h"
#include "sim/launch/unit_queues.h"
#include "sim/races/last_access.h"
#include "sim/races/strips.h"
#include "sim/races/token_clocks.h"
#include "sim/semantics/execute.h"

namespace vta {
namespace {

constexpr std::array<const char*, 3> kUnitNames = {"load", "compute", "store"};

// A space has one unit that writes it.
Unit writer_of(RaceSpace space) {
  switch (space) {
    case RaceSpace::Inp:
    case RaceSpace::Wgt:
      return Unit::Load;
    case RaceSpace::Acc:
      return Unit::Compute;
    case RaceSpace::Dram:
      return Unit::Store;
  }
  throw InternalError("no such space");
}

bool moves_dram(const Insn& n) {
  const bool transfer = n.op() == Opcode::Load || n.op() == Opcode::Store;
  return transfer && !is_nop(n) && n.x_size > 0 && n.y_size > 0;
}

// Rows of a LOAD or STORE, in bytes.
struct Rows {
  uint64_t first = 0, pitch = 0, bytes = 0;
  int64_t count = 0;

  Rows(const Insn& n, const VtaConfig& config, const BaseAddresses& bases) {
    const auto element = static_cast<uint64_t>(config.element_bytes(n.memory()));
    first = bases.of(n.memory()) + static_cast<uint64_t>(n.dram_base) * element;
    pitch = static_cast<uint64_t>(n.x_stride) * element;
    bytes = static_cast<uint64_t>(n.x_size) * element;
    count = n.y_size;
    if (pitch == bytes) {
      bytes *= static_cast<uint64_t>(count);
      count = 1;
    }
  }
  uint64_t row(int64_t y) const { return first + static_cast<uint64_t>(y) * pitch; }
  uint64_t end() const { return row(count - 1) + bytes; }
};

struct Extent {
  uint64_t begin = ~uint64_t{0}, end = 0;
  bool overlaps(const Rows& r) const { return r.first < end && begin < r.end(); }
};

class LaunchCheck {
 public:
  // The instructions have no static errors. Micro-ops are put into `state`, races into `log`.
  LaunchCheck(std::span<const Insn> insns, const BaseAddresses& bases,
              const RaceCheck::ReadMemory& read_memory, MachineState& state, RaceLog& log)
      : log_(log),
        config_(state.config),
        state_(state),
        insns_(insns),
        bases_(bases),
        read_memory_(read_memory),
        pads_{Pad(config_.depth(MemoryType::Inp)), Pad(config_.depth(MemoryType::Wgt)),
              Pad(config_.depth(MemoryType::Acc))} {
    find_stores();
  }

  void run() {
    std::vector<QueueTag> tags;
    tags.reserve(insns_.size());
    for (const Insn& insn : insns_)
      tags.push_back(queue_tag(insn));
    const auto size = std::ssize(insns_);
    UnitQueues queues(insns_, tags, size, std::max<int64_t>(size, 1));
    while (const auto index = queues.start_next()) {
      const Insn& insn = insns_[static_cast<size_t>(*index)];
      if (has_steps(insn) && find_index_fault(insn, state_))
        return;  // the run ends here
      start(insn, *index);
      look_at(insn);
      flush();
      queues.complete(*index);
      ++log_.insns;
    }
  }

 private:
  struct Pad {
    explicit Pad(int64_t depth) : written(depth), read(depth) {}
    PadAccess written, read;
  };

  static bool has_steps(const Insn& n) { return n.op() == Opcode::Gemm || n.op() == Opcode::Alu; }

  // DRAM that no STORE reaches cannot race. The grain divides all that is moved elsewhere.
  void find_stores() {
    for (const Insn& n : insns_)
      if (n.op() == Opcode::Store && moves_dram(n)) {
        const Rows rows(n, config_, bases_);
        stores_.begin = std::min(stores_.begin, rows.first);
        stores_.end = std::max(stores_.end, rows.end());
      }
    uint64_t bits = uint64_t{1} << 40;
    for (const Insn& n : insns_)
      if (moves_dram(n)) {
        const Rows rows(n, config_, bases_);
        if (stores_.overlaps(rows))
          bits |= rows.first | rows.bytes | (rows.count > 1 ? rows.pitch : 0);
      }
    grain_ = bits & (~bits + 1);
  }

  void start(const Insn& insn, int64_t index) {
    clocks_.run(insn);
    unit_ = unit_of(insn);
    index_ = index;
    known_ = clocks_.known(unit_);
    position_ = clocks_.count(unit_);
    index_of_[static_cast<size_t>(unit_)].push_back(index);
  }

  void look_at(const Insn& insn) {
    if (is_nop(insn))
      return;
    switch (insn.op()) {
      case Opcode::Load:
        return load(insn);
      case Opcode::Store:
        read_pad(RaceSpace::Acc, {insn.sram_base, insn.y_size * insn.x_size, 1});
        return dram(insn);
      case Opcode::Gemm:
      case Opcode::Alu:
        return steps(insn);
      case Opcode::Finish:
        return;
    }
  }

  void load(const Insn& n) {
    dram(n);
    const Strip strip{n.sram_base, scratchpad_elements(n), 1};
    switch (n.memory()) {
      case MemoryType::Uop:
        return load_uops(n);  // which only compute reads
      case MemoryType::Inp:
        return write_pad(RaceSpace::Inp, strip);
      case MemoryType::Wgt:
        return write_pad(RaceSpace::Wgt, strip);
      case MemoryType::Acc:
      case MemoryType::Acc8:
        return write_pad(RaceSpace::Acc, strip);
      case MemoryType::Out:
        break;
    }
    throw InternalError("LOAD of OUT passed the static check");
  }

  void load_uops(const Insn& n) {
    const InsnCodec& codec = state_.codec;
    const auto bytes = static_cast<size_t>(codec.uop_bytes());
    std::vector<std::byte> row(static_cast<size_t>(n.x_size) * bytes);
    size_t to = static_cast<size_t>(n.sram_base);
    for (int64_t y = 0; y < n.y_size; ++y) {
      read_memory_(bases_.uop + static_cast<uint64_t>(n.dram_base + y * n.x_stride) * bytes, row);
      for (size_t at = 0; at < row.size(); at += bytes) {
        uint64_t word = 0;
        std::copy_n(row.data() + at, bytes, reinterpret_cast<std::byte*>(&word));
        const Uop u = codec.decode_uop(word);
        state_.uop[to++] = {static_cast<uint32_t>(u.dst), static_cast<uint32_t>(u.src),
                            static_cast<uint32_t>(u.wgt)};
      }
    }
  }

  // What compute reads of ACC no other unit writes.
  void steps(const Insn& n) {
    if (step_count(n) == 0)
      return;
    const auto loops = [&](int64_t out, int64_t in) {
      return loop_strips(n.iter_out, out, n.iter_in, in);
    };
    for_each_strip(n, state_.uop, &UopEntry::dst, loops(n.dst_out, n.dst_in),
                   [&](const Strip& s) { write_pad(RaceSpace::Acc, s); });
    if (n.op() == Opcode::Alu || n.reset != 0)
      return;
    for_each_strip(n, state_.uop, &UopEntry::src, loops(n.src_out, n.src_in),
                   [&](const Strip& s) { read_pad(RaceSpace::Inp, s); });
    for_each_strip(n, state_.uop, &UopEntry::wgt, loops(n.wgt_out, n.wgt_in),
                   [&](const Strip& s) { read_pad(RaceSpace::Wgt, s); });
  }

  Pad& pad(RaceSpace space) { return pads_[static_cast<size_t>(space)]; }

  void read_pad(RaceSpace space, const Strip& strip) {
    require(space, writer_of(space), pad(space).written, strip);
    pad(space).read.mark(strip, position_);
  }

  void write_pad(RaceSpace space, const Strip& strip) {
    const Unit reader = space == RaceSpace::Acc ? Unit::Store : Unit::Compute;
    require(space, reader, pad(space).read, strip);
    pad(space).written.mark(strip, position_);
  }

  void dram(const Insn& n) {
    if (!moves_dram(n))
      return;
    const Rows rows(n, config_, bases_);
    if (!stores_.overlaps(rows))
      return;
    for (int64_t y = 0; y < rows.count; ++y)
      dram_row({static_cast<int64_t>(rows.row(y) / grain_),
                static_cast<int64_t>(rows.bytes / grain_), 1});
  }

  void dram_row(const Strip& strip) {
    if (unit_ == Unit::Store) {
      require(RaceSpace::Dram, Unit::Load, dram_load_, strip);
      require(RaceSpace::Dram, Unit::Compute, dram_compute_, strip);
      dram_store_.mark(strip, position_);
      return;
    }
    require(RaceSpace::Dram, Unit::Store, dram_store_, strip);
    (unit_ == Unit::Load ? dram_load_ : dram_compute_).mark(strip, position_);
  }

  // All of `other`'s accesses to the strip must be known.
  template <typename Access>
  void require(RaceSpace space, Unit other, const Access& accesses, const Strip& strip) {
    const int32_t known = known_[static_cast<size_t>(other)];
    if (accesses.newest(strip) <= known)
      return;
    for (int64_t k = 0; k < strip.count; ++k) {
      const int64_t place = strip.first + k * strip.stride;
      const int32_t position = accesses.at(place);
      if (position <= known)
        continue;
      const auto [found, fresh] =
          pending_.try_emplace({space, other, position}, std::pair(place, place + 1));
      auto& [begin, end] = found->second;
      begin = std::min(begin, place);
      end = std::max(end, place + 1);
    }
  }

  // The races of one instruction, by what it races with.
  void flush() {
    for (const auto& [key, range] : pending_) {
      ++log_.count;
      if (std::ssize(log_.races) >= log_.most_kept)
        continue;
      const auto& [space, other, position] = key;
      const int64_t partner =
          index_of_[static_cast<size_t>(other)][static_cast<size_t>(position - 1)];
      log_.races.push_back(race(space, range, side(space, partner), side(space, index_)));
    }
    pending_.clear();
  }

  RaceSide side(RaceSpace space, int64_t index) const {
    const Insn& insn = insns_[static_cast<size_t>(index)];
    return {index, insn, unit_of(insn) == writer_of(space)};
  }

  Race race(RaceSpace space, std::pair<int64_t, int64_t> range, RaceSide a, RaceSide b) const {
    if (space == RaceSpace::Dram) {
      const auto bytes = [&](int64_t grain) {
        return static_cast<int64_t>(static_cast<uint64_t>(grain) * grain_ - bases_.out);
      };
      range = {bytes(range.first), bytes(range.second)};
    }
    if (b.index < a.index)
      std::swap(a, b);
    return {log_.launches, space, range.first, range.second, a, b};
  }

  RaceLog& log_;
  const VtaConfig& config_;
  MachineState& state_;
  std::span<const Insn> insns_;
  BaseAddresses bases_;
  const RaceCheck::ReadMemory& read_memory_;
  std::array<Pad, 3> pads_;  // INP, WGT, ACC
  DramAccess dram_store_, dram_load_, dram_compute_;
  Extent stores_;
  uint64_t grain_ = 1;
  TokenClocks clocks_;
  std::array<std::vector<int64_t>, 3> index_of_;  // position -> index, by unit
  // Of the present instruction:
  Unit unit_ = Unit::Load;
  int64_t index_ = 0;
  TokenClock known_{};
  int32_t position_ = 0;
  std::map<std::tuple<RaceSpace, Unit, int32_t>, std::pair<int64_t, int64_t>> pending_;
};

}  // namespace

RaceCheck::RaceCheck(const VtaConfig& config, int64_t most_kept)
    : state_(config), log_{.most_kept = most_kept} {}

void RaceCheck::launch(std::span<const Insn> insns, const BaseAddresses& bases,
                       const ReadMemory& read_memory) {
  const CheckContext context{state_.config, bases, {0, ~uint64_t{0}}, std::ssize(insns)};
  size_t legal = 0;
  while (legal < insns.size() && !check_insn(insns[legal], static_cast<int64_t>(legal), context))
    ++legal;
  LaunchCheck(insns.first(legal), bases, read_memory, state_, log_).run();
  ++log_.launches;
}

std::string_view race_space_name(RaceSpace space) {
  static constexpr std::array<std::string_view, 4> kNames = {"INP", "WGT", "ACC", "DRAM"};
  return kNames[static_cast<size_t>(space)];
}

std::string race_text(const Race& race, std::string_view first_in, std::string_view second_in) {
  const auto side = [](const RaceSide& s, std::string_view in) {
    return fmt::format("  instruction {}{}{}, {} {}: {}", s.index, in.empty() ? "" : " of ", in,
                       kUnitNames[static_cast<size_t>(unit_of(s.insn))],
                       s.writes ? "writes" : "reads", disassemble(s.insn));
  };
  const std::string place =
      race.space == RaceSpace::Dram
          ? fmt::format("bytes {} to {} from base OUT on", race.begin, race.end - 1)
          : fmt::format("elements {} to {}", race.begin, race.end - 1);
  return fmt::format("{} {}, launch {}: no tokens order\n{}\n{}", race_space_name(race.space),
                     place, race.launch, side(race.first, first_in), side(race.second, second_in));
}

}  // namespace vta
