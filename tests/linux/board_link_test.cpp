// The driver of a board over the Verilated shell: what a run gives, how it ends when memory refuses
// or hangs, and that the next one is as any other.
#include "driver/linux/board_link.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "base/error.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"
#include "tests/linux/board_program.h"
#include "tests/linux/verilated_board.h"

namespace vta {
namespace {

using board::BoardLink;
using board::BoardOptions;
using board::Milliseconds;
using test::BoardProgram;
using test::kReadsBesideWrites;
using test::open_board;
using test::patient_options;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kLongWork =
    "load uop y_size=1 x_size=1\n"
    "alu add use_imm imm=1 uop_end=1 iter_out=16000 iter_in=16000\n"
    "finish\n";

template <typename Top>
class BoardLinkTest : public ::testing::Test {
 protected:
  static constexpr AxiPace kPace{60, 60, 60, 60, 60};

  std::unique_ptr<DeviceLink> open(const BoardOptions& options = patient_options(),
                                   const VtaConfig& program = {}) {
    return open_board(board_, program, options);
  }
  static BoardOptions impatient() {
    return {.watchdog = 0, .timeout = Milliseconds(50), .patience = Milliseconds(20)};
  }
  // A program that nothing disturbs gives what fsim gives.
  static void expect_as_fsim(BoardProgram& program) {
    program.load(kReadsBesideWrites);
    program.driver().link().fill(program.out_at(), 4096, std::byte{0});
    BoardProgram expected(
        std::make_unique<LocalLink>(make_device("fsim", {}, {.memory_bytes = test::kBoardBytes})));
    expected.request().kernel_first_insn = program.request().kernel_first_insn = {0, 2};
    const LaunchReport want = expected.launch(), got = program.launch();
    EXPECT_EQ(got.error, IsaError::None) << got.error_text;
    EXPECT_EQ(got.counters, want.counters);
    EXPECT_EQ(got.kernels, want.kernels);
    EXPECT_EQ(got.tokens_left, want.tokens_left);
    EXPECT_GT(got.cycles.value_or(0), 0);
    EXPECT_FALSE(got.timing);
    EXPECT_EQ(program.stored(), expected.stored());
  }

  std::shared_ptr<test::VerilatedBoard<Top>> board_ =
      std::make_shared<test::VerilatedBoard<Top>>(test::kBoardAddr, test::kBoardBytes, kPace);
};
using BothFormsOfBoards = ::testing::Types<VAxi, VAxi3>;
TYPED_TEST_SUITE(BoardLinkTest, BothFormsOfBoards);

TYPED_TEST(BoardLinkTest, ARunGivesWhatASimulatorGives) {
  BoardProgram program(this->open());
  EXPECT_EQ(program.data_at() & ~uint64_t{0xfffff}, test::kBoardAddr);
  for (int run = 0; run < 3; ++run)
    this->expect_as_fsim(program);
}

TYPED_TEST(BoardLinkTest, SaysWhatTheHardwareIs) {
  VtaConfig program;
  program.cmd_queue_depth = 4;
  program.mem_burst_beats = 64;
  const auto link = this->open(patient_options(), program);
  const int64_t axi = kFormOf<TypeParam>.most_beats == 16 ? 3 : 4;
  EXPECT_EQ(link->info().backend, "board");
  EXPECT_EQ(link->info().config.axi, axi);
  EXPECT_EQ(link->info().config.cmd_queue_depth, 512);
  EXPECT_EQ(link->info().config.mem_burst_beats, axi == 3 ? 16 : 64);
  EXPECT_EQ(link->info().memory,
            (MemoryRange{test::kBoardAddr, test::kBoardAddr + test::kBoardBytes}));
}

TYPED_TEST(BoardLinkTest, AProgramForAnotherMachineIsRefused) {
  EXPECT_THAT([&] { this->open(patient_options(), named_config("tiny")); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("cannot run streams of configuration"),
                                               HasSubstr("STREAM_HASH is 0x"),
                                               HasSubstr("SHAPE is 0x40400, expected"))));
}

// The n-th burst of the data, on the channel of reads or of writes.
TYPED_TEST(BoardLinkTest, WhatMemoryRefusesIsABusErrorOfItsInstruction) {
  std::set<int64_t> blamed;
  for (const auto& [read, write] : {std::pair{0, -1}, {12, -1}, {-1, 0}, {-1, 7}}) {
    SCOPED_TRACE(testing::Message() << "read " << read << ", write " << write);
    AxiPace pace = this->kPace;
    pace.refused_read = read;
    pace.refused_write = write;
    pace.data_from = test::kBoardAddr + 4096;
    this->board_ = std::make_shared<test::VerilatedBoard<TypeParam>>(test::kBoardAddr,
                                                                     test::kBoardBytes, pace);
    auto& memory = this->board_->memory();
    BoardProgram program(this->open());
    ASSERT_EQ(program.data_at(), pace.data_from);
    const LaunchReport report = program.launch();
    ASSERT_FALSE(memory.refusals().empty());
    const AxiRefusal& refusal = memory.refusals().front();
    const bool second = refusal.address >= program.data_at() + test::kSecondLoadAt;
    const int64_t insn = refusal.write ? 1 : second ? 2 : 0;
    EXPECT_EQ(report.error, IsaError::BusError);
    EXPECT_EQ(report.error_insn, insn);
    EXPECT_THAT(report.error_text,
                AllOf(HasSubstr("SLVERR"), HasSubstr(insn == 1 ? "store" : "load")));
    EXPECT_TRUE(report.kernels.empty());
    blamed.insert(insn);
    memory.set_pace(this->kPace);
    this->expect_as_fsim(program);
  }
  EXPECT_THAT(blamed, testing::ElementsAre(0, 1, 2));
}

TYPED_TEST(BoardLinkTest, ABusThatHangsEndsByTheWatchdogAndComesBack) {
  BoardOptions options = this->impatient();
  options.watchdog = 500;
  options.timeout = patient_options().timeout;
  BoardProgram program(this->open(options));
  auto& memory = this->board_->memory();
  memory.hang(kR);
  const LaunchReport report = program.launch();
  EXPECT_EQ(report.error, IsaError::Timeout);
  EXPECT_EQ(report.error_insn, -1);
  EXPECT_THAT(report.error_text, HasSubstr("nothing moved on the bus for 500 cycles"));
  EXPECT_FALSE(report.cycles);
  EXPECT_THAT([&] { program.launch(); },
              ThrowsMessage<DeviceError>(
                  AllOf(HasSubstr("still in flight 20 ms after a soft reset"), HasSubstr("read"))));
  memory.hang(0);
  this->expect_as_fsim(program);
}

TYPED_TEST(BoardLinkTest, ABusThatHangsWithoutAWatchdogIsReported) {
  BoardProgram program(this->open(this->impatient()));
  auto& memory = this->board_->memory();
  memory.hang(kAllChannels);
  EXPECT_THAT([&] { program.launch(); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("aborted"), HasSubstr("in flight"),
                                               HasSubstr("watchdog=CYCLES"))));
  memory.hang(0);
  BoardProgram next(this->open());
  this->expect_as_fsim(next);
}

TYPED_TEST(BoardLinkTest, ALaunchBeyondItsTimeIsAbortedAndTheNextRuns) {
  BoardOptions options = patient_options();
  options.timeout = Milliseconds(20);
  {
    BoardProgram program(this->open(options), kLongWork);
    const LaunchReport report = program.launch();
    EXPECT_TRUE(report.ended);
    EXPECT_EQ(report.error, IsaError::Aborted);
    EXPECT_THAT(report.error_text, HasSubstr("no end within 20 ms"));
  }
  BoardProgram next(this->open());
  this->expect_as_fsim(next);
}

// With a clock, cycles are a time; without one, only timeout_ms counts.
TYPED_TEST(BoardLinkTest, ALaunchBeyondItsCyclesIsAResourceErrorAndTheNextRuns) {
  VtaConfig config;
  config.clock.mhz = 10'000;  // 2.56e8 steps: 26 ms
  BoardProgram program(this->open(patient_options(), config), kLongWork);
  program.request().max_cycles = 256'000'100;
  EXPECT_THAT([&] { program.launch(); },
              ThrowsMessage<ResourceError>(HasSubstr("did not end within 256000100 cycles")));
  program.request().max_cycles = kMaxCycles;
  this->expect_as_fsim(program);
}

// A million cycles take longer here than a thousandth of their time on a board of 10 kHz.
TYPED_TEST(BoardLinkTest, ALaunchWithinItsCyclesHasTheirTime) {
  VtaConfig config;
  config.clock.mhz = 0.01;
  BoardProgram program(this->open(patient_options(), config),
                       "load uop y_size=1 x_size=1\n"
                       "alu add use_imm imm=1 uop_end=1 iter_out=1000 iter_in=1000\n"
                       "finish\n");
  program.request().max_cycles = 1'100'000;
  const LaunchReport report = program.launch();
  EXPECT_EQ(report.error, IsaError::None) << report.error_text;
  EXPECT_GT(report.cycles.value_or(0), 1'000'000);
}

TYPED_TEST(BoardLinkTest, ErrorsOfStreamsAreTheHardwares) {
  BoardProgram program(this->open(), "load acc8 y_size=1 x_size=1\ngemm pop_prev\nfinish\n");
  const LaunchReport report = program.launch();
  EXPECT_EQ(report.error, IsaError::Deadlock);
  EXPECT_EQ(report.error_insn, 1);
  EXPECT_THAT(report.error_text, AllOf(HasSubstr("gemm"), HasSubstr("not counted")));
  this->expect_as_fsim(program);
}

TYPED_TEST(BoardLinkTest, MemoryIsReadBackUnlessItIsWrittenAgain) {
  BoardProgram program(this->open(),
                       "store out y_size=1 x_size=1\n"
                       "store out dram_base=1 y_size=1 x_size=1\n"
                       "finish\n");
  const uint64_t out = program.out_at();
  program.request().read_backs = {{0, out, 16}, {1, out, 32}};
  const LaunchReport report = program.launch();
  ASSERT_EQ(report.read_backs.size(), 2u);
  EXPECT_TRUE(report.read_backs[0] && report.read_backs[1]);
  program.request().read_backs = {{0, out + 8, 16}};
  EXPECT_THAT([&] { program.launch(); },
              ThrowsMessage<DeviceError>(AllOf(HasSubstr("read after instruction 0"),
                                               HasSubstr("instruction 1 writes there"))));
}

TYPED_TEST(BoardLinkTest, NothingIsReadBackFromAnInstructionWithAnErrorOn) {
  constexpr const char* kText =
      "store out y_size=1 x_size=1 push_prev\n"
      "load acc8 dram_base=0x7fffff y_size=1 x_size=1 pop_next\n"
      "finish\n";
  BoardProgram program(this->open(), kText);
  BoardProgram expected(
      std::make_unique<LocalLink>(make_device("fsim", {}, {.memory_bytes = test::kBoardBytes})),
      kText);
  for (BoardProgram* one : {&program, &expected}) {
    one->request().read_backs = {{0, one->out_at(), 16}, {1, one->out_at() + 64, 16}};
    const LaunchReport report = one->launch();
    EXPECT_EQ(report.error, IsaError::DramRange) << report.error_text;
    EXPECT_EQ(report.error_insn, 1);
    ASSERT_EQ(report.read_backs.size(), 2u);
    EXPECT_TRUE(report.read_backs[0]);
    EXPECT_FALSE(report.read_backs[1]);
  }
}

// A processor's cache: what either side writes reaches the other one when it is told to.
class CachedMemory final : public board::BoardMemory {
 public:
  explicit CachedMemory(const board::SystemPaths& paths)
      : memory_(paths, board::kBufferName),
        cache_(memory_.bytes().begin(), memory_.bytes().end()) {}
  uint64_t phys_addr() const override { return memory_.phys_addr(); }
  std::span<std::byte> bytes() override { return cache_; }
  void sync_for_device(int64_t offset, int64_t size) override {
    copy(cache_, memory_.bytes(), offset, size);
  }
  void sync_for_cpu(int64_t offset, int64_t size) override {
    copy(memory_.bytes(), cache_, offset, size);
  }

 private:
  static void copy(std::span<const std::byte> from, std::span<std::byte> to, int64_t offset,
                   int64_t size) {
    const auto at = static_cast<size_t>(offset), count = static_cast<size_t>(size);
    std::ranges::copy(from.subspan(at, count), to.subspan(at, count).begin());
  }

  board::UDmaBuf memory_;
  std::vector<std::byte> cache_;
};

TYPED_TEST(BoardLinkTest, CachesAreKeptTrue) {
  BoardProgram program(
      std::make_unique<BoardLink>(std::make_unique<test::VerilatedWindow<TypeParam>>(this->board_),
                                  std::make_unique<CachedMemory>(this->board_->system().paths()),
                                  VtaConfig{}, patient_options()));
  for (int run = 0; run < 2; ++run)
    this->expect_as_fsim(program);
}

TYPED_TEST(BoardLinkTest, WhatHardwareDoesNotShowIsRefused) {
  BoardProgram program(this->open());
  DeviceLink& link = program.driver().link();
  struct : TraceSink {
    void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
  } sink;
  EXPECT_THAT([&] { program.driver().launch(program.request(), &sink); },
              ThrowsMessage<DeviceError>(HasSubstr("events of a run")));
  EXPECT_THAT([&] { link.read_scratchpad(MemoryType::Acc, 0, 1); },
              ThrowsMessage<DeviceError>(HasSubstr("scratchpads")));
  std::byte one[2] = {};
  const auto outside =
      ThrowsMessage<DeviceError>(HasSubstr("outside of device memory [0x10000000"));
  EXPECT_THAT([&] { link.read(test::kBoardAddr - 1, one); }, outside);
  EXPECT_THAT([&] { link.write(test::kBoardAddr + test::kBoardBytes - 1, one); }, outside);
  EXPECT_THAT([&] { link.fill(test::kBoardAddr, test::kBoardBytes + 1, {}); }, outside);
  EXPECT_THAT([&] { link.view(UINT64_MAX, 2); }, outside);
  EXPECT_EQ(link.view(test::kBoardAddr, test::kBoardBytes).size(), size_t{test::kBoardBytes});
}

// ---- registers that are not those of this shell

class RegisterMap final : public board::RegisterWindow {
 public:
  explicit RegisterMap(std::map<uint16_t, uint32_t> values) : values_(std::move(values)) {}
  uint32_t read32(uint16_t offset) override { return values_[offset]; }
  void write32(uint16_t, uint32_t) override {}
  void enable_interrupt() override {}
  bool wait_for_interrupt(Milliseconds) override { return true; }

 private:
  std::map<uint16_t, uint32_t> values_;
};

void expect_refused(std::map<uint16_t, uint32_t> registers, const std::string& text) {
  const test::FakeSystem system(test::kBoardAddr, 4096);
  EXPECT_THAT(
      [&] {
        BoardLink(std::make_unique<RegisterMap>(std::move(registers)),
                  std::make_unique<board::UDmaBuf>(system.paths(), board::kBufferName), {},
                  {.patience = Milliseconds(1)});
      },
      ThrowsMessage<DeviceError>(HasSubstr(text)));
}

TEST(BoardIdentity, OtherRegistersAreRefused) {
  expect_refused({}, "SHELL_ID is 0x00000000, expected 0x56544131");
  expect_refused({{0x100, kShellId}, {0x104, 0x00020003}},
                 "SHELL_VERSION is 0x00020003, expected 0x0001....");
  expect_refused({{0x100, kShellId}, {0x104, 0x00010007}}, "STREAM_HASH is 0x0, expected 0x");
  expect_refused({{0x100, kShellId}, {0x104, kShellVersion}, {0x12c, 0x010302}},
                 "3 reads and 1 write still in flight 1 ms after a soft reset");
}

}  // namespace
}  // namespace vta
