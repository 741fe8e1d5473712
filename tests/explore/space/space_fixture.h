// Short specifications for the tests of explore/space.
#pragma once

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <string_view>

#include "base/error.h"
#include "explore/space/space.h"

namespace vta::explore {

inline constexpr std::array<std::string_view, 7> kMetrics{
    "cycles_per_image", "zynq7020_share", "dsp",          "estimated_ms_per_image",
    "top1_error",       "top5_error",     "noise_percent"};

// A whole specification around a few members: R"("axes": {...})".
inline std::string spec_text(const std::string& members) {
  return R"({"networks": [{"name": "net", "zoo": "resnet18_v1"}])" +
         (members.empty() ? members : ", " + members) + "}";
}

inline SweepSpec spec_of(const std::string& members) {
  return parse_sweep_spec(spec_text(members), "s.json", "", kMetrics);
}

inline Space space_of(const std::string& members, AreaOf area = {}) {
  return Space(spec_of(members), std::move(area));
}

// What parsing a whole text says; "accepted" where it says nothing.
inline std::string text_error(const std::string& text) {
  try {
    parse_sweep_spec(text, "s.json", "", kMetrics);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

inline std::string spec_error(const std::string& members) {
  return text_error(spec_text(members));
}

}  // namespace vta::explore
