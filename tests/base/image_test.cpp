#include "base/image.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/file.h"
#include "base/resource_policy.h"
#include "tests/base/small_images.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Image solid(int64_t width, int64_t height, uint8_t r, uint8_t g, uint8_t b) {
  Image image{width, height, {}};
  for (int64_t i = 0; i < width * height; ++i)
    for (uint8_t v : {r, g, b})
      image.rgb.push_back(v);
  return image;
}

Image grey_row(const std::vector<uint8_t>& values) {
  Image image{static_cast<int64_t>(values.size()), 1, {}};
  for (uint8_t v : values)
    for (int c = 0; c < 3; ++c)
      image.rgb.push_back(v);
  return image;
}

std::string refusal(std::span<const std::byte> bytes) {
  try {
    parse_image(bytes, "cat");
  } catch (const InputError& e) {
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

TEST(Image, PngPixelsAreExact) {
  const Image image = parse_image(small_png(), "small.png");
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 2);
  EXPECT_THAT(image.rgb, ElementsAre(255, 0, 0, 0, 255, 0, 0, 0, 255,  //
                                     10, 20, 30, 0, 0, 0, 255, 255, 255));
}

Image ppm(const std::string& text) {
  return parse_image(std::as_bytes(std::span(text)), "small.ppm");
}

TEST(Image, PpmPixelsAreExactAndGreyBecomesThreeChannels) {
  const Image colour = ppm("P6 2\n# a comment\n1 255\n" + std::string("abcdef"));
  EXPECT_EQ(colour.width, 2);
  EXPECT_EQ(colour.height, 1);
  EXPECT_THAT(colour.rgb, ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
  EXPECT_THAT(ppm("P5 1 2 15\n" + std::string({15, 5})).rgb,
              ElementsAre(255, 255, 255, 85, 85, 85));
}

TEST(Image, WhatIsWrongWithAPpmIsSaid) {
  const auto refused = [](const std::string& text) {
    return refusal(std::as_bytes(std::span(text)));
  };
  EXPECT_THAT(refused("P6 2 x"), HasSubstr("'cat' is damaged: its header has no height"));
  EXPECT_THAT(refused("P6 2 0 255 "), HasSubstr("has no height"));
  EXPECT_THAT(refused("P6 2 2 255\nabc"), HasSubstr("'cat' is truncated (14 bytes)"));
  EXPECT_THAT(refused("P6 1 1 65535\nabcdef"), HasSubstr("has values up to 65535"));
  EXPECT_THROW(ppm("P6 70000 1 255\n"), ResourceError);
}

TEST(Image, APngOfAPictureIsThePicture) {
  Image image{5, 3, {}};
  for (int i = 0; i < 45; ++i)
    image.rgb.push_back(static_cast<uint8_t>(i * 37));
  const Image back = parse_image(png_bytes(image), "own.png");
  EXPECT_EQ(back.width, 5);
  EXPECT_EQ(back.height, 3);
  EXPECT_EQ(back.rgb, image.rgb);
}

TEST(Image, JpegPixelsAreClose) {
  const Image image = parse_image(small_jpeg(), "small.jpg");
  EXPECT_EQ(image.width, 8);
  EXPECT_EQ(image.height, 8);
  for (size_t i = 0; i < image.rgb.size(); i += 3) {
    EXPECT_NEAR(image.rgb[i], 200, 6);
    EXPECT_NEAR(image.rgb[i + 1], 100, 6);
    EXPECT_NEAR(image.rgb[i + 2], 50, 6);
  }
}

TEST(Image, AClassifiersViewIsThePartOfTheResizedPicture) {
  Image image{37, 91, {}};
  for (int64_t i = 0; i < 37 * 91 * 3; ++i)
    image.rgb.push_back(static_cast<uint8_t>(i * 7919 % 251));
  const Image whole = centre_crop(resized_shorter_side(image, 37), 32, 30);
  EXPECT_EQ(classifier_view(image, 32, 30).rgb, whole.rgb);
  const Image larger = centre_crop(resized_shorter_side(image, 73), 64, 50);
  EXPECT_EQ(classifier_view(image, 64, 50).rgb, larger.rgb);
}

// The whole would have 224 x 14680064 pixels.
TEST(Image, OfATallPictureOnlyWhatIsSeenIsMade) {
  ResourcePolicy policy;
  policy.max_bytes = int64_t{16} << 20;
  const ResourceScope scope(policy);
  const Image image = solid(1, 65535, 10, 20, 30);
  const Image view = classifier_view(image, 224, 224);
  EXPECT_EQ(view.rgb, solid(224, 224, 10, 20, 30).rgb);
}

TEST(Image, SidesAreBounded) {
  ResourcePolicy policy;
  policy.max_image_side = 2;
  const ResourceScope scope(policy);
  EXPECT_THAT([] { parse_image(small_png(), "small.png"); },
              testing::ThrowsMessage<ResourceError>(
                  HasSubstr("image 'small.png' is 3 x 2 pixels: a side may have 2")));
}

// Its pixels would be 2 GB of one bit each: nothing is wrong with the file.
TEST(Image, APngBeyondTheDecoderIsTooLargeNotDamaged) {
  std::vector<std::byte> bytes = small_png();
  const std::vector<int> size = {0, 0, 0xff, 0xff, 0, 0, 0x75, 0x30, 1, 0};  // depth 1, grey
  std::ranges::transform(size, bytes.begin() + 16, [](int b) { return static_cast<std::byte>(b); });
  const auto refused_as = [&](int64_t most_bytes) {
    ResourcePolicy policy;
    policy.max_bytes = most_bytes;
    const ResourceScope scope(policy);
    try {
      parse_image(bytes, "wide.png");
    } catch (const ResourceError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(
      refused_as(int64_t{1} << 30),
      AllOf(HasSubstr("image 'wide.png' of 65535 x 30000 pixels"), HasSubstr("--max-memory")));
  EXPECT_THAT(refused_as(int64_t{1} << 50),
              HasSubstr("image 'wide.png' is 65535 x 30000 pixels: 268435456 can be decoded"));
}

TEST(Image, EveryCutPngIsRefused) {
  const auto bytes = small_png();
  for (size_t n = 0; n + 12 < bytes.size(); ++n)
    EXPECT_THAT(refusal(std::span(bytes).first(n)), HasSubstr("cat")) << n;
  EXPECT_THAT(refusal(std::span(bytes).first(bytes.size() - 13)), HasSubstr("truncated"));
}

TEST(Image, EveryCutJpegIsRefused) {
  const auto bytes = small_jpeg();
  for (size_t n = 0; n < bytes.size(); ++n)
    EXPECT_THAT(refusal(std::span(bytes).first(n)), HasSubstr("cat")) << n;
  EXPECT_THAT(refusal(std::span(bytes).first(bytes.size() - 2)), HasSubstr("truncated"));
}

TEST(Image, DamagedPngIsRefused) {
  auto bytes = small_png();
  bytes[24] = std::byte{77};  // bits per channel
  EXPECT_THAT(refusal(bytes), HasSubstr("damaged"));
}

TEST(Image, OtherFilesAreRefused) {
  const std::string text = "GIF89a and so on";
  EXPECT_THAT(refusal(std::as_bytes(std::span(text))), HasSubstr("neither PNG nor JPEG nor PPM"));
  EXPECT_THAT(refusal({}), HasSubstr("empty"));
}

TEST(Image, MissingFileIsNamed) {
  try {
    read_image("/nonexistent/cat.png");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("/nonexistent/cat.png"));
  }
}

TEST(Resize, KeepsASolidColour) {
  for (const auto& [w, h] : {std::pair<int64_t, int64_t>{3, 5}, {20, 2}, {7, 7}}) {
    const Image out = resized(solid(7, 9, 10, 20, 30), w, h);
    EXPECT_EQ(out.rgb, solid(w, h, 10, 20, 30).rgb);
  }
}

TEST(Resize, SameSizeIsTheSameImage) {
  const Image image = parse_image(small_png(), "small.png");
  EXPECT_EQ(resized(image, 3, 2).rgb, image.rgb);
}

// Each result pixel weighs four pixels 1:3:3:1 (two at the borders: 3:3:1).
TEST(Resize, HalvingAveragesWithATriangle) {
  const Image image = grey_row({0, 0, 255, 255});
  const Image out = resized(image, 2, 1);
  EXPECT_EQ(out.rgb[0], 36);  // 255 * 1 / 7
  EXPECT_EQ(out.rgb[3], 219);
}

TEST(Resize, ShorterSideKeepsProportions) {
  const Image tall = resized_shorter_side(solid(10, 20, 1, 2, 3), 5);
  EXPECT_EQ(tall.width, 5);
  EXPECT_EQ(tall.height, 10);
  const Image wide = resized_shorter_side(solid(30, 20, 1, 2, 3), 10);
  EXPECT_EQ(wide.width, 15);
  EXPECT_EQ(wide.height, 10);
}

TEST(Crop, TakesTheCentre) {
  const Image image = grey_row({1, 2, 3, 4});
  EXPECT_THAT(centre_crop(image, 2, 1).rgb, ElementsAre(2, 2, 2, 3, 3, 3));
}

TEST(ClassifierView, IsOfTheWantedExtent) {
  const Image view = classifier_view(solid(500, 375, 9, 9, 9), 224, 224);
  EXPECT_EQ(view.width, 224);
  EXPECT_EQ(view.height, 224);
  EXPECT_EQ(view.rgb.size(), 224u * 224 * 3);
}

TEST(ClassifierView, AnImageOfJustThisSizeIsKept) {
  const Image image = parse_image(small_png(), "small.png");
  EXPECT_EQ(classifier_view(image, 3, 2).rgb, image.rgb);
}

TEST(Normalized, SplitsChannelsAndScales) {
  const std::vector<uint8_t> pixels = {0, 51, 255, 255, 102, 0};
  const Tensor x = Tensor::from_span<uint8_t>({1, 1, 2, 3}, pixels);
  const Tensor y = normalized(x, {.mean = {0.5, 0, 0}, .deviation = {0.5, 1, 2}});
  EXPECT_EQ(y.shape(), (Shape{1, 3, 1, 2}));
  const auto v = y.data<float>();
  EXPECT_FLOAT_EQ(v[0], -1);
  EXPECT_FLOAT_EQ(v[1], 1);
  EXPECT_FLOAT_EQ(v[2], 0.2f);
  EXPECT_FLOAT_EQ(v[3], 0.4f);
  EXPECT_FLOAT_EQ(v[4], 0.5f);
  EXPECT_FLOAT_EQ(v[5], 0);
}

}  // namespace
}  // namespace vta
