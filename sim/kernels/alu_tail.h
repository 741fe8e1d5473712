// The end of a layer, postponed until it can be computed in one pass: ADD, MAX, ADD, SHR, MIN, MAX,
// MIN over the same rows in this order, any of them left out, then the STORE of these rows.
//
// Each row depends on itself and on addends that the pass does not write, so the steps of one row
// may be done one after the other before those of the next. Code that changes or reads the rows, or
// changes the addends, must call flush() first (see touches()).
#pragma once

#include <cstdint>

#include "sim/kernels/gemm_plan.h"
#include "sim/kernels/isa_table.h"

namespace vta::kernels {

class AluTail {
 public:
  // `acc` points at row 0 and must stay.
  AluTail(void (*run)(const TailArgs&), int32_t* acc, int64_t acc_elem)
      : run_(run), acc_(acc), acc_elem_(acc_elem) {}

  // Postpones an instruction, together with pending ones or after them. False, and nothing is
  // pending any more: it has to be executed now.
  bool take(const AluArgs& a);
  void flush() { finish(end_, nullptr); }
  // Whether rows in the range are pending or are addends of pending rows.
  bool touches(ElementRange rows) const;
  // Finishes the next `count` pending rows and writes their low bytes to DRAM as well. False,
  // nothing done: these are not the next pending rows.
  bool store(int64_t first, int64_t count, std::byte* to);

 private:
  enum class Addend : uint8_t { None, Rows, Repeated };
  // Operations in the order in which a pass does them: the fields of TailArgs.
  enum Stage : int { kAddend, kFloor, kBias, kShift, kCap, kLow, kHigh, kNone };
  struct Piece {
    int64_t begin = 0, end = 0;  // rows
    // Where it may be in a pass, the second for operations that have two places.
    Stage stage = kAddend, later = kNone;
    Addend addend = Addend::None;
    int64_t src = 0, src_end = 0;       // rows
    int64_t segment = 0, src_step = 0;  // Repeated: rows that share one, distance to the next
    int32_t imm = 0;
  };

  static bool describe(const AluArgs& a, Piece& piece);
  static bool describe_addend(const AluArgs& a, Piece& piece);
  void start(const Piece& piece);
  void join(const Piece& piece, Stage stage);
  void finish(int64_t end, std::byte* to);

  void (*run_)(const TailArgs&);
  int32_t* acc_;
  int64_t acc_elem_;
  int64_t begin_ = 0, end_ = 0;  // pending rows
  Stage last_ = kAddend;         // the last operation of the pass
  Piece add_;                    // the first one, where it has addends
  TailArgs pass_;
};

}  // namespace vta::kernels
