#include "workbench/split_folder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/output_folder.h"
#include "pipeline/split_file.h"
#include "runtime/program_bytes.h"

namespace vta::workbench {
namespace {

namespace fs = std::filesystem;

// The number of a file that is called as parts are; -1: it is called otherwise.
int64_t part_number(const std::string& name) {
  constexpr std::string_view kBefore = "part", kBehind = ".vta";
  if (!name.starts_with(kBefore) || !name.ends_with(kBehind) ||
      name.size() <= kBefore.size() + kBehind.size())
    return -1;
  const char* end = name.data() + name.size() - kBehind.size();
  int64_t number = -1;
  const auto [at, error] = std::from_chars(name.data() + kBefore.size(), end, number);
  return error == std::errc{} && at == end && name == part_file(static_cast<size_t>(number))
             ? number
             : -1;
}

// What is in the folder already. A split.json that cannot be read says nothing.
std::vector<piped::SplitFile::Part> parts_there(const fs::path& folder) {
  const std::string path = (folder / piped::kSplitFileName).string();
  try {
    return piped::parse_split(read_text_file(path, kMostTextBytes), path).parts;
  } catch (const Error&) {
    return {};
  }
}

bool is_as_said(const fs::path& path, const std::vector<piped::SplitFile::Part>& parts) {
  const auto said =
      std::ranges::find(parts, path.filename().string(), &piped::SplitFile::Part::file);
  std::error_code none;
  if (said == parts.end() || fs::is_symlink(path, none) || !fs::is_regular_file(path, none))
    return false;
  try {
    return hash_hex(read_file(path.string())) == said->content_hash;
  } catch (const Error&) {
    return false;
  }
}

std::vector<std::string> remove_older_parts(
    const fs::path& folder, int64_t parts,
    const std::vector<piped::SplitFile::Part>& parts_before) {
  std::vector<fs::path> older;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error))
    if (part_number(entry->path().filename().string()) >= parts)
      older.push_back(entry->path());
  std::ranges::sort(older);
  std::vector<std::string> notes;
  for (const fs::path& path : older)
    if (!is_as_said(path, parts_before) || !fs::remove(path, error))
      notes.push_back(
          fmt::format("'{}' was there before, and is no part of this split", path.string()));
  return notes;
}

}  // namespace

std::string part_file(size_t part) {
  return fmt::format("part{}.vta", part);
}

std::vector<std::string> write_split_folder(const std::string& folder,
                                            const std::vector<Program>& programs,
                                            boost::json::object split, const std::string& svg) {
  const std::vector<piped::SplitFile::Part> before = parts_there(folder);
  boost::json::array& parts = split.at("parts").as_array();
  std::map<std::string, std::string> files;
  for (size_t i = 0; i < programs.size(); ++i) {
    std::string bytes = program_bytes(programs[i]);
    parts[i].as_object()["content_hash"] = hash_hex(bytes);
    files[part_file(i)] = std::move(bytes);
  }
  files[piped::kSplitFileName] = json_text(split) + "\n";
  files["split.svg"] = svg;
  write_files(folder, files);
  return remove_older_parts(folder, std::ssize(programs), before);
}

}  // namespace vta::workbench
