#include "workbench/diff.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/plural.h"
#include "compiler/quant/host_run.h"
#include "compiler/stored_value.h"
#include "explore/diff/unrounded.h"
#include "link/devices/devices.h"
#include "workbench/network_inputs.h"
#include "workbench/network_parts.h"
#include "workbench/session.h"

namespace vta::workbench {
namespace {

using explore::NetworkTensors;
using explore::RunTensors;

// A compilation, and what it was before it was quantized.
struct Compiled {
  std::shared_ptr<const Network> network;
  Graph real;       // the float network; empty where the model has integers of its own
  Graph quantized;  // as the pass `quantize` left it: its nodes are the trace's
  QuantTrace trace;

  const Graph& integers() const { return network->compiled.quantized; }
};

// Tensors are to have all channels that the file's have.
void keep_channels(Recipe& recipe) {
  constexpr const char* kPass = "drop_channels";
  SettingValues skip = recipe.list("skip");
  const SettingValues also = recipe.list("pass");
  if (std::ranges::count(skip, kPass) + std::ranges::count(also, kPass) > 0)
    return;
  skip.emplace_back(kPass);
  recipe.set_list("skip", std::move(skip));
}

Compiled compiled_network(const DiffRequest& r) {
  Compiled out;
  CompileOptions options = r.options;
  keep_channels(options.recipe);
  options.quant_trace = &out.trace;
  options.observe = [&, next = options.observe](std::string_view name, double seconds,
                                                const Graph& graph) {
    const Stage stage = find_pass(name).stage;
    if (stage == Stage::Float)
      out.real = graph;
    if (stage == Stage::Quantize)
      out.quantized = graph;
    if (next)
      next(name, seconds, graph);
  };
  out.network = std::make_shared<const Network>(compile_network(r.model, options, r.pixels));
  return out;
}

NetworkTensors tensors_of(const DiffRequest& r, const Compiled& compiled) {
  NetworkTensors tensors = explore::network_tensors(
      compiled.integers(), r.model, file_operators(r.model, model_settings(r.options.recipe)).file);
  if (is_tflite(r.model))
    explore::add_tflite_names(tensors, r.model);
  explore::add_units_of(tensors, compiled.integers());
  if (explore::has_integer_formulas(compiled.integers()))
    explore::add_units_of_model(tensors, read_model(r.model, model_settings(r.options.recipe)));
  for (const auto& [id, value] : compiled.trace.values) {
    if (value.i8 < 0 || value.i8 >= compiled.quantized.size())
      continue;
    const auto at = tensors.by_name.find(compiled.quantized.node(value.i8).name);
    if (at == tensors.by_name.end())
      continue;
    explore::RealUnit unit{{std::ldexp(1, value.exponent)}, {0}};
    if (!value.factors.empty())
      unit.scale.assign(value.factors.begin(), value.factors.end());
    for (double& scale : unit.scale)
      scale = value.factors.empty() ? scale : std::ldexp(scale, value.exponent);
    if (!value.offset.empty())
      unit.offset.assign(value.offset.begin(), value.offset.end());
    tensors.tensors[at->second].unit = unit;
    // The float network's value by its own name.
    tensors.by_name.try_emplace(compiled.real.node(id).name, at->second);
  }
  return tensors;
}

RunTensors empty_run(const NetworkTensors& tensors, const std::string& name) {
  RunTensors run{.name = name, .values = {}};
  run.values.resize(tensors.tensors.size());
  return run;
}

RunTensors integer_run(const NetworkTensors& tensors, const Compiled& compiled,
                       std::span<const Tensor> inputs, const std::string& name) {
  RunTensors run = empty_run(tensors, name);
  run_integers(compiled.integers(), inputs, [&](NodeId id, const Tensor& value) {
    const auto at = tensors.by_node.find(id);
    if (at != tensors.by_node.end() && tensors.tensors[at->second].compared)
      run.values[at->second] = tensors.in_file_form(at->second, value);
  });
  return run;
}

// Steps as the real values that they stand for.
Tensor real_values(const Tensor& steps, const explore::RealUnit& unit) {
  Tensor out = Tensor::zeros(DType::F32, steps.shape());
  std::ranges::transform(steps.data<float>(), out.mutable_data<float>().begin(), [&](float v) {
    return static_cast<float>(static_cast<double>(v) * unit.scale.front() + unit.offset.front());
  });
  return out;
}

// An integer network's own formulas without rounding.
RunTensors unrounded_run(const NetworkTensors& tensors, const Compiled& compiled,
                         std::span<const Tensor> inputs, RunTensors run) {
  const explore::UnroundedGraph made = explore::unrounded(compiled.integers());
  std::map<NodeId, std::vector<size_t>> places;
  for (const auto& [id, place] : tensors.by_node)
    if (tensors.tensors[place].compared)
      places[made.nodes[static_cast<size_t>(id)]].push_back(place);
  run_on_host(made.graph, inputs, [&](NodeId id, const Tensor& value) {
    for (const size_t place : places[id]) {
      const explore::NetworkTensor& tensor = tensors.tensors[place];
      const bool steps = tensor.type.dtype != DType::F32 && value.dtype() == DType::F32;
      if (steps && !tensor.unit)
        continue;
      const Tensor in_form = tensors.in_file_form(place, value);
      run.values[place] = steps ? real_values(in_form, *tensor.unit) : in_form;
    }
  });
  return run;
}

RunTensors float_run(const NetworkTensors& tensors, const Compiled& compiled,
                     std::span<const Tensor> inputs, const std::string& name) {
  RunTensors run = empty_run(tensors, name);
  run.in_float = true;
  if (explore::has_integer_formulas(compiled.integers()))
    return unrounded_run(tensors, compiled, inputs, std::move(run));
  if (compiled.real.size() == 0)
    throw UsageError(fmt::format(
        "'{}' has no float network to compare with: it was quantized before", tensors.model));
  run_on_host(compiled.real, inputs, [&](NodeId id, const Tensor& value) {
    const auto traced = compiled.trace.values.find(id);
    const bool in_int8 = traced != compiled.trace.values.end() && traced->second.i8 >= 0;
    const std::string& called =
        in_int8 ? compiled.quantized.node(traced->second.i8).name : compiled.real.node(id).name;
    const auto at = tensors.by_name.find(called);
    if (called.empty() || at == tensors.by_name.end())
      return;
    const explore::NetworkTensor& tensor = tensors.tensors[at->second];
    if (tensor.compared && value.dtype() == DType::F32 &&
        value.size() == num_elements(tensor.type.shape))
      run.values[at->second] = tensors.in_file_form(at->second, value);
  });
  return run;
}

// What kernels stored, and what the host made between them.
class DeviceRun {
 public:
  DeviceRun(const NetworkTensors& tensors, const Compiled& compiled, const DiffSide& side,
            int64_t max_cycles)
      : tensors_(tensors),
        run_(empty_run(tensors, side.text)),
        session_(compiled.network, parse_device(side.text), {.max_cycles = max_cycles}) {
    if (!session_.has_values())
      throw UsageError(
          fmt::format("'{}' computes no values: there is nothing to compare", side.text));
    for (const auto& [id, place] : tensors.by_node)
      graph_types_[place] = compiled.integers().type(id);
  }

  RunTensors run(std::span<const Tensor> inputs) {
    Executor& executor = session_.executor();
    for (size_t i = 0; i < inputs.size(); ++i)
      executor.set_input(static_cast<int64_t>(i), inputs[i]);
    executor.observe_kernels([&](int64_t kernel, int64_t output, const Tensor& nchw) {
      const ProgramKernel& k = executor.program().kernels[static_cast<size_t>(kernel)];
      keep(output == 0 ? k.oracle : k.more_outputs[static_cast<size_t>(output - 1)].oracle, nchw,
           true);
    });
    session_.run();
    executor.observe_kernels({});
    const Program& program = executor.program();
    for (size_t i = 0; i < program.values.size(); ++i)
      if (const Tensor& value = executor.value(static_cast<int64_t>(i));
          value.valid() && !program.values[i].constant.valid())
        keep(program.values[i].name, value, false);
    for (size_t i = 0; i < program.outputs.size(); ++i)
      keep(output_name(program, i), executor.output(static_cast<int64_t>(i)), false);
    return std::move(run_);
  }

 private:
  // A value of the host counts where no kernel has stored it.
  void keep(const std::string& name, const Tensor& value, bool stored) {
    const auto at = tensors_.by_name.find(name);
    if (at == tensors_.by_name.end() || !tensors_.tensors[at->second].compared)
      return;
    Tensor& kept = run_.values[at->second];
    const TensorType& type = graph_types_.at(at->second);
    if (!stored && (kept.valid() || value.dtype() != type.dtype || value.shape() != type.shape))
      return;
    kept = tensors_.in_file_form(at->second, stored ? in_form_of(value, type) : value);
  }

  const NetworkTensors& tensors_;
  RunTensors run_;
  Session session_;
  std::map<size_t, TensorType> graph_types_;  // by tensor
};

class Comparer {
 public:
  explicit Comparer(const DiffRequest& request)
      : r_(request),
        compiled_(compiled_network(request)),
        tensors_(tensors_of(request, compiled_)) {}

  DiffResult run() {
    files_[0] = files_of(r_.a);
    files_[1] = files_of(r_.b);
    std::vector<InputUse> uses;
    const std::vector<Tensor> inputs = load_inputs(uses);
    const RunTensors a = side(r_.a, files_[0], inputs), b = side(r_.b, files_[1], inputs);
    if (!r_.save.empty())
      explore::write_tensor_files(tensors_, a, r_.save);
    explore::NetworkDifference difference = explore::difference(tensors_, a, b, r_.least_sqnr_db);
    return {*compiled_.network, std::move(tensors_), std::move(difference), std::move(uses)};
  }

 private:
  // Of a set of files, before anything takes time.
  std::optional<RunTensors> files_of(const DiffSide& side) const {
    if (side.kind != SideKind::Files)
      return std::nullopt;
    return explore::match_tensors(tensors_, explore::read_tensor_files(side.text), side.text);
  }

  RunTensors side(const DiffSide& side, std::optional<RunTensors>& files,
                  std::span<const Tensor> inputs) const {
    switch (side.kind) {
      case SideKind::Float:
        return float_run(tensors_, compiled_, inputs, side.text);
      case SideKind::Integers:
        return integer_run(tensors_, compiled_, inputs, side.text);
      case SideKind::Device:
        return DeviceRun(tensors_, compiled_, side, r_.max_cycles).run(inputs);
      case SideKind::Files:
        break;
    }
    return std::move(*files);
  }

  std::vector<Tensor> load_inputs(std::vector<InputUse>& uses) const {
    const Program& program = compiled_.network->program();
    const std::vector<std::string> names = input_names(program);
    std::vector<Tensor> inputs = r_.inputs.empty() ? inputs_of_files() : std::vector<Tensor>();
    if (!inputs.empty()) {
      for (const std::string& name : names)
        uses.push_back({name, "as in the files", false});
      return inputs;
    }
    const std::vector<std::string> sources = input_sources(r_.inputs, names);
    for (size_t i = 0; i < names.size(); ++i) {
      inputs.push_back(r_.sample ? sample_of(sources[i], names[i], i)
                                 : network_input(*compiled_.network, i, sources[i]).tensor);
      uses.push_back({names[i],
                      r_.sample ? fmt::format("{}, sample {}", sources[i], *r_.sample) : sources[i],
                      false});
    }
    return inputs;
  }

  Tensor sample_of(const std::string& source, const std::string& name, size_t i) const {
    if (!source.ends_with(".npy"))
      throw UsageError(
          fmt::format("--sample {} takes one of many from .npy files: input {} is '{}'", *r_.sample,
                      name, source));
    const std::vector<Tensor> samples = network_samples(*compiled_.network, i, source);
    if (*r_.sample >= std::ssize(samples))
      throw UsageError(fmt::format("--sample {}: '{}' holds {}, counted from 0", *r_.sample, source,
                                   counted(std::ssize(samples), "sample")));
    return samples[static_cast<size_t>(*r_.sample)];
  }

  // Every input from the first side that has all of them; else none.
  std::vector<Tensor> inputs_of_files() const {
    for (const std::optional<RunTensors>& files : files_) {
      std::vector<Tensor> inputs;
      for (const NodeId id : compiled_.integers().inputs()) {
        const auto at = tensors_.by_node.find(id);
        if (files && at != tensors_.by_node.end() && files->values[at->second].valid() &&
            files->values[at->second].dtype() == compiled_.integers().type(id).dtype)
          inputs.push_back(files->values[at->second]);
      }
      if (!inputs.empty() && inputs.size() == compiled_.integers().inputs().size())
        return inputs;
    }
    return {};
  }

  const DiffRequest& r_;
  Compiled compiled_;
  NetworkTensors tensors_;
  std::optional<RunTensors> files_[2];
};

}  // namespace

DiffSide diff_side(const std::string& text) {
  if (text == "float")
    return {SideKind::Float, text};
  if (text == "int8" || text == "integers")
    return {SideKind::Integers, text};
  const auto known = known_devices().names();
  const std::string scheme = text.substr(0, text.find_first_of(":,"));
  if (std::ranges::find(known, scheme) != known.end()) {
    known_devices().check(parse_device(text));
    return {SideKind::Device, text};
  }
  if (text.ends_with(".npz") || text.ends_with(".npy") || text.ends_with('/') || file_exists(text))
    return {SideKind::Files, text};
  throw UsageError(
      fmt::format("'{}' is nothing to compare: legal are float, int8, a device ({}), a folder of "
                  ".npy files and an .npz file",
                  text, fmt::join(known, ", ")));
}

DiffResult diff_network(const DiffRequest& request) {
  return Comparer(request).run();
}

}  // namespace vta::workbench
