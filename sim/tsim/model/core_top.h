// The top of a model of one core: vta_core. Compiled together with the model, as model.cpp is.
#pragma once

#include <cstdint>
#include <string_view>

#include "Vvta_core.h"
#include "Vvta_core___024root.h"

namespace vta::tsim {

using Top = Vvta_core;
constexpr int kCores = 1;
constexpr bool kBeatsComeFirst = false;

// Core k's pins of memory and its probes, with the names that vta_core has for them.
template <int kCore>
struct PinsOf {
  using Type = Vvta_core&;
};

inline uint32_t running(const Top& top) {
  return top.running;
}
inline int32_t requesting_core(const Top&) {
  return 0;
}
inline void set_shared_path(Top&, bool) {}
inline void choose_write(Top&, int32_t) {}
inline void choose_read(Top&, int32_t) {}
inline bool is_of_core(std::string_view, int32_t) {
  return true;
}

}  // namespace vta::tsim
