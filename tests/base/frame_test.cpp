#include "base/frame.h"

#include <gmock/gmock.h>

namespace vta {
namespace {

TEST(Frame, TextsComeBackInOrderAndNothingIsLeft) {
  const std::vector<std::string> texts = {"", "a", std::string("\0\n\xff", 3),
                                          std::string(70000, 'x')};
  std::string bytes;
  for (const std::string& text : texts)
    bytes += framed(text);
  std::string_view left = bytes;
  for (const std::string& expected : texts) {
    std::string text = "before";
    ASSERT_EQ(take_frame(left, text), FrameEnd::Whole);
    EXPECT_EQ(text, expected);
  }
  std::string text;
  EXPECT_EQ(take_frame(left, text), FrameEnd::Cut);
  EXPECT_TRUE(left.empty());
}

TEST(Frame, OneThatIsCutAnywhereIsLeftAlone) {
  const std::string whole = framed("what is said");
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
    std::string_view left(whole.data(), bytes);
    std::string text = "before";
    EXPECT_EQ(take_frame(left, text), FrameEnd::Cut) << bytes;
    EXPECT_EQ(left.size(), bytes);
    EXPECT_EQ(text, "before");
  }
}

// A larger length asks for bytes that are not there; all else is seen at once.
TEST(Frame, NoBitMayBeAnother) {
  const std::string whole = framed("what is said");
  for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    std::string_view left = damaged;
    std::string text;
    EXPECT_NE(take_frame(left, text), FrameEnd::Whole) << bit;
  }
  for (const std::string& bytes : {std::string(100, 'x'), std::string(24, '\0')}) {
    std::string_view left = bytes;
    std::string text;
    EXPECT_EQ(take_frame(left, text), FrameEnd::Damaged);
  }
}

}  // namespace
}  // namespace vta
