// The places that instructions access, and the instructions of other units that must be complete
// before one may start. The generator adds tokens until these rules hold; the shrinker must not
// remove a needed token.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/cosim/test_program.h"
#include "sim/races/token_clocks.h"

namespace vta::cosim {

using Clock = TokenClock;

// The micro-op scratchpad as a program's LOADs leave it.
class UopReplay {
 public:
  explicit UopReplay(const TestProgram& program);
  // A LOAD of micro-ops; anything else changes nothing.
  void load(const Insn& insn);
  void clear();
  const std::vector<Uop>& uops() const { return uops_; }

 private:
  const TestProgram& program_;
  std::vector<Uop> uops_;
};

// Records the last accesses to each scratchpad element, and to each 4 bytes of DRAM that a STORE
// can reach.
class HazardTracker {
 public:
  // `dram` bounds all STOREs; what lies outside is only read. The program's micro-ops must be there
  // already; its instructions are not looked at.
  HazardTracker(const TestProgram& program, DramWindow dram);

  // The least clock at which `insn` of `unit` may start.
  Clock needed(const Insn& insn) const;
  // `insn` is the position-th of its unit, from 1.
  void record(const Insn& insn, int32_t position);

  // Whether all that `insn` touches is there: false with INDEX_RANGE.
  bool inside(const Insn& insn) const;
  // Another launch begins: nothing before it is under way. A fresh one finds zeros.
  void relaunch(bool fresh);

  const std::vector<Uop>& uops() const { return uops_.uops(); }

 private:
  struct Place {
    int32_t writer = 0;
    int8_t writer_unit = 0;
    Clock readers{};
  };
  enum Space { Inp, Wgt, Acc, Dram };
  using Places = std::vector<Place>;

  template <typename Visit>
  void visit(const Insn& insn, Visit touch) const;
  template <typename Visit>
  void visit_load(const Insn& n, Visit touch) const;
  template <typename Visit>
  void visit_dram(const Insn& n, bool write, Visit touch) const;
  template <typename Visit>
  void visit_steps(const Insn& n, Visit touch) const;
  // nullptr: never touched, or past the end of a scratchpad.
  const Place* find(Space space, int64_t at) const;
  Place* make(Space space, int64_t at);

  const TestProgram& program_;
  DramWindow dram_;
  UopReplay uops_;
  std::array<Places, 3> pads_;
  std::unordered_map<int64_t, Places> pages_;  // of DRAM
};

// Whether all accesses of two units to one place, one of them writing, are ordered by tokens, in
// what the program executes.
bool is_race_free(const TestProgram& program);

}  // namespace vta::cosim
