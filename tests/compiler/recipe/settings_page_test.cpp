// docs/settings.md: the table of settings as a page.
#include <gmock/gmock.h>

#include <cstdlib>

#include "base/file.h"
#include "compiler/recipe/setting.h"

namespace vta {
namespace {

constexpr std::string_view kBegin = "<!-- table of settings -->\n";
constexpr std::string_view kEnd = "<!-- end of the table -->";

std::string_view made_again(SettingLevel level) {
  switch (level) {
    case SettingLevel::Model:
      return "everything";
    case SettingLevel::Form:
      return "the quantized graph";
    case SettingLevel::Program:
      return "the program";
  }
  return {};
}

std::string options_of(const Setting& setting) {
  std::string names = fmt::format("`{}`", option_name(setting));
  for (const std::string_view name : {setting.second_name, setting.off})
    if (!name.empty())
      names += fmt::format(", `--{}`", name);
  return names;
}

std::string table_text() {
  std::string text =
      "\n| option | member, keyword | legal values | default | axis | another value makes again | "
      "what it is |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Setting& setting : settings())
    text += fmt::format("| {} | `{}` | {} | {} | {} | {} | {} |\n", options_of(setting),
                        setting.key, legal_values(setting), setting.preset,
                        setting.is_axis() ? "yes" : "", made_again(setting.level), setting.help);
  return text + "\n";
}

TEST(SettingsPage, IsWhatTheTableSays) {
  const std::string page = VTA_SOURCE_DIR "/docs/settings.md";
  std::string text = read_text_file(page, 1 << 20);
  const size_t from = text.find(kBegin) + kBegin.size(), to = text.find(kEnd);
  ASSERT_LE(from, to);
  if (std::getenv("VTA_RENEW") != nullptr) {
    text.replace(from, to - from, table_text());
    write_text_file(page, text);
  }
  EXPECT_EQ(text.substr(from, text.find(kEnd) - from), table_text())
      << "renew it with VTA_RENEW=1 recipe_tests --gtest_filter='SettingsPage.*'";
}

}  // namespace
}  // namespace vta
