// Result files: they appear complete or not at all.
#pragma once

#include <ostream>
#include <span>
#include <streambuf>
#include <string>
#include <vector>

#include "base/signal_cleanup.h"

namespace vta {

// A file that is being written. It is created exclusively under a random name beside its place,
// and renamed to it by commit(); without a commit, or when a signal ends the process, no temporary
// file remains and an existing file stays. The new file takes the permissions of the replaced one
// and, if the system permits, its owner. A link is followed: its target is replaced. A name that is
// no regular file (a device, a pipe, a name of an open descriptor) is written in place. OutputError
// names the path and the reason of a failure.
class StagedFile {
 public:
  explicit StagedFile(const std::string& path);
  ~StagedFile();
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;

  int fd() const { return fd_; }  // open for writing, from its beginning
  // For writers that open by name; they may remove and create it.
  const std::string& written_path() const { return written_path_; }
  void commit();
  [[noreturn]] void refuse(int error) const;  // OutputError; 0: not all of it was written

 private:
  void open_in_place();
  void open_beside();

  std::string path_;        // as given by the user
  std::string final_path_;  // behind all links
  std::string written_path_;
  SignalCleanup cleanup_;
  int fd_ = -1;
  bool committed_ = false;
};

// Buffers what a stream writes to a descriptor, and keeps the reason of the first failure.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int fd);
  int error() const { return error_; }  // errno; 0: none

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  int fd_;
  int error_ = 0;
  std::vector<char> buffer_;
};

// A staged file as a stream.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  std::ostream& stream() { return stream_; }
  void flush();   // to the system; OutputError when not all of it could be written
  void commit();  // the same, and the file is in its place

 private:
  StagedFile file_;
  DescriptorBuffer buffer_;
  std::ostream stream_;
};

// For the start of a command, before any work: UsageError where `output` is one of
// the files `inputs`, by whatever name (names that are no files are skipped); OutputError where it
// is a folder, or its folder is missing or takes no files. An empty `output` passes.
void check_output(const std::string& output, std::span<const std::string> inputs = {});
// The same for a folder that will be made when there is something to put into it.
void check_output_folder(const std::string& folder);

}  // namespace vta
