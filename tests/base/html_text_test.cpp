#include "base/html_text.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

TEST(HtmlText, NothingOfANameIsMarkup) {
  EXPECT_EQ(html_text("<script>alert('a' & \"b\")</script>"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
  EXPECT_EQ(html_text("conv_1/\xc3\xa9"), "conv_1/\xc3\xa9");
  EXPECT_EQ(html_text("\xe2\x80\xae\x1b"), "\\u202e\\x1b");
}

}  // namespace
}  // namespace vta
