#include "explore/diff/npz.h"

#include <gmock/gmock.h>

#include "tests/compiler/error_text.h"
#include "zip_writer.h"

namespace vta::explore {
namespace {

using testing::HasSubstr;

Tensor six_steps() {
  return Tensor::from_span<int8_t>({2, 3}, std::array<int8_t, 6>{1, -2, 3, -128, 127, 0});
}

std::map<std::string, Tensor> parsed(const std::string& bytes) {
  return parse_npz(std::as_bytes(std::span(bytes)), "a.npz");
}

std::string error_of(const std::string& bytes) {
  return error_text<InputError>([&] { parsed(bytes); });
}

TEST(Npz, ArraysHaveTheirNamesStoredOrDeflated) {
  ZipWriter zip;
  zip.add("t22.npy", six_steps(), false);
  zip.add("layer/relu.npy", Tensor::zeros(DType::F32, {64, 64}), true);
  const auto arrays = parsed(zip.finish());
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays.at("t22").shape(), (Shape{2, 3}));
  EXPECT_TRUE(std::ranges::equal(arrays.at("t22").bytes(), six_steps().bytes()));
  EXPECT_EQ(arrays.at("layer/relu").shape(), (Shape{64, 64}));
  EXPECT_TRUE(parsed(ZipWriter().finish()).empty());
}

TEST(Npz, WhatIsNoneIsNamed) {
  EXPECT_THAT(error_of("hello"), HasSubstr("a.npz: not an .npz file (it does not begin with PK)"));
  EXPECT_THAT(error_of(""), HasSubstr("not an .npz file (it is empty)"));
  ZipWriter text;
  text.add("readme.txt", std::string("hello"), false);
  EXPECT_THAT(error_of(text.finish()), HasSubstr("a.npz: member 'readme.txt': not a .npy file"));
  ZipWriter twice;
  twice.add("a.npy", six_steps(), false);
  twice.add("a.npy", six_steps(), true);
  EXPECT_THAT(error_of(twice.finish()), HasSubstr("a.npz: member 'a.npy' is there twice"));
}

// Of an archive with one member: the field at an offset from one of its parts.
std::string changed(bool deflate, const std::string& part, size_t offset, char value) {
  ZipWriter zip;
  zip.add("a.npy", six_steps(), deflate);
  std::string bytes = zip.finish();
  bytes[bytes.find(part) + offset] = value;
  return bytes;
}

TEST(Npz, DamageIsNamed) {
  EXPECT_THAT(error_of(changed(false, "PK\x05\x06", 0, 'x')), HasSubstr("it has no directory"));
  EXPECT_THAT(error_of(changed(false, "PK\x05\x06", 19, 'x')), HasSubstr("it ends before byte"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 0, 'x')),
              HasSubstr("no member of its directory begins at byte"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 8, 1)),
              HasSubstr("member 'a.npy' is encrypted"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 10, 12)),
              HasSubstr("is packed by method 12: legal are 0 (stored) and 8 (deflated)"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 16, 'x')),
              HasSubstr("is damaged: its bytes have another checksum"));
  EXPECT_THAT(error_of(changed(true, "PK\x01\x02", 24, 'x')),
              HasSubstr("is damaged: it does not inflate to"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 42, 'x')), HasSubstr("does not begin at byte"));
  EXPECT_THAT(error_of(changed(false, "PK\x01\x02", 23, 'x')), HasSubstr("it ends before byte"));
}

// Every prefix, and every byte with one bit changed.
TEST(Npz, NothingWorseThanAnErrorComesOfAnyFile) {
  for (const bool deflate : {false, true}) {
    ZipWriter zip;
    zip.add("a.npy", six_steps(), deflate);
    zip.add("b.npy", six_steps(), deflate);
    const std::string whole = zip.finish();
    const auto survives = [](const std::string& bytes) {
      try {
        parsed(bytes);
      } catch (const InputError&) {
      } catch (const ResourceError&) {
      }
    };
    for (size_t n = 0; n < whole.size(); ++n)
      survives(whole.substr(0, n));
    for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
      std::string bytes = whole;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << (bit % 8));
      survives(bytes);
    }
  }
}

}  // namespace
}  // namespace vta::explore
