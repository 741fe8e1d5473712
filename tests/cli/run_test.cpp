// vta run as a user runs it.
#include "base/npy.h"
#include "config/vta_config.h"
#include "tests/base/small_images.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

using VtaRun = NetworkCommand;

TEST_F(VtaRun, StatisticsHaveTheirOrderAndSpelling) {
  const ApartResult run = run_vta_apart("run " + model() + " --details");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  size_t at = 0;
  for (const char* name :
       {"Execution statistics:\n", "\tinp_load_nbytes : ", "\twgt_load_nbytes : ",
        "\tacc_load_nbytes : ", "\tuop_load_nbytes : ", "\tout_store_nbytes: ",
        "\tgemm_counter    : ", "\talu_counter     : "}) {
    at = run.out.find(name, at);
    ASSERT_NE(at, std::string::npos) << name << "\n" << run.out;
  }
}

TEST_F(VtaRun, SummarySaysWhatRanWhereAndWhy) {
  const ApartResult run = run_vta_apart("run " + model() + " --verify --details");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  constexpr const char* kNote =
      "note: nn.conv2d 'conv0' stays in float on the host: convolution 0 is left in float, as "
      "skip_conv says";
  for (const char* text :
       {"1x16_i8w8a32_15_15_18_17", "Operators on the accelerator", "MACs on the accelerator",
        "DRAM traffic", "8 kernels, 34816 elements equal the integer interpreter's", kNote})
    EXPECT_THAT(run.out, HasSubstr(text));
}

// What people come for, in this order, before anything else; the rest is asked for.
TEST_F(VtaRun, TheFirstLinesAreTheAnswerTheCyclesAndTheirBound) {
  const ApartResult run = run_vta_apart("run " + model() + " --backend csim --verify --clock 100");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, testing::StartsWith("Top 5\n  1. "));
  size_t at = 0;
  for (const char* line :
       {"\nNetwork  ", "\nAccelerator  ", "\nInput  ", "\nMACs on the accelerator  ",
        "\nOn the host  ", "\nCycles  ", "\nAt the clock  ", "\nBound  ", "\nLost  ",
        "\nVerified bit for bit  ", "\nTime here  ", "\nnote: ", "\n--details has "}) {
    at = run.out.find(line, at);
    ASSERT_NE(at, std::string::npos) << line << "\n" << run.out;
  }
  EXPECT_THAT(run.out, testing::ContainsRegex("\nTime here +[0-9.]+ ms: compiling [0-9.]+, host "));
  for (const char* detail :
       {"Execution statistics", "DRAM traffic", "Kernels, launches", "dequantize"})
    EXPECT_THAT(run.out, Not(HasSubstr(detail)));
  EXPECT_LE(std::ranges::count(run.out, '\n'), 25);
  EXPECT_THAT(run_vta_apart("run " + model()).out,
              HasSubstr("none: fsim models no time, --backend csim does"));
  EXPECT_THAT(run_vta_apart("run " + model() + " --host-only --device csim").out,
              HasSubstr("none: no kernel runs on the accelerator"));
}

TEST_F(VtaRun, TimeOfALoadedProgramIsNotCalledCompiling) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  EXPECT_THAT(run_vta_apart("run " + path("net.vta")).out,
              testing::ContainsRegex("Time here +[0-9.]+ ms: loading [0-9.]+, host operators "));
}

TEST_F(VtaRun, AnExpectedClassEndsWithOneWhereAnotherIsFirst) {
  const auto top = json_of("run " + model()).at("top").at(0).at(0).at("class").as_int64();
  const std::string command = "run " + model() + " --expect ";
  EXPECT_EQ(run_vta_apart(command + std::to_string(top)).exit_code, 0);
  const int64_t other = top == 0 ? 1 : 0;
  for (const char* more : {"", " --json", " --top 0"}) {
    const ApartResult run = run_vta_apart(command + std::to_string(other) + more);
    EXPECT_EQ(run.exit_code, 1) << more;
    EXPECT_THAT(run.err, HasSubstr(fmt::format("vta: failed: the top-1 is class {} (", top)));
    EXPECT_THAT(run.err, HasSubstr(fmt::format("), expected class {} (", other)));
    EXPECT_THAT(run.out, Not(testing::IsEmpty()));
  }
  write_text_file(path("names.txt"), "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  const std::string name(1, static_cast<char>('a' + top));
  EXPECT_EQ(run_vta_apart(command + name + " --labels " + path("names.txt")).exit_code, 0);
  EXPECT_EQ(run_vta_apart(command + std::to_string(top) + " --batch 2 --expect 0").exit_code,
            run_vta_apart(command + "0 --batch 2").exit_code)
      << "random images of one seed";
}

TEST_F(VtaRun, AnExpectedClassMustBeOne) {
  const std::string command = "run " + model() + " --expect ";
  expect_failure(command + "10", 2, "--expect '10' is no class: legal are 0 to 9; names need");
  expect_failure(command + "-1", 2, "legal are 0 to 9");
  expect_failure(command + "99999999999999999999", 2, "is no class");
  expect_failure(command + "cat", 2, "--expect 'cat' is no class");
  expect_failure(command + "1 --expect 2", 2, "given 2 times, legal for 1 images are 1 and 1");
  expect_failure(command + "1 --backend csim --timing-only", 2, "computes no values");
  write_text_file(path("names.txt"), "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  expect_failure(command + "k --labels " + path("names.txt"), 2, "or a name of --labels");
}

TEST_F(VtaRun, PerLayerHasARowForEveryKernelAndTheySumToTheTotal) {
  const boost::json::object json = json_of("run " + model());
  const boost::json::array& kernels = json.at("kernels").as_array();
  ASSERT_EQ(kernels.size(), 8u);
  for (const char* name : {"inp_load_nbytes", "wgt_load_nbytes", "acc_load_nbytes",
                           "uop_load_nbytes", "out_store_nbytes", "gemm_counter", "alu_counter"}) {
    int64_t sum = 0;
    for (const auto& kernel : kernels)
      sum += kernel.at("counters").at(name).as_int64();
    EXPECT_EQ(sum, json.at("counters").at(name).as_int64()) << name;
  }
  const ApartResult run = run_vta_apart("run " + model() + " --per-layer");
  for (const auto& kernel : kernels)
    EXPECT_TRUE(std::regex_search(
        run.out, std::regex("\n" + std::string(kernel.at("name").as_string()) + " +[^ ].* [0-9]")))
        << kernel.at("name");
  EXPECT_THAT(run_vta_apart("run " + model()).out, Not(HasSubstr("\nconv2d_0 ")));
}

TEST_F(VtaRun, JsonHasItsProvenance) {
  const boost::json::object json = json_of("run " + model() + " --config tiny --seed 5");
  const boost::json::object& p = json.at("provenance").as_object();
  EXPECT_EQ(p.at("tool"), "vta");
  EXPECT_FALSE(p.at("tool_version").as_string().empty());
  EXPECT_EQ(p.at("schema"), "vta.run");
  EXPECT_EQ(p.at("schema_version"), 7);
  EXPECT_EQ(p.at("config"), "1x4_i8w8a32_10_9_10_11");
  EXPECT_EQ(p.at("config_hash").as_string().size(), 16u);
  EXPECT_EQ(p.at("seed"), 5);
  EXPECT_EQ(p.at("schedule"), "fast");
}

TEST_F(VtaRun, TopAndLabelsSayWhichClassesLead) {
  write_text_file(path("labels.txt"),
                  "zero\none\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n");
  const ApartResult run = run_vta_apart("run " + model() + " --top 10 --labels " +
                                        path("labels.txt") + " --input random:0");
  EXPECT_THAT(run.out, HasSubstr("Top 10"));
  EXPECT_TRUE(std::regex_search(run.out, std::regex("  1\\. +[-0-9.]+  six\n"))) << run.out;
  EXPECT_THAT(run.out, HasSubstr("  nine\n"));
  EXPECT_THAT(run_vta_apart("run " + model() + " --top 0").out, Not(HasSubstr("Top")));

  const boost::json::object json =
      json_of("run " + model() + " --top 2 --labels " + path("labels.txt"));
  const boost::json::array& top = json.at("top").at(0).as_array();
  ASSERT_EQ(top.size(), 2u);
  EXPECT_EQ(top[0].at("name"), "six");
  EXPECT_EQ(top[0].at("class"), 6);
  EXPECT_GE(top[0].at("value").as_double(), top[1].at("value").as_double());
}

TEST_F(VtaRun, ImagesOfABatchHaveTheirOwnTop) {
  const ApartResult run = run_vta_apart("run " + model() + " --batch 2 --top 1");
  EXPECT_THAT(run.out, HasSubstr("Top 1 of image 0"));
  EXPECT_THAT(run.out, HasSubstr("Top 1 of image 1"));
}

TEST_F(VtaRun, EveryKindOfInputIsTaken) {
  write_file(path("x.png"), small_png());
  write_file(path("x.jpg"), small_jpeg());
  write_npy(path("u8.npy"), Tensor::zeros(DType::U8, {1, 32, 32, 3}));
  write_npy(path("f32.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  for (const std::string& input :
       {path("x.png"), path("x.jpg"), path("u8.npy"), path("f32.npy"), std::string("random:9")}) {
    const ApartResult run = run_vta_apart("run " + model() + " --verify --input " + input);
    EXPECT_EQ(run.exit_code, 0) << input << run.err;
  }
}

TEST_F(VtaRun, PixelsBecomeWhatTheOptionsSay) {
  // (128 - 128) / 64 = 0 in every channel: the same as a float input of zeros.
  Tensor grey = Tensor::zeros(DType::U8, {1, 32, 32, 3});
  std::ranges::fill(grey.mutable_data<uint8_t>(), uint8_t{128});
  write_npy(path("grey.npy"), grey);
  write_npy(path("zero.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  const std::string command = "run " + model() + " --input ";
  const auto zero = json_of(command + path("zero.npy")).at("top");
  const std::string options = " --pixel-scale 1 --mean 128 --std 64,64,64";
  EXPECT_EQ(json_of(command + path("grey.npy") + options).at("top"), zero);
  EXPECT_NE(json_of(command + path("grey.npy")).at("top"), zero);
  expect_failure(command + path("grey.npy") + " --std 0", 2, "--std has 0");
  expect_failure(command + path("grey.npy") + " --mean 1,2", 2, "--mean has 2 values");
  expect_failure(command + path("grey.npy") + " --pixel-scale 0", 2, "--pixel-scale is 0");
  expect_failure(command + path("grey.npy") + " --mean nan", 2,
                 "--mean has nan, it must be a finite");
}

TEST_F(VtaRun, CalibrationSamplesAreNormalizedToo) {
  const std::string command = "run " + data("digits_resnet8.onnx") +
                              " --quant max --input random:1 --calib " +
                              data("digits_calib_64_u8.npy");
  const auto as_trained = json_of(command + " --pixel-scale 1 --mean 128 --std 64 --verify");
  EXPECT_TRUE(as_trained.at("verify").at("exact").as_bool());
  // Other samples, other scales, other logits.
  EXPECT_NE(as_trained.at("top"),
            json_of(command + " --pixel-scale 1 --mean 128 --std 8").at("top"));
}

TEST_F(VtaRun, AProgramFileGivesTheSameCountersAndClasses) {
  const std::string options = " --config 1x32 --schedule reference --quant global --scale 4";
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta") + options).exit_code, 0);
  const auto compiled = json_of("run " + path("net.vta") + " --input random:4");
  const auto direct = json_of("run " + model() + options + " --input random:4");
  for (const char* key : {"counters", "kernels", "top", "config", "device_macs", "host_macs"})
    EXPECT_EQ(compiled.at(key), direct.at(key)) << key;
}

TEST_F(VtaRun, AProgramFileTakesNoCompilerOptions) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  expect_failure("run " + path("net.vta") + " --config 1x32", 4,
                 "its instructions depend on LOG_BLOCK_IN (4 in the program, 5 in --config) and "
                 "LOG_BLOCK_OUT (4 in the program, 5 in --config)");
  expect_failure("run " + path("net.vta") + " --schedule fast", 2, "--schedule has no effect on");
  expect_failure(
      "run " + path("net.vta") + " --verify", 2,
      "--verify needs the model that the program was compiled from (.onnx, .tflite or .ir)");
}

TEST_F(VtaRun, EveryFormOfKernelsGivesTheSame) {
  const auto expected = json_of("run " + model() + " --kernels reference");
  for (const char* kernels : {"portable", "auto"}) {
    const auto got = json_of("run " + model() + " --kernels " + kernels);
    EXPECT_EQ(got.at("counters"), expected.at("counters")) << kernels;
    EXPECT_EQ(got.at("top"), expected.at("top")) << kernels;
  }
}

TEST_F(VtaRun, SkippedPassesStillGiveARightProgramOrSayWhyNot) {
  for (const char* pass : {"channels_first", "canonicalize", "simplify_inference", "fold_constants",
                           "fold_scale_axis", "combine_parallel_conv2d", "dead_code"}) {
    const ApartResult run = run_vta_apart("run " + model() + " --verify --skip " + pass);
    EXPECT_EQ(run.exit_code, 0) << pass << run.err;
    EXPECT_THAT(run.out, HasSubstr("elements equal the integer interpreter's")) << pass;
  }
  for (const char* pass : {"quantize", "partition", "partition,pack_layout"}) {
    expect_failure(
        "run " + model() + " --verify --skip " + pass, 2,
        "--verify has nothing to compare: no kernel of '" + model() + "' runs on the accelerator");
    EXPECT_EQ(run_vta_apart("run " + model() + " --skip " + pass).exit_code, 0) << pass;
  }
  expect_failure("run " + model() + " --skip pack_layout", 2, "without packed layouts");
}

TEST_F(VtaRun, StoppingEarlyLeavesNothingToRun) {
  expect_failure("run " + model() + " --stop-after quantize", 2,
                 "--stop-after quantize leaves no complete program, and vta run needs one");
}

// Its output is an image, and shares the name of the layer that it stands for.
TEST_F(VtaRun, ANetworkThatEndsInAQuantizedLayerIsVerifiedAndHasNoTop) {
  write_text_file(path("image.ir"), R"(
def @main(%data: Tensor[(1, 4, 6, 6), float32]) {
  nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(4, 4, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])
})");
  const ApartResult run = run_vta_apart("run " + path("image.ir") + " --skip-conv none --verify");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("1 kernel, 144 elements equal"));
  EXPECT_THAT(run.out, Not(HasSubstr("Top")));
}

TEST_F(VtaRun, ASmallPackedListingRunsAsItIs) {
  const ApartResult run = run_vta_apart("run --details --verify " + data("packed_int8_small.ir"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("as in the listing"));
  EXPECT_THAT(run.out, HasSubstr("1 kernel, 1024 elements equal"));
}

TEST_F(VtaRun, UnknownNamesAreUsageErrors) {
  const std::string command = "run " + model();
  expect_failure(command + " --backend nsim", 2, "nsim");
  expect_failure(command + " --kernels sse9", 2, "sse9");
  expect_failure(command + " --schedule fastest", 2, "unknown schedule 'fastest'");
  expect_failure(command + " --quant int4", 2, "--quant 'int4' is not known");
  expect_failure(command + " --skip nothing", 2, "unknown pass 'nothing'");
  write_text_file(path("cat.gif"), "GIF89a");
  expect_failure(command + " --input " + path("cat.gif"), 2, ".png, .jpg, .jpeg");
  expect_failure(command + " --input random:x", 2, "random:SEED");
  expect_failure(command + " --config 1x17", 4, "1x17");
  EXPECT_EQ(run_vta_apart(command + " --frobnicate").exit_code, 2);
  EXPECT_EQ(run_vta_apart("frobnicate").exit_code, 2);
  EXPECT_EQ(run_vta_apart("run").exit_code, 2);
}

TEST_F(VtaRun, ValuesOutOfRangeAreUsageErrors) {
  const std::string command = "run " + model();
  expect_failure(command + " --batch 0", 2, "--batch is 0, legal are 1 to 1024");
  expect_failure(command + " --opt-level 4", 2, "--opt-level is 4, legal are 0 to 3");
  expect_failure(command + " --scale 0", 2, "--scale is 0, legal are");
  expect_failure(command + " --percentile 101", 2, "--percentile is 101");
  EXPECT_EQ(run_vta_apart(command + " --repeat 0").exit_code, 2);
}

TEST_F(VtaRun, OptionsOfAnotherQuantizationAreUsageErrors) {
  const std::string command = "run " + model();
  expect_failure(command + " --quant max --scale 4", 2,
                 "--scale belongs to --quant global, this is max");
  expect_failure(command + " --quant percentile --scale 4", 2,
                 "--scale belongs to --quant global, this is percentile");
  expect_failure(command + " --percentile 99", 2,
                 "--percentile belongs to --quant percentile, this is global");
  expect_failure(command + " --quant global --calib " + model(), 2,
                 "--calib belongs to --quant auto, max and percentile, this is global");
  expect_failure(command + " --schedule reference --calib " + model(), 2, "this is global");
  expect_failure(command + " --quant auto", 2, "--quant auto needs --calib FILE");
  for (const char* other : {"compile -o n.vta ", "trace -o t.json ", "profile ", "cosim "})
    expect_failure(other + model() + " --percentile 99", 2, "this is global");
  expect_failure("eval " + model() + " --images x.npy --percentile 99", 2, "this is global");
}

TEST_F(VtaRun, WhatNeedsAnotherBackendIsSaid) {
  write_text_file(path("l.txt"), "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
  expect_failure("run " + model() + " --backend tsim --kernels avx2", 2,
                 "--kernels avx2 applies to --backend fsim and csim only; backend tsim has no");
  const auto run = run_vta_apart("run " + model() + " --clock 100");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("note: --clock 100 has no effect: backend fsim models no time"));
  const auto timed =
      run_vta_apart("run " + model() + " --backend csim --timing-only --labels " + path("l.txt"));
  EXPECT_THAT(timed.out, HasSubstr("note: --labels names nothing: --timing-only computes no"));
}

TEST_F(VtaRun, UnreadableFilesAreNamed) {
  expect_failure("run /nowhere/net.onnx", 3, "/nowhere/net.onnx");
  expect_failure("run /nowhere/net.ir", 3, "/nowhere/net.ir");
  expect_failure("run /nowhere/net.vta", 3, "/nowhere/net.vta");
  expect_failure("run " + model() + " --input /nowhere/x.png", 3, "/nowhere/x.png");
  expect_failure("run " + model() + " --input /nowhere/x.npy", 3, "/nowhere/x.npy");
  expect_failure("run " + model() + " --labels /nowhere/l.txt", 3, "/nowhere/l.txt");
  expect_failure("run " + model() + " --schedule /nowhere/tiles.json", 3, "/nowhere/tiles.json");
  expect_failure("run " + model() + " --quant max --calib /nowhere/c.npy", 3, "/nowhere/c.npy");
  expect_failure("run " + model() + " --config /nowhere/c.json", 4, "/nowhere/c.json");
}

TEST_F(VtaRun, WithoutTimeThereAreNoCycles) {
  const boost::json::object json = json_of("run " + model());
  EXPECT_TRUE(json.at("cycles").is_null());
  EXPECT_TRUE(json.at("timing").is_null());
  EXPECT_TRUE(json.at("kernels").at(0).at("timing").is_null());
  EXPECT_TRUE(json.at("has_outputs").as_bool());
  EXPECT_THAT(run_vta_apart("run " + model() + " --per-layer").out, Not(HasSubstr("ycles")));
}

TEST_F(VtaRun, ASimulatorWithoutTimeSaysThatTheMemoryIsNotSeen) {
  const std::string command = "run " + model() + " --memory ddr";
  constexpr const char* kNote =
      "--memory ddr has no effect: backend fsim models no time; use "
      "--backend csim or tsim";
  EXPECT_THAT(run_vta_apart(command).out, HasSubstr(std::string("note: ") + kNote));
  EXPECT_THAT(boost::json::serialize(json_of(command).at("notes")), HasSubstr(kNote));
  EXPECT_THAT(run_vta_apart(command + " --backend csim").out, Not(HasSubstr("has no effect")));
  EXPECT_THAT(run_vta_apart("run " + model()).out, Not(HasSubstr("has no effect")));
}

// The schedule may be another one: it is made for the bus.
TEST_F(VtaRun, AnotherMemoryChangesNoValue) {
  const auto plain = json_of("run " + model());
  for (const char* memory : {"ideal8", "delay16", "ddr,bus=16", "bus=32,read=5,burst=4"})
    EXPECT_EQ(json_of("run " + model() + " --verify --memory " + memory).at("top"), plain.at("top"))
        << memory;
}

TEST_F(VtaRun, AProgramFileTakesAnotherMemory) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const auto plain = json_of("run " + path("net.vta"));
  const auto ddr = json_of("run " + path("net.vta") + " --memory ddr,bus=16");
  EXPECT_EQ(ddr.at("top"), plain.at("top"));
  EXPECT_EQ(ddr.at("counters"), plain.at("counters"));
  EXPECT_NE(ddr.at("provenance").at("config_hash"), plain.at("provenance").at("config_hash"));
}

// Bus, queues and read ports change when things happen, never what happens.
TEST_F(VtaRun, AProgramFileRunsOnMachinesOfTheSameStreams) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const auto plain = json_of("run " + path("net.vta") + " --backend csim");
  VtaConfig other = named_config("default");
  other.log_bus_width = 7;
  other.cmd_queue_depth = 64;
  other.acc_read_ports = 1;
  other.gemm_pipeline = 6;
  write_text_file(path("other.json"), other.to_json());
  const auto moved =
      json_of("run " + path("net.vta") + " --backend csim --config " + path("other.json"));
  EXPECT_EQ(moved.at("top"), plain.at("top"));
  EXPECT_EQ(moved.at("counters"), plain.at("counters"));
  EXPECT_EQ(moved.at("provenance").at("config_hash").as_string(), other.hash());
  EXPECT_NE(moved.at("timing").at("cycles"), plain.at("timing").at("cycles"));
}

TEST_F(VtaRun, MemoryAndTimingOptionsThatCannotBeAreUsageErrors) {
  const std::string command = "run " + model();
  expect_failure(command + " --memory sdram", 2, "sdram");
  expect_failure(command + " --memory bus=7", 2, "bus");
  expect_failure(command + " --timing-only", 2, "--timing-only needs csim");
  expect_failure(command + " --backend csim --timing-only --verify", 2,
                 "--verify compares values, and --timing-only computes none");
}

TEST_F(VtaRun, CsimGivesFsimsValuesAndCountersAndCyclesThatAddUp) {
  const auto fsim = json_of("run " + model() + " --memory ideal8");
  const auto csim = json_of("run " + model() + " --memory ideal8 --backend csim --verify");
  EXPECT_EQ(csim.at("top"), fsim.at("top"));
  EXPECT_EQ(csim.at("counters"), fsim.at("counters"));
  EXPECT_TRUE(csim.at("verify").at("exact").as_bool());
  const int64_t cycles = csim.at("cycles").as_int64();
  EXPECT_GT(cycles, csim.at("timing").at("issued_compute").as_int64());
  int64_t sum = csim.at("timing").at("outside").at("cycles").as_int64();
  for (const auto& kernel : csim.at("kernels").as_array())
    sum += kernel.at("timing").at("cycles").as_int64();
  EXPECT_EQ(sum, cycles);
  for (const auto& [unit, states] : csim.at("timing").at("units").as_object()) {
    int64_t of_unit = 0;
    for (const auto& [state, count] : states.as_object())
      of_unit += count.as_int64();
    EXPECT_EQ(of_unit, cycles) << unit;
  }
}

TEST_F(VtaRun, PerLayerSaysInWordsWhereCyclesWent) {
  const ApartResult run =
      run_vta_apart("run " + model() + " --memory delay16 --backend csim --per-layer --details");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* text :
       {"Cycles  ", "Bus utilization  ", "MAC utilization  ", "token_prev", "most because compute",
        "waits for ", "read latency 16", "token_prev: waits for the unit before it"})
    EXPECT_THAT(run.out, HasSubstr(text));
}

TEST_F(VtaRun, TimesStandBesideCyclesWhereThereIsAClock) {
  const std::string command = "run " + model() + " --backend csim --timing-only";
  const boost::json::object plain = json_of(command), timed = json_of(command + " --clock 125");
  EXPECT_TRUE(plain.at("times").is_null());
  EXPECT_EQ(timed.at("cycles"), plain.at("cycles"));
  EXPECT_EQ(timed.at("provenance").at("config_hash"), plain.at("provenance").at("config_hash"));
  EXPECT_DOUBLE_EQ(timed.at("times").at("milliseconds").as_double(),
                   static_cast<double>(plain.at("cycles").as_int64()) / 125e3);
  for (const char* clock : {"0", "-5", "nan", "inf", "fast", "1e9"})
    expect_failure(command + " --clock " + clock, 2, "legal are 0.001 to 10000 (MHz) and auto");
}

// What vta rtl area --model says of the configuration, of its own and of a wider bus.
TEST_F(VtaRun, AClockThatIsLeftToTheEstimateIsThatOfTheConfiguration) {
  VtaConfig wide = named_config("tiny");
  wide.cmd_queue_depth = 511;  // nothing that was synthesized
  write_text_file(path("c.json"), wide.to_json());
  const auto area = json_of("rtl area --model --config " + path("c.json"));
  const double mhz = area.at("clock").at("mhz_with_allowance").as_double();
  const std::string command =
      "run " + model() + " --backend csim --timing-only --clock auto --config " + path("c.json");
  const auto timed = json_of(command);
  EXPECT_EQ(timed.at("times").at("clock_mhz").as_double(), mhz);
  EXPECT_EQ(timed.at("times").at("clock_estimated"), true);
  EXPECT_DOUBLE_EQ(timed.at("times").at("milliseconds").as_double(),
                   static_cast<double>(timed.at("cycles").as_int64()) / (1e3 * mhz));
  EXPECT_THAT(run_vta_apart(command).out, HasSubstr(fmt::format("at {:.1f} MHz (estimated)", mhz)));
}

TEST_F(VtaRun, APresetThatIsMeantForAnotherBusSaysSo) {
  const std::string command = "run " + model() + " --backend csim --timing-only --json --memory ";
  const ApartResult ddr = run_vta_apart(command + "ddr"),
                    wide = run_vta_apart(command + "ddr,bus=16");
  EXPECT_THAT(ddr.err, HasSubstr("the bus keeps the configuration's 8 bytes a cycle"));
  EXPECT_THAT(wide.err, Not(HasSubstr("the bus keeps")));
  EXPECT_EQ(boost::json::parse(ddr.out).at("timing").at("memory").at("bus_bytes"), 8);
  EXPECT_EQ(boost::json::parse(wide.out).at("timing").at("memory").at("bus_bytes"), 16);
}

TEST_F(VtaRun, HalfABatchThatIdlesIsWarnedOf) {
  const std::string command = "run " + model() + " --config 2x16 --backend csim --timing-only";
  EXPECT_THAT(run_vta_apart(command).out, HasSubstr("1 of the 2 rows of the batch idle"));
  EXPECT_EQ(json_of(command).at("idle_rows"), 1);
  EXPECT_EQ(json_of(command + " --batch 2").at("idle_rows"), 0);
  EXPECT_THAT(run_vta_apart(command + " --batch 2").out, HasSubstr("Cycles per image"));
}

TEST_F(VtaRun, KernelsGoIntoASpreadsheetWithTheirOnnxNames) {
  ASSERT_EQ(run_vta_apart("run " + model() + " --backend csim --timing-only --csv " + path("k.csv"))
                .exit_code,
            0);
  const std::string csv = read_text_file(path("k.csv"));
  EXPECT_THAT(csv, ::testing::StartsWith("kernel,onnx_nodes,"));
  const auto kernels = json_of("run " + model()).at("kernels").as_array();
  for (const auto& kernel : kernels) {
    EXPECT_FALSE(kernel.at("onnx_nodes").as_array().empty());
    EXPECT_THAT(csv, HasSubstr("\n" + std::string(kernel.at("name").as_string()) + "," +
                               std::string(kernel.at("onnx_nodes").at(0).as_string())));
  }
  EXPECT_EQ(std::ranges::count(csv, '\n'), std::ssize(kernels) + 2);  // and outside
  expect_failure("run " + model() + " --csv /nowhere/k.csv", 9, "/nowhere/k.csv");
}

TEST_F(VtaRun, TimingOnlyHasTheSameCyclesAndNoOutputs) {
  const std::string command = "run " + model() + " --backend csim";
  const auto values = json_of(command), timing = json_of(command + " --timing-only");
  EXPECT_EQ(timing.at("timing"), values.at("timing"));
  EXPECT_EQ(timing.at("counters"), values.at("counters"));
  EXPECT_TRUE(timing.at("top").as_array().empty());
  EXPECT_FALSE(timing.at("has_outputs").as_bool());
  EXPECT_TRUE(timing.at("inputs").as_array().empty());
  EXPECT_TRUE(timing.at("outputs").as_array().empty());
  EXPECT_EQ(timing.at("seconds").at("host").to_number<double>(), 0) << "no host operator has run";
  EXPECT_GT(values.at("seconds").at("host").to_number<double>(), 0);
  EXPECT_THAT(boost::json::serialize(json_of(command + " --timing-only --input " +
                                             std::string(VTA_SOURCE_DIR) +
                                             "/tests/data/digits_calib_64_u8.npy")
                                         .at("notes")),
              HasSubstr("--input is not read: --timing-only computes no values"));
  const ApartResult run = run_vta_apart(command + " --timing-only --details");
  EXPECT_THAT(run.out, HasSubstr("none: timing only"));
  EXPECT_THAT(run.out, HasSubstr("(not needed: no input is read)"));
  EXPECT_THAT(run.out, Not(HasSubstr("Top 5")));
}

TEST_F(VtaRun, SlowerMemoryCostsCyclesNotValues) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const std::string command = "run " + path("net.vta") + " --backend csim --memory ";
  const auto ideal = json_of(command + "ideal8"), delay = json_of(command + "delay16");
  EXPECT_LT(ideal.at("cycles").as_int64(), delay.at("cycles").as_int64());
  EXPECT_EQ(ideal.at("top"), delay.at("top"));
  EXPECT_EQ(delay.at("timing").at("memory").at("read_latency"), 16);
}

// tsim with a trace of one kernel, beside csim.
TEST_F(VtaRun, TsimIsEqualToCsimAndAKernelOfItCanBeTraced) {
  ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);
  const std::string command = "run " + model() + " --memory ideal8 --backend ";
  const auto csim = json_of(command + "csim");
  const auto tsim =
      json_of(command + "tsim --verify --wave-kernel conv2d_3 --wave " + path("w.fst"));
  ::unsetenv("VTA_CACHE_DIR");
  EXPECT_EQ(tsim.at("timing"), csim.at("timing"));
  EXPECT_EQ(tsim.at("kernels"), csim.at("kernels"));
  EXPECT_EQ(tsim.at("counters"), csim.at("counters"));
  EXPECT_EQ(tsim.at("top"), csim.at("top"));
  EXPECT_TRUE(tsim.at("verify").at("exact").as_bool());
  EXPECT_GT(std::filesystem::file_size(path("w.fst")), 1000u);
}

TEST_F(VtaRun, WaveOptionsThatCannotBeAreUsageErrors) {
  const std::string command = "run " + model();
  const std::string wave = command + " --backend tsim --wave " + path("w.fst");
  expect_failure(wave, 2, "--wave takes one part of the run");
  expect_failure(wave + " --wave-kernel conv2d_0 --wave-cycles 1:2", 2, "one part of the run");
  expect_failure(wave + " --wave-kernel conv2d_99", 2, "conv2d_99");
  expect_failure(wave + " --wave-cycles 9:9", 2, "0 <= A < B");
  expect_failure(command + " --wave " + path("w.fst") + " --wave-cycles 1:2", 2,
                 "backend fsim has none");
  expect_failure(command + " --wave-cycles 1:2", 2, "need --wave FILE");
  expect_failure(command + " --wave-kernel conv2d_0", 2, "need --wave FILE");
}

TEST_F(VtaRun, CalibratedModesNeedSamples) {
  expect_failure("run " + model() + " --quant percentile", 2,
                 "--quant percentile needs --calib FILE");
}

TEST_F(VtaRun, RooflineIsAPictureOfARunWithTime) {
  const std::string run = "run " + model() + " --backend csim --timing-only --roofline ";
  ASSERT_EQ(run_vta(run + path("roof.svg")).exit_code, 0);
  const std::string svg = read_text_file(path("roof.svg"));
  EXPECT_THAT(svg, HasSubstr("/net.onnx</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>conv2d_0: "));
  expect_failure("run " + model() + " --roofline " + path("roof.svg"), 2,
                 "--roofline needs cycles: backend fsim models no time; use --backend csim");
  expect_failure(run + path("roof.png"), 2, "roof.png': the picture is written as .svg");
}

}  // namespace
}  // namespace vta
