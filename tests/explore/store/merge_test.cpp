#include "explore/store/merge.h"

#include <array>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/writer.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class MergeTest : public StoreTest {
 protected:
  // Points first, first + step, ... of 12, as one of several tasks would leave them.
  std::string part(const std::string& name, int64_t first, int64_t step,
                   const SweepHeader& header = synthetic_header()) {
    SweepWriter writer(path(name), header);
    writer.put_networks(std::array{synthetic_network()});
    writer.put_excluded(std::array{ExcludedRow{90, "illegal", "width-gemm", "too wide"}});
    for (int64_t idx = first; idx < 12; idx += step)
      writer.put_point(synthetic_point(idx), {idx, 1, first, ""});
    return path(name);
  }
  std::string merge_refusal(const std::string& out, std::vector<std::string> parts) {
    return refusal([&] { merge_sweeps(out, parts); });
  }
};

TEST_F(MergeTest, PartsTogetherEqualTheWhole) {
  const std::string whole = part("whole.db", 0, 1);
  const std::array parts{part("2.db", 2, 3), part("0.db", 0, 3), part("1.db", 1, 3)};
  const MergeReport report = merge_sweeps(path("out.db"), parts);
  EXPECT_EQ(report.parts, 3);
  EXPECT_EQ(report.points, 12);
  EXPECT_EQ(report.repeated, 0);
  EXPECT_EQ(report.excluded, 1);
  EXPECT_EQ(sweep_digest(path("out.db")).hash, sweep_digest(whole).hash);
}

TEST_F(MergeTest, WhatIsThereAlreadyIsCountedOnce) {
  const std::string whole = part("whole.db", 0, 1);
  const std::array parts{part("even.db", 0, 2), part("third.db", 0, 3)};
  merge_sweeps(path("out.db"), std::array{whole});
  const MergeReport report = merge_sweeps(path("out.db"), parts);
  EXPECT_EQ(report.points, 0);
  EXPECT_EQ(report.repeated, 6 + 4);
  EXPECT_EQ(sweep_digest(path("out.db")).hash, sweep_digest(whole).hash);
}

TEST_F(MergeTest, APointEndsAFailureOfAnotherPart) {
  {
    SweepWriter writer(path("a.db"), synthetic_header());
    writer.put_networks(std::array{synthetic_network()});
    writer.put_failure({3, "killed"}, {3, 1, 0, ""});
    writer.put_failure({50, "killed"}, {50, 1, 0, ""});
  }
  const std::string b = part("b.db", 0, 1);
  const MergeReport report = merge_sweeps(path("out.db"), std::array{path("a.db"), b});
  EXPECT_EQ(report.failures, 1);
  EXPECT_THAT(SweepReader(path("out.db")).failures(), ElementsAre(FailureRow{50, "killed"}));
}

TEST_F(MergeTest, AConfirmationEndsAnUnconfirmed) {
  const std::array parts{part("a.db", 0, 1), part("b.db", 0, 1)};
  SweepWriter(parts[0], synthetic_header()).put_confirmation({1, "unconfirmed", {}, {}, "large"});
  SweepWriter(parts[1], synthetic_header()).put_confirmation({1, "confirmed", 5, 5, ""});
  merge_sweeps(path("out.db"), parts);
  EXPECT_THAT(SweepReader(path("out.db")).confirmations(),
              ElementsAre(ConfirmationRow{1, "confirmed", 5, 5, ""}));
}

TEST_F(MergeTest, AnotherProgramsPointsAreRefusedBeforeAnythingIsWritten) {
  const std::string a = part("a.db", 0, 2);
  SweepHeader other = synthetic_header();
  other.tool_version = "99.0.0";
  const std::string c = part("c.db", 1, 2, other);
  EXPECT_THAT(merge_refusal(path("out.db"), {a, c}), HasSubstr("version 99.0.0"));
  other = synthetic_header();
  other.build = "1111222233334444";
  const std::string d = part("d.db", 1, 2, other);
  EXPECT_THAT(merge_refusal(path("out.db"), {a, d}),
              AllOf(HasSubstr("d.db"), HasSubstr("build 1111222233334444"),
                    HasSubstr("build " + synthetic_header().build)));
  EXPECT_FALSE(std::filesystem::exists(path("out.db")));
  EXPECT_THAT(merge_refusal(path("out.db"), {a, path("none.db")}), HasSubstr("none.db"));
}

TEST_F(MergeTest, AnotherResultForTheSamePointIsRefused) {
  const std::string a = part("a.db", 0, 1), b = part("b.db", 0, 1), c = part("c.db", 0, 1);
  sql(b, "UPDATE point_data SET cycles = cycles + 1 WHERE idx = 5");
  EXPECT_THAT(merge_refusal(a, {b}), HasSubstr("they differ in point '5'"));
  sql(c, "UPDATE layer_data SET cycles = cycles + 1 WHERE idx = 6");
  EXPECT_THAT(merge_refusal(a, {c}), HasSubstr("they differ in layer '6'"));
  sql(c, "UPDATE network SET hash = 'x'");
  EXPECT_THAT(merge_refusal(a, {c}), HasSubstr("they differ in network 'net'"));
  EXPECT_EQ(SweepReader(a).count("point"), 12);
}

TEST_F(MergeTest, RowsThatNoReaderTakesAreNotTaken) {
  const std::string good = part("good.db", 1, 1), whole = part("whole.db", 0, 1);
  const std::string before = sweep_digest(good).hash;
  const auto with = [&](const std::string& change) {
    std::filesystem::copy_file(whole, path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    sql(path("bad.db"), change);
    const std::string text = merge_refusal(good, {whole, path("bad.db")});
    EXPECT_EQ(sweep_digest(good).hash, before) << "the part before it was not taken either";
    EXPECT_EQ(merge_refusal(path("new.db"), {whole, path("bad.db")}), text);
    EXPECT_FALSE(std::filesystem::exists(path("new.db")));
    return text;
  };
  EXPECT_THAT(with("UPDATE point_data SET cycles = -5 WHERE idx = 0"),
              AllOf(HasSubstr("bad.db"), HasSubstr("point 0: cycles is -5, expected 0 to")));
  EXPECT_THAT(with("UPDATE shared_text SET value = 'x' WHERE id = (SELECT form FROM config)"),
              HasSubstr("point 0: config"));
  EXPECT_THAT(with("UPDATE work SET macs = -1 WHERE id = (SELECT work FROM layer_data WHERE idx = "
                   "0 AND ordinal = 1)"),
              HasSubstr("layer 1 of point 0: macs is -1"));
  EXPECT_THAT(with("UPDATE point_data SET store_none = -1 WHERE idx = 0"), HasSubstr("states"));
}

TEST_F(MergeTest, WhatFollowsFromAConfigurationIsMadeAnew) {
  const std::string whole = part("whole.db", 0, 1), lies = part("lies.db", 0, 1);
  sql(lies, "UPDATE point_data SET total_nbytes = -1; UPDATE config SET macs = -1, name = 'x'");
  merge_sweeps(path("out.db"), std::array{lies});
  EXPECT_EQ(sweep_digest(path("out.db")).hash, sweep_digest(whole).hash);
}

TEST_F(MergeTest, OnePointOfTwoNumbersIsRefused) {
  const std::string a = part("a.db", 0, 1), b = part("b.db", 0, 1);
  sql(b,
      "UPDATE layer_data SET idx = 40 WHERE idx = 3; UPDATE point_data SET idx = 40 WHERE idx = 3;"
      "UPDATE effort SET idx = 40 WHERE idx = 3");
  EXPECT_THAT(merge_refusal(a, {b}),
              HasSubstr("b.db into " + a + ": they differ in the number of one point: 40 and 3"));
}

TEST_F(MergeTest, AMergeThatFailsLeavesNothingNew) {
  const std::string a = part("a.db", 0, 2), b = part("b.db", 1, 2);
  sql(b, "UPDATE config SET hash = 'x' WHERE id = (SELECT config FROM point_data WHERE idx = 5)");
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(path("")), {});
  };
  const auto before = files();
  EXPECT_THAT(merge_refusal(path("out.db"), {a, b}),
              HasSubstr("point 5: the configuration's hash"));
  EXPECT_EQ(files(), before);
  EXPECT_THAT(merge_refusal(a, {b}), HasSubstr("point 5: the configuration's hash"));
  EXPECT_EQ(SweepReader(a).count("point"), 6);
  EXPECT_EQ(SweepReader(a).count("layer"), 6 * std::ssize(synthetic_point(0).result.layers));
  EXPECT_EQ(files(), before);
}

TEST_F(MergeTest, AnEmptyDatabaseIsANewOne) {
  const std::string a = part("a.db", 0, 1);
  sql(path("stub.db"), "PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t");
  EXPECT_EQ(merge_sweeps(path("stub.db"), std::array{a}).points, 12);
  EXPECT_EQ(sweep_digest(path("stub.db")).hash, sweep_digest(a).hash);
}

}  // namespace
}  // namespace vta::explore
