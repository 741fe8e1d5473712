#include "explore/tune/cost.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"

namespace vta::explore {

std::string_view objective_name(Objective objective) {
  switch (objective) {
    case Objective::Cycles:
      return "cycles";
    case Objective::Bytes:
      return "bytes";
  }
  return "";
}

Objective parse_objective(const std::string& name) {
  const std::vector<std::string> known = {"cycles", "bytes", "time"};
  if (std::ranges::find(known, name) == known.end())
    throw UsageError(fmt::format("unknown objective '{}': {}", name, known_names(name, known)));
  return name == "bytes" ? Objective::Bytes : Objective::Cycles;
}

Score score(const Cost& cost, Objective objective) {
  return objective == Objective::Cycles ? Score{cost.cycles, cost.bytes}
                                        : Score{cost.bytes, cost.cycles};
}

}  // namespace vta::explore
