// The half of an evaluation that configurations share: import and quantisation.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>

#include "compiler/compiler.h"
#include "explore/network.h"

namespace vta::explore {

// UsageError: see Evaluator.
void check_networks(std::span<const NetworkSpec> networks);

// How a graph is quantised.
struct GraphForm {
  ScheduleFacts facts = {};  // as settled_facts(), with the settings of network and quantisation
  bool any_form = true;      // SchedulePolicy::for_any_form
  std::string quantization = {};  // QuantizationChoice::text(); empty: the network's own members
};

// Quantised graphs of a network by its number of images, and what is known of it.
class PreparedNetwork {
 public:
  explicit PreparedNetwork(NetworkSpec spec) : spec_(std::move(spec)) {}

  const NetworkSpec& spec() const { return spec_; }
  const NetworkInfo& info() const { return info_; }  // once anything is prepared
  // What is not there yet, from one copy of the model file; in the forms of `fast`.
  void prepare(std::span<const int64_t> images) { prepare(images, {}); }
  void prepare(std::span<const int64_t> images, const GraphForm& form);
  const Graph& graph(int64_t images, const GraphForm& form = {});

 private:
  // Images, the quantisation, and the forms that set_forms() gives.
  using Key = std::tuple<int64_t, std::string, bool, bool, bool, bool, bool, bool>;
  static Key key(int64_t images, const GraphForm& form) {
    const ScheduleFacts& facts = form.facts;
    return {images,
            form.quantization,
            form.any_form || form.quantization.empty(),
            facts.fuse_residuals,
            facts.batch_norms,
            facts.grouped_convolutions,
            facts.dilated_convolutions,
            facts.concatenations};
  }
  void prepare_from(const std::string& path, std::span<const int64_t> images,
                    const GraphForm& form);

  NetworkSpec spec_;
  NetworkInfo info_;
  std::map<Key, Graph> graphs_;
};

}  // namespace vta::explore
