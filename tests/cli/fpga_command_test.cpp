// vta fpga export as a user runs it: its folder, its messages, what it leaves behind.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <boost/json.hpp>
#include <map>

#include "tests/cli/run_vta.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class FpgaCommand : public ::testing::Test {
 protected:
  FpgaCommand() { fs::create_directories(dir_); }
  ~FpgaCommand() override { fs::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  std::string out() const { return path("out"); }
  std::string command(const std::string& more = "") const {
    return "fpga export --config 1x8 --board pynq-z1 -o " + out() + " " + more;
  }
  static void expect_failure(const std::string& arguments, int exit_code,
                             const std::string& words) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, exit_code) << arguments << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
    EXPECT_THAT(run.out, IsEmpty()) << arguments;
  }

  // Name and content of all that is in the folder.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(out()))
      if (entry.is_regular_file())
        files[entry.path().lexically_relative(out()).string()] =
            read_text_file(entry.path().string());
    return files;
  }

  fs::path dir_ = fs::path(testing::TempDir()) / ("vta_fpga_command_" + std::to_string(::getpid()));
};

TEST_F(FpgaCommand, WritesWhatItNames) {
  const ApartResult run = run_vta_apart(command("--clock 100 --json"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto document = boost::json::parse(run.out).as_object();
  const std::map<std::string, std::string> files = contents();
  std::vector<std::string> named, there;
  for (const auto& name : document.at("files").as_array())
    named.emplace_back(name.as_string());
  for (const auto& [name, text] : files)
    there.push_back(name);
  EXPECT_EQ(named, there);
  EXPECT_EQ(document.at("clock_mhz").to_number<double>(), 100);
  EXPECT_EQ(document.at("part").as_string(), "xc7z020clg400-1");
  EXPECT_EQ(document.at("memory_port_bits"), 64);
  EXPECT_EQ(document.at("provenance").at("schema").as_string(), "vta.fpga.export");
}

TEST_F(FpgaCommand, SaysWhatItChoseAndThatItFits) {
  const ApartResult run = run_vta_apart(command("--clock 107"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("clock 100.000 MHz (requested: 107 MHz)"),
                             HasSubstr("it fits: LUT "), HasSubstr("docs/bring_up.md")));
  EXPECT_THAT(run.err, IsEmpty());
}

// Files of one's own stay; what an earlier version may have left among the sources is said.
TEST_F(FpgaCommand, ASecondRunReplacesItsOwnFilesOnly) {
  ASSERT_EQ(run_vta(command()).exit_code, 0);
  const auto first = contents();
  write_text_file(out() + "/notes.txt", "mine");
  write_text_file(out() + "/ip/rtl/vta_old.sv", "module vta_old; endmodule\n");
  write_text_file(out() + "/ip/rtl/notes.txt", "mine");
  fs::create_directories(out() + "/old");
  fs::create_directories(out() + "/vivado/vta.srcs");
  write_text_file(out() + "/old/vta_older.v", "");
  write_text_file(out() + "/vivado/vta.srcs/system_wrapper.v", "");
  write_text_file(out() + "/files.f", "damaged");
  const ApartResult second = run_vta_apart(command());
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.err, AllOf(HasSubstr("out/ip/rtl/vta_old.sv is not of this export"),
                                HasSubstr("out/old/vta_older.v is not of this export")));
  EXPECT_THAT(second.err, AllOf(Not(HasSubstr("notes.txt")), Not(HasSubstr("vivado"))));
  auto now = contents();
  EXPECT_EQ(now["notes.txt"], "mine");
  now.erase("notes.txt");
  for (const char* name : {"ip/rtl/notes.txt", "ip/rtl/vta_old.sv", "old/vta_older.v",
                           "vivado/vta.srcs/system_wrapper.v"})
    now.erase(name);
  EXPECT_EQ(now, first);
}

TEST_F(FpgaCommand, AFullDiskLeavesTheFolderAsItWas) {
  const ApartResult begin = run_vta_apart(command(), "ulimit -f 4; ");  // blocks of 512 bytes
  EXPECT_EQ(begin.exit_code, 9) << begin.err;
  EXPECT_THAT(begin.err, AllOf(HasSubstr("cannot write '" + out()), HasSubstr("too large")));
  EXPECT_FALSE(fs::exists(out()));
  ASSERT_EQ(run_vta(command()).exit_code, 0);
  const auto before = contents();
  EXPECT_EQ(run_vta_apart(command("--clock 20"), "ulimit -f 4; ").exit_code, 9);
  EXPECT_EQ(contents(), before);
}

TEST_F(FpgaCommand, PlacesThatTakeNoFolderAreNamed) {
  const std::string to = "fpga export --config 1x8 --board pynq-z1 -o ";
  write_text_file(path("file"), "");
  expect_failure(to + path("file"), 9, "cannot write into '" + path("file") + "': Not a directory");
  fs::create_directories(out() + "/ip/rtl");
  write_text_file(out() + "/ip/xgui", "a file");
  expect_failure(command(), 9, "cannot make the folder '" + out() + "/ip/xgui'");
  EXPECT_FALSE(fs::exists(out() + "/README.md"));
  expect_failure(to + "/proc/vta", 9, "cannot ");
}

TEST_F(FpgaCommand, APipeInTheFolderIsRefused) {
  fs::create_directories(out());
  ASSERT_EQ(::mkfifo((out() + "/vta.dts").c_str(), 0644), 0);
  expect_failure(command(), 9,
                 "cannot write '" + out() + "/vta.dts': the existing one is no regular");
  EXPECT_FALSE(fs::exists(out() + "/README.md"));
}

TEST_F(FpgaCommand, AReadOnlyFolderIsNamed) {
  if (::geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  fs::create_directories(out());
  fs::permissions(out(), fs::perms(0500));
  expect_failure(command(), 9, "Permission denied");
  fs::permissions(out(), fs::perms(0700));
}

TEST_F(FpgaCommand, WrongCommandLinesHaveTheirExitCodes) {
  const std::string to = " -o " + out(), board = " --board pynq-z1";
  expect_failure("fpga export --board zedboard" + to, 4, "no board is named 'zedboard'");
  expect_failure("fpga export --config default" + board + to, 4, "DSP48E1 316 of 220");
  expect_failure("fpga export --config nothing" + board + to, 4, "nothing");
  expect_failure(command("--clock 251"), 2, "the clock is 251 MHz");
  expect_failure(command("--clock fast"), 2, "--clock is 'fast'");
  expect_failure(command("--clock 250.0001"), 2, "the clock is 250.0001 MHz");
  expect_failure(command("--buffer 5000"), 2, "--buffer is 5,000 bytes");
  for (const char* buffer : {"1000", "0x1000", "1e6", "128M", "268435457"})
    expect_failure(command(std::string("--buffer ") + buffer), 2, "not in range 4096 to 268435456");
  EXPECT_EQ(run_vta("fpga export" + board).exit_code, 2);
  EXPECT_EQ(run_vta("fpga export" + to).exit_code, 2);
  EXPECT_EQ(run_vta("fpga").exit_code, 2);
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(FpgaCommand, ForceWritesWhatDoesNotFit) {
  const ApartResult run =
      run_vta_apart("fpga export --config default --board pynq-z1 --force -o " + out());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(read_text_file(out() + "/README.md"), HasSubstr("DSP48E1 316 of 220"));
}

TEST_F(FpgaCommand, HelpHasExamplesAndSaysWhatWasNotTried) {
  for (const char* name : {"fpga", "fpga export"}) {
    const CommandResult help = run_vta(std::string(name) + " --help");
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.text, AllOf(HasSubstr("vta fpga export --config pynq --board pynq-z1"),
                                 HasSubstr("has not been run\nin Vivado or on a board")));
  }
}

}  // namespace
}  // namespace vta
