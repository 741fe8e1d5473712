#include "driver/driver.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "driver_fixture.h"

namespace vta {
namespace {

using test::bytes_of;
using test::test_link;
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

std::byte* insns_at(SilentDevice& device, const DeviceBuffer& insns, size_t index) {
  return device.memory().at(insns.phys_addr() + 16 * index, 16).data();
}

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
    buffer.fill(0, 100, std::byte{0xff});
  }
  DeviceBuffer again = driver_.alloc(100);
  EXPECT_EQ(again.phys_addr(), address);
  for (const std::byte b : bytes_of(again))
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

// Of a device that shares the memory of another.
TEST_F(DriverTest, AnAdoptedBufferKeepsWhatIsThere) {
  const std::vector<std::byte> seven(3, std::byte{7});
  {
    DeviceBuffer first = driver_.alloc(16);
    first.write(1, seven);
  }
  DeviceBuffer again = driver_.adopt(0x1000, 16);
  EXPECT_EQ(again.phys_addr(), 0x1000u);
  std::vector<std::byte> bytes(3);
  again.read(1, bytes);
  EXPECT_EQ(bytes, seven);
  EXPECT_THROW(driver_.adopt(0x1000, 16), DeviceError);  // taken
}

TEST_F(DriverTest, ExhaustedMemoryIsADeviceError) {
  EXPECT_THAT([&] { driver_.alloc(kMemoryBytes); },
              ThrowsMessage<DeviceError>(HasSubstr("exhausted")));
}

TEST_F(DriverTest, RangesOfABufferAreChecked) {
  DeviceBuffer buffer = driver_.alloc(16);
  const std::vector<std::byte> bytes(9);
  EXPECT_THAT([&] { buffer.write(8, bytes); },
              ThrowsMessage<DeviceError>(HasSubstr("bytes [8, 17) of a buffer of 16")));
  std::vector<std::byte> out(17);
  EXPECT_THROW(buffer.read(0, out), DeviceError);
  EXPECT_THROW(buffer.read(-1, std::span(out).first(1)), DeviceError);
  EXPECT_THROW(buffer.fill(17, 0, std::byte{0}), DeviceError);
  EXPECT_THROW(buffer.fill(INT64_MAX, 1, std::byte{0}), DeviceError);
  EXPECT_THROW(buffer.write_with(1, 16, [](auto) {}), DeviceError);
  EXPECT_THROW(buffer.read_with(1, -1, [](auto) {}), DeviceError);
  buffer.write(16, {});
  buffer.fill(16, 0, std::byte{1});
}

TEST_F(DriverTest, BuffersAreWrittenReadAndFilledInParts) {
  DeviceBuffer buffer = driver_.alloc(10000);
  buffer.fill(1, 9000, std::byte{3});
  const std::vector<std::byte> part(5000, std::byte{7});
  buffer.write(2000, part);
  buffer.write_with(0, 2, [](std::span<std::byte> to) { to[0] = to[1] = std::byte{9}; });
  buffer.fill(100, 10, std::byte{0});
  std::vector<std::byte> expected(10000);
  std::fill(expected.begin() + 2, expected.begin() + 9001, std::byte{3});
  std::ranges::copy(part, expected.begin() + 2000);
  expected[0] = expected[1] = std::byte{9};
  std::fill(expected.begin() + 100, expected.begin() + 110, std::byte{0});
  EXPECT_EQ(bytes_of(buffer), expected);
  buffer.read_with(1999, 2, [&](std::span<const std::byte> from) {
    EXPECT_TRUE(std::ranges::equal(from, std::span(expected).subspan(1999, 2)));
  });
}

// Memory is used twice in one run; what is read back is of the moment that was asked for.
TEST_F(DriverTest, MemoryIsReadBackInTheMiddleOfARun) {
  DeviceBuffer data = driver_.alloc(4096), out = driver_.alloc(4096);
  data.fill(0, 16, std::byte{1});
  data.fill(16, 16, std::byte{2});
  const DeviceBuffer insns = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.insn_count = place(driver_, insns.phys_addr(),
                             "load acc8 y_size=1 x_size=2 x_stride=2 push_next\n"
                             "store out y_size=1 x_size=1 pop_prev\n"
                             "store out sram_base=1 y_size=1 x_size=1\n"
                             "finish\n");
  request.bases = {.acc = data.phys_addr(), .out = out.phys_addr()};
  const uint64_t at = out.phys_addr();
  request.read_backs = {{2, at, 16}, {0, at, 16}, {1, at, 16}, {1, at + 8, 16}, {3, at, 1}};
  const LaunchReport report = driver_.launch(request);
  ASSERT_EQ(report.error, IsaError::None) << report.error_text;
  const auto bytes = [](int value) { return std::vector<std::byte>(16, std::byte(value)); };
  std::vector<std::byte> half = bytes(1);
  std::fill(half.begin() + 8, half.end(), std::byte{0});
  ASSERT_EQ(report.read_backs.size(), 5u);
  EXPECT_EQ(report.read_backs[0], bytes(2));
  EXPECT_EQ(report.read_backs[1], bytes(0));
  EXPECT_EQ(report.read_backs[2], bytes(1));
  EXPECT_EQ(report.read_backs[3], half);
  EXPECT_EQ(report.read_backs[4], std::vector<std::byte>(1, std::byte{2}));
}

TEST_F(DriverTest, WhatIsNotReachedIsNotReadBack) {
  const DeviceBuffer insns = driver_.alloc(4096), data = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.insn_count = place(driver_, insns.phys_addr(), "gemm\ngemm pop_prev\nfinish\n");
  request.read_backs = {{0, data.phys_addr(), 4}, {1, data.phys_addr(), 4}};
  const LaunchReport report = driver_.launch(request);
  EXPECT_EQ(report.error, IsaError::Deadlock);
  ASSERT_EQ(report.read_backs.size(), 2u);
  EXPECT_TRUE(report.read_backs[0]);
  EXPECT_FALSE(report.read_backs[1]);
  request.insn_count = place(driver_, insns.phys_addr(), "load inp y_size=1 x_size=1\nfinish\n");
  const LaunchReport nothing = driver_.launch(request);  // refused before it begins
  EXPECT_EQ(nothing.error, IsaError::DramRange);
  EXPECT_EQ(nothing.read_backs.size(), 2u);
}

TEST_F(DriverTest, ReadBacksOutsideOfStreamOrMemoryAreRefused) {
  const DeviceBuffer insns = driver_.alloc(4096);
  const auto refused = [&](ReadBack read_back) {
    LaunchRequest request = request_of(insns);
    request.read_backs = {read_back};
    EXPECT_THROW(driver_.launch(request), DeviceError);
  };
  refused({1, insns.phys_addr(), 4});
  refused({-1, insns.phys_addr(), 4});
  refused({0, insns.phys_addr(), 0});
  refused({0, insns.phys_addr(), -4});
  refused({0, insns.phys_addr() + 4000, 97});
  refused({0, 0x40000, 4});
}

TEST_F(DriverTest, ASinkGetsTheEventsOfItsRunAlone) {
  struct Sink : TraceSink {
    void on_launch(std::span<const Insn> insns) override { launched = std::ssize(insns); }
    void on_retire(Unit, int64_t index, const Insn& insn, int64_t cycle) override {
      retired.emplace_back(index, insn.op());
      EXPECT_EQ(cycle, -1);
    }
    void on_end(const RunReport& report) override { end = report.error; }
    int64_t launched = 0;
    std::vector<std::pair<int64_t, Opcode>> retired;
    std::optional<IsaError> end;
  };
  const DeviceBuffer insns = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.insn_count = place(driver_, insns.phys_addr(), "gemm\nalu add\nfinish\n");
  Sink sink;
  driver_.launch(request, &sink);
  EXPECT_EQ(sink.launched, 3);
  EXPECT_EQ(sink.retired, (std::vector<std::pair<int64_t, Opcode>>{
                              {0, Opcode::Gemm}, {1, Opcode::Alu}, {2, Opcode::Finish}}));
  EXPECT_EQ(sink.end, IsaError::None);
  driver_.launch(request);
  EXPECT_EQ(sink.retired.size(), 3u);
}

TEST_F(DriverTest, LoadedDataIsStoredElsewhere) {
  DeviceBuffer source = driver_.alloc(4096), target = driver_.alloc(4096);
  std::vector<std::byte> words(256);
  for (size_t i = 0; i < 64; ++i)
    words[4 * i] = std::byte(i);
  source.write(0, words);
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
  const std::vector<std::byte> stored = bytes_of(target);
  for (size_t i = 0; i < 64; ++i)
    ASSERT_EQ(stored[i], std::byte(i));
}

TEST_F(DriverTest, TwoDriversKeepMemoryAndConfigurationApart) {
  VtaConfig other;
  other.log_block_in = other.log_block_out = 3;
  other.log_inp_buff_size = 14;
  other.log_wgt_buff_size = other.log_acc_buff_size = 16;
  Driver second(make_fsim(other));
  DeviceBuffer a = driver_.alloc(4096), b = second.alloc(4096);
  EXPECT_EQ(a.phys_addr(), b.phys_addr());
  a.fill(0, 1, std::byte{7});
  EXPECT_EQ(bytes_of(a)[0], std::byte{7});
  EXPECT_EQ(bytes_of(b)[0], std::byte{0});
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

TEST_F(DriverTest, BoundMustBePositive) {
  const DeviceBuffer insns = driver_.alloc(4096);
  LaunchRequest request = request_of(insns);
  request.max_cycles = 0;
  EXPECT_THAT([&] { driver_.launch(request); },
              ThrowsMessage<DeviceError>(HasSubstr("a bound of 0 cycles")));
}

TEST(Driver, RegistersAreProgrammedBeforeLaunch) {
  auto device = std::make_unique<SilentDevice>();
  SilentDevice& seen = *device;
  Driver driver(test_link(std::move(device)));
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

TEST(Driver, RunLongerThanItsBound_IsAResourceErrorAndTheDeviceIsOfNoUse) {
  auto device = std::make_unique<SilentDevice>();
  device->ends = false;
  SilentDevice& seen = *device;
  Driver driver(test_link(std::move(device)));
  const DeviceBuffer insns = driver.alloc(4096);
  seen.memory().at(insns.phys_addr(), 16)[0] = std::byte{3};
  LaunchRequest request = request_of(insns);
  request.max_cycles = 1234;
  EXPECT_THAT([&] { driver.launch(request); },
              ThrowsMessage<ResourceError>(
                  AllOf(HasSubstr("did not end"), HasSubstr("1234"), HasSubstr("--max-cycles"))));
  EXPECT_EQ(seen.advanced, 1234);
  seen.ends = true;
  EXPECT_THAT([&] { driver.launch(request); },
              ThrowsMessage<DeviceError>(HasSubstr("still running an aborted launch")));
}

// A device that would run for years is not even asked.
TEST(Driver, WorkBeyondTheBoundIsRefusedBeforeTheLaunch) {
  const auto refused = [](const std::string& assembly, int64_t most) -> std::string {
    auto device = std::make_unique<SilentDevice>();
    SilentDevice& seen = *device;
    Driver driver(test_link(std::move(device)));
    const DeviceBuffer insns = driver.alloc(4096), data = driver.alloc(1 << 16);
    const AssemblyUnit unit = assemble(assembly, "test", InsnCodec(driver.config()));
    for (size_t i = 0; i < unit.insns.size(); ++i) {
      const InsnBits bits = InsnCodec(driver.config()).encode(unit.insns[i]);
      std::memcpy(insns_at(seen, insns, i), &bits, 16);
    }
    LaunchRequest request = request_of(insns, std::ssize(unit.insns));
    request.bases = DramBases::all(data.phys_addr());
    request.max_cycles = most;
    try {
      driver.launch(request);
    } catch (const ResourceError& e) {
      EXPECT_TRUE(seen.writes.empty());
      return e.what();
    }
    EXPECT_FALSE(seen.writes.empty());
    return "";
  };
  const std::string steps =
      "gemm uop_end=2 iter_out=3 iter_in=4\nalu add uop_bgn=5 uop_end=2\n"
      "alu add uop_bgn=1 uop_end=2 iter_out=5 iter_in=1\nfinish\n";
  EXPECT_EQ(refused(steps, 29), "");
  EXPECT_EQ(refused(steps, 28),
            "launch: the steps of its GEMM and ALU instructions up to instruction 2 are 29; the "
            "bound is 28 (--max-cycles)");
  const std::string elements =
      "load inp y_size=2 x_size=3 x_stride=3 y_pad_0=1 x_pad_1=1\n"
      "store out y_size=1 x_size=4 x_stride=4\nload wgt y_size=9\nfinish\n";
  EXPECT_EQ(refused(elements, 16), "");
  EXPECT_THAT(refused(elements, 15),
              AllOf(HasSubstr("elements that its LOADs and STOREs move up to instruction 1 are 16"),
                    HasSubstr("15 (--max-cycles)")));
  const std::string hostile = "gemm uop_end=8191 iter_out=16383 iter_in=16383\nfinish\n";
  EXPECT_THAT(refused(hostile, kMaxCycles), HasSubstr("are 2198486425599"));
  EXPECT_EQ(refused(hostile + hostile, INT64_MAX), "") << "no sum overflows";
  EXPECT_EQ(refused("load mem7\n" + hostile, kMaxCycles), "") << "ends at its first instruction";
  EXPECT_EQ(refused("load inp sram_base=2047 y_size=99 x_size=99\n" + hostile, 50), "");
  EXPECT_EQ(refused("finish\n" + hostile, 50), "");
}

TEST(Driver, BuffersStartAtAMultipleOfEveryElement) {
  VtaConfig config;  // 128 x 128: weights of 16 KiB
  config.log_block_in = config.log_block_out = 7;
  config.log_inp_buff_size = config.log_acc_buff_size = 16;
  config.log_wgt_buff_size = 20;
  config.validate();
  const int64_t bytes = Driver::memory_for(config, 100000);
  Driver driver(test_link(make_device("fsim", config, {.memory_bytes = bytes})));
  DeviceBuffer buffer = driver.alloc(100000);
  EXPECT_EQ(buffer.phys_addr() % 16384, 0u);
  InsnBits finish;
  finish.lo = static_cast<uint64_t>(Opcode::Finish);
  buffer.write(0, std::as_bytes(std::span(&finish, 1)));
  LaunchRequest request = request_of(buffer);
  request.bases = DramBases::all(buffer.phys_addr());
  EXPECT_EQ(driver.launch(request).error, IsaError::None);
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

// The key AXI is the shell's, but a driver refuses what hardware with it could not address.
TEST_F(DriverTest, AMemoryThatAxi3DoesNotReachIsRefused) {
  VtaConfig config;
  config.axi = 3;
  const auto with_memory = [&](int64_t bytes) {
    return Driver(make_device("fsim", config, {.kernels = "reference", .memory_bytes = bytes}));
  };
  EXPECT_NO_THROW(with_memory(kMemoryBytes));
  EXPECT_THROW(with_memory(int64_t{1} << 32), ConfigError);
}

}  // namespace
}  // namespace vta
