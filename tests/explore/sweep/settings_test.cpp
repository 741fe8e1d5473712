// Settings of compiling as members of networks and as axes: every point is what a run of its own
// with the same options is.
#include <boost/json.hpp>

#include "compiler/onnx/model_zoo.h"
#include "compiler/recipe/recipe.h"
#include "explore/store/reader.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
namespace json = boost::json;

const std::string kDigitsFile = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";

class SweepSettings : public SweepTest {
 protected:
  std::vector<PointRow> swept(const std::string& network, const std::string& members) const {
    write_text_file(path("s.json"), fmt::format(R"({{"networks": [{{"name": "net", {}}}], {}}})",
                                                network, members));
    const ApartResult run =
        run_vta_apart("sweep " + path("s.json") + " --jobs 1 --db " + path("s.db"));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return SweepReader(path("s.db")).points();
  }
  // `vta run` with these options.
  json::object alone(const std::string& model, const std::string& options) const {
    const ApartResult run =
        run_vta_apart(fmt::format("run {} --backend csim --timing-only --json {}", model, options));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return json::parse(run.out).as_object();
  }
  void expect_equal(const PointRow& row, const json::object& run) const {
    EXPECT_EQ(row.result.timing.cycles, run.at("cycles").as_int64());
    EXPECT_EQ(row.result.insns, run.at("instructions").as_int64());
    for (const CounterField& field : counter_fields())
      EXPECT_EQ(row.result.counters.*field.member,
                run.at("counters").at(field.name).to_number<int64_t>())
          << field.name;
  }
};

// The options that a recipe is given by.
std::string options_of(const Recipe& recipe) {
  std::string options;
  for (const Setting& setting : settings()) {
    if (!recipe.has(setting.key))
      continue;
    std::string value = value_text(recipe, setting.key);
    std::ranges::replace(value, ';', ',');
    if (setting.kind == SettingKind::Flag)
      options += value == "true" ? " " + option_name(setting) : "";
    else
      options += fmt::format(" {} {}", option_name(setting), value.empty() ? "none" : value);
  }
  return options;
}

TEST_F(SweepSettings, ResidualConcatAndLevelOnResNet18AreSeparateRuns) {
  const std::vector<PointRow> points =
      swept(R"("zoo": "resnet18_v1")",
            R"("axes": {"residual": ["int32", "int8"], "concat": ["accelerator", "host"],
                        "opt_level": [1, 2, 3]})");
  ASSERT_EQ(points.size(), 12U);
  write_model("resnet18_v1", 1, path("net.onnx"));
  std::set<int64_t> cycles;
  for (const PointRow& row : points) {
    SCOPED_TRACE(row.spec.quantization);
    expect_equal(row, alone(path("net.onnx"), options_of(parse_recipe(row.spec.quantization))));
    cycles.insert(row.result.timing.cycles);
  }
  EXPECT_GE(cycles.size(), 2U);  // residual sums in int8 cost
}

TEST_F(SweepSettings, EveryAxisOfALittleNetworkIsSeparateRuns) {
  const std::vector<PointRow> points =
      swept("\"model\": \"" + kDigitsFile + "\"",
            R"("axes": {"opt_level": [0, 3], "skip_conv": [[], [0], [0, 1]],
                        "all_int8": [true, false], "scale": [4, 8], "host_only": [false],
                        "region": ["conv2d:0..dense"], "skip": [[], ["im2col"]],
                        "schedule": ["fast", "reference"]})");
  ASSERT_EQ(points.size(), 96U);
  for (const PointRow& row : points) {
    if (row.idx % 7 != 0)
      continue;  // each value of each axis is among these
    SCOPED_TRACE(row.spec.quantization + " " + row.spec.schedule);
    const std::string options =
        options_of(parse_recipe(row.spec.quantization)) + " --schedule " + row.spec.schedule;
    expect_equal(row, alone(kDigitsFile, options));
  }
}

TEST_F(SweepSettings, MembersOfANetworkAreOptions) {
  const std::vector<PointRow> points = swept(
      "\"model\": \"" + kDigitsFile +
          R"(", "opt_level": 1, "residual": "int8", "batch": 2, "schedule": "reference", "region": "conv2d:0..dense")",
      R"("axes": {"LOG_BLOCK": [4, 5]})");
  ASSERT_EQ(points.size(), 2U);
  for (const PointRow& row : points) {
    EXPECT_EQ(row.spec.images, 2);
    EXPECT_EQ(row.spec.schedule, "reference");
    expect_equal(row,
                 alone(kDigitsFile,
                       fmt::format("--opt-level 1 --residual int8 --batch 2 --schedule reference "
                                   "--region conv2d:0..dense --config {}#{}",
                                   path("s.db"), row.idx)));
  }
}

// Two specifications that differ in a setting take nothing from each other.
TEST_F(SweepSettings, ADatabaseOfAnotherSettingIsNotTakenOver) {
  const auto spec = [&](const std::string& name, const std::string& member) {
    write_text_file(path(name),
                    fmt::format(R"({{"networks": [{{"name": "net", "model": "{}"{}}}]}})",
                                kDigitsFile, member));
    return path(name);
  };
  const std::string a = spec("a.json", ""), b = spec("b.json", R"(, "opt_level": 0)");
  ASSERT_EQ(run_vta_apart("sweep " + a + " --jobs 1 --db " + path("a.db")).exit_code, 0);
  ASSERT_EQ(
      run_vta_apart("sweep " + b + " --jobs 1 --db " + path("b.db") + " --reuse " + path("a.db"))
          .exit_code,
      0);
  const auto cycles = [&](const char* db) {
    return SweepReader(path(db)).points().at(0).result.timing.cycles;
  };
  EXPECT_NE(cycles("a.db"), cycles("b.db"));
  expect_equal(SweepReader(path("b.db")).points().at(0), alone(kDigitsFile, "--opt-level 0"));
}

TEST_F(SweepSettings, APointThatAScheduleCannotHaveSaysWhy) {
  write_text_file(path("s.json"), "{\"networks\": [{\"name\": \"net\", \"model\": \"" +
                                      kDigitsFile +
                                      R"("}], "axes": {"residual": ["int32", "int8"]},
                                      "schedules": ["reference"]})");
  const ApartResult run =
      run_vta_apart("sweep " + path("s.json") + " --jobs 1 --json --db " + path("s.db"));
  EXPECT_THAT(run.out,
              HasSubstr("adds clipped int8 operands: int32 residual sums are a feature of"));
}

}  // namespace
}  // namespace vta::explore
