#include <sys/resource.h>

#include <array>
#include <csignal>
#include <set>

#include "base/file.h"
#include "explore/store/digest.h"
#include "explore/store/merge.h"
#include "explore/store/reader.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"
#include "explore/store/writer.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class StoreRefusal : public StoreTest {
 protected:
  std::string read_refusal(const std::string& file) {
    return refusal([&] { SweepReader{file}; });
  }
  std::string write_refusal(const std::string& file,
                            const SweepHeader& header = synthetic_header()) {
    return refusal([&] { SweepWriter(file, header); });
  }
};

TEST_F(StoreRefusal, AMissingFileIsNamed) {
  EXPECT_THAT(read_refusal(path("none.db")), HasSubstr("none.db: the database does not exist"));
  EXPECT_THAT(write_refusal(path("no/folder.db")),
              AllOf(HasSubstr("cannot write"), HasSubstr("no/folder.db"),
                    HasSubstr("the folder " + path("no") + " does not exist")));
  EXPECT_THAT(read_refusal(path("")), HasSubstr("is a directory"));
}

TEST_F(StoreRefusal, ANameIsOneLineOfAMessage) {
  EXPECT_THAT(read_refusal(path("a\nb.db")), HasSubstr("a\\x0ab.db: the database does not exist"));
  EXPECT_THAT(write_refusal(path("a\nb/c.db")), HasSubstr("a\\x0ab/c.db: the folder"));
  write_text_file(path("a\nb.db"), std::string(8192, 'x'));
  EXPECT_THAT(read_refusal(path("a\nb.db")), HasSubstr("a\\x0ab.db is not an SQLite database"));
}

TEST_F(StoreRefusal, ADeviceIsNoDatabase) {
  for (const char* device : {"/dev/null", "/dev/full"}) {
    const auto named =
        HasSubstr(std::string(device) + " is not a regular file, expected a database");
    EXPECT_THAT(read_refusal(device), named);
    EXPECT_THAT(write_refusal(device), named);
    EXPECT_THAT(refusal([&] { is_new_sweep_file(device); }), named);
    EXPECT_FALSE(std::filesystem::exists(std::string(device) + "-lock"));
  }
}

// As on a disk without room: the process may write no more than so many bytes of a file.
TEST_F(StoreRefusal, AFullDiskLeavesNoPartOfADatabase) {
  write_synthetic_sweep(path("a.db"), 3);
  const auto with_little_room = [&](const std::function<void()>& write) {
    return in_child([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit little{size_t{32} << 10, size_t{32} << 10};
      setrlimit(RLIMIT_FSIZE, &little);
      try {
        write();
      } catch (const OutputError& e) {
        return std::string(e.what());
      }
      return std::string("nothing was refused");
    });
  };
  for (const std::function<void()>& write : std::initializer_list<std::function<void()>>{
           [&] { SweepWriter(path("b.db"), synthetic_header()); },
           [&] { merge_sweeps(path("b.db"), std::array{path("a.db")}); }}) {
    EXPECT_THAT(with_little_room(write),
                HasSubstr("cannot write the database " + path("b.db") + ": "));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("")), {}), 1);
    EXPECT_EQ(in_child([&] { return write_refusal(path("b.db")); }), "nothing was refused");
    std::filesystem::remove(path("b.db"));
  }
}

TEST_F(StoreRefusal, AnotherKindOfFileIsNoDatabase) {
  write_text_file(path("a.db"), std::string(8192, 'x'));
  EXPECT_THAT(read_refusal(path("a.db")), HasSubstr("is not an SQLite database"));
  EXPECT_THAT(write_refusal(path("a.db")), HasSubstr("is not an SQLite database"));
  EXPECT_EQ(read_text_file(path("a.db")), std::string(8192, 'x'));
}

TEST_F(StoreRefusal, AnotherProgramsDatabaseIsLeftAlone) {
  sql(path("a.db"), "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
  EXPECT_THAT(read_refusal(path("a.db")), HasSubstr("not one of vta sweep"));
  EXPECT_THAT(write_refusal(path("a.db")), HasSubstr("not one of vta sweep"));
  EXPECT_EQ(Database(path("a.db"), Database::Mode::Read).integer("SELECT x FROM mine"), 1);
}

TEST_F(StoreRefusal, ANewerSchemaNamesTheProgramThatWroteIt) {
  write_synthetic_sweep(path("a.db"), 1);
  sql(path("a.db"), "UPDATE meta SET value = '9' WHERE key = 'schema_version'");
  for (const std::string& text : {read_refusal(path("a.db")), write_refusal(path("a.db"))}) {
    EXPECT_THAT(text, HasSubstr("schema version 9, this program reads versions 1 to 8"));
    EXPECT_THAT(text, HasSubstr("tool_version " + synthetic_header().tool_version));
  }
}

TEST_F(StoreRefusal, AnOlderSchemaIsReadButNotContinuedOrMerged) {
  write_synthetic_sweep(path("a.db"), 2);
  make_schema_version_1(path("a.db"));
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header().schema_version, 1);
  PointRow point = without_layer_bounds(synthetic_point(1));
  EXPECT_EQ(reader.layers(1).size(), point.result.layers.size());
  point.result.layers.clear();
  point.result.counters.acc_load_nbytes_vta = 0;
  point.result.work = {point.result.work.device_macs, 0, {}};
  point.cost.path_ps = 0;
  EXPECT_EQ(reader.point(1), point);
  EXPECT_EQ(share_text(point.result.work), "an unknown share of the network's MACs");
  EXPECT_EQ(sweep_digest(path("a.db")).tables.size(), 7U);
  for (const std::string& text : {write_refusal(path("a.db")), refusal([&] {
                                    merge_sweeps(path("b.db"), std::array{path("a.db")});
                                  })})
    EXPECT_THAT(text, HasSubstr("schema version 1: it can be read, but neither continued nor"));
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
}

TEST_F(StoreRefusal, ASchemaWithFormerNamesIsReadButNotContinuedOrMerged) {
  write_synthetic_sweep(path("a.db"), 2);
  const SweepDigest digest = sweep_digest(path("a.db"));
  make_schema_version_5(path("a.db"));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, digest.hash) << "the same sweep by other names";
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header().schema_version, 5);
  PointRow point = synthetic_point(1);
  point.result.least_compute = point.result.least_memory = 0;
  EXPECT_EQ(reader.layers(1), point.result.layers);
  point.result.layers.clear();
  EXPECT_EQ(reader.point(1), point);
  EXPECT_THAT(write_refusal(path("a.db")),
              HasSubstr("schema version 5: it can be read, but neither continued nor"));
}

TEST_F(StoreRefusal, ASchemaWithoutBoundsOfLayersIsReadButNotContinuedOrMerged) {
  write_synthetic_sweep(path("a.db"), 2);
  make_schema_version_3(path("a.db"));
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header().schema_version, 3);
  EXPECT_FALSE(reader.header().before_gemm_pipeline());
  PointRow point = without_layer_bounds(synthetic_point(1));
  EXPECT_EQ(reader.layers(1), point.result.layers);
  point.result.layers.clear();
  EXPECT_EQ(reader.point(1), point);
  EXPECT_THAT(write_refusal(path("a.db")),
              HasSubstr("schema version 3: it can be read, but neither continued nor"));
}

// Its rows have hashes of configurations that name fewer keys.
TEST_F(StoreRefusal, ASchemaWithoutGemmPipelineIsReadButNotContinuedOrMerged) {
  write_synthetic_sweep(path("a.db"), 2);
  make_schema_version_2(path("a.db"));
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header().schema_version, 2);
  EXPECT_TRUE(reader.header().before_gemm_pipeline());
  PointRow point = without_layer_bounds(synthetic_point(1));
  EXPECT_EQ(reader.layers(1), point.result.layers);
  point.result.layers.clear();
  point.cost.path_ps = 0;
  EXPECT_EQ(reader.point(1), point);
  EXPECT_THAT(refusal([&] { reader.set_clock({.mhz = std::nullopt, .estimated = true}); }),
              HasSubstr("without clock estimates (schema version 2): give --clock in MHz"));
  for (const std::string& text : {write_refusal(path("a.db")), refusal([&] {
                                    merge_sweeps(path("b.db"), std::array{path("a.db")});
                                  })})
    EXPECT_THAT(text, HasSubstr("schema version 2: it can be read, but neither continued nor"));
}

TEST_F(StoreRefusal, AnOlderConfigurationThatWasChangedIsDamage) {
  write_synthetic_sweep(path("a.db"), 2);
  make_schema_version_2(path("a.db"));
  sql(path("a.db"),
      "UPDATE point SET config = replace(config, '\"ISA_EXT\": 0', '\"ISA_EXT\": 1')");
  EXPECT_THAT(refusal([&] { SweepReader(path("a.db")).points(); }), HasSubstr("the row says"));
}

TEST_F(StoreRefusal, DamageIsFoundBeforeAnythingIsWritten) {
  write_synthetic_sweep(path("a.db"), 30);
  std::string bytes = read_text_file(path("a.db"));
  for (size_t k = bytes.size() / 4096 / 2 * 4096; k < bytes.size(); ++k)
    bytes[k] = 'x';
  write_text_file(path("b.db"), bytes);
  EXPECT_THAT(read_refusal(path("b.db")), HasSubstr("damaged"));
  EXPECT_THAT(write_refusal(path("b.db")), HasSubstr("damaged"));
  write_text_file(path("c.db"), bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(read_refusal(path("c.db")), HasSubstr("damaged"));
}

TEST_F(StoreRefusal, MissingMetaIsDamage) {
  write_synthetic_sweep(path("a.db"), 1);
  sql(path("a.db"), "DELETE FROM meta WHERE key = 'spec_hash'");
  EXPECT_THAT(read_refusal(path("a.db")), HasSubstr("has no 'spec_hash'"));
  sql(path("a.db"), "UPDATE meta SET value = 'many' WHERE key = 'schema_version'");
  EXPECT_THAT(read_refusal(path("a.db")), HasSubstr("'many', expected a number"));
}

TEST_F(StoreRefusal, ValuesThatTheWriterNeverPutsAreNamed) {
  const auto with = [&](const std::string& change, bool of_before = false) {
    std::filesystem::remove(path("a.db"));
    write_synthetic_sweep(path("a.db"), 2);
    if (of_before)
      make_schema_version_6(path("a.db"));
    sql(path("a.db"), change);
    return refusal([&] {
      SweepReader reader(path("a.db"));
      reader.points();
      reader.layers(1);
    });
  };
  EXPECT_THAT(with("UPDATE point SET states = '[[1]]' WHERE idx = 1", true),
              HasSubstr("point 1: states"));
  EXPECT_THAT(with("UPDATE point SET states = 'x' WHERE idx = 1", true),
              HasSubstr("point 1: states"));
  EXPECT_THAT(with("UPDATE layer SET states = '[1, 2, 3, 4]' WHERE idx = 1 AND ordinal = 2", true),
              HasSubstr("layer 2 of point 1: states"));
  EXPECT_THAT(with("UPDATE point_data SET load_mem_data = -1 WHERE idx = 1"),
              HasSubstr("point 1: states"));
  EXPECT_THAT(with("UPDATE layer_data SET fetch_none = -1 WHERE idx = 1 AND ordinal = 2"),
              HasSubstr("layer 2 of point 1: states"));
  const auto shared = [](std::string_view column, std::string_view value) {
    return fmt::format(
        "UPDATE shared_text SET value = '{}' WHERE id = (SELECT {} FROM point_data WHERE idx = 1)",
        value, column);
  };
  EXPECT_THAT(with("UPDATE point SET config = '{}' WHERE idx = 1", true),
              HasSubstr("point 1: config"));
  EXPECT_THAT(with("UPDATE shared_text SET value = '{}' WHERE id = (SELECT form FROM config)"),
              HasSubstr("point 0: config"));
  EXPECT_THAT(with("UPDATE config SET number_12 = number_12 / 2 WHERE id = 2"),
              HasSubstr("the row says"));
  EXPECT_THAT(with("UPDATE config SET hash = 'ff' WHERE id = 2"), HasSubstr("the row says ff"));
  EXPECT_THAT(with(shared("energy", "[]")), HasSubstr("energy is"));
  EXPECT_THAT(with(shared("energy", R"({"mac": "x"})")), HasSubstr("energy 'mac'"));
  EXPECT_THAT(with(shared("host_operators", "x")), HasSubstr("point "));
  EXPECT_THAT(with("UPDATE meta SET value = '3' WHERE key = 'objectives'"),
              HasSubstr("objectives are"));
}

TEST_F(StoreRefusal, PartsOfAPointAreDamage) {
  const auto with = [&](const std::string& change) {
    std::filesystem::remove(path("a.db"));
    write_synthetic_sweep(path("a.db"), 3);
    sql(path("a.db"), change);
    const std::string text = read_refusal(path("a.db"));
    EXPECT_EQ(write_refusal(path("a.db")), text);
    EXPECT_THAT(text, HasSubstr("a.db is damaged"));
    return text;
  };
  EXPECT_THAT(with("DELETE FROM point_data WHERE idx = 1"),
              HasSubstr("has layers of point 1, but not the point"));
  EXPECT_THAT(with("DELETE FROM layer_data WHERE idx = 1"),
              HasSubstr("layers of point 1 are missing"));
  EXPECT_THAT(with("DELETE FROM layer_data WHERE idx = 2 AND ordinal = 1"),
              HasSubstr("layers of point 2 are missing"));
  EXPECT_THAT(with("DELETE FROM layer_data WHERE idx = 2 AND ordinal = (SELECT max(ordinal) FROM "
                   "layer_data)"),
              HasSubstr("layers of point 2 are missing"));
  EXPECT_THAT(with("DELETE FROM network"), HasSubstr("has point 0, but not its network"));
  EXPECT_THAT(with("INSERT INTO confirmation VALUES (7, 'confirmed', 5, 5, 1, '')"),
              HasSubstr("has the confirmation of point 7, but not the point"));
  for (const char* table : {"config", "work", "shared_text"})
    EXPECT_THAT(with(fmt::format("DELETE FROM {} WHERE id = 2", table)),
                HasSubstr(fmt::format("names one of {} that is not there", table)));
}

TEST_F(StoreRefusal, TheSameInTablesOfBeforeIsReadMergedAndContinued) {
  write_synthetic_sweep(path("a.db"), 8);
  const std::string digest = sweep_digest(path("a.db")).hash;
  sql(path("a.db"), "INSERT INTO confirmation VALUES (1, 'confirmed', 5, 5, 1, '')");
  const std::string confirmed = sweep_digest(path("a.db")).hash;
  EXPECT_NE(confirmed, digest);
  make_schema_version_6(path("a.db"));
  EXPECT_EQ(SweepReader(path("a.db")).header().schema_version, 6);
  EXPECT_EQ(sweep_digest(path("a.db")).hash, confirmed);
  merge_sweeps(path("b.db"), std::array{path("a.db")});
  EXPECT_EQ(SweepReader(path("b.db")).header().schema_version, kSweepSchemaVersion);
  EXPECT_EQ(sweep_digest(path("b.db")).hash, confirmed);

  SweepHeader other = synthetic_header();
  other.build = "1111222233334444";
  const std::string before = read_text_file(path("a.db"));
  EXPECT_THAT(write_refusal(path("a.db"), other), HasSubstr("cannot continue"));
  EXPECT_EQ(SweepReader(path("a.db")).header().schema_version, 6);
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    EXPECT_EQ(std::ssize(writer.finished()), 9);
    writer.put_point(synthetic_point(8), {8, 0.1, 0, "2025-01-31T12:00:00Z"});
    writer.put_point(synthetic_point(9), {9, 0.1, 1, "2025-01-31T12:00:00Z"});
  }
  write_synthetic_sweep(path("c.db"), 10);
  sql(path("c.db"), "INSERT INTO confirmation VALUES (1, 'confirmed', 5, 5, 1, '')");
  SweepReader continued(path("a.db")), whole(path("c.db"));
  EXPECT_EQ(continued.header(), whole.header());
  EXPECT_EQ(continued.points(), whole.points());
  EXPECT_EQ(continued.efforts(), whole.efforts());
  EXPECT_EQ(continued.layers(9), whole.layers(9));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("c.db")).hash);
}

// Files that their vta wrote, in the tables of that version.
TEST_F(StoreRefusal, AFileOfAnEarlierVersionIsContinued) {
  for (int64_t version = kOldestContinuedVersion; version < kSweepSchemaVersion; ++version) {
    const std::string file = path(fmt::format("{}.db", version));
    std::filesystem::copy_file(
        fmt::format("{}/tests/data/older/sweep_schema_{}.db", VTA_SOURCE_DIR, version), file);
    const std::string digest = sweep_digest(file).hash;
    SweepHeader header;
    std::vector<PointRow> points;
    std::vector<LayerResult> layers;
    {
      SweepReader reader(file);
      header = reader.header();
      points = reader.points();
      layers = reader.layers(0);
    }
    EXPECT_EQ(header.schema_version, version);
    EXPECT_EQ(layers.size(), 1U);
    {
      SweepWriter writer(file, header);
      EXPECT_THAT(writer.finished(), testing::ElementsAre(0));
      PointRow other = points.front();
      other.idx = 1;
      other.result.layers = layers;
      other.spec.config.mem_gap += 1;
      writer.put_point(other, {1, 0.1, 0, "2025-01-31T12:00:00Z"});
    }
    SweepReader continued(file);
    EXPECT_EQ(continued.header().schema_version, kSweepSchemaVersion);
    EXPECT_EQ(continued.points().front(), points.front());
    EXPECT_EQ(continued.layers(0), layers);
    EXPECT_EQ(continued.points().size(), 2U);
    sql(file, "DELETE FROM layer_data WHERE idx = 1; DELETE FROM point_data WHERE idx = 1");
    EXPECT_EQ(sweep_digest(file).hash, digest);
  }
}

// Every unit has a column for each of its states, and no other.
TEST_F(StoreRefusal, CyclesInAStateThatAUnitHasNotAreRefused) {
  SweepWriter writer(path("a.db"), synthetic_header());
  writer.put_networks(std::array{synthetic_network()});
  const auto with = [&](TimedUnit unit, UnitState state, bool in_layer) {
    static int64_t idx = -1;
    PointRow row = synthetic_point(++idx);
    UnitCycles& units = in_layer ? row.result.layers[1].timing.units : row.result.timing.units;
    units[static_cast<size_t>(unit)][static_cast<size_t>(state)] += 7;
    const std::string text = refusal([&] { writer.put_point(row, {idx, 1, 0, ""}); });
    const std::optional<PointRow> there = writer.point(idx);
    EXPECT_EQ(there.has_value(), text == "nothing was refused");
    EXPECT_TRUE(!there || *there == row) << idx;
    return text;
  };
  using Unit = TimedUnit;
  using State = UnitState;
  const std::set<std::pair<Unit, State>> none = {
      {Unit::Fetch, State::TokenPrev}, {Unit::Fetch, State::TokenNext},
      {Unit::Load, State::TokenPrev},  {Unit::Load, State::Slot},
      {Unit::Compute, State::Slot},    {Unit::Store, State::TokenNext},
      {Unit::Store, State::Slot}};
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s) {
      const auto unit = static_cast<Unit>(u);
      const auto state = static_cast<State>(s);
      EXPECT_THAT(with(unit, state, s % 2 == 0),
                  none.contains({unit, state})
                      ? HasSubstr(fmt::format("{} has 7 cycles in state {}", timed_unit_name(unit),
                                              unit_state_name(state)))
                      : HasSubstr("nothing was refused"));
    }
}

TEST_F(StoreRefusal, TablesOfBeforeWithWhatNoRunHasStayAsTheyAre) {
  write_synthetic_sweep(path("a.db"), 4);
  make_schema_version_6(path("a.db"));
  sql(path("a.db"), "UPDATE layer SET cycles = -1 WHERE idx = 3 AND ordinal = 1");
  EXPECT_THAT(write_refusal(path("a.db")), HasSubstr("layer 1 of point 3: cycles is -1"));
  EXPECT_EQ(SweepReader(path("a.db")).header().schema_version, 6);
  EXPECT_EQ(SweepReader(path("a.db")).points().size(), 4U);
}

// What every point has is kept once: the more points, the less of each.
TEST_F(StoreRefusal, RowsShareWhatTheyHaveInCommon) {
  write_synthetic_sweep(path("a.db"), 64, 20);
  Database database(path("a.db"), Database::Mode::Read);
  EXPECT_EQ(database.integer("SELECT count(*) FROM config"), 64);
  EXPECT_EQ(database.integer("SELECT count(DISTINCT form) FROM config"), 1);
  EXPECT_EQ(database.integer("SELECT count(*) FROM layer_data"), 64 * 20);
  // Work depends on the blocks, which are of four kinds.
  EXPECT_LE(database.integer("SELECT count(*) FROM work"), 4 * 20);
  EXPECT_LE(std::filesystem::file_size(path("a.db")), 64U * 20 * 256);
}

TEST_F(StoreRefusal, AnObjectiveThatIsNoneIsSaidOfTheFile) {
  write_synthetic_sweep(path("a.db"), 1);
  sql(path("a.db"), R"(UPDATE meta SET value = '["bogus"]' WHERE key = 'objectives')");
  EXPECT_THAT([&] { SweepReader{path("a.db")}; },
              testing::ThrowsMessage<InputError>(
                  AllOf(HasSubstr("a.db: objectives"), HasSubstr("unknown metric 'bogus'"))));
}

TEST_F(StoreRefusal, AnothersLockIsSaidAndNotWaitedForWithoutEnd) {
  write_synthetic_sweep(path("a.db"), 1);
  Database other(path("a.db"), Database::Mode::Write);
  other.run("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  const LockPatience usual = lock_patience();
  lock_patience() = {.note_milliseconds = 0, .most_milliseconds = 50};
  testing::internal::CaptureStdout();  // where the log of tests goes
  const auto locked = HasSubstr("a.db is locked: another program did not release it within 0.05 s");
  EXPECT_THAT(read_refusal(path("a.db")), locked);
  EXPECT_THAT(write_refusal(path("a.db")), locked);
  EXPECT_THAT(testing::internal::GetCapturedStdout(),
              AllOf(HasSubstr("waiting for " + path("a.db")), HasSubstr("another program")));
  lock_patience() = usual;
  other.run("COMMIT");
  EXPECT_EQ(read_refusal(path("a.db")), "nothing was refused");
}

// A process that was killed left it; the file itself was removed.
TEST_F(StoreRefusal, ALogOfAFileThatIsGoneIsNotTaken) {
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_networks(std::array{synthetic_network()});
    writer.put_point(synthetic_point(0), {0, 1, 0, ""});
    std::filesystem::copy_file(path("a.db-wal"), path("kept"));
  }
  std::filesystem::remove(path("a.db"));
  std::filesystem::rename(path("kept"), path("a.db-wal"));
  SweepWriter(path("a.db"), synthetic_header());
  EXPECT_EQ(SweepReader(path("a.db")).count("point"), 0);
}

TEST_F(StoreRefusal, AFileThatHasGoneIsSaidWhenTheNextPointComes) {
  for (const bool replaced : {false, true}) {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_networks(std::array{synthetic_network()});
    writer.put_point(synthetic_point(0), {0, 1, 0, ""});
    writer.require_file();
    std::filesystem::remove(path("a.db"));
    if (replaced)
      write_text_file(path("a.db"), "x");
    const auto gone = HasSubstr("a.db was removed or replaced while it was written");
    EXPECT_THAT(refusal([&] { writer.require_file(); }), gone);
    EXPECT_THAT(refusal([&] { writer.put_point(synthetic_point(1), {1, 1, 0, ""}); }), gone);
    EXPECT_THAT(refusal([&] { writer.put_failure({1, "x"}, {1, 1, 0, ""}); }), gone);
    std::filesystem::remove(path("a.db"));
  }
}

TEST_F(StoreRefusal, AnotherSpecificationOrVersionIsNotContinued) {
  write_synthetic_sweep(path("a.db"), 1);
  SweepHeader other = synthetic_header();
  other.spec_hash = "ffffffffffffffff";
  other.spec =
      R"({"networks": [{"name": "net", "zoo": "net"}], "axes": {"LOG_BUS_WIDTH": [6, 7]}})";
  EXPECT_THAT(write_refusal(path("a.db"), other),
              AllOf(HasSubstr("another specification"), HasSubstr("axes.LOG_BUS_WIDTH")));
  other = synthetic_header();
  other.tool_version = "99.0.0";
  EXPECT_THAT(write_refusal(path("a.db"), other),
              AllOf(HasSubstr("version " + synthetic_header().tool_version),
                    HasSubstr("this is version 99.0.0")));
}

TEST_F(StoreRefusal, AFileOfAScheduleThatChangedIsNotContinued) {
  SweepHeader header = synthetic_header();
  header.schedules = {"fast", "a.json#0123456789abcdef", "b.json#1111222233334444"};
  SweepWriter(path("a.db"), header).finish();
  EXPECT_EQ(SweepReader(path("a.db")).header(), header);
  SweepHeader other = header;
  other.schedules[1] = "a.json#fedcba9876543210";
  other.spec_hash = "fedcba9876543210";  // as it is then
  EXPECT_THAT(write_refusal(path("a.db"), other),
              AllOf(HasSubstr("cannot continue"),
                    HasSubstr("the file of its schedule 'a.json' has changed: identity "
                              "0123456789abcdef there and fedcba9876543210 here")));
  EXPECT_EQ(write_refusal(path("a.db"), header), "nothing was refused");
}

TEST_F(StoreRefusal, SchedulesThatAreNoListOfNamesAreDamage) {
  write_synthetic_sweep(path("a.db"), 1);
  sql(path("a.db"), "UPDATE meta SET value = '[1]' WHERE key = 'schedules'");
  EXPECT_THAT(read_refusal(path("a.db")), HasSubstr("schedules: the integer 1 is not a name"));
  sql(path("a.db"), "DELETE FROM meta WHERE key = 'schedules'");  // as of an older program
  EXPECT_TRUE(SweepReader(path("a.db")).header().schedules.empty());
}

TEST_F(StoreRefusal, AnotherBuildIsNotContinuedAndBothAreNamed) {
  write_synthetic_sweep(path("a.db"), 1);
  SweepHeader other = synthetic_header();
  other.build = "1111222233334444";
  EXPECT_THAT(write_refusal(path("a.db"), other),
              AllOf(HasSubstr("cannot continue"), HasSubstr("build " + synthetic_header().build),
                    HasSubstr("build 1111222233334444"), HasSubstr("vta --version")));
  EXPECT_EQ(write_refusal(path("a.db")), "nothing was refused");
}

TEST_F(StoreRefusal, WithoutABuildADatabaseIsReadButNotContinued) {
  write_synthetic_sweep(path("a.db"), 2);
  sql(path("a.db"), "DELETE FROM meta WHERE key = 'build'");
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header().build, "");
  EXPECT_EQ(reader.points().size(), 2U);
  EXPECT_THAT(write_refusal(path("a.db")),
              AllOf(HasSubstr("not recorded"), HasSubstr("build " + synthetic_header().build)));
}

TEST_F(StoreRefusal, AnotherNetworkOfTheSameNameIsNotContinued) {
  write_synthetic_sweep(path("a.db"), 1);
  SweepWriter writer(path("a.db"), synthetic_header());
  NetworkInfo other = synthetic_network();
  other.hash = "0000000000000000";
  EXPECT_THAT(refusal([&] { writer.put_networks(std::array{other}); }),
              AllOf(HasSubstr("another network 'net'"), HasSubstr("fedcba9876543210"),
                    HasSubstr("0000000000000000")));
}

TEST_F(StoreRefusal, ASecondWriterIsToldWhoTheFirstIs) {
  write_synthetic_sweep(path("a.db"), 1);
  const SweepWriter first(path("a.db"), synthetic_header());
  EXPECT_THAT(in_child([&] { return write_refusal(path("a.db")); }),
              HasSubstr(fmt::format("is being written by process {}", getpid())));
}

TEST_F(StoreRefusal, StatesOfAnotherFormAreRefused) {
  UnitCycles units{};
  units[3][7] = 12345;
  EXPECT_EQ(parse_states(states_text(units), "x"), units);
  const std::string row = "[1,2,3,4,5,6,7,8],", fraction = "[1,2,3,4,5,6,7,0.5]";
  const std::string no_whole_number = "[" + row + row + row + fraction + "]";
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), std::string("[[1,2,3,4,5,6,7,8]]"),
        std::string("[1,2,3,4]"), no_whole_number})
    EXPECT_THAT(refusal([&] { parse_states(text, "here"); }), HasSubstr("here: states")) << text;
}

}  // namespace
}  // namespace vta::explore
