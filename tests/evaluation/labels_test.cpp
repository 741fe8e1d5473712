#include "evaluation/labels.h"

#include <gmock/gmock.h>

#include "base/npy.h"
#include "tests/compiler/error_text.h"
#include "tests/evaluation/temporary_folder.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

class LabelFile : public ::testing::Test {
 protected:
  std::vector<int64_t> labels(const std::string& text, const Names& names, int64_t classes = 10) {
    return read_labels(folder_.write("labels.csv", text), names, classes);
  }
  std::string refused(const std::string& text, const Names& names) {
    return error_text<InputError>([&] { labels(text, names); });
  }
  TemporaryFolder folder_;
};

TEST_F(LabelFile, IsAClassPerLineInTheOrderOfTheSamples) {
  EXPECT_THAT(labels("3\n\n 1 \r\n9", {"a", "b", "c"}), ElementsAre(3, 1, 9));
  EXPECT_THAT(labels("3\n1\n9\n", {"a", "b"}), ElementsAre(3, 1));  // more than samples
}

TEST_F(LabelFile, IsANameAndAClassPerLineInAnyOrder) {
  EXPECT_THAT(labels("\xef\xbb\xbf"
                     "file,label\nb.png,1\na.png, 3\n",
                     {"a.png", "b.png"}),
              ElementsAre(3, 1));
  EXPECT_THAT(labels("b.png 1\na.png\t3\n", {"a.png", "b.png"}), ElementsAre(3, 1));
  EXPECT_THAT(labels("one, two.png,4\n", {"one, two.png"}), ElementsAre(4));
  EXPECT_THAT(labels("a.png,4\n", {"dogs/a.png"}), ElementsAre(4));
}

TEST_F(LabelFile, AnArrayIsOneToo) {
  const std::vector<int64_t> values = {2, 7};
  write_npy(folder_.path("y.npy"), Tensor::from_span<int64_t>({2, 1}, values));
  EXPECT_THAT(read_labels(folder_.path("y.npy"), Names{"0", "1"}, 10), ElementsAre(2, 7));
}

TEST_F(LabelFile, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_THAT(refused("", {"a"}), HasSubstr("holds no labels"));
  EXPECT_THAT(refused("1\n", {"a", "b"}), HasSubstr("holds 1 label, there are 2 samples"));
  EXPECT_THAT(refused("1\ncat\n", {"a", "b"}), HasSubstr("line 2: 'cat' is no class index"));
  EXPECT_THAT(refused("1\n10\n", {"a", "b"}),
              HasSubstr("line 2: label 10 is outside the network's 10 classes"));
  EXPECT_THAT(refused("-1\n", {"a"}), HasSubstr("line 1: label -1"));
  EXPECT_THAT(refused("a.png,1\n", {"a.png", "b.png"}), HasSubstr("has no label for 'b.png'"));
  EXPECT_THAT(refused("a.png,1\na.png,2\n", {"a.png"}), HasSubstr("'a.png' has a label already"));
  EXPECT_THAT(refused("a.png,1\n2\n", {"a.png"}), HasSubstr("line 2: '2' has no name"));
  EXPECT_THAT(refused("1\na.png,2\n", {"a.png"}), HasSubstr("'a.png' has a name"));
}

}  // namespace
}  // namespace vta
