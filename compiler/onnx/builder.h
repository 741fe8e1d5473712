// The graph under construction, and ONNX values that are still constants.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/unique_names.h"

namespace vta::onnx_import {

struct Value;
using Sequence = std::vector<Value>;

// A node of the graph, a constant that has not (yet) become one, or a sequence of these.
struct Value {
  NodeId node = -1;
  Tensor constant;
  std::shared_ptr<const Sequence> sequence = nullptr;
  int short_type = 0;  // INT16 or UINT16 of the file, of values that are int32 (short_integers.h)

  bool is_constant() const { return constant.valid(); }
  // False of an operand that is left out, and of a result that there is not.
  bool exists() const { return node >= 0 || is_constant() || sequence != nullptr; }
};

// Calls on constants alone are computed at once, so weights arrive in the layout that the graph
// wants and shape arithmetic leaves no trace.
class Builder {
 public:
  Graph& graph() { return graph_; }

  Value call(const std::string& op, const std::vector<Value>& inputs, const Attrs& attrs = {});
  // The same, of constants too: what a pass is to see.
  Value call_unfolded(const std::string& op, const std::vector<Value>& inputs,
                      const Attrs& attrs = {});
  // Every result of an operator that has several.
  std::vector<Value> call_fields(const std::string& op, const std::vector<Value>& inputs,
                                 const Attrs& attrs = {});
  // The first field of a call with a tuple result.
  Value first_field(const Value& tuple);
  // Makes a constant node when it is one; CompileError for a sequence.
  NodeId node_of(const Value& value);
  TensorType type(const Value& value) const;
  const Shape& shape(const Value& value) const;
  // A model exported for a batch of 1 and imported for N: reshapes to (1, ...) then mean (N, ...).
  void set_batch_override(int64_t batch) { batch_override_ = batch; }
  // The extents that a reshape to `wanted` (one -1 allowed) means; nothing when none fit.
  std::optional<Shape> resolve_reshape(const Shape& old, Shape wanted) const;
  // Counts constants that the import computes; ResourceError beyond what the policy allows in all.
  void count_computed(std::span<const TensorType> types);
  // Remembers where another type of floats became float32, which the notes say.
  void note_type(int onnx_type, const std::string& where);
  void add_note(std::string note) { other_notes_.push_back(std::move(note)); }
  std::vector<std::string> notes() const;
  // Names a value's call unless it has a name; made unique by a suffix.
  void name(const Value& value, const std::string& name);

 private:
  static bool folds(const std::vector<Value>& inputs);
  std::vector<Tensor> computed(const std::string& op, const std::vector<Value>& inputs,
                               const Attrs& attrs);

  Graph graph_;
  std::map<std::pair<const void*, Shape>, NodeId> constants_;
  UniqueNames names_;
  int64_t batch_override_ = 1;
  int64_t computed_bytes_ = 0;
  struct Converted {
    std::vector<std::string> places;  // the first few
    int64_t count = 0;
  };
  std::map<int, Converted> converted_;  // to float32, by ONNX type
  std::vector<std::string> other_notes_;
};

}  // namespace vta::onnx_import
