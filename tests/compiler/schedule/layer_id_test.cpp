#include "compiler/kernels/layer_id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

constexpr std::string_view kConv =
    "conv2d 1x64x56x56 -> 128x28x28 kernel 3x3 stride 2x2 pad 1,1,0,0 steps 4 vectors 1";
constexpr std::string_view kTexts[] = {
    kConv,
    "conv2d 1x64x56x56 -> 64x56x56 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual",
    "conv2d 1x147x112x112 -> 64x112x112 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4 vectors 1 then "
    "max_pool -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1",
    "dense 1x512x1x1 -> 1000x1x1 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4",
    "max_pool 1x64x112x112 -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 0",
    "sum_pool 1x512x7x7 -> 512x1x1 kernel 7x7 stride 1x1 pad 0,0,0,0 steps 4 vectors 1",
    "alu 1x64x56x56 operands 2 int32 steps 3",
    "alu 2x17x225x225 operands 1 steps 3 vectors 2",
    "conv2d 1x96x56x56 -> 96x56x56 kernel 3x3 stride 1x1 pad 2,2,2,2 dilation 2x3 groups 96 steps "
    "4 "
    "vectors 1",
    "conv2d 1x64x7x7 -> 64x7x7 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 8 vectors 4 residual "
    "results 2",
    "conv2d 1x16x32x32 -> 16x32x32 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 2 vectors 11 rescales 1 "
    "classes 9",
};

int64_t any(std::mt19937& rng, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

ConvGeometry any_window(std::mt19937& rng, const ConvGeometry& base) {
  ConvGeometry g = base;
  g.oh = any(rng, 1, 300), g.ow = any(rng, 1, 300);
  g.kh = any(rng, 1, 12), g.kw = any(rng, 1, 12);
  g.stride_h = any(rng, 1, 5), g.stride_w = any(rng, 1, 5);
  g.pad_top = any(rng, 0, 20), g.pad_left = any(rng, 0, 20);
  g.pad_bottom = any(rng, 0, 20), g.pad_right = any(rng, 0, 20);
  g.dilation_h = any(rng, 1, 3), g.dilation_w = any(rng, 1, 3);
  return g;
}

LayerId any_layer(std::mt19937& rng) {
  LayerId layer;
  layer.kind = static_cast<Kernel::Kind>(any(rng, 0, 3));
  ConvGeometry g;
  g.n = any(rng, 1, 9), g.ic = any(rng, 1, 3000), g.ih = any(rng, 1, 300), g.iw = any(rng, 1, 300);
  const bool pool = layer.kind == Kernel::Kind::Pool, alu = layer.kind == Kernel::Kind::Alu;
  if (alu) {
    g.oc = g.ic, g.oh = g.ih, g.ow = g.iw;
    layer.operands = any(rng, 1, 3);
    layer.wide_operands = any(rng, 0, 1) == 1;
  } else {
    g.oc = pool ? g.ic : any(rng, 1, 3000);
    g = any_window(rng, g);
    g.groups = any(rng, 1, 4);
    g.ic *= g.groups, g.oc *= g.groups;
  }
  layer.geometry = g;
  if (pool)
    layer.taps = any(rng, 0, 1) == 1 ? AluOp::Add : AluOp::Max;
  layer.epilogue.vectors = any(rng, 0, 3);
  layer.epilogue.steps = layer.epilogue.vectors + any(rng, 0, 5);
  layer.epilogue.residual = layer.kind == Kernel::Kind::Conv && any(rng, 0, 1) == 1;
  layer.epilogue.results = any(rng, 1, 2);
  if (layer.kind == Kernel::Kind::Conv && any(rng, 0, 1) == 1) {
    ConvGeometry of;
    of.n = g.n, of.ic = of.oc = g.oc, of.ih = g.oh, of.iw = g.ow;
    layer.pool = any_window(rng, of);
  }
  return layer;
}

TEST(LayerId, ItsTextIsReadAndWrittenUnchanged) {
  for (const std::string_view text : kTexts)
    EXPECT_EQ(layer_text(parse_layer(text, "t")), text);
}

TEST(LayerId, TheTextSaysAllOfIt) {
  const LayerId layer = parse_layer(kConv, "t");
  ConvGeometry g;
  g.ic = 64, g.ih = 56, g.iw = 56, g.oc = 128, g.oh = 28, g.ow = 28;
  g.kh = g.kw = 3, g.stride_h = g.stride_w = 2, g.pad_top = g.pad_left = 1;
  EXPECT_EQ(layer.geometry, g);
  EXPECT_EQ(layer.epilogue, (EpilogueShape{4, 1, false, 1}));
  EXPECT_FALSE(layer.pool);
}

TEST(LayerId, RandomLayersSurviveTheirText) {
  std::mt19937 rng(7);
  std::vector<LayerId> layers;
  for (int i = 0; i < 5000; ++i) {
    const LayerId layer = any_layer(rng);
    EXPECT_EQ(parse_layer(layer_text(layer), "t"), layer) << layer_text(layer);
    layers.push_back(layer);
  }
  // The order is total, and equal are those of equal text alone.
  std::ranges::sort(layers);
  for (size_t i = 1; i < layers.size(); ++i)
    EXPECT_EQ(layers[i - 1] == layers[i], layer_text(layers[i - 1]) == layer_text(layers[i]));
}

// Whatever is read is written as it was: no layer has two texts.
TEST(LayerId, WhatIsDamagedIsRefusedOrAnotherLayersText) {
  std::mt19937 rng(8);
  constexpr std::string_view kCharacters = " 0123456789x,->conv2d maxpolsteridualt-+.";
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text(kTexts[static_cast<size_t>(i) % std::size(kTexts)]);
    const auto at = static_cast<size_t>(any(rng, 0, std::ssize(text) - 1));
    const char c = kCharacters[static_cast<size_t>(any(rng, 0, std::ssize(kCharacters) - 1))];
    if (const int64_t how = any(rng, 0, 2); how == 0)
      text[at] = c;
    else if (how == 1)
      text.insert(at, 1, c);
    else
      text.resize(at);
    try {
      EXPECT_EQ(layer_text(parse_layer(text, "t")), text);
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10000);
}

TEST(LayerId, AttentionsAndTheirStepsAreReadBack) {
  const std::string form =
      " images 1 heads 6 of 3 keys 256 depths 16x16 fraction 9 shift 22 causal";
  for (const std::string& text : {"attention 1x96x1x256" + form, "attention_step 1x96x1x1" + form,
                                  "attention_step 1x96x1x1" + form + " exp2"})
    EXPECT_EQ(layer_text(parse_layer(text, "here")), text);
  for (const std::string& text :
       {"attention_step 1x96x1x2" + form,
        "attention_step 1x96x1x1" + form.substr(0, form.size() - std::string(" causal").size())})
    EXPECT_NE(error_text<InputError>([&] {
                parse_layer(text, "here");
              }).find("it ends where a step of one row, causal is expected"),
              std::string::npos);
}

TEST(LayerId, EveryMistakeIsNamed) {
  const auto refused = [](std::string text, std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
    return error_text<InputError>([&] { parse_layer(text, "f.json: layers[2]"); });
  };
  const std::string conv(kConv);
  EXPECT_EQ(refused(conv, "conv2d", "conv3d"),
            "f.json: layers[2]: layer 'conv3d 1x64x56x56 -> 128x28x28 kernel 3x3 stride 2x2 pad "
            "1,1,0,0 steps 4 vectors 1': 'conv3d' stands where one of conv2d, dense, max_pool, "
            "sum_pool, alu, attention, attention_step, layer_norm is expected");
  EXPECT_NE(refused(conv, "56x56 ", "56x0 ")
                .find("'1x64x56x0' stands where the input as "
                      "IMAGESxCHANNELSxHEIGHTxWIDTH, each number 1 to "
                      "1048576, is expected"),
            std::string::npos);
  for (const auto& [from, to, message] : std::initializer_list<std::array<std::string_view, 3>>{
           {"56x56 ", "56x056 ", "'1x64x56x056' stands where the input"},
           {"1x64x", "1x-64x", "'1x-64x56x56' stands where the input"},
           {"56x56 ", "56x1048577 ", "'1x64x56x1048577' stands where the input"},
           {"56x56 ", "56 ", "'1x64x56' stands where the input"},
           {"->", "=>", "'=>' stands where '->' is expected"},
           {"128x28x28", "128x28", "'128x28' stands where the output as CHANNELSxHEIGHTxWIDTH"},
           {"kernel", "window", "'window' stands where 'kernel' is expected"},
           {"3x3", "3", "'3' stands where ROWSxCOLUMNS"},
           {"stride 2x2", "stride 2x0", "'2x0' stands where ROWSxCOLUMNS"},
           {"1,1,0,0", "1,1,0", "'1,1,0' stands where TOP,LEFT,BOTTOM,RIGHT"},
           {"steps 4", "steps", "'vectors' stands where their number"},
           {" vectors 1", " vectors 5", "5 vectors in 4 steps"},
           {" vectors 1", " vectors 0", "'0' stands where their number"},
           {" vectors 1", " vectors 1 more", "'more' stands where nothing more is expected"},
           {"1,1,0,0", "1,1,0,0 dilation 1x1", "': it is written 'conv2d"},
           {"1,1,0,0", "1,1,0,0 groups 3", "3 groups do not divide 64 and 128 channels"},
           {"1,1,0,0", "1,1,0,0 groups 1", "'1' stands where their number, each number 2 to"},
           {" vectors 1", " vectors 1 results 1", "'1' stands where their number"},
           {" vectors 1", " vectors 4 classes 9", "9 classes of outputs, where its pads make 4"},
           {" vectors 1", " vectors 8 classes 4", "8 vectors in 4 steps"},
           {" vectors 1", " vectors 1 classes 1", "'1' stands where their number"},
           {" vectors 1", " then", "it ends where 'max_pool' is expected"},
           {" steps 4 vectors 1", "", "it ends where 'steps' is expected"}})
    EXPECT_NE(refused(conv, from, to).find(message), std::string::npos) << refused(conv, from, to);
  EXPECT_NE(refused(std::string(kTexts[4]), "-> 64", "-> 32").find("a pool has 64 channels"),
            std::string::npos);
  EXPECT_NE(refused(std::string(kTexts[2]), "max_pool -> 64", "max_pool -> 32")
                .find("a pool has 64 channels and makes 32"),
            std::string::npos);
}

TEST(LayerId, AKernelsIdentityIsItsGeometryItsEpilogueAndItsPool) {
  Kernel conv, pool;
  conv.conv = parse_layer(kTexts[2], "t").geometry;
  pool.kind = Kernel::Kind::Pool;
  pool.conv = *parse_layer(kTexts[2], "t").pool;
  std::vector<AluStep> steps(4);
  steps[0].operand = AluStep::Operand::Channel;
  EXPECT_EQ(layer_text(layer_id(conv, steps, &pool, false)), kTexts[2]);
  EXPECT_EQ(layer_id(conv, steps, nullptr, false).pool, std::nullopt);
  steps[2].operand = AluStep::Operand::Tensor;
  EXPECT_TRUE(layer_id(conv, steps, nullptr, false).epilogue.residual);
  Kernel alu;
  alu.kind = Kernel::Kind::Alu;
  alu.inputs.resize(2);
  alu.conv = parse_layer(kTexts[6], "t").geometry;
  EXPECT_EQ(layer_text(layer_id(alu, std::span(steps).subspan(1), nullptr, true)), kTexts[6]);
}

}  // namespace
}  // namespace vta
