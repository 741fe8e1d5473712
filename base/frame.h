// Texts one after another in bytes that may end, or be damaged, anywhere: what pipes to workers and
// shares of a sweep's tasks carry.
//
//   length, 4 bytes | XXH3 of the text, 8 bytes | text      (little-endian)
#pragma once

#include <string>
#include <string_view>

namespace vta {

std::string framed(std::string_view text);  // at most 1 GiB

enum class FrameEnd {
  Whole,    // taken
  Cut,      // the rest is still to come, or never will
  Damaged,  // no text of these was framed like this
};
// Takes the first text off the front of `bytes`; leaves both alone where it is not whole.
FrameEnd take_frame(std::string_view& bytes, std::string& text);

}  // namespace vta
