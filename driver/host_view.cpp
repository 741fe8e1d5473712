#include "driver/host_view.h"

#include <algorithm>

namespace vta {
namespace {

constexpr size_t kViewPage = 4096;

}  // namespace

HostView::HostView(DeviceBuffer& buffer)
    : buffer_(buffer), bytes_(buffer.view(0, buffer.size_bytes())) {
  if (!bytes_.empty())
    return;
  copy_.resize(static_cast<size_t>(buffer.size_bytes()));
  bytes_ = copy_;
  fetch();
}

void HostView::send() {
  const auto page_at = [&](size_t at) { return std::min(kViewPage, copy_.size() - at); };
  const auto changed = [&](size_t at) {
    return !std::equal(copy_.begin() + static_cast<std::ptrdiff_t>(at),
                       copy_.begin() + static_cast<std::ptrdiff_t>(at + page_at(at)),
                       device_.begin() + static_cast<std::ptrdiff_t>(at));
  };
  for (size_t at = 0; at < copy_.size();) {
    size_t end = at;
    while (end < copy_.size() && changed(end))
      end += page_at(end);
    if (end > at)
      buffer_.write(static_cast<int64_t>(at), std::span(copy_).subspan(at, end - at));
    at = end < copy_.size() ? end + page_at(end) : end;
  }
  device_ = copy_;
}

void HostView::fetch() {
  if (copy_.empty())
    return;
  buffer_.read(0, copy_);
  device_ = copy_;
}

}  // namespace vta
