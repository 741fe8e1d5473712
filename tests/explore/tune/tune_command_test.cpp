// vta tune as a user runs it.
#include <fcntl.h>
#include <sys/wait.h>

#include <boost/json.hpp>
#include <csignal>

#include "base/file.h"
#include "explore/tune/tuning_file.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/tune/tune_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace json = boost::json;

class TuneCommand : public TuneTest {
 protected:
  std::string tune(const std::string& database, int64_t evaluations, int64_t jobs = 1) const {
    return fmt::format("tune {} --memory ideal8 --evaluations {} --seed 3 --jobs {} --db {}",
                       model(), evaluations, jobs, path(database));
  }
  static void refused(const std::string& arguments, const std::string& words, int code) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, code) << arguments;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
  }
  static std::string out(const std::string& arguments) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << run.err;
    return run.out;
  }
  std::string show(const std::string& database) const {
    return out("tune --show " + path(database)) + out("tune --json --show " + path(database));
  }
  pid_t start(const std::string& database, int64_t evaluations) const {
    const std::string count = std::to_string(evaluations), db = path(database);
    const pid_t pid = fork();
    if (pid == 0) {
      const int log = open(path("log").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      dup2(log, 1);
      dup2(log, 2);
      execl(VTA_BINARY_DIR "/bin/vta", "vta", "tune", model().c_str(), "--memory", "ideal8",
            "--evaluations", count.c_str(), "--seed", "3", "--jobs", "2", "--db", db.c_str(),
            nullptr);
      _exit(127);
    }
    return pid;
  }
  static int64_t trials(const std::string& database) {
    try {
      const auto configs = TuningReader(database).configs();
      return configs.empty() ? 0 : configs.front().trials;
    } catch (const Error&) {  // not there yet
      return 0;
    }
  }
};

TEST_F(TuneCommand, SavesWhatRunsAndComparisonsUse) {
  const std::string text = out(tune("a.db", 150));
  EXPECT_THAT(text,
              AllOf(HasSubstr("kernels "), HasSubstr("\nconv2d_0 "),
                    HasSubstr("layers alone; % against the tiles of fast"),
                    HasSubstr("150 trials (0 known already)"),
                    HasSubstr("used by: vta run " + model() + " --schedule " + path("a.db"))));
  const std::string run =
      "run " + model() + " --backend csim --timing-only --memory ideal8 --json --schedule ";
  const json::value fast = json::parse(out(run + "fast"));
  const json::value tuned = json::parse(out(run + path("a.db")));
  EXPECT_LE(tuned.at("timing").at("cycles").as_int64(), fast.at("timing").at("cycles").as_int64());
  EXPECT_EQ(tuned.at("provenance").at("schedule"), json::value(path("a.db")));
  const CommandResult verified = run_vta(
      "run " + model() + " --verify --check-races --memory ideal8 --schedule " + path("a.db"));
  EXPECT_EQ(verified.exit_code, 0) << verified.text;
  EXPECT_THAT(verified.text, Not(HasSubstr("has no tiles")));
}

TEST_F(TuneCommand, EveryFallbackHasANote) {
  out(tune("a.db", 60));
  const CommandResult run = run_vta("run " + model() + " --backend csim --timing-only --schedule " +
                                    path("a.db") + " --memory ddr");
  EXPECT_EQ(run.exit_code, 0) << run.text;
  EXPECT_THAT(run.text,
              AllOf(HasSubstr("a.db has no tiles for 1x16_i8w8a32_15_15_18_17 with "
                              "bus=8,read=40,write=8,gap=1,outstanding=16,burst=256; it has"),
                    HasSubstr("they were searched")));
}

TEST_F(TuneCommand, TheSameWithOneOrTwoWorkersAndKilledInBetween) {
  const int64_t evaluations = 1200;
  const std::string one = out(tune("one.db", evaluations) + " --json");
  EXPECT_THAT(json::parse(one).at("memory").as_string().c_str(), StartsWith("bus=8,read="));
  std::string two = out(tune("two.db", evaluations, 2) + " --json");
  two.replace(two.find("two.db"), 6, "one.db");
  EXPECT_EQ(one, two);
  EXPECT_EQ(show("one.db"), show("two.db"));
  for (const int64_t moment : {1, 300, 700}) {
    const pid_t pid = start("killed.db", evaluations);
    int status = 0;
    while (trials(path("killed.db")) < moment)
      if (waitpid(pid, &status, WNOHANG) == pid)
        break;  // quicker than this test
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    EXPECT_GE(trials(path("killed.db")), moment);
  }
  std::string killed = out(tune("killed.db", evaluations, 2) + " --json");
  killed.replace(killed.find("killed.db"), 9, "one.db");
  EXPECT_EQ(one, killed);
  EXPECT_EQ(show("one.db"), show("killed.db"));
}

TEST_F(TuneCommand, AnInterruptKeepsWhatWasFound) {
  const pid_t pid = start("a.db", 50'000'000);
  int status = 0;
  while (trials(path("a.db")) < 100)
    ASSERT_NE(waitpid(pid, &status, WNOHANG), pid) << read_text_file(path("log"));
  kill(pid, SIGINT);
  waitpid(pid, &status, 0);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 7) << read_text_file(path("log"));
  EXPECT_THAT(read_text_file(path("log")), HasSubstr("stopped early: what was found is kept"));
  EXPECT_FALSE(TuningReader(path("a.db")).configs().front().layers.empty());
}

TEST_F(TuneCommand, WrongCommandLinesAreRefused) {
  refused("tune", "tune needs a MODEL (.onnx, .tflite or .ir), or --show DB", 2);
  refused("tune " + model() + " --objective speed",
          "unknown objective 'speed': known are cycles, bytes, time", 2);
  for (const char* budget : {"0", "0s", "-5s", "5d", "s", "1e99", "nan", "5s5"})
    refused("tune " + model() + " --budget=" + budget,
            fmt::format("--budget '{}': legal is a time above 0, in seconds, minutes or hours: "
                        "60s, 5m, 1h",
                        budget),
            2);
  refused("tune " + model() + " --evaluations 0", "--evaluations", 2);
  refused("tune " + model() + " --jobs 0", "--jobs", 2);
  refused("tune " + model() + " --slower 1", "--slower is of --objective bytes, this is cycles", 2);
  refused("tune " + model() + " --objective bytes --more-bytes 1",
          "--more-bytes is of --objective cycles and time, this is bytes", 2);
  refused("tune " + model() + " --more-bytes=-1", "--more-bytes", 2);
  refused("tune " + model() + " --show " + path("a.db"), "prints a database: leave out", 2);
  refused("tune --show " + path("a.db") + " --budget 5s", "--budget has no effect on --show", 2);
  refused("tune " + model() + " --db " + model(), model(), 2);
}

TEST_F(TuneCommand, FilesThatCannotBeAreRefused) {
  refused("tune no.onnx --evaluations 1 --db " + path("a.db"), "no.onnx", 3);
  refused("tune --show " + path("none.db"), "none.db: the database does not exist", 3);
  refused("run " + model() + " --schedule " + path("none.db"), "the database does not exist", 3);
  refused(tune("no/folder/a.db", 1), "no/folder", 9);
  write_text_file(path("text.db"), std::string(5000, 'x'));
  refused(tune("text.db", 1), "text.db is not an SQLite database", 3);
  out("sweep " + sweep_spec(R"(["fast"])") + " --jobs 1 --db " + path("sweep.db"));
  refused(tune("sweep.db", 1), "is an SQLite database, but not one of vta tune", 3);
  refused("tune --show " + path("sweep.db"), "is an SQLite database, but not one of vta tune", 3);
  out(tune("a.db", 5));
  refused(tune("a.db", 5) + " --objective bytes", "it was tuned for cycles, not for bytes", 3);
}

TEST_F(TuneCommand, ResultsThatCannotBeWrittenAreErrors) {
  EXPECT_EQ(run_vta_apart(tune("a.db", 5) + " > /dev/full").exit_code, 9);
  EXPECT_EQ(run_vta_apart("tune --show " + path("a.db") + " > /dev/full").exit_code, 9);
  EXPECT_EQ(run_vta_apart("tune --show " + path("a.db") + " >&-").exit_code, 9);
  const ApartResult full = run_vta_apart(tune("b.db", 5), "ulimit -f 4; ");  // blocks of 512 bytes
  EXPECT_EQ(full.exit_code, 9) << full.err;
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
}

TEST_F(TuneCommand, SweepsTakeDatabasesAndRefuseChangedOnes) {
  out(tune("a.db", 150));
  const std::string spec = sweep_spec(fmt::format(R"(["fast", "{}"])", path("a.db")));
  const std::string sweep = "sweep " + spec + " --jobs 1 --db " + path("sweep.db");
  out(sweep);
  const json::value list = json::parse(out("sweep list --json " + path("sweep.db")));
  const json::array& points = list.at("points").as_array();
  ASSERT_EQ(points.size(), 2U);
  out(tune("a.db", 60) + " --config tiny");
  const ApartResult resumed = run_vta_apart(sweep + " --resume");
  EXPECT_EQ(resumed.exit_code, 3);
  EXPECT_THAT(resumed.err, HasSubstr("a.db' has changed"));
}

}  // namespace
}  // namespace vta::explore
