#include "compiler/kernels/scratchpad_needs.h"

#include "base/plural.h"

namespace vta {

std::string scratchpad_problem(const ScratchpadNeeds& needs, std::string_view who,
                               const VtaConfig& config) {
  struct Need {
    MemoryType type;
    std::string_view name;
    int64_t elements;
  };
  for (const Need& need :
       {Need{MemoryType::Inp, "INP", needs.inp}, Need{MemoryType::Wgt, "WGT", needs.wgt},
        Need{MemoryType::Acc, "ACC", needs.acc}})
    if (need.elements > config.depth(need.type))
      return fmt::format("{} {} of {}, the scratchpad has {}", who,
                         counted(need.elements, "element"), need.name, config.depth(need.type));
  return {};
}

}  // namespace vta
