// Accuracy in a sweep: what `vta eval` says of each point, measured once for all that compute
// alike.
#include <boost/json.hpp>
#include <map>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/sqlite.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace json = boost::json;

const std::string kData = std::string(VTA_SOURCE_DIR) + "/tests/data/";

class SweepAccuracy : public SweepTest {
 protected:
  // `accuracy` are members besides the samples; `more` those of the specification.
  std::string accuracy_spec(const std::string& name, const std::string& more,
                            const std::string& accuracy = "") const {
    write_text_file(path(name),
                    fmt::format(
                        R"({{"networks": [{{"name": "digits", "model": "{0}digits_resnet8.onnx",
                 "accuracy": {{"samples": "{0}digits_test_200_u8.npy", "pixel_scale": 1,
                               "mean": 128, "std": [64], "limit": 24{1}}}}}], {2}}})",
                        kData, accuracy, more));
    return path(name);
  }
  static std::string labels() {
    return R"(, "labels": ")" + kData + "digits_test_200_labels.npy\"";
  }
  static std::string calib() { return R"(, "calib": ")" + kData + "digits_calib_64_u8.npy\""; }

  ApartResult sweep(const std::string& spec, const std::string& db,
                    const std::string& more = "--jobs 1") const {
    return run_vta_apart("sweep " + spec + " --db " + path(db) + " " + more);
  }
  static void expect_refused(const std::string& command, int code, const std::string& words) {
    const ApartResult run = run_vta_apart(command);
    EXPECT_EQ(run.exit_code, code) << run.out;
    EXPECT_THAT(run.err, HasSubstr(words));
  }

  // `vta eval` of the point's configuration.
  json::object eval_of(const PointRow& row, const std::string& flags) const {
    write_text_file(path("config.json"), row.spec.config.identity_json());
    const ApartResult run = run_vta_apart(fmt::format(
        "eval {0}digits_resnet8.onnx --images {0}digits_test_200_u8.npy --labels "
        "{0}digits_test_200_labels.npy --pixel-scale 1 --mean 128 --std 64 --limit 24 --json "
        "--config {1} --batch {2} --schedule {3} {4}",
        kData, path("config.json"), row.spec.images, row.spec.schedule, flags));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return json::parse(run.out).as_object();
  }
};

TEST_F(SweepAccuracy, IsWhatEvalSaysOfEveryPoint) {
  const std::string spec =
      accuracy_spec("a.json",
                    R"("quantizations": ["global,scale=2", "max,all_int8"], "images": "batch",
         "schedules": ["fast", "reference"],
         "axes": {"LOG_BATCH": [0, 1],
                  "blocks": [{"LOG_BLOCK_IN": 4, "LOG_BLOCK_OUT": 4},
                             {"LOG_BLOCK_IN": 5, "LOG_BLOCK_OUT": 4},
                             {"LOG_BLOCK_IN": 5, "LOG_BLOCK_OUT": 5}]})",
                    labels() + calib());
  const ApartResult run = sweep(spec, "a.db");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::map<std::string, std::string> flags = {
      {"global,scale=2", "--quant global --scale 2"},
      {"max,all_int8", "--quant max --all-int8 --calib " + kData + "digits_calib_64_u8.npy"}};
  SweepReader reader(path("a.db"));
  const std::vector<PointRow> points = reader.points();
  ASSERT_EQ(points.size(), 24U);
  std::set<std::string> keys;
  for (const PointRow& row : points) {
    SCOPED_TRACE(row.idx);
    const json::object eval = eval_of(row, flags.at(row.spec.quantization));
    ASSERT_TRUE(row.accuracy);
    EXPECT_EQ(row.accuracy->samples, 24);
    EXPECT_EQ(*row.accuracy->top1, eval.at("int8_top1_percent").to_number<double>());
    EXPECT_EQ(*row.accuracy->float_top1, eval.at("float_top1_percent").to_number<double>());
    EXPECT_EQ(*row.accuracy->top5, eval.at("int8_top5_percent").to_number<double>());
    EXPECT_EQ(row.accuracy->agreement, eval.at("agreement_percent").to_number<double>());
    EXPECT_DOUBLE_EQ(row.accuracy->sqnr_db, eval.at("sqnr_db").to_number<double>());
    keys.insert(row.values_key);
  }
  // Two quantizations, two schedules with forms of their own, two batches: few configurations have
  // something else on the host.
  EXPECT_GE(keys.size(), 8U);
  EXPECT_LE(keys.size(), 10U);
}

// Cycles are those of the program that is quantized so: shifts are instructions.
TEST_F(SweepAccuracy, CyclesAreThoseOfTheQuantization) {
  const std::string spec = accuracy_spec(
      "a.json", R"("quantizations": ["global", "max", "percentile,percentile=99"])", calib());
  ASSERT_EQ(sweep(spec, "a.db").exit_code, 0);
  const std::map<std::string, std::string> flags = {
      {"global", "--quant global"},
      {"max", "--quant max"},
      {"percentile,percentile=99", "--quant percentile --percentile 99"}};
  SweepReader reader(path("a.db"));
  std::set<int64_t> cycles;
  for (const PointRow& row : reader.points()) {
    const std::string& quant = row.spec.quantization;
    const std::string samples =
        quant == "global" ? "" : " --calib " + kData + "digits_calib_64_u8.npy";
    const ApartResult run = run_vta_apart(fmt::format(
        "run {}digits_resnet8.onnx --backend csim --json --pixel-scale 1 --mean 128 --std 64 {}{}",
        kData, flags.at(quant), samples));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(row.result.timing.cycles, json::parse(run.out).at("cycles").to_number<int64_t>())
        << quant;
    EXPECT_FALSE(row.accuracy->top1);  // no labels
    EXPECT_GT(row.accuracy->sqnr_db, 0);
    cycles.insert(row.result.timing.cycles);
  }
  EXPECT_EQ(cycles.size(), 3U);
}

TEST_F(SweepAccuracy, WorkersResumingAndReuseChangeNothing) {
  const std::string more = R"("quantizations": ["global", "max"], "axes": {"LOG_BLOCK": [4, 5]},
                              "objectives": ["cycles_per_image", "noise_percent"])";
  const std::string spec = accuracy_spec("a.json", more, labels() + calib());
  ASSERT_EQ(sweep(spec, "one.db").exit_code, 0);
  ASSERT_EQ(sweep(spec, "two.db", "--jobs 2").exit_code, 0);
  ASSERT_EQ(sweep(spec, "part.db").exit_code, 0);
  {
    Database part(path("part.db"), Database::Mode::Write);
    part.run("DELETE FROM layer_data WHERE idx > 0; DELETE FROM effort WHERE idx > 0;");
    part.run("DELETE FROM point_data WHERE idx > 0");
  }
  const ApartResult rest = sweep(spec, "part.db", "--jobs 1 --resume");
  EXPECT_THAT(rest.out, HasSubstr("this run: 3 points"));
  const std::string fewer = accuracy_spec(
      "b.json", R"("quantizations": ["max"], "axes": {"LOG_BLOCK": [4, 5]})", labels() + calib());
  ASSERT_EQ(sweep(fewer, "fewer.db").exit_code, 0);
  const ApartResult reused = sweep(spec, "reused.db", "--jobs 1 --reuse " + path("fewer.db"));
  EXPECT_THAT(reused.out, HasSubstr("taken over: 2 points"));
  const std::string digest = sweep_digest(path("one.db")).hash;
  for (const char* db : {"two.db", "part.db", "reused.db"})
    EXPECT_EQ(sweep_digest(path(db)).hash, digest) << db;
  ASSERT_EQ(
      run_vta_apart("sweep merge " + path("all.db") + " " + path("one.db") + " " + path("two.db"))
          .exit_code,
      0);
  EXPECT_EQ(sweep_digest(path("all.db")).hash, digest);
}

// Whatever stays in float is part of what a network is.
TEST_F(SweepAccuracy, PointsOfOtherPlacementsAreNotTakenOver) {
  const auto with = [&](const std::string& name, const std::string& member) {
    write_text_file(path(name), fmt::format(R"({{"networks": [{{"name": "digits", "model":
        "{}digits_resnet8.onnx"{}}}]}})",
                                            kData, member));
    return path(name);
  };
  ASSERT_EQ(sweep(with("a.json", ""), "a.db").exit_code, 0);
  const ApartResult other =
      sweep(with("b.json", R"(, "all_int8": true)"), "b.db", "--jobs 1 --reuse " + path("a.db"));
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, Not(HasSubstr("taken over")));
}

TEST_F(SweepAccuracy, LowerLimitsExclude) {
  const std::string spec = accuracy_spec(
      "a.json",
      R"("quantizations": ["global,scale=0.25", "max"], "constraints": {"min_sqnr_db": 20})",
      labels() + calib());
  const ApartResult run = sweep(spec, "a.db");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("1 point; 0 illegal, 1 constraint"),
                             HasSubstr("dB SQNR, less than min_sqnr_db = 20")));
  const ApartResult again = sweep(spec, "a.db", "--jobs 1 --resume");
  EXPECT_THAT(again.out, HasSubstr("nothing was missing"));
  const std::string pareto = accuracy_spec(
      "p.json",
      R"("quantizations": ["global,scale=0.25", "max"], "constraints": {"min_agreement": 90},
         "objectives": ["cycles_per_image", "top1_error", "disagreement"],
         "sampling": {"method": "pareto", "points": 4}, "axes": {"LOG_BLOCK": [4, 5]})",
      labels() + calib());
  const ApartResult bred = sweep(pareto, "p.db");
  ASSERT_EQ(bred.exit_code, 0) << bred.err;
  EXPECT_THAT(bred.out, HasSubstr("2 points; 0 illegal, 2 constraint"));
}

TEST_F(SweepAccuracy, ListShowsItWhereThereIsAny) {
  const std::string spec =
      accuracy_spec("a.json", R"("quantizations": ["max"])", labels() + calib());
  ASSERT_EQ(sweep(spec, "a.db").exit_code, 0);
  const ApartResult list = run_vta_apart("sweep list --csv " + path("a.db"));
  EXPECT_THAT(list.out, AllOf(HasSubstr(",quantization,"),
                              HasSubstr("samples,top1,float_top1,top5,float_top5,agreement,sqnr_db,"
                                        "top1_error,top5_error,disagreement,noise_percent"),
                              HasSubstr(",max,")));
  EXPECT_THAT(run_vta_apart("sweep list --where \"top1>=50\" " + path("a.db")).out,
              HasSubstr("digits"));
  const json::object all =
      json::parse(run_vta_apart("sweep list --json " + path("a.db")).out).as_object();
  const json::value& point = all.at("points").as_array()[0];
  EXPECT_EQ(point.at("quantization"), "max");
  EXPECT_EQ(point.at("accuracy").at("samples"), 24);
  EXPECT_GT(point.at("metrics").at("noise_percent").to_number<double>(), 0);

  ASSERT_EQ(sweep(this->spec("plain.json", ""), "plain.db").exit_code, 0);
  EXPECT_THAT(run_vta_apart("sweep list --csv " + path("plain.db")).out, Not(HasSubstr("top1")));
  const json::object plain =
      json::parse(run_vta_apart("sweep list --json " + path("plain.db")).out).as_object();
  EXPECT_TRUE(plain.at("points").as_array()[0].at("accuracy").is_null());
  EXPECT_TRUE(plain.at("points").as_array()[0].at("metrics").at("top1_error").is_null());
}

TEST_F(SweepAccuracy, WhatCannotBeMeasuredIsNamedBeforeAnythingRuns) {
  const auto plan = [&](const std::string& accuracy, const std::string& more = R"("images": [1])") {
    return "sweep plan " + accuracy_spec("bad.json", more, accuracy);
  };
  expect_refused(plan(R"(, "labels": "none.npy")"), 3, "its accuracy cannot be measured: ");
  expect_refused(plan(R"(, "labels": "none.npy")"), 3, "none.npy");
  expect_refused(plan(", \"labels\": \"" + kData + "digits_calib_64_u8.npy\""), 3,
                 "digits_calib_64_u8.npy");
  expect_refused(plan(R"(, "calib": "none.npy")"), 3, "none.npy");
  write_text_file(path("few.txt"), "1\n2\n");
  expect_refused(plan(R"(, "labels": "few.txt")"), 3, "few.txt");
  write_text_file(path("bad.json"), fmt::format(R"({{"networks": [{{"name": "digits", "model":
      "{0}digits_resnet8.onnx", "accuracy": {{"samples": ["{0}digits_test_200_u8.npy", "{0}b"]}}}}]}})",
                                                kData));
  expect_refused("sweep plan " + path("bad.json"), 3,
                 "accuracy: samples are 2 files, and the network has 1 input");
  const ApartResult run = run_vta_apart("sweep " + path("bad.json") + " --db " + path("no.db"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("its accuracy cannot be measured"));
}

TEST_F(SweepAccuracy, OtherSamplesDoNotContinueADatabase) {
  std::filesystem::copy_file(kData + "digits_test_200_u8.npy", path("s.npy"));
  write_text_file(path("a.json"), fmt::format(R"({{"networks": [{{"name": "digits", "model":
      "{}digits_resnet8.onnx", "accuracy": {{"samples": "s.npy", "limit": 8}}}}]}})",
                                              kData));
  ASSERT_EQ(sweep(path("a.json"), "a.db").exit_code, 0);
  std::filesystem::copy_file(kData + "digits_calib_64_u8.npy", path("s.npy"),
                             std::filesystem::copy_options::overwrite_existing);
  const ApartResult run = sweep(path("a.json"), "a.db", "--jobs 1 --resume");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("was made with other samples of network 'digits'"));
}

// A network of the zoo, in a quantization that the schedule cannot have.
TEST_F(SweepAccuracy, AQuantizationThatAScheduleCannotHaveIsItsPoints) {
  write_text_file(
      path("a.json"),
      fmt::format(R"({{"networks": [{{"name": "digits", "model": "{}digits_resnet8.onnx"}}],
         "quantizations": ["global,batch_norm=accelerator"], "schedules": ["fast", "reference"]}})",
                  kData));
  const ApartResult run = sweep(path("a.json"), "a.db");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("1 point; 0 illegal, 0 constraint, 1 uncompilable"),
                             HasSubstr("leaves batch norms of sums on the host")));
}

}  // namespace
}  // namespace vta::explore
