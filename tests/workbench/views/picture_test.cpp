// --picture: the input image and its top classes in one file.
#include "workbench/views/picture.h"

#include "base/npy.h"
#include "tests/base/small_images.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;
using workbench::classes_picture;
using workbench::draw_text;
using workbench::text_width;

Image plain(int64_t width, int64_t height, uint8_t value) {
  return {width, height, std::vector<uint8_t>(static_cast<size_t>(width * height * 3), value)};
}

int64_t count_not(const Image& image, uint8_t value, int64_t x0, int64_t x1) {
  int64_t count = 0;
  for (int64_t y = 0; y < image.height; ++y)
    for (int64_t x = x0; x < std::min(x1, image.width); ++x)
      count += image.rgb[static_cast<size_t>((y * image.width + x) * 3)] != value ? 1 : 0;
  return count;
}

TEST(Letters, AreDrawnAndCutAtTheEdge) {
  Image image = plain(60, 20, 255);
  draw_text(image, 2, 2, 1, "il", {0, 0, 0});
  EXPECT_GT(count_not(image, 255, 0, 60), 8);
  EXPECT_EQ(count_not(image, 255, 2 + text_width("il", 1), 60), 0);
  draw_text(image, 2, 2, 2, std::string(500, 'W'), {0, 0, 0});  // ends at the edge
  draw_text(image, -5, -5, 3, "W", {0, 0, 0});
  EXPECT_EQ(text_width("ab", 3), 3 * text_width("ab", 1));
}

TEST(Letters, WhatIsNoAsciiIsAQuestionMark) {
  EXPECT_EQ(text_width("\xC3\xA9\x01", 1), text_width("??", 1));
  Image accented = plain(20, 20, 255), question = accented;
  draw_text(accented, 1, 1, 1, "\xE2\x82\xAC", {0, 0, 0});
  draw_text(question, 1, 1, 1, "?", {0, 0, 0});
  EXPECT_EQ(accented.rgb, question.rgb);
}

TEST(ClassesPicture, HasTheImageLeftAndALineForEachClass) {
  const Image one = classes_picture(plain(32, 32, 9), "net", {{"cat", 2}});
  const Image two = classes_picture(plain(32, 32, 9), "net", {{"cat", 2}, {"dog", 1}});
  EXPECT_EQ(one.width, two.width);
  // 32 pixels become 384, behind a margin.
  const auto at = [&](int64_t x, int64_t y) {
    return one.rgb[static_cast<size_t>((y * one.width + x) * 3)];
  };
  EXPECT_EQ(at(19, 30), 255);
  EXPECT_EQ(at(20, 30), 9);
  EXPECT_EQ(at(403, 30), 9);
  EXPECT_EQ(at(404, 30), 255);
  EXPECT_GT(count_not(two, 255, 424, two.width), count_not(one, 255, 424, one.width));
}

TEST(ClassesPicture, TakesImagesOfAllShapesAndNamesOfAllLengths) {
  for (const auto& [width, height] : {std::pair{1, 1}, {4000, 3}, {3, 4000}, {224, 224}}) {
    const Image out = classes_picture(plain(width, height, 9), std::string(300, 't'),
                                      {{std::string(5000, 'n'), -1e30}, {"", 0}, {"last", -3}});
    EXPECT_LT(out.width, 2000);
    EXPECT_LT(out.height, 2000);
  }
}

class RunPicture : public NetworkCommand {
 protected:
  RunPicture() { write_file(path("x.png"), small_png()); }
  std::string run() const { return "run " + model() + " --picture " + path("answer.png"); }
};

TEST_F(RunPicture, IsAPngOfTheImageAndItsClasses) {
  ASSERT_EQ(run_vta_apart(run() + " --input " + path("x.png")).exit_code, 0);
  const Image five = read_image(path("answer.png"));
  ASSERT_EQ(run_vta_apart(run() + " --top 10 --input " + path("x.png")).exit_code, 0);
  const Image ten = read_image(path("answer.png"));
  EXPECT_EQ(five.width, ten.width);
  EXPECT_GT(ten.height, five.height);
}

TEST_F(RunPicture, TakesPixelsOfArrays) {
  write_npy(path("u8.npy"), Tensor::zeros(DType::U8, {1, 32, 32, 3}));
  EXPECT_EQ(run_vta_apart(run() + " --input " + path("u8.npy")).exit_code, 0);
  EXPECT_GT(read_image(path("answer.png")).width, 0);
}

TEST_F(RunPicture, NeedsAnImageAndClasses) {
  const std::string image = " --input " + path("x.png");
  expect_failure(run(), 2, "--picture shows an image, and --input names none");
  expect_failure(run() + " --input random:3", 2, "--input names none");
  write_npy(path("f32.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  expect_failure(run() + " --input " + path("f32.npy"), 2, "--input names none");
  expect_failure(run() + image + " --top 0", 2, "--top 0 asks for none");
  expect_failure(run() + image + " --backend csim --timing-only", 2, "computes no values");
  expect_failure("run " + model() + image + " --picture a.jpg", 2, "is written as .png");
  expect_failure("run " + model() + image + " --picture /nowhere/a.png", 9, "/nowhere/a.png");
}

}  // namespace
}  // namespace vta
