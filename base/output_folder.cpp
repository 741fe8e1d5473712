#include "base/output_folder.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/output_file.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

// Folders that were made for the files; without keep() those that are still empty go again.
class MadeFolders {
 public:
  MadeFolders() = default;
  ~MadeFolders() {
    std::error_code ignored;
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder)
      fs::remove(*folder, ignored);
  }
  MadeFolders(const MadeFolders&) = delete;
  MadeFolders& operator=(const MadeFolders&) = delete;

  void make(const fs::path& folder) {
    if (folder.empty() || fs::is_directory(folder))
      return;
    make(folder.parent_path());
    std::error_code error;
    if (fs::create_directory(folder, error))
      made_.push_back(folder);
    else if (error || !fs::is_directory(folder))
      throw OutputError(fmt::format("cannot make the folder '{}': {}", folder.string(),
                                    error ? error.message() : "there is a file of that name"));
  }
  void keep() { made_.clear(); }

 private:
  std::vector<fs::path> made_;
};

// Held while files of a folder are written: who comes later replaces them whole. A file of its own,
// because network file systems lock no folders; it goes before others can have it.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) try
      : path_((fs::path(folder) / ".vta_lock").string()), lock_(path_) {
  } catch (const InputError& e) {
    throw OutputError(e.what());
  }
  ~FolderLock() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::string path_;
  FileLock lock_;
};

// To write into a pipe would wait for a reader, into a device be seen before the rest is there.
void refuse_other_than_files(const fs::path& path) {
  std::error_code none;
  const fs::file_status there = fs::status(path, none);
  if (fs::exists(there) && !fs::is_regular_file(there))
    throw OutputError(
        fmt::format("cannot write '{}': the existing one is no regular file (remove it, or name "
                    "another folder)",
                    path.string()));
}

}  // namespace

void write_files(const std::string& folder, const std::map<std::string, std::string>& files) {
  if (files.empty())
    return;
  for (const auto& [name, content] : files)
    refuse_other_than_files(fs::path(folder) / name);
  MadeFolders folders;
  folders.make(folder);
  const FolderLock lock(folder);
  std::deque<OutputFile> staged;
  for (const auto& [name, content] : files) {
    const fs::path path = fs::path(folder) / name;
    folders.make(path.parent_path());
    OutputFile& file = staged.emplace_back(path.string());
    file.stream() << content;
    file.flush();
  }
  for (OutputFile& file : staged)
    file.commit();
  folders.keep();
}

}  // namespace vta
