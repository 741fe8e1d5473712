#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "runtime/vta_dlpack.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

constexpr size_t kElements = 64;

// The input (1, 16, 1, 4) int8 of the add program, which adds 7 and halves.
class CApiDlpack : public ::testing::Test {
 public:
  CApiDlpack() : file_("capi_dlpack") {
    save_program(test::make_add_program(3, 4), file_.path());
    vta_program* program = vta_program_load(file_.path().c_str());
    executor_ = vta_executor_create(program, "fsim");
    vta_program_destroy(program);
    std::iota(data_.begin(), data_.end(), static_cast<int8_t>(-32));
  }
  CApiDlpack(const CApiDlpack&) = delete;
  CApiDlpack& operator=(const CApiDlpack&) = delete;
  ~CApiDlpack() override { vta_executor_destroy(executor_); }

 protected:
  DLTensor tensor() {
    DLTensor t{};
    t.data = data_.data();
    t.device = {kDLCPU, 0};
    t.ndim = 4;
    t.dtype = {kDLInt, 8, 1};
    t.shape = shape_.data();
    return t;
  }
  const void* input_data() const {
    vta_tensor t;
    return vta_describe_input(executor_, 0, &t) == 0 ? t.data : nullptr;
  }
  // Of the last run.
  std::vector<float> output() const {
    vta_tensor t;
    if (vta_get_output(executor_, 0, &t) != 0)
      return {};
    const auto* data = static_cast<const float*>(t.data);
    return {data, data + kElements};
  }
  std::vector<float> expected() const {
    std::vector<float> out;
    for (const int8_t v : data_)
      out.push_back(0.5f * static_cast<float>(v + 7));
    return out;
  }

  test::ScratchFile file_;
  std::array<int8_t, kElements> data_{};
  std::array<int64_t, 4> shape_ = {1, 16, 1, 4};
  vta_executor* executor_ = nullptr;
};

TEST_F(CApiDlpack, ABoundInputIsReadInPlaceInEveryRun) {
  {
    const DLTensor t = tensor();
    ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0) << vta_last_error();
  }  // the DLTensor may go, its memory stays
  EXPECT_EQ(input_data(), data_.data());
  for (int8_t run = 0; run < 3; ++run) {
    std::ranges::fill(data_, run);
    ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
    EXPECT_EQ(output(), expected());
  }
  EXPECT_EQ(input_data(), data_.data());
}

TEST_F(CApiDlpack, OddLayoutsAreCopiedInEveryRun) {
  // As channels last: (1, 1, 4, 16) seen as (1, 16, 1, 4).
  std::array<int64_t, 4> strides = {64, 1, 64, 16};
  DLTensor t = tensor();
  t.strides = strides.data();
  ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0) << vta_last_error();
  strides.fill(0);  // the DLTensor's own parts may go
  for (int8_t run = 0; run < 2; ++run) {
    data_[1] = run;  // channel 1 of column 0
    ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
    std::vector<float> wanted(kElements);
    const std::vector<float> by_place = expected();
    for (size_t c = 0; c < 16; ++c)
      for (size_t x = 0; x < 4; ++x)
        wanted[c * 4 + x] = by_place[x * 16 + c];
    EXPECT_EQ(output(), wanted);
    EXPECT_NE(input_data(), data_.data());
  }
}

TEST_F(CApiDlpack, StridesOfAxesWithOneElementAndAByteOffsetChangeNothing) {
  std::array<int64_t, 4> strides = {-5, 4, 999, 1};
  DLTensor t = tensor();
  t.strides = strides.data();
  t.data = data_.data() - 8;
  t.byte_offset = 8;
  ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0) << vta_last_error();
  EXPECT_EQ(input_data(), data_.data());
}

TEST_F(CApiDlpack, ReversedAndRepeatedElementsAreReadByTheirStrides) {
  std::array<int64_t, 4> strides = {0, -4, 0, 0};  // from the last channel down, column 0 alone
  DLTensor t = tensor();
  t.strides = strides.data();
  t.byte_offset = 60;
  ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0) << vta_last_error();
  ASSERT_EQ(vta_run(executor_), 0);
  const std::vector<float> out = output(), by_place = expected();
  for (size_t c = 0; c < 16; ++c)
    for (size_t x = 0; x < 4; ++x)
      EXPECT_EQ(out[c * 4 + x], by_place[60 - 4 * c]);
}

// Counts the calls of a deleter.
template <typename Managed>
struct Counted {
  explicit Counted(const DLTensor& t) {
    managed.dl_tensor = t;
    managed.manager_ctx = this;
    managed.deleter = [](Managed* self) { ++static_cast<Counted*>(self->manager_ctx)->calls; };
  }
  Managed managed{};
  int calls = 0;
};

TEST_F(CApiDlpack, ATakenInputIsReleasedOnceItIsAnothers) {
  Counted<DLManagedTensor> first(tensor()), second(tensor());
  ASSERT_EQ(vta_take_input(executor_, 0, &first.managed), 0) << vta_last_error();
  EXPECT_EQ(input_data(), data_.data());
  ASSERT_EQ(vta_run(executor_), 0);
  EXPECT_EQ(first.calls, 0);
  ASSERT_EQ(vta_take_input(executor_, 0, &second.managed), 0);
  EXPECT_EQ(first.calls, 1);
  ASSERT_EQ(vta_run(executor_), 0);
  EXPECT_EQ(output(), expected());
  ASSERT_EQ(vta_set_input(executor_, 0, data_.data(), VTA_INT8, shape_.data(), 4), 0);
  EXPECT_EQ(second.calls, 1);
  Counted<DLManagedTensor> third(tensor());
  ASSERT_EQ(vta_take_input(executor_, 0, &third.managed), 0);
  vta_executor_destroy(executor_);
  executor_ = nullptr;
  EXPECT_EQ(first.calls + second.calls + third.calls, 3);
}

TEST_F(CApiDlpack, AVersionedInputIsTakenToo) {
  Counted<DLManagedTensorVersioned> t(tensor());
  t.managed.version = {1, 3};
  t.managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  ASSERT_EQ(vta_take_input_versioned(executor_, 0, &t.managed), 0) << vta_last_error();
  EXPECT_EQ(input_data(), data_.data());
  vta_executor_destroy(executor_);
  executor_ = nullptr;
  EXPECT_EQ(t.calls, 1);
}

TEST_F(CApiDlpack, WhatIsRefusedStaysTheCallersAndChangesNothing) {
  const DLTensor good = tensor();
  ASSERT_EQ(vta_bind_input(executor_, 0, &good), 0);
  DLTensor wrong = good;
  wrong.dtype.bits = 16;
  Counted<DLManagedTensor> t(wrong);
  EXPECT_EQ(vta_take_input(executor_, 0, &t.managed), 3);
  EXPECT_EQ(t.calls, 0);
  Counted<DLManagedTensorVersioned> later(good);
  later.managed.version = {2, 0};
  EXPECT_EQ(vta_take_input_versioned(executor_, 0, &later.managed), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("DLPack 2.0 (legal: 1.x)"));
  EXPECT_EQ(later.calls, 0);
  EXPECT_EQ(input_data(), data_.data());
  ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
  EXPECT_EQ(output(), expected());
}

TEST_F(CApiDlpack, AnExportedOutputIsTheOutputAndOutlivesTheExecutor) {
  const DLTensor t = tensor();
  ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  vta_tensor seen;
  ASSERT_EQ(vta_get_output(executor_, 0, &seen), 0);
  DLManagedTensor* out = vta_export_output(executor_, 0);
  DLManagedTensorVersioned* versioned = vta_export_output_versioned(executor_, 0);
  ASSERT_NE(out, nullptr) << vta_last_error();
  ASSERT_NE(versioned, nullptr) << vta_last_error();
  EXPECT_EQ(out->dl_tensor.data, seen.data);
  EXPECT_EQ(versioned->dl_tensor.data, seen.data);
  EXPECT_EQ(versioned->version.major, 1U);
  EXPECT_EQ(versioned->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  EXPECT_EQ(out->dl_tensor.ndim, 4);
  EXPECT_EQ(out->dl_tensor.dtype.code, kDLFloat);
  EXPECT_EQ(out->dl_tensor.dtype.bits, 32);
  EXPECT_EQ(out->dl_tensor.strides[0], 64);
  EXPECT_EQ(out->dl_tensor.strides[1], 4);

  const std::vector<float> wanted = expected();
  std::ranges::fill(data_, int8_t{1});
  ASSERT_EQ(vta_run(executor_), 0);  // makes new outputs
  EXPECT_NE(output(), wanted);
  vta_executor_destroy(executor_);
  executor_ = nullptr;
  const auto* floats = static_cast<const float*>(out->dl_tensor.data);
  EXPECT_EQ(std::vector<float>(floats, floats + kElements), wanted);
  out->deleter(out);
  versioned->deleter(versioned);
}

TEST_F(CApiDlpack, AnOutputThatIsABoundInputIsExportedAsACopy) {
  Program p = test::make_add_program(3, 4);
  p.outputs.push_back(0);
  save_program(p, file_.path());
  vta_executor_destroy(executor_);
  vta_program* program = vta_program_load(file_.path().c_str());
  executor_ = vta_executor_create(program, "fsim");
  vta_program_destroy(program);
  ASSERT_NE(executor_, nullptr) << vta_last_error();
  const DLTensor t = tensor();
  ASSERT_EQ(vta_bind_input(executor_, 0, &t), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  DLManagedTensor* out = vta_export_output(executor_, 1);
  ASSERT_NE(out, nullptr) << vta_last_error();
  EXPECT_NE(out->dl_tensor.data, data_.data());
  data_[0] = 99;
  EXPECT_EQ(static_cast<const int8_t*>(out->dl_tensor.data)[0], -32);
  out->deleter(out);
}

TEST_F(CApiDlpack, OutputsAreCopiedToAnyStrides) {
  ASSERT_EQ(vta_set_input(executor_, 0, data_.data(), VTA_INT8, shape_.data(), 4), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  std::array<float, kElements> to{};
  std::array<int64_t, 4> strides = {64, 1, 64, 16};
  DLTensor t = tensor();
  t.data = to.data();
  t.dtype = {kDLFloat, 32, 1};
  t.strides = strides.data();
  ASSERT_EQ(vta_copy_output(executor_, 0, &t), 0) << vta_last_error();
  const std::vector<float> wanted = expected();
  for (size_t c = 0; c < 16; ++c)
    for (size_t x = 0; x < 4; ++x)
      EXPECT_EQ(to[x * 16 + c], wanted[c * 4 + x]);
}

// 1 to 7 images of 16 channels and 4 columns through a program of batch 1: runs of one each.
TEST_F(CApiDlpack, ManyImagesAreAsManyRuns) {
  for (int64_t n = 1; n <= 7; ++n) {
    std::vector<int8_t> images(static_cast<size_t>(n) * kElements);
    for (size_t i = 0; i < images.size(); ++i)
      images[i] = static_cast<int8_t>((static_cast<size_t>(n) + i) % 50);
    std::vector<float> results(images.size());
    std::array<int64_t, 4> shape = {n, 16, 1, 4};
    DLTensor in = tensor(), out = tensor();
    in.data = images.data();
    out.data = results.data();
    out.dtype = {kDLFloat, 32, 1};
    in.shape = out.shape = shape.data();
    ASSERT_EQ(vta_run_many(executor_, &in, 1, &out, 1), 0) << vta_last_error();
    for (size_t i = 0; i < images.size(); ++i)
      EXPECT_EQ(results[i], 0.5f * static_cast<float>(images[i] + 7)) << n << " " << i;
  }
}

// On the host alone, so that any batch is a program.
class CApiBatch : public CApiDlpack {
 protected:
  void start(int64_t batch) {
    Program p;
    p.values = {{"in", DType::F32, {batch, 3}, {}}, {"out", DType::F32, {batch, 3}, {}}};
    p.inputs = {0};
    p.outputs = {1};
    p.steps.emplace_back(HostOpStep{"nn.relu", {}, {0}, {1}});
    save_program(p, file_.path());
    vta_executor_destroy(executor_);
    vta_program* program = vta_program_load(file_.path().c_str());
    executor_ = vta_executor_create(program, "fsim");
    vta_program_destroy(program);
    ASSERT_NE(executor_, nullptr) << vta_last_error();
  }
  static DLTensor floats(void* data, int64_t* shape, int64_t* strides = nullptr) {
    return {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, strides, 0};
  }
};

TEST_F(CApiBatch, WhatDoesNotFillABatchIsFilledUp) {
  start(4);
  for (int64_t n = 0; n <= 9; ++n) {
    std::vector<float> from(static_cast<size_t>(n) * 3 + 1), to(from.size());
    for (size_t i = 0; i < from.size(); ++i)
      from[i] = to[i] = static_cast<float>(i) + 0.5f;
    std::ranges::fill(to, -1.f);
    std::array<int64_t, 2> shape = {n, 3}, columns = {1, std::max<int64_t>(n, 1)};
    const DLTensor in = floats(from.data(), shape.data());
    const DLTensor out = floats(to.data(), shape.data(), columns.data());  // column by column
    ASSERT_EQ(vta_run_many(executor_, &in, 1, &out, 1), 0) << vta_last_error();
    for (size_t i = 0; i < static_cast<size_t>(n); ++i)
      for (size_t c = 0; c < 3; ++c)
        EXPECT_EQ(to[c * static_cast<size_t>(n) + i], from[i * 3 + c]);
    EXPECT_EQ(to.back(), -1.f);
  }
}

TEST_F(CApiBatch, InputsAreWhatTheyWereBefore) {
  start(2);
  std::array<float, 6> mine = {1, 2, 3, 4, 5, 6}, others{}, to{};
  std::array<int64_t, 2> shape = {2, 3};
  const DLTensor bound = floats(mine.data(), shape.data());
  const DLTensor in = floats(others.data(), shape.data()), out = floats(to.data(), shape.data());
  ASSERT_EQ(vta_bind_input(executor_, 0, &bound), 0);
  ASSERT_EQ(vta_run_many(executor_, &in, 1, &out, 1), 0) << vta_last_error();
  EXPECT_EQ(input_data(), mine.data());
}

TEST_F(CApiBatch, TensorsThatDoNotFitAreNamed) {
  start(2);
  std::array<float, 12> data{};
  std::array<int64_t, 2> four = {4, 3}, three = {3, 3}, wide = {4, 2};
  const DLTensor in = floats(data.data(), four.data());
  const auto refused = [&](const DLTensor* inputs, int64_t input_count, const DLTensor* outputs,
                           int64_t output_count, int code, const char* text) {
    EXPECT_EQ(vta_run_many(executor_, inputs, input_count, outputs, output_count), code);
    EXPECT_THAT(vta_last_error(), HasSubstr(text));
  };
  const DLTensor fewer = floats(data.data(), three.data());
  const DLTensor narrow = floats(data.data(), wide.data());
  refused(nullptr, 1, nullptr, 0, 2, "inputs is NULL");
  refused(&in, 1, nullptr, 1, 2, "outputs is NULL");
  refused(&in, 2, nullptr, 0, 3, "2 inputs are given, the program has 1");
  refused(&in, 1, &in, 2, 3, "2 outputs are asked for (legal: 0 to 1)");
  refused(&in, 1, &fewer, 1, 3, "output 0 has 3 images in batches of 2, input 0 has 4");
  refused(&narrow, 1, nullptr, 0, 3, "input 0 (in) takes float32 (2, 3), the first extent any");
  EXPECT_EQ(vta_run_many(nullptr, &in, 1, nullptr, 0), 2);
}

struct BadTensor {
  void (*spoil)(DLTensor& t);
  const char* text;
};
const BadTensor kBadTensors[] = {
    {[](DLTensor& t) { t.device.device_type = static_cast<DLDeviceType>(2); },
     "the tensor for input 0 (data): device_type 2 (legal: 1, the CPU's memory)"},
    {[](DLTensor& t) {
       t.dtype = {kDLFloat, 16, 1};
     },
     "dtype of code 2, 16 bits, 1 lanes (legal: "},
    {[](DLTensor& t) {
       t.dtype = {kDLInt, 8, 4};
     },
     "dtype of code 0, 8 bits, 4 lanes"},
    {[](DLTensor& t) {
       t.dtype = {kDLUInt, 8, 1};
     },
     "takes int8 (1, 16, 1, 4), was given uint8"},
    {[](DLTensor& t) { t.ndim = 3; }, "was given int8 (1, 16, 1)"},
    {[](DLTensor& t) { t.ndim = -1; }, "ndim -1 (legal: 0 to 16)"},
    {[](DLTensor& t) { t.ndim = 17; }, "ndim 17 (legal: 0 to 16)"},
    {[](DLTensor& t) { t.shape = nullptr; }, "shape is NULL, ndim is 4"},
    {[](DLTensor& t) { t.shape[1] = -16; }, "shape (1, -16, 1, 4) is impossible"},
    {[](DLTensor& t) { t.shape[1] = int64_t{1} << 62; }, "is impossible"},
    {[](DLTensor& t) { t.data = nullptr; }, "the tensor for input 0 (data): data is NULL"},
};

TEST_F(CApiDlpack, EveryMemberThatDoesNotFitIsNamed) {
  for (const BadTensor& bad : kBadTensors) {
    shape_ = {1, 16, 1, 4};
    DLTensor t = tensor();
    bad.spoil(t);
    EXPECT_EQ(vta_bind_input(executor_, 0, &t), 3) << bad.text;
    EXPECT_THAT(vta_last_error(), HasSubstr(bad.text));
  }
  shape_ = {1, 16, 1, 4};
  std::array<int64_t, 4> strides = {1, INT64_MAX / 2, 1, 1};
  DLTensor t = tensor();
  t.strides = strides.data();
  EXPECT_EQ(vta_bind_input(executor_, 0, &t), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("stride 4611686018427387903 of axis 1"));
  EXPECT_EQ(input_data(), nullptr);
}

}  // namespace
}  // namespace vta
