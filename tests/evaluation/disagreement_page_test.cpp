#include "evaluation/disagreement_page.h"

#include <gmock/gmock.h>

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

// Three classes; the int8 network differs on samples 1 and 2, and is surest wrong on 2.
Evaluation example(const std::vector<int64_t>& labels) {
  Evaluation e;
  e.float_logits = {3, 0, 0, 1, 2, 0, 0, 1, 9};
  e.int8_logits = {3, 0, 0, 2, 1, 0, 1, 0, 0};
  e.scores = score_rows(e.float_logits, e.int8_logits, 3, labels);
  return e;
}

SampleSet pictures(const std::vector<int64_t>& labels) {
  SampleSet set;
  set.count = 3;
  set.labels = labels;
  set.class_names = {"cat", "<b>dog"};
  set.inputs.emplace_back(Tensor::zeros(DType::U8, {3, 2, 2, 3}),
                          TensorType{{1, 3, 2, 2}, DType::F32}, Preprocessing{}, "x.npy");
  return set;
}

size_t count_of(const std::string& text, const std::string& words) {
  size_t count = 0;
  for (size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
    ++count;
  return count;
}

TEST(DisagreementPage, TheSurestIsFirst) {
  const std::vector<Disagreement> found = disagreements(example({}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].sample, 2);
  EXPECT_EQ(found[0].margin, 9);
  EXPECT_EQ(found[1].sample, 1);
  EXPECT_EQ(found[1].margin, 1);
}

TEST(DisagreementPage, HasThePicturesAndWhatWasLost) {
  const std::vector<int64_t> labels = {0, 0, 2};
  const std::string page = disagreement_page(
      example(labels), pictures(labels), {.title = "a<b>.onnx", .facts = {{"agreement", "33 %"}}});
  EXPECT_EQ(count_of(page, "<img "), 2U);
  EXPECT_THAT(page, HasSubstr("<dt>agreement</dt><dd>33 %</dd>"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "1 lost (red: only float is right), 1 gained (green: only int8 is right), 0 wrong"));
  EXPECT_LT(page.find("<li class=\"lost\">"), page.find("<li class=\"gained\">"));
  EXPECT_THAT(page, HasSubstr("label 0 cat, margin 1"));
  EXPECT_THAT(page, HasSubstr("1 &lt;b&gt;dog"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(DisagreementPage, SaysWhatItLeavesOut) {
  const std::string page =
      disagreement_page(example({}), pictures({}), {.title = "n", .facts = {}, .most = 1});
  EXPECT_EQ(count_of(page, "<img "), 1U);
  EXPECT_THAT(page, HasSubstr("The first 1 of 2 are shown."));
  EXPECT_THAT(page, Not(HasSubstr("of these")));
}

}  // namespace
}  // namespace vta
