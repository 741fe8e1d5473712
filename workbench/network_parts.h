// A network in parts: what `vta split` and `vta pipeline` make of one.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/preprocessing.h"
#include "compiler/compiler.h"
#include "compiler/graph/value_names.h"
#include "compiler/split/split_graph.h"
#include "compiler/split/stepped_graph.h"
#include "explore/split/balance.h"
#include "pipeline/plan.h"

namespace vta::workbench {

// The network before anything is placed, and what its parts are compiled with.
struct QuantizedNetwork {
  std::string model;
  SteppedGraph graph;
  CompileOptions options;
  std::vector<std::string> notes;
  std::optional<Preprocessing> preprocessing;
  std::string quantization;
  std::map<std::string, int> exponents;  // of int8 values, as far as they are known
};

// Of a file. UsageError for a region, which has no meaning for parts, and for a network in which
// nothing depends on an input.
QuantizedNetwork quantized_network(const std::string& model, CompileOptions options);

// The operators of a network's file, and of the graph that the import makes of it.
struct FileOperators {
  std::vector<FileOperator> file, graph;
};
FileOperators file_operators(const std::string& model, const ModelSettings& settings);

int64_t bytes_of(const Graph& graph, const std::vector<NodeId>& values);

// The part of every step of the network in so many parts that are as alike as can be, in cycles or
// in the memory that a device needs. UsageError for more parts than the network has, and where
// nothing runs on the accelerator.
std::vector<int64_t> balanced_parts(const QuantizedNetwork& network, int64_t parts, bool bytes);
// The same of parts for different configurations, one each, in their order.
std::vector<int64_t> balanced_parts(const QuantizedNetwork& network,
                                    const std::vector<VtaConfig>& configs, bool bytes);

// The same as often as asked: what the segments between two cuts cost is measured once.
class PartBalance {
 public:
  PartBalance(const QuantizedNetwork& network, const std::vector<VtaConfig>& configs, bool bytes);

  // Where each part costs so many times what its segment does alone; empty: 1.
  std::vector<int64_t> parts(std::span<const double> factors = {}) const;

 private:
  const QuantizedNetwork& network_;
  std::vector<LinearCut> cuts_;
  std::vector<int64_t> crossing_;  // bytes, by cut
  std::map<std::string, explore::SegmentCosts> by_config_;
  std::vector<const explore::SegmentCosts*> costs_;  // by part
};

// Part number `part` as a program for the configuration of `options`, which are the network's but
// for that. Its inputs and outputs are called as in the graph.
Program compile_part(const QuantizedNetwork& network, const SplitNetwork& split, size_t part,
                     const CompileOptions& options);
// All parts for their configurations, and how they are connected.
piped::Plan plan_of(const QuantizedNetwork& network, const SplitNetwork& split,
                    const std::vector<VtaConfig>& configs);

}  // namespace vta::workbench
