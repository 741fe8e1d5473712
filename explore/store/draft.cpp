#include "explore/store/draft.h"

#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/real_path.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 4> kFilesOfADatabase = {"", "-journal", "-wal", "-shm"};

}  // namespace

Draft::Draft(const std::string& final)
    : final_(real_path(final)), path_(fmt::format("{}.{}.new", final_, ::getpid())) {
  for (size_t k = 0; k < cleanup_.size(); ++k)
    cleanup_[k].remove_file(path_ + kFilesOfADatabase[k]);
}

Draft::~Draft() {
  std::error_code ignored;
  for (const char* more : kFilesOfADatabase)
    fs::remove(path_ + more, ignored);
}

// A log that was left beside a file that is gone would be taken for this one's.
void Draft::publish() const {
  std::error_code error;
  for (const char* more : kFilesOfADatabase)
    if (*more != '\0')
      fs::remove(final_ + more, error);
  fs::rename(path_, final_, error);
  if (error)
    throw OutputError(fmt::format("cannot write {}: {}", final_, error.message()));
}

}  // namespace vta::explore
