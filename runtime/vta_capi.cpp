#include "runtime/vta_capi.h"

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "base/suggest.h"
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "runtime/executor.h"

// The handles. A C caller cannot see inside.
struct vta_program {
  vta::Program program;
};
struct vta_executor {
  vta_executor(const vta::Program& program, std::unique_ptr<vta::DeviceLink> link)
      : executor(program, std::move(link)) {}
  vta::Executor executor;
};

namespace {

// What this library brings: the simulators and boards.
vta::DeviceTable& devices() {
  static std::once_flag once;
  std::call_once(once, [] { vta::board::add_board(vta::known_devices()); });
  return vta::known_devices();
}

thread_local std::string last_error;

int failed(vta::ExitCode code, const char* message) {
  last_error = message;
  return static_cast<int>(code);
}

// Runs f, which may throw, and turns what it throws into a code and a message.
template <typename F>
int guarded(F f) noexcept {
  try {
    f();
    return 0;
  } catch (const vta::Error& e) {
    return failed(e.exit_code(), e.what());
  } catch (const std::exception& e) {
    return failed(vta::ExitCode::Internal, e.what());
  } catch (...) {
    return failed(vta::ExitCode::Internal, "unknown error");
  }
}

void require(const void* pointer, const char* what) {
  if (pointer == nullptr)
    throw vta::UsageError(fmt::format("{} is NULL", what));
}

// The C enumeration has the order of vta::DType.
vta::DType dtype_of(vta_dtype dtype) {
  const auto value = static_cast<int>(dtype);
  if (value < VTA_FLOAT32 || value > VTA_BOOL)
    throw vta::UsageError(fmt::format("element type {} is not a vta_dtype", value));
  return static_cast<vta::DType>(value);
}

vta_tensor describe(const vta::Program& program, int64_t value, const vta::Tensor* data) {
  const vta::ProgramValue& v = program.values[static_cast<size_t>(value)];
  vta_tensor t;
  t.name = v.name.c_str();
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

vta_tensor describe_input(const vta_executor& handle, int64_t index) {
  const vta::Program& program = handle.executor.program();
  const auto count = static_cast<int64_t>(program.inputs.size());
  if (index < 0 || index >= count)
    throw vta::InputError(fmt::format("there is no input {} (the program has {})", index, count));
  return describe(program, program.inputs[static_cast<size_t>(index)], nullptr);
}

struct NamedCounter {
  const char* name;
  int64_t (*read)(const vta::RunStats& stats);
};
constexpr std::array<NamedCounter, 10> kCounters = {{
    {"inp_load_nbytes", [](const vta::RunStats& s) { return s.counters.inp_load_nbytes; }},
    {"wgt_load_nbytes", [](const vta::RunStats& s) { return s.counters.wgt_load_nbytes; }},
    {"acc_load_nbytes", [](const vta::RunStats& s) { return s.counters.acc_load_nbytes; }},
    {"uop_load_nbytes", [](const vta::RunStats& s) { return s.counters.uop_load_nbytes; }},
    {"out_store_nbytes", [](const vta::RunStats& s) { return s.counters.out_store_nbytes; }},
    {"gemm_counter", [](const vta::RunStats& s) { return s.counters.gemm_counter; }},
    {"alu_counter", [](const vta::RunStats& s) { return s.counters.alu_counter; }},
    {"acc_load_nbytes_vta", [](const vta::RunStats& s) { return s.counters.acc_load_nbytes_vta; }},
    {"widened_bytes", [](const vta::RunStats& s) { return s.widened_bytes; }},
    {"launches", [](const vta::RunStats& s) { return s.launches; }},
}};

int64_t counter(const vta::RunStats& stats, const char* name) {
  std::vector<std::string> known;
  for (const NamedCounter& c : kCounters) {
    if (std::strcmp(c.name, name) == 0)
      return c.read(stats);
    known.emplace_back(c.name);
  }
  throw vta::UsageError(
      fmt::format("unknown counter '{}': {}", name, vta::known_names(name, known)));
}

}  // namespace

extern "C" {

const char* vta_version(void) {
  return VTA_VERSION;
}

const char* vta_last_error(void) {
  return last_error.c_str();
}

vta_program* vta_program_load(const char* path) {
  vta_program* out = nullptr;
  guarded([&] {
    require(path, "path");
    out = new vta_program{vta::load_program(path)};
  });
  return out;
}

void vta_program_destroy(vta_program* program) {
  delete program;
}

vta_executor* vta_executor_create(const vta_program* program, const char* device) {
  vta_executor* out = nullptr;
  guarded([&] {
    require(program, "program");
    require(device, "device");
    out = new vta_executor(program->program, devices().open(device, program->program.config));
  });
  return out;
}

void vta_executor_destroy(vta_executor* executor) {
  delete executor;
}

int64_t vta_input_count(const vta_executor* executor) {
  return executor == nullptr ? 0 : static_cast<int64_t>(executor->executor.program().inputs.size());
}

int64_t vta_output_count(const vta_executor* executor) {
  return executor == nullptr ? 0
                             : static_cast<int64_t>(executor->executor.program().outputs.size());
}

int vta_describe_input(const vta_executor* executor, int64_t index, vta_tensor* tensor) {
  return guarded([&] {
    require(executor, "executor");
    require(tensor, "tensor");
    *tensor = describe_input(*executor, index);
  });
}

int vta_set_input(vta_executor* executor, int64_t index, const void* data, vta_dtype dtype,
                  const int64_t* shape, int64_t rank) {
  return guarded([&] {
    require(executor, "executor");
    require(data, "data");
    executor->executor.set_input(
        index, copied(describe_input(*executor, index), data, dtype, shape, rank));
  });
}

int vta_run(vta_executor* executor) {
  return guarded([&] {
    require(executor, "executor");
    executor->executor.run();
  });
}

int vta_get_output(const vta_executor* executor, int64_t index, vta_tensor* tensor) {
  return guarded([&] {
    require(executor, "executor");
    require(tensor, "tensor");
    const vta::Tensor& value = executor->executor.output(index);
    const vta::Program& program = executor->executor.program();
    *tensor = describe(program, program.outputs[static_cast<size_t>(index)], &value);
  });
}

int vta_get_counter(const vta_executor* executor, const char* name, int64_t* value) {
  return guarded([&] {
    require(executor, "executor");
    require(name, "name");
    require(value, "value");
    *value = counter(executor->executor.stats(), name);
  });
}

}  // extern "C"
