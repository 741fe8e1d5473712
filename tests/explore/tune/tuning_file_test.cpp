#include "explore/tune/tuning_file.h"

#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "base/build_identity.h"
#include "base/file.h"
#include "base/workers/workers.h"
#include "explore/tune/tiles_text.h"
#include "explore/tune/tuned_schedule.h"
#include "tests/explore/tune/tune_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kLayer =
    "conv2d 1x64x28x28 -> 64x28x28 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 4 vectors 1";

class TuningFile : public TuneTest {
 protected:
  static TunedRow row() {
    ConvTiles tiles;
    tiles.h = 7;
    tiles.w = 28;
    tiles.inp_slots = tiles.wgt_slots = 1;
    tiles.reuse = tiles.exact_taps = true;
    return {parse_layer(kLayer, "t"), tiles, {100, 2000}, {110, 1900}};
  }
  void write(const std::string& name, const VtaConfig& config) {
    TuningWriter writer(path(name), Objective::Cycles);
    const std::vector<TrialRow> trials = {
        {kLayer, tiles_text(row().tiles), Cost{100, 2000}, {}},
        {kLayer, tiles_text(ConvTiles{}), std::nullopt, "too small"}};
    writer.put_trials(config, trials);
    writer.put_result(config, std::vector{row()}, {"net", {1000, 20000}, {1100, 19000}, 900});
  }
  void tamper(const std::string& statements) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path("a.db").c_str(), &handle), SQLITE_OK);
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(handle, statements.c_str(), nullptr, nullptr, &error), SQLITE_OK)
        << error;
    sqlite3_close(handle);
  }
  std::string read_refusal() {
    return refusal([&] { TuningReader(path("a.db")).configs(); });
  }
  std::string write_refusal(Objective objective = Objective::Cycles) {
    return refusal([&] { TuningWriter(path("a.db"), objective); });
  }
};

TEST_F(TuningFile, WhatIsPutIsRead) {
  write("a.db", config());
  write("a.db", config("tiny"));
  TuningReader reader(path("a.db"));
  EXPECT_EQ(reader.header().objective, Objective::Cycles);
  EXPECT_EQ(reader.header().build, build_identity());
  const std::vector<TunedConfig> configs = reader.configs();
  ASSERT_EQ(configs.size(), 2U);
  const TunedConfig& c = configs[configs[0].hash == config().hash() ? 0 : 1];
  EXPECT_EQ(c.name, config().name());
  EXPECT_EQ(c.memory, "bus=8,read=0,write=0,gap=0,outstanding=16,burst=16");
  EXPECT_EQ(c.trials, 2);
  ASSERT_EQ(c.layers.size(), 1U);
  EXPECT_EQ(c.layers[0].layer, row().layer);
  EXPECT_EQ(c.layers[0].tiles, row().tiles);
  EXPECT_EQ(c.layers[0].cost, row().cost);
  EXPECT_EQ(c.layers[0].fast, row().fast);
  ASSERT_EQ(c.networks.size(), 1U);
  EXPECT_EQ(c.networks[0].least_cycles, 900);
}

TEST_F(TuningFile, TrialsAreRememberedByConfigurationAndLayer) {
  write("a.db", config());
  TuningWriter writer(path("a.db"), Objective::Cycles);
  const auto trials = writer.trials(config(), kLayer);
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_EQ(trials.at(tiles_text(row().tiles)).cost, (Cost{100, 2000}));
  EXPECT_EQ(trials.at(tiles_text(ConvTiles{})).cost, std::nullopt);
  EXPECT_EQ(trials.at(tiles_text(ConvTiles{})).reason, "too small");
  EXPECT_TRUE(writer.trials(config("tiny"), kLayer).empty());
  EXPECT_TRUE(writer.trials(apply_memory(config(), "read=3"), kLayer).empty());
  EXPECT_TRUE(writer.trials(config(), "another").empty());
}

// Whichever hash comes first.
TEST_F(TuningFile, TrialsOfAnotherConfigurationAreNone) {
  write("a.db", config());
  write("b.db", config("tiny"));
  EXPECT_TRUE(TuningWriter(path("a.db"), Objective::Cycles).trials(config("tiny"), kLayer).empty());
  EXPECT_TRUE(TuningWriter(path("b.db"), Objective::Cycles).trials(config(), kLayer).empty());
}

TEST_F(TuningFile, WhatIsNoneIsRefused) {
  EXPECT_THAT(read_refusal(), HasSubstr("a.db: the database does not exist"));
  write_text_file(path("a.db"), std::string(8192, 'x'));
  EXPECT_THAT(read_refusal(), HasSubstr("a.db is not an SQLite database"));
  EXPECT_EQ(write_refusal(), read_refusal());
  std::filesystem::remove(path("a.db"));
  tamper("CREATE TABLE t (x); PRAGMA application_id = 7");
  EXPECT_THAT(read_refusal(),
              HasSubstr("is an SQLite database, but not one of vta tune (application_id is 0x7"));
  EXPECT_EQ(write_refusal(), read_refusal());
}

TEST_F(TuningFile, AnotherSchemaIsRefused) {
  write("a.db", config());
  tamper("UPDATE meta SET value = '3' WHERE key = 'schema_version'");
  EXPECT_THAT(read_refusal(),
              HasSubstr("has schema version 3, this program reads versions 1 and 2"));
  EXPECT_EQ(write_refusal(), read_refusal());
  tamper(
      "UPDATE meta SET value = '2' WHERE key = 'schema_version'; ALTER TABLE trial ADD COLUMN "
      "x TEXT");
  EXPECT_THAT(read_refusal(),
              HasSubstr("was not made by vta tune: its table trial has another form"));
}

TEST_F(TuningFile, AnotherObjectiveOrBuildIsNotContinued) {
  write("a.db", config());
  EXPECT_THAT(write_refusal(Objective::Bytes),
              HasSubstr("cannot continue " + path("a.db") +
                        ": it was tuned for cycles, not for bytes; name another database"));
  tamper("UPDATE meta SET value = '0123456789abcdef' WHERE key = 'build'");
  EXPECT_THAT(write_refusal(),
              HasSubstr("it was made by build 0123456789abcdef of vta, not by build"));
  EXPECT_EQ(read_refusal(), "nothing was refused");  // its tiles are tiles
}

TEST_F(TuningFile, DamageIsNamed) {
  write("a.db", config());
  const auto damaged = [&](const std::string& statement) {
    std::filesystem::remove(path("a.db"));
    write("a.db", config());
    tamper(statement);
    return read_refusal();
  };
  EXPECT_THAT(damaged("UPDATE tuned SET layer = 'conv3d'"), HasSubstr("layer 'conv3d'"));
  EXPECT_THAT(damaged("UPDATE tuned SET tiles = '{}'"), HasSubstr(kLayer));
  EXPECT_THAT(damaged("UPDATE tuned SET tiles = 'x'"), HasSubstr("a.db"));
  EXPECT_THAT(damaged("UPDATE tuned SET cycles = -1"), HasSubstr("a number of cycles is -1"));
  EXPECT_THAT(damaged("UPDATE meta SET value = 'x' WHERE key = 'objective'"), HasSubstr(""));
  EXPECT_THAT(refusal([&] { TuningReader(path("a.db")).header(); }),
              HasSubstr("'objective' of its meta table is 'x'"));
}

TEST_F(TuningFile, ASecondWriterIsToldWhoTheFirstIs) {
  const TuningWriter first(path("a.db"), Objective::Cycles);
  const ChildReport second = run_in_child([&] { return write_refusal(); });
  EXPECT_THAT(second.answer, HasSubstr("is being written by process"));
}

TEST_F(TuningFile, AFolderThatCannotBeWrittenIsNamed) {
  EXPECT_THAT(
      refusal([&] { TuningWriter(path("no/a.db"), Objective::Cycles); }),
      AllOf(HasSubstr("cannot write"), HasSubstr("the folder " + path("no") + " does not exist")));
}

// As on a disk without room: the process may write no more than so many bytes of a file.
TEST_F(TuningFile, AFullDiskLeavesNoPartOfADatabase) {
  const ChildReport full = run_in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{size_t{8} << 10, size_t{8} << 10};
    setrlimit(RLIMIT_FSIZE, &little);
    return write_refusal();
  });
  EXPECT_THAT(full.answer, HasSubstr("cannot write the database " + path("a.db")));
  EXPECT_FALSE(std::filesystem::exists(path("a.db")));
}

TEST_F(TuningFile, AsAScheduleItServesItsConfigurationAndSaysWhatItLacks) {
  write("a.db", config());
  SchedulePolicy policy = schedule_by_name(path("a.db"));
  EXPECT_TRUE(policy.facts() == SchedulePolicy::named("fast").facts());
  const SchedulePolicy::Choice found = policy.tiles(row().layer, "conv2d_0", config());
  EXPECT_EQ(found.tiles, row().tiles);
  EXPECT_EQ(found.fallback, "");
  LayerId other = row().layer;
  other.geometry.ic = 32;
  EXPECT_EQ(policy.tiles(other, "conv2d_0", config()).fallback,
            path("a.db") + " has no tiles for it");
  const VtaConfig slower = apply_memory(config(), "read=3");
  const SchedulePolicy::Choice searched = policy.tiles(row().layer, "conv2d_0", slower);
  EXPECT_THAT(searched.fallback,
              HasSubstr("with bus=8,read=3,write=0,gap=0,outstanding=16,burst=16; it has " +
                        config().name() + " with bus=8,read=0,"));
  EXPECT_EQ(searched.tiles,
            SchedulePolicy::named("fast").tiles(row().layer, "conv2d_0", slower).tiles);
}

TEST_F(TuningFile, TilesThatDoNotFitAreDamage) {
  write("a.db", config());
  tamper("UPDATE tuned SET tiles = replace(tiles, '\"inp_slots\":1', '\"inp_slots\":64')");
  SchedulePolicy policy = schedule_by_name(path("a.db"));
  EXPECT_THAT(refusal([&] { policy.tiles(row().layer, "conv2d_0", config()); }),
              AllOf(HasSubstr("is damaged: the tiles of '"), HasSubstr("do not fit")));
}

// Of equal blocks nothing has changed since the first version.
TEST_F(TuningFile, TilesOfUnequalBlocksThatAnEarlierVersionMeasuredAreRefused) {
  write("a.db", config());
  write("a.db", config("1x32.16"));
  tamper("UPDATE meta SET value = '1' WHERE key = 'schema_version'");
  SchedulePolicy policy = schedule_by_name(path("a.db"));
  EXPECT_EQ(policy.tiles(row().layer, "conv2d_0", config()).tiles, KernelTiles(row().tiles));
  EXPECT_THAT(refusal([&] { policy.tiles(row().layer, "conv2d_0", config("1x32.16")); }),
              AllOf(HasSubstr(path("a.db") + " has tiles for " + config("1x32.16").name()),
                    HasSubstr("worked on elements without channels, too: tune again")));
  tamper("UPDATE meta SET value = '2' WHERE key = 'schema_version'");
  SchedulePolicy renewed = schedule_by_name(path("a.db"));
  EXPECT_EQ(renewed.tiles(row().layer, "conv2d_0", config("1x32.16")).tiles,
            KernelTiles(row().tiles));
}

TEST_F(TuningFile, AScheduleIsPinnedToWhatTheDatabaseHas) {
  write("a.db", config());
  const std::string pinned = pinned_schedule_name(path("a.db"));
  EXPECT_EQ(pinned.size(), path("a.db").size() + 17);
  EXPECT_TRUE(is_tuned_schedule(pinned));
  EXPECT_EQ(pinned_schedule_name(pinned), pinned);
  EXPECT_EQ(schedule_by_name(pinned).tiles(row().layer, "conv2d_0", config()).tiles, row().tiles);
  // Trials are no choice; another configuration's choices are.
  {
    TuningWriter writer(path("a.db"), Objective::Cycles);
    writer.put_trials(config(), std::vector<TrialRow>{{kLayer, "t", Cost{1, 1}, {}}});
  }
  EXPECT_EQ(pinned_schedule_name(path("a.db")), pinned);
  write("a.db", config("tiny"));
  EXPECT_NE(pinned_schedule_name(path("a.db")), pinned);
  EXPECT_THAT(refusal([&] { schedule_by_name(pinned); }),
              HasSubstr("has changed: its identity is"));
}

TEST_F(TuningFile, TheSameTilesForAnotherConfigurationAreAnotherSchedule) {
  write("a.db", config());
  write("b.db", config("tiny"));
  const std::string a = pinned_schedule_name(path("a.db")), b = pinned_schedule_name(path("b.db"));
  EXPECT_NE(a.substr(path("a.db").size()), b.substr(path("b.db").size()));
}

TEST(TunedSchedule, OtherNamesAreThoseOfTheCompiler) {
  EXPECT_FALSE(is_tuned_schedule("fast"));
  EXPECT_FALSE(is_tuned_schedule("a.db.json"));
  EXPECT_EQ(pinned_schedule_name("fast"), "fast");
  EXPECT_EQ(schedule_by_name("reference").name(), "reference");
  EXPECT_THROW(schedule_by_name("fastest"), UsageError);
  EXPECT_THROW(schedule_by_name("no.db"), InputError);
}

}  // namespace
}  // namespace vta::explore
