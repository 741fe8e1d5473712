#include "hw/synth/device_fit.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "config/validate.h"
#include "hw/synth/area_model.h"
#include "hw/synth/area_shape.h"

namespace vta {
namespace {

using testing::HasSubstr;

const FpgaDevice& zynq() {
  static const FpgaDevice device = find_device("zynq7020");
  return device;
}

DeviceFit fit_of(const VtaConfig& config) {
  return device_fit(zynq(), area_of(config).report.total, config);
}

// What synthesis says of it.
const ModuleArea kDefaultArea{
    .name = {}, .instances = 1, .lut = 26107, .ff = 10216, .dsp = 316, .bram18 = 319};

TEST(DeviceFit, DefaultNeedsOneReadPortAndSharedMultipliers) {
  const DeviceFit fit = device_fit(zynq(), kDefaultArea, VtaConfig{});
  EXPECT_FALSE(fit.fits);
  EXPECT_TRUE(fit.fits_after);
  EXPECT_EQ(fit.remedied.acc_read_ports, 1);
  EXPECT_EQ(fit.remedied.products_per_multiplier, 2);
  EXPECT_EQ(fit.soft_multipliers, 0);
  EXPECT_EQ(fit.after.dsp, 188);
  EXPECT_EQ(fit.after.bram18, 319 - 64);
  ASSERT_EQ(fit.sentences.size(), 3u);
  EXPECT_EQ(fit.sentences[0],
            "block RAM 159.5 of 140: ACC_READ_PORTS 1 saves 32 (an ALU step on two vectors then "
            "takes two cycles)");
  EXPECT_EQ(fit.sentences[1], "DSP48E1 316 of 220: PRODUCTS_PER_MULTIPLIER 2 saves 128");
  EXPECT_THAT(fit.sentences[2], HasSubstr("with that it fits: LUT "));
  EXPECT_THAT(fit.sentences[2], HasSubstr("DSP48E1 188 of 220, block RAM 127.5 of 140"));
}

// The default with both remedies is the circuit of `pynq`, which was synthesized as well; the model
// alone stays the model.
TEST(DeviceFit, WhatWasSynthesizedAfterTheRemediesIsKnown) {
  const VtaConfig config;
  const ModuleArea synthesized = area_of(config).report.total;
  const ModuleArea pynq = area_of(find_config("pynq")).report.total;
  const DeviceFit known = device_fit(zynq(), synthesized, config);
  EXPECT_EQ(known.after.lut, pynq.lut);
  EXPECT_EQ(known.after.ff, pynq.ff);
  const DeviceFit estimated = device_fit(zynq(), estimate_area(config).total, config);
  EXPECT_EQ(estimated.after.lut, estimate_area(find_config("pynq")).total.lut);
}

TEST(DeviceFit, MultipliersThatDoNotFitSharedAreMadeOfLuts) {
  const FpgaDevice device = find_device("zynq7010");
  const DeviceFit fit = device_fit(device, kDefaultArea, VtaConfig{});
  EXPECT_THAT(fit.sentences[1],
              HasSubstr("DSP48E1 316 of 80: PRODUCTS_PER_MULTIPLIER 2 saves 128; 108 of the GEMM's "
                        "128 multipliers would have to be made of LUTs (about 180 LUT each, 19,440 "
                        "in all)"));
  EXPECT_EQ(fit.remedied.products_per_multiplier, 2);
  VtaConfig shared;
  shared.products_per_multiplier = 2;
  EXPECT_THAT(device_fit(device, estimate_area(shared).total, shared).sentences[1],
              HasSubstr("DSP48E1 188 of 80: 108 of the GEMM's 128 multipliers"));
}

// A converter in front of the port would move no more bytes a cycle.
TEST(DeviceFit, ABusThatTheMemoryPortDoesNotTakeDoesNotFit) {
  VtaConfig wide = find_config("pynq");
  wide.log_bus_width = 7;
  const DeviceFit fit = fit_of(wide);
  EXPECT_FALSE(fit.fits);
  EXPECT_TRUE(fit.fits_after);
  EXPECT_EQ(fit.remedied.log_bus_width, 6);
  EXPECT_EQ(fit.sentences.front(),
            "bus of 16 bytes a cycle, the memory port takes 8: LOG_BUS_WIDTH 6");
  FpgaDevice unknown = zynq();
  unknown.port_bytes = 0;
  EXPECT_TRUE(device_fit(unknown, area_of(wide).report.total, wide).fits);
}

TEST(DeviceFit, BurstsLongerThanThePortsAxiDoNotFit) {
  VtaConfig config = find_config("pynq");
  config.axi = 4;
  config.mem_burst_beats = 32;
  const DeviceFit fit = fit_of(config);
  EXPECT_FALSE(fit.fits);
  EXPECT_TRUE(fit.fits_after);
  EXPECT_EQ(fit.remedied.mem_burst_beats, 16);
  EXPECT_EQ(fit.sentences.front(),
            "bursts of 32 beats, the memory port's AXI3 takes 16: MEM_BURST_BEATS 16");
}

TEST(DeviceFit, PynqFitsWithRoomForAShell) {
  const VtaConfig pynq = find_config("pynq");
  const DeviceFit fit = fit_of(pynq);
  EXPECT_TRUE(fit.fits);
  EXPECT_LE(fit.after.dsp, 200);
  EXPECT_LE(fit.after.bram18, 2 * 130);
}

// The second ALU of pynq is too much; of the default, more is.
TEST(DeviceFit, TwoPipesGiveWayToOneBeforeLanesAndScratchpadsShrink) {
  VtaConfig pynq = find_config("pynq");
  pynq.acc_overlap = 1;
  const DeviceFit fit = fit_of(pynq);
  EXPECT_FALSE(fit.fits);
  EXPECT_TRUE(fit.fits_after);
  EXPECT_EQ(fit.remedied, find_config("pynq"));
  EXPECT_EQ(fit.after.dsp, 188);
  EXPECT_EQ(fit.after.bram18, 255);
  VtaConfig whole;
  whole.acc_overlap = 1;
  EXPECT_EQ(fit_of(whole).remedied, fit_of(VtaConfig{}).remedied);
  VtaConfig small = find_config("1x8");
  small.acc_overlap = 1;
  EXPECT_TRUE(fit_of(small).fits);
}

TEST(DeviceFit, SmallOnesFitAsTheyAre) {
  const DeviceFit fit = fit_of(find_config("1x8"));
  EXPECT_TRUE(fit.fits);
  EXPECT_TRUE(fit.fits_after);
  ASSERT_EQ(fit.sentences.size(), 1u);
  EXPECT_THAT(fit.sentences[0], HasSubstr("it fits: LUT "));
  EXPECT_EQ(fit.remedied, find_config("1x8"));
}

// Its area is synthesis's; what other keys save is the model's, which knows them.
TEST(DeviceFit, AnExtensionThatTheModelDoesNotKnowHasAFit) {
  VtaConfig config;
  config.acc_read_ports = 1;
  config.isa_ext = kModelledExtensions + 1;
  EXPECT_THROW(estimate_area(config), ConfigError);
  ModuleArea area = kDefaultArea;
  area.bram18 = 255;
  const DeviceFit fit = device_fit(zynq(), area, config);
  EXPECT_TRUE(fit.fits_after);
  EXPECT_EQ(fit.after.dsp, 188);
}

TEST(DeviceFit, HalvesScratchpadsAfterTheReadPort) {
  VtaConfig config;
  config.log_wgt_buff_size = 20;
  config.log_inp_buff_size = 14;
  config.log_acc_buff_size = 16;
  ASSERT_TRUE(is_legal(config));
  const DeviceFit fit = fit_of(config);
  EXPECT_THAT(fit.sentences[0], HasSubstr("ACC_READ_PORTS 1 saves 16 (an ALU step"));
  EXPECT_THAT(fit.sentences[0], HasSubstr(", LOG_WGT_BUFF_SIZE 19 saves 128, LOG_WGT_BUFF_SIZE 18 "
                                          "saves 64"));
  EXPECT_TRUE(fit.fits_after);
}

TEST(DeviceFit, HalvesTheLanesWhereTheAluIsTooLarge) {
  VtaConfig config;
  config.log_block_out = 7;
  config.log_acc_buff_size = 19;
  config.log_wgt_buff_size = 20;
  ASSERT_TRUE(is_legal(config));
  const DeviceFit fit = fit_of(config);
  EXPECT_THAT(fit.sentences,
              testing::Contains(HasSubstr("the ALU's 128 lanes alone take 384, LOG_BLOCK_OUT 6")));
}

// Remedies are legal, and what is said to fit does fit by the model.
void expect_true_of(const FpgaDevice& device, const VtaConfig& config) {
  SCOPED_TRACE(config.name() + " on " + device.name);
  const DeviceFit fit = device_fit(device, estimate_area(config).total, config);
  EXPECT_TRUE(is_legal(fit.remedied));
  const ModuleArea after = estimate_area(fit.remedied).total;
  EXPECT_EQ(fit.after.bram18, after.bram18);
  EXPECT_EQ(fit.after.lut, after.lut + fit.soft_multipliers * kSoftMultiplierLuts);
  EXPECT_EQ(fit.after.dsp, after.dsp - fit.soft_multipliers);
  EXPECT_EQ(fit.fits_after, share_of(device, use_of(fit.after)) <= 1);
  EXPECT_LE(fit.soft_multipliers, fit.remedied.macs());
  if (fit.fits) {
    EXPECT_EQ(fit.remedied, config);
  }
}

TEST(DeviceFit, IsTrueOfEveryNamedConfigurationOnEveryDevice) {
  for (const NamedDevice& device : named_devices())
    for (const NamedConfig& named : named_configs())
      expect_true_of(find_device(std::string(device.name)), named_config(named.name));
}

TEST(DeviceFit, WhatIsTooMuchDependsOnTheDevice) {
  const VtaConfig config;  // 316 DSPs
  const DeviceFit large = device_fit(find_device("zu3eg"), kDefaultArea, config);
  EXPECT_TRUE(large.fits);
  EXPECT_THAT(large.sentences, testing::ElementsAre(HasSubstr("DSP48E1 316 of 360")));
  const DeviceFit small = device_fit(find_device("zynq7010"), kDefaultArea, config);
  EXPECT_FALSE(small.fits);
  EXPECT_THAT(small.sentences, testing::Contains(HasSubstr("DSP48E1 316 of 80")));
}

}  // namespace
}  // namespace vta
