// One writer per database: a file beside it, locked for as long as the writer lives.
#pragma once

#include <string>

namespace vta::explore {

// The lock is the process's: children of a fork have no part in it, and it ends with the process,
// however that ends. The file FILE-lock is removed by the destructor; one that is left says
// nothing.
class WriterLock {
 public:
  explicit WriterLock(const std::string& database);  // InputError names the process that has it
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace vta::explore
