#include "compiler/schedule/schedule_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "compiler/schedule/policy.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

// Every kind of tiles.
constexpr std::string_view kText = R"({
  "schema": "vta.schedule",
  "schema_version": 2,
  "config": "1x16_i8w8a32_15_15_18_17",
  "policy": {
    "epilogue": "short",
    "fuse_residuals": true,
    "fuse_pools": true,
    "fuse_followers": true,
    "batch_norms": true,
    "grouped_convolutions": true,
    "dilated_convolutions": true,
    "concatenations": true,
    "gather_windows": false,
    "widen_alu_operands": false,
    "merge_tasks": true,
    "search_reuse": true
  },
  "layers": [
    {
      "layer": "conv2d 1x64x56x56 -> 64x56x56 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual",
      "kernels": ["conv2d_1", "conv2d_3"],
      "tiles": {
        "h": 7,
        "w": 56,
        "co": 2,
        "ci": 1,
        "kh": 0,
        "kw": 0,
        "order": "height, channel, width",
        "threads": 2,
        "inp_slots": 2,
        "wgt_slots": 8,
        "reuse": true,
        "exact_taps": true,
        "residual_groups": 1,
        "residual_slots": 2
      }
    },
    {
      "layer": "conv2d 1x147x112x112 -> 64x112x112 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4 vectors 1 then max_pool -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1",
      "tiles": {
        "co": 4,
        "columns": 56,
        "row_slots": 4
      }
    },
    {
      "layer": "sum_pool 1x512x7x7 -> 512x1x1 kernel 7x7 stride 1x1 pad 0,0,0,0 steps 4 vectors 1",
      "kernels": ["pool_0"],
      "tiles": {
        "groups": 32,
        "h": 1,
        "w": 1,
        "kh": 7,
        "kw": 7,
        "out_slots": 1
      }
    },
    {
      "layer": "alu 1x64x56x56 operands 2 int32 steps 3",
      "kernels": ["alu_0"],
      "tiles": {
        "elements": 1024,
        "threads": 2
      }
    }
  ]
}
)";

ScheduleFile parse(std::string_view text) {
  return ScheduleFile::parse(parse_json(text, "s.json"), "s.json");
}

std::string with(std::string_view from, std::string_view to) {
  std::string text(kText);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refused(std::string_view from, std::string_view to) {
  const std::string text = with(from, to);
  return error_text<InputError>([&] { parse(text); });
}

TEST(ScheduleFile, IsReadAndWrittenUnchanged) {
  EXPECT_EQ(parse(kText).text(), kText);
}

// Files of before there were such parts have no such field.
TEST(ScheduleFile, RowsOfAResidualAreWrittenWhereTheyAreNotAll) {
  const std::string text =
      with("\"residual_slots\": 2", "\"residual_slots\": 2,\n        \"residual_rows\": 4");
  const ScheduleFile file = parse(text);
  EXPECT_EQ(std::get<ConvTiles>(file.layers[0].tiles).residual_rows, 4);
  EXPECT_EQ(file.text(), text);
  EXPECT_EQ(std::get<ConvTiles>(parse(kText).layers[0].tiles).residual_rows, 0);
}

TEST(ScheduleFile, SaysEveryFactAndEveryField) {
  const ScheduleFile file = parse(kText);
  ScheduleFacts facts;
  facts.gather_windows = false;
  EXPECT_EQ(file.facts, facts);
  EXPECT_EQ(file.channel_group, 16);
  ASSERT_EQ(file.layers.size(), 4u);
  ConvTiles conv;
  conv.h = 7, conv.w = 56, conv.co = 2, conv.ci = 1;
  conv.wgt_slots = 8;
  conv.residual_groups = 1, conv.residual_slots = 2;
  conv.reuse = conv.exact_taps = true;
  EXPECT_EQ(file.layers[0].tiles, KernelTiles(conv));
  EXPECT_EQ(file.layers[1].tiles, KernelTiles(ConvPoolTiles{4, 56, 4}));
  EXPECT_EQ(file.layers[2].tiles, KernelTiles(PoolTiles{32, 1, 1, 7, 7, 1}));
  EXPECT_EQ(file.layers[3].tiles, KernelTiles(AluTiles{1024, 2}));
}

// Each value that is changed is another text, so no field is read and forgotten.
TEST(ScheduleFile, KeepsEveryChange) {
  for (const auto& [from, to] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"\"1x16_i8", "\"1x32_i8"},
           {"\"short\"", "\"published\""},
           {"\"fuse_residuals\": true", "\"fuse_residuals\": false"},
           {"\"fuse_pools\": true", "\"fuse_pools\": false"},
           {"\"fuse_followers\": true", "\"fuse_followers\": false"},
           {"\"batch_norms\": true", "\"batch_norms\": false"},
           {"\"grouped_convolutions\": true", "\"grouped_convolutions\": false"},
           {"\"dilated_convolutions\": true", "\"dilated_convolutions\": false"},
           {"\"concatenations\": true", "\"concatenations\": false"},
           {"\"gather_windows\": false", "\"gather_windows\": true"},
           {"\"widen_alu_operands\": false", "\"widen_alu_operands\": true"},
           {"\"search_reuse\": true", "\"search_reuse\": false"},
           {"\"merge_tasks\": true", "\"merge_tasks\": false"},
           {"\"residual_slots\": 2", "\"residual_slots\": 3"},
           {"64x56x56 kernel", "64x56x55 kernel"},
           {"\"conv2d_3\"", "\"conv2d_4\""},
           {"\"h\": 7", "\"h\": 8"},
           {"\"w\": 56", "\"w\": 55"},
           {"\"co\": 2", "\"co\": 3"},
           {"\"ci\": 1", "\"ci\": 2"},
           {"\"kh\": 0", "\"kh\": 1"},
           {"\"kw\": 0", "\"kw\": 1"},
           {"height, channel", "channel, height"},
           {"\"threads\": 2", "\"threads\": 1"},
           {"\"inp_slots\": 2", "\"inp_slots\": 3"},
           {"\"wgt_slots\": 8", "\"wgt_slots\": 9"},
           {"\"reuse\": true", "\"reuse\": false"},
           {"\"exact_taps\": true", "\"exact_taps\": false"},
           {"\"residual_groups\": 1", "\"residual_groups\": 2"},
           {"\"co\": 4", "\"co\": 2"},
           {"\"columns\": 56", "\"columns\": 28"},
           {"\"row_slots\": 4", "\"row_slots\": 3"},
           {"\"groups\": 32", "\"groups\": 16"},
           {"\"kh\": 7", "\"kh\": 1"},
           {"\"kw\": 7", "\"kw\": 1"},
           {"\"out_slots\": 1", "\"out_slots\": 2"},
           {"\"elements\": 1024", "\"elements\": 512"}}) {
    const std::string text = with(from, to);
    EXPECT_EQ(parse(text).text(), text);
    EXPECT_NE(text, kText);
  }
}

TEST(ScheduleFile, EveryMistakeIsNamed) {
  for (const auto& [from, to, message] : std::initializer_list<std::array<std::string_view, 3>>{
           {"\"vta.schedule\"", "\"vta.plan\"",
            "s.json: schema is \"vta.plan\", a schedule's is \"vta.schedule\""},
           {"\"schema_version\": 2", "\"schema_version\": 4",
            "s.json: schema_version is 4, this program reads 2 and 3"},
           {"\"schema_version\": 2", "\"schema_version\": 1",
            "s.json: schema_version is 1, this program reads 2 and 3"},
           {"\"schema_version\": 2", "\"schema_version\": 3",
            "s.json: schema_version is 3, but tiles of 1x16_i8w8a32_15_15_18_17 are of version 2"},
           {"1x16_i8w8a32_15_15_18_17", "1x16.32_i8w8a32_15_15_18_17",
            "s.json: schema_version is 2, but tiles of 1x16.32_i8w8a32_15_15_18_17 are of version "
            "3: version 3 is of blocks that differ, since kernels leave out elements without "
            "channels; save the schedule again"},
           {"\"config\": \"1x16_i8w8a32_15_15_18_17\"", "\"config\": \"default\"",
            "s.json: 'config' is \"default\", it must begin with BATCHxBLOCK"},
           {"\"config\"", "\"configuration\"", "s.json: unknown key \"configuration\": known are "},
           {"\"fuse_pools\": true,", "", "s.json: policy: required key fuse_pools is missing"},
           {"\"fuse_pools\": true", "\"fuse_pools\": 1",
            "s.json: policy: key fuse_pools must be a boolean, is the integer 1"},
           {"\"fuse_pools\"", "\"fuse_pool\"", "s.json: policy: unknown key \"fuse_pool\""},
           {"\"short\"", "\"long\"",
            "s.json: policy: epilogue is \"long\", legal are \"published\" and \"short\""},
           {"\"h\": 7,", "", "s.json: layers[0]: tiles: required key h is missing"},
           {"\"h\": 7", "\"h\": 7.5",
            "s.json: layers[0]: tiles: key h must be an integer, is a fractional number"},
           {"\"h\": 7", "\"h\": -7",
            "s.json: layers[0]: tiles: h = -7 is out of range (legal: 0..1048576)"},
           {"\"h\": 7", "\"tile_h\": 7", "s.json: layers[0]: tiles: unknown key \"tile_h\""},
           {"\"reuse\": true", "\"reuse\": \"yes\"",
            "s.json: layers[0]: tiles: key reuse must be a boolean, is a string"},
           {"height, channel, width", "width, height, channel",
            "s.json: layers[0]: tiles: order is \"width, height, channel\", legal are \"height, "
            "channel, width\" and \"channel, height, width\""},
           {"\"columns\": 56", "\"h\": 56", "s.json: layers[1]: tiles: unknown key \"h\""},
           {"\"elements\": 1024,", "",
            "s.json: layers[3]: tiles: required key elements is missing"},
           {"conv2d 1x64x56x56", "conv3d 1x64x56x56",
            "s.json: layers[0]: layer 'conv3d 1x64x56x56"},
           {"\"conv2d_3\"", "3",
            "s.json: layers[0]: kernels holds the integer 3, legal are names of kernels"},
           {"\"conv2d_3\"", "\"\"", "s.json: layers[0]: kernels holds an empty name"},
           {"\"conv2d_3\"", "\"conv2d_1\"",
            "s.json: layers[0]: kernel 'conv2d_1' of layer 'conv2d 1x64x56x56"}})
    EXPECT_TRUE(refused(from, to).starts_with(message)) << refused(from, to);
}

std::string entry(std::string_view kernels, int64_t elements) {
  return fmt::format(
      R"({{"layer": "alu 1x64x56x56 operands 2 int32 steps 3",{} "tiles": {{"elements": {}, "threads": 2}}}})",
      kernels.empty() ? "" : fmt::format(R"( "kernels": [{}],)", kernels), elements);
}

std::string file_of(const std::vector<std::string>& entries) {
  const std::string text(kText);
  return fmt::format("{}\"layers\": [{}]}}", text.substr(0, text.find("\"layers\"")),
                     fmt::join(entries, ", "));
}

TEST(ScheduleFile, AKernelTakesTheEntryThatNamesItElseTheFirstOfItsLayer) {
  const ScheduleFile file =
      parse(file_of({entry(R"("alu_0")", 10), entry(R"("alu_1", "alu_2")", 20)}));
  const LayerId layer = file.layers[0].layer;
  const auto elements = [&](std::string_view kernel) {
    return std::get<AluTiles>(*file.find(layer, kernel)).elements;
  };
  EXPECT_EQ(elements("alu_0"), 10);
  EXPECT_EQ(elements("alu_2"), 20);
  EXPECT_EQ(elements("alu_7"), 10);
  LayerId other = layer;
  other.operands = 1;
  EXPECT_EQ(file.find(other, "alu_0"), nullptr);
}

TEST(ScheduleFile, EntriesThatNoKernelCouldTakeAreRefused) {
  const auto text_of = [](const std::vector<std::string>& entries) {
    return error_text<InputError>([&] { parse(file_of(entries)); });
  };
  EXPECT_TRUE(text_of({entry("", 10), entry("", 20)})
                  .starts_with("s.json: layers[1]: layer 'alu 1x64x56x56 operands 2 int32 steps 3' "
                               "has been given tiles already"));
  EXPECT_TRUE(text_of({entry(R"("alu_0")", 10), entry(R"("alu_1", "alu_0")", 20)})
                  .starts_with("s.json: layers[1]: kernel 'alu_0' of layer"));
}

TEST(SchedulePolicy, AFileIsOfEitherFormat) {
  const auto named = [](const std::string& text) {
    const std::string path = ::testing::TempDir() + "either.json";
    std::ofstream(path) << text;
    return SchedulePolicy::named(path);
  };
  const ScheduleFacts facts = named(std::string(kText)).facts();
  EXPECT_FALSE(facts.gather_windows);
  EXPECT_TRUE(facts.fuse_residuals);
  EXPECT_EQ(named(R"({"convolutions": []})").facts(), ScheduleFacts::published());
  EXPECT_NE(error_text<InputError>([&] { named("{"); }).find("either.json"), std::string::npos);
  EXPECT_NE(error_text<InputError>([&] {
              named(R"({"schema": 1})");
            }).find("key schema must be a string"),
            std::string::npos);
}

TEST(SchedulePolicy, OnlyThoseWithoutTilesOfTheirOwnAreForAnyForm) {
  const std::string path = ::testing::TempDir() + "own_tiles.json";
  std::ofstream(path) << kText;
  EXPECT_TRUE(SchedulePolicy::named("fast").for_any_form());
  EXPECT_FALSE(SchedulePolicy::named("reference").for_any_form());
  EXPECT_FALSE(SchedulePolicy::named(path).for_any_form());
  struct NoTiles : TunedTiles {
    const KernelTiles* find(const LayerId&, const VtaConfig&) const override { return nullptr; }
    std::string missing(const VtaConfig&) const override { return ""; }
    std::string identity() const override { return ""; }
  };
  EXPECT_FALSE(SchedulePolicy::tuned("t.db", std::make_shared<NoTiles>()).for_any_form());
}

TEST(SchedulePolicy, IdentityIsOfWhatItSaysAndNotOfItsName) {
  const auto policy = [](const std::string& name, const std::string& text) {
    const std::string path = ::testing::TempDir() + name;
    std::ofstream(path) << text;
    return path;
  };
  const std::string a = policy("a.json", std::string(kText));
  const std::string b = policy("b.json", with("\n  ", " "));  // the same, otherwise spaced
  const std::string c = policy("c.json", with("\"h\": 7", "\"h\": 8"));
  const auto identity = [](const std::string& name) {
    return SchedulePolicy::named(name).identity();
  };
  EXPECT_EQ(identity(a), identity(b));
  EXPECT_NE(identity(a), identity(c));
  EXPECT_NE(identity("fast"), identity("reference"));
  EXPECT_EQ(pinned_schedule("fast"), "fast");
  EXPECT_EQ(pinned_schedule(a), a + "#" + identity(a));
  EXPECT_EQ(SchedulePolicy::named(pinned_schedule(a)).identity(), identity(a));
  const std::string pinned = pinned_schedule(a);
  std::ofstream(a) << with("\"h\": 7", "\"h\": 8");
  EXPECT_EQ(error_text<InputError>([&] { SchedulePolicy::named(pinned); }),
            fmt::format("schedule '{}' has changed: its identity is {}, and it was taken with "
                        "identity {}",
                        a, identity(c), identity(b)));
}

TEST(ScheduleFile, SaysThatAllIsInt8OnlyWhereItIs) {
  std::string text(kText);
  EXPECT_FALSE(ScheduleFile::parse(parse_json(text, "s"), "s").facts.all_int8);
  const std::string last = "\"search_reuse\": true";
  text.replace(text.find(last), last.size(), last + ", \"all_int8\": true");
  const ScheduleFile file = ScheduleFile::parse(parse_json(text, "s"), "s");
  EXPECT_TRUE(file.facts.all_int8);
  EXPECT_NE(file.text().find("\"all_int8\": true"), std::string::npos);
}

}  // namespace
}  // namespace vta
