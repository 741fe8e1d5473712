// The accelerator's share of a network. Cycles, counters and bounds of a run cover only this part,
// so the share is always shown beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/program.h"

namespace vta {

// All operators of one kind that the host executes.
struct HostOperator {
  std::string op;     // "nn.conv2d"
  int64_t count = 0;  // how many of them
  int64_t macs = 0;   // of all of them, for all images
  bool operator==(const HostOperator&) const = default;
};

// Multiply-accumulates are those of convolutions, dense layers and products of matrices, of weights
// and of activations with each other (compiler/graph/operations.h has the table), without padding,
// for all images of an inference.
// Where only device_macs is above 0, the network's are not known (older databases).
struct WorkShare {
  int64_t device_macs = 0;         // in kernels
  int64_t network_macs = 0;        // in kernels and on the host
  std::vector<HostOperator> host;  // most MACs first, then most operators, then by name
  bool operator==(const WorkShare&) const = default;
};

WorkShare work_share(const Program& program);

// MACs of one operator on the host; 0 for operators without matrix products; saturates at the
// largest number. check_program bounds them and their sum.
int64_t host_macs(const Program& program, const HostOpStep& step);

// Of the network's MACs on the accelerator, in percent; 0 for a network without any.
double device_percent(const WorkShare& work);
// "93.8 % of the network's MACs"; 100.0 only where it is all of them.
std::string share_text(const WorkShare& work);
// "1 nn.conv2d (118,013,952 MACs), 1 nn.dense (512,000 MACs), 3 multiply"; "none".
std::string host_operators_text(const WorkShare& work);

}  // namespace vta
