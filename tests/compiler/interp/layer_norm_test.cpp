// LayerNorm and RMSNorm in integers against double.
#include "compiler/graph/layer_norm.h"

#include <gmock/gmock.h>

#include <array>

#include "base/error.h"
#include "tests/compiler/interp/layer_norm_reference.h"

namespace vta {
namespace {

TEST(LayerNorm, ReciprocalRootIsNearItsOwn) {
  double most = 0;
  for (int64_t v = int64_t{1} << 28; v < int64_t{1} << 30; v += 977)
    most = std::max(most, std::abs(reciprocal_root(static_cast<int32_t>(v)) *
                                       std::sqrt(static_cast<double>(v)) / std::exp2(29) -
                                   1));
  EXPECT_LE(most, 1.5e-4);
}

// Rows whose values are nearly equal are the hardest: the mean has few bits there.
TEST(LayerNorm, IsWithinAStepOfDouble) {
  std::mt19937_64 random(2);
  for (const int64_t channels : {1, 2, 3, 7, 16, 64, 192, 511, 512, 768, 2047, 2048, 8191, 8192})
    for (const int64_t rms : {0, 1})
      for (const int64_t fraction : {0, 4, 5, 7}) {
        const LayerNormOf of = layer_norm_of(
            {{"rms", rms}, {"result_fraction", fraction}, {"epsilon", int64_t{9}}}, channels);
        for (int i = 0; i < 40; ++i)
          ASSERT_LE(layer_norm_error(of, random_row(random, channels)).steps, 1)
              << channels << " channels, rms " << rms << ", fraction " << fraction;
      }
}

TEST(LayerNorm, ExtremeRowsStayWithinTheirBits) {
  for (const int64_t channels : {1, 2, 511, 512, 2047, 2048, 8191, 8192, 32766})
    for (const int64_t rms : {0, 1})
      for (const int64_t epsilon : {1, 65535}) {
        const LayerNormOf of = layer_norm_of(
            {{"rms", rms}, {"result_fraction", int64_t{5}}, {"epsilon", epsilon}}, channels);
        for (const auto& [even, odd] : {std::pair{-128, -128}, {127, 127}, {-128, 127}, {0, 0}}) {
          std::vector<int8_t> row;
          for (int64_t c = 0; c < channels; ++c)
            row.push_back(static_cast<int8_t>(c % 2 == 0 ? even : odd));
          EXPECT_LE(layer_norm_error(of, row).steps, 1)
              << channels << " of " << even << " and " << odd << ", rms " << rms;
        }
      }
}

TEST(LayerNorm, AttributesHaveLimits) {
  const auto problem = [](const Attrs& attrs, int64_t channels) -> std::string {
    try {
      layer_norm_of(attrs, channels);
      return "";
    } catch (const CompileError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(problem({}, 32767), "qnn.layer_norm: 32767 channels must be 1 to 32766");
  EXPECT_EQ(problem({{"epsilon", int64_t{0}}}, 4), "qnn.layer_norm: epsilon 0 must be in 1..65535");
  EXPECT_EQ(problem({{"epsilon", int64_t{65536}}}, 4),
            "qnn.layer_norm: epsilon 65536 must be in 1..65535");
  EXPECT_EQ(problem({{"result_fraction", int64_t{8}}}, 4),
            "qnn.layer_norm: result_fraction 8 must be in 0..7");
}

}  // namespace
}  // namespace vta
