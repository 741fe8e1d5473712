// Every error of the C ABI in one table: what is called, the code, and what vta_last_error() says.
#include <gmock/gmock.h>

#include <array>
#include <functional>
#include <thread>

#include "runtime/parameters.h"
#include "runtime/vta_capi.h"
#include "runtime/vta_dlpack.h"
#include "runtime/vta_image.h"
#include "runtime/vta_params.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

const char* const kDigit = VTA_SOURCE_DIR "/tests/data/digit.png";
const char* const kLabels = VTA_SOURCE_DIR "/tests/examples/labels/digits.txt";

// What a call is made with: everything in order, for a row to spoil one thing.
struct Call {
  vta_program* program = nullptr;
  vta_executor* executor = nullptr;
  std::string path;
  std::array<int8_t, 64> data{};
  std::array<int64_t, 4> shape = {1, 16, 1, 4};
  int64_t value = 0;
  float number = 0;
  vta_preprocessing how{};
  vta_tensor tensor{};
  DLTensor dlpack{};
  DLManagedTensor managed{};
  DLManagedTensorVersioned versioned{};

  int set() { return vta_set_input(executor, 0, data.data(), VTA_INT8, shape.data(), 4); }
  int set_and_run() { return set() == 0 ? vta_run(executor) : -1; }
};

struct Row {
  const char* name;
  int code;  // -1: of a function that returns a pointer, NULL; -2: of a count, 0
  std::function<int(Call&)> call;
  const char* text;
};

int pointer(const void* p) {
  return p == nullptr ? -1 : 0;
}
int count(int64_t n) {
  return n == 0 ? -2 : 0;
}
vta_executor* wrong(Call& c) {
  return reinterpret_cast<vta_executor*>(c.program);
}

const Row kRows[] = {
    {"load NULL", -1, [](Call&) { return pointer(vta_program_load(nullptr)); }, "path is NULL"},
    {"load nothing", -1, [](Call&) { return pointer(vta_program_load("nowhere.vta")); },
     "nowhere.vta: cannot be opened"},
    {"load a folder", -1, [](Call&) { return pointer(vta_program_load("/")); }, "/: cannot be"},
    {"load no program", -1, [](Call&) { return pointer(vta_program_load("/proc/self/exe")); },
     "not a VTA program"},
    {"memory NULL", -1, [](Call&) { return pointer(vta_program_load_memory(nullptr, 8, "m")); },
     "data is NULL"},
    {"memory empty", -1, [](Call& c) { return pointer(vta_program_load_memory(&c, 0, "mine")); },
     "mine: not a VTA program"},
    {"memory without a name", -1,
     [](Call& c) { return pointer(vta_program_load_memory(c.data.data(), 64, nullptr)); },
     "memory: not a VTA program"},
    {"executor of NULL", -1, [](Call&) { return pointer(vta_executor_create(nullptr, "fsim")); },
     "program is NULL"},
    {"executor on NULL", -1,
     [](Call& c) { return pointer(vta_executor_create(c.program, nullptr)); }, "device is NULL"},
    {"executor on nothing", -1,
     [](Call& c) { return pointer(vta_executor_create(c.program, "abacus")); }, "abacus"},
    {"executor without memory", -1,
     [](Call& c) { return pointer(vta_executor_create(c.program, "fsim,memory_bytes=8192")); },
     "device memory"},
    {"executor of an executor", -1,
     [](Call& c) {
       return pointer(vta_executor_create(reinterpret_cast<vta_program*>(c.executor), "fsim"));
     },
     "program is no such handle, or it has been destroyed"},
    {"inputs of NULL", -2, [](Call&) { return count(vta_input_count(nullptr)); },
     "executor is NULL"},
    {"outputs of NULL", -2, [](Call&) { return count(vta_output_count(nullptr)); },
     "executor is NULL"},
    {"inputs of a program", -2, [](Call& c) { return count(vta_input_count(wrong(c))); },
     "executor is no such handle"},
    {"outputs of a program", -2, [](Call& c) { return count(vta_output_count(wrong(c))); },
     "executor is no such handle"},
    {"describe input of NULL", 2, [](Call& c) { return vta_describe_input(nullptr, 0, &c.tensor); },
     "executor is NULL"},
    {"describe input to NULL", 2,
     [](Call& c) { return vta_describe_input(c.executor, 0, nullptr); }, "tensor is NULL"},
    {"describe input 1", 3, [](Call& c) { return vta_describe_input(c.executor, 1, &c.tensor); },
     "there is no input 1 (the program has 1)"},
    {"describe input -1", 3, [](Call& c) { return vta_describe_input(c.executor, -1, &c.tensor); },
     "there is no input -1"},
    {"describe output of NULL", 2,
     [](Call& c) { return vta_describe_output(nullptr, 0, &c.tensor); }, "executor is NULL"},
    {"describe output to NULL", 2,
     [](Call& c) { return vta_describe_output(c.executor, 0, nullptr); }, "tensor is NULL"},
    {"describe output 1", 3, [](Call& c) { return vta_describe_output(c.executor, 1, &c.tensor); },
     "there is no output 1 (the program has 1)"},
    {"find input of NULL", 2, [](Call& c) { return vta_find_input(nullptr, "data", &c.value); },
     "executor is NULL"},
    {"find input NULL", 2, [](Call& c) { return vta_find_input(c.executor, nullptr, &c.value); },
     "name is NULL"},
    {"find input to NULL", 2, [](Call& c) { return vta_find_input(c.executor, "data", nullptr); },
     "index is NULL"},
    {"find no input", 3, [](Call& c) { return vta_find_input(c.executor, "date", &c.value); },
     "there is no input 'date': known are data"},
    {"find output of NULL", 2, [](Call& c) { return vta_find_output(nullptr, "x", &c.value); },
     "executor is NULL"},
    {"find output NULL", 2, [](Call& c) { return vta_find_output(c.executor, nullptr, &c.value); },
     "name is NULL"},
    {"find output to NULL", 2,
     [](Call& c) { return vta_find_output(c.executor, "result", nullptr); }, "index is NULL"},
    {"find no output", 3, [](Call& c) { return vta_find_output(c.executor, "logits", &c.value); },
     "there is no output 'logits': known are result"},
    {"position of NULL", 2, [](Call& c) { return vta_get_position(nullptr, &c.value, &c.value); },
     "executor is NULL"},
    {"position to NULL", 2, [](Call& c) { return vta_get_position(c.executor, nullptr, &c.value); },
     "position is NULL"},
    {"context to NULL", 2, [](Call& c) { return vta_get_position(c.executor, &c.value, nullptr); },
     "context is NULL"},
    {"reset of NULL", 2, [](Call&) { return vta_reset_state(nullptr); }, "executor is NULL"},
    {"set of NULL", 2,
     [](Call& c) { return vta_set_input(nullptr, 0, c.data.data(), VTA_INT8, c.shape.data(), 4); },
     "executor is NULL"},
    {"set to NULL", 2,
     [](Call& c) { return vta_set_input(c.executor, 0, nullptr, VTA_INT8, c.shape.data(), 4); },
     "data is NULL"},
    {"set without a shape", 2,
     [](Call& c) { return vta_set_input(c.executor, 0, c.data.data(), VTA_INT8, nullptr, 4); },
     "shape is NULL"},
    {"set of rank -1", 2,
     [](Call& c) { return vta_set_input(c.executor, 0, &c, VTA_INT8, c.shape.data(), -1); },
     "rank -1 (legal: 0 to 16)"},
    {"set of rank 17", 2,
     [](Call& c) { return vta_set_input(c.executor, 0, &c, VTA_INT8, c.shape.data(), 17); },
     "rank 17 (legal: 0 to 16)"},
    {"set of no type", 2,
     [](Call& c) {
       return vta_set_input(c.executor, 0, &c, static_cast<vta_dtype>(7), c.shape.data(), 4);
     },
     "element type 7 is not a vta_dtype"},
    {"set input 1", 3,
     [](Call& c) { return vta_set_input(c.executor, 1, &c, VTA_INT8, c.shape.data(), 4); },
     "there is no input 1"},
    {"set another type", 3,
     [](Call& c) { return vta_set_input(c.executor, 0, &c, VTA_UINT8, c.shape.data(), 4); },
     "takes int8 (1, 16, 1, 4), was given uint8 (1, 16, 1, 4)"},
    {"set another shape", 3,
     [](Call& c) { return vta_set_input(c.executor, 0, &c, VTA_INT8, c.shape.data(), 3); },
     "was given int8 (1, 16, 1)"},
    {"run NULL", 2, [](Call&) { return vta_run(nullptr); }, "executor is NULL"},
    {"run a program", 2, [](Call& c) { return vta_run(wrong(c)); }, "executor is no such handle"},
    {"run without input", 3, [](Call& c) { return vta_run(c.executor); },
     "input 0 (data) has not been set"},
    {"output of NULL", 2, [](Call& c) { return vta_get_output(nullptr, 0, &c.tensor); },
     "executor is NULL"},
    {"output to NULL", 2, [](Call& c) { return vta_get_output(c.executor, 0, nullptr); },
     "tensor is NULL"},
    {"output 1", 3, [](Call& c) { return vta_get_output(c.executor, 1, &c.tensor); },
     "there is no output 1"},
    {"output before a run", 3, [](Call& c) { return vta_get_output(c.executor, 0, &c.tensor); },
     "there was no run"},
    {"counter of NULL", 2, [](Call& c) { return vta_get_counter(nullptr, "launches", &c.value); },
     "executor is NULL"},
    {"counter NULL", 2, [](Call& c) { return vta_get_counter(c.executor, nullptr, &c.value); },
     "name is NULL"},
    {"counter to NULL", 2, [](Call& c) { return vta_get_counter(c.executor, "launches", nullptr); },
     "value is NULL"},
    {"no counter", 2, [](Call& c) { return vta_get_counter(c.executor, "cycle", &c.value); },
     "unknown counter 'cycle'"},
    {"bind of NULL", 2, [](Call& c) { return vta_bind_input(nullptr, 0, &c.dlpack); },
     "executor is NULL"},
    {"bind NULL", 2, [](Call& c) { return vta_bind_input(c.executor, 0, nullptr); },
     "tensor is NULL"},
    {"bind input 1", 3, [](Call& c) { return vta_bind_input(c.executor, 1, &c.dlpack); },
     "there is no input 1"},
    {"bind nothing", 3, [](Call& c) { return vta_bind_input(c.executor, 0, &c.dlpack); },
     "the tensor for input 0 (data): device_type 0"},
    {"take of NULL", 2, [](Call& c) { return vta_take_input(nullptr, 0, &c.managed); },
     "executor is NULL"},
    {"take NULL", 2, [](Call& c) { return vta_take_input(c.executor, 0, nullptr); },
     "tensor is NULL"},
    {"take nothing", 3, [](Call& c) { return vta_take_input(c.executor, 0, &c.managed); },
     "device_type 0"},
    {"take versioned of NULL", 2,
     [](Call& c) { return vta_take_input_versioned(nullptr, 0, &c.versioned); },
     "executor is NULL"},
    {"take versioned NULL", 2,
     [](Call& c) { return vta_take_input_versioned(c.executor, 0, nullptr); }, "tensor is NULL"},
    {"take of version 0", 3,
     [](Call& c) { return vta_take_input_versioned(c.executor, 0, &c.versioned); },
     "the tensor for input 0 is of DLPack 0.0 (legal: 1.x)"},
    {"export of NULL", -1, [](Call&) { return pointer(vta_export_output(nullptr, 0)); },
     "executor is NULL"},
    {"export output 1", -1, [](Call& c) { return pointer(vta_export_output(c.executor, 1)); },
     "there is no output 1"},
    {"export before a run", -1, [](Call& c) { return pointer(vta_export_output(c.executor, 0)); },
     "there was no run"},
    {"export versioned of NULL", -1,
     [](Call&) { return pointer(vta_export_output_versioned(nullptr, 0)); }, "executor is NULL"},
    {"export versioned before a run", -1,
     [](Call& c) { return pointer(vta_export_output_versioned(c.executor, 0)); },
     "there was no run"},
    {"copy of NULL", 2, [](Call& c) { return vta_copy_output(nullptr, 0, &c.dlpack); },
     "executor is NULL"},
    {"copy to NULL", 2, [](Call& c) { return vta_copy_output(c.executor, 0, nullptr); },
     "to is NULL"},
    {"copy to nothing", 3,
     [](Call& c) { return c.set_and_run() == 0 ? vta_copy_output(c.executor, 0, &c.dlpack) : -1; },
     "output 0: device_type 0"},
    {"load_params NULL", -1, [](Call&) { return pointer(vta_program_load_params(nullptr, "p")); },
     "path is NULL"},
    {"load_params with NULL", -1,
     [](Call& c) { return pointer(vta_program_load_params(c.path.c_str(), nullptr)); },
     "params_path is NULL"},
    {"load_params with nothing", -1,
     [](Call& c) { return pointer(vta_program_load_params(c.path.c_str(), "nowhere.vtp")); },
     "nowhere.vtp"},
    {"load_params with a program", -1,
     [](Call& c) { return pointer(vta_program_load_params(c.path.c_str(), c.path.c_str())); },
     "is no parameter file"},
    {"load_params_memory NULL", -1,
     [](Call& c) { return pointer(vta_program_load_params_memory(nullptr, 1, &c, 1)); },
     "program is NULL"},
    {"load_params_memory with NULL", -1,
     [](Call& c) { return pointer(vta_program_load_params_memory(&c, 1, nullptr, 1)); },
     "params is NULL"},
    {"load_params_memory with nothing", -1,
     [](Call& c) { return pointer(vta_program_load_params_memory(&c, 1, &c, 0)); },
     "memory: is no parameter file"},
    {"set_params of NULL", 2, [](Call&) { return vta_set_params(nullptr, "p"); },
     "executor is NULL"},
    {"set_params NULL", 2, [](Call& c) { return vta_set_params(c.executor, nullptr); },
     "params_path is NULL"},
    {"set_params of nothing", 3, [](Call& c) { return vta_set_params(c.executor, "none.vtp"); },
     "none.vtp"},
    {"set_params_memory of NULL", 2, [](Call& c) { return vta_set_params_memory(nullptr, &c, 1); },
     "executor is NULL"},
    {"set_params_memory NULL", 2,
     [](Call& c) { return vta_set_params_memory(c.executor, nullptr, 1); }, "params is NULL"},
    {"set_params_memory of nothing", 3,
     [](Call& c) { return vta_set_params_memory(c.executor, c.data.data(), 64); },
     "memory: is no parameter file"},
    {"set_params of another program", 3,
     [](Call& c) {
       const test::ScratchFile other("capi_errors_params");
       save_parameters(parameters_of(test::make_rich_program()), other.path());
       return vta_set_params(c.executor, other.path().c_str());
     },
     "they have 'numbers' (int64 (5)), the program has none"},
    {"params_hash of NULL", -1, [](Call&) { return pointer(vta_params_hash(nullptr)); },
     "executor is NULL"},
    {"preprocessing of NULL", 2,
     [](Call& c) { return vta_get_preprocessing(nullptr, &c.how, nullptr); }, "executor is NULL"},
    {"preprocessing to NULL", 2,
     [](Call& c) { return vta_get_preprocessing(c.executor, nullptr, nullptr); }, "how is NULL"},
    {"image of NULL", 2, [](Call&) { return vta_set_input_image(nullptr, 0, "x.png", nullptr); },
     "executor is NULL"},
    {"image NULL", 2, [](Call& c) { return vta_set_input_image(c.executor, 0, nullptr, nullptr); },
     "path is NULL"},
    {"image nowhere", 3,
     [](Call& c) { return vta_set_input_image(c.executor, 0, "nowhere.png", nullptr); },
     "nowhere.png"},
    {"image that is none", 3,
     [](Call& c) { return vta_set_input_image(c.executor, 0, c.path.c_str(), nullptr); },
     "is neither PNG nor JPEG nor PPM"},
    {"image for what takes none", 3,
     [](Call& c) { return vta_set_input_image(c.executor, 0, kDigit, nullptr); },
     "the network takes Tensor[(1, 16, 1, 4), int8], an image gives (N, 3, H, W) float32"},
    {"image for input 1", 3,
     [](Call& c) { return vta_set_input_image(c.executor, 1, kDigit, nullptr); },
     "there is no input 1"},
    {"image without a deviation", 2,
     [](Call& c) {
       c.how = {1, {0, 0, 0}, {1, 0, 1}};
       return vta_set_input_image(c.executor, 0, kDigit, &c.how);
     },
     "std"},
    {"image in memory of NULL", 2,
     [](Call& c) { return vta_set_input_image_memory(nullptr, 0, &c, 8, nullptr); },
     "executor is NULL"},
    {"image in memory NULL", 2,
     [](Call& c) { return vta_set_input_image_memory(c.executor, 0, nullptr, 8, nullptr); },
     "data is NULL"},
    {"image in memory empty", 3,
     [](Call& c) { return vta_set_input_image_memory(c.executor, 0, &c, 0, nullptr); },
     "image 'memory' is empty"},
    {"top of NULL", 2,
     [](Call& c) { return vta_top_classes(nullptr, 0, 0, 1, &c.value, &c.number); },
     "executor is NULL"},
    {"top to NULL", 2,
     [](Call& c) { return vta_top_classes(c.executor, 0, 0, 1, nullptr, &c.number); },
     "classes is NULL"},
    {"top values to NULL", 2,
     [](Call& c) { return vta_top_classes(c.executor, 0, 0, 1, &c.value, nullptr); },
     "values is NULL"},
    {"top before a run", 3,
     [](Call& c) { return vta_top_classes(c.executor, 0, 0, 1, &c.value, &c.number); },
     "there was no run"},
    {"top of image 1", 3,
     [](Call& c) {
       return c.set_and_run() == 0 ? vta_top_classes(c.executor, 0, 1, 1, &c.value, &c.number) : -1;
     },
     "the output has no image 1 (legal: 0 to 0)"},
    {"top 65 of 64", 3,
     [](Call& c) {
       return c.set_and_run() == 0 ? vta_top_classes(c.executor, 0, 0, 65, &c.value, &c.number)
                                   : -1;
     },
     "65 classes are asked for, the output has 64"},
    {"labels NULL", -1, [](Call&) { return pointer(vta_labels_load(nullptr)); }, "path is NULL"},
    {"labels nowhere", -1, [](Call&) { return pointer(vta_labels_load("nowhere.txt")); },
     "nowhere.txt"},
    {"labels of NULL", -2, [](Call&) { return count(vta_labels_count(nullptr)); },
     "labels is NULL"},
    {"label of NULL", -1, [](Call&) { return pointer(vta_label(nullptr, 0)); }, "labels is NULL"},
    {"label of a program", -1,
     [](Call& c) { return pointer(vta_label(reinterpret_cast<vta_labels*>(c.program), 0)); },
     "labels is no such handle"},
    {"label 10 of 10", -1,
     [](Call&) {
       vta_labels* labels = vta_labels_load(kLabels);
       const char* label = vta_label(labels, 10);
       vta_labels_destroy(labels);
       return pointer(label);
     },
     "there is no label 10 (legal: 0 to 9)"},
    {"copy to another type", 3,
     [](Call& c) {
       c.dlpack = {c.data.data(), {kDLCPU, 0}, 4, {kDLInt, 8, 1}, c.shape.data(), nullptr, 0};
       return c.set_and_run() == 0 ? vta_copy_output(c.executor, 0, &c.dlpack) : -1;
     },
     "output 0 has Tensor[(1, 16, 1, 4), float32], was given Tensor[(1, 16, 1, 4), int8]"},
};

TEST(CApiErrors, EachHasItsCodeAndTextAndLeavesTheExecutorUsable) {
  const test::ScratchFile file("capi_errors");
  save_program(test::make_add_program(3, 4), file.path());
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    Call call;
    call.path = file.path();
    call.program = vta_program_load(file.path().c_str());
    call.executor = vta_executor_create(call.program, "fsim");
    ASSERT_NE(call.executor, nullptr) << vta_last_error();
    EXPECT_EQ(row.call(call), row.code);
    EXPECT_THAT(vta_last_error(), HasSubstr(row.text));
    EXPECT_EQ(call.set_and_run(), 0) << vta_last_error();
    vta_executor_destroy(call.executor);
    vta_program_destroy(call.program);
  }
}

// The address of a handle that is gone may be given to another one, so nothing is made in between.
TEST(CApiErrors, DestroyedHandlesAreRefused) {
  const test::ScratchFile file("capi_destroyed");
  save_program(test::make_add_program(3, 4), file.path());
  vta_program* program = vta_program_load(file.path().c_str());
  vta_executor* executor = vta_executor_create(program, "fsim");
  vta_program_destroy(program);
  EXPECT_EQ(vta_executor_create(program, "fsim"), nullptr);
  EXPECT_THAT(vta_last_error(), HasSubstr("program is no such handle, or it has been destroyed"));
  vta_executor_destroy(executor);
  EXPECT_EQ(vta_run(executor), 2);
  EXPECT_THAT(vta_last_error(), HasSubstr("executor is no such handle, or it has been destroyed"));
  vta_executor_destroy(executor);
  vta_program_destroy(program);
  EXPECT_THAT(vta_last_error(), HasSubstr("program is no such handle"));
}

TEST(CApiErrors, AnExecutorInUseIsRefused) {
  const test::ScratchFile file("capi_in_use");
  save_program(test::make_add_program(3, 4), file.path());
  vta_program* program = vta_program_load(file.path().c_str());
  vta_executor* executor = vta_executor_create(program, "fsim");
  vta_program_destroy(program);
  std::array<int8_t, 64> data{};
  std::array<int64_t, 4> shape = {1, 16, 1, 4};
  struct Seen {
    vta_executor* executor;
    int code = 0;
    std::string text;
  } seen{executor, 0, {}};
  // A deleter runs inside the call that releases its tensor.
  DLManagedTensor managed{{data.data(), {kDLCPU, 0}, 4, {kDLInt, 8, 1}, shape.data(), nullptr, 0},
                          &seen,
                          [](DLManagedTensor* self) {
                            auto* s = static_cast<Seen*>(self->manager_ctx);
                            std::thread([s] {
                              s->code = vta_run(s->executor);
                              s->text = vta_last_error();
                            }).join();
                          }};
  ASSERT_EQ(vta_take_input(executor, 0, &managed), 0) << vta_last_error();
  ASSERT_EQ(vta_set_input(executor, 0, data.data(), VTA_INT8, shape.data(), 4), 0);
  EXPECT_EQ(seen.code, 2);
  EXPECT_THAT(seen.text, HasSubstr("executor is in use by another call"));
  EXPECT_EQ(vta_run(executor), 0) << vta_last_error();
  vta_executor_destroy(executor);
}

}  // namespace
}  // namespace vta
