#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "runtime/program.h"

namespace vta {
namespace {

// Element (n, c, y, x) of the packed form, straight from the definition in runtime/program.h.
int64_t packed_index(const PackedLayout& l, int64_t n, int64_t c, int64_t y, int64_t x) {
  const int64_t lanes = l.sub * l.block;
  int64_t at = n / l.batch;
  at = at * l.groups() + c / lanes;
  at = at * l.h + y;
  at = at * l.w + x;
  at = at * l.sub + c % lanes / l.block;
  at = at * l.batch + n % l.batch;
  return at * l.block + c % l.block;
}

template <typename T>
Tensor random_tensor(const PackedLayout& l, std::mt19937_64& random) {
  Tensor t = Tensor::zeros(l.dtype, {l.n, l.c, l.h, l.w});
  for (T& v : t.mutable_data<T>())
    v = static_cast<T>(random());
  return t;
}

template <typename T>
void expect_packed(const PackedLayout& l, std::mt19937_64& random) {
  const Tensor t = random_tensor<T>(l, random);
  std::vector<std::byte> packed(static_cast<size_t>(l.size_bytes()), std::byte{0x5A});
  pack_tensor(t, l, packed);
  std::vector<T> expected(static_cast<size_t>(l.num_elements()), 0);
  size_t i = 0;
  for (int64_t n = 0; n < l.n; ++n)
    for (int64_t c = 0; c < l.c; ++c)
      for (int64_t y = 0; y < l.h; ++y)
        for (int64_t x = 0; x < l.w; ++x)
          expected[static_cast<size_t>(packed_index(l, n, c, y, x))] = t.data<T>()[i++];
  ASSERT_EQ(0, std::memcmp(expected.data(), packed.data(), packed.size()));
  const Tensor back = unpack_tensor(packed, l);
  EXPECT_EQ(back.shape(), t.shape());
  EXPECT_TRUE(std::ranges::equal(back.bytes(), t.bytes()));
}

TEST(Pack, PutsChannelsOfABlockSideBySide) {
  const PackedLayout l{1, 2, 1, 3, 1, 2, 1, DType::I8};
  const int8_t nchw[] = {1, 2, 3, 11, 12, 13};
  std::vector<std::byte> packed(6);
  pack_tensor(Tensor::from_span<int8_t>({1, 2, 1, 3}, nchw), l, packed);
  const int8_t expected[] = {1, 11, 2, 12, 3, 13};
  EXPECT_EQ(0, std::memcmp(expected, packed.data(), 6));
}

// The second of three groups: what lies between its two batches is others'.
TEST(Pack, APartIsFoundBetweenTheBatchesOfTheWhole) {
  const PackedLayout whole{2, 6, 1, 2, 1, 2, 1, DType::I8};
  std::vector<int8_t> values(24);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int8_t>(i);
  std::vector<std::byte> packed(24);
  pack_tensor(Tensor::from_span<int8_t>({2, 6, 1, 2}, values), whole, packed);
  PackedLayout part{2, 2, 1, 2, 1, 2, 1, DType::I8};
  part.image_groups = 3;
  EXPECT_EQ(part.size_bytes(), 8);
  EXPECT_EQ(part.span_bytes(), 16);
  EXPECT_FALSE(part.is_dense());
  const Tensor got = unpack_tensor(std::span(packed).subspan(4, 16), part);
  EXPECT_THAT(got.data<int8_t>(), testing::ElementsAre(4, 5, 6, 7, 16, 17, 18, 19));
  part.n = 1;  // of one batch nothing lies between
  EXPECT_TRUE(part.is_dense());
}

TEST(Pack, FillsMissingChannelsWithZeros) {
  const PackedLayout l{1, 1, 1, 2, 1, 4, 1, DType::I8};
  const int8_t nchw[] = {5, 6};
  std::vector<std::byte> packed(8, std::byte{0xFF});
  pack_tensor(Tensor::from_span<int8_t>({1, 1, 1, 2}, nchw), l, packed);
  const int8_t expected[] = {5, 0, 0, 0, 6, 0, 0, 0};
  EXPECT_EQ(0, std::memcmp(expected, packed.data(), 8));
}

TEST(Pack, ThePlainDefinitionHoldsForInt8OfRandomShapes) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 150; ++round) {
    const auto pick = [&](uint64_t n) { return static_cast<int64_t>(1 + random() % n); };
    const PackedLayout l{pick(5),
                         pick(70),
                         pick(9),
                         pick(19),
                         int64_t{1} << (random() % 3),
                         int64_t{4} << (random() % 4),
                         pick(3),
                         DType::I8};
    SCOPED_TRACE(fmt::format("{}x{}x{}x{} batch {} block {} sub {}", l.n, l.c, l.h, l.w, l.batch,
                             l.block, l.sub));
    expect_packed<int8_t>(l, random);
  }
}

TEST(Pack, ThePlainDefinitionHoldsForInt32) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 40; ++round) {
    const auto pick = [&](uint64_t n) { return static_cast<int64_t>(1 + random() % n); };
    expect_packed<int32_t>({pick(3), pick(40), pick(5), pick(9), pick(2), 16, pick(2), DType::I32},
                           random);
  }
}

TEST(Pack, AnyShapeWithTheSameElementsIsTaken) {
  const PackedLayout l{1, 16, 1, 1, 1, 16, 1, DType::I8};
  std::vector<std::byte> packed(16);
  EXPECT_NO_THROW(pack_tensor(Tensor::zeros(DType::I8, {1, 16}), l, packed));
}

TEST(Pack, AWrongSizeIsABug) {
  const PackedLayout l{1, 16, 1, 1, 1, 16, 1, DType::I8};
  std::vector<std::byte> packed(15);
  EXPECT_THROW(pack_tensor(Tensor::zeros(DType::I8, {1, 16, 1, 1}), l, packed), InternalError);
  EXPECT_THROW(unpack_tensor(packed, l), InternalError);
}

}  // namespace
}  // namespace vta
