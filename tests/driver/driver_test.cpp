#include "driver/driver.h"

#include <algorithm>

#include "driver_fixture.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// A device that records what it is told and never ends by itself.
class SilentDevice : public Device {
 public:
  std::string_view backend() const override { return "silent"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  void write_register(Register reg, uint64_t value) override { writes.emplace_back(reg, value); }
  uint64_t read_register(Register) const override { return 0; }
  bool advance(int64_t max_cycles) override {
    advanced = max_cycles;
    return ends;
  }
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override { kernels = first_insn; }
  void set_trace_sink(TraceSink*) override {}
  std::vector<std::byte> read_scratchpad(MemoryType, int64_t, int64_t) const override { return {}; }

  uint64_t written(Register reg) const {
    uint64_t value = ~uint64_t{0};
    for (const auto& [r, v] : writes)
      if (r == reg)
        value = v;
    return value;
  }

  bool ends = true;
  int64_t advanced = 0;
  std::vector<std::pair<Register, uint64_t>> writes;
  std::vector<int64_t> kernels;

 private:
  VtaConfig config_;
  DeviceMemory memory_{1 << 20};
  RunReport report_;
};

LaunchRequest request_of(const DeviceBuffer& insns, int64_t count = 1) {
  LaunchRequest request;
  request.insn_addr = insns.phys_addr();
  request.insn_count = count;
  return request;
}

TEST_F(DriverTest, AllocGivesZeroedMemoryEvenWhenReused) {
  uint64_t address = 0;
  {
    DeviceBuffer buffer = driver_.alloc(100);
    address = buffer.phys_addr();
    EXPECT_EQ(address, 0x1000u);
    EXPECT_EQ(buffer.size_bytes(), 100);
    std::memset(buffer.bytes().data(), 0xff, 100);
  }
  DeviceBuffer again = driver_.alloc(100);
  EXPECT_EQ(again.phys_addr(), address);
  for (const std::byte b : again.bytes())
    ASSERT_EQ(b, std::byte{0});
}

// Small ranges, large ones, and the parts of pages at their ends.
TEST_F(DriverTest, ClearedMemoryIsZeroAndItsNeighboursStay) {
  constexpr int64_t kBytes = int64_t{3} << 20;
  DeviceMemory memory(kBytes);
  for (const auto& [first, bytes] : std::initializer_list<std::pair<int64_t, int64_t>>{
           {0, kBytes}, {4097, 100}, {5000, (2 << 20) + 777}, {4096, 2 << 20}, {kBytes - 1, 1}}) {
    const auto all = memory.at(0, kBytes);
    std::fill(all.begin(), all.end(), std::byte{7});
    memory.clear(static_cast<uint64_t>(first), bytes);
    EXPECT_EQ(std::ranges::count(all, std::byte{0}), bytes);
    EXPECT_EQ(
        std::ranges::count(all.subspan(static_cast<size_t>(first), static_cast<size_t>(bytes)),
                           std::byte{0}),
        bytes);
  }
  EXPECT_THROW(memory.clear(1, kBytes), DeviceError);
}

TEST_F(DriverTest, BufferIsFreedWithItsLastOwner) {
  DeviceBuffer a = driver_.alloc(1);
  DeviceBuffer b = std::move(a);
  EXPECT_FALSE(a.valid());  // NOLINT(bugprone-use-after-move): what a move leaves is promised
  EXPECT_TRUE(b.valid());
  EXPECT_TRUE(driver_.find_allocation(0x1000));
  b = DeviceBuffer();
  EXPECT_FALSE(driver_.find_allocation(0x1000));
}

TEST_F(DriverTest, MoveAssignmentFreesTheOldBuffer) {
  DeviceBuffer a = driver_.alloc(1);
  a = driver_.alloc(1);
  EXPECT_EQ(a.phys_addr(), 0x2000u);
  EXPECT_FALSE(driver_.find_allocation(0x1000));
}

TEST_F(DriverTest, AllocAtGivesWholePages) {
  DeviceBuffer buffer = driver_.alloc_at(0x5010, 16);
  EXPECT_EQ(buffer.phys_addr(), 0x5000u);
  EXPECT_EQ(buffer.size_bytes(), 4096);
  EXPECT_THROW(driver_.alloc_at(0x5ff0, 32), DeviceError);
}

TEST_F(DriverTest, ExhaustedMemoryIsADeviceError) {
  EXPECT_THAT([&] { driver_.alloc(kMemoryBytes); },
              ThrowsMessage<DeviceError>(HasSubstr("exhausted")));
}

TEST_F(DriverTest, LoadedDataIsStoredElsewhere) {
  DeviceBuffer source = driver_.alloc(4096), target = driver_.alloc(4096);
  for (size_t i = 0; i < 64; ++i)
    source.bytes()[4 * i] = std::byte(i);
  DramBases bases;
  bases.acc = source.phys_addr();
  bases.out = target.phys_addr();
  const RunReport report = run(driver_,
                               "load acc y_size=1 x_size=4 x_stride=4 push_next\n"
                               "store out y_size=1 x_size=4 x_stride=4 pop_prev\n"
                               "finish\n",
                               bases);
  EXPECT_EQ(report.error, IsaError::None) << report.error_text;
  EXPECT_EQ(report.counters.acc_load_nbytes, 256);
  EXPECT_EQ(report.counters.out_store_nbytes, 64);
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(target.bytes()[static_cast<size_t>(i)], std::byte(i));
}

TEST_F(DriverTest, TwoDriversKeepMemoryAndConfigurationApart) {
  VtaConfig other;
  other.log_block_in = other.log_block_out = 3;
  other.log_inp_buff_size = 14;
  other.log_wgt_buff_size = other.log_acc_buff_size = 16;
  Driver second(make_fsim(other));
  DeviceBuffer a = driver_.alloc(4096), b = second.alloc(4096);
  EXPECT_EQ(a.phys_addr(), b.phys_addr());
  a.bytes()[0] = std::byte{7};
  EXPECT_EQ(b.bytes()[0], std::byte{0});
  const std::string stream = "load inp y_size=1 x_size=1 x_stride=1 dram_base=256\nfinish\n";
  EXPECT_EQ(run(driver_, stream).counters.inp_load_nbytes, 16);
  EXPECT_EQ(run(second, stream).error, IsaError::DramRange);  // 256 * 8 bytes is below 0x1000
}

TEST_F(DriverTest, StreamMustLieInOneAllocation) {
  const DeviceBuffer insns = driver_.alloc(4096);
  EXPECT_THAT([&] { driver_.launch(request_of(insns, 257)); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("257"), HasSubstr("0x1000"))));
  LaunchRequest request = request_of(insns);
  request.insn_addr = 0x8000;
  EXPECT_THROW(driver_.launch(request), DeviceError);
}

TEST_F(DriverTest, InstructionAddressIsAMultipleOf16) {
  const DeviceBuffer insns = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.insn_addr += 8;
  EXPECT_THAT([&] { driver_.launch(request); },
              ThrowsMessage<DeviceError>(HasSubstr("multiple of 16")));
}

TEST_F(DriverTest, StreamHasAtLeastOneInstruction) {
  const DeviceBuffer insns = driver_.alloc(4096);
  for (const int64_t bad : {int64_t{0}, int64_t{-1}, int64_t{1} << 32})
    EXPECT_THAT([&] { driver_.launch(request_of(insns, bad)); },
                ThrowsMessage<DeviceError>(HasSubstr("instructions")));
}

TEST_F(DriverTest, BasesAreMultiplesOfTheirElements) {
  const DeviceBuffer insns = driver_.alloc(4096);
  const auto expect_named = [&](const char* name, DramBases bases) {
    LaunchRequest request = request_of(insns);
    request.bases = bases;
    EXPECT_THAT([&] { driver_.launch(request); },
                ThrowsMessage<DeviceError>(AllOf(HasSubstr(name), HasSubstr("0x2"))));
  };
  expect_named("uop", {.uop = 2});
  expect_named("inp", {.inp = 2});
  expect_named("wgt", {.wgt = 2});
  expect_named("acc", {.acc = 2});
  expect_named("out", {.out = 2});
}

TEST_F(DriverTest, TimeoutMustBePositive) {
  const DeviceBuffer insns = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.max_cycles = 0;
  EXPECT_THAT([&] { driver_.launch(request); }, ThrowsMessage<DeviceError>(HasSubstr("timeout")));
}

TEST(Driver, RegistersAreProgrammedBeforeLaunch) {
  auto device = std::make_unique<SilentDevice>();
  SilentDevice& seen = *device;
  Driver driver(std::move(device));
  const DeviceBuffer first = driver.alloc(4096), insns = driver.alloc(8192);
  LaunchRequest request = request_of(insns, 1);
  request.bases = {0x10, 0x20, 0x100, 0x40, 0x50};
  request.kernel_first_insn = {0};
  seen.memory().at(insns.phys_addr(), 16)[0] = std::byte{3};  // FINISH
  driver.launch(request);
  EXPECT_EQ(seen.written(Register::InsnAddr), insns.phys_addr());
  EXPECT_EQ(seen.written(Register::InsnCount), 1u);
  EXPECT_EQ(seen.written(Register::UopBase), 0x10u);
  EXPECT_EQ(seen.written(Register::InpBase), 0x20u);
  EXPECT_EQ(seen.written(Register::WgtBase), 0x100u);
  EXPECT_EQ(seen.written(Register::AccBase), 0x40u);
  EXPECT_EQ(seen.written(Register::OutBase), 0x50u);
  EXPECT_EQ(seen.written(Register::MemLo), 0x1000u);
  EXPECT_EQ(seen.written(Register::MemHi), 0x4000u);
  EXPECT_EQ(seen.writes.back(), (std::pair{Register::Control, uint64_t{1}}));
  EXPECT_EQ(seen.kernels, std::vector<int64_t>{0});
}

TEST(Driver, RunLongerThanTheTimeout_IsADeviceError) {
  auto device = std::make_unique<SilentDevice>();
  device->ends = false;
  SilentDevice& seen = *device;
  Driver driver(std::move(device));
  const DeviceBuffer insns = driver.alloc(4096);
  seen.memory().at(insns.phys_addr(), 16)[0] = std::byte{3};
  LaunchRequest request = request_of(insns);
  request.max_cycles = 1234;
  EXPECT_THAT([&] { driver.launch(request); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("did not end"), HasSubstr("1234"))));
  EXPECT_EQ(seen.advanced, 1234);
}

TEST_F(DriverTest, DeviceErrorsOfTheStreamAreInTheReport) {
  EXPECT_EQ(run(driver_, "gemm iter_out=1\n").error, IsaError::NoFinish);
  EXPECT_EQ(run(driver_, "finish\nfinish\n").error, IsaError::FinishNotLast);
  const RunReport deadlock = run(driver_, "gemm pop_prev\nfinish\n");
  EXPECT_EQ(deadlock.error, IsaError::Deadlock);
  EXPECT_EQ(deadlock.error_insn, 0);
}

TEST_F(DriverTest, TokensLeftAreReportedAndNotCarriedOver) {
  const RunReport report = run(driver_, "gemm push_prev push_next\nfinish\n");
  EXPECT_EQ(report.error, IsaError::None);
  EXPECT_EQ(report.total_tokens_left(), 2);
  EXPECT_EQ(run(driver_, "gemm\nfinish\n").total_tokens_left(), 0);
}

}  // namespace
}  // namespace vta
