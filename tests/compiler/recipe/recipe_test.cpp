#include "compiler/recipe/recipe.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <set>

#include "base/file.h"
#include "base/json.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string path_of(const std::string& name) {
  return ::testing::TempDir() + fmt::format("recipe_{}_{}", ::getpid(), name);
}

TEST(Settings, HaveOneNameEachAndSayWhatTheyAre) {
  std::set<std::string_view> keys;
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(keys.insert(setting.key).second) << setting.key;
    EXPECT_FALSE(setting.help.empty()) << setting.key;
    EXPECT_FALSE(setting.preset.empty()) << setting.key;
    EXPECT_FALSE(legal_values(setting).empty()) << setting.key;
    EXPECT_EQ(setting.kind == SettingKind::Choice, !setting.choices.empty()) << setting.key;
    EXPECT_EQ(setting.kind == SettingKind::List, !setting.item.empty()) << setting.key;
    EXPECT_EQ(find_setting(setting.key), &setting);
  }
  EXPECT_EQ(find_setting("residul"), nullptr);
}

TEST(Settings, AreCalledAsWhoAsksCallsThem) {
  const Setting& setting = setting_called("skip_conv");
  EXPECT_EQ(name_of(setting, Face::Options), "--skip-conv");
  EXPECT_EQ(name_of(setting, Face::Members), "skip_conv");
  EXPECT_EQ(name_of(setting, Face::Keywords), "skip_conv");
  EXPECT_EQ(samples_name(Face::Keywords), "calibration");
}

TEST(Recipe, KeepsValuesInOneForm) {
  Recipe recipe;
  recipe.set("scale", "4.0").set("batch", "010").set_list("skip_conv", {"0", "fc1"});
  EXPECT_EQ(recipe.text(), "scale=4,batch=10,skip_conv=0;fc1");
  EXPECT_EQ(recipe.integer("batch", 1), 10);
  EXPECT_EQ(recipe.number("scale", 8), 4);
  EXPECT_EQ(recipe.text("residual", "as it is"), "as it is");
  EXPECT_EQ(recipe.unset("batch").unset("scale").unset("skip_conv"), Recipe());
}

std::string refusal(std::string_view key, const std::string& value, Face face = Face::Members) {
  return error_text<UsageError>([&] {
    Recipe recipe;
    recipe.face = face;
    recipe.set(key, value);
  });
}

TEST(Recipe, WrongValuesAreNamedWithLegalOnes) {
  EXPECT_EQ(refusal("residual", "int16", Face::Options),
            "--residual 'int16' is not known: legal are int32, int8, the nearest is int32");
  EXPECT_EQ(refusal("quant", "best"),
            "quant 'best' is not known: legal are global, max, percentile, auto, model, keep");
  EXPECT_EQ(refusal("batch", "0", Face::Options), "--batch is 0, legal are 1 to 1024");
  EXPECT_EQ(refusal("batch", "1025"), "batch is 1025, legal are 1 to 1024");
  EXPECT_EQ(refusal("batch", "two"), "batch is 'two', legal are 1 to 1024");
  EXPECT_EQ(refusal("batch", ""), "batch is '', legal are 1 to 1024");
  EXPECT_EQ(refusal("opt_level", "-1"), "opt_level is -1, legal are 0 to 3");
  EXPECT_EQ(refusal("seed", "9223372036854775808"),
            "seed is 9223372036854775808, legal are 0 to 9223372036854775807");
  for (const char* scale : {"0", "-1", "nan", "inf", "1048577", "x", "4 "})
    EXPECT_THAT(refusal("scale", scale), HasSubstr("legal are 9.5367431640625e-07 to 1048576"))
        << scale;
  EXPECT_EQ(refusal("percentile", "0"), "percentile is 0, legal are above 0 to 100");
  EXPECT_EQ(refusal("percentile", "100.5"), "percentile is 100.5, legal are above 0 to 100");
  EXPECT_EQ(refusal("all_int8", "yes"), "all_int8 is 'yes', legal are true and false");
  EXPECT_THAT(refusal("skip_conv", "9999999999999999999"),
              HasSubstr("no network has so many convolutions"));
  EXPECT_THAT(refusal("skip_conv", ""),
              HasSubstr("skip_conv holds an empty name; legal are index"));
  EXPECT_THAT(refusal("shape", "x=0"), HasSubstr("shape x=0: '0' is no extent of 1 to"));
  EXPECT_THAT(refusal("region", ""), HasSubstr("region is an empty name"));
}

TEST(Recipe, LimitsThemselvesAreLegal) {
  for (const auto& [key, value] : {std::pair{"batch", "1"},
                                   {"batch", "1024"},
                                   {"seed", "0"},
                                   {"seed", "9223372036854775807"},
                                   {"scale", "9.5367431640625e-07"},
                                   {"scale", "1048576"},
                                   {"percentile", "100"},
                                   {"percentile", "1e-300"},
                                   {"opt_level", "0"},
                                   {"opt_level", "3"}})
    EXPECT_EQ(parse_recipe(Recipe().set(key, value).text()), Recipe().set(key, value));
}

TEST(RecipeText, IsThatOfDatabases) {
  Recipe recipe;
  recipe.set("residual", "int8").set("quant", "auto").set("dense_on_device", "false");
  recipe.set("all_int8", "true").set("concat", "host");
  EXPECT_EQ(recipe.text(), "auto,all_int8,dense_on_device=false,concat=host,residual=int8");
  EXPECT_EQ(Recipe().text(), "");
  EXPECT_EQ(parse_recipe(" global , scale = 4.0 "),
            Recipe().set("quant", "global").set("scale", "4"));
}

TEST(RecipeText, WhatIsNoneIsRefused) {
  const auto text = [](std::string_view t) {
    return error_text<UsageError>([&] { parse_recipe(t); });
  };
  EXPECT_THAT(text(""), HasSubstr("'' is not a mode"));
  EXPECT_THAT(text("globl"), HasSubstr("the nearest is global"));
  EXPECT_THAT(text("global,"), HasSubstr("'' is not known after a mode"));
  EXPECT_THAT(text("global,max"), HasSubstr("'max' is not known after a mode"));
  EXPECT_THAT(text("global,scale=4,scale=4"), HasSubstr("'scale' occurs twice"));
  EXPECT_THAT(text("global,residual"), HasSubstr("legal is residual=int32 or residual=int8"));
  EXPECT_THAT(text("global,batch"), HasSubstr("legal is batch=VALUE, 1 to 1024"));
  EXPECT_THAT(text("global,all_int8=1"),
              HasSubstr("legal is all_int8, all_int8=true or all_int8=false"));
}

// Any value of any setting, with every character in names.
Recipe random_recipe(std::mt19937_64& random) {
  const auto pick = [&](int64_t most) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(most + 1));
  };
  const auto name = [&] {
    std::string text;
    for (int64_t i = pick(6); i >= 0; --i)
      text += static_cast<char>(1 + pick(126));
    return "n" + text;
  };
  Recipe recipe;
  for (const Setting& setting : settings()) {
    if (pick(1) == 0)
      continue;
    switch (setting.kind) {
      case SettingKind::Choice: {
        const auto at = static_cast<size_t>(pick(std::ssize(setting.choices) - 1));
        recipe.set(setting.key, std::string(setting.choices[at].name));
        break;
      }
      case SettingKind::Flag:
        recipe.set(setting.key, pick(1) == 0 ? "true" : "false");
        break;
      case SettingKind::Integer:
        recipe.set(setting.key, std::to_string(static_cast<int64_t>(setting.least) +
                                               (pick(1) == 0 ? 0 : pick(2))));
        break;
      case SettingKind::Number:
        recipe.set(setting.key, fmt::format("{}", 1 + static_cast<double>(pick(1 << 20)) / 16384));
        break;
      case SettingKind::Text:
        recipe.set(setting.key, name());
        break;
      case SettingKind::List: {
        SettingValues items;
        for (int64_t i = pick(3); i > 0; --i)
          items.push_back(pick(1) == 0 ? name() : std::to_string(pick(20)));
        recipe.set_list(setting.key, items);
        break;
      }
      case SettingKind::Shapes:
        recipe.set_list(setting.key, {name() + "=1,3", "a" + name() + "=7"});
        break;
    }
  }
  return recipe;
}

TEST(RecipeText, AndJsonSayAllOfIt) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 300; ++i) {
    const Recipe recipe = random_recipe(random);
    SCOPED_TRACE(recipe.text());
    if (!recipe.empty()) {
      EXPECT_EQ(parse_recipe(recipe.text()), recipe);
    }
    Recipe read;
    const boost::json::value json = parse_json(json_text(recipe.json()), "json");
    for (const auto& [key, value] : json.get_object())
      read.set_json(setting_called(key), value, std::string(key));
    // Inputs' shapes are by name there, in any order.
    if (!recipe.has("shape")) {
      EXPECT_EQ(read, recipe);
    }
    EXPECT_EQ(read.json(), recipe.json());
  }
}

TEST(Recipe, UnsetSettingsAreInNoHash) {
  const Recipe some = parse_recipe("auto,residual=int8");
  EXPECT_EQ(Recipe(some).set("batch", "2").unset("batch").hash(), some.hash());
  EXPECT_NE(Recipe(some).set("batch", "1").hash(), some.hash());
}

TEST(Recipe, OneIsOverAnotherAndCutByLevels) {
  const Recipe own = parse_recipe("global,scale=4,residual=int8"),
               over = parse_recipe("max,batch=2");
  EXPECT_EQ(own.with(over).text(), "max,scale=4,batch=2,residual=int8");
  EXPECT_EQ(own.with(over).for_quant("max").text(), "max,batch=2,residual=int8");
  EXPECT_EQ(parse_recipe("global,host_only,batch=2").up_to(SettingLevel::Form).text(),
            "global,batch=2");
  EXPECT_EQ(error_text<UsageError>([&] { own.with(over).refuse_other_quant("max"); }),
            "scale belongs to quant global, this is max");
}

TEST(RecipeFile, IsReadAsItWasWritten) {
  const std::string folder = path_of("folder");
  std::filesystem::create_directories(folder);
  Recipe recipe = parse_recipe("auto,all_int8=false,opt_level=2,skip_conv=0;fc,residual=int8");
  save_recipe(recipe, folder + "/r.json");
  EXPECT_EQ(load_recipe(folder + "/r.json"), recipe);
  recipe.set("schedule", folder + "/tiles.json");
  save_recipe(recipe, folder + "/r.json");
  EXPECT_THAT(read_text_file(folder + "/r.json", 1000), HasSubstr("\"schedule\": \"tiles.json\""));
  EXPECT_EQ(load_recipe(folder + "/r.json"), recipe);
  save_recipe({}, folder + "/none.json");
  EXPECT_EQ(load_recipe(folder + "/none.json"), Recipe());
  std::filesystem::remove_all(folder);
}

TEST(RecipeFile, WhatIsNoneIsRefusedWithItsPlace) {
  const std::string path = path_of("bad.json");
  const auto refused = [&](const std::string& text) {
    write_text_file(path, text);
    return error_text<InputError>([&] { load_recipe(path); });
  };
  EXPECT_THAT(refused(R"({"residul": "int8"})"), HasSubstr("unknown key \"residul\""));
  EXPECT_THAT(refused(R"({"residual": "int9"})"),
              HasSubstr(path + ": residual is \"int9\": known are int32, int8"));
  EXPECT_THAT(refused(R"({"batch": 0})"), HasSubstr(path + ": batch is 0, legal are 1 to 1024"));
  EXPECT_THAT(refused(R"({"batch": 1.5})"), HasSubstr("batch must be an integer"));
  EXPECT_THAT(refused(R"({"skip_conv": "0"})"), HasSubstr("skip_conv must be a list of indexes"));
  EXPECT_THAT(refused("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(refused("{"), HasSubstr(path));
  std::filesystem::remove(path);
  EXPECT_THAT(error_text<InputError>([&] { load_recipe(path); }), HasSubstr(path));
}

}  // namespace
}  // namespace vta
