#include "explore/store/writer_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/real_path.h"
#include "base/text_safety.h"
#include "explore/store/sqlite.h"

namespace vta::explore {
namespace {

// Whether the open file is still the one of that name: the last owner may have removed it.
bool is_named(int fd, const std::string& path) {
  struct stat opened {
  }, named{};
  return fstat(fd, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

// POSIX record locks: not inherited by a fork, so a worker that outlives a killed parent for a
// moment does not keep the next one out.
bool try_lock(int fd) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return fcntl(fd, F_SETLK, &whole) == 0;
}

std::string owner(int fd) {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK)
    return fmt::format("process {}", whole.l_pid);
  return "another process";
}

[[noreturn]] void refuse(const std::string& database, const std::string& lock, int error) {
  const std::string folder = printable(std::filesystem::path(lock).parent_path().string());
  if (error == ENOENT || error == ENOTDIR)
    throw OutputError(
        fmt::format("cannot write {}: the folder {} does not exist", database, folder));
  throw OutputError(fmt::format("cannot write {}: no file can be created in the folder {} ({})",
                                database, folder, std::strerror(error)));
}

void refuse_hard_links(const std::string& database) {
  struct stat file {};
  if (stat(database.c_str(), &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink > 1)
    throw InputError(
        fmt::format("{} is one of {} names (hard links) of a file: writing through two of them "
                    "destroys it; copy it, or remove the other names",
                    printable(database), file.st_nlink));
}

}  // namespace

WriterLock::WriterLock(const std::string& database) : path_(real_path(database) + "-lock") {
  require_database_file(database);
  refuse_hard_links(database);
  while (true) {
    fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd_ < 0)
      refuse(printable(database), path_, errno);
    if (!try_lock(fd_)) {
      const std::string who = owner(fd_);
      close(fd_);
      throw InputError(
          fmt::format("{} is being written by {}: wait until it ends, or name another database",
                      printable(database), who));
    }
    if (is_named(fd_, path_))
      return;
    close(fd_);
  }
}

WriterLock::~WriterLock() {
  unlink(path_.c_str());
  close(fd_);
}

}  // namespace vta::explore
