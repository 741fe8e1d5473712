// The C ABI as a service uses it: pictures, statistics, threads, and the same again for hours.
#include <gmock/gmock.h>
#include <malloc.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

#include "runtime/vta_capi.h"
#include "runtime/vta_image.h"
#include "runtime/vta_stats.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

const std::string kTestFolder = std::string(VTA_SOURCE_DIR) + "/tests/data/";
const std::string kLabelFolder = std::string(VTA_SOURCE_DIR) + "/tests/examples/labels/";

// What a user's program has to read files with: the library's own reader is no interface.
std::vector<std::byte> bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto bytes = std::as_bytes(std::span(text));
  EXPECT_FALSE(bytes.empty()) << path;
  return {bytes.begin(), bytes.end()};
}

// Gives out what it takes: an image's values as they are prepared.
Program image_program(int64_t batch, int64_t side) {
  Program p;
  const Shape shape = {batch, 3, side, side};
  p.values = {{"image", DType::F32, shape, {}}, {"same", DType::F32, shape, {}}};
  p.inputs = {0};
  p.outputs = {1};
  p.steps.emplace_back(HostOpStep{"nn.relu", {}, {0}, {1}});
  return p;
}

class CApiUse : public ::testing::Test {
 public:
  CApiUse() : file_("capi_use") {}
  CApiUse(const CApiUse&) = delete;
  CApiUse& operator=(const CApiUse&) = delete;
  ~CApiUse() override { vta_executor_destroy(executor_); }

 protected:
  void start(const Program& program, const char* device = "fsim") {
    save_program(program, file_.path());
    vta_program* loaded = vta_program_load(file_.path().c_str());
    executor_ = vta_executor_create(loaded, device);
    vta_program_destroy(loaded);
    ASSERT_NE(executor_, nullptr) << vta_last_error();
  }
  std::vector<float> input() const {
    vta_tensor t;
    if (vta_describe_input(executor_, 0, &t) != 0 || t.data == nullptr)
      return {};
    const auto* data = static_cast<const float*>(t.data);
    return {data, data + t.size_bytes / 4};
  }

  test::ScratchFile file_;
  vta_executor* executor_ = nullptr;
};

TEST_F(CApiUse, APictureOfTheExtentIsTakenAsItIs) {
  start(image_program(2, 32));
  const vta_preprocessing raw = {1, {0, 0, 0}, {1, 1, 1}};
  ASSERT_EQ(vta_set_input_image(executor_, 0, (kTestFolder + "digit.png").c_str(), &raw), 0)
      << vta_last_error();
  const std::vector<float> values = input();
  ASSERT_EQ(values.size(), 2U * 3 * 32 * 32);
  // The pixels that the picture was made of: image 3 of the test images, rows of red, green, blue.
  const std::vector<std::byte> npy = bytes_of(kTestFolder + "digits_test_200_u8.npy");
  const size_t first = npy.size() - size_t{197} * 3 * 32 * 32;
  for (size_t c = 0; c < 3; ++c)
    for (size_t i = 0; i < 32 * 32; ++i)
      ASSERT_EQ(values[c * 1024 + i], static_cast<float>(npy[first + i * 3 + c]));
  EXPECT_TRUE(std::equal(values.begin(), values.begin() + 3072, values.begin() + 3072));
  ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
}

TEST_F(CApiUse, TheProgramsOwnPreparationIsTheDefault) {
  Program p = image_program(1, 32);
  p.preprocessing = Preprocessing{1, {128}, {64}};
  start(p);
  vta_preprocessing how;
  int known = -1;
  ASSERT_EQ(vta_get_preprocessing(executor_, &how, &known), 0);
  EXPECT_EQ(known, 1);
  EXPECT_EQ(how.pixel_scale, 1);
  EXPECT_EQ(how.mean[2], 128);
  EXPECT_EQ(how.std[1], 64);
  const std::string picture = kTestFolder + "digit.jpg";
  ASSERT_EQ(vta_set_input_image(executor_, 0, picture.c_str(), nullptr), 0) << vta_last_error();
  const std::vector<float> own = input();
  ASSERT_EQ(vta_set_input_image(executor_, 0, picture.c_str(), &how), 0);
  EXPECT_EQ(input(), own);
  const std::vector<std::byte> bytes = bytes_of(picture);
  ASSERT_EQ(vta_set_input_image_memory(executor_, 0, bytes.data(), bytes.size(), nullptr), 0);
  EXPECT_EQ(input(), own);
}

TEST_F(CApiUse, WithoutOneItIsImageNets) {
  start(image_program(1, 8));
  vta_preprocessing how;
  int known = -1;
  ASSERT_EQ(vta_get_preprocessing(executor_, &how, &known), 0);
  EXPECT_EQ(known, 0);
  EXPECT_EQ(how.mean[0], 0.485);
  ASSERT_EQ(vta_set_input_image(executor_, 0, (kTestFolder + "digit.png").c_str(), nullptr), 0);
}

TEST_F(CApiUse, DamagedPicturesAreRefused) {
  start(image_program(1, 32));
  std::vector<std::byte> bytes = bytes_of(kTestFolder + "digit.png");
  bytes.resize(bytes.size() / 2);
  EXPECT_EQ(vta_set_input_image_memory(executor_, 0, bytes.data(), bytes.size(), nullptr), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("image 'memory' is truncated"));
}

TEST_F(CApiUse, TopClassesAreTheLargestAndOfEqualOnesTheLower) {
  Program p;
  p.values = {{"logits", DType::F32, {2, 4}, {}}, {"same", DType::F32, {2, 4}, {}}};
  p.inputs = {0};
  p.outputs = {1};
  p.steps.emplace_back(HostOpStep{"nn.relu", {}, {0}, {1}});
  start(p);
  const std::array<float, 8> logits = {1, 3, 3, 2, 9, std::nanf(""), 0, 5};
  const std::array<int64_t, 2> shape = {2, 4};
  ASSERT_EQ(vta_set_input(executor_, 0, logits.data(), VTA_FLOAT32, shape.data(), 2), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  std::array<int64_t, 4> classes{};
  std::array<float, 4> values{};
  ASSERT_EQ(vta_top_classes(executor_, 0, 0, 3, classes.data(), values.data()), 0);
  EXPECT_THAT(classes, ::testing::ElementsAre(1, 2, 3, 0));
  EXPECT_THAT(values, ::testing::ElementsAre(3, 3, 2, 0));
  ASSERT_EQ(vta_top_classes(executor_, 0, 1, 2, classes.data(), values.data()), 0);
  EXPECT_EQ(classes[0], 0);
  EXPECT_EQ(classes[1], 3);
}

TEST_F(CApiUse, LabelsComeFromListsAndDictionaries) {
  for (const char* name : {"digits.txt", "digits_dictionary.txt"}) {
    vta_labels* labels = vta_labels_load((kLabelFolder + name).c_str());
    ASSERT_NE(labels, nullptr) << vta_last_error();
    EXPECT_EQ(vta_labels_count(labels), 10);
    EXPECT_STREQ(vta_label(labels, 3), "three");
    vta_labels_destroy(labels);
  }
}

TEST_F(CApiUse, StatisticsAreCountedTimedAndWritten) {
  start(test::make_add_program(3, 4), "csim");
  vta_stats stats;
  EXPECT_EQ(vta_get_stats(executor_, &stats), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("there are no statistics"));
  EXPECT_EQ(vta_stats_json(executor_), nullptr);
  EXPECT_EQ(vta_get_stats(nullptr, &stats), 2);
  EXPECT_EQ(vta_get_stats(executor_, nullptr), 2);
  EXPECT_EQ(vta_stats_json(nullptr), nullptr);
  const std::array<int8_t, 64> data{};
  const std::array<int64_t, 4> shape = {1, 16, 1, 4};
  ASSERT_EQ(vta_set_input(executor_, 0, data.data(), VTA_INT8, shape.data(), 4), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  ASSERT_EQ(vta_get_stats(executor_, &stats), 0) << vta_last_error();
  EXPECT_EQ(stats.alu_counter, 8);
  EXPECT_EQ(stats.out_store_nbytes, 128);
  EXPECT_EQ(stats.launches, 1);
  EXPECT_GT(stats.cycles, 0);
  EXPECT_GT(stats.bus_beats, 0);
  EXPECT_STREQ(stats.host[2].kind, "pack");
  EXPECT_EQ(stats.host[2].steps, 1);
  EXPECT_EQ(stats.host[2].written_bytes, 64);
  const char* text = vta_stats_json(executor_);
  ASSERT_NE(text, nullptr) << vta_last_error();
  const boost::json::value json = boost::json::parse(text);
  EXPECT_EQ(json.at("cycles").as_int64(), stats.cycles);
  EXPECT_EQ(json.at("counters").at("alu_counter").as_int64(), 8);
  EXPECT_EQ(json.at("host").as_array().size(), size_t{VTA_HOST_KINDS});
}

TEST_F(CApiUse, WithoutTimeThereAreNoCycles) {
  start(test::make_add_program(3, 4));
  const std::array<int8_t, 64> data{};
  const std::array<int64_t, 4> shape = {1, 16, 1, 4};
  ASSERT_EQ(vta_set_input(executor_, 0, data.data(), VTA_INT8, shape.data(), 4), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  vta_stats stats;
  ASSERT_EQ(vta_get_stats(executor_, &stats), 0);
  EXPECT_EQ(stats.cycles, -1);
  EXPECT_FALSE(boost::json::parse(vta_stats_json(executor_)).as_object().contains("cycles"));
}

// Sets, runs, and sums the output.
double run_sum(vta_executor* executor, int8_t value) {
  std::array<int8_t, 64> data{};
  data.fill(value);
  const std::array<int64_t, 4> shape = {1, 16, 1, 4};
  vta_tensor out;
  if (vta_set_input(executor, 0, data.data(), VTA_INT8, shape.data(), 4) != 0 ||
      vta_run(executor) != 0 || vta_get_output(executor, 0, &out) != 0)
    return std::nan("");
  const auto* values = static_cast<const float*>(out.data);
  return std::accumulate(values, values + 64, 0.0);
}

TEST_F(CApiUse, ThreadsWithAnExecutorEachShareAProgram) {
  save_program(test::make_add_program(3, 4), file_.path());
  vta_program* program = vta_program_load(file_.path().c_str());
  ASSERT_NE(program, nullptr);
  constexpr int kRuns = 200;
  std::array<std::vector<double>, 2> sums;
  const auto work = [&](std::vector<double>& to) {
    vta_executor* executor = vta_executor_create(program, "fsim");
    for (int i = 0; i < kRuns; ++i)
      to.push_back(run_sum(executor, static_cast<int8_t>(i % 100)));
    vta_executor_destroy(executor);
  };
  std::thread first(work, std::ref(sums[0])), second(work, std::ref(sums[1]));
  first.join();
  second.join();
  vta_program_destroy(program);
  EXPECT_EQ(sums[0], sums[1]);
  for (int i = 0; i < kRuns; ++i)
    EXPECT_EQ(sums[0][static_cast<size_t>(i)], 64 * 0.5 * (i % 100 + 7));
}

TEST_F(CApiUse, AThousandLoadsAndRunsKeepTheirMemory) {
  save_program(test::make_add_program(3, 4), file_.path());
  const auto once = [&] {
    vta_program* program = vta_program_load(file_.path().c_str());
    vta_executor* executor = vta_executor_create(program, "fsim,memory_bytes=65536");
    EXPECT_EQ(run_sum(executor, 1), 256);
    EXPECT_EQ(vta_run(nullptr), 2);  // messages too
    vta_executor_destroy(executor);
    vta_program_destroy(program);
  };
  const auto in_use = [] { return static_cast<int64_t>(mallinfo2().uordblks); };
  for (int i = 0; i < 20; ++i)
    once();
  const int64_t before = in_use();
  for (int i = 0; i < 1000; ++i)
    once();
  EXPECT_LE(in_use() - before, 16 << 10);
}

}  // namespace
}  // namespace vta
