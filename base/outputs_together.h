// A set of result files, such as a program and its parameters.
#pragma once

#include <deque>
#include <string>

#include "base/signal_cleanup.h"

namespace vta {

// While this lives, files that this thread commits (base/output_file.h) are finished beside their
// places and wait there; commit() renames all of them. Without it none of them appears, and
// existing files stay. They nest: the innermost one counts.
class OutputsTogether {
 public:
  OutputsTogether();
  ~OutputsTogether();
  OutputsTogether(const OutputsTogether&) = delete;
  OutputsTogether& operator=(const OutputsTogether&) = delete;

  void commit();  // OutputError names what cannot be put in its place

  // The innermost one of this thread; null without any.
  static OutputsTogether* here();
  // A finished file, which will be renamed.
  void take(const std::string& shown, const std::string& written, const std::string& place);

 private:
  struct Waiting {
    std::string shown, written, place;
    SignalCleanup cleanup;
  };
  std::deque<Waiting> waiting_;
  OutputsTogether* outer_;
};

}  // namespace vta
