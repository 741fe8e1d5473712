// GELU in integers: how far it is from the function, its ALU steps against it, and kernels that
// have them.
#include "compiler/graph/gelu.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.h"
#include "compiler/kernels/gelu_match.h"
#include "sim/semantics/execute.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta {
namespace {

using testing::random_int8;

double value_of(std::string_view function, double x) {
  if (function == "gelu")
    return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
  return x / (1 + std::exp(-(function == "silu" ? 1 : 1.702) * x));
}

Attrs attrs_of(const GeluForm& form, int64_t fraction, int64_t result_fraction,
               bool extended = true) {
  return {{"function", std::string(form.function)},
          {"form", std::string(form.form)},
          {"fraction", fraction},
          {"result_fraction", result_fraction},
          {"extended", int64_t{extended}}};
}

// What the steps leave of x.
int32_t run(const std::vector<AluStep>& steps, int32_t x, int32_t garbage) {
  int32_t acc = x, other = garbage;
  for (const AluStep& s : steps) {
    int32_t& changed = s.on == AluStep::kOther ? other : acc;
    const int32_t operand = s.operand == AluStep::Operand::Imm    ? static_cast<int32_t>(s.imm)
                            : s.operand == AluStep::Operand::Self ? changed
                            : s.on == AluStep::kOther             ? acc
                                                                  : other;
    changed = alu_lane(s.op, changed, operand);
  }
  return acc;
}

std::string name_of(const GeluForm& form) {
  return std::string(form.function) + "_" + std::string(form.form);
}

class GeluTest : public ::testing::TestWithParam<GeluForm> {};

TEST_P(GeluTest, IsAsNearAsItsFormSays) {
  const GeluForm& form = GetParam();
  const GeluOf of = gelu_of(attrs_of(form, form.fraction, form.fraction));
  const double step = std::exp2(-static_cast<double>(form.fraction));
  double largest = 0;
  for (int32_t x = -20 << form.fraction; x <= 20 << form.fraction; ++x)
    largest =
        std::max(largest, std::abs(integer_gelu(of, x) * step - value_of(form.function, x * step)));
  EXPECT_LE(largest, form.error);
  EXPECT_GE(largest, 0.95 * form.error) << "the bound is close";
}

TEST_P(GeluTest, StepsLeaveItsValue) {
  std::mt19937_64 random(3);
  for (int64_t fraction = -3; fraction <= 24; ++fraction)
    for (const int64_t result : {int64_t{-2}, int64_t{3}, int64_t{7}, GetParam().fraction})
      for (const bool extended : {false, true}) {
        const Attrs attrs = attrs_of(GetParam(), fraction, result, extended);
        const std::vector<AluStep> steps = gelu_steps(attrs);
        const GeluOf of = gelu_of(attrs);
        for (int i = 0; i < 400; ++i) {
          const auto x = static_cast<int32_t>(random()) >> (random() % 32);
          ASSERT_EQ(run(steps, x, static_cast<int32_t>(random())), integer_gelu(of, x))
              << x << " fraction " << fraction << " result " << result;
        }
        for (const int32_t x : {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX})
          ASSERT_EQ(run(steps, x, 5), integer_gelu(of, x)) << x;
      }
}

// A layer of rows and a convolution; with more channels than a block, and a block that is not full.
TEST_P(GeluTest, KernelsHaveIt) {
  std::mt19937_64 random(4);
  for (const char* name : {"default", "1x32", "2x16", "1x16.32", "tiny"})
    for (const bool extended : {false, true}) {
      VtaConfig config = named_config(name);
      config.isa_ext = extended ? 1 : 0;
      const int64_t batch = config.batch();
      for (const ConvGeometry& geometry :
           {ConvGeometry{.n = batch, .ic = 20, .ih = 7, .iw = 5, .oc = 33},
            ConvGeometry{.n = batch, .ic = 8, .ih = 6, .iw = 6, .oc = 16, .kh = 3, .kw = 3}}) {
        Kernel kernel = testing::random_conv(random, testing::with_output(geometry), false);
        // Behind the bias, in place of a shift; clips stay.
        std::vector<AluStep> steps = {kernel.steps.front()};
        const auto gelu = gelu_steps(attrs_of(GetParam(), 14, 5, extended));
        steps.insert(steps.end(), gelu.begin(), gelu.end());
        steps.push_back(testing::imm_step(AluOp::Max, -127));
        steps.push_back(testing::imm_step(AluOp::Min, 127));
        kernel.steps = steps;
        const Tensor x = random_int8(random, {geometry.n, geometry.ic, geometry.ih, geometry.iw});
        const Tensor expected = testing::reference_kernel(kernel, {x});
        const Tensor got = testing::run_kernel(kernel, {x}, "fast", config).output;
        EXPECT_TRUE(std::ranges::equal(got.data<int8_t>(), expected.data<int8_t>()))
            << name << (extended ? ", extended" : "");
        EXPECT_GT(std::ranges::count_if(expected.data<int8_t>(), [](int8_t v) { return v > 0; }),
                  9);
        EXPECT_GT(std::ranges::count_if(expected.data<int8_t>(), [](int8_t v) { return v < 0; }),
                  9);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, GeluTest, ::testing::ValuesIn(gelu_forms()),
                         [](const auto& p) { return name_of(p.param); });

TEST(Gelu, AttributesThatAreNotThereAreNamed) {
  const auto problem = [](const Attrs& attrs) -> std::string {
    try {
      gelu_of(attrs);
      return "";
    } catch (const CompileError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(problem({{"function", std::string("relu")}}),
            "qnn.gelu: function relu in the form quartic: must be one of gelu quadratic, gelu "
            "quartic, silu eighth, quick_gelu eighth");
  EXPECT_EQ(problem({{"fraction", int64_t{32}}}), "qnn.gelu: fraction 32 must be in -31..31");
  EXPECT_EQ(problem({{"result_fraction", int64_t{14}}}),
            "qnn.gelu: result_fraction 14 must be in -17..13");
  EXPECT_EQ(problem({{"result_fraction", int64_t{-18}}}),
            "qnn.gelu: result_fraction -18 must be in -17..13");
}

}  // namespace
}  // namespace vta
