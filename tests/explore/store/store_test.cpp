#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <random>

#include "explore/cost/clock_times.h"
#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/row_codec.h"
#include "explore/store/writer.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(StoreTest, ReaderGivesBackWhatTheWriterTook) {
  write_synthetic_sweep(path("a.db"), 64);
  SweepReader reader(path("a.db"));
  EXPECT_EQ(reader.header(), synthetic_header());
  EXPECT_THAT(reader.networks(), ElementsAre(synthetic_network()));
  const std::vector<PointRow> points = reader.points();
  ASSERT_EQ(points.size(), 64U);
  for (const PointRow& row : points) {
    PointRow written = synthetic_point(row.idx);
    EXPECT_EQ(reader.layers(row.idx), written.result.layers);
    written.result.layers.clear();
    EXPECT_EQ(row, written);
  }
  ASSERT_TRUE(reader.point(7).has_value());
  EXPECT_FALSE(reader.point(90).has_value());
  EXPECT_EQ(reader.excluded().size(), 3U);
  EXPECT_THAT(reader.failures(), ElementsAre(FailureRow{93, "the worker died twice"}));
  EXPECT_EQ(reader.efforts().size(), 66U);
  EXPECT_EQ(reader.count("layer"), 64 * 3);
}

TEST_F(StoreTest, AccuracyIsGivenBackAsItWas) {
  PointRow whole = synthetic_point(0), part = synthetic_point(1);
  whole.spec.quantization = "max,all_int8";
  whole.values_key = "0123456789abcdef";
  whole.accuracy = Accuracy{.samples = 200,
                            .float_top1 = 98.5,
                            .top1 = 1.0 / 3,
                            .float_top5 = 100,
                            .top5 = 0,
                            .agreement = 99.5,
                            .sqnr_db = -1e-9};
  part.accuracy = Accuracy{.samples = 1, .agreement = 0, .sqnr_db = kMostSqnrDb};
  NetworkInfo network = synthetic_network();
  network.accuracy = "samples 0123";
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_networks(std::array{network});
    writer.put_point(whole, {});
    writer.put_point(part, {1, 0, 0, {}});
    network.accuracy = "samples 4567";
    EXPECT_THAT(refusal([&] { writer.put_networks(std::array{network}); }),
                HasSubstr("was made with other samples of network 'net' (samples 0123) than the "
                          "present ones (samples 4567)"));
  }
  SweepReader reader(path("a.db"));
  const std::vector<PointRow> points = reader.points();
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].accuracy, whole.accuracy);
  EXPECT_EQ(points[0].values_key, whole.values_key);
  EXPECT_EQ(points[0].spec.quantization, "max,all_int8");
  EXPECT_EQ(points[1].accuracy, part.accuracy);
  EXPECT_EQ(reader.networks()[0].accuracy, "samples 0123");
  EXPECT_TRUE(reader.point_of(whole.spec).has_value());
}

// Whatever somebody writes there.
TEST_F(StoreTest, AnAccuracyThatIsNoneIsRefused) {
  for (const char* change :
       {"samples = 3", "agreement = 5", "samples = 3, agreement = 101, sqnr_db = 0",
        "samples = 3, agreement = 1, sqnr_db = 201", "samples = -1",
        "samples = 3, agreement = 1, sqnr_db = 2, top1 = 1e9"}) {
    std::filesystem::remove(path("a.db"));
    write_synthetic_sweep(path("a.db"), 1);
    Database(path("a.db"), Database::Mode::Write)
        .run(fmt::format("UPDATE point_data SET {}", change));
    EXPECT_THROW(SweepReader(path("a.db")).points(), InputError) << change;
  }
}

TEST_F(StoreTest, ColumnsForQueriesFollowFromTheConfiguration) {
  write_synthetic_sweep(path("a.db"), 2);
  Database database(path("a.db"), Database::Mode::Read);
  database.allow_views();
  Statement row = database.prepare(
      "SELECT block_in, block_out, macs, bus_bytes, wgt_bytes, total_nbytes, config_name FROM "
      "point "
      "WHERE idx = 1");
  ASSERT_TRUE(row.step());
  const PointRow point = synthetic_point(1);
  EXPECT_EQ(row.integer(0), 16);
  EXPECT_EQ(row.integer(1), 16);
  EXPECT_EQ(row.integer(2), 256);
  EXPECT_EQ(row.integer(3), 8);
  EXPECT_EQ(row.integer(4), 1 << 18);
  EXPECT_EQ(row.integer(5), point.result.counters.total_bytes());
  EXPECT_EQ(row.text(6), point.spec.config.name());
}

// Whatever stands in texts beside the numbers, and however many there are.
TEST_F(StoreTest, AFormAndItsNumbersAreTheText) {
  std::string many = "[0";
  for (int k = 1; k < 100; ++k)
    many += fmt::format(",{}", k * 1000);
  for (const std::string& text :
       {std::string(R"({"A": 5, "B": -7, "C": "12 of 100 %d \" 3", "D": 1.5, "E": 2e9, "F": 0})"),
        std::string(R"({"A": 9223372036854775807, "B%s": [1, 2]})"), many + "]",
        VtaConfig{}.identity_json()}) {
    const NumberedText taken = take_numbers(text);
    EXPECT_FALSE(taken.numbers.empty()) << text;
    std::string sql = "SELECT printf(?";
    for (const int64_t number : taken.numbers)
      sql += fmt::format(", {}", number);
    Database database("memory", Database::Mode::Memory);
    Statement row = database.prepare(sql + ")");
    row.bind(std::string_view(taken.form));
    ASSERT_TRUE(row.step());
    EXPECT_EQ(row.text(0), text) << taken.form;
  }
  EXPECT_THAT(take_numbers(R"({"A": 5, "C": "12 \" 3", "D": -6})").numbers, ElementsAre(5, -6));
}

TEST_F(StoreTest, APointIsFoundByAllThatIsSimulated) {
  write_synthetic_sweep(path("a.db"), 2);
  SweepReader reader(path("a.db"));
  const PointSpec there = synthetic_point(1).spec;
  EXPECT_EQ(reader.point_of(there)->idx, 1);
  const auto other = [&](auto change) {
    PointSpec spec = there;
    change(spec);
    return reader.point_of(spec).has_value();
  };
  EXPECT_FALSE(other([](PointSpec& s) { s.images = 2; }));
  EXPECT_FALSE(other([](PointSpec& s) { s.images = 0; }));
  EXPECT_FALSE(other([](PointSpec& s) { s.network = "other"; }));
  EXPECT_FALSE(other([](PointSpec& s) { s.schedule = "reference"; }));
  EXPECT_FALSE(other([](PointSpec& s) { s.quantization = "max"; }));
  EXPECT_FALSE(other([](PointSpec& s) { s.config.mem_gap += 1; }));
}

TEST_F(StoreTest, OutsideIsWhatTheLayersLeaveOver) {
  const KernelTiming outside = outside_of(synthetic_point(5).result);
  EXPECT_EQ(outside.cycles, 100);
}

// Their digits do not fit what JSON's reader gives back exactly.
TEST_F(StoreTest, EnergiesThatAreReadAndWrittenAgainStayTheSame) {
  constexpr int64_t kPoints = 64;  // as many differ
  {
    SweepWriter first(path("a.db"), synthetic_header());
    first.put_networks(std::array{synthetic_network()});
    for (int64_t idx = 0; idx < kPoints; ++idx) {
      PointRow row = synthetic_point(idx);
      row.cost.energy[0].second = 1e9 / static_cast<double>(3 + 2 * idx);
      row.cost.energy[1].second = 1e11 / static_cast<double>(7 + 6 * idx);
      first.put_point(row, {idx, 7, 5, "2026-01-01T00:00:00Z"});
    }
  }
  SweepReader reader(path("a.db"));
  {
    SweepWriter second(path("b.db"), synthetic_header());
    second.put_networks(std::array{synthetic_network()});
    for (PointRow row : reader.points()) {
      EXPECT_NEAR(row.cost.energy[0].second * static_cast<double>(3 + 2 * row.idx), 1e9, 1e-5);
      row.result.layers = reader.layers(row.idx);
      second.put_point(row, {row.idx, 7, 5, "2026-01-01T00:00:00Z"});
    }
  }
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("b.db")).hash);
}

TEST_F(StoreTest, DigestDependsOnWhatWasFoundOnly) {
  write_synthetic_sweep(path("a.db"), 8);
  const SweepDigest digest = sweep_digest(path("a.db"));
  {  // the same in another order, with other efforts
    SweepWriter writer(path("b.db"), synthetic_header());
    writer.put_networks(std::array{synthetic_network()});
    writer.put_failure({93, "the worker died twice"}, {93, 9, 9, "2026-01-01T00:00:00Z"});
    for (int64_t idx = 8; idx-- > 0;)
      writer.put_point(synthetic_point(idx), {idx, 7, 5, "2026-01-01T00:00:00Z"});
    SweepReader other(path("a.db"));
    std::vector<ExcludedRow> excluded = other.excluded();
    std::reverse(excluded.begin(), excluded.end());
    writer.put_excluded(excluded);
  }
  EXPECT_EQ(sweep_digest(path("b.db")).hash, digest.hash);
  for (const char* change :
       {"UPDATE point_data SET cycles = cycles + 1 WHERE idx = 3",
        "UPDATE layer_data SET compute_busy = compute_busy + 1 WHERE idx = 3 AND ordinal = 2",
        "UPDATE work SET instructions = instructions + 1 WHERE id = 2",
        "UPDATE shared_text SET value = value || 'x' WHERE value LIKE 'conv2d_%'",
        "DELETE FROM layer_data WHERE idx = 7; DELETE FROM point_data WHERE idx = 7",
        "UPDATE point_data SET energy_pj = energy_pj * (1 + 1e-15)",
        "UPDATE excluded SET reason = 'another'", "DELETE FROM failure",
        "UPDATE meta SET value = 'x' WHERE key = 'spec_hash'",
        "INSERT INTO confirmation VALUES (1, 'confirmed', 5, 5, 1, '')"}) {
    std::filesystem::copy_file(path("b.db"), path("c.db"),
                               std::filesystem::copy_options::overwrite_existing);
    sql(path("c.db"), change);
    EXPECT_NE(sweep_digest(path("c.db")).hash, digest.hash) << change;
  }
}

// The label is told beside the points, and is no part of what was found.
TEST_F(StoreTest, AClockComesWithThePointsAndIsInNoDigest) {
  write_synthetic_sweep(path("a.db"), 2);
  SweepHeader header = synthetic_header();
  header.clock.mhz = 187.5;
  {
    SweepWriter writer(path("b.db"), header);
    writer.put_networks(std::array{synthetic_network()});
    for (int64_t idx = 0; idx < 2; ++idx) {
      PointRow row = synthetic_point(idx);
      row.spec.config.clock = header.clock;
      writer.put_point(row, {idx, 1, 0, ""});
    }
  }
  SweepReader without(path("a.db")), with(path("b.db"));
  EXPECT_EQ(without.points().at(0).spec.config.clock.mhz, std::nullopt);
  EXPECT_EQ(with.points().at(0).spec.config.clock.mhz, 187.5);
  EXPECT_EQ(with.point(1)->spec.config.clock.mhz, 187.5);
  EXPECT_EQ(with.points(), without.points());
  const auto point_hash = [&](const char* file) {
    for (const TableDigest& table : sweep_digest(path(file)).tables)
      if (table.table == "point")
        return table.hash;
    return std::string();
  };
  EXPECT_EQ(point_hash("a.db"), point_hash("b.db"));
  with.set_clock({50});
  EXPECT_EQ(with.points().at(0).spec.config.clock.mhz, 50);
  with.set_clock({.mhz = std::nullopt, .estimated = true});
  const std::vector<PointRow> estimated = with.points();
  for (const PointRow& row : estimated)
    EXPECT_EQ(row.spec.config.clock.mhz, estimated_clock(row.cost.path_ps).mhz);
  EXPECT_EQ(with.point(1)->spec.config.clock.mhz, estimated.at(1).spec.config.clock.mhz);
  sql(path("b.db"), "UPDATE meta SET value = 'fast' WHERE key = 'clock_mhz'");
  EXPECT_THAT(refusal([&] { SweepReader(path("b.db")); }), HasSubstr("'clock_mhz' of its meta"));
}

TEST_F(StoreTest, ContinuingKeepsWhatIsThereAndReplacesFailures) {
  write_synthetic_sweep(path("a.db"), 4);
  SweepWriter writer(path("a.db"), synthetic_header());
  writer.put_networks(std::array{synthetic_network()});
  EXPECT_THAT(writer.finished(), ElementsAre(0, 1, 2, 3, 92));
  PointRow row = synthetic_point(20);
  row.idx = 93;
  writer.put_point(row, {93, 1, 0, ""});
  EXPECT_THAT(writer.finished(), ElementsAre(0, 1, 2, 3, 92, 93));
  EXPECT_THAT(SweepReader(path("a.db")).failures(), ElementsAre());
}

TEST_F(StoreTest, APointIsWrittenOnce) {
  write_synthetic_sweep(path("a.db"), 4);
  SweepWriter writer(path("a.db"), synthetic_header());
  EXPECT_THROW(writer.put_point(synthetic_point(3), {3, 1, 0, ""}), InputError);
  PointRow same = synthetic_point(3);
  same.idx = 50;  // another index, the same simulation
  EXPECT_THROW(writer.put_point(same, {50, 1, 0, ""}), InputError);
  EXPECT_EQ(SweepReader(path("a.db")).count("layer"), 4 * 3);
}

TEST_F(StoreTest, ReadersSeeOneStateWhileAWriterWrites) {
  write_synthetic_sweep(path("a.db"), 4);
  SweepWriter writer(path("a.db"), synthetic_header());
  SweepReader before(path("a.db"));
  writer.put_point(synthetic_point(4), {4, 1, 0, ""});
  EXPECT_EQ(before.points().size(), 4U);
  EXPECT_EQ(SweepReader(path("a.db")).points().size(), 5U);
}

TEST_F(StoreTest, ConfirmationsAreReadBack) {
  write_synthetic_sweep(path("a.db"), 4);
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_confirmation({1, "unconfirmed", {}, {}, "above 1024 MACs"});
    writer.put_confirmation({1, "confirmed", 500, 500, ""}, {1, true, 30.5, 800, 2.5, 90});
    writer.put_confirmation({2, "different", 500, 501, "cycles"}, {2, false, 0, 0, 2.5, 90});
    writer.put_confirmation({3, "unconfirmed", {}, {}, "above 1024 MACs"});
  }
  SweepReader reader(path("a.db"));
  EXPECT_THAT(reader.confirmations(),
              ElementsAre(ConfirmationRow{1, "confirmed", 500, 500, ""},
                          ConfirmationRow{2, "different", 500, 501, "cycles"},
                          ConfirmationRow{3, "unconfirmed", {}, {}, "above 1024 MACs"}));
  EXPECT_THAT(reader.confirm_efforts(), ElementsAre(ConfirmEffortRow{1, true, 30.5, 800, 2.5, 90},
                                                    ConfirmEffortRow{2, false, 0, 0, 2.5, 90}));
}

// A writer that is killed at any moment leaves whole points: every point that it said to have
// written is there, and all of them with their layers.
TEST_F(StoreTest, AKilledWriterLeavesWholePoints) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 10; ++round) {
    const std::string file = path(fmt::format("{}.db", round));
    const int64_t kill_after = std::uniform_int_distribution<int64_t>(0, 40)(random);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      SweepWriter writer(file, synthetic_header());
      writer.put_networks(std::array{synthetic_network()});
      for (int64_t idx = 0; idx < 64; ++idx) {
        writer.put_point(synthetic_point(idx, 20), {idx, 1, 0, ""});
        [[maybe_unused]] const ssize_t n = write(ends[1], "x", 1);
      }
      pause();
    }
    close(ends[1]);
    char byte = 0;
    for (int64_t k = 0; k <= kill_after; ++k)
      ASSERT_EQ(read(ends[0], &byte, 1), 1);
    kill(child, SIGKILL);
    int64_t told = kill_after + 1;
    while (read(ends[0], &byte, 1) == 1)
      ++told;
    waitpid(child, nullptr, 0);
    close(ends[0]);
    SweepReader reader(file);
    const int64_t points = reader.count("point");
    EXPECT_GE(points, told);
    EXPECT_LE(points, told + 1);
    EXPECT_EQ(reader.count("layer"), points * 20);
    SweepWriter next(file, synthetic_header());
    EXPECT_EQ(std::ssize(next.finished()), points);
  }
}

}  // namespace
}  // namespace vta::explore
