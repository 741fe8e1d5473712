// The accuracy of points, measured once for all that compute the same values.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "explore/evaluate/evaluator.h"
#include "explore/space/space.h"
#include "explore/store/rows.h"

namespace vta::explore {

class Accuracies {
 public:
  // `waiting` is called a few times a second while something is measured.
  Accuracies(const Space& space, Evaluator& evaluator, int64_t threads,
             std::function<void()> waiting);

  // Of a row of the database, which is not measured again.
  void recall(const PointRow& row);

  // Measures what these points need and is not known, in processes of their own. IncompleteError
  // where StopSignal says so. A point that cannot be compiled has none: running it says why.
  void measure(const std::vector<int64_t>& indices);

  // After measure(): of a point of a network with samples.
  struct Found {
    std::string values_key;
    std::optional<Accuracy> accuracy;  // none: see `failure`, or it cannot be compiled
    std::string failure;               // "accuracy of network 'x' cannot be measured: ..."
  };
  Found of(int64_t index) const;

 private:
  using Key = std::pair<std::string, std::string>;  // network, values_key
  void measure(const Key& key, const std::vector<int64_t>& indices, const std::string& progress);

  const Space& space_;
  Evaluator& evaluator_;
  int64_t threads_;
  std::function<void()> waiting_;
  std::map<Key, Accuracy> known_;
  std::map<Key, std::string> failed_;
  std::map<int64_t, std::string> keys_;  // values_key by point
};

}  // namespace vta::explore
