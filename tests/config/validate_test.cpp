#include "config/validate.h"

#include <gmock/gmock.h>

#include "base/error.h"

#include "config/alu_ops.h"

namespace vta {
namespace {

using testing::HasSubstr;
using C = VtaConfig;

std::string error_of(const C& config) {
  try {
    config.validate();
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "legal";
}

C with(int64_t C::*member, int64_t value) {
  C config;
  config.*member = value;
  return config;
}

void expect_range_error(int64_t C::*member, int64_t value, std::string_view key,
                        int64_t nearest_legal) {
  EXPECT_THAT(
      error_of(with(member, value)),
      AllOf(HasSubstr("illegal configuration"), HasSubstr(fmt::format("{} = {}", key, value)),
            HasSubstr("legal range"), HasSubstr(fmt::format("set {} to {}", key, nearest_legal))));
}

TEST(Validate_Range, InputWidth) {
  expect_range_error(&C::log_inp_width, 4, "LOG_INP_WIDTH", 3);
}
TEST(Validate_Range, WeightWidth) {
  expect_range_error(&C::log_wgt_width, 2, "LOG_WGT_WIDTH", 3);
}
TEST(Validate_Range, AccWidth) {
  expect_range_error(&C::log_acc_width, 4, "LOG_ACC_WIDTH", 5);
}
TEST(Validate_Range, BatchAbove) {
  expect_range_error(&C::log_batch, 4, "LOG_BATCH", 3);
}
TEST(Validate_Range, BatchBelow) {
  expect_range_error(&C::log_batch, -1, "LOG_BATCH", 0);
}
TEST(Validate_Range, BlockIn) {
  expect_range_error(&C::log_block_in, 8, "LOG_BLOCK_IN", 7);
}
TEST(Validate_Range, BlockOut) {
  expect_range_error(&C::log_block_out, 1, "LOG_BLOCK_OUT", 2);
}
TEST(Validate_Range, AxiBelow) {
  expect_range_error(&C::axi, 2, "AXI", 3);
}
TEST(Validate_Range, AxiAbove) {
  expect_range_error(&C::axi, 5, "AXI", 4);
}
TEST(Validate_Range, UopWidthAbove) {
  expect_range_error(&C::log_uop_width, 7, "LOG_UOP_WIDTH", 6);
}
TEST(Validate_Range, UopWidthBelow) {
  expect_range_error(&C::log_uop_width, 4, "LOG_UOP_WIDTH", 5);
}
TEST(Validate_Range, BusAbove) {
  expect_range_error(&C::log_bus_width, 10, "LOG_BUS_WIDTH", 9);
}
TEST(Validate_Range, BusBelow) {
  expect_range_error(&C::log_bus_width, 5, "LOG_BUS_WIDTH", 6);
}
TEST(Validate_Range, QueueBelow) {
  expect_range_error(&C::cmd_queue_depth, 1, "CMD_QUEUE_DEPTH", 2);
}
TEST(Validate_Range, QueueAbove) {
  expect_range_error(&C::cmd_queue_depth, 1025, "CMD_QUEUE_DEPTH", 1024);
}
TEST(Validate_Range, AccReadPorts) {
  expect_range_error(&C::acc_read_ports, 3, "ACC_READ_PORTS", 2);
}
TEST(Validate_Range, GemmPipeline) {
  expect_range_error(&C::gemm_pipeline, 0, "GEMM_PIPELINE", 1);
  expect_range_error(&C::gemm_pipeline, 7, "GEMM_PIPELINE", 6);
}
TEST(Validate_Range, ProductsPerMultiplier) {
  expect_range_error(&C::products_per_multiplier, 0, "PRODUCTS_PER_MULTIPLIER", 1);
  expect_range_error(&C::products_per_multiplier, 3, "PRODUCTS_PER_MULTIPLIER", 2);
}
TEST(Validate_Range, AccOverlap) {
  expect_range_error(&C::acc_overlap, -1, "ACC_OVERLAP", 0);
  expect_range_error(&C::acc_overlap, 2, "ACC_OVERLAP", 1);
}
TEST(Validate_Range, IsaExt) {
  expect_range_error(&C::isa_ext, -1, "ISA_EXT", 0);
  expect_range_error(&C::isa_ext, all_extensions() + 1, "ISA_EXT", all_extensions());
}
TEST(Validate_Range, ReadLatency) {
  expect_range_error(&C::mem_read_latency, 1024, "MEM_READ_LATENCY", 1023);
}
TEST(Validate_Range, WriteLatency) {
  expect_range_error(&C::mem_write_latency, -1, "MEM_WRITE_LATENCY", 0);
}
TEST(Validate_Range, Gap) {
  expect_range_error(&C::mem_gap, 256, "MEM_GAP", 255);
}
TEST(Validate_Range, Outstanding) {
  expect_range_error(&C::mem_max_outstanding, 65, "MEM_MAX_OUTSTANDING", 64);
  expect_range_error(&C::mem_max_outstanding, 0, "MEM_MAX_OUTSTANDING", 1);
}
TEST(Validate_Range, BurstBeats) {
  expect_range_error(&C::mem_burst_beats, 512, "MEM_BURST_BEATS", 256);
}

TEST(Validate_Range, SaysByHowMuch) {
  EXPECT_THAT(error_of(with(&C::log_batch, 7)), HasSubstr("4 above the legal range (0..3)"));
  EXPECT_THAT(error_of(with(&C::log_inp_width, 1)), HasSubstr("2 below the legal range (only 3)"));
}

TEST(Validate_Range, ExtremeValuesOverflowNothing) {
  for (const int64_t value : {INT64_MIN, INT64_MAX})
    EXPECT_THAT(error_of(with(&C::log_acc_buff_size, value)), HasSubstr("LOG_ACC_BUFF_SIZE"));
}

// The example of the ISA document, section 1.
TEST(Validate_Width, LargeAccumulatorNeedsMoreBitsThanThereAre) {
  const std::string error = error_of(with(&C::log_acc_buff_size, 18));
  EXPECT_THAT(error, HasSubstr("GEMM's second half needs 66 bits, 2 more than 64"));
  EXPECT_THAT(error, HasSubstr("ALU's second half needs 68 bits, 4 more than 64"));
  EXPECT_THAT(error, HasSubstr("micro-op needs 34 bits, 2 more than its word of 32"));
  EXPECT_THAT(error, HasSubstr("set LOG_ACC_BUFF_SIZE to 17"));
}

TEST(Validate_Width, LargeWeightBufferNeedsAWiderMicroOp) {
  C config = with(&C::log_wgt_buff_size, 19);
  config.log_inp_buff_size = 14;
  EXPECT_THAT(error_of(config), AllOf(HasSubstr("micro-op needs 33 bits, 1 more than its word"),
                                      HasSubstr("set LOG_WGT_BUFF_SIZE to 18")));
  config.log_uop_width = 6;
  EXPECT_EQ(error_of(config), "legal");
}

TEST(Validate_Width, LargeUopBufferPushesAFieldIntoTheSecondHalf) {
  EXPECT_THAT(error_of(with(&C::log_uop_buff_size, 16)),
              AllOf(HasSubstr("second half needs 78 bits, 14 more"),
                    HasSubstr("set LOG_UOP_BUFF_SIZE to 15")));
}

TEST(Validate_Depth, TooFewElements) {
  EXPECT_THAT(error_of(with(&C::log_wgt_buff_size, 8)),
              AllOf(HasSubstr("WGT scratchpad has 1 elements of 256 bytes"),
                    HasSubstr("a factor of 2 too few"), HasSubstr("set LOG_WGT_BUFF_SIZE to 9")));
  EXPECT_THAT(error_of(with(&C::log_inp_buff_size, 2)),
              AllOf(HasSubstr("INP scratchpad has 1/4 elements of 16 bytes"),
                    HasSubstr("a factor of 8 too few"), HasSubstr("set LOG_INP_BUFF_SIZE to 5")));
}

TEST(Validate_Depth, TooManyElements) {
  EXPECT_THAT(error_of(with(&C::log_uop_buff_size, 19)),
              AllOf(HasSubstr("UOP scratchpad has 131072 elements of 4 bytes"),
                    HasSubstr("a factor of 2 too many (legal: 2..65536 elements)")));
}

TEST(Validate_Depth, ScratchpadSmallerThanABeat) {
  C config = with(&C::log_inp_buff_size, 5);
  config.log_bus_width = 9;
  EXPECT_THAT(error_of(config),
              AllOf(HasSubstr("INP scratchpad's 32 bytes are 32 fewer than one beat"),
                    HasSubstr("set LOG_INP_BUFF_SIZE to 6")));
}

TEST(Validate_Burst, NotAPowerOfTwo) {
  EXPECT_THAT(error_of(with(&C::mem_burst_beats, 24)),
              AllOf(HasSubstr("MEM_BURST_BEATS = 24 is not a power of two"),
                    HasSubstr("set MEM_BURST_BEATS to 16")));
}

TEST(Validate_Burst, LongerThanFourKilobytes) {
  C config = with(&C::mem_burst_beats, 128);
  config.log_bus_width = 9;
  EXPECT_THAT(error_of(config), AllOf(HasSubstr("8192 bytes, 4096 more than 4096"),
                                      HasSubstr("set MEM_BURST_BEATS to 64")));
}

TEST(Validate, EveryRemedyOfASingleFaultMakesTheConfigurationLegal) {
  const C faulty[] = {with(&C::log_acc_buff_size, 18), with(&C::log_uop_buff_size, 16),
                      with(&C::log_inp_buff_size, 17), with(&C::log_wgt_buff_size, 4),
                      with(&C::mem_burst_beats, 3)};
  for (const C& config : faulty) {
    const auto violations = find_violations(config);
    ASSERT_FALSE(violations.empty());
    for (const Violation& v : violations)
      EXPECT_THAT(v.remedy, AllOf(HasSubstr("set "), Not(HasSubstr("other rules")))) << v.message;
  }
}

TEST(Validate, BrokenRulesAreTheViolationsWithoutRemedies) {
  C config = with(&C::log_acc_buff_size, 21);
  config.mem_burst_beats = 3;
  const auto rules = find_broken_rules(config), violations = find_violations(config);
  ASSERT_EQ(rules.size(), violations.size());
  ASSERT_GE(rules.size(), 2u);
  for (size_t i = 0; i < rules.size(); ++i) {
    EXPECT_EQ(rules[i].rule, violations[i].rule);
    EXPECT_EQ(rules[i].message, violations[i].message);
    EXPECT_EQ(rules[i].remedy, "");
  }
}

TEST(Validate, HopelessConfigurationStillGetsAnAnswer) {
  C config;
  config.log_uop_buff_size = config.log_inp_buff_size = 30;
  config.log_wgt_buff_size = config.log_acc_buff_size = 0;
  for (const Violation& v : find_violations(config))
    EXPECT_FALSE(v.remedy.empty()) << v.message;
}

TEST(Validate_Axi3, TakesBurstsOfAtMostSixteenBeats) {
  C config = with(&C::axi, 3);
  EXPECT_TRUE(is_legal(config));
  for (const int64_t beats : {32, 64, 256}) {
    config.mem_burst_beats = beats;
    EXPECT_THAT(error_of(config),
                AllOf(HasSubstr(fmt::format("MEM_BURST_BEATS = {} is {} more than the 16 beats",
                                            beats, beats - 16)),
                      HasSubstr("AXI = 3"), HasSubstr("burst-axi3"),
                      HasSubstr("set MEM_BURST_BEATS to 16")));
  }
  config.axi = 4;
  EXPECT_TRUE(is_legal(config));
}

TEST(Validate_Axi3, ReachesMemoriesBelowFourGibibytes) {
  const int64_t most = 0xffffffff;
  const C axi3 = with(&C::axi, 3);
  EXPECT_NO_THROW(check_memory_size(axi3, most));
  EXPECT_NO_THROW(check_memory_size(C{}, most + 1));
  try {
    check_memory_size(axi3, most + 1);
    FAIL() << "a memory of 4 GiB is taken";
  } catch (const ConfigError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("4294967296"), HasSubstr("AXI = 3"),
                                HasSubstr("at most 4294967295 bytes")));
  }
}

}  // namespace
}  // namespace vta
