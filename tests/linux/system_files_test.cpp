// The drivers of UIO and u-dma-buf over folders that look like /dev and /sys: all that they do but
// what a real device does behind its file.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "driver/linux/board_scheme.h"
#include "driver/linux/uio.h"
#include "tests/linux/fake_system.h"

namespace vta {
namespace {

using board::DeviceFile;
using board::Milliseconds;
using board::UDmaBuf;
using board::Uio;
using test::FakeSystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr uint64_t kPhysAddr = 0x10000000;
constexpr int64_t kBytes = 1 << 16;

class SystemFiles : public ::testing::Test {
 protected:
  template <typename F, typename M>
  static void refused(F make, const M& message) {
    EXPECT_THAT(make, ThrowsMessage<DeviceError>(message));
  }
  void buffer_refused(const std::string& file, const std::string& text,
                      const std::string& message) {
    const FakeSystem system(kPhysAddr, kBytes);
    system.write(FakeSystem::buffer(file), text);
    refused([&] { UDmaBuf(system.paths(), board::kBufferName); },
            AllOf(HasSubstr("udmabuf-vta/" + file), HasSubstr(message)));
  }

  FakeSystem system_{kPhysAddr, kBytes};
};

// ---- u-dma-buf

TEST_F(SystemFiles, ABufferIsMappedAndSaysWhereItIs) {
  UDmaBuf buffer(system_.paths(), board::kBufferName);
  EXPECT_EQ(buffer.phys_addr(), kPhysAddr);
  ASSERT_EQ(buffer.bytes().size(), size_t{kBytes});
  buffer.bytes()[4097] = std::byte{'x'};
  EXPECT_EQ(system_.read("dev/udmabuf-vta")[4097], 'x');
}

TEST_F(SystemFiles, CachesAreKeptTrueByTheFilesOfTheModule) {
  const auto value = [&](const char* file) { return system_.read(FakeSystem::buffer(file)); };
  UDmaBuf buffer(system_.paths(), board::kBufferName);
  EXPECT_EQ(value("sync_for_cpu"), "1") << "tried when it is opened";
  EXPECT_EQ(value("sync_for_device"), "0\n");
  buffer.sync_for_device(8192, 12288);
  EXPECT_EQ(value("sync_offset"), "8192");
  EXPECT_EQ(value("sync_size"), "12288");
  EXPECT_EQ(value("sync_direction"), "0");
  EXPECT_EQ(value("sync_for_device"), "1");
  system_.write(FakeSystem::buffer("sync_for_cpu"), "0");
  buffer.sync_for_cpu(0, 7);
  EXPECT_EQ(value("sync_for_cpu"), "1");
  EXPECT_EQ(value("sync_size"), "7");
}

TEST_F(SystemFiles, OlderVersionsOfTheModuleHaveAnotherFolder) {
  std::filesystem::rename(system_.path("sys/class/u-dma-buf"), system_.path("sys/class/udmabuf"));
  EXPECT_EQ(UDmaBuf(system_.paths(), board::kBufferName).phys_addr(), kPhysAddr);
}

TEST_F(SystemFiles, ABufferThatIsNotThereIsNamed) {
  refused([&] { UDmaBuf(system_.paths(), "udmabuf0"); },
          AllOf(HasSubstr("udmabuf0: there is no such buffer; there are udmabuf-vta")));
  system_.remove("dev/udmabuf-vta");
  refused([&] { UDmaBuf(system_.paths(), board::kBufferName); },
          AllOf(HasSubstr("dev/udmabuf-vta: there is no such file")));
  system_.remove("sys/class/u-dma-buf");
  refused([&] { UDmaBuf(system_.paths(), board::kBufferName); },
          HasSubstr("is the module u-dma-buf loaded"));
}

TEST_F(SystemFiles, WhatTheModuleSaysMustMakeSense) {
  buffer_refused("phys_addr", "somewhere\n", "'somewhere' is no number below 2^64");
  buffer_refused("phys_addr", "0x10000000000000000\n", "is no number below 2^64");
  buffer_refused("phys_addr", "0x", "'0x' is no number");
  buffer_refused("phys_addr", "", "'' is no number");
  buffer_refused("phys_addr", "-4096", "'-4096' is no number");
  buffer_refused("phys_addr", "0x10000010", "0x10000010 is not a multiple of 4096");
  buffer_refused("size", "0", "a buffer of 0 bytes; legal are 4096 to");
  buffer_refused("size", "4097", "0x1001 is not a multiple of 4096");
  buffer_refused("size", "18446744073709547520", "a buffer of 18446744073709547520 bytes");
}

TEST_F(SystemFiles, ABufferSmallerThanItsSizeIsRefused) {
  system_.write(FakeSystem::buffer("size"), std::to_string(2 * kBytes));
  refused([&] { UDmaBuf(system_.paths(), board::kBufferName); },
          AllOf(HasSubstr("dev/udmabuf-vta"), HasSubstr("has 65536 bytes, 131072 are needed")));
}

TEST_F(SystemFiles, WhatCannotBeReadOrWrittenIsNamed) {
  system_.remove(FakeSystem::buffer("phys_addr"));
  refused([&] { UDmaBuf(system_.paths(), board::kBufferName); },
          AllOf(HasSubstr("phys_addr: cannot be read: No such file")));
  const FakeSystem without(kPhysAddr, kBytes);
  without.remove(FakeSystem::buffer("sync_size"));
  without.write(FakeSystem::buffer("sync_size/file"), "");  // a folder in its place
  refused([&] { UDmaBuf(without.paths(), board::kBufferName); },
          HasSubstr("sync_size: cannot be opened for writing: Is a directory"));
  refused([] { board::write_number("/dev/full", 5); },
          HasSubstr("/dev/full: 5 cannot be written: No space left"));
}

TEST_F(SystemFiles, AFileWithoutPermissionSaysWhoMay) {
  std::filesystem::permissions(system_.path("dev/udmabuf-vta"), std::filesystem::perms::none);
  std::filesystem::permissions(system_.path(""), std::filesystem::perms::all);
  constexpr uid_t kNobody = 65534;
  const uid_t before = geteuid();
  if (before == 0) {  // root may open everything
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  refused(
      [&] { UDmaBuf(system_.paths(), board::kBufferName); },
      AllOf(HasSubstr("udmabuf-vta: cannot be opened for reading and writing: Permission denied"),
            HasSubstr("add a udev rule")));
  ASSERT_EQ(seteuid(before), 0);
}

// ---- UIO

TEST_F(SystemFiles, RegistersAreWordsOfTheMappedFile) {
  Uio uio(system_.paths(), board::kUioName);
  uio.write32(0x104, 0x01020304);
  EXPECT_EQ(uio.read32(0x104), 0x01020304u);
  EXPECT_EQ(system_.read("dev/uio0").substr(0x104, 4), "\x04\x03\x02\x01");
}

TEST_F(SystemFiles, ADeviceIsFoundByNameNumberOrFile) {
  const std::string file = system_.path("dev/uio0");
  for (const std::string& place : {std::string("vta"), std::string("uio0"), file})
    EXPECT_EQ(board::find_uio(system_.paths(), place), file);
  system_.write("sys/class/uio/uio3/name", "other");
  refused([&] { board::find_uio(system_.paths(), "uio1"); },
          HasSubstr("0 UIO devices are called 'uio1'; there are uio0 (vta), uio3 (other)"));
  system_.write("sys/class/uio/uio3/name", "vta");
  refused([&] { board::find_uio(system_.paths(), "vta"); },
          AllOf(HasSubstr("2 UIO devices are called 'vta'"), HasSubstr("board://uio0")));
  system_.remove("sys/class/uio");
  refused([&] { board::find_uio(system_.paths(), "vta"); },
          AllOf(HasSubstr("there is no UIO device"), HasSubstr("of_id")));
}

TEST_F(SystemFiles, ACoreIsFoundByItsNumber) {
  const FakeSystem two(kPhysAddr, kBytes, 2);
  EXPECT_EQ(board::uio_of_core(two.paths(), 1), "vta1");
  EXPECT_EQ(board::find_uio(two.paths(), "vta1"), two.path("dev/uio1"));
  refused([&] { board::uio_of_core(two.paths(), 2); },
          HasSubstr("there is no core 2: no UIO device is called vta2; the cores are vta0 (uio0), "
                    "vta1 (uio1)"));
  refused([&] { board::uio_of_core(system_.paths(), 0); },
          HasSubstr("this board has no cores by number but vta (uio0): leave out core="));
  system_.remove("sys/class/uio");
  refused([&] { board::uio_of_core(system_.paths(), 0); }, HasSubstr("of_id"));
}

TEST_F(SystemFiles, RegistersThatAreTooFewAreRefused) {
  system_.write("sys/class/uio/uio0/maps/map0/size", "0x800");
  refused([&] { Uio(system_.paths(), "uio0"); },
          AllOf(HasSubstr("map0/size: 0x800 bytes of registers; an accelerator has 0x1000")));
  system_.write("sys/class/uio/uio0/maps/map0/size", "0x1000");
  system_.write("dev/uio0", "short");
  refused([&] { Uio(system_.paths(), "uio0"); }, HasSubstr("has 5 bytes, 4096 are needed"));
  system_.remove("dev/uio0");
  refused([&] { Uio(system_.paths(), "uio0"); },
          AllOf(HasSubstr("dev/uio0: there is no such file"), HasSubstr("bitstream")));
  refused([&] { Uio(system_.paths(), system_.path("dev")); }, HasSubstr("Is a directory"));
  refused([&] { Uio(system_.paths(), "/dev/null"); },
          AllOf(HasSubstr("/dev/null: this is no UIO device"), HasSubstr("sys/class/uio/null")));
}

TEST_F(SystemFiles, ADeviceHasOneUser) {
  auto first = std::make_unique<Uio>(system_.paths(), "uio0");
  refused([&] { Uio(system_.paths(), "uio0"); },
          AllOf(HasSubstr("dev/uio0: another process uses this device"), HasSubstr("fuser")));
  first.reset();
  EXPECT_NO_THROW(Uio(system_.paths(), "uio0"));
}

// A socket in the place of the file: what is written can be seen, and answered.
class UioInterrupts : public SystemFiles {
 protected:
  UioInterrupts() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    other_ = ends[1];
    EXPECT_EQ(dup2(ends[0], file_.descriptor()), file_.descriptor());
    close(ends[0]);
  }
  ~UioInterrupts() override { close(other_); }

  int other_ = -1;
  DeviceFile file_{system_.path("dev/uio0"), ""};
  board::UioInterrupt interrupt_{file_};
};

TEST_F(UioInterrupts, AreEnabledByAOneAndAwaitedByAWord) {
  EXPECT_FALSE(interrupt_.wait(Milliseconds(1)));
  interrupt_.enable();
  uint32_t word = 0;
  ASSERT_EQ(read(other_, &word, sizeof word), 4);
  EXPECT_EQ(word, 1u);
  ASSERT_EQ(write(other_, &word, sizeof word), 4);
  EXPECT_TRUE(interrupt_.wait(Milliseconds(600'000)));
  EXPECT_FALSE(interrupt_.wait(Milliseconds(0)));
}

TEST_F(UioInterrupts, ThatCannotBeAreErrors) {
  const uint16_t half = 1;
  ASSERT_EQ(write(other_, &half, sizeof half), 2);
  refused([&] { interrupt_.wait(Milliseconds(600'000)); },
          HasSubstr("the interrupt cannot be awaited: 2 bytes of 4"));
  const int nothing = open("/dev/null", O_RDONLY);
  ASSERT_EQ(dup2(nothing, file_.descriptor()), file_.descriptor());
  close(nothing);
  refused([&] { interrupt_.enable(); },
          AllOf(HasSubstr("the interrupt cannot be enabled: Bad file descriptor"),
                HasSubstr("'interrupts'")));
}

// ---- the row of the table

TEST_F(SystemFiles, TheDeviceStringReachesThem) {
  DeviceTable table;
  table.add(board::board_scheme(system_.paths()));
  const auto open = [&](const char* text) { table.open(text, VtaConfig{}); };
  refused([&] { open("board"); }, HasSubstr("SHELL_ID is 0x00000000"));
  refused([&] { open("board://uio0,udmabuf=udmabuf-vta,watchdog=0"); }, HasSubstr("SHELL_ID"));
  refused([&] { open("board://uio7"); }, HasSubstr("called 'uio7'"));
  refused([&] { open("board,udmabuf=mine"); }, HasSubstr("mine: there is no such buffer"));
  const auto usage = [&](const char* text, const char* message) {
    EXPECT_THAT([&] { open(text); }, ThrowsMessage<UsageError>(HasSubstr(message)));
  };
  usage("board://uio1,core=1", "core= names a UIO device, and so does board://uio1");
  usage("board,core=8", "core=8 must be an integer from 0 to 7");
  usage("board,watchdog=4294967296", "watchdog=4294967296 must be an integer from 0 to 4294967295");
  usage("board,timeout_ms=0", "timeout_ms=0 must be an integer from 1");
  usage("board,patience_ms=soon", "patience_ms=soon");
  usage("board,reset=1", "unknown key 'reset'");
  EXPECT_THAT(table.help(), HasSubstr("board[://UIO]: an FPGA in this machine"));
}

TEST_F(SystemFiles, TheDeviceStringOfACoreReachesItsOwn) {
  const FakeSystem two(kPhysAddr, kBytes, 2);
  DeviceTable table;
  table.add(board::board_scheme(two.paths()));
  const auto open = [&](const char* text) { table.open(text, VtaConfig{}); };
  refused([&] { open("board,core=1"); }, HasSubstr("SHELL_ID is 0x00000000"));
  refused([&] { open("board,core=2"); }, HasSubstr("there is no core 2"));
  two.remove("sys/class/u-dma-buf/udmabuf-vta1");
  refused([&] { open("board,core=1"); }, HasSubstr("udmabuf-vta1: there is no such buffer"));
}

}  // namespace
}  // namespace vta
