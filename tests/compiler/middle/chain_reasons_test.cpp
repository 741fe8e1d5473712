// Why an int8 value is no kernel's result, in the words that the user is told.
#include <gmock/gmock.h>

#include "tests/compiler/middle/compiled.h"

namespace vta {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct Reason {
  const char* name;
  const char* calls;  // from %8 on; the last one is the int8 value
  const char* text;   // the note, or a part of it
};

// %7 is a convolution's int8 result, which runs on the accelerator; %x and %y are int8 inputs, %i
// is an int32 one.
std::string listing(const Reason& reason) {
  return "def @main(%x: Tensor[(1, 4, 6, 6), int8], %y: Tensor[(1, 4, 6, 6), int8], "
         "%i: Tensor[(1, 4, 6, 6), int32], %w: Tensor[(4, 4, 1, 1), int8]) {\n"
         "  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 4, 1, 1), int8] */, "
         "channels=4, kernel_size=[1, 1], out_dtype=\"int32\");\n"
         "  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(4, 1, 1), int32] */);\n"
         "  %2 = nn.relu(%1);\n"
         "  %3 = add(%2, 8 /* ty=int32 */);\n"
         "  %4 = right_shift(%3, 4 /* ty=int32 */);\n"
         "  %5 = clip(%4, a_min=-127f, a_max=127f);\n"
         "  %6 = copy(%x);\n"
         "  %7 = cast(%5, dtype=\"int8\");\n" +
         std::string(reason.calls) + "\n}";
}

#define CONV(data, index)                           \
  "nn.conv2d(" data ", meta[relay.Constant][" index \
  "] /* ty=Tensor[(4, 4, 1, 1), int8] */, "         \
  "channels=4, kernel_size=[1, 1], out_dtype=\"int32\")"
#define CLIP(data) "clip(" data ", a_min=-127f, a_max=127f)"
#define INT8(data) "cast(" data ", dtype=\"int8\")"
#define INT32(data) "cast(" data ", dtype=\"int32\")"

const Reason kReasons[] = {
    {"NoClip", "  %8 = " CONV("%7", "2") ";\n  %9 = nn.relu(%8);\n  " INT8("%9"),
     "before the cast to int8 is not a clip"},
    {"Input", "  %8 = " CLIP("%i") ";\n  %9 = " INT8("%8") ";\n  add(%9, %7)",
     "is not a call on int8 values"},
    {"ReadElsewhere",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " CLIP("%8") ";\n  %10 = " INT8(
         "%9") ";\n  %11 = negative(%8);\n  %12 = " INT32("%10") ";\n  subtract(%11, %12)",
     "is read by another call"},
    {"AddedTensors",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " INT32("%y") ";\n  %10 = add(%8, %9);\n  %11 = " INT32(
         "%7") ";\n  %12 = add(%10, %11);\n  %13 = " CLIP("%12") ";\n  " INT8("%13"),
     "is added to other tensors before it is narrowed"},
    {"MultipliedTensor",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " INT32(
         "%y") ";\n  %10 = multiply(%8, %9);\n  %11 = " CLIP("%10") ";\n  " INT8("%11"),
     "is combined with another tensor by another operation than addition"},
    {"ShortcutShiftedTooFar",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " INT32(
         "%y") ";\n  %10 = left_shift(%9, 7 /* ty=int32 */);\n"
               "  %11 = add(%8, %10);\n  %12 = " CLIP("%11") ";\n  " INT8("%12"),
     "shifted left by 7, at most 6 are possible"},
    {"WeightNotConstant",
     "  %8 = nn.conv2d(%7, %w, channels=4, kernel_size=[1, 1], out_dtype=\"int32\");\n  %9 = " CLIP(
         "%8") ";\n  " INT8("%9"),
     "is not a constant"},
    {"ConstantData",
     "  %8 = nn.conv2d(meta[relay.Constant][2] /* ty=Tensor[(1, 4, 6, 6), int8] */, "
     "meta[relay.Constant][3] /* ty=Tensor[(4, 4, 1, 1), int8] */, channels=4, "
     "kernel_size=[1, 1], out_dtype=\"int32\");\n  %9 = " CLIP("%8") ";\n  %10 = " INT8(
         "%9") ";\n  add(%10, %7)",
     "is a constant"},
    {"Int32Operands",
     "  %8 = nn.conv2d(%i, meta[relay.Constant][2] /* ty=Tensor[(4, 4, 1, 1), int32] */, "
     "channels=4, kernel_size=[1, 1], out_dtype=\"int32\");\n  %9 = " CLIP("%8") ";\n  %10 = " INT8(
         "%9") ";\n  add(%10, %7)",
     "has operands that are not int8"},
    {"PoolDilation",
     "  %8 = " INT32("%7") ";\n  %9 = nn.max_pool2d(%8, pool_size=[2, 2], dilation=[2, 2]);\n  %10 "
                           "= " CLIP("%9") ";\n  " INT8("%10"),
     "has dilation 2, the accelerator takes 1"},
    {"PoolLayout",
     "  %8 = " INT32("%7") ";\n  %9 = nn.max_pool2d(%8, pool_size=[2, 2], layout=\"NHWC\");\n  %10 "
                           "= " CLIP("%9") ";\n  " INT8("%10"),
     "has layout NHWC, the accelerator takes NCHW"},
    {"PoolOfInt32",
     "  %8 = nn.sum_pool2d(%i, pool_size=[1, 1]);\n  %9 = " CLIP("%8") ";\n  %10 = " INT8(
         "%9") ";\n  add(%10, %7)",
     "is not an int8 value"},
    {"NotOfTheAlu",
     "  %8 = " CONV("%7", "2") ";\n  %9 = abs(%8);\n  %10 = " CLIP("%9") ";\n  " INT8("%10"),
     "is not an operation of the accelerator's ALU"},
    {"ClipBeyondInt8",
     "  %8 = " CONV("%7", "2") ";\n  %9 = clip(%8, a_min=-127f, a_max=200f);\n  " INT8("%9"),
     "to [-127, 200] exceeds int8"},
    {"ClipBeyondInt32",
     "  %8 = " CONV("%7", "2") ";\n  %9 = clip(%8, a_min=0f, a_max=4294967296f);\n  %10 = " CLIP(
         "%9") ";\n  " INT8("%10"),
     "to [0, 4294967296] exceeds int32"},
    {"ComputedShift",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " INT32(
         "%y") ";\n  %10 = right_shift(%8, %9);\n  %11 = " CLIP("%10") ";\n  " INT8("%11"),
     "by a computed tensor"},
    {"TwoChains",
     "  %8 = " CONV("%7", "2") ";\n  %9 = " CONV(
         "%y", "3") ";\n  %10 = add(%8, %9);\n  %11 = " CLIP("%10") ";\n  " INT8("%11"),
     "is an int8 value"},
    {"Broadcast",
     "  %8 = " INT32("%7") ";\n  %9 = nn.global_max_pool2d(%y);\n  %10 = " INT32(
         "%9") ";\n  %11 = add(%8, %10);\n  %12 = " CLIP("%11") ";\n  " INT8("%12"),
     "broadcasts one operand"},
    {"ConstantPerPixel",
     "  %8 = " CONV(
         "%7", "2") ";\n  %9 = add(%8, meta[relay.Constant][3] "
                    "/* ty=Tensor[(6, 6), int32] */);\n  %10 = " CLIP("%9") ";\n  " INT8("%10"),
     "is neither a scalar nor one value per channel"},
};

class ChainReasons : public ::testing::TestWithParam<Reason> {};

TEST_P(ChainReasons, AreToldInANote) {
  const auto compiled =
      testing::compile_listing(listing(GetParam()), named_config("default"), "fast");
  EXPECT_THAT(compiled.notes, Contains(::testing::AllOf(HasSubstr("stays on the host: "),
                                                        HasSubstr(GetParam().text))));
  EXPECT_EQ(compiled.program.kernels.size(), 1u) << "the rest still runs on the accelerator";
}

INSTANTIATE_TEST_SUITE_P(All, ChainReasons, ::testing::ValuesIn(kReasons),
                         [](const auto& p) { return std::string(p.param.name); });

// Schedules as published have kernels for neither.
TEST(ChainReasons, GroupsAndDilationAreKernelsOfFastAlone) {
  const Reason kinds[] = {
      {"Groups",
       "  %8 = nn.conv2d(%7, meta[relay.Constant][2] /* ty=Tensor[(4, 2, 1, 1), int8] */, "
       "groups=2, channels=4, kernel_size=[1, 1], out_dtype=\"int32\");\n  %9 = " CLIP(
           "%8") ";\n  " INT8("%9"),
       "groups=2"},
      {"Dilation",
       "  %8 = nn.conv2d(%7, meta[relay.Constant][2] /* ty=Tensor[(4, 4, 2, 2), int8] */, "
       "dilation=[1, 2], channels=4, kernel_size=[2, 2], out_dtype=\"int32\");\n  %9 = " CLIP(
           "%8") ";\n  " INT8("%9"),
       "dilation 2"}};
  for (const Reason& kind : kinds) {
    const VtaConfig config = named_config("default");
    EXPECT_THAT(testing::compile_listing(listing(kind), config, "fast").notes,
                ::testing::IsEmpty());
    EXPECT_THAT(testing::compile_listing(listing(kind), config, "reference").notes,
                Contains(::testing::AllOf(HasSubstr("stays on the host: "),
                                          ::testing::EndsWith(kind.text))));
  }
}

TEST(ChainReasons, AWholeChainHasNoNote) {
  const Reason none = {"None", "  copy(%7)", ""};
  EXPECT_THAT(testing::compile_listing(listing(none), named_config("default"), "fast").notes,
              ::testing::IsEmpty());
}

}  // namespace
}  // namespace vta
