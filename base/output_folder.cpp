#include "base/output_folder.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/output_file.h"

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

}  // namespace

void write_files(const std::string& folder, const std::map<std::string, std::string>& files) {
  MadeFolders folders;
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
