// vta_gemm and vta_gemm_groups (extended.json: batch 2, 16 in, 8 out).
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "VGemm.h"
#include "VGemmGroups.h"

namespace vta {
namespace {

constexpr size_t kBatch = 2, kIn = 16, kOut = 8;

template <class Model>
class Gemm : public testing::Test {
 protected:
  void edge(bool valid) {
    model_.valid = valid;
    std::memcpy(&model_.inp, inp_.data(), inp_.size());
    std::memcpy(&model_.wgt, wgt_.data(), wgt_.size());
    model_.clk = 0;
    model_.eval();
    model_.clk = 1;
    model_.eval();
  }

  int32_t sum(size_t b, size_t n) const {
    std::array<int32_t, kBatch * kOut> lanes{};
    std::memcpy(lanes.data(), &model_.sum, sizeof lanes);
    return lanes[b * kOut + n];
  }

  int32_t expected(size_t b, size_t n) const {
    int32_t dot = 0;
    for (size_t k = 0; k < kIn; ++k)
      dot += inp_[b * kIn + k] * wgt_[n * kIn + k];
    return dot;
  }

  std::array<int8_t, kBatch * kIn> inp_{};
  std::array<int8_t, kOut * kIn> wgt_{};
  Model model_;
};
using Models = testing::Types<VGemm, VGemmGroups>;
TYPED_TEST_SUITE(Gemm, Models);

TYPED_TEST(Gemm, IsTheSignedDotProductOfEveryPairOfLanes) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    for (int8_t& x : this->inp_)
      x = static_cast<int8_t>(random() % 4 == 0 ? 0x80 : random());
    for (int8_t& x : this->wgt_)
      x = static_cast<int8_t>(random() % 4 == 0 ? 0x80 : random());
    this->edge(true);
    for (size_t b = 0; b < kBatch; ++b)
      for (size_t n = 0; n < kOut; ++n)
        ASSERT_EQ(this->sum(b, n), this->expected(b, n)) << round << ": " << b << ", " << n;
  }
}

TYPED_TEST(Gemm, HoldsItsSumsWithoutValid) {
  this->inp_.fill(3);
  this->wgt_.fill(-5);
  this->edge(true);
  this->inp_.fill(7);
  this->edge(false);
  EXPECT_EQ(this->sum(1, 7), -15 * 16);
}

}  // namespace
}  // namespace vta
