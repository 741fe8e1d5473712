#include "base/npy.h"

#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace vta {
namespace {

using testing::HasSubstr;

// A file as NumPy writes it, with any header text.
std::vector<std::byte> file_of(const std::string& header, std::string_view data, int version = 1) {
  std::string text = "\x93NUMPY";
  text += {static_cast<char>(version), '\0', static_cast<char>(header.size() & 0xff),
           static_cast<char>(header.size() >> 8)};
  if (version == 2)
    text += std::string(2, '\0');
  text += header;
  text += data;
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string header(std::string_view descr, std::string_view shape,
                   std::string_view order = "False") {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", descr, order,
                     shape);
}

std::string error_of(const std::vector<std::byte>& bytes) {
  try {
    parse_npy(bytes, "x.npy");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

template <typename T>
void expect_round_trip(const Shape& shape, const std::vector<T>& values) {
  const Tensor t = Tensor::from_span<T>(shape, values);
  const Tensor back = parse_npy(npy_bytes(t), "x.npy");
  EXPECT_EQ(back.dtype(), t.dtype());
  EXPECT_EQ(back.shape(), shape);
  EXPECT_TRUE(std::equal(back.data<T>().begin(), back.data<T>().end(), values.begin()));
}

TEST(Npy, RoundTripOfEachType) {
  expect_round_trip<uint8_t>({2, 2}, {0, 1, 254, 255});
  expect_round_trip<int8_t>({4}, {-128, -1, 0, 127});
  expect_round_trip<int32_t>({1, 2}, {INT32_MIN, INT32_MAX});
  expect_round_trip<int64_t>({2}, {INT64_MIN, INT64_MAX});
  expect_round_trip<float>({3, 1}, {-1.5f, 0.0f, 3e38f});
}

TEST(Npy, RoundTripOfBool) {
  Tensor t = Tensor::zeros(DType::Bool, {2});
  t.mutable_data<bool>()[1] = true;
  const Tensor back = parse_npy(npy_bytes(t), "x.npy");
  EXPECT_FALSE(back.data<bool>()[0]);
  EXPECT_TRUE(back.data<bool>()[1]);
}

TEST(Npy, RoundTripOfRankZeroAndEmpty) {
  expect_round_trip<float>({}, {2.5f});
  expect_round_trip<float>({0, 3}, {});
}

TEST(Npy, DataStartsAtAMultipleOf64) {
  const auto bytes = npy_bytes(Tensor::zeros(DType::I8, {3, 5}));
  EXPECT_EQ((bytes.size() - 15) % 64, 0u);
}

TEST(Npy, ShapeTextIsPythons) {
  const auto text = [](const Shape& shape) {
    const auto bytes = npy_bytes(Tensor::zeros(DType::I8, shape));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  EXPECT_THAT(text({}), HasSubstr("'shape': (), }"));
  EXPECT_THAT(text({3}), HasSubstr("'shape': (3,), }"));
  EXPECT_THAT(text({3, 4}), HasSubstr("'shape': (3, 4), }"));
}

TEST(Npy, VersionTwoIsRead) {
  const Tensor t = parse_npy(file_of(header("|i1", "(2,)"), "\x01\x02", 2), "x.npy");
  EXPECT_EQ(t.data<int8_t>()[1], 2);
}

TEST(Npy, DoubleBecomesFloat) {
  const double values[] = {0.5, -3.0};
  std::string data(sizeof(values), '\0');
  std::memcpy(data.data(), values, sizeof(values));
  const Tensor t = parse_npy(file_of(header("<f8", "(2,)"), data), "x.npy");
  EXPECT_EQ(t.dtype(), DType::F32);
  EXPECT_EQ(t.data<float>()[1], -3.0f);
}

TEST(Npy, HalfBecomesFloat) {
  // 1.5, -2, the smallest, infinity, the largest
  const uint16_t values[] = {0x3e00, 0xc000, 0x0001, 0x7c00, 0x7bff};
  std::string data(sizeof(values), '\0');
  std::memcpy(data.data(), values, sizeof(values));
  const Tensor t = parse_npy(file_of(header("<f2", "(5,)"), data), "x.npy");
  EXPECT_EQ(t.dtype(), DType::F32);
  EXPECT_THAT(t.data<float>(), testing::ElementsAre(1.5F, -2.0F, 0x1p-24F,
                                                    std::numeric_limits<float>::infinity(), 65504));
}

TEST(NpyError, BadMagic) {
  const std::string text = "PK\x03\x04 something else";
  const auto bytes = std::as_bytes(std::span(text));
  EXPECT_THAT(error_of({bytes.begin(), bytes.end()}),
              AllOf(HasSubstr("x.npy"), HasSubstr("not a .npy file")));
}

TEST(NpyError, EveryTruncationIsRefused) {
  const auto whole = npy_bytes(Tensor::zeros(DType::I32, {3}));
  for (size_t n = 0; n < whole.size(); ++n)
    EXPECT_THAT(error_of({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n)}),
                HasSubstr("x.npy"))
        << n;
}

TEST(NpyError, UnsupportedVersion) {
  EXPECT_THAT(error_of(file_of(header("|i1", "(1,)"), "x", 3)),
              HasSubstr("version 3 is not supported"));
}

TEST(NpyError, FortranOrder) {
  EXPECT_THAT(error_of(file_of(header("|i1", "(1,)", "True"), "x")),
              HasSubstr("Fortran order is not supported"));
}

TEST(NpyError, UnsupportedType) {
  EXPECT_THAT(error_of(file_of(header(">f4", "(1,)"), "xxxx")),
              AllOf(HasSubstr("dtype '>f4' is not supported"), HasSubstr("<f4")));
  EXPECT_THAT(error_of(file_of(header("<c8", "(1,)"), "xxxxxxxx")), HasSubstr("'<c8'"));
}

TEST(NpyError, SizeDiffersFromTheHeaders) {
  EXPECT_THAT(error_of(file_of(header("<i4", "(2, 2)"), "xxxx")),
              AllOf(HasSubstr("(2, 2)"), HasSubstr("16 bytes"), HasSubstr("holds 4")));
  EXPECT_THAT(error_of(file_of(header("|u1", "(1,)"), "xx")), HasSubstr("holds 2"));
}

TEST(NpyError, HugeShapeAllocatesNothing) {
  EXPECT_THAT(error_of(file_of(header("<i4", "(4294967296, 4294967296, 4294967296)"), "")),
              HasSubstr("too many"));
}

TEST(NpyError, BrokenHeaders) {
  for (const std::string text :
       {"{}", "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,), }",
        "{'descr': '<i4', 'fortran_order': Maybe, 'shape': (1,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': 1, }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1 2), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (x,), }",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1", "{'descr': '<i4"})
    EXPECT_THAT(error_of(file_of(text, "xxxx")), HasSubstr("bad .npy header")) << text;
}

TEST(NpyFile, WritesAndReads) {
  const std::string path = testing::TempDir() + "npy_file_test.npy";
  write_npy(path, Tensor::scalar<int32_t>(42));
  EXPECT_EQ(read_npy(path).data<int32_t>()[0], 42);
  std::filesystem::remove(path);
}

TEST(NpyFile, UnreadableAndUnwritableAreNamed) {
  EXPECT_THAT([] { read_npy("/nonexistent.npy"); },
              testing::ThrowsMessage<InputError>(HasSubstr("/nonexistent.npy")));
  EXPECT_THAT([] { write_npy("/dev/null/x.npy", Tensor::scalar<int32_t>(1)); },
              testing::ThrowsMessage<OutputError>(HasSubstr("cannot write '/dev/null/x.npy'")));
}

}  // namespace
}  // namespace vta
