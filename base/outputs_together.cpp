#include "base/outputs_together.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace vta {
namespace {

thread_local OutputsTogether* t_together = nullptr;

}  // namespace

OutputsTogether::OutputsTogether() : outer_(std::exchange(t_together, this)) {}

OutputsTogether::~OutputsTogether() {
  t_together = outer_;
  for (const Waiting& file : waiting_)
    ::unlink(file.written.c_str());
}

OutputsTogether* OutputsTogether::here() {
  return t_together;
}

void OutputsTogether::take(const std::string& shown, const std::string& written,
                           const std::string& place) {
  Waiting& file = waiting_.emplace_back();
  file.shown = shown;
  file.written = written;
  file.place = place;
  file.cleanup.remove_file(written);
}

// What may fail has been done before: to rename is the least.
void OutputsTogether::commit() {
  while (!waiting_.empty()) {
    const Waiting& file = waiting_.front();
    if (::rename(file.written.c_str(), file.place.c_str()) != 0)
      throw OutputError(fmt::format("cannot write '{}': {}", file.shown, std::strerror(errno)));
    waiting_.pop_front();
  }
}

}  // namespace vta
