// --system: networks and random programs on cores that share a memory, and what is said of wrong
// files.
#include "base/json.h"
#include "base/npy.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class SystemCommand : public NetworkCommand {
 protected:
  std::string system(const std::string& text) const {
    const std::string file = path("system.json");
    write_text_file(file, text);
    return file;
  }
  std::string run_on(const std::string& text, const std::string& options) const {
    return fmt::format("run {} --system {} {}", model(), system(text), options);
  }
  static int64_t cycles(const boost::json::object& run) { return run.at("cycles").as_int64(); }
};

constexpr const char* kThree =
    R"({"cores": ["default", "1x8", "1x16.32"], "memory": "ddr3-1066", "clock": 100})";

TEST_F(SystemCommand, OutputsAreThoseOfOneCore) {
  for (const char* split : {"batch", "pipeline", "auto"}) {
    const auto run = json_of(run_on(kThree, fmt::format("--split {} --images 5 --verify", split)));
    EXPECT_EQ(run.at("outputs_that_differ").as_int64(), 0) << split;
    EXPECT_EQ(run.at("images").as_int64(), 5);
    EXPECT_GT(run.at("dram").at("reads").as_int64(), 0);
    int64_t images = 0;
    for (const auto& core : run.at("cores").as_array())
      images += core.at("images").as_int64();
    EXPECT_EQ(images, run.at("split").as_string() == "batch" ? 5 : 15);
  }
}

constexpr const char* kAlike =
    R"({"cores": ["default", "pynq", "default"], "memory": "ddr3-1066", "clock": 100})";

// Of one image each core computes slices.
TEST_F(SystemCommand, CoresComputeOneImageTogether) {
  for (const std::string& network :
       {model(), data("grouped.ir"), data("branches.ir"), data("digits_resnet8.onnx")}) {
    SCOPED_TRACE(network);
    const auto run = json_of(fmt::format("run {} --system {} --split channels --images 2 --verify",
                                         network, system(kAlike)));
    EXPECT_EQ(run.at("outputs_that_differ").as_int64(), 0);
    EXPECT_EQ(run.at("split").as_string(), "channels");
    EXPECT_EQ(run.at("cores").as_array().size(), 3u);
    const auto& cores = run.at("cores").as_array();
    EXPECT_GT(cores[1].at("launches").as_int64() + cores[2].at("launches").as_int64(), 0);
    EXPECT_EQ(run.at("barriers").at("cycles").as_int64(), 100);
    const auto& runs = run.at("runs").as_array();
    EXPECT_GE(runs[1].at("begin_cycle").as_int64(), runs[0].at("end_cycle").as_int64());
  }
}

TEST_F(SystemCommand, EightCoresOfTwoBlocksAndOfBatchesComputeOneImageTogether) {
  for (const char* core : {"1x16.32", "1x32.16", "2x16"}) {
    const auto run = json_of(run_on(
        fmt::format(R"({{"cores": [{{"config": "{}", "count": 8}}], "memory": "ideal8"}})", core),
        "--split channels --batch 2 --images 2 --verify"));
    EXPECT_EQ(run.at("outputs_that_differ").as_int64(), 0) << core;
  }
}

TEST_F(SystemCommand, ABarrierTakesItsCyclesBetweenTwoLayers) {
  const auto of = [&](int cycles) {
    return json_of(
        run_on(R"({"cores": ["default", "default"], "memory": "ideal8"})",
               fmt::format("--split channels --images 2 --timing-only --barrier {}", cycles)));
  };
  const auto none = of(1), many = of(1001);
  const int64_t count = none.at("barriers").at("count").as_int64();
  EXPECT_GT(count, 10);
  EXPECT_EQ(many.at("barriers").at("count").as_int64(), count);
  EXPECT_EQ(cycles(many) - cycles(none), 1000 * count);
}

TEST_F(SystemCommand, SlicesOnTheRtlTakeAsLong) {
  const std::string options = "--split channels --images 1 --verify";
  const char* text = R"({"cores": ["1x16.32", "1x16.32"], "memory": "ddr3-1066"})";
  const auto csim = json_of(run_on(text, options)),
             tsim = json_of(run_on(text, options + " --backend tsim"));
  EXPECT_EQ(cycles(csim), cycles(tsim));
  EXPECT_EQ(tsim.at("outputs_that_differ").as_int64(), 0);
}

TEST_F(SystemCommand, OutputsAreWrittenInTheOrderOfTheImages) {
  const std::string images = path("images.npy");
  const Shape shape = {6, 3, 32, 32};
  Tensor all = Tensor::zeros(DType::F32, shape);
  for (size_t i = 0; i < all.mutable_data<float>().size(); ++i)
    all.mutable_data<float>()[i] = static_cast<float>((i * 7919) % 255) / 128 - 1;
  write_npy(images, all);
  const std::string options = fmt::format("--input {} --output ", images);
  const std::string one = path("one.npy"), three = path("three.npy");
  json_of(run_on(R"({"cores": ["default"]})", options + one));
  json_of(run_on(kThree, "--split batch " + options + three));
  EXPECT_EQ(read_text_file(one), read_text_file(three));
  EXPECT_EQ(read_npy(three).shape().front(), 6);
}

TEST_F(SystemCommand, TimeIsThatOfValuesAndTheSameEveryTime) {
  const auto values = json_of(run_on(kThree, "--split batch --images 4"));
  const auto timing = json_of(run_on(kThree, "--split batch --images 4 --timing-only"));
  EXPECT_EQ(cycles(values), cycles(timing));
  EXPECT_EQ(values.at("runs"), timing.at("runs"));
  EXPECT_EQ(values.at("dram"), timing.at("dram"));
}

// One core alone is a device whose memory answers two cycles later.
TEST_F(SystemCommand, OneCoreIsADeviceTwoCyclesLater) {
  const auto run = json_of(run_on(R"({"cores": ["default"], "memory": "ideal8,read=5,write=7"})",
                                  "--images 1 --timing-only"));
  const auto alone = json_of(
      fmt::format("run {} --backend csim --timing-only --memory ideal8,read=7,write=9", model()));
  EXPECT_EQ(run.at("cores").as_array()[0].at("busy_cycles"), alone.at("cycles"));
}

TEST_F(SystemCommand, CoresWaitForEachOther) {
  const auto busy = [&](int count) {
    const auto run = json_of(run_on(
        fmt::format(R"({{"cores": [{{"config": "1x32", "count": {}}}], "memory": "ideal8"}})",
                    count),
        fmt::format("--split batch --images {} --timing-only", count)));
    return run.at("cores").as_array()[0].at("busy_cycles").as_int64();
  };
  const int64_t alone = busy(1), eight = busy(8);
  EXPECT_GT(eight, 2 * alone);  // one data path, a beat a cycle
}

TEST_F(SystemCommand, ABatchOfImagesIsOneRun) {
  const std::string recipe = path("recipe.json");
  const auto run = json_of(
      run_on(kThree, "--split batch --batch 2 --images 3 --verify --save-recipe " + recipe));
  EXPECT_EQ(run.at("images").as_int64(), 6);
  EXPECT_EQ(run.at("runs").as_array().size(), 3u);
  EXPECT_EQ(run.at("outputs_that_differ").as_int64(), 0);
  EXPECT_THAT(read_text_file(recipe), HasSubstr("batch"));
}

TEST_F(SystemCommand, AutoTakesTheQuickerOne) {
  const auto run = json_of(run_on(kThree, "--images 6 --timing-only"));
  const auto& candidates = run.at("candidates").as_array();
  ASSERT_EQ(candidates.size(), 2u);  // blocks are not alike
  const int64_t least =
      std::min(candidates[0].at("cycles").as_int64(), candidates[1].at("cycles").as_int64());
  EXPECT_EQ(cycles(run), least);
  EXPECT_THAT(boost::json::serialize(run.at("notes")),
              HasSubstr("no channels: BLOCK_IN of core 1 is 8, of core 0 16"));
}

// Of one image the layers are divided, of many each core takes its own.
TEST_F(SystemCommand, AutoSaysLatencyAndRate) {
  const char* text = R"({"cores": [{"config": "1x8", "count": 2}], "memory": "ddr4-2400"})";
  const auto one = json_of(run_on(text, "--images 1 --timing-only")),
             many = json_of(run_on(text, "--images 8 --timing-only"));
  EXPECT_EQ(one.at("split").as_string(), "channels");
  EXPECT_EQ(one.at("candidates").as_array().size(), 3u);
  EXPECT_EQ(many.at("split").as_string(), "batch");
  const ApartResult run = run_vta_apart(run_on(text, "--images 8 --timing-only"));
  EXPECT_THAT(run.out, HasSubstr("auto took the fewest cycles for all, batch; "
                                 "the latency is least with channels:"));
  EXPECT_THAT(run.out, HasSubstr("another image every"));
}

TEST_F(SystemCommand, TextSaysCoresImagesAndTheDram) {
  const ApartResult run = run_vta_apart(run_on(kThree, "--split batch --images 6 --timing-only"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("on 3 cores (batch, ddr3-1066): 6 images in "));
  EXPECT_THAT(run.out, HasSubstr("latency of an image: "));
  EXPECT_THAT(run.out, HasSubstr(" ms)"));
  EXPECT_THAT(run.out, HasSubstr("1x16.32"));
  EXPECT_THAT(run.out, HasSubstr("DRAM: "));
}

TEST_F(SystemCommand, AConfigurationMayLieBesideTheSystem) {
  std::filesystem::copy_file(std::string(VTA_SOURCE_DIR) + "/config/tiny.json", path("mine.json"));
  const auto run = json_of(
      run_on(R"({"cores": ["mine.json", "default"]})", "--split batch --images 2 --timing-only"));
  EXPECT_EQ(run.at("cores").as_array()[0].at("config").as_string(), "mine.json");
}

TEST_F(SystemCommand, WrongFilesAreNamed) {
  const auto refused = [&](const std::string& text, int exit_code, const std::string& words) {
    SCOPED_TRACE(text);
    expect_failure(run_on(text, "--timing-only"), exit_code, words);
  };
  refused("{", 3, "system.json");
  refused("[]", 3, "system.json");
  refused("{}", 3, "cores");
  refused(R"({"cores": []})", 3, "`cores` has 0: a system has 1 to 8");
  refused(R"({"cores": [{"config": "tiny", "count": 8}, "tiny"]})", 3, "`cores` has 9");
  refused(R"({"cores": [{"config": "tiny", "count": 0}]})", 3, "count");
  refused(R"({"cores": [{"config": "tiny", "count": 9}]})", 3, "count");
  refused(R"({"cores": [7]})", 3, "cores[0] is the integer 7: it must be the name");
  refused(R"({"cores": [{"confi": "tiny"}]})", 3, "confi");
  refused(R"({"cores": ["tinny"]})", 4, "tinny");
  refused(R"({"cores": ["tiny"], "memory": "ddr9"})", 2, "ddr9");
  refused(R"({"cores": ["tiny"], "memory": 5})", 3, "memory");
  refused(R"({"cores": ["tiny"], "clock": 0})", 3, "clock is 0: it must be from");
  refused(R"({"cores": ["tiny"], "clock": "fast"})", 3, "clock");
  refused(R"({"cores": ["tiny"], "memori": "ideal8"})", 3, "memori");
}

TEST_F(SystemCommand, OptionsOfOneDeviceAreRefused) {
  const auto refused = [&](const std::string& options, const std::string& words) {
    expect_failure(run_on(kThree, options), 2, words);
  };
  refused("--config tiny", "the file of --system names each core's configuration");
  refused("--memory ideal8", "the file of --system names the memory of its cores");
  refused("--per-layer", "--per-layer is for a run on one device");
  refused("--clock 100", "--clock is for a run on one device");
  refused("--backend fsim", "--system needs a simulator of time in this process");
  refused("--split rows", "channels");
  refused("--split batch --barrier 5", "--barrier is for --split channels: with batch");
  refused("--split channels --barrier 0", "--barrier");
  refused("--images 0", "--images");
  refused("--verify --timing-only", "--timing-only computes none");
  refused("--stop-after quantize", "--stop-after");
  refused("--host-only", "runs on the accelerator: cores have nothing to do");
  expect_failure(run_on(kThree, "--split channels"), 4,
                 "BATCH, BLOCK_IN and BLOCK_OUT must be the same in all");
  expect_failure(fmt::format("run {} --barrier 5", model()), 2, "--barrier needs --system");
  expect_failure(fmt::format("run {} --images 2", model()), 2, "--images needs --system");
  expect_failure(fmt::format("run {} --split batch", model()), 2, "--split needs --system");
}

// Programs 9 and 32 on three cores: a burst of one core may be taken only when the DRAM has
// answered all that lets another core grant before.
TEST_F(SystemCommand, ProgramsAgreeWithTheRtl) {
  for (const char* text : {R"({"cores": ["1x16.32", "tiny"]})",
                           R"({"cores": ["tiny", "1x16.32", "tiny"], "memory": "ddr3-1066"})"}) {
    const ApartResult run =
        run_vta_apart(fmt::format("cosim --system {} --random 50", system(text)));
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_THAT(run.out, EndsWith("; 0 differences\n"));
  }
}

TEST_F(SystemCommand, ANetworkAgreesWithTheRtl) {
  const ApartResult run = run_vta_apart(
      fmt::format("cosim {} --system {} --images 3", model(),
                  system(R"({"cores": ["1x16.32", "tiny"], "memory": "ddr3-1066"})")));
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("0 differences"));
}

TEST_F(SystemCommand, CosimRefusesWhatASystemHasNot) {
  const std::string file = system(kThree);
  expect_failure(fmt::format("cosim --system {} --random 2 --backends fsim", file), 2,
                 "systems are simulated by csim and tsim");
  expect_failure(fmt::format("cosim --system {} --random 2 --config tiny", file), 2,
                 "the file of --system names its cores' configurations");
  expect_failure(fmt::format("cosim --system {} --random 2 --hits", file), 2, "--hits");
  expect_failure(fmt::format("cosim {} --images 2", model()), 2, "--images needs --system");
}

}  // namespace
}  // namespace vta
