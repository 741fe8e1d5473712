// AMX: tdpbssd multiplies a tile of up to 16 input rows of up to 64 bytes by a tile of weights,
// signed by signed, into a tile of 16 accumulator rows.
//
//   A  positions x bytes        straight from packed INP: a row per position, src_stride apart
//   B  bytes / 4 x 16 x 4       straight from packed WGT: consecutive words are consecutive rows
//   C  positions x 16 lanes     held over all steps of one size
//
// Operands are packed without an offset. Everything else is as with AVX512-VNNI.
#include "sim/kernels/isa_table.h"

#if defined(__AMX_INT8__) && defined(__AVX512BW__)

#include <immintrin.h>

#include <cstring>

#include "sim/kernels/amx_tiles.h"
#include "sim/kernels/pack_avx512.h"

namespace vta::kernels {
namespace {

void pack_inputs(const int8_t* from, int64_t count, std::byte* to) {
  std::memcpy(to, from, static_cast<size_t>(count));
}

void unpack_inputs(const std::byte* from, int64_t count, int8_t* to) {
  std::memcpy(to, from, static_cast<size_t>(count));
}

void pack_column(const int8_t* from, int64_t block_in, std::byte* to) {
  pack_words(from, block_in, to, [](__m512i) {});
}

void unpack_column(const std::byte* from, int64_t block_in, int8_t* to) {
  unpack_words(from, block_in, to);
}

// C tiles in memory.
struct Rows {
  int32_t* row = nullptr;
  int64_t stride = 0;  // bytes
};

template <int Tile>
[[gnu::always_inline]] inline void first_rows(const Rows& rows, bool zero) {
  if (zero)
    clear<Tile>();
  else
    load<Tile>(rows.row, rows.stride);
}

// `Strips` strips of `Columns` columns, over `count` steps of equal size.
template <int Columns, int Strips>
[[gnu::always_inline]] inline void block(const PanelArgs& a, const StripPlace* strips,
                                         const Rows (&rows)[2][2], int64_t first, int64_t count,
                                         bool zero) {
  first_rows<0>(rows[0][0], zero);
  if constexpr (Strips == 2)
    first_rows<1>(rows[0][1], zero);
  if constexpr (Columns == 2)
    first_rows<2>(rows[1][0], zero);
  if constexpr (Columns == 2 && Strips == 2)
    first_rows<3>(rows[1][1], zero);
  const std::byte* const src0 = a.src + strips[0].src;
  const std::byte* const src1 = Strips == 2 ? a.src + strips[1].src : nullptr;
  const ReductionStep* const steps0 = a.steps[0];
  const ReductionStep* const steps1 = a.steps[1];
  for (int64_t s = first; s < first + count; ++s) {
    load<6>(a.wgt[0] + steps0[s].wgt, 64);
    load<4>(src0 + steps0[s].src, strips[0].src_stride);
    multiply<0, 4, 6>();
    if constexpr (Strips == 2) {
      load<5>(src1 + steps0[s].src, strips[1].src_stride);
      multiply<1, 5, 6>();
    }
    if constexpr (Columns == 2) {
      load<7>(a.wgt[1] + steps1[s].wgt, 64);
      multiply<2, 4, 7>();
    }
    if constexpr (Columns == 2 && Strips == 2)
      multiply<3, 5, 7>();
  }
  store<0>(rows[0][0].row, rows[0][0].stride);
  if constexpr (Strips == 2)
    store<1>(rows[0][1].row, rows[0][1].stride);
  if constexpr (Columns == 2)
    store<2>(rows[1][0].row, rows[1][0].stride);
  if constexpr (Columns == 2 && Strips == 2)
    store<3>(rows[1][1].row, rows[1][1].stride);
}

PanelArgs column_of(const PanelArgs& a, int64_t c) {
  PanelArgs column = a;
  column.columns = 1;
  column.acc[0] = a.acc[c];
  column.wgt[0] = a.wgt[c];
  column.steps[0] = a.steps[c];
  return column;
}

// Accumulator rows of a strip of one column. Where they are no constant distance apart they are
// copied side by side, and back in the end.
class StripRows {
 public:
  StripRows(const PanelArgs& column, const StripPlace& strip)
      : first_(column.acc[0]), dst_(column.dst + strip.first), strip_(strip) {
    if (strip.dst_stride == 0)
      for (int64_t p = 0; p < strip.positions; ++p)
        std::memcpy(copy_ + 16 * p, first_ + dst_[p], 64);
  }
  StripRows(const StripRows&) = delete;
  StripRows& operator=(const StripRows&) = delete;
  ~StripRows() {
    if (strip_.dst_stride == 0)
      for (int64_t p = 0; p < strip_.positions; ++p)
        std::memcpy(first_ + dst_[p], copy_ + 16 * p, 64);
  }
  Rows rows() {
    if (strip_.dst_stride == 0)
      return {copy_, 64};
    return {first_ + dst_[0], int64_t{strip_.dst_stride} * 4};
  }

 private:
  int32_t* first_;
  const int32_t* dst_;
  const StripPlace& strip_;
  alignas(64) int32_t copy_[kRows * 16];
};

template <int Steps, int C>
[[gnu::always_inline]] inline void held_strip(const PanelArgs& column, const StripPlace& strip,
                                              int64_t first, bool zero) {
  StripRows in_memory(column, strip);
  const Rows rows = in_memory.rows();
  const std::byte* src = column.src + strip.src;
  const ReductionStep* steps = column.steps[0] + first;
  first_rows<C>(rows, zero);
  load<2>(src + steps[0].src, strip.src_stride);
  multiply<C, 2, 4>();
  if constexpr (Steps > 1) {
    load<3>(src + steps[1].src, strip.src_stride);
    multiply<C, 3, 5>();
  }
  if constexpr (Steps > 2) {
    load<2>(src + steps[2].src, strip.src_stride);
    multiply<C, 2, 6>();
  }
  if constexpr (Steps > 3) {
    load<3>(src + steps[3].src, strip.src_stride);
    multiply<C, 3, 7>();
  }
  store<C>(rows.row, rows.stride);
}

// Strips of equal length.
template <int Steps>
void held(const PanelArgs& column, const StripPlace* strips, int64_t count, int64_t first,
          bool zero) {
  const std::byte* wgt = column.wgt[0];
  const ReductionStep* steps = column.steps[0] + first;
  load<4>(wgt + steps[0].wgt, 64);
  if constexpr (Steps > 1)
    load<5>(wgt + steps[1].wgt, 64);
  if constexpr (Steps > 2)
    load<6>(wgt + steps[2].wgt, 64);
  if constexpr (Steps > 3)
    load<7>(wgt + steps[3].wgt, 64);
  for (int64_t s = 0; s < count; s += 2) {
    column.before(column.context, 1);
    held_strip<Steps, 0>(column, strips[s], first, zero);
    if (s + 1 < count)
      held_strip<Steps, 1>(column, strips[s + 1], first, zero);
  }
}

void run_held(Shape& shape, const PanelArgs& a, int64_t first, int64_t count, bool zero) {
  constexpr decltype(&held<1>) kHeld[] = {held<1>, held<2>, held<3>, held<4>};
  const int64_t bytes = a.steps[0][first].bytes;
  for (int64_t begin = 0, end = 0; begin < a.strip_count; begin = end) {
    const int32_t positions = a.strips[begin].positions;
    for (end = begin + 1; end < a.strip_count && a.strips[end].positions == positions;)
      ++end;
    shape.use(kHeldWeights, positions, bytes);
    for (int64_t c = 0; c < a.columns; ++c)
      kHeld[count - 1](column_of(a, c), a.strips + begin, end - begin, first, zero);
  }
}

void single_strip(const PanelArgs& a, const StripPlace& strip, int64_t first, int64_t count,
                  bool zero) {
  for (int64_t c = 0; c < a.columns; ++c) {
    const PanelArgs column = column_of(a, c);
    StripRows in_memory(column, strip);
    const Rows rows[2][2] = {{in_memory.rows()}};
    block<1, 1>(column, &strip, rows, first, count, zero);
  }
}

// One strip, or two that are done together.
void run_strips(const PanelArgs& a, const StripPlace* strip, int64_t strips, int64_t first,
                int64_t count, bool zero) {
  if (strip->dst_stride == 0)
    return single_strip(a, *strip, first, count, zero);
  Rows rows[2][2];
  for (int64_t c = 0; c < a.columns; ++c)
    for (int64_t s = 0; s < strips; ++s)
      rows[c][s] = {a.acc[c] + a.dst[strip[s].first], int64_t{strip[s].dst_stride} * 4};
  if (a.columns == 2 && strips == 2)
    block<2, 2>(a, strip, rows, first, count, zero);
  else if (a.columns == 2)
    block<2, 1>(a, strip, rows, first, count, zero);
  else if (strips == 2)
    block<1, 2>(a, strip, rows, first, count, zero);
  else
    block<1, 1>(a, strip, rows, first, count, zero);
}

bool goes_with_next(const PanelArgs& a, int64_t s) {
  const StripPlace* strip = a.strips + s;
  return a.strips_in_twos && s + 1 < a.strip_count && strip[0].with_next &&
         strip[0].dst_stride != 0 && strip[1].dst_stride != 0;
}

void run_four_sums(Shape& shape, const PanelArgs& a, int64_t first, int64_t count, bool zero) {
  for (int64_t s = 0; s < a.strip_count;) {
    const int64_t strips = goes_with_next(a, s) ? 2 : 1;
    a.before(a.context, strips);
    shape.use(kFourSums, a.strips[s].positions, a.steps[0][first].bytes);
    run_strips(a, a.strips + s, strips, first, count, zero);
    s += strips;
  }
}

// Steps of equal size at a time.
void panel(Shape& shape, const PanelArgs& a) {
  int64_t end = 0;
  for (int64_t first = 0; first < a.step_count; first = end) {
    for (end = first + 1; end < a.step_count && a.steps[0][end].bytes == a.steps[0][first].bytes;)
      ++end;
    const auto run = end - first <= kMaxHeld ? run_held : run_four_sums;
    run(shape, a, first, end - first, a.from_zero && first == 0);
  }
}

void panels(const PanelArgs* all, int64_t count) {
  Shape shape;
  for (int64_t k = 0; k < count; ++k)
    panel(shape, all[k]);
}

constexpr GemmForm kForms[] = {{false, 1, 16, kRows, pack_inputs, pack_column, nullptr, nullptr,
                                unpack_inputs, unpack_column, kTileBytes, panels}};

IsaTable make_table() {
  IsaTable table = *avx512vnni_table();
  table.name = "amx";
  table.forms = kForms;
  table.form_count = 1;
  return table;
}

}  // namespace

const IsaTable* amx_table() {
  static const IsaTable table = make_table();
  return &table;
}

}  // namespace vta::kernels

#else

namespace vta::kernels {
const IsaTable* amx_table() {
  return nullptr;
}
}  // namespace vta::kernels

#endif
