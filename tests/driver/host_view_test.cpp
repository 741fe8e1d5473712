#include "driver/host_view.h"

#include <algorithm>

#include "driver_fixture.h"
#include "link/local_link.h"

namespace vta {
namespace {

// A device without a view, and what is written to it.
class BlindLink final : public DeviceLink {
 public:
  explicit BlindLink(std::unique_ptr<Device> device) : inner_(std::move(device)) {}
  const LinkInfo& info() const override { return inner_.info(); }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override {
    written.push_back({phys_addr, phys_addr + bytes.size()});
    inner_.write(phys_addr, bytes);
  }
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override {
    inner_.read(phys_addr, bytes);
  }
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override {
    inner_.fill(phys_addr, size_bytes, value);
  }
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override {
    return inner_.launch(request, sink);
  }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override {
    return inner_.read_scratchpad(type, first, count);
  }

  std::vector<MemoryRange> written;

 private:
  LocalLink inner_;
};

TEST(HostView, OfADeviceInThisProcessIsItsMemory) {
  Driver driver(make_device("fsim", VtaConfig{}, {.memory_bytes = 1 << 20}));
  DeviceBuffer buffer = driver.alloc(100);
  HostView view(buffer);
  ASSERT_EQ(view.bytes().size(), 100u);
  view.bytes()[7] = std::byte{5};
  EXPECT_EQ(test::bytes_of(buffer)[7], std::byte{5});
  EXPECT_EQ(view.bytes().data(), buffer.view(0, 100).data());
}

TEST(HostView, OfAnotherSendsThePagesThatChanged) {
  auto link = std::make_unique<BlindLink>(
      make_device("fsim", VtaConfig{}, {.memory_bytes = int64_t{1} << 20}));
  BlindLink& seen = *link;
  Driver driver(std::move(link));
  DeviceBuffer buffer = driver.alloc(5 * 4096 + 100);
  buffer.fill(10, 1, std::byte{9});
  HostView view(buffer);
  EXPECT_EQ(view.bytes()[10], std::byte{9});
  view.send();
  EXPECT_TRUE(seen.written.empty());
  for (const size_t at : {size_t{0}, size_t{4096}, size_t{5 * 4096 + 99}})
    view.bytes()[at] = std::byte{1};
  view.send();
  const uint64_t a = buffer.phys_addr();
  EXPECT_EQ(seen.written,
            (std::vector<MemoryRange>{{a, a + 2 * 4096}, {a + 5 * 4096, a + 5 * 4096 + 100}}));
  EXPECT_TRUE(std::ranges::equal(test::bytes_of(buffer), view.bytes()));
  view.send();
  EXPECT_EQ(seen.written.size(), 2u);
  buffer.fill(4096, 1, std::byte{77});
  EXPECT_EQ(view.bytes()[4096], std::byte{1});
  view.fetch();
  EXPECT_EQ(view.bytes()[4096], std::byte{77});
  view.send();
  EXPECT_EQ(seen.written.size(), 2u);
}

}  // namespace
}  // namespace vta
