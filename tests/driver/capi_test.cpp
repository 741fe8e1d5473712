#include <numeric>
#include <thread>
#include <vector>

#include "driver/vta_driver_capi.h"
#include "driver_fixture.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

class DriverCApiTest : public DriverTest {
 public:
  DriverCApiTest() { VTASetDriver(c_driver_.get()); }
  ~DriverCApiTest() override { VTASetDriver(nullptr); }

 protected:
  CDriverPtr c_driver_ = make_c_driver(driver_);
};

TEST_F(DriverCApiTest, MemoryRoundTrip) {
  void* buffer = VTAMemAlloc(64, 1);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(VTAMemGetPhyAddr(buffer), 0x1000u);
  std::vector<uint8_t> in(64), out(64);
  std::iota(in.begin(), in.end(), uint8_t{1});
  VTAMemCopyFromHost(buffer, in.data(), in.size());
  VTAFlushCache(buffer, VTAMemGetPhyAddr(buffer), 64);
  VTAInvalidateCache(buffer, VTAMemGetPhyAddr(buffer), 64);
  VTAMemCopyToHost(out.data(), buffer, out.size());
  EXPECT_EQ(in, out);
  std::byte first{};
  driver_.link().read(0x1000, {&first, 1});
  EXPECT_EQ(first, std::byte{1});
  VTAMemFree(buffer);
  EXPECT_FALSE(driver_.find_allocation(0x1000));
}

TEST_F(DriverCApiTest, PhysicalAddressOfAnInteriorPointer) {
  auto* buffer = static_cast<char*>(VTAMemAlloc(64, 0));
  EXPECT_EQ(VTAMemGetPhyAddr(buffer + 10), 0x100au);
  int local = 0;
  EXPECT_EQ(VTAMemGetPhyAddr(&local), 0u);
  EXPECT_THAT(VTALastError(), HasSubstr("not inside a buffer"));
}

TEST_F(DriverCApiTest, CopiesStayInsideTheirBuffer) {
  auto* buffer = static_cast<uint8_t*>(VTAMemAlloc(16, 0));
  std::vector<uint8_t> data(32, 9);
  VTAMemCopyFromHost(buffer, data.data(), 17);
  EXPECT_THAT(VTALastError(), HasSubstr("17 bytes"));
  EXPECT_EQ(buffer[0], 0);
  VTAMemCopyToHost(data.data(), buffer + 8, 9);
  EXPECT_EQ(data[0], 9);
}

TEST_F(DriverCApiTest, FreeTakesStartsOfBuffers) {
  auto* buffer = static_cast<uint8_t*>(VTAMemAlloc(16, 0));
  VTAMemFree(nullptr);
  VTAMemFree(buffer + 1);
  EXPECT_THAT(VTALastError(), HasSubstr("not the start"));
  EXPECT_TRUE(driver_.find_allocation(0x1000));
}

TEST_F(DriverCApiTest, CacheCallsCheckTheAddressPair) {
  void* buffer = VTAMemAlloc(16, 1);
  VTAFlushCache(buffer, 0x2000, 16);
  EXPECT_THAT(VTALastError(), HasSubstr("0x1000, not 0x2000"));
  VTAInvalidateCache(buffer, 0x1000, -1);
  EXPECT_THAT(VTALastError(), HasSubstr("-1 bytes"));
}

TEST_F(DriverCApiTest, ExhaustedMemoryGivesNull) {
  EXPECT_EQ(VTAMemAlloc(kMemoryBytes * 2, 0), nullptr);
  EXPECT_THAT(VTALastError(), HasSubstr("exhausted"));
  EXPECT_EQ(VTAMemAlloc(0, 0), nullptr);
}

TEST_F(DriverCApiTest, DeviceRunsAStream) {
  void* data = VTAMemAlloc(4096, 0);
  void* insns = VTAMemAlloc(4096, 0);
  std::memset(data, 5, 16);
  // Element numbers count from physical address 0: 0x1000 is ACC_8BIT element 256.
  const int64_t count = place(driver_, VTAMemGetPhyAddr(insns),
                              "load acc8 dram_base=256 y_size=1 x_size=1 push_next\n"
                              "store out dram_base=257 y_size=1 x_size=1 pop_prev\n"
                              "finish\n");
  VTADeviceHandle device = VTADeviceAlloc();
  EXPECT_EQ(VTADeviceRun(device, VTAMemGetPhyAddr(insns), static_cast<uint32_t>(count), 1000), 0);
  VTADeviceFree(device);
  EXPECT_EQ(static_cast<uint8_t*>(data)[16], 5);
}

TEST_F(DriverCApiTest, StreamErrorsAreReturnedAsTheirCode) {
  void* insns = VTAMemAlloc(4096, 0);
  place(driver_, VTAMemGetPhyAddr(insns), "gemm pop_prev\nfinish\n");
  EXPECT_EQ(VTADeviceRun(VTADeviceAlloc(), 0x1000, 2, 1000), 9);
  EXPECT_THAT(VTALastError(), HasSubstr("DEADLOCK"));
}

TEST_F(DriverCApiTest, ImpossibleRequestsReturnMinusOne) {
  VTADeviceHandle device = VTADeviceAlloc();
  EXPECT_EQ(VTADeviceRun(device, 0x9000, 1, 1000), -1);
  EXPECT_EQ(VTADeviceRun(nullptr, 0x1000, 1, 1000), -1);
  EXPECT_THAT(VTALastError(), HasSubstr("no device"));
}

TEST_F(DriverCApiTest, TwoDriversAreSwitchedByName) {
  Driver other(make_fsim());
  CDriverPtr c_other = make_c_driver(other);
  void* a = VTAMemAlloc(16, 0);
  EXPECT_EQ(VTASetDriver(c_other.get()), c_driver_.get());
  EXPECT_EQ(VTAMemGetPhyAddr(a), 0u);
  void* b = VTAMemAlloc(16, 0);
  EXPECT_EQ(VTAMemGetPhyAddr(b), 0x1000u);
  EXPECT_NE(a, b);
  VTASetDriver(c_driver_.get());
  EXPECT_EQ(VTAMemGetPhyAddr(a), 0x1000u);
}

TEST_F(DriverCApiTest, EachThreadNamesItsOwnDriver) {
  std::thread([] {
    EXPECT_EQ(VTAGetDriver(), nullptr);
    EXPECT_EQ(VTAMemAlloc(16, 0), nullptr);
    EXPECT_THAT(VTALastError(), HasSubstr("no current driver"));
  }).join();
  EXPECT_EQ(VTAGetDriver(), c_driver_.get());
}

TEST_F(DriverCApiTest, DestroyedViewFreesItsBuffersAndIsNoLongerCurrent) {
  VTAMemAlloc(16, 0);
  c_driver_.reset();
  EXPECT_EQ(VTAGetDriver(), nullptr);
  EXPECT_FALSE(driver_.find_allocation(0x1000));
}

}  // namespace
}  // namespace vta
