#include "explore/space/space.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "config/memory_preset.h"
#include "space_fixture.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

PointSpec legal(const Space& space, int64_t index) {
  return std::get<PointSpec>(space.point(index));
}

TEST(Space, WithoutAxesIsOnePointOfTheBase) {
  const Space space = space_of("");
  EXPECT_EQ(space.size(), 1);
  const PointSpec point = legal(space, 0);
  EXPECT_EQ(point.config, VtaConfig{});
  EXPECT_EQ(point.network, "net");
  EXPECT_EQ(point.images, 1);
  EXPECT_EQ(point.schedule, "fast");
}

TEST(Space, IndexCountsTheLastDigitFastest) {
  const Space space = space_of(
      R"("axes": {"LOG_BATCH": [0, 1], "LOG_BUS_WIDTH": {"from": 6, "to": 8}},
         "images": [1, 4], "schedules": ["fast", "reference"])");
  EXPECT_THAT(space.radices(), ElementsAre(1, 2, 3, 2, 2));
  EXPECT_EQ(space.size(), 24);
  EXPECT_EQ(legal(space, 1).schedule, "reference");
  EXPECT_EQ(legal(space, 2).images, 4);
  EXPECT_EQ(legal(space, 4).config.log_bus_width, 7);
  EXPECT_EQ(legal(space, 12).config.log_batch, 1);
}

// Without the member, numbers are what they were before there was one.
TEST(Space, QuantizationsAreTheDigitBehindTheNetwork) {
  const Space space = space_of(
      R"("quantizations": ["global", "global,all_int8"], "schedules": ["fast", "reference"],
         "axes": {"LOG_BATCH": [0, 1], "memory": ["ddr", "ideal8"]}, "images": [1, 4])");
  EXPECT_THAT(space.radices(), ElementsAre(1, 2, 2, 2, 2, 2));
  EXPECT_EQ(space.points_of_graph(), 16);
  EXPECT_EQ(legal(space, 15).quantization, "global");
  EXPECT_EQ(legal(space, 15).config.log_batch, 1);
  EXPECT_EQ(legal(space, 16).quantization, "global,all_int8");
  EXPECT_EQ(legal(space, 16).config.log_batch, 0);
  EXPECT_EQ(space.memory_text(20), "ideal8");
  EXPECT_EQ(space.describe(20),
            "network=net quantization=global,all_int8 LOG_BATCH=0 memory=ideal8 images=1 "
            "schedule=fast");
  EXPECT_EQ(legal(space_of(""), 0).quantization, "");
}

TEST(Space, DigitsAndIndexAreInverse) {
  const Space space = space_of(R"("axes": {"LOG_BATCH": [0, 1, 2], "LOG_BLOCK": [3, 4]})");
  for (int64_t index = 0; index < space.size(); ++index)
    EXPECT_EQ(space.index_of(space.digits(index)), index);
}

TEST(Space, BundleMovesItsKeysTogether) {
  const Space space = space_of(
      R"("axes": {"buffers": [{"LOG_INP_BUFF_SIZE": 14, "LOG_ACC_BUFF_SIZE": 16},
                              {"LOG_INP_BUFF_SIZE": 13, "LOG_ACC_BUFF_SIZE": 15}]})");
  EXPECT_EQ(space.size(), 2);
  EXPECT_EQ(legal(space, 1).config.log_inp_buff_size, 13);
  EXPECT_EQ(legal(space, 1).config.log_acc_buff_size, 15);
}

TEST(Space, LogBlockSetsBothBlocks) {
  const Space space = space_of(R"("axes": {"LOG_BLOCK": [3, 5]})");
  EXPECT_EQ(legal(space, 1).config.block_in(), 32);
  EXPECT_EQ(legal(space, 1).config.block_out(), 32);
}

TEST(Space, MemoryIsAppliedAndItsTextKept) {
  const Space space =
      space_of(R"("axes": {"LOG_BATCH": [0, 1], "memory": ["ideal8,read=5", "ddr,bus=16"]})");
  EXPECT_EQ(legal(space, 2).config.mem_read_latency, 5);
  EXPECT_EQ(legal(space, 2).config.bus_bytes(), 8);
  EXPECT_EQ(legal(space, 3).config.bus_bytes(), 16);
  EXPECT_EQ(space.memory_text(2), "ideal8,read=5");
  EXPECT_EQ(space.memory_text(3), "ddr,bus=16");
  EXPECT_EQ(space_of("").memory_text(0), "");
}

TEST(Space, ImagesFollowTheBatchWhereAsked) {
  const Space space = space_of(R"("axes": {"LOG_BATCH": [0, 2]}, "images": "batch")");
  EXPECT_EQ(space.size(), 2);
  EXPECT_EQ(legal(space, 0).images, 1);
  EXPECT_EQ(legal(space, 1).images, 4);
}

TEST(Space, NetworksAreTheSlowestDigit) {
  const Space space(parse_sweep_spec(
      R"({"networks": [{"name": "a", "zoo": "vgg11"}, {"name": "b", "model": "b.onnx"}],
          "axes": {"LOG_BATCH": [0, 1]}})",
      "s.json", "", kMetrics));
  EXPECT_EQ(legal(space, 1).network, "a");
  EXPECT_EQ(legal(space, 2).network, "b");
}

TEST(Space, IllegalPointsSayTheRuleAndByHowMuch) {
  const Space space = space_of(R"("axes": {"LOG_ACC_BUFF_SIZE": [17, 21]})");
  EXPECT_FALSE(space.exclusion(0));
  const auto exclusion = std::get<Exclusion>(space.point(1));
  EXPECT_EQ(space.exclusion(1), exclusion);
  EXPECT_EQ(exclusion.kind, kIllegal);
  EXPECT_THAT(exclusion.rule, HasSubstr("width-gemm"));
  EXPECT_THAT(exclusion.reason, HasSubstr("GEMM's second half needs"));
}

TEST(Space, SeveralBrokenRulesAreJoined) {
  const Space space = space_of(
      R"("axes": {"LOG_ACC_BUFF_SIZE": [24], "LOG_INP_BUFF_SIZE": [2], "LOG_BATCH": [0, 1]})");
  const auto exclusion = std::get<Exclusion>(space.point(0));
  EXPECT_THAT(exclusion.rule, StartsWith("depth-inp+"));
  EXPECT_THAT(exclusion.rule, HasSubstr("depth-acc+width-alu"));
  EXPECT_THAT(exclusion.reason, HasSubstr("INP scratchpad"));
  EXPECT_THAT(exclusion.reason, HasSubstr("; the ACC scratchpad"));
}

TEST(Space, BudgetsExcludeAndSayByHowMuch) {
  const Space space =
      space_of(R"("axes": {"LOG_BLOCK": [3, 4, 5]}, "constraints": {"max_macs": 256})");
  EXPECT_FALSE(space.exclusion(1));
  EXPECT_EQ(space.exclusion(2), (Exclusion{"constraint", "max_macs",
                                           "1024 MACs per cycle, 768 more than max_macs = 256"}));
}

TEST(Space, ScratchpadBytesAreThoseOfAllFour) {
  const Space space = space_of(R"("constraints": {"max_scratchpad_bytes": 458751})");
  EXPECT_THAT(space.exclusion(0)->reason,
              StartsWith("458752 bytes of scratchpads, 1 more than max_scratchpad_bytes"));
  EXPECT_FALSE(space_of(R"("constraints": {"max_scratchpad_bytes": 458752})").exclusion(0));
}

TEST(Space, AreaIsAskedOnlyForLegalPointsWithinTheOtherBudgets) {
  int calls = 0;
  const Space space = space_of(
      R"("axes": {"LOG_BLOCK": [2, 4, 5]}, "constraints": {"max_macs": 256, "max_bram36": 140})",
      [&](const VtaConfig& c) {
        ++calls;
        return AreaUse{.bram18 = static_cast<double>(c.block_in()) * 20};
      });
  EXPECT_EQ(space.exclusion(0)->kind, "illegal");
  EXPECT_EQ(space.exclusion(1),
            (Exclusion{"constraint", "max_bram36",
                       "160 block RAMs of 36 Kb, 20 more than max_bram36 = 140"}));
  EXPECT_EQ(space.exclusion(2)->rule, "max_macs");
  EXPECT_EQ(calls, 1);
}

TEST(Space, OverflowIsRefused) {
  std::string axes;
  for (const char* key : {"MEM_READ_LATENCY", "MEM_WRITE_LATENCY", "CMD_QUEUE_DEPTH"})
    axes += fmt::format(R"("{}": {{"from": 2, "to": 1023}}, )", key);
  for (const char* key : {"MEM_GAP", "MEM_BURST_BEATS", "MEM_MAX_OUTSTANDING"})
    axes += fmt::format(R"("{}": {{"from": 1, "to": 64}}, )", key);
  axes += R"("LOG_INP_BUFF_SIZE": {"from": 0, "to": 30}, "LOG_ACC_BUFF_SIZE": {"from": 0, "to": 30},
             "LOG_WGT_BUFF_SIZE": {"from": 0, "to": 30})";
  const std::string members = "\"axes\": {" + axes + "}";
  EXPECT_THAT([&] { space_of(members); },
              ThrowsMessage<InputError>(HasSubstr("more than 4611686018427387904 points")));
}

// Whichever axis is named first.
TEST(Space, BurstsOfAPresetAreThoseOfThePointsBus) {
  for (const char* axes : {R"("axes": {"LOG_BUS_WIDTH": [6, 7, 8, 9], "memory": ["ddr"]})",
                           R"("axes": {"memory": ["ddr"], "LOG_BUS_WIDTH": [6, 7, 8, 9]})"}) {
    const Space space = space_of(axes);
    for (int64_t i = 0; i < 4; ++i) {
      const VtaConfig config = legal(space, i).config;
      EXPECT_EQ(config, apply_memory(config, "ddr")) << axes << " " << i;
      EXPECT_EQ(config.mem_burst_beats, std::min<int64_t>(256, 4096 / config.bus_bytes()));
    }
  }
}

TEST(Space, APresetSetsItsBursts) {
  EXPECT_THAT([] { space_of(R"("axes": {"MEM_BURST_BEATS": [16, 32], "memory": ["ddr"]})"); },
              ThrowsMessage<InputError>(HasSubstr("MEM_BURST_BEATS is set by")));
}

TEST(Space, DescriptionNamesEveryDigit) {
  const Space space = space_of(
      R"("axes": {"LOG_BATCH": [0, 1], "memory": ["ddr"],
                  "buffers": [{"LOG_INP_BUFF_SIZE": 14, "LOG_UOP_WIDTH": 6}]})");
  EXPECT_EQ(space.describe(1),
            "network=net LOG_BATCH=1 memory=ddr buffers=[INP=14 UOP_WIDTH=6] images=1 "
            "schedule=fast");
}

TEST(ExclusionSummary, CountsByRuleWithTheLowestPointAsExample) {
  ExclusionSummary summary;
  EXPECT_EQ(summary.text(), "");
  summary.add(9, {"illegal", "depth-inp", "too deep at 9"});
  summary.add(17, {"illegal", "width-gemm", "17 is wide"});
  summary.add(4, {"illegal", "width-gemm", "4 is wide"});
  summary.add(5, {"constraint", "max_macs", "4096 MACs"});
  EXPECT_EQ(summary.count(), 4);
  EXPECT_EQ(summary.count("illegal"), 3);
  EXPECT_EQ(summary.count("uncompilable"), 0);
  EXPECT_EQ(summary.text(),
            "1 point beyond constraints:\n"
            "  1 max_macs, e.g. point 5: 4096 MACs\n"
            "3 points illegal:\n"
            "  2 width-gemm, e.g. point 4: 4 is wide\n"
            "  1 depth-inp, e.g. point 9: too deep at 9\n");
}

}  // namespace
}  // namespace vta::explore
