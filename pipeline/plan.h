// A network in parts, ready to run: programs and their connections.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "runtime/program.h"

namespace vta::piped {

// Input or output number `port` of a part, in the order of its program.
struct Port {
  int64_t part = 0, port = 0;
  bool operator==(const Port&) const = default;
};

struct Plan {
  struct Link {  // an output of one part is an input of a later one
    Port from, to;
  };
  struct Input {  // of the network
    std::string name;
    TensorType type;
    std::vector<Port> to;
  };
  struct Output {
    std::string name;
    TensorType type;
    Port from;
  };

  std::string model;
  std::vector<std::shared_ptr<const Program>> parts;  // in the order in which they run
  std::vector<Link> links;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

TensorType input_type(const Program& program, int64_t port);
TensorType output_type(const Program& program, int64_t port);

// InputError, with `origin` before it, unless every input of a part is given once, by the network
// or by an earlier part and of its type, and every output of the network is one of a part.
void check_plan(const Plan& plan, const std::string& origin);

}  // namespace vta::piped
