// The cache: where it is, who is trusted with it, what is removed from it.
#include "base/cache.h"

#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Cache : public ::testing::Test {
 protected:
  Cache() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    ::setenv("VTA_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  }
  ~Cache() override {
    ::unsetenv("VTA_CACHE_DIR");
    fs::remove_all(folder_);
  }
  static int mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return static_cast<int>(status.st_mode & 07777);
  }
  // As it would look if it had been used that long ago.
  static void age(const fs::path& path, std::chrono::hours hours) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - hours);
  }
  static fs::path made(const std::string& section, const std::string& name, size_t bytes) {
    const fs::path path = fs::path(cache_directory(section)) / name;
    if (section == "tsim") {
      fs::create_directories(path);
      write_text_file((path / "key.txt").string(), "abi: 1\nconfiguration: 1x16\n");
      write_text_file((path / "model.so").string(), std::string(bytes, 'x'));
    } else {
      write_text_file(path.string(), std::string(bytes, 'x'));
    }
    return path;
  }
  static std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const CacheEntry& entry : cache_entries())
      found.push_back(entry.section + "/" + entry.name);
    return found;
  }
  fs::path folder_ = fs::path(testing::TempDir()) / ("vta_cache_" + std::to_string(::getpid()));
};

TEST_F(Cache, IsMadeForTheUserAlone) {
  const mode_t before = ::umask(0);
  ::setenv("VTA_CACHE_DIR", (folder_ / "a/b").c_str(), 1);
  const fs::path section = cache_directory("tsim");
  ::umask(before);
  for (const fs::path& path : {folder_ / "a", folder_ / "a/b", section})
    EXPECT_EQ(mode_of(path), 0700) << path;
}

TEST_F(Cache, IsRefusedWhereOthersMayWrite) {
  cache_directory();
  for (const int mode : {0770, 0702, 0777}) {
    ::chmod((folder_ / "cache").c_str(), static_cast<mode_t>(mode));
    EXPECT_THAT([] { cache_directory(); },
                ThrowsMessage<InputError>(
                    AllOf(HasSubstr("written by others"), HasSubstr("VTA_CACHE_DIR"))));
  }
  ::chmod((folder_ / "cache").c_str(), 0755);
  cache_directory();
}

TEST_F(Cache, IsRefusedWhereItBelongsToSomebodyElse) {
  cache_directory();
  if (::chown((folder_ / "cache").c_str(), 12345, 12345) != 0)
    GTEST_SKIP() << "only root can give a folder to another user";
  EXPECT_THAT([] { cache_directory(); },
              ThrowsMessage<InputError>(HasSubstr("belongs to user 12345")));
}

TEST_F(Cache, LinksInItAreRefused) {
  const fs::path file = fs::path(cache_directory()) / "file";
  write_text_file(file.string(), "x");
  require_private(file.string());
  fs::create_symlink("file", folder_ / "cache/link");
  EXPECT_THROW(require_private((folder_ / "cache/link").string()), InputError);
}

TEST_F(Cache, ListsWhatIsThereTheLastUsedFirst) {
  age(made("tsim", "old", 1000), std::chrono::hours(48));
  age(made("synth", "result.json", 500), std::chrono::hours(1));
  made("tsim", "young.part.77", 10);
  write_text_file(cache_lock("tsim", "old"), "");
  const std::vector<CacheEntry> entries = cache_entries();
  EXPECT_THAT(names(), ElementsAre("tsim/young.part.77", "synth/result.json", "tsim/old"));
  EXPECT_FALSE(entries[0].complete);
  EXPECT_TRUE(entries[1].complete);
  EXPECT_EQ(entries[1].bytes, 500);
  EXPECT_EQ(entries[2].bytes, 1000 + std::ssize(std::string("abi: 1\nconfiguration: 1x16\n")));
  EXPECT_EQ(entries[2].about, "1x16");
}

TEST_F(Cache, CleaningRemovesWhatIsOld) {
  age(made("tsim", "old", 1000), std::chrono::hours(48));
  age(made("synth", "older.json", 500), std::chrono::hours(72));
  const fs::path used = made("tsim", "used", 10);
  age(used, std::chrono::hours(72));
  mark_used(used.string());
  const auto day_ago = std::chrono::system_clock::now() - std::chrono::hours(24);
  const CacheCleaning done = clean_cache(day_ago);
  EXPECT_EQ(done.removed, 2);
  EXPECT_GE(done.bytes, 1500);
  EXPECT_THAT(names(), ElementsAre("tsim/used"));
  EXPECT_EQ(clean_cache(std::nullopt).removed, 1);
  EXPECT_THAT(names(), ElementsAre());
  EXPECT_EQ(clean_cache(std::nullopt).removed, 0);
}

TEST_F(Cache, CleaningLeavesWhatIsBeingMade) {
  made("tsim", "key.part.5", 10);
  made("tsim", "other", 10);
  const FileLock maker(cache_lock("tsim", "key"));
  const CacheCleaning done = clean_cache(std::nullopt);
  EXPECT_EQ(done.busy, 1);
  EXPECT_EQ(done.removed, 1);
  EXPECT_THAT(names(), ElementsAre("tsim/key.part.5"));
}

// Whoever waits on a lock that is removed gets the one that is there then, not the old one.
TEST_F(Cache, ALockThatIsRemovedHoldsNobodyOut) {
  const std::string path = cache_lock("tsim", "key");
  cache_directory("tsim");
  std::optional<FileLock> first = FileLock::take_if_free(path);
  ASSERT_TRUE(first);
  EXPECT_FALSE(FileLock::take_if_free(path));
  fs::remove(path);
  EXPECT_TRUE(FileLock::take_if_free(path));
}

}  // namespace
}  // namespace vta
