// Layout strings such as "NCHW", "HWIO", "NCHW1n16c", "OIHW16o16i".
//
// A capital letter is an axis; a lower-case one is an inner block of the axis with that letter, and
// the number before it is the block's extent. "NCHW1n16c" has rank 6: channel 37 is at C = 37 / 16,
// c = 37 % 16.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/tensor.h"

namespace vta {

class Layout {
 public:
  // CompileError for a malformed string, a repeated axis or a block without its axis.
  explicit Layout(std::string_view text);

  const std::string& text() const { return text_; }
  int64_t rank() const { return static_cast<int64_t>(axes_.size()); }
  // Position of an axis letter, -1 when absent.
  int64_t index(char letter) const;
  // Extent of the inner block of axis `letter` (a capital); 1 when it is not blocked.
  int64_t block(char letter) const;
  bool blocked() const;
  // Extent of a whole axis: outer extent times block.
  int64_t extent(const Shape& shape, char letter) const;

 private:
  struct Axis {
    char letter;
    int64_t block;
  };
  std::string text_;
  std::vector<Axis> axes_;
};

}  // namespace vta
