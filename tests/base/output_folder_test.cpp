#include "base/output_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
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
      EXPECT_THAT(e.what(), testing::HasSubstr(path("a/") + name + "': the existing one is no"));
    }
  }
  EXPECT_EQ(read_text_file(path("a/one")), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 4);
}

// The second begins while the first writes: it waits, so its files are those that stay.
TEST_F(OutputFolder, TheLaterOfTwoWritersReplacesAll) {
  std::atomic<bool> done = false;
  std::jthread first([&] {
    write_files(path("a"), {{"one", "first"}, {"two", std::string(size_t{1} << 26, '1')}});
    done = true;
  });
  const auto writes = [&] {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(path("a"), none))
      if (entry.path().filename() != ".vta_lock")
        return true;
    return false;
  };
  while (!done && !writes())
    std::this_thread::yield();
  write_files(path("a"), {{"one", "second"}, {"two", "second"}});
  first.join();
  EXPECT_EQ(read_text_file(path("a/one")), "second");
  EXPECT_EQ(read_text_file(path("a/two")), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 2);
}

}  // namespace
}  // namespace vta
