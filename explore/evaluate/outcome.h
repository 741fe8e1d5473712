// The outcome of a point: exactly one of three.
#pragma once

#include <string>
#include <variant>

#include "explore/point.h"

namespace vta::explore {

// The network cannot be compiled for the configuration (a CompileError): a property of the point.
struct Uncompilable {
  std::string reason;
  bool operator==(const Uncompilable&) const = default;
  static constexpr bool kMessage = true;  // base/archive.h
};

// The evaluation raised any other error: a bug, or a fault of the machine.
struct Failed {
  std::string reason;
  bool operator==(const Failed&) const = default;
  static constexpr bool kMessage = true;  // base/archive.h
};

using Outcome = std::variant<PointResult, Uncompilable, Failed>;

}  // namespace vta::explore
