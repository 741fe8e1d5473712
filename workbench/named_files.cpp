#include "workbench/named_files.h"

#include <algorithm>

#include "base/error.h"

namespace vta::workbench {
namespace {

struct NamedFile {
  size_t index = 0;
  std::string file;
};

// names.size() where there is none.
size_t index_of(const std::string& name, std::span<const std::string> names) {
  const auto named = std::ranges::find(names, name);
  if (named != names.end())
    return static_cast<size_t>(named - names.begin());
  for (size_t i = 0; i < names.size(); ++i)
    if (name == std::to_string(i))
      return i;
  return names.size();
}

NamedFile parse(const std::string& argument, std::span<const std::string> names,
                const std::string& option, const std::string& what) {
  if (const size_t equals = argument.find('='); equals != std::string::npos)
    if (const size_t index = index_of(argument.substr(0, equals), names); index < names.size())
      return {index, argument.substr(equals + 1)};
  // A file that is read is there or not; one that is written would get the mistyped name.
  const std::string before = argument.substr(0, argument.find('='));
  const bool mistyped =
      what == "output" && before != argument && before.find('/') == std::string::npos;
  if (names.size() == 1 && mistyped)
    throw UsageError(
        fmt::format("{} '{}': no {} is named '{}', it is {}; a file of this name is ./{}", option,
                    argument, what, before, names.front(), argument));
  if (names.size() == 1)
    return {0, argument};
  throw UsageError(
      fmt::format("{} '{}': the network has {} {}s: give NAME=FILE with NAME one of {}", option,
                  argument, names.size(), what, fmt::join(names, ", ")));
}

}  // namespace

std::vector<std::string> files_by_name(std::span<const std::string> arguments,
                                       std::span<const std::string> names,
                                       const std::string& option, const std::string& what) {
  std::vector<std::string> files(names.size());
  for (const std::string& argument : arguments) {
    NamedFile given = parse(argument, names, option, what);
    if (given.file.empty())
      throw UsageError(fmt::format("{} '{}': the file is missing", option, argument));
    if (!files[given.index].empty())
      throw UsageError(fmt::format("{} '{}': {} '{}' has '{}' already", option, argument, what,
                                   names[given.index], files[given.index]));
    files[given.index] = std::move(given.file);
  }
  return files;
}

std::vector<std::string> all_files_by_name(std::span<const std::string> arguments,
                                           std::span<const std::string> names,
                                           const std::string& option, const std::string& what) {
  std::vector<std::string> files = files_by_name(arguments, names, option, what);
  std::vector<std::string> missing;
  for (size_t i = 0; i < files.size(); ++i)
    if (files[i].empty())
      missing.push_back(names[i]);
  if (!arguments.empty() && !missing.empty())
    throw UsageError(fmt::format("{}: nothing is given for {} {}: each needs NAME=FILE", option,
                                 missing.size() == 1 ? what : what + "s",
                                 fmt::join(missing, ", ")));
  return files;
}

}  // namespace vta::workbench
