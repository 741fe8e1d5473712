// Appends instructions to a program and gives them the tokens that keep it free of races.
//
// In program order every pop finds a token that an earlier instruction pushed, so whatever else the
// tokens do, the lowest unfinished instruction can always start: no deadlock at any queue depth.
#pragma once

#include "sim/cosim/hazards.h"
#include "sim/cosim/random_source.h"

namespace vta::cosim {

class StreamMaker {
 public:
  // STOREs must stay inside `stores`. Both references must outlive this object.
  StreamMaker(TestProgram& program, DramWindow stores, RandomSource& random);

  // Appends `insn`, before it the NOPs that hand over what it must wait for, and sometimes surplus
  // tokens.
  void emit(Insn insn);
  // `unit` begins nothing more before all that `of`, a neighbour, has been given is complete.
  void wait_for(Unit unit, Unit of);
  // `count` surplus instructions that push from one unit to another.
  void flood(int64_t count);
  // What follows is another launch, after the end of the one before.
  void relaunch(bool fresh);
  // Takes the tokens that are left, unless `leave` says so for a queue (order of RunReport).
  void drain(const std::array<bool, 4>& leave);
  // The FINISH instruction; `tokens`: with random tokens of its own.
  void finish(bool tokens);

  int64_t size() const { return std::ssize(program_.insns); }
  int64_t tokens_waiting() const;
  const std::vector<Uop>& uops() const { return hazards_.uops(); }
  // An instruction of a unit that does nothing but handle tokens, of any kind that does.
  Insn nop(Unit unit);

 private:
  void append(const Insn& insn);
  void make_known(Unit unit, Unit of, int32_t position);
  // Like make_known for neighbours, but leaves the last pop to the caller.
  bool make_poppable(Unit unit, Unit of, int32_t position);
  void push_from_last(Unit from, Unit to);
  void add_idle_tokens(Insn& insn);
  void set_pop(Insn& insn, Unit from) const;
  void set_push(Insn& insn, Unit to) const;

  TestProgram& program_;
  RandomSource& random_;
  HazardTracker hazards_;
  TokenClocks clocks_;
  std::array<int64_t, 3> last_{-1, -1, -1};  // index of each unit's last instruction
};

}  // namespace vta::cosim
