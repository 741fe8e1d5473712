#include "cli/wrong_command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"

namespace vta::cli {

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return nearest_words(name, views);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_name().empty())
      names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

namespace {

// The command that the arguments led to: `vta sweep list ...` is list.
const CLI::App& chosen(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : chosen(*parsed.back());
}

std::string full_name(const CLI::App& app) {
  const std::string name = std::filesystem::path(app.get_name()).filename().string();
  return app.get_parent() ? full_name(*app.get_parent()) + " " + name : name;
}

// The parser says only that one is required.
[[noreturn]] void refuse_without_command(const CLI::App& app) {
  throw UsageError(fmt::format("'{}' needs a command: {}; see {} --help", full_name(app),
                               fmt::join(command_names(app), ", "), full_name(app)));
}

// The parser counts what it wanted and what it got, in words of its own.
void refuse_repeated(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool once = option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw &&
                      option->get_items_expected_max() == 1;
    if (once && option->count() > 1)
      throw UsageError(fmt::format("{}: {} is given {} times, legal is once; see {} --help",
                                   full_name(command), option->get_name(), option->count(),
                                   full_name(command)));
  }
}

// "--batch: 1 required INT missing"
void refuse_without_value(const CLI::App& command, const std::string& said) {
  constexpr std::string_view kRequired = ": 1 required ", kMissing = " missing";
  const size_t at = said.find(kRequired);
  if (at == std::string::npos || !said.ends_with(kMissing))
    return;
  const size_t type = at + kRequired.size();
  throw UsageError(
      fmt::format("{}: {} needs a value, {}; see {} --help", full_name(command), said.substr(0, at),
                  said.substr(type, said.size() - kMissing.size() - type), full_name(command)));
}

// The parser lists what was left over; the first of it deserves the nearest name.
[[noreturn]] void refuse_extra(const CLI::App& command, const std::string& extra) {
  if (!extra.starts_with("-"))
    throw UsageError(fmt::format("'{}' takes no argument '{}': see {} --help", full_name(command),
                                 extra, full_name(command)));
  const std::string given = extra.substr(0, extra.find('='));
  throw UsageError(fmt::format("'{}' has no option '{}'{}: see {} --help", full_name(command),
                               given, nearest(given, option_names(command)), full_name(command)));
}

}  // namespace

void refuse_command_line(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen(app);
  if (command.get_require_subcommand_min() > 0)
    refuse_without_command(command);
  refuse_repeated(command);
  refuse_without_value(command, error.what());
  throw UsageError(
      fmt::format("{}: {}; see {} --help", full_name(command), error.what(), full_name(command)));
}

void refuse_extras(const CLI::App& app) {
  const CLI::App& command = chosen(app);
  for (const std::string& extra : app.remaining(true))
    if (extra.starts_with("-"))
      refuse_extra(command, extra);
  const std::vector<std::string> extras = app.remaining(true);
  if (!extras.empty())
    refuse_extra(command, extras.front());
}

void refuse_unknown_command(const CLI::App& program, int argc, const char* const* argv) {
  const CLI::App* app = &program;
  for (int i = 1; i < argc && argv[i][0] != '-'; ++i) {
    const std::vector<std::string> names = command_names(*app);
    // `vta sweep plna`: where a file may stand too, a word that is no file and nearly a command.
    const bool only_commands = app->get_require_subcommand_min() > 0 ||
                               (!nearest(argv[i], names).empty() && !file_exists(argv[i]));
    if (std::ranges::find(names, argv[i]) != names.end())
      app = app->get_subcommand(argv[i]);
    else if (only_commands)
      throw UsageError(fmt::format("unknown command '{}'{}; the commands are {}", argv[i],
                                   nearest(argv[i], names), fmt::join(names, ", ")));
    else
      return;
  }
}

}  // namespace vta::cli
