#include "workbench/pipeline_work.h"

#include <algorithm>

#include "base/error.h"
#include "base/npy.h"
#include "base/plural.h"
#include "workbench/input.h"
#include "workbench/named_files.h"

namespace vta::workbench {
namespace {

constexpr int64_t kUsualImages = 8;

template <typename Ports>
std::vector<std::string> port_names(const Ports& ports) {
  std::vector<std::string> names;
  for (const auto& port : ports)
    names.push_back(port.name);
  return names;
}

// Along the first axis; what has none gets one.
Tensor joined(const std::vector<Tensor>& parts) {
  Shape shape = parts.front().shape();
  const auto count = std::ssize(parts);
  if (shape.empty())
    shape.push_back(count);
  else
    shape.front() *= count;
  Tensor all = Tensor::zeros(parts.front().dtype(), shape);
  auto to = all.mutable_bytes().begin();
  for (const Tensor& part : parts)
    to = std::ranges::copy(part.bytes(), to).out;
  return all;
}

}  // namespace

PipelineInputs::PipelineInputs(const piped::Plan& plan, const std::vector<std::string>& files,
                               int64_t count, const Preprocessing& how, ImageOptions options)
    : options_(std::move(options)), count_(count > 0 ? count : kUsualImages) {
  for (const piped::Plan::Input& input : plan.inputs)
    types_.push_back(input.type);
  if (!types_.empty() && !types_.front().shape.empty())
    batch_ = types_.front().shape.front();
  const std::vector<std::string> names = port_names(plan.inputs);
  const std::vector<std::string> paths = all_files_by_name(files, names, options_.files, "input");
  if (!files.empty())
    take_samples(paths, count, how);
}

void PipelineInputs::take_samples(const std::vector<std::string>& files, int64_t count,
                                  const Preprocessing& how) {
  samples_ = read_input_samples(files, types_, how);
  const int64_t there = samples_.front().count();
  for (size_t i = 0; i < samples_.size(); ++i)
    if (samples_[i].count() != there)
      throw InputError(fmt::format("{}: '{}' holds {}, '{}' {}", options_.files, files[0],
                                   counted(there, "sample"), files[i], samples_[i].count()));
  const int64_t runs = batch_ > 0 ? there / batch_ : 0;
  if (runs == 0)
    throw InputError(fmt::format("'{}' holds {}, a batch is {}", files.front(),
                                 counted(there, "image"), batch_));
  if (count > runs)
    throw UsageError(fmt::format(
        "{} {}: '{}' holds {}{}", options_.count, count, files.front(), counted(there, "image"),
        batch_ > 1 ? fmt::format(", {} of {}", counted(runs, "batch"), batch_) : std::string()));
  count_ = count > 0 ? count : runs;
  if (count == 0 && runs * batch_ < there)
    notes_.push_back(fmt::format("{} of '{}' fill no batch and are left out",
                                 counted(there - runs * batch_, "image"), files.front()));
}

std::vector<Tensor> PipelineInputs::at(int64_t run) const {
  std::vector<Tensor> inputs;
  for (const InputSamples& samples : samples_)
    inputs.push_back(samples.rows(run * batch_, batch_));
  if (samples_.empty())
    for (const TensorType& type : types_)
      inputs.push_back(load_input(fmt::format("random:{}", run), type).tensor);
  return inputs;
}

PipelineOutputs::PipelineOutputs(const piped::Plan& plan, const std::vector<std::string>& arguments)
    : files_(files_by_name(arguments, port_names(plan.outputs), "--output", "output")),
      taken_(plan.outputs.size()) {
  for (const std::string& file : files_)
    if (!file.empty() && !file.ends_with(".npy"))
      throw UsageError(fmt::format("--output '{}': outputs are written as .npy", file));
}

void PipelineOutputs::add(const std::vector<Tensor>& outputs) {
  for (size_t i = 0; i < files_.size(); ++i)
    if (!files_[i].empty())
      taken_[i].push_back(outputs[i]);
}

std::vector<std::string> PipelineOutputs::write() const {
  std::vector<std::string> written;
  for (size_t i = 0; i < files_.size(); ++i)
    if (!taken_[i].empty()) {
      write_npy(files_[i], joined(taken_[i]));
      written.push_back(files_[i]);
    }
  return written;
}

}  // namespace vta::workbench
