// When each element of a space was last touched: by position, the number of an instruction in its
// unit from 1 on; 0: never.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/races/strips.h"

namespace vta {

// Of a scratchpad.
class PadAccess {
 public:
  explicit PadAccess(int64_t elements) : at_(static_cast<size_t>(elements)) {}

  int32_t at(int64_t element) const { return at_[static_cast<size_t>(element)]; }
  int32_t newest(const Strip& s) const {
    int32_t newest = 0;
    const int32_t* at = at_.data() + s.first;
    if (s.stride == 1)
      for (int64_t k = 0; k < s.count; ++k)
        newest = std::max(newest, at[k]);
    else
      for (int64_t k = 0; k < s.count; ++k)
        newest = std::max(newest, at[k * s.stride]);
    return newest;
  }
  // Positions ascend from call to call.
  void mark(const Strip& s, int32_t position) {
    int32_t* at = at_.data() + s.first;
    if (s.stride == 1)
      std::fill_n(at, s.count, position);
    else
      for (int64_t k = 0; k < s.count; ++k)
        at[k * s.stride] = position;
  }

 private:
  std::vector<int32_t> at_;
};

// Of DRAM, in pages of grains; strips have stride 1.
class DramAccess {
 public:
  int32_t at(int64_t grain) const {
    const auto page = pages_.find(grain / kPage);
    return page == pages_.end() ? 0 : page->second->at(grain % kPage);
  }
  int32_t newest(const Strip& s) const {
    int32_t newest = 0;
    for_each_page(s, [&](int64_t number, const Strip& part) {
      if (const auto page = pages_.find(number); page != pages_.end())
        newest = std::max(newest, page->second->newest(part));
    });
    return newest;
  }
  void mark(const Strip& s, int32_t position) {
    for_each_page(s, [&](int64_t number, const Strip& part) {
      auto& page = pages_[number];
      if (!page)
        page = std::make_unique<PadAccess>(kPage);
      page->mark(part, position);
    });
  }

 private:
  static constexpr int64_t kPage = 4096;

  template <typename Visit>
  static void for_each_page(const Strip& s, Visit visit) {
    const int64_t end = s.first + s.count;
    for (int64_t at = s.first; at < end;) {
      const int64_t number = at / kPage;
      const int64_t stop = std::min(end, (number + 1) * kPage);
      visit(number, Strip{at - number * kPage, stop - at, 1});
      at = stop;
    }
  }

  std::unordered_map<int64_t, std::unique_ptr<PadAccess>> pages_;
};

}  // namespace vta
