#include "tests/sim/plain_forms.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace vta::test {
namespace {

using kernels::GemmForm;
using kernels::IsaTable;
using kernels::PanelArgs;
using kernels::ReductionStep;
using kernels::StripArgs;
using kernels::StripPlace;

constexpr int64_t kLanes = 16;
constexpr int64_t kMaxHeld = 4;

void expect(bool holds, const char* what) {
  if (!holds)
    throw std::logic_error(std::string("contract of a form: ") + what);
}

int32_t wrapping_sum(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

// Rows of 16 lanes that stay where no other row sees them until they are written.
class HeldRows {
 public:
  void hold(int32_t* row, bool zero) {
    for (const int32_t* other : rows_)
      expect(other + kLanes <= row || row + kLanes <= other, "rows of a strip are distinct");
    rows_.push_back(row);
    for (int64_t n = 0; n < kLanes; ++n)
      lanes_.push_back(zero ? 0 : row[n]);
  }
  int32_t* operator[](size_t k) { return lanes_.data() + k * kLanes; }
  void write() {
    for (size_t k = 0; k < rows_.size(); ++k)
      std::memcpy(rows_[k], (*this)[k], kLanes * sizeof(int32_t));
  }

 private:
  std::vector<int32_t*> rows_;
  std::vector<int32_t> lanes_;
};

// lanes[n] += input row * column n, over `bytes` bytes.
void dot(int32_t* lanes, const std::byte* row, const std::byte* column, int64_t bytes, int offset) {
  for (int64_t k = 0; k < bytes; ++k)
    for (int64_t n = 0; n < kLanes; ++n) {
      const int x = offset == 0 ? static_cast<int8_t>(row[k]) : static_cast<int>(row[k]);
      const int w = static_cast<int8_t>(column[(k / 4) * 4 * kLanes + n * 4 + k % 4]);
      lanes[n] = wrapping_sum(lanes[n], x * w);
    }
}

template <int Offset>
void pack_inputs(const int8_t* from, int64_t count, std::byte* to) {
  for (int64_t n = 0; n < count; ++n)
    to[n] = static_cast<std::byte>(from[n] + Offset);
}
template <int Offset>
void unpack_inputs(const std::byte* from, int64_t count, int8_t* to) {
  for (int64_t n = 0; n < count; ++n)
    to[n] = static_cast<int8_t>(static_cast<int>(from[n]) - Offset);
}

void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  for (int64_t n = 0; n < kLanes; ++n)
    for (int64_t k = 0; k < block_in; ++k)
      to[(k / 4) * 4 * kLanes + n * 4 + k % 4] = static_cast<std::byte>(from[n * block_in + k]);
}
void unpack_column(const std::byte* from, int64_t block_in, int8_t* to) {
  for (int64_t n = 0; n < kLanes; ++n)
    for (int64_t k = 0; k < block_in; ++k)
      to[n * block_in + k] = static_cast<int8_t>(from[(k / 4) * 4 * kLanes + n * 4 + k % 4]);
}

void pack_corrected(const int8_t* from, int64_t block_in, std::byte* to) {
  pack_column(from, block_in, to);
  for (int64_t n = 0; n < kLanes; ++n) {
    int32_t sum = 0;
    for (int64_t k = 0; k < block_in; ++k)
      sum += 128 * from[n * block_in + k];
    std::memcpy(to + block_in * kLanes + 4 * n, &sum, 4);
  }
}
void sum_corrections(const std::byte* first, const ReductionStep* steps, int64_t count,
                     int32_t* sum) {
  std::fill_n(sum, kLanes, 0);
  for (int64_t s = 0; s < count; ++s)
    for (int64_t n = 0; n < kLanes; ++n) {
      int32_t one;
      std::memcpy(&one, first + steps[s].wgt + 4 * n, 4);
      sum[n] = wrapping_sum(sum[n], one);
    }
}

void strip(const StripArgs& a) {
  expect(a.positions >= 1 && a.positions <= 14, "positions of a strip");
  expect(a.step_count >= 1, "a strip has steps");
  HeldRows rows;
  for (int64_t c = 0; c < a.columns; ++c)
    for (int64_t p = 0; p < a.positions; ++p)
      rows.hold(a.acc[c] + a.dst[p], a.zeros != nullptr);
  size_t k = 0;
  for (int64_t c = 0; c < a.columns; ++c)
    for (int64_t p = 0; p < a.positions; ++p, ++k) {
      for (int64_t n = 0; n < kLanes; ++n)
        rows[k][n] = wrapping_sum(rows[k][n], wrapping_sum(~a.correction[c][n], 1));
      for (int64_t s = 0; s < a.step_count; ++s) {
        expect(a.steps[c][s].src == a.steps[0][s].src, "columns of a strip read the same inputs");
        dot(rows[k], a.src + p * a.src_stride + a.steps[0][s].src, a.wgt[c] + a.steps[c][s].wgt,
            a.k_words * 4, 128);
      }
    }
  rows.write();
}

// Some strips of some columns, over steps of equal bytes, as if held in tiles.
void block(const PanelArgs& a, int64_t column, int64_t columns, const StripPlace* strips,
           int64_t strip_count, int64_t first, int64_t count, bool zero) {
  HeldRows rows;
  for (int64_t c = column; c < column + columns; ++c)
    for (const StripPlace* s = strips; s < strips + strip_count; ++s)
      for (int64_t p = 0; p < s->positions; ++p) {
        const int64_t at = a.dst[s->first] + p * s->dst_stride;
        expect(s->dst_stride == 0 || at == a.dst[s->first + p], "dst_stride");
        rows.hold(a.acc[c] + a.dst[s->first + p], zero);
      }
  size_t k = 0;
  for (int64_t c = column; c < column + columns; ++c)
    for (const StripPlace* s = strips; s < strips + strip_count; ++s)
      for (int64_t p = 0; p < s->positions; ++p, ++k)
        for (int64_t step = first; step < first + count; ++step)
          dot(rows[k], a.src + s->src + p * s->src_stride + a.steps[0][step].src,
              a.wgt[c] + a.steps[c][step].wgt, a.steps[0][step].bytes, 0);
  rows.write();
}

void panel_steps(const PanelArgs& a, int64_t first, int64_t count, bool zero) {
  for (int64_t s = 0; s < a.strip_count;) {
    const StripPlace* strip = a.strips + s;
    const bool two = count > kMaxHeld && a.strips_in_twos && s + 1 < a.strip_count &&
                     strip->with_next && strip[0].dst_stride != 0 && strip[1].dst_stride != 0;
    const int64_t strips = two ? 2 : 1;
    expect(strip->positions >= 1 && strip->positions <= 16, "positions of a strip");
    expect(!two || strip[1].positions == strip[0].positions, "strips in twos are as long");
    a.before(a.context, strips);
    if (count > kMaxHeld && strip->dst_stride != 0)
      block(a, 0, a.columns, strip, strips, first, count, zero);
    else
      for (int64_t c = 0; c < a.columns; ++c)
        block(a, c, 1, strip, 1, first, count, zero);
    s += strips;
  }
}

void panels(const PanelArgs* all, int64_t count) {
  for (const PanelArgs* a = all; a < all + count; ++a) {
    int64_t end = 0;
    for (int64_t first = 0; first < a->step_count; first = end) {
      const int64_t bytes = a->steps[0][first].bytes;
      expect(bytes >= 16 && bytes <= 64 && bytes % 16 == 0, "bytes of a step");
      expect(end == 0 || bytes < a->steps[0][first - 1].bytes, "steps of equal bytes are one run");
      for (end = first; end < a->step_count && a->steps[0][end].bytes == bytes; ++end)
        for (int64_t c = 1; c < a->columns; ++c)
          expect(a->steps[c][end].src == a->steps[0][end].src &&
                     a->steps[c][end].bytes == a->steps[0][end].bytes,
                 "columns of a panel read the same inputs");
      panel_steps(*a, first, end - first, a->from_zero && first == 0);
    }
  }
}

IsaTable with_form(const char* name, const GemmForm& form) {
  IsaTable table = kernels::portable_table();
  table.name = name;
  table.forms = &form;
  table.form_count = 1;
  return table;
}

}  // namespace

const IsaTable& plain_strips() {
  static const GemmForm kForm{false,
                              1,
                              kLanes,
                              14,
                              pack_inputs<128>,
                              pack_corrected,
                              sum_corrections,
                              strip,
                              unpack_inputs<128>,
                              unpack_column,
                              0,
                              nullptr,
                              true};
  static const IsaTable kTable = with_form("plain_strips", kForm);
  return kTable;
}

const IsaTable& plain_tiles() {
  static const GemmForm kForm{false,
                              1,
                              kLanes,
                              16,
                              pack_inputs<0>,
                              pack_column,
                              nullptr,
                              nullptr,
                              unpack_inputs<0>,
                              unpack_column,
                              64,
                              panels};
  static const IsaTable kTable = with_form("plain_tiles", kForm);
  return kTable;
}

}  // namespace vta::test
