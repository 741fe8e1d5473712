// A process that is killed in the middle of a launch leaves the device usable for the next. The
// process is real, and so are its lock and its mapping; the shell is the Verilated one of this
// process, which answers for its registers.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "driver/linux/uio.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"
#include "tests/linux/board_program.h"
#include "tests/linux/verilated_board.h"

namespace vta {
namespace {

using test::BoardProgram;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Question {
  enum Kind : uint32_t { Read, Write, Enable, Wait } kind;
  uint32_t offset, value;
};

// Registers that another process has.
class AskingWindow final : public board::RegisterWindow {
 public:
  explicit AskingWindow(int socket) : socket_(socket) {}
  uint32_t read32(uint16_t offset) override { return ask({Question::Read, offset, 0}); }
  void write32(uint16_t offset, uint32_t value) override { ask({Question::Write, offset, value}); }
  void enable_interrupt() override { ask({Question::Enable, 0, 0}); }
  bool wait_for_interrupt(std::chrono::milliseconds) override {
    return ask({Question::Wait, 0, 0}) != 0;
  }

 private:
  uint32_t ask(const Question& question) const {
    uint32_t answer = 0;
    if (send(socket_, &question, sizeof question, 0) != sizeof question ||
        recv(socket_, &answer, sizeof answer, 0) != sizeof answer)
      _exit(2);
    return answer;
  }

  int socket_;
};

class KilledProcess : public ::testing::Test {
 protected:
  // Runs until its process ends.
  [[noreturn]] void use_the_device(int socket) {
    board::DeviceFile uio(board_->system().path("dev/uio0"), "");
    uio.lock();
    BoardProgram program(std::make_unique<board::BoardLink>(
        std::make_unique<AskingWindow>(socket),
        std::make_unique<board::UDmaBuf>(board_->system().paths(), board::kBufferName), VtaConfig{},
        test::patient_options()));
    program.launch();
    _exit(3);
  }

  // Answers the process until it asks for an interrupt of a run that is under way.
  void serve_until_it_waits(int socket) {
    Question question;
    while (recv(socket, &question, sizeof question, 0) == sizeof question) {
      uint32_t answer = 0;
      const auto offset = static_cast<uint16_t>(question.offset);
      if (question.kind == Question::Wait)
        return;
      if (question.kind == Question::Read)
        answer = board_->bench().read_at(offset);
      if (question.kind == Question::Write)
        board_->write32(offset, question.value);
      ASSERT_EQ(send(socket, &answer, sizeof answer, 0), ssize_t{sizeof answer});
    }
    FAIL() << "it has ended";
  }

  void kill_in_the_middle_of_a_launch() {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    const pid_t child = fork();
    if (child == 0)
      use_the_device(ends[1]);
    close(ends[1]);
    serve_until_it_waits(ends[0]);
    EXPECT_THAT([&] { board::Uio(board_->system().paths(), "uio0"); },
                ThrowsMessage<DeviceError>(HasSubstr("another process uses this device")));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
    close(ends[0]);
  }

  void expect_usable() {
    EXPECT_NO_THROW(board::Uio(board_->system().paths(), "uio0")) << "the lock went with it";
    auto link = test::open_board(board_);
    EXPECT_EQ(board_->bench().read(ShellRegister::ShellStatus), 0u)
        << "it would write into memory that is handed out from now on";
    BoardProgram program(std::move(link));
    BoardProgram expected(
        std::make_unique<LocalLink>(make_device("fsim", {}, {.memory_bytes = test::kBoardBytes})));
    const LaunchReport got = program.launch(), want = expected.launch();
    EXPECT_EQ(got.error, IsaError::None) << got.error_text;
    EXPECT_EQ(got.counters, want.counters);
    EXPECT_EQ(program.stored(), expected.stored());
  }

  std::shared_ptr<test::VerilatedBoard<VAxi>> board_ =
      std::make_shared<test::VerilatedBoard<VAxi>>(test::kBoardAddr, test::kBoardBytes);
};

TEST_F(KilledProcess, LeavesADeviceThatRunsToTheNext) {
  kill_in_the_middle_of_a_launch();
  ASSERT_EQ(board_->bench().read(ShellRegister::ShellStatus) & 1, 1u) << "still running";
  expect_usable();
}

// The run ended when nobody was there.
TEST_F(KilledProcess, LeavesADeviceThatHasEndedToTheNext) {
  kill_in_the_middle_of_a_launch();
  ASSERT_TRUE(board_->bench().run(1'000'000));
  expect_usable();
}

// Launches are refused: answers were awaited when it was found.
TEST_F(KilledProcess, LeavesADeviceThatWasStoppedToTheNext) {
  kill_in_the_middle_of_a_launch();
  board_->memory().hang(kAllChannels);
  board_->bench().write(ShellRegister::ShellControl, kShellAbort);
  ASSERT_EQ(board_->bench().read(Register::Status), kStatusRefusing);
  board_->memory().hang(0);
  expect_usable();
}

}  // namespace
}  // namespace vta
