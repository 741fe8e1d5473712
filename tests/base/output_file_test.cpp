// Files of results: whole or not at all, with what they replace.
#include "base/output_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class OutputFiles : public ::testing::Test {
 public:
  OutputFiles() : folder_(testing::TempDir() + "vta_output_" + std::to_string(::getpid()) + "/") {
    fs::create_directories(folder_);
  }
  ~OutputFiles() override { fs::remove_all(folder_); }

 protected:
  std::string path(const std::string& name) const { return folder_ + name; }
  int64_t count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  static int mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return static_cast<int>(status.st_mode & 07777);
  }
  std::string folder_;
};

TEST_F(OutputFiles, AppearWithTheCommitOnly) {
  OutputFile file(path("a"));
  file.stream() << "new";
  EXPECT_FALSE(fs::exists(path("a")));
  file.commit();
  EXPECT_EQ(read_text_file(path("a")), "new");
  EXPECT_EQ(count(), 1);
}

TEST_F(OutputFiles, WithoutACommitTheOldFileStaysAndNothingElse) {
  write_text_file(path("a"), "old");
  {
    OutputFile file(path("a"));
    file.stream() << std::string(1 << 20, 'x');
  }
  EXPECT_EQ(read_text_file(path("a")), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(OutputFiles, KeepThePermissionsOfWhatTheyReplace) {
  for (const int mode : {0600, 0640, 0755, 0666}) {
    write_text_file(path("a"), "old");
    ::chmod(path("a").c_str(), static_cast<mode_t>(mode));
    write_text_file(path("a"), "new");
    EXPECT_EQ(mode_of(path("a")), mode);
  }
}

TEST_F(OutputFiles, NewOnesHaveThoseOfTheUmask) {
  const mode_t before = ::umask(027);
  write_text_file(path("a"), "x");
  ::umask(before);
  EXPECT_EQ(mode_of(path("a")), 0640);
}

TEST_F(OutputFiles, LinksStayAndWhatTheyLeadToIsReplaced) {
  write_text_file(path("target"), "old");
  fs::create_symlink("target", path("link"));
  fs::create_symlink(path("link"), path("second"));
  write_text_file(path("second"), "new");
  EXPECT_TRUE(fs::is_symlink(path("second")));
  EXPECT_EQ(read_text_file(path("target")), "new");

  fs::create_symlink("not_yet", path("dangling"));
  write_text_file(path("dangling"), "made");
  EXPECT_TRUE(fs::is_symlink(path("dangling")));
  EXPECT_EQ(read_text_file(path("not_yet")), "made");

  fs::create_symlink("loop", path("loop"));
  EXPECT_THAT([&] { write_text_file(path("loop"), "x"); },
              ThrowsMessage<OutputError>(HasSubstr("symbolic links")));
}

// Another process may have put a file of any name there, or a link that leads elsewhere.
TEST_F(OutputFiles, TheirTemporaryNamesAreRandom) {
  const StagedFile one(path("a")), other(path("a"));
  EXPECT_NE(one.written_path(), other.written_path());
  EXPECT_THAT(one.written_path(), AllOf(HasSubstr(path("a.")), HasSubstr(".part")));
}

TEST_F(OutputFiles, TakeTheLongestNameThatTheSystemTakes) {
  const std::string longest(255, 'n');
  write_text_file(path(longest), "x");
  EXPECT_EQ(read_text_file(path(longest)), "x");
}

TEST_F(OutputFiles, DevicesAreWrittenInPlaceAndAFullDiskIsSaid) {
  write_text_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT([] { write_text_file("/dev/full", "x"); },
              ThrowsMessage<OutputError>(
                  AllOf(HasSubstr("cannot write '/dev/full'"), HasSubstr("No space left"))));
  EXPECT_THAT([] { write_text_file("/dev/full", std::string(1 << 20, 'x')); },
              ThrowsMessage<OutputError>(HasSubstr("No space left")));
}

// What a signal does to a process that writes: nothing stays behind.
TEST_F(OutputFiles, ASignalLeavesNothingBehind) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = ::fork();
    if (child == 0) {
      OutputFile file(path("a"));
      file.stream() << std::string(1 << 20, 'x');
      ::raise(number);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number);
    EXPECT_EQ(count(), 0);
  }
}

TEST_F(OutputFiles, ASignalToAChildLeavesItsParentsFiles) {
  OutputFile file(path("a"));
  const pid_t child = ::fork();
  if (child == 0) {
    ::raise(SIGTERM);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  file.stream() << "whole";
  file.commit();
  EXPECT_EQ(read_text_file(path("a")), "whole");
}

TEST_F(OutputFiles, CheckedEarlyTheyAreNotOverTheirInputs) {
  write_text_file(path("in"), "x");
  fs::create_symlink("in", path("link"));
  fs::create_hard_link(path("in"), path("second_name"));
  const std::vector<std::string> inputs = {"default", path("nowhere"), path("in")};
  for (const char* name : {"in", "link", "second_name", "./in"})
    EXPECT_THAT([&] { check_output(path(name), inputs); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr(path(name)), HasSubstr("same file"))))
        << name;
  check_output(path("other"), inputs);
  check_output("/dev/null", std::vector<std::string>{"/dev/null"});
  check_output("", inputs);
}

TEST_F(OutputFiles, CheckedEarlyTheirPlaceIsThere) {
  EXPECT_THAT(
      [&] { check_output(path("no/such")); },
      ThrowsMessage<OutputError>(AllOf(HasSubstr(path("no/such")), HasSubstr("No such file"))));
  EXPECT_THAT([&] { check_output(folder_); }, ThrowsMessage<OutputError>(HasSubstr("directory")));
  check_output("name_in_the_working_folder");
}

}  // namespace
}  // namespace vta
