// The half of an evaluation that configurations share: import and quantization.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "compiler/compiler.h"
#include "explore/network.h"
#include "explore/network_info.h"

namespace vta::explore {

// UsageError: see Evaluator.
void check_networks(std::span<const NetworkSpec> networks);

// Imports the network for each of these numbers of images, and forgets it. Errors are those of
// read_model; InputError for a model of another, fixed number of images.
void check_import(const NetworkSpec& network, const std::string& path,
                  std::span<const int64_t> images);

// What the network is, as far as its specification says it: no file is read.
NetworkInfo words_of(const NetworkSpec& network);
// With the contents of its files, of which the model's is at `path`; nothing is imported.
// InputError for a file that cannot be read.
NetworkInfo identity_of(const NetworkSpec& network, const std::string& path);

// Quantized graphs of a network by its number of images, and further information about it.
class PreparedNetwork {
 public:
  explicit PreparedNetwork(NetworkSpec spec) : spec_(std::move(spec)) {}

  const NetworkSpec& spec() const { return spec_; }
  const NetworkInfo& info() const { return info_; }  // once anything is prepared
  // What is not there yet, from one copy of the model file, as `form` (graph_form()) says.
  void prepare(std::span<const int64_t> images, const Recipe& form);
  const Graph& graph(int64_t images, const Recipe& form);

 private:
  using Key = std::pair<int64_t, std::string>;  // images, the form's text
  void prepare_from(const std::string& path, std::span<const int64_t> images, const Recipe& form);

  NetworkSpec spec_;
  NetworkInfo info_;
  std::map<Key, Graph> graphs_;
};

}  // namespace vta::explore
