#include "explore/launch/array_folder.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

std::string fresh_root(const std::string& name) {
  return scratch_path(name);
}

TEST(ArrayFolder, PointsAreDealtOutInTurn) {
  const ArrayFolder folder = next_array_folder(fresh_root("deal"));
  EXPECT_EQ(write_point_lists(folder, {3, 5, 6, 9, 12}, 2), 2);
  EXPECT_THAT(read_point_list(folder.points_file(0)), ElementsAre(3, 6, 12));
  EXPECT_THAT(read_point_list(folder.points_file(1)), ElementsAre(5, 9));
}

TEST(ArrayFolder, NeighboursStayTogetherWhereThereAreMany) {
  const ArrayFolder folder = next_array_folder(fresh_root("runs"));
  std::vector<int64_t> points(20);
  std::iota(points.begin(), points.end(), 0);
  EXPECT_EQ(write_point_lists(folder, points, 2), 2);  // runs of 20 / (4 * 2)
  EXPECT_THAT(read_point_list(folder.points_file(0)),
              ElementsAre(0, 1, 4, 5, 8, 9, 12, 13, 16, 17));
}

TEST(ArrayFolder, EveryPointIsInOneListWhateverTheNumberOfTasks) {
  std::vector<int64_t> points(37);
  std::iota(points.begin(), points.end(), 100);
  for (int64_t tasks = 1; tasks < 45; ++tasks) {
    const ArrayFolder folder = next_array_folder(fresh_root("all"));
    const int64_t used = write_point_lists(folder, points, tasks);
    EXPECT_EQ(used, std::min<int64_t>(tasks, 37));
    std::vector<int64_t> found;
    for (int64_t task = 0; task < used; ++task)
      for (const int64_t index : read_point_list(folder.points_file(task)))
        found.push_back(index);
    std::ranges::sort(found);
    EXPECT_EQ(found, points) << tasks << " tasks";
  }
}

TEST(ArrayFolder, SubmissionsAreNumberedAndFoundInOrder) {
  const std::string root = fresh_root("numbers");
  EXPECT_THAT(array_folders(root), IsEmpty());
  for (int i = 0; i < 11; ++i)
    next_array_folder(root);
  write_text_file(root + "/squeue_17.txt", "");  // nothing of ours
  const auto folders = array_folders(root);
  ASSERT_EQ(folders.size(), 11u);
  EXPECT_EQ(folders.front().path(), root + "/1");
  EXPECT_EQ(folders.back().path(), root + "/11");
}

TEST(ArrayFolder, JobAndStatusAreThereOnceTheyAreWritten) {
  const ArrayFolder folder = next_array_folder(fresh_root("job"));
  EXPECT_FALSE(folder.job());
  folder.set_job({.id = "17", .tasks = 4});
  EXPECT_EQ(folder.job()->id, "17");
  EXPECT_EQ(folder.job()->tasks, 4);
  EXPECT_FALSE(folder.exit_status(2));
  write_text_file(folder.exit_file(2), "");  // the task is about to write it
  EXPECT_FALSE(folder.exit_status(2));
  write_text_file(folder.exit_file(2), "3\n");
  EXPECT_EQ(folder.exit_status(2), 3);
  write_text_file(folder.path() + "/job", "17");
  EXPECT_THAT([&] { folder.job(); }, ThrowsMessage<InputError>(HasSubstr("expected a job")));
}

TEST(ArrayFolder, ListsOfSomethingElseAreRefusedWithTheLine) {
  const std::string path = scratch_path("points.txt");
  for (const std::string bad : {"x", "-1", "1 2", "1.5", "99999999999999999999"}) {
    write_text_file(path, "4\n" + bad + "\n");
    EXPECT_THAT(
        [&] { read_point_list(path); },
        ThrowsMessage<InputError>(HasSubstr(":2: '" + bad + "' is not the index of a point")));
  }
}

TEST(ArrayFolder, RootIsBesideTheDatabase) {
  EXPECT_EQ(arrays_root("/data/x/../sweep.db"), "/data/sweep.db.slurm");
}

// As a task does that ends a little later than its results are there.
TEST(ArrayFolder, IsRemovedWhileATaskStillWrites) {
  const ArrayFolder folder = next_array_folder(fresh_root("late"));
  for (int k = 0; k < 2000; ++k)  // so that removing takes longer than writing
    std::ofstream(fmt::format("{}/early_{}", folder.path(), k)) << k;
  std::atomic<bool> writes = false;
  std::jthread task([&] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
    for (int64_t k = 0; std::chrono::steady_clock::now() < end; ++k) {
      std::ofstream(fmt::format("{}/late_{}", folder.path(), k)) << k;
      writes = true;
    }
  });
  while (!writes)
    std::this_thread::yield();
  EXPECT_EQ(folder.remove(), "");
  EXPECT_FALSE(fs::exists(folder.path()));
  EXPECT_EQ(folder.remove(), "");  // nothing there
}

}  // namespace
}  // namespace vta::explore
