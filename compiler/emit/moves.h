// LOADs and STOREs of rows: between DRAM, where they are apart, and a scratchpad, where they follow
// each other.
#pragma once

#include <array>
#include <cstdint>

#include "compiler/emit/range.h"
#include "compiler/emit/task_stream.h"
#include "config/vta_config.h"

namespace vta {

// All counts are in elements of the type.
struct Rows {
  MemoryType type = MemoryType::Inp;
  int64_t sram = 0, dram = 0;
  int64_t rows = 1, size = 0, stride = 0;  // `stride` from one row to the next in DRAM
};

// As one range of DRAM, what lies between the rows included.
void load_rows(TaskStream& stream, const Rows& rows, const VtaConfig& config);
void store_rows(TaskStream& stream, const Rows& rows, const VtaConfig& config);
// Bytes between the rows are not touched: they belong to other tensors.
void load_rows_apart(TaskStream& stream, const Rows& rows, const VtaConfig& config);
void store_rows_apart(TaskStream& stream, const Rows& rows, const VtaConfig& config);
// For constants, which are never written.
void load_constants(TaskStream& stream, const Rows& rows);
// With zeros around them: above, below, left, right, each at most kMaxPad.
inline constexpr int64_t kMaxPad = 15;
void load_padded(TaskStream& stream, const Rows& rows, const std::array<int64_t, 4>& pads,
                 const VtaConfig& config);

// A tensor in DRAM as [image][group][row][column][sub], and a part of one of its images.
struct ImageTensor {
  int64_t first = 0;         // element where it begins
  int64_t image_groups = 0;  // from one image to the next
  int64_t h = 1, w = 1, sub = 1;
};
struct ImagePart {
  int64_t image = 0;
  Range groups, h, w;
};
// Where the part begins.
int64_t first_element(const ImageTensor& tensor, const ImagePart& part);
// Moves a part whose groups follow each other in the scratchpad: at once where whole planes follow
// each other in DRAM as well, else group by group.
void load_image_part(TaskStream& stream, MemoryType type, int64_t sram, const ImageTensor& tensor,
                     const ImagePart& part, const VtaConfig& config);
void store_image_part(TaskStream& stream, int64_t sram, const ImageTensor& tensor,
                      const ImagePart& part, const VtaConfig& config);
// Moves the first `depth` elements of each pixel of a part that has one group: OUT is stored, all
// else loaded. In the scratchpad they follow each other. One move for all rows where their pixels
// are a run of the tensor.
void move_elements(TaskStream& stream, MemoryType type, int64_t sram, const ImageTensor& tensor,
                   const ImagePart& part, int64_t depth, const VtaConfig& config);

}  // namespace vta
