// One writer per database: a file beside it, locked for as long as the writer lives.
#pragma once

#include <string>

namespace vta::explore {

// The lock belongs to the process: children of a fork do not hold it, and it ends with the process
// in any case. The destructor removes the file FILE-lock; a remaining one has no meaning. All paths
// to a file, also through symbolic links, share one lock; a file with several hard links is
// refused, because SQLite's log belongs to one name.
class WriterLock {
 public:
  // InputError names the process that holds it, or reports hard links; OutputError if no lock can
  // be created: the folder does not exist or is not writable.
  explicit WriterLock(const std::string& database);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace vta::explore
