#include "base/output_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <barrier>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "base/file.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

class OutputFolder : public ::testing::Test {
 protected:
  OutputFolder() { fs::create_directories(root_); }
  ~OutputFolder() override { fs::remove_all(root_); }
  std::string path(const std::string& name) const { return (root_ / name).string(); }

  fs::path root_ = fs::path(testing::TempDir()) / ("vta_folder_" + std::to_string(::getpid()));
};

TEST_F(OutputFolder, IsMadeWithItsFilesAndFolders) {
  write_files(path("a/b"), {{"one", "1"}, {"c/d/two", "2"}, {"c/three", ""}});
  EXPECT_EQ(read_text_file(path("a/b/one")), "1");
  EXPECT_EQ(read_text_file(path("a/b/c/d/two")), "2");
  EXPECT_EQ(read_text_file(path("a/b/c/three")), "");
  write_files(path("empty"), {});
  EXPECT_FALSE(fs::exists(path("empty")));
}

TEST_F(OutputFolder, OtherFilesInItStay) {
  fs::create_directories(path("a"));
  write_text_file(path("a/mine"), "mine");
  write_text_file(path("a/one"), "old");
  write_files(path("a"), {{"one", "new"}});
  EXPECT_EQ(read_text_file(path("a/mine")), "mine");
  EXPECT_EQ(read_text_file(path("a/one")), "new");
}

// The last file's folder is a file: those before it were written, and are not there.
TEST_F(OutputFolder, NothingAppearsWhereOneFileCannot) {
  fs::create_directories(path("a"));
  write_text_file(path("a/one"), "old");
  write_text_file(path("a/z"), "a file");
  EXPECT_THROW(write_files(path("a"), {{"b/new", "new"}, {"one", "new"}, {"z/last", "new"}}),
               OutputError);
  EXPECT_EQ(read_text_file(path("a/one")), "old");
  EXPECT_FALSE(fs::exists(path("a/b")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 2);
  EXPECT_THROW(write_files(path("a"), {{"one/under", "x"}}), OutputError);
}

// A pipe without a reader: to open it would wait for ever.
TEST_F(OutputFolder, RefusesWhatIsNoRegularFile) {
  fs::create_directories(path("a/folder"));
  write_text_file(path("a/one"), "old");
  ASSERT_EQ(::mkfifo(path("a/pipe").c_str(), 0644), 0);
  fs::create_symlink(path("a/pipe"), path("a/link"));
  for (const char* name : {"pipe", "link", "folder"}) {
    try {
      write_files(path("a"), {{"b/new", "new"}, {"one", "new"}, {name, "new"}});
      ADD_FAILURE() << name << " was written";
    } catch (const OutputError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(path("a/") + name + "': what is there is no"));
    }
  }
  EXPECT_EQ(read_text_file(path("a/one")), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 4);
}

TEST_F(OutputFolder, TwoWritersLeaveTheFilesOfOne) {
  std::map<std::string, std::string> files[2];
  for (int name = 0; name < 8; ++name)
    for (int writer = 0; writer < 2; ++writer)
      files[writer][fmt::format("f/{}", name)] = std::to_string(writer);
  for (int round = 0; round < 8; ++round) {
    fs::remove_all(path("a"));
    std::barrier start(2);
    const auto write = [&](int writer) {
      start.arrive_and_wait();
      write_files(path("a"), files[writer]);
    };
    std::jthread first(write, 0), second(write, 1);
    first.join();
    second.join();
    const std::string content = read_text_file(path("a/f/0"));
    for (const auto& [name, ignored] : files[0])
      ASSERT_EQ(read_text_file(path("a/" + name)), content) << name << " in round " << round;
    EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 1);
  }
}

}  // namespace
}  // namespace vta
