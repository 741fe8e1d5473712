// Sizes beyond a process of 32 bits are refused there, not cut, even where the policy allows them.
// tests/cross runs this on such a machine, too.
#include "base/addressable.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <thread>

#include "base/file.h"
#include "base/tensor.h"
#include "sim/device_memory.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr bool kNarrow = sizeof(size_t) == 4;
constexpr int64_t kFive = int64_t{5} << 30;

ResourcePolicy generous() {
  ResourcePolicy policy;
  policy.max_bytes = int64_t{1} << 40;
  return policy;
}

TEST(Addressable, TheLargestIsLegalAndOneMoreIsNot) {
  EXPECT_NO_THROW(require_addressable(kAddressableBytes, "it"));
  EXPECT_THAT([] { require_addressable(kAddressableBytes + 1, "it"); },
              ThrowsMessage<ResourceError>(
                  AllOf(HasSubstr("it needs "), HasSubstr(kNarrow ? "1.0 GiB" : "TiB"),
                        HasSubstr(kNarrow ? "of 32 bits can" : "of 64 bits can"))));
}

TEST(Addressable, NoTensorIsCut) {
  const ResourceScope scope(generous());
  const auto make = [] { return Tensor::zeros(DType::F32, {5, 1 << 28}); };
  if (kNarrow)
    EXPECT_THAT(make, ThrowsMessage<ResourceError>(HasSubstr("needs 5.0 GiB: this process")));
  else
    EXPECT_EQ(make().size_bytes(), kFive);
}

TEST(Addressable, NoDeviceMemoryIsCut) {
  if (kNarrow)
    EXPECT_THAT([] { DeviceMemory memory(kFive); },
                ThrowsMessage<ResourceError>(HasSubstr("device memory needs 5.0 GiB")));
  else
    EXPECT_EQ(DeviceMemory(kFive).size_bytes(), kFive);
}

// With holes, so it takes no place; where it is not refused, reading it would.
TEST(Addressable, NoFileIsCut) {
  if (!kNarrow)
    return;
  const std::string path = fmt::format("{}/vta_large_{}", ::testing::TempDir(), ::getpid());
  write_text_file(path, "large");
  std::filesystem::resize_file(path, static_cast<uintmax_t>(kFive));
  const ResourceScope scope(generous());
  EXPECT_THAT([&] { read_file(path); },
              ThrowsMessage<ResourceError>(HasSubstr("needs 5.0 GiB: this process of 32 bits")));
  std::filesystem::remove(path);
}

// Of no known size, beyond the first piece.
TEST(Addressable, AStreamGrows) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const std::vector<std::byte> sent(300'001, std::byte{7});
  std::thread writer([&] {
    for (size_t done = 0; done < sent.size();)
      done += static_cast<size_t>(::write(ends[1], sent.data() + done, sent.size() - done));
    ::close(ends[1]);
  });
  EXPECT_EQ(read_file(fmt::format("/dev/fd/{}", ends[0])), sent);
  writer.join();
  ::close(ends[0]);
}

}  // namespace
}  // namespace vta
