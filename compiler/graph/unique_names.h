// Unique names: the requested one, else with the first free number appended.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace vta {

class UniqueNames {
 public:
  // Reserves a name; returns whether it was free.
  bool take(const std::string& name) { return names_.insert(name).second; }

  // "relu", then "relu_1", "relu_2", ...; numbers that were tried are not tried again, so n equal
  // names cost n steps and not n squared.
  std::string make(const std::string& wanted) {
    if (take(wanted))
      return wanted;
    int64_t& number = tried_[wanted];
    for (;;)
      if (std::string name = wanted + "_" + std::to_string(++number); take(name))
        return name;
  }

 private:
  std::set<std::string> names_;
  std::map<std::string, int64_t> tried_;
};

}  // namespace vta
