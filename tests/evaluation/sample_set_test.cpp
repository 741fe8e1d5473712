#include "evaluation/sample_set.h"

#include <gmock/gmock.h>

#include "base/npy.h"
#include "tests/compiler/error_text.h"
#include "tests/evaluation/temporary_folder.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const TensorType kColour = {{1, 3, 1, 2}, DType::F32};
const TensorType kGrey = {{1, 1, 1, 2}, DType::F32};
const Preprocessing kAsIs = {.pixel_scale = 1, .mean = {0}, .std = {1}};

std::string ppm(const std::string& six) {
  return "P6 2 1 255\n" + six;
}

class Samples : public ::testing::Test {
 protected:
  SampleSet read(const TensorType& type = kColour, const std::string& labels = "",
                 int64_t limit = 0) {
    return read_sample_set({{folder_.path()}, labels, limit}, {{type}}, kAsIs, 4);
  }
  std::string refused(const TensorType& type = kColour) {
    return error_text<InputError>([&] { read(type); });
  }
  static std::vector<float> floats(const Tensor& t) {
    return {t.data<float>().begin(), t.data<float>().end()};
  }
  TemporaryFolder folder_;
};

TEST_F(Samples, OfAFolderArePicturesInTheOrderOfTheNetworksChannels) {
  folder_.write("a.ppm", ppm({1, 2, 3, 4, 5, 6}));
  folder_.write("b.ppm", ppm({7, 7, 7, 9, 9, 9}));
  const SampleSet set = read();
  EXPECT_EQ(set.count, 2);
  EXPECT_THAT(set.labels, IsEmpty());
  EXPECT_THAT(floats(set.rows(0, 1).front()), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_EQ(set.inputs[0].name(1), "b.ppm");
  EXPECT_THAT(set.inputs[0].picture(0)->rgb, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(floats(read(kGrey).rows(1, 2).front()),
              ElementsAre(7, 9, 2, 5));  // and from the front
}

TEST_F(Samples, ClassesAreTheFoldersUnlessLabelsAreGiven) {
  folder_.write("3/a.ppm", ppm("abcdef"));
  folder_.write("1/b.ppm", ppm("abcdef"));
  EXPECT_THAT(read().labels, ElementsAre(1, 3));
  TemporaryFolder other;
  EXPECT_EQ(read(kColour, "", 1).count, 1);
  EXPECT_THAT(read(kColour, "", 1).labels, ElementsAre(1));
  folder_.write("labels.txt", "b.ppm,0\n3/a.ppm,2\n");
  EXPECT_THAT(read(kColour, folder_.path("labels.txt")).labels, ElementsAre(0, 2));
}

TEST_F(Samples, FewerFoldersThanClassesAreNoted) {
  folder_.write("cat/a.ppm", ppm("abcdef"));
  const SampleSet set = read();
  EXPECT_THAT(set.class_names, ElementsAre("cat"));
  EXPECT_THAT(set.notes, ElementsAre(HasSubstr("1 sub-folder for the network's 4 classes")));
}

TEST_F(Samples, AFolderThatIsNoClassIsNamed) {
  folder_.write("4/a.ppm", ppm("abcdef"));
  EXPECT_THAT(refused(), HasSubstr("sub-folder '4' is class 4, the network has 4 classes"));
}

TEST_F(Samples, ADamagedPictureIsNamedWhenItIsRead) {
  folder_.write("a.png", "no picture");
  const SampleSet set = read();
  EXPECT_THAT(error_text<InputError>([&] { set.rows(0, 1); }),
              HasSubstr(folder_.path("a.png") + "' is neither PNG nor JPEG nor PPM"));
}

TEST_F(Samples, OnePictureIsASampleToo) {
  const std::string file = folder_.write("a.ppm", ppm({1, 2, 3, 4, 5, 6}));
  const SampleSet set = read_sample_set({{file}, "", 0}, {{kColour}}, kAsIs, 4);
  EXPECT_EQ(set.count, 1);
  EXPECT_THAT(floats(set.rows(0, 1).front()), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST_F(Samples, PicturesAreForInputsOfOneOrThreeChannels) {
  folder_.write("a.ppm", ppm("abcdef"));
  EXPECT_THAT(refused({{1, 2, 1, 2}, DType::F32}),
              HasSubstr("pictures need inputs of 1 or 3 channels"));
  EXPECT_THAT(refused({{1, 7}, DType::F32}), HasSubstr("the network takes Tensor[(1, 7)"));
}

TEST_F(Samples, OfArraysAreRowsAndInputsMustHaveEquallyMany) {
  write_npy(folder_.path("x.npy"), Tensor::zeros(DType::U8, {2, 1, 2, 3}));
  write_npy(folder_.path("y.npy"), Tensor::zeros(DType::F32, {3, 5}));
  const std::vector<TensorType> types = {kColour, {{1, 5}, DType::F32}};
  const SampleFiles files = {{folder_.path("x.npy"), folder_.path("y.npy")}, "", 0};
  EXPECT_THAT(error_text<InputError>([&] { read_sample_set(files, types, kAsIs, 4); }),
              HasSubstr("holds 2 images"));
  write_npy(folder_.path("y.npy"), Tensor::zeros(DType::F32, {2, 5}));
  const SampleSet set = read_sample_set(files, types, kAsIs, 4);
  EXPECT_EQ(set.rows(0, 4)[1].shape(), (Shape{4, 5}));
  EXPECT_FALSE(set.inputs[1].picture(0));
}

TEST_F(Samples, NumbersAreShownFromTheSmallestToTheLargest) {
  const std::vector<float> row = {-1, 0, 1, 1, 1, 1};
  const InputSamples samples(Tensor::from_span<float>({1, 3, 1, 2}, row), kColour, kAsIs, "x.npy");
  EXPECT_THAT(samples.picture(0)->rgb, ElementsAre(0, 255, 255, 128, 255, 255));
}

}  // namespace
}  // namespace vta
