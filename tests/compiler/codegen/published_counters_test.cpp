// ResNet-18's layers under the published schedule: counters equal the published table, layer by
// layer, and follow an independent formula when the tiles are changed.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/published_layers.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::kPublishedLayers;
using testing::kPublishedResiduals;
using Layer = testing::PublishedLayer;
using Residual = testing::PublishedResidual;
using testing::random_conv;
using testing::random_int8;
using testing::run_kernel;
using testing::with_output;

ConvGeometry geometry(const Layer& l) {
  ConvGeometry g;
  g.ic = l.ic;
  g.ih = g.iw = l.hw;
  g.oc = l.oc;
  g.kh = g.kw = l.k;
  g.stride_h = g.stride_w = l.stride;
  g.pad_top = g.pad_left = g.pad_bottom = g.pad_right = l.pad;
  return with_output(g);
}

Counters run_layer(const Layer& l, bool relu, const std::string& schedule) {
  std::mt19937_64 random(1);
  const ConvGeometry g = geometry(l);
  const Kernel kernel = random_conv(random, g, relu);
  return run_kernel(kernel, {random_int8(random, {1, g.ic, g.ih, g.iw})}, schedule,
                    named_config("default"))
      .stats.counters;
}

class LayerOfResnet18 : public ::testing::TestWithParam<Layer> {};

TEST_P(LayerOfResnet18, CountersEqualTheTable) {
  const Layer& l = GetParam();
  for (const bool relu : {true, false}) {
    const Counters c = run_layer(l, relu, "reference");
    EXPECT_EQ(c.inp_load_nbytes, l.inp);
    EXPECT_EQ(c.wgt_load_nbytes, l.wgt);
    EXPECT_EQ(c.acc_load_nbytes, l.acc);
    EXPECT_EQ(c.out_store_nbytes, l.out);
    EXPECT_EQ(c.gemm_counter, l.gemm);
    EXPECT_EQ(c.alu_counter, l.out / 16 * (relu ? 6 : 4));
  }
}

INSTANTIATE_TEST_SUITE_P(Published, LayerOfResnet18, ::testing::ValuesIn(kPublishedLayers),
                         [](const auto& p) { return p.param.name; });

Counters run_residual(const Residual& r) {
  Kernel k;
  k.kind = Kernel::Kind::Alu;
  k.name = "alu_0";
  k.conv.oc = r.channels;
  k.conv.oh = k.conv.ow = r.hw;
  k.steps = {testing::tensor_step(AluOp::Add, 1), imm_step(AluOp::Max, 0),
             imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -127)};
  std::mt19937_64 random(2);
  const std::vector<Tensor> inputs = {random_int8(random, {1, r.channels, r.hw, r.hw}),
                                      random_int8(random, {1, r.channels, r.hw, r.hw})};
  return run_kernel(k, inputs, "reference", named_config("default")).stats.counters;
}

TEST(ResidualOfResnet18, CountersEqualTheTable) {
  for (const Residual& r : kPublishedResiduals) {
    const Counters c = run_residual(r);
    EXPECT_EQ(c.acc_load_nbytes, r.acc);
    EXPECT_EQ(c.out_store_nbytes, r.out);
    EXPECT_EQ(c.alu_counter, r.alu);
  }
}

TEST(PublishedSchedule, LayersSumToThePublishedNetwork) {
  Counters sum;
  for (const Layer& l : kPublishedLayers) {
    for (int i = 0; i < l.with_relu; ++i)
      sum += run_layer(l, true, "reference");
    for (int i = 0; i < l.without_relu; ++i)
      sum += run_layer(l, false, "reference");
  }
  for (const Residual& r : kPublishedResiduals)
    for (int i = 0; i < 2; ++i)
      sum += run_residual(r);
  EXPECT_EQ(sum.inp_load_nbytes, 5549568);
  EXPECT_EQ(sum.wgt_load_nbytes, 12763136);
  EXPECT_EQ(sum.acc_load_nbytes, 6051840);
  EXPECT_EQ(sum.out_store_nbytes, 2433536);
  EXPECT_EQ(sum.gemm_counter, 6623232);
  EXPECT_EQ(sum.alu_counter, 702464);
  EXPECT_LE(sum.uop_load_nbytes, 22872);
}

// The formula: every tile loads its own input window without padding, its weights and its bias.
struct Expected {
  int64_t inp, wgt, acc;
};
Expected formula(const Layer& l, int64_t tile_h, int64_t tile_w, int64_t tile_co) {
  const int64_t out = (l.hw + 2 * l.pad - l.k) / l.stride + 1;
  auto touched = [&](int64_t tile) {  // input rows of all tiles of one axis, clipped to the image
    int64_t rows = 0;
    for (int64_t o = 0; o < out; o += tile)
      for (int64_t row = o * l.stride - l.pad;
           row < (std::min(o + tile, out) - 1) * l.stride - l.pad + l.k; ++row)
        rows += row >= 0 && row < l.hw ? 1 : 0;
    return rows;
  };
  const int64_t co_tiles = (l.oc / 16 + tile_co - 1) / tile_co;
  const int64_t h_tiles = (out + tile_h - 1) / tile_h, w_tiles = (out + tile_w - 1) / tile_w;
  return {touched(tile_h) * touched(tile_w) * l.ic * co_tiles,
          l.oc * l.ic * l.k * l.k * h_tiles * w_tiles, l.oc * 4 * h_tiles * w_tiles};
}

class ChangedTiles : public ::testing::TestWithParam<std::tuple<int, std::array<int64_t, 4>>> {};

TEST_P(ChangedTiles, CountersFollowTheFormula) {
  const Layer& l = kPublishedLayers[std::get<0>(GetParam())];
  const auto [h, w, co, ci] = std::get<1>(GetParam());
  const int64_t out = (l.hw + 2 * l.pad - l.k) / l.stride + 1;
  auto outer = [](int64_t extent, int64_t inner) { return (extent + inner - 1) / inner; };
  const std::string path =
      fmt::format("{}/tiles_{}_{}_{}_{}_{}.json", ::testing::TempDir(), l.name, h, w, co, ci);
  std::ofstream(path) << fmt::format(
      R"({{"config": "1x16_i8w8a32_15_15_18_17", "convolutions": [{{"in_hw": {}, "in_channels": {},
      "out_channels": {}, "kernel": {}, "stride": {}, "pad": {}, "tile_h": [{}, {}], "tile_w": [{}, {}],
      "tile_ci": [{}, {}], "tile_co": [{}, {}], "oc_nthread": 1, "h_nthread": 2}}]}})",
      l.hw, l.ic, l.oc, l.k, l.stride, l.pad, outer(out, h), h, outer(out, w), w,
      outer(l.ic / 16, ci), ci, outer(l.oc / 16, co), co);
  const Counters c = run_layer(l, true, path);
  const Expected e = formula(l, h, w, co);
  EXPECT_EQ(c.inp_load_nbytes, e.inp);
  EXPECT_EQ(c.wgt_load_nbytes, e.wgt);
  EXPECT_EQ(c.acc_load_nbytes, e.acc);
  EXPECT_EQ(c.gemm_counter, l.gemm);
  EXPECT_EQ(c.out_store_nbytes, l.out);
}

//                                        h   w  co ci
INSTANTIATE_TEST_SUITE_P(ThreeLayers, ChangedTiles,
                         ::testing::Values(std::tuple{0, std::array<int64_t, 4>{4, 56, 4, 1}},
                                           std::tuple{0, std::array<int64_t, 4>{5, 20, 3, 2}},
                                           std::tuple{4, std::array<int64_t, 4>{5, 14, 8, 1}},
                                           std::tuple{4, std::array<int64_t, 4>{14, 3, 2, 3}},
                                           std::tuple{8, std::array<int64_t, 4>{7, 7, 8, 4}},
                                           std::tuple{8, std::array<int64_t, 4>{2, 7, 16, 3}}));

TEST(TileFile, TilesThatDoNotFitAreRefusedWithTheScratchpad) {
  const std::string path = ::testing::TempDir() + "/tiles_too_large.json";
  std::ofstream(path) << R"({"convolutions": [{"in_hw": 56, "in_channels": 64, "out_channels": 64,
      "kernel": 3, "stride": 1, "pad": 1, "tile_h": [1, 56], "tile_w": [1, 56], "tile_ci": [4, 1],
      "tile_co": [2, 2]}]})";
  try {
    run_layer(kPublishedLayers[0], true, path);
    FAIL() << "accepted";
  } catch (const CompileError& e) {
    EXPECT_NE(std::string(e.what()).find("input tiles needs 3364 elements"), std::string::npos)
        << e.what();
  }
}

void expect_refused(const std::string& text, const std::string& words) {
  try {
    TileFile::parse(text, "t.json");
    FAIL() << "accepted: " << text;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
}

TEST(TileFile, EveryMistakeIsNamed) {
  const std::string head = R"({"convolutions": [{"in_hw": 56, "in_channels": 64, "out_channels": 64,
      "kernel": 3, "stride": 1, "pad": 1, )";
  expect_refused("{", "t.json: not valid JSON at line 1");
  expect_refused("[]", "t.json: must be an object");
  expect_refused("{}", "required key convolutions is missing");
  expect_refused(R"({"convolutions": [1]})", "must be an object");
  expect_refused(R"({"convolutions": [{"in_hw": 56, "kernel": 3}]})",
                 "convolutions[0]: required key in_channels is missing");
  expect_refused(R"({"convolutions": [{"kernel": -1}]})", "kernel = -1 is out of range");
  expect_refused(R"({"convolutions": [{"tile_x": 1}]})", "unknown key \"tile_x\"");
  expect_refused(head + R"("tile_h": 7}]})", "must be [outer count, inner size]");
  expect_refused(head + R"("tile_h": [6, 9]}]})", "does not cover 56");
  expect_refused(
      head + R"("tile_h": [7, 8], "tile_w": [1, 56], "tile_ci": [4, 1], "tile_co": [2, 2],
      "oc_nthread": 3}]})",
      "3 virtual threads");
  const std::string layer =
      head.substr(head.find('[') + 1) +
      R"("tile_h": [7, 8], "tile_w": [1, 56], "tile_ci": [4, 1], "tile_co": [2, 2]})";
  expect_refused(R"({"convolutions": [)" + layer + ", " + layer + "]}",
                 "convolutions[1]: its layer has been given tiles already");
  for (const std::string config : {"16", "\"x16\"", "\"1x0\"", "\"default\"", "\"1x999999\""})
    expect_refused(R"({"config": )" + config + R"(, "convolutions": []})",
                   "'config' is " + config + ", it must begin with BATCHxBLOCK");
}

TEST(TileFile, TilesCountTheLargerBlockOfTheirConfiguration) {
  const auto block = [](const std::string& config) {
    return TileFile::parse(R"({"config": ")" + config + R"(", "convolutions": []})", "t.json")
        .block();
  };
  EXPECT_EQ(block("1x16_i8w8a32_15_15_18_17"), 16);
  EXPECT_EQ(block("2x32"), 32);
  EXPECT_EQ(block("1x16.32_i8w8a32_15_15_18_17"), 32);
  EXPECT_EQ(block("1x32.16"), 32);
}

TEST(TileFile, ThePublishedTableHasTenLayers) {
  EXPECT_EQ(TileFile::published_resnet18().size(), 10u);
}

TEST(SchedulePolicy, UnknownNamesAreRefused) {
  EXPECT_THROW(SchedulePolicy::named("fastest"), UsageError);
  EXPECT_THROW(SchedulePolicy::named("no/such/file.json"), InputError);
}

TEST(FastSchedule, MovesAtMostSevenTenthsOfThePublishedBytes) {
  Counters sum;
  for (const Layer& l : kPublishedLayers) {
    for (int i = 0; i < l.with_relu; ++i)
      sum += run_layer(l, true, "fast");
    for (int i = 0; i < l.without_relu; ++i)
      sum += run_layer(l, false, "fast");
  }
  const int64_t residual_bytes = 2 * 3 * (200704 + 100352 + 50176 + 25088);  // int8 in and out
  EXPECT_LE(static_cast<double>(sum.total_bytes() + residual_bytes), 0.70 * 26820952);
  std::printf(
      "fast: inp %lld wgt %lld acc %lld uop %lld out %lld gemm %lld alu %lld\n",
      static_cast<long long>(sum.inp_load_nbytes), static_cast<long long>(sum.wgt_load_nbytes),
      static_cast<long long>(sum.acc_load_nbytes), static_cast<long long>(sum.uop_load_nbytes),
      static_cast<long long>(sum.out_store_nbytes), static_cast<long long>(sum.gemm_counter),
      static_cast<long long>(sum.alu_counter));
}

}  // namespace
}  // namespace vta
