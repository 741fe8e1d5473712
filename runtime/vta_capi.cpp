#include "runtime/vta_capi.h"

#include <array>
#include <cstring>
#include <memory>
#include <string>

#include "base/suggest.h"
#include "runtime/vta_capi_handles.h"

namespace {

using vta::capi::executors;
using vta::capi::ExecutorUse;
using vta::capi::guarded;
using vta::capi::programs;
using vta::capi::require;

// The C enumeration has the order of vta::DType.
vta::DType dtype_of(vta_dtype dtype) {
  const auto value = static_cast<int>(dtype);
  if (value < VTA_FLOAT32 || value > VTA_BOOL)
    throw vta::UsageError(fmt::format("element type {} is not a vta_dtype", value));
  return static_cast<vta::DType>(value);
}

vta_tensor describe(const vta::Program& program, int64_t value, const std::string& name,
                    const vta::Tensor* data) {
  const vta::ProgramValue& v = program.values[static_cast<size_t>(value)];
  vta_tensor t;
  t.name = name.c_str();
  t.dtype = static_cast<vta_dtype>(v.dtype);
  t.rank = static_cast<int64_t>(v.shape.size());
  t.shape = v.shape.data();
  t.size_bytes = vta::num_elements(v.shape) * vta::dtype_bytes(v.dtype);
  t.data = data == nullptr ? nullptr : data->bytes().data();
  return t;
}

// Type and shape are compared before the copy, so that wrong ones read nothing past the caller's
// data.
vta::Tensor copied(const vta_tensor& expected, const void* data, vta_dtype dtype,
                   const int64_t* shape, int64_t rank) {
  if (rank < 0 || rank > 16)
    throw vta::UsageError(fmt::format("rank {} (legal: 0 to 16)", rank));
  if (rank > 0)
    require(shape, "shape");
  const vta::Shape given(shape, shape + rank);
  const vta::Shape wanted(expected.shape, expected.shape + expected.rank);
  if (dtype_of(dtype) != dtype_of(expected.dtype) || given != wanted)
    throw vta::InputError(fmt::format("input {} takes {} {}, was given {} {}", expected.name,
                                      vta::dtype_name(dtype_of(expected.dtype)),
                                      vta::shape_text(wanted), vta::dtype_name(dtype_of(dtype)),
                                      vta::shape_text(given)));
  vta::Tensor t = vta::Tensor::zeros(dtype_of(dtype), given);
  if (t.size_bytes() > 0)
    std::memcpy(t.mutable_bytes().data(), data, static_cast<size_t>(t.size_bytes()));
  return t;
}

vta_tensor describe_input(const vta::Executor& executor, int64_t index) {
  const vta::Tensor& data = executor.input(index);
  const vta::Program& program = executor.program();
  const auto i = static_cast<size_t>(index);
  return describe(program, program.inputs[i], vta::input_name(program, i),
                  data.valid() ? &data : nullptr);
}

vta_tensor describe_output(const vta::Executor& executor, int64_t index) {
  const vta::Program& program = executor.program();
  const auto count = static_cast<int64_t>(program.outputs.size());
  if (index < 0 || index >= count)
    throw vta::InputError(fmt::format("there is no output {} (the program has {})", index, count));
  const int64_t id = program.outputs[static_cast<size_t>(index)];
  const vta::Tensor& data = executor.value(id);
  return describe(program, id, vta::output_name(program, static_cast<size_t>(index)),
                  data.valid() ? &data : nullptr);
}

// Beside the accelerator's own counters.
struct NamedCount {
  std::string_view name;
  int64_t vta::RunStats::*member;
};
constexpr std::array<NamedCount, 2> kCounts = {
    {{"widened_bytes", &vta::RunStats::widened_bytes}, {"launches", &vta::RunStats::launches}}};

int64_t counter(const vta::RunStats& stats, std::string_view name) {
  std::vector<std::string_view> known;
  for (const vta::CounterField& field : vta::counter_fields()) {
    if (field.name == name)
      return stats.counters.*field.member;
    known.push_back(field.name);
  }
  for (const NamedCount& count : kCounts) {
    if (count.name == name)
      return stats.*count.member;
    known.push_back(count.name);
  }
  throw vta::UsageError(
      fmt::format("unknown counter '{}': {}", name, vta::known_names(name, known)));
}

}  // namespace

extern "C" {

const char* vta_version(void) {
  return VTA_VERSION;
}

vta_program* vta_program_load(const char* path) {
  vta_program* out = nullptr;
  guarded([&] {
    require(path, "path");
    out = programs().add(std::make_shared<vta_program>(
        std::make_shared<const vta::Program>(vta::load_program(path))));
  });
  return out;
}

vta_program* vta_program_load_memory(const void* data, size_t size_bytes, const char* name) {
  vta_program* out = nullptr;
  guarded([&] {
    require(data, "data");
    const std::span bytes(static_cast<const std::byte*>(data), size_bytes);
    out = programs().add(std::make_shared<vta_program>(std::make_shared<const vta::Program>(
        vta::parse_program(bytes, name == nullptr ? "memory" : name))));
  });
  return out;
}

void vta_program_destroy(vta_program* program) {
  if (program != nullptr)
    guarded([&] { programs().remove(program, "program"); });
}

vta_executor* vta_executor_create(const vta_program* program, const char* device) {
  vta_executor* out = nullptr;
  guarded([&] {
    const std::shared_ptr<const vta::Program> shared = programs().get(program, "program")->program;
    require(device, "device");
    out = executors().add(
        std::make_shared<vta_executor>(shared, vta::capi::open_device(device, shared->config)));
  });
  return out;
}

void vta_executor_destroy(vta_executor* executor) {
  if (executor != nullptr)
    guarded([&] { executors().remove(executor, "executor"); });
}

int64_t vta_input_count(const vta_executor* executor) {
  int64_t count = 0;
  guarded([&] { count = std::ssize(ExecutorUse(executor)->executor.program().inputs); });
  return count;
}

int64_t vta_output_count(const vta_executor* executor) {
  int64_t count = 0;
  guarded([&] { count = std::ssize(ExecutorUse(executor)->executor.program().outputs); });
  return count;
}

int vta_describe_input(const vta_executor* executor, int64_t index, vta_tensor* tensor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(tensor, "tensor");
    *tensor = describe_input(use->executor, index);
  });
}

int vta_describe_output(const vta_executor* executor, int64_t index, vta_tensor* tensor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(tensor, "tensor");
    *tensor = describe_output(use->executor, index);
  });
}

int vta_find_input(const vta_executor* executor, const char* name, int64_t* index) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(name, "name");
    require(index, "index");
    *index = use->executor.input_index(name);
  });
}

int vta_find_output(const vta_executor* executor, const char* name, int64_t* index) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(name, "name");
    require(index, "index");
    *index = use->executor.output_index(name);
  });
}

int vta_set_input(vta_executor* executor, int64_t index, const void* data, vta_dtype dtype,
                  const int64_t* shape, int64_t rank) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(data, "data");
    use->executor.set_input(index,
                            copied(describe_input(use->executor, index), data, dtype, shape, rank));
    use->inputs[static_cast<size_t>(index)] = {};
  });
}

int vta_run(vta_executor* executor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    vta::capi::refresh_bound_inputs(*use);
    use->executor.run();
  });
}

int vta_get_position(const vta_executor* executor, int64_t* position, int64_t* context) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(position, "position");
    require(context, "context");
    const auto& positions = use->executor.program().positions;
    *position = use->executor.position();
    *context = positions ? positions->context : 0;
  });
}

int vta_reset_state(vta_executor* executor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    use->executor.reset_state();
  });
}

int vta_get_output(const vta_executor* executor, int64_t index, vta_tensor* tensor) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(tensor, "tensor");
    use->executor.output(index);
    *tensor = describe_output(use->executor, index);
  });
}

int vta_get_counter(const vta_executor* executor, const char* name, int64_t* value) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(name, "name");
    require(value, "value");
    *value = counter(use->executor.stats(), name);
  });
}

}  // extern "C"
