// The contract between the portable part of the fast engine and the files that are compiled for
// one instruction set each.
//
// Files for an instruction set include nothing but this header and strip_kernel.h / alu_kernel.h:
// an inline function of a common header compiled there could be the copy that the linker keeps for
// the whole program, and would then fault on an older CPU.
//
// Packed operands. A form packs INP elements to bytes such that a row of block_in values is
// `k_words` words of 4 bytes, and WGT elements to columns of `lanes` output lanes each:
//   column = [k_words][lanes][4 bytes], then [lanes] int32 if the form has a trailer.
// The columns of one slice of lanes of all elements are contiguous.
// A strip is up to max_positions accumulator rows whose input rows are a constant number of bytes
// apart; its rows stay in registers during the whole reduction.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/semantics/uop_entry.h"

namespace vta::kernels {

struct ReductionStep {
  int64_t src = 0;    // bytes into the packed INP
  int64_t wgt = 0;    // bytes into the packed WGT
  int64_t bytes = 0;  // of an input row, from src; forms with tile_bytes only
  bool operator==(const ReductionStep&) const = default;
};

// A strip in its plan.
struct StripPlace {
  int64_t src = 0;         // bytes, relative to the column
  int64_t src_stride = 0;  // bytes
  int32_t first = 0;       // index of its first accumulator row in the list of all
  int32_t positions = 0;
  int32_t dst_stride = 0;  // lanes from a row to the next one; 0 where that is not constant
  bool with_next = false;  // the next strip is as long and has other rows
};

inline constexpr int kMaxColumns = 2;

struct StripArgs {
  const std::byte* src = nullptr;  // input row of the first position, before steps are added
  int64_t src_stride = 0;          // bytes from one position's input row to the next one's
  int64_t positions = 0;           // 1..max_positions
  const int32_t* dst = nullptr;    // accumulator row of each position: int32 offset from `acc`
  int64_t columns = 0;             // 1..kMaxColumns; the rows of all columns are distinct
  int32_t* acc[kMaxColumns] = {};
  const std::byte* wgt[kMaxColumns] = {};
  const int32_t* correction[kMaxColumns] = {};   // subtracted from every row of the column
  const ReductionStep* steps[kMaxColumns] = {};  // the columns' `src` are equal
  const int32_t* zeros =
      nullptr;  // `lanes` zeros: the rows count as 0 before; nullptr: as they are
  int64_t step_count = 0;
  int64_t k_words = 0;  // a multiple of 4
};

// All strips of a column, or of two columns whose steps have equal `src` and `bytes`.
struct PanelArgs {
  const std::byte* src = nullptr;  // before a strip's and a step's src are added
  const StripPlace* strips = nullptr;
  int64_t strip_count = 0;
  const int32_t* dst = nullptr;  // accumulator rows, see StripPlace
  int64_t columns = 0;
  int32_t* acc[kMaxColumns] = {};
  const std::byte* wgt[kMaxColumns] = {};
  const ReductionStep* steps[kMaxColumns] = {};  // equal `bytes` are neighbours
  int64_t step_count = 0;
  bool strips_in_twos = false;  // strips `with_next` may be done together for all columns
  bool from_zero = false;       // the rows count as 0 before
  void (*before)(void* context, int64_t strips) = nullptr;  // called before some strips are done
  void* context = nullptr;
};

// One way to do the multiplications of a GEMM.
struct GemmForm {
  bool nonnegative_inputs = false;  // exact only when no input value is negative
  int64_t inp_value_bytes = 1;      // packed bytes of one input value; k_words = block_in * it / 4
  int64_t lanes = 0;                // block_out must be a multiple
  int64_t max_positions = 0;
  // `count` values, a multiple of block_in.
  void (*pack_inputs)(const int8_t* from, int64_t count, std::byte* to) = nullptr;
  // One column of one element: `lanes` rows of block_in values.
  void (*pack_column)(const int8_t* from, int64_t block_in, std::byte* to) = nullptr;
  // The sum of a column's corrections over its steps; `first` is the correction of step {0, 0}.
  // nullptr: all corrections are 0.
  void (*sum_corrections)(const std::byte* first, const ReductionStep* steps, int64_t count,
                          int32_t* sum) = nullptr;
  void (*strip)(const StripArgs& args) = nullptr;
  // The inverses of packing, or nullptr both; then operands may be packed straight from DRAM.
  void (*unpack_inputs)(const std::byte* from, int64_t count, int8_t* to) = nullptr;
  void (*unpack_column)(const std::byte* from, int64_t block_in, int8_t* to) = nullptr;
  // Instead of `strip`: steps of up to tile_bytes, of which several of the instruction's are made
  // into one where both operands are contiguous.
  int64_t tile_bytes = 0;
  void (*panels)(const PanelArgs* panels, int64_t count) = nullptr;
  // A column has [lanes] int32 of the form's own behind its weights; always so with corrections.
  bool trailer = false;
};

struct AluArgs {
  int op = 0;  // AluOp
  bool use_imm = false;
  int32_t imm = 0;
  int32_t* acc = nullptr;
  int64_t acc_elem = 0;
  const UopEntry* uops = nullptr;
  int64_t uop_count = 0;
  int64_t o_begin = 0, o_end = 0, i_begin = 0, i_end = 0;
  int64_t dst_out = 0, dst_in = 0, src_out = 0, src_in = 0;
};

// On each lane, sums wrapping:
//   x = max(acc + addend, floor);  x = min((x + bias) >> shift, cap);  acc = min(max(x, low), high)
struct TailArgs {
  int32_t* acc = nullptr;
  int64_t rows = 0, row_lanes = 0;
  // nullptr: none; otherwise a row of addends for all rows, or one for each. They may not overlap
  // with acc's rows.
  const int32_t* addends = nullptr;
  bool one_addend = false;
  int32_t floor = 0, bias = 0;
  int32_t shift = 0;  // 0..31
  int32_t cap = 0, low = 0, high = 0;
  std::byte* narrow_to = nullptr;  // also the results' low 8 bits, unless it is nullptr
};

struct IsaTable {
  const char* name = nullptr;
  const GemmForm* forms = nullptr;  // the first that suits is taken
  int64_t form_count = 0;
  void (*alu)(const AluArgs& args) = nullptr;
  void (*tail)(const TailArgs& args) = nullptr;
  void (*narrow)(const int32_t* from, int64_t count, std::byte* to) = nullptr;  // low 8 bits
  void (*widen)(const std::byte* from, int64_t count, int32_t* to) = nullptr;   // sign-extends
};

const IsaTable& portable_table();
const IsaTable* avx2_table();  // nullptr where it is not compiled in
const IsaTable* avx512vnni_table();
const IsaTable* amx_table();
const IsaTable* neon_table();
const IsaTable* neon_dot_table();

}  // namespace vta::kernels
