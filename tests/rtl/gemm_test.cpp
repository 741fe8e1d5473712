// vta_gemm in its forms, and vta_gemm_groups (extended.json: batch 2, 16 in, 8 out, GEMM_PIPELINE
// 6, two products per multiplier); a pair of lanes of vta_dot for all that a multiplier may meet.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <random>

#include "VDotPair.h"
#include "VGemm.h"
#include "VGemmGroups.h"
#include "VGemmRegistered.h"
#include "VGemmSingle.h"
#include "VGemmThreeLanes.h"

namespace vta {
namespace {

constexpr size_t kBatch = 2, kIn = 16;
constexpr size_t kEdges = 7;  // to the sum: the operands' and six more

template <class Model>
class Gemm : public testing::Test {
 protected:
  static constexpr size_t kOut = sizeof(decltype(Model::sum)) / sizeof(int32_t) / kBatch;
  using Sums = std::array<int32_t, kBatch * kOut>;

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
using Models = testing::Types<VGemm, VGemmRegistered, VGemmSingle, VGemmThreeLanes, VGemmGroups>;
TYPED_TEST_SUITE(Gemm, Models);

// With gaps, and the sum held through them.
TYPED_TEST(Gemm, IsTheSignedDotProductOfEveryPairOfLanesAfterItsEdges) {
  std::deque<std::optional<typename TestFixture::Sums>> under_way(kEdges - 1);
  std::optional<typename TestFixture::Sums> shown;
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
    for (int w = -128; w < 128; w += static_cast<int>(this->kOut)) {
      const auto k = static_cast<size_t>(x ^ w) % kIn;
      this->inp_.fill(0);
      this->wgt_.fill(0);
      for (size_t b = 0; b < kBatch; ++b)
        this->inp_[b * kIn + k] = static_cast<int8_t>(x + static_cast<int>(b));
      for (size_t n = 0; n < this->kOut; ++n)
        this->wgt_[n * kIn + k] = static_cast<int8_t>(w + static_cast<int>(n));
      for (size_t e = 0; e < kEdges; ++e)
        this->edge(e == 0);
      ASSERT_EQ(this->sums(), this->expected()) << x << ", " << w;
    }
}

// All 2^24 of them: two weights and the element that both are multiplied by. A product a cycle: the
// sums of what an edge takes stand behind the next one.
TEST(DotPair, HasTheProductsOfAnyThreeBytes) {
  VDotPair model;
  model.valid = 1;
  uint64_t before = 0;
  for (uint32_t bytes = 0; bytes <= 1u << 24; ++bytes) {
    const auto upper = static_cast<int8_t>(bytes >> 16), lower = static_cast<int8_t>(bytes >> 8);
    const auto x = static_cast<int8_t>(bytes);
    model.wgt = static_cast<uint16_t>(bytes >> 8);
    model.inp = static_cast<uint8_t>(x);
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
    if (bytes != 0 && model.sum != before)
      FAIL() << "of " << bytes - 1 << ": " << model.sum << " instead of " << before;
    before = uint64_t{static_cast<uint32_t>(upper * x)} << 32 | static_cast<uint32_t>(lower * x);
  }
}

}  // namespace
}  // namespace vta
