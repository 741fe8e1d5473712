// A run as data: what `vta run --json` prints is read back to the last number, and nothing else is
// taken for a run.
#include "explore/record/run_record.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/json.h"
#include "runtime/bound.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

using boost::json::object;
using testing::HasSubstr;

const test::SmallRun& small() {
  static const test::SmallRun run = test::small_run();
  return run;
}

std::string refused(const std::string& text) {
  try {
    parse_run(text, "a.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

std::string refused(const object& run) {
  return refused(json_text(run));
}

TEST(RunRecord, WhatARunPrintsIsReadBackToTheLastNumber) {
  const RunRecord read = parse_run(json_text(small().json()), "a.json");
  EXPECT_EQ(read, small().record("a.json"));
  EXPECT_EQ(read.origin, "a.json");
  EXPECT_EQ(read.backend, "csim");
  EXPECT_EQ(read.schedule, "fast");
  EXPECT_EQ(read.result.layers.size(), small().program.kernels.size());
}

TEST(RunRecord, KeepsEveryKeyOfTheConfiguration) {
  test::SmallRun run = small();
  run.program.config = named_config("tiny");
  run.program.config.mem_read_latency = 123;
  run.program.config.cmd_queue_depth = 64;
  run.program.provenance.config_hash = run.program.config.hash();
  EXPECT_EQ(parse_run(json_text(run.json()), "a.json").config, run.program.config);
}

TEST(RunRecord, ImagesAreTheBatchOfTheNetwork) {
  const test::SmallRun run = test::small_run({.images = 2});
  EXPECT_EQ(run.record("").images, 2);
  EXPECT_EQ(parse_run(json_text(run.json()), "a.json").images, 2);
}

TEST(RunRecord, EveryTruncationIsRefused) {
  const std::string text = json_text(small().json());
  for (size_t size = 0; size < text.size(); size += 997)
    EXPECT_THAT(refused(text.substr(0, size)), HasSubstr("a.json: not valid JSON")) << size;
}

TEST(RunRecord, ADocumentOfAnotherSchemaIsRefused) {
  object run = small().json();
  run["provenance"].as_object()["schema"] = "vta.rtl.area";
  EXPECT_EQ(refused(run), "a.json: its schema is vta.rtl.area, legal is vta.run (vta run --json)");
  run["provenance"].as_object()["schema"] = "vta.run";
  run["provenance"].as_object()["schema_version"] = 4;
  EXPECT_EQ(refused(run),
            "a.json: version 4 of vta.run, this program reads versions 5 to 7: run again");
  run["provenance"].as_object()["schema_version"] = 8;
  EXPECT_EQ(refused(run),
            "a.json: version 8 of vta.run, this program reads versions 5 to 7: use a newer vta");
  EXPECT_EQ(refused("{}"), "a.json: has no provenance, so it is not what vta run --json prints");
  EXPECT_THAT(refused("[1]"), HasSubstr("must be an object"));
}

TEST(RunRecord, ARunWithoutTimingIsRefused) {
  test::SmallRun run = small();
  run.stats.timing.reset();
  object json = run.json();
  json["backend"] = "fsim";
  EXPECT_EQ(refused(json),
            "a.json: the run has no timing (fsim does not model it): run with --backend csim or "
            "tsim");
}

TEST(RunRecord, AMissingMemberIsNamedWithItsPlace) {
  object run = small().json();
  run["kernels"].as_array()[1].as_object().erase("macs");
  EXPECT_EQ(refused(run), "a.json: kernels[1]: required key macs is missing");
  run = small().json();
  run["counters"].as_object().erase("gemm_counter");
  EXPECT_EQ(refused(run), "a.json: counters: required key gemm_counter is missing");
  run = small().json();
  run["images"] = 0;
  EXPECT_THAT(refused(run), HasSubstr("a.json: images = 0 is out of range (legal: 1.."));
  run = small().json();
  run["backend"] = 3;
  EXPECT_EQ(refused(run), "a.json: key backend must be a string, is the integer 3");
}

TEST(RunRecord, NumbersThatDoNotAddUpAreRefused) {
  const auto timing = [](object& run) -> object& { return run["timing"].as_object(); };
  object run = small().json();
  timing(run)["cycles"] = timing(run)["cycles"].as_int64() + 1;
  EXPECT_THAT(refused(run), HasSubstr("a.json: the states of fetch sum to "));
  run = small().json();
  object& outside = timing(run)["outside"].as_object();
  outside["cycles"] = outside["cycles"].as_int64() + 5;
  EXPECT_THAT(refused(run), HasSubstr("a.json: kernels and outside have "));
  run = small().json();
  object& load = run["kernels"]
                     .as_array()[0]
                     .as_object()["timing"]
                     .as_object()["units"]
                     .as_object()["load"]
                     .as_object();
  load["busy"] = load["busy"].as_int64() + 1;
  EXPECT_EQ(refused(run), "a.json: the states of kernels and outside do not sum to the run's");
  run = small().json();
  object& counters = run["kernels"].as_array()[0].as_object()["counters"].as_object();
  counters["wgt_load_nbytes"] = 1;
  EXPECT_THAT(refused(run), HasSubstr("a.json: the kernels' wgt_load_nbytes sum to "));
}

TEST(RunRecord, BoundsAndRooflinesAreReadWhereTheyAre) {
  EXPECT_GT(small().record("").result.least_cycles, 0);
  EXPECT_GT(small().record("").result.useful_macs, 0);
  object run = small().json();  // as one of before
  run["timing"].as_object().erase("least_compute");
  for (auto& kernel : run["kernels"].as_array())
    kernel.as_object()["timing"].as_object().erase("least_compute");
  RunRecord wanted = small().record("a.json");
  wanted.result.least_cycles = wanted.result.useful_macs = 0;
  wanted.result.least_compute = wanted.result.least_memory = 0;
  for (LayerResult& layer : wanted.result.layers)
    layer.least_compute = layer.least_memory = layer.useful_macs = 0;
  EXPECT_EQ(parse_run(json_text(run), "a.json"), wanted);
  run = small().json();
  object& bound = run["timing"].as_object();
  const RunRecord record = small().record("");
  int64_t longest = 0, sum = 0;
  for (const LayerResult& layer : record.result.layers) {
    longest = std::max(longest, layer.roofline_cycles());
    sum += layer.roofline_cycles();
  }
  // Fetch moves beats, and gaps stand beside bursts, that belong to no kernel.
  const VtaConfig& c = record.config;
  sum += record.result.insns * (port_cycles(16, c) + c.mem_gap) +
         std::ssize(record.result.layers) * c.mem_gap;
  for (const int64_t impossible : {longest - 1, sum + 1}) {
    bound["least_cycles"] = impossible;
    EXPECT_EQ(refused(run),
              fmt::format("a.json: the run's bound is {} cycles; from its kernels' rooflines, {} "
                          "to {} are possible",
                          impossible, longest, sum));
  }
  for (const int64_t possible : {longest, sum}) {
    bound["least_cycles"] = possible;
    EXPECT_EQ(parse_run(json_text(run), "a.json").result.least_cycles, possible);
  }
  run = small().json();
  object& layer = run["kernels"].as_array()[0].as_object();
  layer["useful_macs"] = layer["useful_macs"].as_int64() + 1;
  EXPECT_THAT(refused(run), HasSubstr("a.json: the kernels' useful macs sum to "));
  run = small().json();
  run["kernels"].as_array()[0].as_object().erase("useful_macs");
  EXPECT_EQ(refused(run), "a.json: kernels[0]: required key useful_macs is missing");
}

// 2^53 each: the sum of 1024 of them would wrap around to what the file says.
TEST(RunRecord, SumsDoNotOverflow) {
  const auto largest = [](object& part, std::string_view key) { part[key] = kLargestJsonInteger; };
  object run = small().json();
  auto& kernels = run["kernels"].as_array();
  kernels.resize(1, object(kernels[0].as_object()));
  for (int k = 1; k < 1100; ++k)
    kernels.push_back(kernels[0]);
  for (auto& kernel : kernels)
    largest(kernel.as_object(), "macs");
  EXPECT_EQ(refused(run),
            "a.json: the kernels' macs sum to 18014398509481984 or more, legal are 0 to "
            "9007199254740992");
  for (auto& kernel : kernels) {
    kernel.as_object()["macs"] = 0;
    largest(kernel.as_object()["counters"].as_object(), "wgt_load_nbytes");
  }
  EXPECT_THAT(refused(run), HasSubstr("the kernels' wgt_load_nbytes sum to 18014398509481984"));
  run = small().json();
  boost::json::array hosts;
  for (int k = 0; k < 1100; ++k)
    hosts.push_back({{"op", "x"}, {"count", 1}, {"macs", kLargestJsonInteger}});
  run["work"].as_object()["host_operators"] = hosts;
  EXPECT_THAT(refused(run),
              HasSubstr("a.json: work: macs of all host_operators sum to 18014398509481984 or"));
}

TEST(RunRecord, KeysOfAnotherConfigurationAreRefused) {
  object run = small().json();
  object& keys = run["configuration"].as_object();
  keys["MEM_GAP"] = keys["MEM_GAP"].as_int64() + 1;
  EXPECT_THAT(refused(run), HasSubstr("a.json: configuration: its keys hash to "));
  keys["MEM_GAB"] = 1;
  EXPECT_THAT(refused(run), HasSubstr("unknown key \"MEM_GAB\": known are "));
}

TEST(RunRecord, HasItsShareOfTheNetworkAndTheNamesOfItsLayers) {
  const RunRecord read = parse_run(json_text(small().json()), "a.json");
  const WorkShare& work = read.result.work;
  EXPECT_EQ(work, work_share(small().program));
  EXPECT_EQ(work.device_macs, small().program.device_macs);
  EXPECT_EQ(work.network_macs, small().program.device_macs + small().program.host_macs);
  ASSERT_FALSE(work.host.empty());
  EXPECT_EQ(work.host.front().op, "nn.conv2d");  // the first one stays in float
  for (const LayerResult& layer : read.result.layers)
    EXPECT_FALSE(layer.onnx_nodes.empty()) << layer.name;
}

TEST(RunRecord, SharesThatDoNotAddUpAreRefused) {
  const auto work = [](object& run) -> object& { return run["work"].as_object(); };
  object run = small().json();
  work(run)["network_macs"] = work(run)["network_macs"].as_int64() + 1;
  EXPECT_THAT(refused(run), HasSubstr("a.json: work: accelerator and host have "));
  run = small().json();
  const int64_t device = work(run)["device_macs"].as_int64();
  work(run)["device_macs"] = device - 1;
  work(run)["network_macs"] = work(run)["network_macs"].as_int64() - 1;
  EXPECT_EQ(refused(run), fmt::format("a.json: the kernels' macs sum to {}, work.device_macs is {}",
                                      device, device - 1));
  run = small().json();
  run.erase("work");
  EXPECT_EQ(refused(run), "a.json: required key work is missing");
}

TEST(RunRecord, AClockIsKeptAndChangesNothingElse) {
  test::SmallRun run = small();
  run.program.config.clock.mhz = 125;
  const object json = run.json();
  const RunRecord read = parse_run(json_text(json), "a.json");
  EXPECT_EQ(read.config.clock.mhz, 125);
  EXPECT_EQ(read, parse_run(json_text(small().json()), "a.json"));
  EXPECT_DOUBLE_EQ(json.at("times").at("milliseconds").as_double(),
                   static_cast<double>(json.at("cycles").as_int64()) / 125e3);
  EXPECT_TRUE(small().json().at("times").is_null());
}

TEST(RunRecord, UnreadableFilesAreNamed) {
  EXPECT_THROW(load_run("/nowhere/a.json"), InputError);
}

}  // namespace
}  // namespace vta::explore
