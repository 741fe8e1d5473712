// The harness around a core, with a core that copies its instruction stream (stub/vta_core.sv):
// the memory's timing, values, probes, registers, trace files. The stub shows in its counters at
// which edges pins moved: INP first read beat, WGT last read beat, OUT completion of the write.
#include <gmock/gmock.h>

#include <fstream>

#include "base/error.h"
#include "tests/sim/sim_fixture.h"
#include "tests/tsim/tsim_fixture.h"

namespace vta::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr uint64_t kOut = 4096;

class StubCore : public ::testing::Test {
 protected:
  void SetUp() override { use_stub_core(); }

  // The smallest configuration, with a bus of 8 bytes: half an instruction is a beat.
  static VtaConfig narrow() {
    VtaConfig config = named_config("tiny");
    config.log_bus_width = 6;
    return config;
  }
  static std::unique_ptr<Device> make(const VtaConfig& config = narrow(),
                                      const WaveOptions& wave = {}) {
    auto device = make_device("tsim", config, {.memory_bytes = int64_t{1} << 20, .wave = wave});
    device->write_register(Register::OutBase, kOut);
    return device;
  }
  // `count` instructions at address 0; the last is FINISH.
  static void write_stream(Device& device, int64_t count) {
    const InsnCodec codec(device.config());
    for (int64_t k = 0; k < count; ++k) {
      const InsnBits bits =
          codec.encode(k + 1 < count ? load(MemoryType::Inp, k, 0, 0, 0) : finish());
      std::memcpy(device.memory().at(static_cast<uint64_t>(16 * k), 16).data(), &bits, 16);
    }
    device.write_register(Register::InsnAddr, 0);
    device.write_register(Register::InsnCount, static_cast<uint64_t>(count));
  }
  static const RunReport& run(Device& device, int64_t count) {
    write_stream(device, count);
    device.write_register(Register::Control, 1);
    while (!device.advance(1000)) {
    }
    return device.report();
  }
  static std::vector<int64_t> edges(const Device& device) {
    const auto get = [&](Register reg) { return static_cast<int64_t>(device.read_register(reg)); };
    return {get(Register::InpLoadNbytes), get(Register::WgtLoadNbytes),
            get(Register::OutStoreNbytes)};
  }
};

// Request registered and granted at edge 1; 2 instructions are 4 beats of 8 bytes .
TEST_F(StubCore, Memory_WithoutLatencyAnswersAfterTwoEdges) {
  auto device = make();
  device->write_register(Register::MemReadLatency, 0);
  device->write_register(Register::MemWriteLatency, 0);
  const RunReport& r = run(*device, 2);
  ASSERT_EQ(device->config().bus_bytes(), 8);
  const int64_t read = 1 + 2, last = read + 3;
  // The write is granted at the edge of the last read beat.
  EXPECT_THAT(edges(*device), ElementsAre(read, last, last + 2 + 4));
  EXPECT_EQ(r.cycles, last + 2 + 4 + 1);
}

TEST_F(StubCore, Memory_LatenciesAddToBothKinds) {
  auto device = make();
  device->write_register(Register::MemReadLatency, 40);
  device->write_register(Register::MemWriteLatency, 9);
  run(*device, 2);
  EXPECT_THAT(edges(*device), ElementsAre(43, 46, 46 + 2 + 9 + 4));
}

TEST_F(StubCore, Memory_MovesBytesUnderStrobes) {
  for (const VtaConfig& config : {narrow(), named_config("tiny")}) {
    auto device = make(config);
    device->memory().at(kOut, 1)[0] = std::byte{0xaa};
    run(*device, 8);
    EXPECT_EQ(device->memory().at(kOut, 1)[0], std::byte{0xaa}) << "strobe 0";
    const auto from = device->memory().at(1, 127);
    const auto to = device->memory().at(kOut + 1, 127);
    EXPECT_TRUE(std::equal(from.begin(), from.end(), to.begin())) << config.bus_bytes();
  }
}

TEST_F(StubCore, Memory_RefusesWhatIsPastItsEnd) {
  auto device = make();
  const auto last_page = (uint64_t{1} << 20) - 4096;
  device->memory().at(last_page, 4096)[4095] = std::byte{7};
  device->write_register(Register::OutBase, (uint64_t{1} << 20) - 16);
  const RunReport& r = run(*device, 2);
  EXPECT_EQ(r.error, IsaError::BusError);
  EXPECT_THAT(r.error_text, HasSubstr("BUS_ERROR: instruction 0"));
  EXPECT_THAT(r.error_text, HasSubstr("the memory of 1048576 bytes refused a burst"));
  EXPECT_EQ(device->memory().at(last_page, 4096)[4095], std::byte{7}) << "nothing is written";
}

TEST_F(StubCore, Timing_CountsTheStatesOfEveryUnit) {
  auto device = make();
  device->write_register(Register::MemReadLatency, 0);
  device->write_register(Register::MemWriteLatency, 0);
  device->set_kernels({0, 1});
  const RunReport& r = run(*device, 3);  // 6 beats: read at 3..8, write complete at 16
  ASSERT_TRUE(r.timing.has_value());
  const Timing& t = *r.timing;
  EXPECT_EQ(t.cycles, 17);
  EXPECT_EQ(t.bus_beats, 12);
  for (const StateCycles& unit : t.units) {
    int64_t sum = 0;
    for (const int64_t cycles : unit)
      sum += cycles;
    EXPECT_EQ(sum, t.cycles);
  }
  const auto of = [](const UnitCycles& u, TimedUnit unit, UnitState state) {
    return u[static_cast<size_t>(unit)][static_cast<size_t>(state)];
  };
  ASSERT_EQ(t.kernels.size(), 2u);
  EXPECT_EQ(of(t.kernels[0].units, TimedUnit::Load, UnitState::MemQueued), 1);
  EXPECT_EQ(of(t.kernels[0].units, TimedUnit::Load, UnitState::MemLatency), 7);
  EXPECT_EQ(of(t.kernels[1].units, TimedUnit::Store, UnitState::MemData), 6);
  EXPECT_EQ(of(t.units, TimedUnit::Store, UnitState::MemLatency), 2);
  EXPECT_EQ(of(t.outside.units, TimedUnit::Fetch, UnitState::None), 17);
  EXPECT_EQ(t.kernels[0].cycles, 8) << "completion of instruction 0";
  EXPECT_EQ(t.kernels[1].cycles, 16 - 8);
  EXPECT_EQ(t.outside.cycles, 1);
}

TEST_F(StubCore, Trace_ReportsCompletionsWithTheirCycle) {
  struct Sink : TraceSink {
    void on_retire(Unit unit, int64_t index, const Insn&, int64_t cycle) override {
      seen.emplace_back(unit, index, cycle);
    }
    std::vector<std::tuple<Unit, int64_t, int64_t>> seen;
  } sink;
  auto device = make();
  device->write_register(Register::MemReadLatency, 0);
  device->write_register(Register::MemWriteLatency, 0);
  device->set_trace_sink(&sink);
  run(*device, 3);
  EXPECT_THAT(sink.seen, ElementsAre(std::tuple(Unit::Load, 0, 8), std::tuple(Unit::Load, 1, 16)));
}

TEST_F(StubCore, Advance_RunsExactlyTheCyclesAskedFor) {
  auto device = make();
  device->write_register(Register::MemReadLatency, 100);
  write_stream(*device, 2);
  device->write_register(Register::Control, 1);
  EXPECT_FALSE(device->advance(102));
  device->write_register(Register::MemReadLatency, 3);
  EXPECT_EQ(device->read_register(Register::MemReadLatency), 100u) << "ignored during a run";
  int64_t cycles = 102;
  for (; !device->advance(1); ++cycles) {
  }
  EXPECT_EQ(device->report().cycles, cycles + 1);
}

TEST_F(StubCore, Scratchpad_IsReadByItsElements) {
  auto device = make();
  run(*device, 2);
  const auto bytes = device->read_scratchpad(MemoryType::Inp, 1, 1);  // the second beat's low bytes
  ASSERT_EQ(bytes.size(), 4u);
  EXPECT_EQ(std::memcmp(bytes.data(), device->memory().at(8, 4).data(), 4), 0);
  const auto acc = device->read_scratchpad(MemoryType::Acc, 1, 1);
  ASSERT_EQ(acc.size(), 16u);
  EXPECT_EQ(std::memcmp(acc.data() + 12, device->memory().at(8, 4).data(), 4), 0);
  const auto out = device->read_scratchpad(MemoryType::Out, 0, 2);
  ASSERT_EQ(out.size(), 8u);
  EXPECT_EQ(out[7], device->memory().at(8, 1)[0]);
  EXPECT_THROW(device->read_scratchpad(MemoryType::Inp, 0, 100000), DeviceError);
}

TEST_F(StubCore, TwoDevicesOfOneModelAreIndependent) {
  auto a = make(), b = make();
  write_stream(*a, 2);
  a->write_register(Register::Control, 1);
  a->advance(3);
  run(*b, 4);
  while (!a->advance(1)) {
  }
  EXPECT_EQ(*a->report().cycles + 2 * 4, *b->report().cycles) << "4 more beats each way";
}

TEST_F(StubCore, TwoConfigurationsLiveInOneProcess) {
  auto a = make(), b = make(named_config("tiny"));
  EXPECT_EQ(*run(*a, 8).cycles - *run(*b, 8).cycles, 2 * (16 - 2)) << "buses of 8 and 64 bytes";
}

TEST_F(StubCore, Wave_HasOnlyTheCyclesAskedFor) {
  const TempDir dir;
  const auto size = [&](const std::string& name, int64_t first, int64_t end) -> int64_t {
    WaveOptions wave{(dir.path() / name).string(), first, end, 0, 0, 0};
    auto device = make(narrow(), wave);
    for (int k = 0; k < 20; ++k)
      run(*device, 8);
    device.reset();
    return std::filesystem::exists(wave.file)
               ? static_cast<int64_t>(std::filesystem::file_size(wave.file))
               : -1;
  };
  const int64_t narrow = size("narrow.fst", 100, 110), wide = size("wide.fst", 0, 100000);
  EXPECT_GT(narrow, 0);
  EXPECT_GT(wide, narrow);
  EXPECT_EQ(size("never.fst", 1 << 20, (1 << 20) + 1), -1) << "no cycle, no file";
}

TEST_F(StubCore, Wave_OfAnInstructionEndsWithIt) {
  const TempDir dir;
  WaveOptions wave{(dir.path() / "insn.fst").string(), 0, 0, 1, 1, 2};
  auto device = make(narrow(), wave);
  run(*device, 8);
  EXPECT_FALSE(std::filesystem::exists(wave.file)) << "that is launch 1, not 0";
  run(*device, 8);
  device.reset();
  EXPECT_GT(std::filesystem::file_size(wave.file), 0u);
}

TEST_F(StubCore, Registers_AreCheckedAsElsewhere) {
  auto device = make();
  EXPECT_THAT([&] { device->write_register(Register::Cycles, 1); },
              ThrowsMessage<DeviceError>(HasSubstr("read-only")));
  EXPECT_THROW(device->write_register(Register::Control, 2), DeviceError);
  EXPECT_THAT(
      [&] {
        device->set_kernels({3, 1});
      },
      ThrowsMessage<DeviceError>(HasSubstr("ascend")));
  device->write_register(Register::InsnAddr, (1 << 20) - 16);
  device->write_register(Register::InsnCount, 2);
  EXPECT_THROW(device->write_register(Register::Control, 1), DeviceError);
}

}  // namespace
}  // namespace vta::test
