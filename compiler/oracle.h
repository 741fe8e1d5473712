// Bit-exact verification of a run: every kernel's output against the integer interpreter.
//
// The interpreter is given the int8 tensors that the device was given, so that float operators on
// the host, which may round differently, do not blur the comparison. The network's outputs are
// compared in float, to a tolerance.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "runtime/executor.h"

namespace vta {

// The part of a graph that computes `outputs` when the named values are given: those become inputs,
// in the order of `given`. CompileError when a name does not exist.
Graph extract_subgraph(const Graph& graph, const std::vector<std::string>& given,
                       const std::vector<std::string>& outputs);

// Most float operators of a graph in a row, from its inputs to its outputs.
int64_t float_depth(const Graph& graph);
// By how much two ways of computing so many may differ, beside the largest output: a sum in another
// order is off by some units in the last place, and what is behind it takes that along.
double float_bound(int64_t depth);

struct VerifyReport {
  int64_t kernels = 0, elements = 0, mismatched_elements = 0;
  std::string first_mismatch;  // kernel, index, expected, got
  double output_error = 0;     // largest difference of the outputs / largest magnitude
  int64_t depth = 0;           // float_depth of what computes the outputs on the host
  bool exact() const { return kernels > 0 && mismatched_elements == 0; }
  bool outputs_agree() const { return output_error <= float_bound(depth); }
  bool failed() const { return mismatched_elements > 0 || !outputs_agree(); }
};
// "largest difference 2.2e-05 of the largest output; 0.00012 is allowed of 471 operators in a row",
// with "FAILED: " before it where it is.
std::string output_error_text(const VerifyReport& report);

// The interpreter's last results. Programs of one graph for several configurations give their
// devices equal tensors, and interpreting takes most of a verification's time, so let them share
// one cache.
struct OracleCache {
  std::vector<std::string> given, wanted;
  std::vector<Tensor> tensors, expected;
};

// Collects the results of kernels during executor.run() and compares them afterwards.
class Oracle {
 public:
  // All must outlive this object. Attaches to the executor as its kernel observer. A cache, if any,
  // serves one graph.
  Oracle(const Graph& quantized, Executor& executor, OracleCache* cache = nullptr);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  // Compares the last run.
  VerifyReport compare();

 private:
  void compare_outputs(std::vector<std::string>& given, std::vector<Tensor>& tensors,
                       VerifyReport& report);

  const Graph& quantized_;
  Executor& executor_;
  OracleCache* cache_;
  std::map<std::pair<int64_t, int64_t>, Tensor> kernel_outputs_;  // by kernel and output
};

}  // namespace vta
