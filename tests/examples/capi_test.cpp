#include "runtime/vta_capi.h"

#include <gmock/gmock.h>

#include <array>
#include <limits>

#include "runtime/parameters.h"
#include "runtime/vta_params.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class CApi : public ::testing::Test {
 public:
  CApi() : file_("capi") {
    save_program(test::make_add_program(3, 4), file_.path());
    program_ = vta_program_load(file_.path().c_str());
    executor_ = vta_executor_create(program_, "fsim");
  }
  CApi(const CApi&) = delete;
  CApi& operator=(const CApi&) = delete;
  ~CApi() override {
    vta_executor_destroy(executor_);
    vta_program_destroy(program_);
  }

 protected:
  int set(vta_dtype dtype, std::array<int64_t, 4> shape) {
    return vta_set_input(executor_, 0, data_.data(), dtype, shape.data(), 4);
  }

  test::ScratchFile file_;
  std::array<int8_t, 64> data_{};
  vta_program* program_ = nullptr;
  vta_executor* executor_ = nullptr;
};

TEST_F(CApi, RunsAProgramThatMayBeDestroyedBefore) {
  vta_program_destroy(program_);
  program_ = nullptr;
  ASSERT_EQ(set(VTA_INT8, {1, 16, 1, 4}), 0) << vta_last_error();
  ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
  vta_tensor out;
  ASSERT_EQ(vta_get_output(executor_, 0, &out), 0);
  EXPECT_STREQ(out.name, "result");
  EXPECT_EQ(out.dtype, VTA_FLOAT32);
  EXPECT_EQ(out.rank, 4);
  EXPECT_EQ(out.shape[1], 16);
  EXPECT_EQ(static_cast<const float*>(out.data)[0], 3.5f);
}

TEST_F(CApi, RunsPositionAfterPosition) {
  Program program = test::make_add_program(3, 4);
  program.values.push_back({"position", DType::I64, {1}, {}});
  program.positions = Positions{2, 1, std::ssize(program.values) - 1, {}};
  save_program(program, file_.path());
  vta_executor_destroy(executor_);
  vta_program_destroy(program_);
  program_ = vta_program_load(file_.path().c_str());
  ASSERT_NE(program_, nullptr) << vta_last_error();
  executor_ = vta_executor_create(program_, "fsim");
  ASSERT_EQ(set(VTA_INT8, {1, 16, 1, 4}), 0) << vta_last_error();
  int64_t position = -1, context = -1;
  for (int64_t at = 0; at < 2; ++at) {
    ASSERT_EQ(vta_get_position(executor_, &position, &context), 0);
    EXPECT_EQ(position, at);
    EXPECT_EQ(context, 2);
    ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
  }
  EXPECT_EQ(vta_run(executor_), 3);
  EXPECT_THAT(vta_last_error(),
              HasSubstr("1 position from position 2 on, and the context ends at 2"));
  ASSERT_EQ(vta_reset_state(executor_), 0);
  ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
}

TEST_F(CApi, AProgramThatKeepsNothingHasNoContext) {
  int64_t position = -1, context = -1;
  ASSERT_EQ(vta_get_position(executor_, &position, &context), 0);
  EXPECT_EQ(position, 0);
  EXPECT_EQ(context, 0);
}

TEST_F(CApi, LoadsAProgramFromMemoryThatMayBeFreed) {
  std::string bytes = file_.read();
  vta_program* program = vta_program_load_memory(bytes.data(), bytes.size(), "inside");
  ASSERT_NE(program, nullptr) << vta_last_error();
  std::ranges::fill(bytes, '\0');
  vta_executor* executor = vta_executor_create(program, "fsim");
  ASSERT_NE(executor, nullptr) << vta_last_error();
  const std::array<int64_t, 4> shape = {1, 16, 1, 4};
  ASSERT_EQ(vta_set_input(executor, 0, data_.data(), VTA_INT8, shape.data(), 4), 0);
  ASSERT_EQ(vta_run(executor), 0) << vta_last_error();
  vta_tensor out;
  ASSERT_EQ(vta_get_output(executor, 0, &out), 0);
  EXPECT_EQ(static_cast<const float*>(out.data)[0], 3.5f);
  vta_executor_destroy(executor);
  vta_program_destroy(program);
}

TEST_F(CApi, ParametersAreReplacedOrLoadedApart) {
  Program other = test::make_add_program(3, 4);
  other.values[3].constant = Tensor::scalar(2.f);
  const test::ScratchFile params("capi_params"), bare("capi_bare");
  save_parameters(parameters_of(other), params.path());
  save_program_without_parameters(other, bare.path());
  const auto first = [&](vta_executor* executor) {
    const std::array<int64_t, 4> shape = {1, 16, 1, 4};
    vta_tensor out;
    if (vta_set_input(executor, 0, data_.data(), VTA_INT8, shape.data(), 4) != 0 ||
        vta_run(executor) != 0 || vta_get_output(executor, 0, &out) != 0)
      return std::numeric_limits<float>::quiet_NaN();
    return static_cast<const float*>(out.data)[0];
  };
  EXPECT_EQ(first(executor_), 3.5f);
  const std::string before = vta_params_hash(executor_);
  ASSERT_EQ(vta_set_params(executor_, params.path().c_str()), 0) << vta_last_error();
  EXPECT_EQ(first(executor_), 14.f);
  EXPECT_NE(vta_params_hash(executor_), before);
  vta_executor* untouched = vta_executor_create(program_, "fsim");
  EXPECT_EQ(first(untouched), 3.5f);
  const std::string values = params.read(), code = bare.read();
  ASSERT_EQ(vta_set_params_memory(untouched, values.data(), values.size()), 0) << vta_last_error();
  EXPECT_EQ(first(untouched), 14.f);
  vta_executor_destroy(untouched);

  EXPECT_EQ(vta_program_load(bare.path().c_str()), nullptr);
  EXPECT_THAT(vta_last_error(), HasSubstr("vta_program_load_params"));
  vta_program* from_files = vta_program_load_params(bare.path().c_str(), params.path().c_str());
  vta_program* from_memory =
      vta_program_load_params_memory(code.data(), code.size(), values.data(), values.size());
  for (vta_program* program : {from_files, from_memory}) {
    vta_executor* executor = vta_executor_create(program, "fsim");
    ASSERT_NE(executor, nullptr) << vta_last_error();
    EXPECT_EQ(first(executor), 14.f);
    vta_executor_destroy(executor);
    vta_program_destroy(program);
  }
}

TEST_F(CApi, InputsAndOutputsAreFoundByName) {
  int64_t index = -1;
  EXPECT_EQ(vta_find_input(executor_, "data", &index), 0);
  EXPECT_EQ(index, 0);
  EXPECT_EQ(vta_find_output(executor_, "result", &index), 0);
  EXPECT_EQ(index, 0);
  vta_tensor out;
  ASSERT_EQ(vta_describe_output(executor_, 0, &out), 0);
  EXPECT_STREQ(out.name, "result");
  EXPECT_EQ(out.data, nullptr);
}

TEST_F(CApi, AFailedRunLeavesNoOutputs) {
  vta_executor_destroy(executor_);
  Program broken = test::make_add_program(3, 4);
  broken.insns.resize(broken.insns.size() - 16);  // no FINISH
  std::get<LaunchStep>(broken.steps[1]).insn_count -= 1;
  save_program(broken, file_.path());
  vta_program* program = vta_program_load(file_.path().c_str());
  executor_ = vta_executor_create(program, "fsim");
  vta_program_destroy(program);
  ASSERT_EQ(set(VTA_INT8, {1, 16, 1, 4}), 0) << vta_last_error();
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(vta_run(executor_), 6);
    vta_tensor out;
    EXPECT_EQ(vta_get_output(executor_, 0, &out), 3);
    EXPECT_THAT(vta_last_error(), HasSubstr("the last run failed"));
  }
}

TEST_F(CApi, WithoutValuesThereAreNoOutputs) {
  vta_executor_destroy(executor_);
  executor_ = vta_executor_create(program_, "csim,timing_only=1");
  ASSERT_NE(executor_, nullptr) << vta_last_error();
  ASSERT_EQ(set(VTA_INT8, {1, 16, 1, 4}), 0) << vta_last_error();
  ASSERT_EQ(vta_run(executor_), 0) << vta_last_error();
  vta_tensor out;
  EXPECT_EQ(vta_get_output(executor_, 0, &out), 3);
  EXPECT_THAT(vta_last_error(), AllOf(HasSubstr("output 0"), HasSubstr("timing_only")));
  int64_t value = -1;
  EXPECT_EQ(vta_get_counter(executor_, "alu_counter", &value), 0);
  EXPECT_EQ(value, 8);
}

TEST_F(CApi, CountersHaveNames) {
  ASSERT_EQ(set(VTA_INT8, {1, 16, 1, 4}), 0);
  ASSERT_EQ(vta_run(executor_), 0);
  int64_t value = -1;
  EXPECT_EQ(vta_get_counter(executor_, "alu_counter", &value), 0);
  EXPECT_EQ(value, 8);
  EXPECT_EQ(vta_get_counter(executor_, "nonsense", &value), 2);
  EXPECT_THAT(vta_last_error(), AllOf(HasSubstr("'nonsense'"), HasSubstr("gemm_counter")));
}

TEST_F(CApi, WrongShapesAndTypesReadNothing) {
  EXPECT_EQ(set(VTA_INT8, {1 << 20, 1 << 20, 1, 4}), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("takes int8 (1, 16, 1, 4)"));
  EXPECT_EQ(set(VTA_FLOAT32, {1, 16, 1, 4}), 3);
  EXPECT_EQ(set(static_cast<vta_dtype>(7), {1, 16, 1, 4}), 2);
}

TEST_F(CApi, RunningWithoutInputIsRefused) {
  EXPECT_EQ(vta_run(executor_), 3);
  EXPECT_THAT(vta_last_error(), HasSubstr("has not been set"));
}

TEST_F(CApi, UnknownBackendsAreRefused) {
  EXPECT_EQ(vta_executor_create(program_, "abacus"), nullptr);
  EXPECT_THAT(vta_last_error(), HasSubstr("abacus"));
}

TEST_F(CApi, NullHandlesAreErrorsNotCrashes) {
  vta_tensor t;
  EXPECT_EQ(vta_program_load(nullptr), nullptr);
  EXPECT_EQ(vta_executor_create(nullptr, "fsim"), nullptr);
  EXPECT_EQ(vta_run(nullptr), 2);
  EXPECT_EQ(vta_get_output(nullptr, 0, &t), 2);
  EXPECT_EQ(vta_describe_input(executor_, 9, &t), 3);
  EXPECT_EQ(vta_input_count(nullptr), 0);
  vta_executor_destroy(nullptr);
  vta_program_destroy(nullptr);
}

}  // namespace
}  // namespace vta
