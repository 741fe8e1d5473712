// The top of a model of VTA_SYSTEM_CORES cores: vta_system. Compiled together with the model, as
// model.cpp is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "Vvta_system.h"
#include "Vvta_system___024root.h"

namespace vta::tsim {

using Top = Vvta_system;
constexpr int kCores = VTA_SYSTEM_CORES;
constexpr bool kBeatsComeFirst = true;  // a burst waits in its queue, its write beats do not

// Core k's pins of memory and its probes, with the names that vta_core has for them.
template <int kCore>
struct PinsOf;

#define VTA_PIN(K, NAME) decltype(Vvta_system::core##K##_##NAME)& NAME
#define VTA_CORE(K)                                 \
  struct Core##K##Pins {                            \
    explicit Core##K##Pins(Vvta_system& top)        \
        : mem_wr_valid(top.core##K##_mem_wr_valid), \
          mem_wr_data(top.core##K##_mem_wr_data),   \
          mem_wr_strb(top.core##K##_mem_wr_strb),   \
          mem_wr_last(top.core##K##_mem_wr_last),   \
          mem_wr_ready(top.core##K##_mem_wr_ready), \
          mem_wr_done(top.core##K##_mem_wr_done),   \
          mem_wr_error(top.core##K##_mem_wr_error), \
          mem_rd_valid(top.core##K##_mem_rd_valid), \
          mem_rd_data(top.core##K##_mem_rd_data),   \
          mem_rd_error(top.core##K##_mem_rd_error), \
          probe(top.core##K##_probe) {}             \
    VTA_PIN(K, mem_wr_valid);                       \
    VTA_PIN(K, mem_wr_data);                        \
    VTA_PIN(K, mem_wr_strb);                        \
    VTA_PIN(K, mem_wr_last);                        \
    VTA_PIN(K, mem_wr_ready);                       \
    VTA_PIN(K, mem_wr_done);                        \
    VTA_PIN(K, mem_wr_error);                       \
    VTA_PIN(K, mem_rd_valid);                       \
    VTA_PIN(K, mem_rd_data);                        \
    VTA_PIN(K, mem_rd_error);                       \
    VTA_PIN(K, probe);                              \
  };                                                \
  template <>                                       \
  struct PinsOf<K> {                                \
    using Type = Core##K##Pins;                     \
  };

VTA_CORE(0)
#if VTA_SYSTEM_CORES > 1
VTA_CORE(1)
#endif
#if VTA_SYSTEM_CORES > 2
VTA_CORE(2)
#endif
#if VTA_SYSTEM_CORES > 3
VTA_CORE(3)
#endif
#if VTA_SYSTEM_CORES > 4
VTA_CORE(4)
#endif
#if VTA_SYSTEM_CORES > 5
VTA_CORE(5)
#endif
#if VTA_SYSTEM_CORES > 6
VTA_CORE(6)
#endif
#if VTA_SYSTEM_CORES > 7
VTA_CORE(7)
#endif

inline uint32_t running(const Top& top) {
  return top.running;
}
inline int32_t requesting_core(const Top& top) {
  return top.mem_req_core;
}
inline void set_shared_path(Top& top, bool shared) {
  top.shared_path = shared ? 1 : 0;
}
inline void choose_write(Top& top, int32_t core) {
  top.reg_core = static_cast<uint8_t>(core);
}
inline void choose_read(Top& top, int32_t core) {
  top.reg_rcore = static_cast<uint8_t>(core);
}
inline bool is_of_core(std::string_view scope, int32_t core) {
  return scope.find(".u_core" + std::to_string(core) + ".") != std::string_view::npos;
}

}  // namespace vta::tsim
