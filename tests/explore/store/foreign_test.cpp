// Databases of others: made to do harm, in folders of others, under several names.
#include <sqlite3.h>
#include <sys/stat.h>

#include <array>

#include "base/file.h"
#include "explore/store/digest.h"
#include "explore/store/merge.h"
#include "explore/store/reader.h"
#include "explore/store/writer.h"
#include "explore/store/writer_lock.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kEndless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) ";

class ForeignDatabase : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    write_synthetic_sweep(path("a.db"), 3);
  }

  // As an attacker would: without anything that the store forbids.
  void tamper(const std::string& statements) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path("a.db").c_str(), &handle), SQLITE_OK);
    char* error = nullptr;
    sqlite3_exec(handle, "PRAGMA writable_schema = ON", nullptr, nullptr, nullptr);
    EXPECT_EQ(sqlite3_exec(handle, statements.c_str(), nullptr, nullptr, &error), SQLITE_OK)
        << error;
    sqlite3_close(handle);
  }
  // What reading everything, and writing, are refused with: both in the same words.
  std::string refused() {
    const std::string reading = refusal([&] {
      SweepReader reader(path("a.db"));
      reader.points();
      reader.layers(1);
    });
    EXPECT_EQ(refusal([&] { SweepWriter(path("a.db"), synthetic_header()); }), reading);
    return reading;
  }
};

TEST_F(ForeignDatabase, WhatTheSchemaHasNotIsRefusedByName) {
  tamper("CREATE TRIGGER evil AFTER INSERT ON point_data BEGIN DELETE FROM layer_data; END");
  EXPECT_THAT(refused(), HasSubstr("has the trigger evil"));
}

TEST_F(ForeignDatabase, AViewIsNotRun) {
  tamper(fmt::format("CREATE VIEW endless AS {} SELECT * FROM n", kEndless));
  EXPECT_THAT(refused(), HasSubstr("has the view endless"));
}

TEST_F(ForeignDatabase, AnotherViewInTheNameOfOursIsNotRun) {
  tamper(fmt::format("DROP VIEW layer; CREATE VIEW layer AS {} SELECT x AS idx FROM n", kEndless));
  EXPECT_THAT(refused(), HasSubstr("its view layer has another form"));
}

TEST_F(ForeignDatabase, AViewInTheNameOfATableIsNotRun) {
  tamper(
      fmt::format("DROP TABLE failure; CREATE VIEW failure AS {} SELECT x AS idx, x AS reason "
                  "FROM n",
                  kEndless));
  EXPECT_THAT(refused(), HasSubstr("has the view failure"));
  tamper(
      fmt::format("ALTER TABLE meta RENAME TO real; CREATE VIEW meta AS {} SELECT x AS key, x AS "
                  "value FROM n",
                  kEndless));
  EXPECT_THAT(refused(), HasSubstr("a.db"));
}

TEST_F(ForeignDatabase, ATableOfAnotherFormIsRefused) {
  tamper("ALTER TABLE excluded ADD COLUMN more TEXT");
  EXPECT_THAT(refused(), HasSubstr("its table excluded has another form"));
}

TEST_F(ForeignDatabase, AMissingTableIsNamed) {
  tamper("DROP TABLE confirm_effort");
  EXPECT_THAT(refused(), HasSubstr("it has no table confirm_effort"));
}

TEST_F(ForeignDatabase, AnIndexWithAFunctionIsNotCalled) {
  tamper("CREATE INDEX ours ON point_data (abs(cycles))");
  EXPECT_THAT(refused(), HasSubstr("has the index ours"));
}

TEST_F(ForeignDatabase, ASchemaThatIsNoSqlIsDamage) {
  tamper("UPDATE sqlite_schema SET sql = 'CREATE TABLE layer_data (' WHERE name = 'layer_data'");
  EXPECT_THAT(refused(), HasSubstr("damaged"));
}

TEST_F(ForeignDatabase, AStatementEndsHoweverItIsMade) {
  Database database(path("a.db"), Database::Mode::Read);
  const std::string endless = fmt::format("{} SELECT max(x) FROM n", kEndless);
  EXPECT_THAT(refusal([&] { database.integer(endless); }),
              AllOf(HasSubstr("a.db"), HasSubstr("more steps than a file of its size can need")));
  EXPECT_EQ(database.integer("SELECT count(*) FROM point_data"), 3) << "the next has its own steps";
}

TEST_F(ForeignDatabase, ItsSchemaCannotBeWritten) {
  Database database(path("a.db"), Database::Mode::Write);
  database.run("PRAGMA writable_schema = ON");
  EXPECT_NE(refusal([&] { database.run("DELETE FROM sqlite_schema"); }), "nothing was refused");
}

TEST_F(ForeignDatabase, NumbersThatNoRunHasAreRefused) {
  const auto with = [&](const std::string& change) {
    fs::remove(path("a.db"));
    write_synthetic_sweep(path("a.db"), 2);
    tamper(change);
    return refusal([&] {
      SweepReader reader(path("a.db"));
      reader.points();
      reader.layers(1);
    });
  };
  EXPECT_THAT(with("UPDATE point_data SET cycles = -1 WHERE idx = 1"),
              HasSubstr("point 1: cycles is -1, expected 0 to"));
  EXPECT_THAT(with("UPDATE point_data SET images = 0 WHERE idx = 1"),
              HasSubstr("point 1: images is 0, expected 1 to"));
  EXPECT_THAT(with("UPDATE point_data SET gemm_counter = 9223372036854775807 WHERE idx = 1"),
              HasSubstr("gemm_counter is 9223372036854775807"));
  EXPECT_THAT(with("UPDATE point_data SET energy_pj = 9e999 WHERE idx = 1"),
              HasSubstr("energy_pj is inf"));
  EXPECT_THAT(
      with("UPDATE shared_text SET value = '{\"mac\": 1e999}' WHERE value LIKE '{\"mac\":%'"),
      HasSubstr("energy"));
  EXPECT_THAT(with("UPDATE work SET macs = -5 WHERE id = (SELECT work FROM layer_data WHERE idx = "
                   "1 AND ordinal = 2)"),
              HasSubstr("layer 2 of point 1: macs is -5"));
  EXPECT_THAT(with("UPDATE layer_data SET ordinal = 100000 WHERE idx = 1 AND ordinal = 2"),
              HasSubstr("ordinal is 100000"));
  EXPECT_THAT(with("UPDATE point_data SET compute_busy = 9223372036854775807"),
              HasSubstr("states"));
  EXPECT_THAT(with("UPDATE meta SET value = '[]' WHERE key = 'objectives'"),
              HasSubstr("objectives are empty"));
}

// As a user who is not root: for root every folder can be written.
class ForeignFolder : public ForeignDatabase {
 protected:
  void TearDown() override {
    chmod(path("").c_str(), 0755);
    StoreTest::TearDown();
  }
  std::string as_nobody(const std::function<std::string()>& work) {
    return in_child([&] {
      constexpr uid_t kNobody = 65534;
      if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0))
        return std::string("cannot become another user");
      return work();
    });
  }
  std::string points_and_digest(const std::string& file) {
    return refusal([&] {
      SweepReader reader(path(file));
      const std::string hash = sweep_digest(path(file)).hash;
      throw Error(ExitCode::Ok, fmt::format("{} {}", reader.points().size(), hash));
    });
  }
};

TEST_F(ForeignFolder, ThatCannotBeWrittenCanBeRead) {
  fs::copy_file(path("a.db"), path("odd?name#50%.db"));
  const std::string here = points_and_digest("a.db");
  EXPECT_THAT(here, testing::StartsWith("3 "));
  chmod(path("").c_str(), 0555);
  EXPECT_EQ(as_nobody([&] { return points_and_digest("a.db"); }), here);
  EXPECT_EQ(as_nobody([&] { return points_and_digest("odd?name#50%.db"); }), here);
}

TEST_F(ForeignFolder, ThatCannotBeWrittenIsNotContinued) {
  chmod(path("").c_str(), 0555);
  EXPECT_THAT(
      as_nobody([&] { return refusal([&] { SweepWriter(path("a.db"), synthetic_header()); }); }),
      AllOf(HasSubstr("cannot write"), HasSubstr("a.db"), HasSubstr("ermission denied")));
}

TEST_F(ForeignFolder, PartsInItCanBeMerged) {
  fs::create_directory(path("parts"));
  fs::rename(path("a.db"), path("parts/a.db"));
  fs::create_directory(path("out"));
  chmod(path("out").c_str(), 0777);
  chmod(path("parts").c_str(), 0555);
  EXPECT_EQ(as_nobody([&] {
              return fmt::format(
                  "{}", merge_sweeps(path("out/b.db"), std::array{path("parts/a.db")}).points);
            }),
            "3");
}

// The newest points of a sweep that was killed are in the log.
TEST_F(ForeignFolder, PointsThatWouldBeLeftOutAreSaid) {
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_point(synthetic_point(5), {5, 1, 0, ""});
    fs::create_directory(path("copy"));
    for (const char* file : {"a.db", "a.db-wal"})
      fs::copy_file(path(file), path(std::string("copy/") + file));
  }
  chmod(path("copy").c_str(), 0555);
  EXPECT_THAT(as_nobody([&] { return points_and_digest("copy/a.db"); }),
              AllOf(HasSubstr("newest points are in"), HasSubstr("a.db-wal"),
                    HasSubstr("copy both files")));
}

class OneFile : public ForeignDatabase {
 protected:
  std::string second_writer(const std::string& name) {
    return in_child([&] { return refusal([&] { SweepWriter(name, synthetic_header()); }); });
  }
  std::string taken() const { return fmt::format("is being written by process {}", getpid()); }
};

TEST_F(OneFile, ByAnyPathHasOneLock) {
  fs::create_directory(path("d"));
  fs::create_symlink(path("a.db"), path("link.db"));
  fs::create_symlink("../link.db", path("d/second.db"));
  fs::create_directory_symlink(path(""), path("d/folder"));
  const std::array names = {path("a.db"), path("link.db"), path("d/second.db"), path("d/../a.db"),
                            path("d/folder/a.db")};
  for (const std::string& first : names) {
    const SweepWriter writer(first, synthetic_header());
    for (const std::string& second : names)
      EXPECT_THAT(second_writer(second), HasSubstr(taken())) << first << ", then " << second;
  }
}

TEST_F(OneFile, ThatIsNotThereYetHasOneLockToo) {
  fs::create_symlink("new.db", path("link.db"));
  const SweepWriter writer(path("link.db"), synthetic_header());
  EXPECT_TRUE(fs::exists(path("new.db")));
  EXPECT_THAT(second_writer(path("new.db")), HasSubstr(taken()));
}

TEST_F(OneFile, OfSeveralHardLinksIsNotWritten) {
  fs::create_hard_link(path("a.db"), path("b.db"));
  for (const char* name : {"a.db", "b.db"})
    EXPECT_THAT(second_writer(path(name)),
                AllOf(HasSubstr("one of 2 names (hard links)"), HasSubstr(name)));
  EXPECT_EQ(SweepReader(path("b.db")).count("point"), 3);
  fs::remove(path("b.db"));
  EXPECT_EQ(second_writer(path("a.db")), "nothing was refused");
}

TEST_F(OneFile, IsNotMergedIntoItself) {
  fs::create_symlink(path("a.db"), path("link.db"));
  EXPECT_THAT(refusal([&] { merge_sweeps(path("a.db"), std::array{path("link.db")}); }),
              HasSubstr("both are the same file"));
}

TEST_F(OneFile, ACircleOfLinksIsAnError) {
  fs::create_symlink("two.db", path("one.db"));
  fs::create_symlink("one.db", path("two.db"));
  EXPECT_THAT(refusal([&] { SweepWriter(path("one.db"), synthetic_header()); }),
              HasSubstr("one.db"));
}

}  // namespace
}  // namespace vta::explore
