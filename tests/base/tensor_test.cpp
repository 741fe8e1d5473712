#include "base/tensor.h"

#include <gmock/gmock.h>

#include "base/attrs.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Tensor, ZerosAreZeroAndAligned) {
  const Tensor t = Tensor::zeros(DType::I32, {3, 5});
  EXPECT_EQ(t.size(), 15);
  EXPECT_EQ(t.size_bytes(), 60);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(t.bytes().data()) % 64, 0u);
  for (const int32_t v : t.data<int32_t>())
    EXPECT_EQ(v, 0);
}

TEST(Tensor, DefaultIsInvalid) {
  EXPECT_FALSE(Tensor().valid());
  EXPECT_TRUE(Tensor::scalar<float>(1).valid());
}

TEST(Tensor, RankZeroHasOneElement) {
  const Tensor t = Tensor::scalar<int8_t>(-3);
  EXPECT_EQ(t.rank(), 0);
  EXPECT_EQ(t.size(), 1);
  EXPECT_EQ(t.data<int8_t>()[0], -3);
}

TEST(Tensor, ReadingAsAnotherTypeFails) {
  const Tensor t = Tensor::scalar<float>(1);
  EXPECT_THROW(t.data<int32_t>(), InternalError);
}

TEST(Tensor, ReshapeSharesStorageAndKeepsTheSize) {
  const Tensor t = Tensor::zeros(DType::I8, {2, 6});
  EXPECT_EQ(t.reshaped({3, 4}).bytes().data(), t.bytes().data());
  EXPECT_THROW(t.reshaped({5}), InternalError);
}

TEST(Tensor, FromSpanChecksTheCount) {
  const std::vector<float> values{1, 2, 3};
  EXPECT_THROW(Tensor::from_span<float>({2, 2}, values), InternalError);
}

TEST(Tensor, OverReadsInPlaceAndKeepsTheOwner) {
  auto owner = std::make_shared<std::vector<int32_t>>(6, 7);
  const std::weak_ptr<void> watch = owner;
  Tensor copy;
  {
    const Tensor t = Tensor::over({{2, 3}, DType::I32}, owner->data(), owner);
    EXPECT_EQ(t.data<int32_t>().data(), owner->data());
    EXPECT_EQ(t.shape(), (Shape{2, 3}));
    EXPECT_EQ(t.size(), 6);
    copy = t.reshaped({6});
  }
  owner.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(copy.data<int32_t>()[5], 7);
  copy = {};
  EXPECT_TRUE(watch.expired());
}

TEST(Tensor, OverWithoutOwnerReadsWhatTheCallerKeeps) {
  const float value = 2.5F;
  EXPECT_EQ(Tensor::over({{}, DType::F32}, &value, nullptr).data<float>()[0], 2.5F);
  EXPECT_THROW(Tensor::over({{-1}, DType::F32}, &value, nullptr), InputError);
}

TEST(DTypeNames, RoundTripAndUnknownListsTheKnown) {
  for (const DType d : {DType::F32, DType::I8, DType::U8, DType::I32, DType::I64, DType::Bool})
    EXPECT_EQ(dtype_from_name(dtype_name(d)), d);
  EXPECT_THAT([] { dtype_from_name("float16"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("float16"), HasSubstr("float32"))));
}

TEST(ShapeText, IsPythons) {
  EXPECT_EQ(shape_text({}), "()");
  EXPECT_EQ(shape_text({1, 64, 56, 56}), "(1, 64, 56, 56)");
}

TEST(Attrs, ReadsTypesWithDefaults) {
  const Attrs a{{"i", int64_t{3}}, {"d", 0.5}, {"s", std::string("x")}, {"l", IntList{1, 2}}};
  EXPECT_EQ(a.get_int("i", 0), 3);
  EXPECT_EQ(a.get_int("absent", 9), 9);
  EXPECT_EQ(a.get_double("d", 0), 0.5);
  EXPECT_EQ(a.get_double("i", 0), 3.0);
  EXPECT_EQ(a.get_string("s", ""), "x");
  EXPECT_EQ(a.get_ints("l", {}), (IntList{1, 2}));
}

TEST(Attrs, WrongTypeNamesTheAttribute) {
  const Attrs a{{"i", int64_t{3}}};
  EXPECT_THAT([&] { a.get_string("i", ""); }, ThrowsMessage<InputError>(HasSubstr("'i'")));
}

TEST(Attrs, SetReplacesOrAppendsAndEraseRemoves) {
  Attrs a{{"x", int64_t{1}}, {"y", int64_t{2}}};
  a.set("x", int64_t{3});
  a.set("z", int64_t{4});
  a.erase("y");
  EXPECT_EQ(a, (Attrs{{"x", int64_t{3}}, {"z", int64_t{4}}}));
}

}  // namespace
}  // namespace vta
