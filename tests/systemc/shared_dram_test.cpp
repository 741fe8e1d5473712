// Accelerators on a DRAM in SystemC against the event-driven system, for the same launches.
#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "config/memory_preset.h"
#include "hw/isa/assembler.h"
#include "sim/cosim/backend_run.h"
#include "sim/cosim/system_run.h"
#include "sim/system/csim_system.h"
#include "sim/touched_bytes.h"
#include "tests/systemc/core_on_dram.h"
#include "tests/systemc/systemc_system.h"

namespace vta {
namespace {

using test::SystemcSystem;

// Of each case; more by VTA_SYSTEMC_PROGRAMS.
int64_t programs() {
  const char* const asked = std::getenv("VTA_SYSTEMC_PROGRAMS");
  return asked != nullptr ? std::atoll(asked) : 10;
}

struct Case {
  std::string dram;
  int64_t mhz = 100;
  std::vector<std::string> cores;
};

// Elaborated together: no module can be added once time has passed.
const std::vector<Case> kCases = {
    {"ddr3-1066", 100, {"tiny", "default"}},
    {"ddr4-2400", 200, {"1x16.32", "tiny", "2x16"}},
    {"lpddr4-3200", 500, {"tiny", "tiny"}},
    {"ddr3-1600", 100, {"tiny", "tiny", "tiny", "tiny", "tiny", "tiny", "tiny", "tiny"}},
    {"ddr3-1066", 100, {"default"}},
    {"lpddr4-3200", 250, {"tiny"}},
};
constexpr size_t kFirstAlone = 4;  // of these

std::vector<VtaConfig> cores_of(const Case& one) {
  std::vector<VtaConfig> cores;
  for (const std::string& name : one.cores)
    cores.push_back(apply_memory(named_config(name), fmt::format("{},mhz={}", one.dram, one.mhz)));
  return cores;
}

std::vector<VtaConfig> hardware_of(const Case& one) {
  std::vector<VtaConfig> hardware;
  for (const VtaConfig& core : cores_of(one))
    hardware.push_back(cosim::device_config(core));
  return hardware;
}

// Behind those of the cases one whose memory is smaller than what its accelerators may address.
std::vector<std::unique_ptr<SystemcSystem>>& systems() {
  static std::vector<std::unique_ptr<SystemcSystem>> all = [] {
    std::vector<std::unique_ptr<SystemcSystem>> made;
    for (const Case& one : kCases) {
      const sc_core::sc_time period(1000.0 / static_cast<double>(one.mhz), sc_core::SC_NS);
      made.push_back(std::make_unique<SystemcSystem>(fmt::format("system{}", made.size()).c_str(),
                                                     hardware_of(one), one.dram, period,
                                                     cosim::system_memory_bytes(one.cores.size())));
      made.back()->core(0).memory().expect_sparse_use();
    }
    constexpr int64_t kSmall = 1 << 16;
    made.push_back(std::make_unique<SystemcSystem>("small", std::vector<VtaConfig>(2), "ddr3-1066",
                                                   sc_core::sc_time(10, sc_core::SC_NS), kSmall,
                                                   4 * kSmall));
    return made;
  }();
  return all;
}

// What a launch left: by its registers, and as the hosts saw it.
struct Outcome {
  int64_t launched = 0, ended = 0;  // edges
  int64_t cycles = 0, error = 0, error_insn = 0;
  std::vector<int64_t> counters;
  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& o) {
  return out << "launched " << o.launched << ", ended " << o.ended << ", cycles " << o.cycles
             << ", error " << o.error << " of " << o.error_insn;
}

// The launches of the programs side by side, each core's second one as soon as its first has
// ended and its host has come to it.
class Launches {
 public:
  Launches(const cosim::SystemProgram& program, System& system)
      : program_(program), system_(system), launched_(program.cores.size(), -1) {}

  std::vector<Outcome> run() {
    system_.core(0).memory().clear(0, cosim::system_memory_bytes(program_.cores.size()));
    for (size_t core = 0; core < program_.cores.size(); ++core) {
      place_and_launch(cosim::zeroing_program(program_.cores[core]), core);  // the scratchpads
      await(core);
    }
    for (size_t core = 0; core < program_.cores.size(); ++core)
      place(program_.cores[core], core);
    for (int turn = 0; turn < 2; ++turn)
      for (size_t core = 0; core < program_.cores.size(); ++core) {
        await(core);
        pass(program_.begin[core] % 300);
        launch(program_.cores[core], core);
      }
    for (size_t core = 0; core < program_.cores.size(); ++core)
      await(core);
    return std::move(outcomes_);
  }

 private:
  bool any_running() const {
    for (int64_t core = 0; core < system_.num_cores(); ++core)
      if (system_.running(core))
        return true;
    return false;
  }
  void pass(int64_t edges) {
    for (const int64_t last = system_.now() + edges - 1; any_running() && system_.now() <= last;)
      system_.run_through(last);
  }
  void place(const cosim::TestProgram& p, size_t core) {
    cosim::place_program(p, system_.core(0).memory(), cosim::part_of_core(core));
  }
  void place_and_launch(const cosim::TestProgram& p, size_t core) {
    place(p, core);
    launch(p, core);
  }
  void launch(const cosim::TestProgram& p, size_t core) {
    Device& device = system_.core(static_cast<int64_t>(core));
    cosim::write_registers(p, cosim::launches_of(p).front(), device, cosim::part_of_core(core));
    launched_[core] = any_running() ? system_.now() : 0;
    device.write_register(Register::Control, 1);
  }
  void await(size_t core) {
    if (launched_[core] < 0)
      return;
    constexpr int64_t kFar = int64_t{1} << 40;
    while (system_.running(static_cast<int64_t>(core)))
      system_.run_through(kFar);
    const Device& device = system_.core(static_cast<int64_t>(core));
    const auto get = [&](Register reg) { return static_cast<int64_t>(device.read_register(reg)); };
    Outcome outcome{launched_[core],          system_.now(),
                    get(Register::Cycles),    get(Register::ErrorCode),
                    get(Register::ErrorInsn), {}};
    for (const CounterField& field : machine_counters())
      outcome.counters.push_back(get(*field.reg));
    outcomes_.push_back(std::move(outcome));
    launched_[core] = -1;
  }

  const cosim::SystemProgram& program_;
  System& system_;
  std::vector<int64_t> launched_;
  std::vector<Outcome> outcomes_;
};

std::vector<int64_t> figures_of(const DramStatistics& statistics) {
  std::vector<int64_t> figures;
  for (const DramField& field : kDramFields)
    figures.push_back(statistics.*field.member);
  return figures;
}

// Of the cores whose programs have no races and no error that ends them in the middle; pages that
// nobody has written are not read.
void expect_equal_memory(const cosim::SystemProgram& program, System& a, System& b) {
  const auto specified = [&](size_t core) {
    const auto code = a.core(static_cast<int64_t>(core)).read_register(Register::ErrorCode);
    return !program.cores[core].racy && !stops_at_once(static_cast<IsaError>(code));
  };
  const int64_t bytes = cosim::system_memory_bytes(program.cores.size());
  const std::vector<ByteRange> touched = touched_bytes(a.core(0).memory(), bytes);
  EXPECT_FALSE(touched.empty());
  for (const ByteRange& range : touched) {
    const uint64_t core = range.begin / cosim::part_of_core(1);
    const auto size = static_cast<int64_t>(range.end - range.begin);
    if (specified(core)) {
      EXPECT_TRUE(std::ranges::equal(a.core(0).memory().at(range.begin, size),
                                     b.core(0).memory().at(range.begin, size)))
          << "memory of core " << core << " from " << range.begin;
    }
  }
}

class OfSeveral : public ::testing::TestWithParam<size_t> {};

TEST_P(OfSeveral, CyclesAndStatisticsAreThoseOfTheSystem) {
  const size_t which = GetParam();
  const Case& one = kCases[which];
  System& systemc = *systems()[which];
  CsimOptions options;
  options.memory_bytes = cosim::system_memory_bytes(one.cores.size());
  CsimSystem csim(hardware_of(one), "portable", options);
  csim.core(0).memory().expect_sparse_use();
  for (int64_t index = 0; index < programs(); ++index) {
    SCOPED_TRACE(fmt::format("program {}", index));
    cosim::SystemProgram program =
        cosim::generate_system_program(cores_of(one), cosim::MemoryChoice::Fixed, 7, index);
    for (cosim::TestProgram& p : program.cores)
      p.refused = {};  // a window that the tool's memory refuses
    const std::vector<Outcome> want = Launches(program, csim).run();
    ASSERT_EQ(Launches(program, systemc).run(), want);
    EXPECT_EQ(figures_of(systemc.dram_statistics()), figures_of(csim.dram_statistics()));
    EXPECT_TRUE(csim.dram_statistics().any());
    expect_equal_memory(program, systemc, csim);
  }
}

INSTANTIATE_TEST_SUITE_P(SharedDram, OfSeveral, ::testing::Range<size_t>(0, kFirstAlone));

class OfOne : public ::testing::TestWithParam<size_t> {};

// There is no arbiter in front of it: the cycles are those of `vta run --memory`.
TEST_P(OfOne, CyclesAndStatisticsAreThoseOfTheCoreOnThatMemory) {
  const Case& one = kCases[GetParam()];
  System& systemc = *systems()[GetParam()];
  const VtaConfig config = cores_of(one)[0];
  test::CoreOnDram core(hardware_of(one)[0], cosim::system_memory_bytes(1));
  for (int64_t index = 0; index < 2 * programs(); ++index) {
    SCOPED_TRACE(fmt::format("program {}", index));
    cosim::TestProgram p = cosim::generate_program(config, cosim::MemoryChoice::Fixed, 5, index);
    p.refused = {};
    for (Device* device : {static_cast<Device*>(&core), &systemc.core(0)}) {
      cosim::place_program(p, device->memory());
      cosim::write_registers(p, cosim::launches_of(p).front(), *device);
      device->write_register(Register::Control, 1);
      EXPECT_TRUE(device->advance(int64_t{1} << 40));
    }
    const RunReport &got = systemc.core(0).report(), &want = core.report();
    ASSERT_EQ(got.cycles, want.cycles);
    EXPECT_EQ(got.error, want.error);
    EXPECT_EQ(got.counters, want.counters);
    EXPECT_EQ(figures_of(systemc.dram_statistics()), figures_of(want.timing->dram));
    EXPECT_TRUE(want.timing->dram.any());
  }
}

INSTANTIATE_TEST_SUITE_P(SharedDram, OfOne, ::testing::Range<size_t>(kFirstAlone, kCases.size()));

// A memory too small for the second of two: it ends with an error, and the first as if alone.
TEST(SharedDram, WhatIsBeyondTheMemoryIsRefusedToTheCoreThatAsked) {
  SystemcSystem& system = *systems().back();
  const auto stream =
      assemble_stream("load inp y_size=1 x_size=16\nfinish\n", "example", VtaConfig{});
  constexpr uint64_t kStream = 0x1000;
  std::memcpy(system.core(0).memory().at(kStream, 4096).data(), stream.data(),
              stream.size() * sizeof stream[0]);
  const std::array<uint64_t, 2> data{0x8000, 0x10000};
  for (int64_t core = 0; core < 2; ++core) {
    Device& device = system.core(core);
    device.write_register(Register::InsnCount, stream.size());
    device.write_register(Register::InsnAddr, kStream);
    device.write_register(Register::InpBase, data[static_cast<size_t>(core)]);
    device.write_register(Register::Control, 1);
  }
  for (int64_t core = 0; core < 2; ++core)
    EXPECT_TRUE(system.core(core).advance(int64_t{1} << 40));
  EXPECT_EQ(system.core(0).report().error, IsaError::None);
  EXPECT_EQ(system.core(1).report().error, IsaError::BusError);
  EXPECT_THAT(system.core(1).report().error_text,
              ::testing::HasSubstr("the memory answered a read of 128 bytes at 0x10000 with "
                                   "TLM_ADDRESS_ERROR_RESPONSE"));
}

}  // namespace
}  // namespace vta
