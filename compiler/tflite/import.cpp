#include "compiler/tflite/import.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/resource_policy.h"
#include "compiler/graph/unique_names.h"
#include "compiler/tflite/op_list.h"

namespace vta {
namespace {

using namespace tflite_import;

class TfliteImporter {
 public:
  TfliteImporter(const ModelFile& file, const TfliteOptions& options)
      : file_(file), options_(options), names_(input_names(file)), builder_(file, batch()) {}

  Graph run() {
    for (size_t i = 0; i < file_.inputs.size(); ++i)
      about(fmt::format("input '{}'", names_[i]),
            [&] { builder_.define_input(file_.inputs[i], names_[i]); });
    for (const OperatorInfo& op : file_.operators)
      about(fmt::format("operator {} {}", op.index, op.name), [&] { add(op); });
    set_outputs();
    return std::move(builder_.graph());
  }

 private:
  // Errors get the model's name and what they are about.
  template <typename Fn>
  void about(const std::string& what, const Fn& fn) {
    const auto text = [&](const Error& e) {
      return fmt::format("model '{}': {}: {}", file_.origin, what, e.what());
    };
    try {
      fn();
    } catch (const ResourceError& e) {
      throw ResourceError(text(e));
    } catch (const CompileError& e) {
      throw CompileError(text(e));
    } catch (const InputError& e) {
      throw InputError(text(e));
    }
  }

  static std::string name_of(const TensorInfo& t) {
    return t.name.empty() ? fmt::format("t{}", t.index) : t.name;
  }

  static std::vector<std::string> input_names(const ModelFile& file) {
    std::vector<std::string> names;
    UniqueNames different;
    for (const int64_t i : file.inputs)
      names.push_back(different.make(name_of(file.tensors[static_cast<size_t>(i)])));
    return names;
  }

  // The requested shapes decide; without one for an input of batch 1, the requested batch.
  int64_t batch() const {
    int64_t batch = options_.batch;
    for (const auto& [name, wanted] : options_.shapes) {
      const auto found = std::ranges::find(names_, name);
      if (found == names_.end())
        throw UsageError(fmt::format("--shape {}={}: the model has no such input; it has {}", name,
                                     fmt::join(wanted, ","), fmt::join(names_, ", ")));
      const auto place = static_cast<size_t>(found - names_.begin());
      const Shape& has = file_.tensors[static_cast<size_t>(file_.inputs[place])].shape;
      Shape fits = has;
      if (!fits.empty() && fits.front() == 1 && !wanted.empty())
        fits.front() = wanted.front();
      if (fits != wanted)
        throw UsageError(fmt::format("--shape {}={}: the model says {}", name,
                                     fmt::join(wanted, ","), shape_text(has)));
      if (!has.empty() && has.front() == 1)
        batch = wanted.front();
    }
    return batch;
  }

  void add(const OperatorInfo& op) {
    resources().check_time(op.name);
    const OpImporter& importer = find_importer(op);
    const NodeId before = builder_.graph().size();
    const NodeId result = importer.run({op, builder_, options_.requant});
    const TensorInfo& made = builder_.info(op.outputs.front());
    builder_.define(made.index, result);
    builder_.graph().add_onnx_nodes(before, {name_of(made)});
  }

  void set_outputs() {
    std::vector<NodeId> outputs;
    std::vector<std::string> names;
    UniqueNames different;  // a file may list a tensor twice
    for (const int64_t i : file_.outputs) {
      const std::string name = name_of(builder_.info(i));
      about(fmt::format("output '{}'", name),
            [&] { outputs.push_back(builder_.in_file_order(i)); });
      names.push_back(different.make(name));
    }
    if (outputs.empty())
      throw InputError(fmt::format("model '{}' has no outputs", file_.origin));
    builder_.graph().set_outputs(std::move(outputs), std::move(names));
  }

  const ModelFile& file_;
  const TfliteOptions& options_;
  std::vector<std::string> names_;  // of the inputs
  Builder builder_;
};

}  // namespace

Graph import_tflite(const std::string& path, const TfliteOptions& options) {
  const ModelFile file = tflite_import::read_model(path);
  return TfliteImporter(file, options).run();
}

Graph import_tflite(std::vector<std::byte> bytes, const std::string& origin,
                    const TfliteOptions& options) {
  const ModelFile file = parse_model(std::move(bytes), origin);
  return TfliteImporter(file, options).run();
}

std::vector<FileOperator> tflite_operators(const std::string& path) {
  std::vector<FileOperator> operators;
  const ModelFile file = tflite_import::read_model(path);
  for (const OperatorInfo& op : file.operators)
    operators.push_back(
        {op.name, op.outputs.empty() ? "" : fmt::format("t{}", op.outputs.front())});
  return operators;
}

std::vector<std::string> supported_tflite_ops() {
  return tflite_import::known_operators();
}

}  // namespace vta
