// vta_gemm in its two forms, and vta_gemm_groups (extended.json: batch 2, 16 in, 8 out,
// GEMM_PIPELINE 6).
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <random>

#include "VGemm.h"
#include "VGemmGroups.h"
#include "VGemmRegistered.h"

namespace vta {
namespace {

constexpr size_t kBatch = 2, kIn = 16, kOut = 8;
constexpr size_t kEdges = 7;  // to the sum: the operands' and six more
using Sums = std::array<int32_t, kBatch * kOut>;

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

  Sums sums() const {
    Sums lanes{};
    std::memcpy(lanes.data(), &model_.sum, sizeof lanes);
    return lanes;
  }

  Sums expected() const {
    Sums lanes{};
    for (size_t b = 0; b < kBatch; ++b)
      for (size_t n = 0; n < kOut; ++n)
        for (size_t k = 0; k < kIn; ++k)
          lanes[b * kOut + n] += inp_[b * kIn + k] * wgt_[n * kIn + k];
    return lanes;
  }

  template <size_t N>
  void draw(std::array<int8_t, N>& bytes) {
    for (int8_t& x : bytes)
      x = static_cast<int8_t>(random_() % 4 == 0 ? 0x80 : random_());
  }

  std::mt19937_64 random_{3};
  std::array<int8_t, kBatch * kIn> inp_{};
  std::array<int8_t, kOut * kIn> wgt_{};
  Model model_;
};
using Models = testing::Types<VGemm, VGemmRegistered, VGemmGroups>;
TYPED_TEST_SUITE(Gemm, Models);

// With gaps, and the sum held through them.
TYPED_TEST(Gemm, IsTheSignedDotProductOfEveryPairOfLanesAfterItsEdges) {
  std::deque<std::optional<Sums>> under_way(kEdges - 1);
  std::optional<Sums> shown;
  for (int round = 0; round < 400; ++round) {
    const bool valid = this->random_() % 4 != 0;
    this->draw(this->inp_);
    this->draw(this->wgt_);
    under_way.push_back(valid ? std::optional(this->expected()) : std::nullopt);
    this->edge(valid);
    if (under_way.front())
      shown = under_way.front();
    under_way.pop_front();
    if (shown) {
      ASSERT_EQ(this->sums(), *shown) << round;
    }
  }
}

TYPED_TEST(Gemm, MultipliesAnyTwoBytes) {
  for (int x = -128; x < 128; x += static_cast<int>(kBatch))
    for (int w = -128; w < 128; w += static_cast<int>(kOut)) {
      const auto k = static_cast<size_t>(x ^ w) % kIn;
      this->inp_.fill(0);
      this->wgt_.fill(0);
      for (size_t b = 0; b < kBatch; ++b)
        this->inp_[b * kIn + k] = static_cast<int8_t>(x + static_cast<int>(b));
      for (size_t n = 0; n < kOut; ++n)
        this->wgt_[n * kIn + k] = static_cast<int8_t>(w + static_cast<int>(n));
      for (size_t e = 0; e < kEdges; ++e)
        this->edge(e == 0);
      ASSERT_EQ(this->sums(), this->expected()) << x << ", " << w;
    }
}

}  // namespace
}  // namespace vta
