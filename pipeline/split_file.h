// split.json as `vta split` writes it (docs/split.md), and the programs beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/plan.h"

namespace vta::piped {

inline constexpr int64_t kSplitSchemaVersion = 2;
inline constexpr const char* kSplitFileName = "split.json";

struct SplitFile {
  struct Value {
    std::string name;
    TensorType type;
    std::optional<int64_t> scale_exponent;  // of int8 values at one scale
  };
  struct Part {
    std::string file;          // beside split.json
    std::string content_hash;  // base/hash.h, of the whole file
    int64_t kernels = 0, cycles = 0, device_memory_bytes = 0;
    std::vector<Value> inputs, outputs;
  };

  std::string model;
  std::vector<Part> parts;
  std::vector<Plan::Link> links;
  std::vector<Plan::Input> inputs;
  std::vector<Plan::Output> outputs;
};

// InputError with `origin` and the member for whatever is missing, unknown, of another type or
// version, or does not hold together: a file of a part that is no name of a file beside it, a port
// that is not there, a type that is another at the other end.
SplitFile parse_split(std::string_view text, const std::string& origin);

// The file and its programs. InputError as above, for a program that cannot be read, for one whose
// content is another than split.json says, and for one with other inputs or outputs.
Plan load_split(const std::string& path);

}  // namespace vta::piped
