// The program is killed while it sweeps, ten times, and continued: nothing is lost or counted
// twice.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>
#include <set>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

class KillTest : public SweepTest {
 protected:
  // 192 points, about 150 of them legal.
  std::string large_spec() const {
    return spec(
        "large.json",
        R"("LOG_BLOCK_IN": [3, 4, 5], "LOG_BLOCK_OUT": [3, 4, 5], "LOG_BUS_WIDTH": [6, 7, 8, 9],
                   "buffers": [{"LOG_INP_BUFF_SIZE": 13, "LOG_WGT_BUFF_SIZE": 15, "LOG_ACC_BUFF_SIZE": 14},
                               {"LOG_INP_BUFF_SIZE": 14, "LOG_WGT_BUFF_SIZE": 16, "LOG_ACC_BUFF_SIZE": 15}],
                   "memory": ["read=16", "read=40"])");
  }

  pid_t start(const std::string& spec_file, const std::string& database) const {
    const std::string program = VTA_BINARY_DIR "/bin/vta";
    const std::string log = path("log");
    const pid_t pid = fork();
    if (pid == 0) {
      const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      dup2(out, 1);
      dup2(out, 2);
      execl(program.c_str(), "vta", "sweep", spec_file.c_str(), "--db", database.c_str(), "--jobs",
            "2", "--resume", nullptr);
      _exit(127);
    }
    return pid;
  }

  static int64_t points(const std::string& database) {
    if (!std::filesystem::exists(database))
      return 0;
    try {
      return SweepReader(database).count("point");
    } catch (const InputError&) {  // nothing but an empty file yet
      return 0;
    }
  }

  // Waits until there are so many points, or the process has ended: true when it has.
  static bool ended_before(pid_t pid, const std::string& database, int64_t wanted, int& status) {
    while (points(database) < wanted)
      if (waitpid(pid, &status, WNOHANG) == pid)
        return true;
    return false;
  }
};

TEST_F(KillTest, AParentKilledTenTimesEndsWithTheSameDatabase) {
  const std::string spec_file = large_spec();
  ASSERT_EQ(run_vta("sweep " + spec_file + " --db " + path("whole.db")).exit_code, 0);
  const int64_t all = points(path("whole.db"));
  ASSERT_GE(all, 100);
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::set<int64_t> moments;
  while (moments.size() < 10)
    moments.insert(std::uniform_int_distribution<int64_t>(0, all - 1)(random));
  for (const int64_t moment : moments) {
    const pid_t pid = start(spec_file, path("killed.db"));
    int status = 0;
    ASSERT_FALSE(ended_before(pid, path("killed.db"), moment, status))
        << read_text_file(path("log"));
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    EXPECT_GE(points(path("killed.db")), moment);
  }
  int status = 0;
  waitpid(start(spec_file, path("killed.db")), &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0) << read_text_file(path("log"));
  EXPECT_EQ(points(path("killed.db")), all);
  EXPECT_EQ(sweep_digest(path("killed.db")).hash, sweep_digest(path("whole.db")).hash);
}

TEST_F(KillTest, KilledWorkersLoseNothing) {
  const std::string spec_file = large_spec();
  ASSERT_EQ(run_vta("sweep " + spec_file + " --db " + path("whole.db")).exit_code, 0);
  const pid_t pid = start(spec_file, path("killed.db"));
  int status = 0;
  bool ended = false;
  int killed = 0;
  for (const int64_t moment : {1, 20, 50}) {
    ended = ended || ended_before(pid, path("killed.db"), moment, status);
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", pid));
    pid_t worker = 0;
    if (!ended && children >> worker && kill(worker, SIGKILL) == 0)
      ++killed;
  }
  EXPECT_GE(killed, 1);
  if (!ended)
    waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << read_text_file(path("log"));
  EXPECT_EQ(sweep_digest(path("killed.db")).hash, sweep_digest(path("whole.db")).hash);
}

TEST_F(KillTest, AnInterruptSaysHowToGoOn) {
  const std::string spec_file = large_spec();
  const pid_t pid = start(spec_file, path("a.db"));
  int status = 0;
  ASSERT_FALSE(ended_before(pid, path("a.db"), 5, status)) << read_text_file(path("log"));
  kill(pid, SIGINT);
  waitpid(pid, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_THAT(read_text_file(path("log")),
              AllOf(HasSubstr("interrupted with"), HasSubstr("--resume")));
  EXPECT_FALSE(std::filesystem::exists(path("a.db-wal")));
  EXPECT_FALSE(std::filesystem::exists(path("a.db-lock")));
}

}  // namespace
}  // namespace vta::explore
