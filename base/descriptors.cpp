#include "base/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace vta {

void require_descriptors(int64_t count, std::string_view who) {
  std::vector<int> opened;
  while (std::ssize(opened) < count) {
    const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
      break;
    opened.push_back(fd);
  }
  for (const int fd : opened)
    ::close(fd);
  if (std::ssize(opened) < count)
    throw ResourceError(
        fmt::format("{} needs {} open files, and this process may have {} more (ulimit -n)", who,
                    count, opened.size()));
}

void allow_descriptors(int64_t count) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= static_cast<rlim_t>(count))
    return;
  limit.rlim_cur = std::min(limit.rlim_max, static_cast<rlim_t>(count));
  ::setrlimit(RLIMIT_NOFILE, &limit);  // what cannot be raised is met where it is needed
}

}  // namespace vta
