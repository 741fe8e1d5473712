#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "base/file.h"
#include "config/config_keys.h"
#include "explore/space/read_settings.h"
#include "space_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(SweepSpec, DefaultsAreOnePointOfTheDefaultConfiguration) {
  const SweepSpec spec = spec_of("");
  EXPECT_EQ(spec.text, spec_text(""));
  EXPECT_EQ(spec.base, VtaConfig{});
  EXPECT_EQ(spec.base_name, "default");
  EXPECT_THAT(spec.axes, IsEmpty());
  EXPECT_THAT(spec.images, ElementsAre(1));
  EXPECT_THAT(spec.schedules, ElementsAre("fast"));
  EXPECT_THAT(spec.constraints, IsEmpty());
  EXPECT_EQ(spec.sampling.method, SamplingMethod::Exhaustive);
  EXPECT_THAT(spec.objectives, ElementsAre("cycles_per_image", "zynq7020_share"));
}

TEST(SweepSpec, NetworksTakeTheOptionsOfCompile) {
  const SweepSpec spec = parse_sweep_spec(
      R"({"networks": [
        {"name": "a", "zoo": "vgg11"},
        {"name": "b", "model": "nets/b.onnx", "seed": 7, "scale": 4, "skip_conv": [0, "conv1"],
         "dense_on_device": true},
        {"name": "c", "model": "/abs/c.ir", "skip_conv": []},
        {"name": "d", "zoo": "vgg11", "all_int8": true},
        {"name": "e", "zoo": "vgg11", "all_int8": true, "skip_conv": [2]}]})",
      "s.json", "specs", kMetrics);
  NetworkSpec a{.name = "a", .zoo = "vgg11", .seed = 1};
  NetworkSpec b{.name = "b", .model = "specs/nets/b.onnx", .seed = 7};
  b.recipe = parse_recipe("scale=4,skip_conv=0;conv1,dense_on_device");
  NetworkSpec c{.name = "c", .model = "/abs/c.ir"};
  c.recipe.set_list("skip_conv", {});
  NetworkSpec d{.name = "d", .zoo = "vgg11", .seed = 1};
  d.recipe = parse_recipe("all_int8");
  NetworkSpec e{.name = "e", .zoo = "vgg11", .seed = 1};
  e.recipe = parse_recipe("all_int8,skip_conv=2");
  EXPECT_THAT(spec.networks, ElementsAre(a, b, c, d, e));
}

TEST(SweepSpec, ANameIsOneLine) {
  const SweepSpec spec = parse_sweep_spec(
      R"({"networks": [{"name": "a\nb\u001b[2J", "zoo": "vgg11"}]})", "s.json", "", kMetrics);
  EXPECT_EQ(spec.networks.front().name, "a\\x0ab\\x1b[2J");
  EXPECT_NE(spec.text.find("a\\nb"), std::string::npos) << "the text stays what was given";
}

TEST(SweepSpec, HashIgnoresTheLayoutAndFollowsTheBase) {
  const SweepSpec spec = spec_of(R"("base": "tiny")");
  EXPECT_EQ(spec.hash.size(), 16u);
  EXPECT_EQ(
      spec.hash,
      parse_sweep_spec("\n" + spec_text(R"("base":"tiny")"), "other.json", "", kMetrics).hash);
  EXPECT_NE(spec.hash, spec_of(R"("base": "default")").hash);
  EXPECT_NE(spec.hash, spec_of(R"("base": "tiny", "images": [1])").hash);
}

TEST(SweepSpec, FilesAreBesideTheSpecification) {
  const std::string folder = testing::TempDir() + "sweep_spec_test";
  std::filesystem::create_directories(folder);
  write_text_file(folder + "/small.json", named_config("tiny").to_json());
  write_text_file(folder + "/s.json", spec_text(R"("base": "small.json")"));
  const SweepSpec spec = load_sweep_spec(folder + "/s.json", kMetrics);
  EXPECT_EQ(spec.base, named_config("tiny"));
  EXPECT_EQ(spec.text, spec_text(R"("base": "small.json")"));

  write_text_file(folder + "/small.json", R"({"TARGET": "sim"})");
  EXPECT_THROW(load_sweep_spec(folder + "/s.json", kMetrics), ConfigError);
  EXPECT_THROW(load_sweep_spec(folder + "/absent.json", kMetrics), InputError);
}

TEST(SweepSpec, RangesHoldBothEnds) {
  const SweepSpec spec = spec_of(R"("axes": {"LOG_BLOCK_IN": {"from": 3, "to": 7, "step": 2}})");
  ASSERT_EQ(spec.axes[0].values.size(), 3u);
  EXPECT_EQ(spec.axes[0].values[2].label, "7");
}

TEST(SweepSpec, EveryIntegerKeyCanBeAnAxis) {
  for (const IntegerKey& key : integer_keys()) {
    const SweepSpec spec = spec_of(fmt::format(R"("axes": {{"{}": [{}]}})", key.name, key.max));
    VtaConfig config;
    spec.axes[0].values[0].apply(config);
    EXPECT_EQ(config.*key.member, key.max) << key.name;
  }
}

TEST(SweepSpec, SamplingHasItsDefaults) {
  const Sampling random = spec_of(R"("sampling": {"method": "random", "points": 9})").sampling;
  EXPECT_EQ(random.method, SamplingMethod::Random);
  EXPECT_EQ(random.points, 9);
  EXPECT_EQ(random.seed, 1u);
  const Sampling pareto =
      spec_of(R"("sampling": {"method": "pareto", "points": 9, "seed": 0, "population": 4})")
          .sampling;
  EXPECT_EQ(pareto.method, SamplingMethod::Pareto);
  EXPECT_EQ(pareto.seed, 0u);
  EXPECT_EQ(pareto.population, 4);
}

TEST(SweepSpec, PresetsThatAreMeantForAnotherBusAreNamed) {
  const auto notes = [](const std::string& axes) {
    const SweepSpec spec = spec_of(R"("axes": {)" + axes + "}");
    return memory_notes(spec.axes, spec.base);
  };
  EXPECT_THAT(notes(R"("memory": ["ideal8", "ddr", "ddr,bus=16", "read=7"])"),
              testing::ElementsAre(testing::HasSubstr("memory ddr: the bus keeps")));
  EXPECT_TRUE(notes(R"("memory": ["ddr"], "LOG_BUS_WIDTH": [6, 7])").empty());
}

TEST(SweepSpec, EveryTruncationIsRefused) {
  const std::string text =
      spec_text(R"("axes": {"LOG_BATCH": {"from": 0, "to": 1}, "memory": ["ddr"]}, "images": [1])");
  for (size_t length = 0; length < text.size(); ++length)
    EXPECT_NE(text_error(text.substr(0, length)), "accepted") << length;
}

// Text of a whole specification, and what its message must say.
using BadText = std::pair<std::string, std::vector<std::string>>;

class BadSweepSpec : public testing::TestWithParam<BadText> {};

TEST_P(BadSweepSpec, IsRefusedByName) {
  const auto& [text, expected] = GetParam();
  const std::string error = text_error(text);
  EXPECT_THAT(error, StartsWith("s.json"));
  for (const std::string& part : expected)
    EXPECT_THAT(error, HasSubstr(part)) << text;
}

BadText members(const std::string& json, std::vector<std::string> expected) {
  return {spec_text(json), std::move(expected)};
}
BadText axes(const std::string& json, std::vector<std::string> expected) {
  return members("\"axes\": {" + json + "}", std::move(expected));
}
BadText network(const std::string& json, std::vector<std::string> expected) {
  return {"{\"networks\": [" + json + "]}", std::move(expected)};
}
BadText sampling(const std::string& json, std::vector<std::string> expected) {
  return members("\"sampling\": {" + json + "}", std::move(expected));
}

INSTANTIATE_TEST_SUITE_P(
    Whole, BadSweepSpec,
    testing::Values(
        BadText{"[]", {"must be an object, is an array"}},
        BadText{"{", {"not valid JSON at line 1"}},
        BadText{"{}", {"required key networks is missing"}},
        members(R"("axis": {})", {"unknown key \"axis\": known are "}),
        members(R"("axes": [])", {"axes: must be an object, is an array"}),
        members(R"("base": "tinny")", {"base is \"tinny\"", "nearest is tiny", "1x64"}),
        members(R"("base": 3)", {"key base must be a string, is the integer 3"}),
        members(R"("images": [])", {"images is empty"}),
        members(R"("images": [0])", {"images[0] = 0 is out of range (legal: 1..1024)"}),
        members(R"("images": [1, 2, 1])", {"images[2] repeats 1"}),
        members(R"("images": ["one"])", {"images[0] must be an integer, is a string"}),
        members(R"("images": "batches")", {"images is \"batches\"", "known are batch"}),
        members(R"("images": 4)", {"key images must be an array, is the integer 4"}),
        members(R"("schedules": ["fst"])", {"schedules[0] is \"fst\"", "nearest is fast",
                                            "known are fast, reference, FILE.json"}),
        members(R"("schedules": [1])",
                {"schedules[0] must be one of fast, reference, FILE.json, is the "
                 "integer 1"}),
        members(R"("schedules": ["fast", "fast"])", {"schedules[1] repeats \"fast\""}),
        members(R"("schedules": ["a.json", "a.json"])", {"schedules[1] repeats \"", "a.json\""}),
        members(R"("schedules": [])", {"schedules is empty"}),
        members(R"("objectives": ["cycles_image"])",
                {"objectives[0] is \"cycles_image\"", "nearest is cycles_per_image",
                 "zynq7020_share"}),
        members(R"("goal": {})", {"goal: give one of \"max_ms\"", "\"min_fps\""}),
        members(R"("goal": {"max_ms": 1, "min_fps": 1})", {"goal: give one of"}),
        members(R"("goal": {"max_ms": 0})", {"max_ms = 0 is out of range (legal: 0.001.."}),
        members(R"("goal": {"min_fps": -30})", {"min_fps = -30 is out of range"}),
        members(R"("goal": {"fps": 30})", {"unknown key \"fps\"", "min_fps"}),
        members(R"("goal": 30)", {"goal: must be an object"}),
        members(R"("constraints": {"max_dps": 1})", {"unknown key \"max_dps\"", "max_dsp"}),
        members(R"("constraints": {"max_dsp": 0})", {"max_dsp = 0 is out of range"}),
        members(R"("constraints": {"max_dsp": 1.5})", {"key max_dsp must be an integer"}),
        members(R"("constraints": {"device": 7020})", {"key device must be a string"}),
        members(R"("constraints": {"device": "zynq702"})",
                {"device: 'zynq702' is neither", "nearest is zynq7020", "artix7_100t"})));

INSTANTIATE_TEST_SUITE_P(
    Networks, BadSweepSpec,
    testing::Values(
        BadText{R"({"networks": []})", {"networks is empty"}},
        BadText{R"({"networks": {}})", {"key networks must be an array"}},
        network(R"("resnet18_v1")", {"networks[0]: must be an object, is a string"}),
        network(R"({"zoo": "vgg11"})", {"networks[0]: required key name is missing"}),
        network(R"({"name": "", "zoo": "vgg11"})", {"networks[0]: name is empty"}),
        network(R"({"name": "a"})", {"a: give either \"zoo\""}),
        network(R"({"name": "a", "zoo": "vgg11", "model": "m.onnx"})", {"a: give either \"zoo\""}),
        network(R"({"name": "a", "zoo": "vgg11", "quant": "max"})",
                {"network 'a' has quant \"max\"", "\"accuracy\" must have \"calib\""}),
        network(R"({"name": "a", "zoo": "vgg11", "quant": "max", "scale": 4})",
                {"networks[0]: scale belongs to quant global, this is max"}),
        network(
            R"({"name": "a", "zoo": "vgg11", "quant": 8})",
            {"quant must be one of global, max, percentile, auto, model, keep, is the integer 8"}),
        network(R"({"name": "a", "zoo": "vgg11", "scale": 0})",
                {"networks[0]: scale is 0, legal are 9.5367431640625e-07 to 1048576"}),
        network(R"({"name": "a", "zoo": "vgg11", "scale": "4"})",
                {"scale must be a number", "is a string"}),
        network(R"({"name": "a", "zoo": "vgg11", "opt_level": 4})",
                {"networks[0]: opt_level is 4, legal are 0 to 3"}),
        network(R"({"name": "a", "zoo": "vgg11", "opt_level": "2"})",
                {"opt_level must be an integer, 0 to 3, is a string"}),
        network(R"({"name": "a", "zoo": "vgg11", "host_only": 1})",
                {"host_only must be true or false, is the integer 1"}),
        network(R"({"name": "a", "zoo": "vgg11", "opt_leve": 1})",
                {"unknown key \"opt_leve\"", "opt_level"}),
        network(R"({"name": "a", "zoo": "vgg11", "schedule": "fats"})",
                {"networks[0]: schedule is \"fats\"", "the nearest is fast"}),
        network(R"({"name": "a", "zoo": "vgg11", "shape": {"x": [1, 0]}})",
                {"shape x=1,0: '0' is no extent of 1 to"}),
        network(R"({"name": "a", "zoo": "vgg11", "shape": ["x=1"]})",
                {"shape must be an object of an input's extents"}),
        network(R"({"name": "a", "zoo": "vgg11", "pass": "im2col"})",
                {"pass must be a list of names of passes", "is a string"}),
        network(R"({"name": "a", "zoo": "vgg11", "seed": -1})", {"seed = -1 is out of range"}),
        network(R"({"name": "a", "zoo": "vgg11", "skip_conv": [-1]})",
                {"skip_conv holds the integer -1", "indexes of convolutions"}),
        network(R"({"name": "a", "zoo": "vgg11", "skip_conv": [""]})",
                {"skip_conv holds an empty name"}),
        network(R"({"name": "a", "zoo": "vgg11", "residual": "int16"})",
                {"networks[0]: residual is \"int16\": known are int32, int8; the nearest is int"}),
        network(R"({"name": "a", "zoo": "vgg11", "residual": 8})",
                {"residual must be one of int32, int8, is the integer 8"}),
        network(R"({"name": "a", "zoo": "vgg11", "residual": ["int8"]})",
                {"residual is a list", "are an axis, \"axes\": {\"residual\": [...]}"}),
        network(R"({"name": "a", "zoo": "vgg11"}, {"name": "a", "zoo": "alexnet"})",
                {"networks[0] and networks[1] are both named \"a\""})));

INSTANTIATE_TEST_SUITE_P(
    Axes, BadSweepSpec,
    testing::Values(
        axes(R"("LOG_BACH": [1])", {"axes: unknown key \"LOG_BACH\"", "LOG_BATCH"}),
        axes(R"("TARGET": ["sim"])", {"unknown key \"TARGET\"", "integer keys"}),
        axes(R"("LOG_BATCH": [])", {"axes: LOG_BATCH is empty"}),
        axes(R"("LOG_BATCH": 1)", {"LOG_BATCH must be a list of integers or {\"from\""}),
        axes(R"("LOG_BATCH": [1, "2"])", {"LOG_BATCH[1] must be an integer, is a string"}),
        axes(R"("LOG_BATCH": [0, 9])",
             {"LOG_BATCH[1] = 9 is out of range for LOG_BATCH (legal: 0..3)"}),
        axes(R"("LOG_BATCH": [0, 1, 0])", {"LOG_BATCH[2] (0) is the same as [0] (0)", "twice"}),
        axes(R"("LOG_BATCH": {"from": 0})", {"LOG_BATCH: required key to is missing"}),
        axes(R"("LOG_BATCH": {"from": 2, "to": 1})", {"to = 1 is out of range (legal: 2..3)"}),
        axes(R"("LOG_BATCH": {"from": 0, "to": 4})", {"to = 4 is out of range (legal: 0..3)"}),
        axes(R"("LOG_BATCH": {"from": 0, "to": 1, "step": 0})", {"step = 0 is out of range"}),
        axes(R"("LOG_BATCH": {"from": 0, "to": 3, "step": 2})",
             {"to = 3 is not reached from 0 in steps of 2 (nearest: 2)"}),
        axes(R"("LOG_BATCH": {"from": 0, "to": 3, "by": 2})", {"unknown key \"by\""}),
        axes(R"("log_batch": [0, 1])",
             {"log_batch: a name in lower case is a bundle", "nearest is LOG_BATCH"}),
        axes(R"("residuals": ["int8"])", {"lists of other values are those of memory, schedule,"}),
        axes(R"("residual": "int8")", {"residual must be a list of its values (int32, int8)"}),
        axes(R"("residual": [])", {"residual is empty"}),
        axes(R"("residual": [8])", {"residual[0] must be one of int32, int8, is the integer 8"}),
        axes(R"("residual": ["int8", "int7"])", {"residual[1] is \"int7\"", "nearest is int8"}),
        axes(R"("concat": ["host", "host"])", {"concat[1] repeats \"host\""}),
        members(R"("quantizations": ["global,residual=int8"], "axes": {"residual": ["int32"]})",
                {"residual is also set by the quantization \"global,residual=int8\""}),
        axes(R"("images": [{"LOG_BATCH": 1}])", {"\"images\" cannot be the name of a bundle"}),
        axes(R"("buffers": [])", {"axes: buffers is empty"}),
        axes(R"("buffers": "big")", {"buffers must be a list of objects"}),
        axes(R"("buffers": [{}])", {"buffers[0] sets no key"}),
        axes(R"("buffers": [{"LOG_INP_BUF_SIZE": 3}])",
             {"buffers[0]: unknown key \"LOG_INP_BUF_SIZE\"", "LOG_INP_BUFF_SIZE"}),
        axes(R"("buffers": [{"LOG_INP_BUFF_SIZE": 31}])",
             {"buffers[0]: LOG_INP_BUFF_SIZE = 31 is out of range"}),
        axes(R"("buffers": [{"LOG_INP_BUFF_SIZE": "x"}])",
             {"buffers[0]: LOG_INP_BUFF_SIZE must be an integer, is a string"}),
        axes(R"("buffers": [{"LOG_INP_BUFF_SIZE": 3}, {"LOG_ACC_BUFF_SIZE": 3}])",
             {"entries 0 and 1 must set the same keys", "LOG_INP_BUFF_SIZE is set by 0"}),
        axes(R"("blocks": [{"LOG_BLOCK": 3, "LOG_BLOCK_IN": 4}])",
             {"blocks[0]: LOG_BLOCK stands for LOG_BLOCK_IN and LOG_BLOCK_OUT"}),
        axes(R"("buffers": [{"LOG_INP_BUFF_SIZE": 14}, {"LOG_INP_BUFF_SIZE": 14}])",
             {"buffers[1] (INP=14) is the same as [0]"}),
        axes(R"("LOG_INP_BUFF_SIZE": [15], "buffers": [{"LOG_INP_BUFF_SIZE": 14}])",
             {"LOG_INP_BUFF_SIZE is set by LOG_INP_BUFF_SIZE[0] (15) and by buffers[0] (INP=14)"}),
        axes(R"("LOG_BLOCK": [3], "LOG_BLOCK_OUT": [4])",
             {"LOG_BLOCK_OUT is set by LOG_BLOCK[0] (3) and by LOG_BLOCK_OUT[0] (4)"})));

INSTANTIATE_TEST_SUITE_P(
    Memory, BadSweepSpec,
    testing::Values(
        axes(R"("memory": [])", {"axes: memory is empty"}),
        axes(R"("memory": [3])", {"memory[0] must be a text", "the integer 3"}),
        axes(R"("memory": ["hbm"])", {"memory[0]: memory 'hbm': known are the presets ideal8"}),
        axes(R"("memory": ["ddr", "read=9999"])", {"memory[1]: memory parameter read: 9999"}),
        axes(R"("memory": ["read=40", "gap=1"])", {"memory[1] (gap=1) is the same as [0]"}),
        axes(R"("memory": ["ddr,bus=16", "ideal8"], "LOG_BUS_WIDTH": [6, 7])",
             {"LOG_BUS_WIDTH is set by memory[0] (ddr,bus=16) and by LOG_BUS_WIDTH[0] (6)",
              "write the memory without it"}),
        axes(R"("CLOCK_MHZ": [100, 200])", {"axes: CLOCK_MHZ is a label that changes no point"}),
        axes(R"("MEM_READ_LATENCY": [1, 2], "memory": ["write=3", "read=4"])",
             {"MEM_READ_LATENCY is set by MEM_READ_LATENCY[0] (1) and by memory[1] (read=4)"})));

INSTANTIATE_TEST_SUITE_P(
    Sampling, BadSweepSpec,
    testing::Values(
        BadText{R"({"networks": [{"name": "a", "zoo": "x"}, {"name": "b", "zoo": "x"}],
                    "sampling": {"method": "pareto", "points": 1}})",
                {"points = 1 is too few for 2 networks"}},
        sampling("", {"sampling: required key method is missing"}),
        sampling(R"("method": "genetic")", {"method is \"genetic\"", "exhaustive, random, pareto"}),
        sampling(R"("method": 1)", {"key method must be a string"}),
        sampling(R"("method": "exhaustive", "points": 5)",
                 {"points has no meaning for the method exhaustive"}),
        sampling(R"("method": "exhaustive", "seed": 5)", {"seed has no meaning"}),
        sampling(R"("method": "random")", {"required key points is missing"}),
        sampling(R"("method": "random", "points": 0)", {"points = 0 is out of range"}),
        sampling(R"("method": "random", "points": 5, "population": 9)",
                 {"population has no meaning for the method random"}),
        sampling(R"("method": "pareto", "points": 5, "population": 3)",
                 {"population = 3 is out of range (legal: 4..10000)"}),
        sampling(R"("method": "pareto", "points": 5, "count": 3)", {"unknown key \"count\""})));

// A network with this member "accuracy".
BadText accuracy(const std::string& member, std::vector<std::string> words,
                 const std::string& more = "") {
  return {R"({"networks": [{"name": "a", "zoo": "resnet8_tiny")" +
              (member.empty() ? "" : R"(, "accuracy": {)" + member + "}") + "}]" +
              (more.empty() ? more : ", " + more) + "}",
          std::move(words)};
}

INSTANTIATE_TEST_SUITE_P(
    Accuracy, BadSweepSpec,
    testing::Values(
        accuracy(R"("labels": "l.npy")", {"accuracy: required key samples is missing"}),
        accuracy(R"("samples": "s.npy", "label": "l.npy")", {"unknown key \"label\"", "labels"}),
        accuracy(R"("samples": "")", {"accuracy: samples must be a file", "an empty text"}),
        accuracy(R"("samples": [])", {"samples is empty: give at least one file"}),
        accuracy(R"("samples": ["s.npy", 3])", {"samples must be a file", "the integer 3"}),
        accuracy(R"("samples": "s.npy", "labels": ["a", "b"])", {"labels are 2 files"}),
        accuracy(R"("samples": "s.npy", "mean": "x")", {"mean must be a number"}),
        accuracy(R"("samples": "s.npy", "std": [])", {"std is empty"}),
        accuracy(R"("samples": "s.npy", "pixel_scale": [1, 2])", {"pixel_scale is 2 numbers"}),
        accuracy(R"("samples": "s.npy", "limit": 0)", {"limit = 0 is out of range"}),
        accuracy("", {"the objective noise_percent needs samples", "network 'a'", "\"accuracy\""},
                 R"("objectives": ["noise_percent"])"),
        accuracy("", {"the constraint min_sqnr_db needs samples"},
                 R"("constraints": {"min_sqnr_db": 20})"),
        accuracy(R"("samples": "s.npy")", {"top-1 needs labels", "network 'a'"},
                 R"("objectives": ["top1_error"])"),
        accuracy(R"("samples": "s.npy")", {"top-5 needs labels"},
                 R"("constraints": {"min_top5": 90})"),
        accuracy(R"("samples": "s.npy")", {"min_top1 = 101 is out of range (legal: 0..100)"},
                 R"("constraints": {"min_top1": 101})"),
        accuracy(R"("samples": "s.npy")", {"min_sqnr_db = 201 is out of range (legal: -200..200)"},
                 R"("constraints": {"min_sqnr_db": 201})"),
        accuracy(R"("samples": "s.npy")",
                 {"quantizations[1] is \"max\"", "network 'a' must have \"calib\""},
                 R"("quantizations": ["global", "max"])"),
        BadText{
            R"({"networks": [{"name": "a", "model": "a.ir", "accuracy": {"samples": "s.npy"}}]})",
            {"a.ir is a listing, which has no float network"}}));

INSTANTIATE_TEST_SUITE_P(
    Quantizations, BadSweepSpec,
    testing::Values(
        accuracy("", {"quantizations is empty"}, R"("quantizations": [])"),
        accuracy("", {"quantizations[0] must be a text", "the integer 8"},
                 R"("quantizations": [8])"),
        accuracy("",
                 {"quantizations[0]: 'globl' is not a mode: known are global, max, percentile, "
                  "auto, model, keep",
                  "the nearest is global"},
                 R"("quantizations": ["globl"])"),
        accuracy("", {"'' is not a mode"}, R"("quantizations": [""])"),
        accuracy("", {"'scal=4' is not known after a mode: known are ", "the nearest is scale"},
                 R"("quantizations": ["global,scal=4"])"),
        accuracy("", {"'scale=x': legal is scale=VALUE, 9.5367431640625e-07 to 1048576"},
                 R"("quantizations": ["global,scale=x"])"),
        accuracy("", {"'scale=0': legal is"}, R"("quantizations": ["global,scale=0"])"),
        accuracy("", {"quantizations[0]: scale belongs to quant global, this is max"},
                 R"("quantizations": ["max,scale=4"])"),
        accuracy("", {"'percentile=0': legal is percentile=VALUE, above 0 to 100"},
                 R"("quantizations": ["percentile,percentile=0"])"),
        accuracy("", {"'all_int8=1': legal is all_int8, all_int8=true or all_int8=false"},
                 R"("quantizations": ["global,all_int8=1"])"),
        accuracy("", {"'batch_norm': legal is batch_norm=accelerator or batch_norm=host"},
                 R"("quantizations": ["global,batch_norm"])"),
        accuracy("", {"'scale' occurs twice"}, R"("quantizations": ["global,scale=4,scale=5"])"),
        accuracy("", {R"(quantizations[1] repeats "global,all_int8")"},
                 R"("quantizations": ["global,all_int8", "global, all_int8=true"])"),
        accuracy("", {"axes: schedule is another name of \"schedules\""},
                 R"("schedules": ["fast"], "axes": {"schedule": ["fast"]})"),
        accuracy("", {"axes: opt_level[1] repeats \"1\""}, R"("axes": {"opt_level": [1, 1]})"),
        accuracy("", {"axes: scale is also set by the quantization \"global,scale=4\""},
                 R"("quantizations": ["global,scale=4"], "axes": {"scale": [2]})"),
        accuracy("", {"\"quantizations\" cannot be the name of a bundle"},
                 R"("axes": {"quantizations": [{"LOG_BATCH": 0}]})")));

TEST(SweepSpec, ObjectivesSayWhatSamplesMustHave) {
  const auto parsed = [](const std::string& objectives) {
    return parse_sweep_spec(
        R"({"networks": [{"name": "a", "zoo": "x", "accuracy": {"samples": "s", "mean": 3,
             "std": [1, 2, 3], "pixel_scale": 0.5}}], "objectives": [)" +
            objectives + "]}",
        "s.json", "at", kMetrics);
  };
  const AccuracyData data = *parsed("\"top5_error\"").networks[0].accuracy;
  EXPECT_TRUE(data.needs_top1 && data.needs_top5);
  EXPECT_EQ(data.samples, std::vector<std::string>{"at/s"});
  EXPECT_EQ(data.std, (std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(parsed("\"noise_percent\"").networks[0].accuracy->needs_top1);
}

TEST(SweepSpec, QuantizationsAreOneTextEach) {
  EXPECT_EQ(spec_of(R"("quantizations": ["global , all_int8=true,scale=4.0", "global,scale=4"])")
                .quantizations,
            (std::vector<std::string>{"global,scale=4,all_int8", "global,scale=4"}));
  EXPECT_TRUE(spec_of("").quantizations.empty());
}

TEST(SweepSpec, SettingsOfTheCompilerAreMembersOfANetwork) {
  const SweepSpec spec = parse_sweep_spec(
      R"({"networks": [{"name": "a", "zoo": "vgg11", "residual": "int8", "concat": "host"}]})",
      "s.json", "", kMetrics);
  EXPECT_EQ(spec.networks.front().recipe, parse_recipe("residual=int8,concat=host"));
  EXPECT_TRUE(spec.quantizations.empty());
}

TEST(SweepSpec, SpecificationsThatWereRefusedOnceAreRead) {
  const std::string folder = VTA_SOURCE_DIR "/tests/data/sweep_specs/";
  const SweepSpec residual = load_sweep_spec(folder + "residual.json", kMetrics);
  EXPECT_EQ(residual.networks.front().recipe, parse_recipe("residual=int8"));
  const Space two(load_sweep_spec(folder + "two_networks_zynq7020.json", kMetrics),
                  [](const VtaConfig&) { return AreaUse{}; });
  EXPECT_EQ(two.spec().networks.size(), 2u);
  EXPECT_EQ(two.size(), 2 * 2 * 3 * 3 * 2 * 2 * 2);
}

TEST(SweepSpec, AnAxisOfASettingIsItsProductWithTheQuantizations) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(
      spec_of(R"("axes": {"residual": ["int32", "int8"], "LOG_BATCH": [0, 1]})").quantizations,
      (Texts{"global,residual=int32", "global,residual=int8"}));
  EXPECT_EQ(spec_of(R"("axes": {"residual": ["int8"], "concat": ["host", "accelerator"]},
                       "quantizations": ["global", "global,scale=4"])")
                .quantizations,
            (Texts{"global,concat=host,residual=int8", "global,concat=accelerator,residual=int8",
                   "global,scale=4,concat=host,residual=int8",
                   "global,scale=4,concat=accelerator,residual=int8"}));
  const Space space = space_of(R"("axes": {"LOG_BATCH": [0, 1], "residual": ["int32", "int8"]})");
  EXPECT_EQ(space.size(), 4);
  EXPECT_EQ(std::get<PointSpec>(space.point(2)).quantization, "global,residual=int8");
}

TEST(SweepSpec, EverySettingOfCompileIsLegalInANetwork) {
  for (const Setting& setting : settings())
    if (setting.key != "seed") {
      EXPECT_THAT(network_settings(), testing::Contains(setting.key));
    }
  const SweepSpec spec = parse_sweep_spec(
      R"({"networks": [{"name": "a", "model": "m.onnx", "shape": {"x": [1, 3]}, "region": "a..b",
          "opt_level": 1, "pass": ["im2col"], "skip": ["dead_code"], "schedule": "t.json",
          "batch": 2, "quant": "global", "scale": 4}]})",
      "s.json", "at", kMetrics);
  EXPECT_EQ(spec.networks.front().recipe.text(),
            "global,scale=4,batch=2,opt_level=1,pass=im2col,region=a..b,schedule=at/t.json,shape=x%"
            "3D1%2C3,skip=dead_code");
  const Space space(spec);
  const PointSpec point = std::get<PointSpec>(space.point(0));
  EXPECT_EQ(point.schedule, "at/t.json");
  EXPECT_EQ(point.images, 2);
}

TEST(SweepSpec, ListsNumbersAndFlagsAreAxes) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(spec_of(R"("axes": {"opt_level": [0, 3], "all_int8": [true, false]})").quantizations,
            (Texts{"global,all_int8,opt_level=0", "global,all_int8=false,opt_level=0",
                   "global,all_int8,opt_level=3", "global,all_int8=false,opt_level=3"}));
  EXPECT_EQ(spec_of(R"("axes": {"skip_conv": [[], [0], [0, "fc"]]})").quantizations,
            (Texts{"global,skip_conv=", "global,skip_conv=0", "global,skip_conv=0;fc"}));
  EXPECT_EQ(spec_of(R"("axes": {"quant": ["global", "keep"], "scale": [4, 8.0]})").quantizations,
            (Texts{"global,scale=4", "global,scale=8", "keep,scale=4", "keep,scale=8"}));
  EXPECT_EQ(spec_of(R"("axes": {"schedule": ["reference", "fast"]})").schedules,
            (Texts{"reference", "fast"}));
}

// A specification that was legal before settings were: a bundle of such a name.
TEST(SweepSpec, ABundleMayHaveTheNameOfASetting) {
  const SweepSpec spec = spec_of(R"("axes": {"residual": [{"LOG_BATCH": 0}, {"LOG_BATCH": 1}]})");
  EXPECT_TRUE(spec.quantizations.empty());
  ASSERT_EQ(spec.axes.size(), 1u);
  EXPECT_EQ(spec.axes.front().values.size(), 2u);
}

std::vector<std::pair<std::string, int64_t>> limits_of(const SweepSpec& spec) {
  std::vector<std::pair<std::string, int64_t>> out;
  for (const Constraint& constraint : spec.constraints)
    out.emplace_back(constraint.name, static_cast<int64_t>(constraint.limit));
  return out;
}

TEST(SweepSpec, ADeviceStandsForItsLimits) {
  using Limits = std::vector<std::pair<std::string, int64_t>>;
  EXPECT_EQ(limits_of(spec_of(R"("constraints": {"device": "zynq7020"})")),
            (Limits{{"max_lut", 53200},
                    {"max_ff", 106400},
                    {"max_dsp", 220},
                    {"max_bram36", 140},
                    {"max_bus_bytes", 8},
                    {"max_burst_beats", 16}}));
  EXPECT_EQ(
      limits_of(spec_of(
          R"("constraints": {"max_lut": 40000, "device": "zynq7020", "max_dsp": 300, "max_macs": 9})")),
      (Limits{{"max_macs", 9},
              {"max_lut", 40000},
              {"max_ff", 106400},
              {"max_dsp", 220},
              {"max_bram36", 140},
              {"max_bus_bytes", 8},
              {"max_burst_beats", 16}}));
}

TEST(SweepSpec, AGoalIsMillisecondsOrFramesASecond) {
  EXPECT_EQ(spec_of("").goal_ms, std::nullopt);
  EXPECT_EQ(spec_of(R"("goal": {"max_ms": 33})").goal_ms, 33);
  EXPECT_EQ(spec_of(R"("goal": {"min_fps": 25})").goal_ms, 40);
  EXPECT_NE(spec_of(R"("goal": {"max_ms": 33})").hash, spec_of("").hash);
}

TEST(SweepSpec, ADevicesFileIsFoundBesideTheSpecificationAndPartOfItsHash) {
  const std::string folder = testing::TempDir() + "/spec_device";
  std::filesystem::create_directories(folder);
  const auto hash_with = [&](int luts) {
    std::ofstream(folder + "/own.json")
        << R"({"name": "own", "ff": 2, "dsp": 3, "bram36": 4, "lut": )" << luts << "}";
    const SweepSpec spec = parse_sweep_spec(spec_text(R"("constraints": {"device": "own.json"})"),
                                            "s.json", folder, kMetrics);
    EXPECT_EQ(limits_of(spec).front().second, luts);
    return spec.hash;
  };
  EXPECT_NE(hash_with(100), hash_with(101));
  EXPECT_EQ(hash_with(100), hash_with(100));
}

}  // namespace
}  // namespace vta::explore
