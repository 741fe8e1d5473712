#include "explore/store/collect.h"

#include <array>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/reuse.h"
#include "explore/store/row_codec.h"
#include "explore/store/writer.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class CollectTest : public StoreTest {
 protected:
  // Points `first` to `last` under a specification of its own, in which they have other numbers.
  std::string sweep_of(const std::string& name, int64_t first, int64_t last,
                       const SweepHeader& like = synthetic_header()) {
    SweepHeader header = like;
    header.spec =
        fmt::format(R"({{"networks": [{{"name": "net", "zoo": "net"}}], "x": "{}"}})", name);
    header.spec_hash = name + " 0123456789";
    SweepWriter writer(path(name), header);
    writer.put_networks(std::array{synthetic_network()});
    for (int64_t idx = first; idx <= last; ++idx) {
      PointRow row = synthetic_point(idx);
      row.idx = 1000 + last - idx;
      writer.put_point(row, {row.idx, 1, 0, ""});
    }
    return path(name);
  }
  static std::vector<std::string> keys(const std::string& file) {
    std::vector<std::string> found;
    for (const auto& [key, idx] : SweepReader(file).keys())
      found.push_back(key);
    return found;
  }
};

TEST_F(CollectTest, PointsOfAllSpecificationsAreThereOnce) {
  const std::array parts{sweep_of("a.db", 0, 7), sweep_of("b.db", 4, 11)};
  const MergeReport report = merge_sweeps(path("out.db"), parts);
  EXPECT_EQ(report.parts, 2);
  EXPECT_EQ(report.points, 12);
  EXPECT_EQ(report.repeated, 4);
  SweepReader out(path("out.db"));
  EXPECT_TRUE(is_collection(out.header()));
  EXPECT_EQ(out.header().space_points, 12);
  for (int64_t idx = 0; idx < 12; ++idx) {
    PointRow expected = synthetic_point(idx);
    std::optional<PointRow> found = out.point_of(expected.spec);
    ASSERT_TRUE(found) << idx;
    found->result.layers = out.layers(found->idx);
    expected.idx = found->idx;
    EXPECT_EQ(*found, expected);
  }
}

TEST_F(CollectTest, TheOrderOfThePartsIsNoMatter) {
  const std::string a = sweep_of("a.db", 0, 7), b = sweep_of("b.db", 4, 11);
  merge_sweeps(path("ab.db"), std::array{a, b});
  merge_sweeps(path("ba.db"), std::array{b, a});
  EXPECT_EQ(sweep_digest(path("ab.db")).hash, sweep_digest(path("ba.db")).hash);
}

TEST_F(CollectTest, ACollectionGrows) {
  const std::string a = sweep_of("a.db", 0, 3), b = sweep_of("b.db", 2, 7),
                    c = sweep_of("c.db", 5, 9);
  merge_sweeps(path("all.db"), std::array{a, b, c});
  merge_sweeps(path("out.db"), std::array{a, b});
  const MergeReport report = merge_sweeps(path("out.db"), std::array{c});
  EXPECT_EQ(report.points, 10);
  EXPECT_EQ(sweep_digest(path("out.db")).hash, sweep_digest(path("all.db")).hash);
  merge_sweeps(path("out.db"), std::array{c, a});
  EXPECT_EQ(sweep_digest(path("out.db")).hash, sweep_digest(path("all.db")).hash);
  for (const auto& file : fs::directory_iterator(path("")))
    EXPECT_EQ(file.path().extension(), ".db") << "left behind: " << file.path();
}

TEST_F(CollectTest, TheDatabaseOfOneSpecificationDoesNotBecomeOne) {
  const std::string a = sweep_of("a.db", 0, 3), b = sweep_of("b.db", 2, 7);
  const std::string before = sweep_digest(a).hash;
  EXPECT_THAT(refusal([&] { merge_sweeps(a, std::array{b}); }),
              AllOf(HasSubstr("cannot merge"), HasSubstr("a.db"), HasSubstr("name a new file")));
  EXPECT_EQ(sweep_digest(a).hash, before);
}

TEST_F(CollectTest, AnotherResultOrNetworkIsRefusedAndNothingIsLeft) {
  const std::string a = sweep_of("a.db", 0, 3), b = sweep_of("b.db", 2, 7),
                    c = sweep_of("c.db", 0, 1);
  sql(b, "UPDATE layer_data SET cycles = cycles + 1 WHERE idx = 1004");
  EXPECT_THAT(refusal([&] {
                merge_sweeps(path("out.db"), std::array{a, b});
              }),
              AllOf(HasSubstr("b.db"), HasSubstr("differs from point"), HasSubstr("a.db")));
  sql(c, "UPDATE network SET hash = 'x'");
  EXPECT_THAT(refusal([&] {
                merge_sweeps(path("out.db"), std::array{a, c});
              }),
              AllOf(HasSubstr("c.db"), HasSubstr("network 'net'")));
  EXPECT_FALSE(fs::exists(path("out.db")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 3);
}

TEST_F(CollectTest, ConfirmationsComeAlong) {
  const std::string a = sweep_of("a.db", 0, 3), b = sweep_of("b.db", 2, 7);
  sql(a, "INSERT INTO confirmation VALUES (1000, 'unconfirmed', NULL, NULL, NULL, 'large')");
  sql(b, "INSERT INTO confirmation VALUES (1004, 'confirmed', 5, 5, 1, '')");
  merge_sweeps(path("out.db"), std::array{a, b});
  SweepReader out(path("out.db"));
  const std::vector<ConfirmationRow> rows = out.confirmations();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].status, "confirmed");
  EXPECT_EQ(out.point_of(synthetic_point(3).spec)->idx, rows[0].idx);
}

TEST_F(CollectTest, ObjectivesAreThoseOfAll) {
  SweepHeader header = synthetic_header();
  const std::string a = sweep_of("a.db", 0, 3, header);
  header.objectives = {"dsp", "cycles_per_image"};
  const std::string b = sweep_of("b.db", 0, 3, header);
  header.objectives = {"lut"};
  const std::string c = sweep_of("c.db", 0, 3, header);
  merge_sweeps(path("ab.db"), std::array{a, b});
  EXPECT_THAT(SweepReader(path("ab.db")).header().objectives, ElementsAre("cycles_per_image"));
  merge_sweeps(path("bc.db"), std::array{b, c});
  EXPECT_THAT(SweepReader(path("bc.db")).header().objectives,
              ElementsAre("cycles_per_image", "zynq7020_share"));
}

class ReuseTest : public CollectTest {
 protected:
  StoredPoints stored(const std::vector<std::string>& files,
                      const NetworkInfo& network = synthetic_network()) {
    return StoredPoints(files, std::array{network}, synthetic_header());
  }
};

TEST_F(ReuseTest, APointIsFoundByWhatIsSimulated) {
  StoredPoints points = stored({sweep_of("a.db", 0, 3), sweep_of("b.db", 2, 7)});
  for (int64_t idx = 0; idx < 8; ++idx) {
    const std::optional<StoredPoint> found = points.find(synthetic_point(idx).spec);
    ASSERT_TRUE(found) << idx;
    EXPECT_EQ(found->row.result, synthetic_point(idx).result);
    EXPECT_EQ(found->effort.seconds, 1);
  }
  EXPECT_FALSE(points.find(synthetic_point(8).spec));
  PointSpec other = synthetic_point(0).spec;
  other.images = 2;
  EXPECT_FALSE(points.find(other));
}

TEST_F(ReuseTest, ANetworkIsKnownByItsModelNotItsName) {
  const std::string a = sweep_of("a.db", 0, 3);
  NetworkInfo renamed = synthetic_network();
  renamed.name = "mine";
  PointSpec spec = synthetic_point(0).spec;
  spec.network = "mine";
  EXPECT_TRUE(stored({a}, renamed).find(spec));
  renamed.hash = "0000000000000000";
  EXPECT_FALSE(stored({a}, renamed).find(spec));
  renamed = synthetic_network();
  renamed.quantization = "global, scale 4";
  EXPECT_FALSE(stored({a}, renamed).find(synthetic_point(0).spec));
}

TEST_F(ReuseTest, AnotherBuildIsRefused) {
  SweepHeader header = synthetic_header();
  header.build = "1111222233334444";
  const std::string a = sweep_of("a.db", 0, 3, header);
  EXPECT_THAT(refusal([&] { stored({a}); }),
              AllOf(HasSubstr("cannot take points from"), HasSubstr("build 1111222233334444"),
                    HasSubstr("build " + synthetic_header().build)));
}

TEST_F(ReuseTest, ARowThatSaysSomethingElseThanItsHashIsRefused) {
  const std::string a = sweep_of("a.db", 0, 1);
  const std::string there = synthetic_point(1).spec.config.hash();
  sql(a, fmt::format("UPDATE config SET hash = '-' WHERE hash = '{0}';"
                     "UPDATE config SET hash = '{0}' WHERE hash <> '-'",
                     there));
  EXPECT_THAT(refusal([&] { stored({a}).find(synthetic_point(1).spec); }),
              HasSubstr("the row says " + there));
}

}  // namespace
}  // namespace vta::explore
