// The reason why a point of a space is not run, and the counts of all excluded points.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace vta::explore {

inline constexpr std::string_view kIllegal = "illegal";        // breaks a rule of configurations
inline constexpr std::string_view kConstraint = "constraint";  // breaks a budget of the sweep
inline constexpr std::string_view kUncompilable = "uncompilable";  // found by compiling

struct Exclusion {
  std::string kind;    // one of the above
  std::string rule;    // "width-gemm"; several broken rules are joined: "width-gemm+width-uop"
  std::string reason;  // the violation and its amount
  bool operator==(const Exclusion&) const = default;
};

// Counts exclusions by kind and rule, with the lowest point of each as the example. The order in
// which they are added does not matter.
class ExclusionSummary {
 public:
  void add(int64_t index, const Exclusion& exclusion, int64_t count = 1);  // `count` alike
  int64_t count() const;
  int64_t count(std::string_view kind) const;

  // A line per kind, the most frequent rule first:
  //   "412 points illegal: 300 width-gemm, e.g. point 17: GEMM's second half ...; 112 depth-inp,
  //   ..."
  // Empty without exclusions.
  std::string text() const;

 private:
  struct Group {
    int64_t count = 0, example = 0;
    std::string reason;
  };
  std::map<std::string, std::map<std::string, Group>> kinds_;  // kind -> rule -> group
};

}  // namespace vta::explore
