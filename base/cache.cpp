#include "base/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>

#include "base/error.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using Time = std::chrono::system_clock::time_point;

constexpr const char* kSections[] = {"tsim", "synth"};
constexpr const char* kLock = ".lock";
constexpr const char* kPart = ".part.";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string cache_path() {
  if (const std::string given = environment("VTA_CACHE_DIR"); !given.empty())
    return given;
  if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty())
    return xdg + "/vta";
  if (const std::string home = environment("HOME"); !home.empty())
    return home + "/.cache/vta";
  throw InputError("no place for the cache: set VTA_CACHE_DIR, XDG_CACHE_HOME or HOME");
}

// With its parents, each for the user alone.
void make_private(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error))
    return;
  make_private(folder.parent_path());
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    throw InputError(
        fmt::format("cannot make the cache directory {}: {} (VTA_CACHE_DIR names another)",
                    folder.string(), std::strerror(errno)));
  if (!fs::is_directory(folder, error))
    throw InputError(fmt::format(
        "the cache directory {} is no folder (VTA_CACHE_DIR names another)", folder.string()));
}

// Entries come and go while they are looked at: what is gone has no size.
int64_t bytes_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(path, error))) {
    const auto bytes = fs::file_size(path, error);
    return error ? 0 : static_cast<int64_t>(bytes);
  }
  int64_t bytes = 0;
  for (fs::recursive_directory_iterator at(path, error), end; at != end; at.increment(error)) {
    if (error)
      break;
    std::error_code ignored;
    if (fs::is_regular_file(at->symlink_status(ignored)))
      bytes += static_cast<int64_t>(at->file_size(ignored));
  }
  return bytes;
}

std::string about(const fs::path& path) {
  constexpr std::string_view kWanted = "configuration: ";
  std::ifstream key(path / "key.txt");
  for (std::string line; std::getline(key, line);)
    if (line.starts_with(kWanted))
      return line.substr(kWanted.size());
  return "";
}

// Results are files KEY.json and folders KEY; anything else is of a making: KEY.part.PID, KEY.log.
bool is_complete(const std::string& section, const fs::path& path) {
  return section == "tsim" ? path.filename().string().find('.') == std::string::npos
                           : path.extension() == ".json";
}

void add_entries(const std::string& section, std::vector<CacheEntry>& entries) {
  std::error_code error;
  for (fs::directory_iterator at(fs::path(cache_path()) / section, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    struct stat status {};
    if (name.ends_with(kLock) || name == "lock" || ::lstat(at->path().c_str(), &status) != 0)
      continue;
    entries.push_back({section, name, about(at->path()), bytes_of(at->path()),
                       std::chrono::system_clock::from_time_t(status.st_mtime),
                       is_complete(section, at->path())});
  }
}

// Out of sight first: an entry is there whole or not at all.
void remove_entry(const fs::path& path) {
  const fs::path gone = fmt::format("{}{}{}", path.string(), kPart, ::getpid());
  std::error_code error;
  fs::rename(path, gone, error);
  fs::remove_all(error ? path : gone, error);
  if (error)
    throw OutputError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
}

}  // namespace

std::string cache_directory() {
  const std::string folder = cache_path();
  make_private(folder);
  require_private(fs::canonical(folder).string());
  return folder;
}

std::string cache_directory(const std::string& section) {
  const fs::path folder = fs::absolute(cache_directory()) / section;
  make_private(folder);
  require_private(fs::canonical(folder).string());
  return folder.string();
}

void require_private(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0)
    throw InputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  const auto refuse = [&](const std::string& why, const std::string& remedy) {
    throw InputError(fmt::format(
        "the cache cannot be trusted: '{}' {}; {}, or name another folder in VTA_CACHE_DIR", path,
        why, remedy));
  };
  if (status.st_uid != ::geteuid() && status.st_uid != 0)
    refuse(fmt::format("belongs to user {}, neither to you ({}) nor to root", status.st_uid,
                       ::geteuid()),
           "remove it");
  if (S_ISLNK(status.st_mode))
    refuse("is a link", "remove it");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    refuse(fmt::format("can be written by others (mode {:04o})", status.st_mode & 07777),
           fmt::format("remove it, or run `chmod go-w '{}'` if its content is yours", path));
}

std::vector<CacheEntry> cache_entries() {
  std::vector<CacheEntry> entries;
  for (const char* section : kSections)
    add_entries(section, entries);
  std::ranges::stable_sort(entries, std::greater(), &CacheEntry::last_used);
  return entries;
}

void mark_used(const std::string& path) {
  [[maybe_unused]] const int marked = ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

std::string cache_lock(const std::string& section, const std::string& name) {
  const fs::path folder = fs::absolute(cache_path()) / section;
  // One synthesis at a time on a machine; models are built side by side.
  const std::string lock = section == "synth" ? "lock" : name.substr(0, name.find('.')) + kLock;
  return (folder / lock).string();
}

CacheCleaning clean_cache(std::optional<Time> before) {
  CacheCleaning done;
  cache_directory();
  for (const CacheEntry& entry : cache_entries()) {
    if (before && entry.last_used >= *before)
      continue;
    const std::string lock_path = cache_lock(entry.section, entry.name);
    const std::optional<FileLock> lock = FileLock::take_if_free(lock_path);
    if (!lock) {
      ++done.busy;
      continue;
    }
    remove_entry(fs::path(lock_path).parent_path() / entry.name);
    ::unlink(lock_path.c_str());
    ++done.removed;
    done.bytes += entry.bytes;
  }
  return done;
}

}  // namespace vta
