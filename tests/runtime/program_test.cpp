#include "runtime/program.h"

#include <gmock/gmock.h>

#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string check_error(const Program& p) {
  try {
    check_program(p);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

class CheckProgram : public ::testing::Test {
 protected:
  Program p_ = test::make_rich_program();
};

TEST_F(CheckProgram, AcceptsAValidProgram) {
  EXPECT_EQ(check_error(p_), "accepted");
}

TEST_F(CheckProgram, RefusesSectionsOutsideTheArena) {
  p_.constants_offset = p_.arena_bytes - 10;
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("constants"), HasSubstr("outside the arena")));
  p_.constants_offset = -1;
  EXPECT_THAT(check_error(p_), HasSubstr("outside the arena"));
}

TEST_F(CheckProgram, RefusesOverlappingSections) {
  p_.uops_offset = p_.constants_offset + 1;
  EXPECT_THAT(check_error(p_), HasSubstr("overlaps"));
}

TEST_F(CheckProgram, RefusesMisalignedInstructions) {
  p_.insns_offset -= 8;
  EXPECT_THAT(check_error(p_), HasSubstr("multiples of 16"));
}

TEST_F(CheckProgram, RefusesAHugeArena) {
  p_.arena_bytes = int64_t{1} << 60;
  EXPECT_THAT(check_error(p_), HasSubstr("arena_bytes"));
}

TEST_F(CheckProgram, RefusesImpossibleShapes) {
  p_.values[1].shape = {1, -16, 1, 4};
  EXPECT_THAT(check_error(p_), HasSubstr("(1, -16, 1, 4)"));
  p_.values[1].shape = {1 << 30, 1 << 30, 1 << 30};
  EXPECT_THAT(check_error(p_), HasSubstr("has more than"));
  p_.values[1].shape = {1, 0, 1, 4};
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("value 1"), HasSubstr("has extent 0")));
  p_.values[1].shape = Shape(1000, 1);
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("rank 1000"), HasSubstr("... 984 more")));
}

TEST_F(CheckProgram, RefusesAConstantOfAnotherType) {
  p_.values[3].dtype = DType::I32;
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("scale"), HasSubstr("int32")));
}

TEST_F(CheckProgram, RefusesIndicesOutsideTheirTables) {
  p_.outputs = {99};
  EXPECT_THAT(check_error(p_), HasSubstr("index 99 is outside values"));
  p_.outputs = {-1};
  EXPECT_THAT(check_error(p_), HasSubstr("index -1"));
}

TEST_F(CheckProgram, RefusesStepsOnMissingDeviceTensors) {
  std::get<ToDeviceStep>(p_.steps[0]).device_tensor = 50;
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("step 0"), HasSubstr("device tensors")));
}

TEST_F(CheckProgram, RefusesReadingWhatNobodyMade) {
  std::get<HostOpStep>(p_.steps[3]).inputs = {4};
  EXPECT_THAT(check_error(p_), HasSubstr("nothing has made it"));
}

TEST_F(CheckProgram, RefusesWritingAConstant) {
  std::get<HostOpStep>(p_.steps[3]).outputs = {3};
  EXPECT_THAT(check_error(p_), HasSubstr("is a constant"));
}

TEST_F(CheckProgram, RefusesWritingAnInput) {
  std::get<FromDeviceStep>(p_.steps[2]).value = 0;
  EXPECT_THAT(check_error(p_), HasSubstr("value 0 is an input and cannot be written"));
}

TEST_F(CheckProgram, RefusesInputsThatAreNotTheirOwn) {
  p_.inputs = {0, 0};
  EXPECT_THAT(check_error(p_), HasSubstr("value 0 (data) is an input already"));
  p_.inputs = {0, 3};
  EXPECT_THAT(check_error(p_), HasSubstr("value 3 (scale) is a constant already"));
}

// As a tuner's trials are, of which only the time is asked.
TEST_F(CheckProgram, AProgramMayHaveNoOutput) {
  p_.outputs = {};
  EXPECT_EQ(check_error(p_), "accepted");
}

TEST_F(CheckProgram, OutputNamesAreAsManyAndDiffer) {
  p_.outputs = {4, 4, 0, 3};
  EXPECT_EQ(check_error(p_), "accepted");
  EXPECT_EQ(output_name(p_, 1), "result");
  p_.output_names = {"a", "b", "c"};
  EXPECT_THAT(check_error(p_), HasSubstr("output_names has 3 (legal: one for each of the 4"));
  p_.output_names = {"a", "b", "c", "a"};
  EXPECT_THAT(check_error(p_), HasSubstr("output_names has 'a' twice"));
  p_.output_names = {"a", "b", "c", "d"};
  EXPECT_EQ(check_error(p_), "accepted");
  EXPECT_EQ(output_name(p_, 1), "b");
}

TEST_F(CheckProgram, EveryKernelIsInOneLaunch) {
  auto& launch = std::get<LaunchStep>(p_.steps[1]);
  launch.kernel_count = 1;
  EXPECT_THAT(check_error(p_), HasSubstr("kernel 1 (add_1) is in no launch (legal: in one)"));
  launch.kernel_count = 2;
  p_.steps.push_back(launch);
  EXPECT_THAT(check_error(p_), HasSubstr("kernel 0 (add_0) is launched a second time"));
  p_.steps.pop_back();
  p_.kernels[0].insn_count = p_.kernels[1].insn_count = p_.kernels[1].first_insn = 0;
  launch.insn_count = 0;
  EXPECT_THAT(check_error(p_), HasSubstr("launches 2 kernels with no instruction"));
}

TEST_F(CheckProgram, OnlyConstantsMayBeEmpty) {
  p_.values.push_back({"none", DType::F32, {2, 0}, Tensor::zeros(DType::F32, {2, 0})});
  p_.outputs.push_back(std::ssize(p_.values) - 1);
  EXPECT_EQ(check_error(p_), "accepted");
}

TEST_F(CheckProgram, RefusesDeviceTensorsOutsideTheArena) {
  p_.device_tensors[1].offset_bytes = p_.arena_bytes;
  EXPECT_THAT(check_error(p_), AllOf(HasSubstr("middle"), HasSubstr("outside the arena")));
}

TEST_F(CheckProgram, RefusesHostWritesOverConstants) {
  p_.device_tensors[0].offset_bytes = p_.constants_offset;
  EXPECT_THAT(check_error(p_), HasSubstr("overlaps constants"));
}

TEST_F(CheckProgram, RefusesImpossibleLayouts) {
  p_.device_tensors[0].layout.block = 0;
  EXPECT_THAT(check_error(p_), HasSubstr("layout: type"));
  p_ = test::make_rich_program();
  p_.device_tensors[0].layout.dtype = DType::F32;
  EXPECT_THAT(check_error(p_), HasSubstr("legal: int8, int32"));
}

TEST_F(CheckProgram, RefusesPartsThatAreNone) {
  DeviceTensor part = p_.device_tensors[0];
  part.part_of = 0;
  p_.device_tensors.push_back(part);
  check_program(p_);
  p_.device_tensors.back().layout.image_groups = -1;
  EXPECT_THAT(check_error(p_), HasSubstr("image_groups -1 (legal: 0, or at least its"));
  p_.device_tensors.back().layout.image_groups = 0;
  p_.device_tensors.back().offset_bytes += 1;
  EXPECT_THAT(check_error(p_), HasSubstr("outside the tensor 0 that it is part of"));
  p_.device_tensors.back().offset_bytes -= 1;
  p_.device_tensors.back().part_of = std::ssize(p_.device_tensors) - 1;
  EXPECT_THAT(check_error(p_), HasSubstr("is a part itself (legal: a tensor that is none)"));
  p_.device_tensors.back().part_of = 77;
  EXPECT_THAT(check_error(p_), HasSubstr("part_of: index 77 is outside device tensors"));
}

TEST_F(CheckProgram, RefusesCopiesBetweenDifferentSizes) {
  p_.values[0].shape = {1, 16, 1, 5};
  EXPECT_THAT(check_error(p_), HasSubstr("does not fit device tensor 0"));
}

TEST_F(CheckProgram, RefusesNarrowingConversions) {
  auto& convert = std::get<ConvertStep>(p_.steps.back());
  std::swap(convert.source, convert.target);
  EXPECT_THAT(check_error(p_), HasSubstr("does not narrow"));
}

TEST_F(CheckProgram, RefusesConversionsOfAnotherShape) {
  p_.device_tensors[3].layout.w = 3;
  EXPECT_THAT(check_error(p_), HasSubstr("cannot convert"));
}

TEST_F(CheckProgram, RefusesLaunchesOutsideTheStream) {
  std::get<LaunchStep>(p_.steps[1]).insn_count += 1;
  EXPECT_THAT(check_error(p_), HasSubstr("outside the instructions"));
}

TEST_F(CheckProgram, RefusesKernelsOutsideTheirLaunch) {
  p_.kernels[1].first_insn = 0;
  EXPECT_THAT(check_error(p_), HasSubstr("before its predecessor"));
}

TEST_F(CheckProgram, RefusesCountsWhoseSumIsTooLarge) {
  constexpr int64_t kMost = int64_t{1} << 53;
  for (int64_t ProgramKernel::*member : {&ProgramKernel::macs, &ProgramKernel::least_bytes}) {
    Program p = test::make_rich_program();
    for (ProgramKernel& kernel : p.kernels)
      kernel.*member = 0;
    p.kernels[0].*member = kMost;
    EXPECT_EQ(check_error(p), "accepted");
    p.kernels[1].*member = 1;
    EXPECT_THAT(check_error(p),
                AllOf(HasSubstr("kernel 1 ("), HasSubstr("of all up to here 9007199254740993"),
                      HasSubstr("(legal: 0 to 9007199254740992)")));
    p.kernels[1].*member = kMost + 1;
    EXPECT_THAT(check_error(p), HasSubstr("9007199254740993 (legal: 0 to 9007199254740992)"));
  }
}

TEST_F(CheckProgram, RefusesLeastWorkThatCannotBe) {
  constexpr int64_t kMost = int64_t{1} << 53;
  for (int64_t LeastWork::*member :
       {&LeastWork::gemm_steps, &LeastWork::imm_steps, &LeastWork::vector_steps}) {
    Program p = test::make_rich_program();
    p.kernels[0].least_work.emplace().*member = kMost;
    EXPECT_EQ(check_error(p), "accepted");
    p.kernels[1].least_work.emplace().*member = 1;
    EXPECT_THAT(check_error(p), AllOf(HasSubstr("kernel 1 ("), HasSubstr("least_work."),
                                      HasSubstr("(legal: 0 to 9007199254740992)")));
    (*p.kernels[1].least_work).*member = -1;
    EXPECT_THAT(check_error(p), HasSubstr("-1"));
  }
  p_.kernels[0].macs = 10;
  p_.kernels[0].least_work.emplace().useful_macs = 10;
  EXPECT_EQ(check_error(p_), "accepted");
  for (const int64_t macs : {-1, 11}) {
    p_.kernels[0].least_work->useful_macs = macs;
    EXPECT_THAT(check_error(p_),
                HasSubstr(fmt::format("useful_macs {} (legal: 0 to its macs, 10)", macs)));
  }
}

// Of layers whose operands nobody could hold.
TEST_F(CheckProgram, RefusesMoreMacsOnTheHostThanFit) {
  constexpr int64_t kSide = int64_t{1} << 20;
  const auto refusal = [](const HostOpStep& step, const Shape& data, const Shape& weight,
                          const Shape& result) {
    Program p = test::make_rich_program();
    const auto at = static_cast<int64_t>(p.values.size());
    for (const Shape& shape : {data, weight, result})
      p.values.push_back({"big", DType::F32, shape, {}});
    p.inputs.insert(p.inputs.end(), {at, at + 1});
    p.steps.emplace_back(HostOpStep{step.op, step.attrs, {at, at + 1}, {at + 2}});
    return check_error(p);
  };
  const Shape square = {kSide, kSide};
  EXPECT_THAT(refusal({"nn.dense", {}, {}, {}}, square, square, square),
              AllOf(HasSubstr("(nn.dense): macs 1152921504606846976 (legal: 0 to"),
                    HasSubstr("9007199254740992)")));
  // 2^38 outputs of 2^40 multiplications each.
  const Attrs padding = {
      {"padding", std::vector<int64_t>{kSide - 1, kSide - 1, kSide / 2 - 1, kSide / 2 - 1}}};
  EXPECT_THAT(refusal({"nn.conv2d", padding, {}, {}}, {1, 1, 1, 1}, {1, 1, kSide, kSide},
                      {1, 1, kSide / 2, kSide / 2}),
              HasSubstr("(nn.conv2d): macs 9223372036854775807 (legal: 0 to"));
}

TEST_F(CheckProgram, RefusesAnIllegalConfiguration) {
  p_.config.log_acc_buff_size = 18;
  EXPECT_THROW(check_program(p_), ConfigError);
}

}  // namespace
}  // namespace vta
