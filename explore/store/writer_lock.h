// One writer per database: a file beside it, locked for as long as the writer lives.
#pragma once

#include <string>

namespace vta::explore {

// The lock is the process's: children of a fork have no part in it, and it ends with the process,
// however that ends. The file FILE-lock is removed by the destructor; one that is left says
// nothing. All paths to a file, through symbolic links as well, are one lock; a file of several
// hard links is refused, because SQLite's log belongs to one name.
class WriterLock {
 public:
  // InputError names the process that has it, or says that there are hard links; OutputError where
  // there can be no lock: no such folder, or one that may not be written.
  explicit WriterLock(const std::string& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace vta::explore
