#include "base/output_folder.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

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

// The last name is a folder: the files before it were written, and are not there.
TEST_F(OutputFolder, NothingAppearsWhereOneFileCannot) {
  fs::create_directories(path("a/z"));
  write_text_file(path("a/one"), "old");
  EXPECT_THROW(write_files(path("a"), {{"b/new", "new"}, {"one", "new"}, {"z", "new"}}),
               OutputError);
  EXPECT_EQ(read_text_file(path("a/one")), "old");
  EXPECT_FALSE(fs::exists(path("a/b")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("a")), fs::directory_iterator()), 2);
  EXPECT_THROW(write_files(path("a"), {{"one/under", "x"}}), OutputError);
}

}  // namespace
}  // namespace vta
