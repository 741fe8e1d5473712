#include "sim/kernels/alu_tail.h"

#include <algorithm>
#include <limits>

namespace vta::kernels {
namespace {

enum Op : int { kOpMin = 0, kOpMax = 1, kOpAdd = 2, kOpShr = 3 };

bool meet(int64_t a_begin, int64_t a_end, int64_t b_begin, int64_t b_end) {
  return a_begin < b_end && b_begin < a_end;
}

}  // namespace

// One run of distinct rows, in ascending order.
bool AluTail::describe(const AluArgs& a, Piece& piece) {
  const int64_t outer = a.o_end - a.o_begin;
  const int64_t inner = a.i_end - a.i_begin;
  if (a.uop_count != 1 || outer < 1 || inner < 1 || a.dst_in != 1 ||
      (outer > 1 && a.dst_out != inner))
    return false;
  piece.begin = a.uops[0].dst + a.o_begin * a.dst_out + a.i_begin;
  piece.end = piece.begin + outer * inner;
  piece.imm = a.imm;
  switch (a.op) {
    case kOpAdd:
      piece.stage = a.use_imm ? kBias : kAddend;
      return a.use_imm || describe_addend(a, piece);
    case kOpShr:
      piece.stage = kShift;
      return a.use_imm && a.imm >= 0;
    case kOpMax:
      piece.stage = kFloor;
      piece.later = kLow;
      return a.use_imm;
    case kOpMin:
      piece.stage = kCap;
      piece.later = kHigh;
      return a.use_imm;
    default:
      return false;
  }
}

bool AluTail::describe_addend(const AluArgs& a, Piece& piece) {
  const int64_t outer = a.o_end - a.o_begin;
  const int64_t inner = a.i_end - a.i_begin;
  piece.src = a.uops[0].src + a.o_begin * a.src_out + a.i_begin * a.src_in;
  if (a.src_in == 1 && (outer == 1 || a.src_out == inner)) {
    piece.addend = Addend::Rows;
    piece.src_end = piece.src + outer * inner;
  } else if (a.src_in == 0) {
    piece.addend = Addend::Repeated;
    piece.segment = inner;
    piece.src_step = a.src_out;
    piece.src_end = piece.src + (outer - 1) * a.src_out + 1;
  } else {
    return false;
  }
  return !meet(piece.begin, piece.end, piece.src, piece.src_end);
}

bool AluTail::take(const AluArgs& a) {
  Piece piece;
  if (!describe(a, piece)) {
    flush();
    return false;
  }
  const bool same_rows = begin_ < end_ && piece.begin == begin_ && piece.end == end_;
  const Stage stage = piece.stage > last_ ? piece.stage : piece.later;
  if (same_rows && stage != kNone && stage > last_) {
    join(piece, stage);
    return true;
  }
  flush();
  start(piece);
  return true;
}

void AluTail::start(const Piece& piece) {
  begin_ = piece.begin;
  end_ = piece.end;
  add_ = piece;
  pass_ = {};
  pass_.row_lanes = acc_elem_;
  pass_.floor = pass_.low = std::numeric_limits<int32_t>::min();
  pass_.cap = pass_.high = std::numeric_limits<int32_t>::max();
  join(piece, piece.stage);
}

void AluTail::join(const Piece& piece, Stage stage) {
  last_ = stage;
  switch (stage) {
    case kFloor:
      pass_.floor = piece.imm;
      return;
    case kBias:
      pass_.bias = piece.imm;
      return;
    case kShift:
      pass_.shift = std::min(piece.imm, 31);
      return;
    case kCap:
      pass_.cap = piece.imm;
      return;
    case kLow:
      pass_.low = piece.imm;
      return;
    case kHigh:
      pass_.high = piece.imm;
      return;
    case kAddend:
    case kNone:
      return;
  }
}

bool AluTail::touches(ElementRange rows) const {
  return begin_ < end_ && (meet(begin_, end_, rows.begin, rows.end) ||
                           meet(add_.src, add_.src_end, rows.begin, rows.end));
}

bool AluTail::store(int64_t first, int64_t count, std::byte* to) {
  if (first != begin_ || first + count > end_)
    return false;
  finish(first + count, to);
  return true;
}

void AluTail::finish(int64_t end, std::byte* to) {
  while (begin_ < end) {
    int64_t rows = end - begin_;
    const int64_t done = begin_ - add_.begin;
    if (add_.addend == Addend::Rows) {
      pass_.addends = acc_ + (add_.src + done) * acc_elem_;
    } else if (add_.addend == Addend::Repeated) {
      const int64_t segment = done / add_.segment;
      rows = std::min(rows, (segment + 1) * add_.segment - done);
      pass_.addends = acc_ + (add_.src + segment * add_.src_step) * acc_elem_;
      pass_.one_addend = true;
    }
    pass_.acc = acc_ + begin_ * acc_elem_;
    pass_.rows = rows;
    pass_.narrow_to = to;
    run_(pass_);
    begin_ += rows;
    if (to != nullptr)
      to += rows * acc_elem_;
  }
}

}  // namespace vta::kernels
