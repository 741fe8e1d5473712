#include "base/class_names.h"
#include "base/image_input.h"
#include "runtime/top_classes.h"
#include "runtime/vta_capi_handles.h"
#include "runtime/vta_image.h"

struct vta_labels {
  std::vector<std::string> names;
};

namespace {

using vta::capi::ExecutorUse;
using vta::capi::guarded;
using vta::capi::require;

vta::capi::Handles<vta_labels>& all_labels() {
  static auto* const alive = new vta::capi::Handles<vta_labels>;
  return *alive;
}

vta::Preprocessing preprocessing_of(const vta_executor& handle) {
  return handle.executor.program().preprocessing.value_or(vta::Preprocessing{});
}

vta::Preprocessing given(const vta_preprocessing& how) {
  vta::Preprocessing out{how.pixel_scale, {how.mean, how.mean + 3}, {how.std, how.std + 3}};
  if (const std::string problem = vta::preprocessing_problem(out); !problem.empty())
    throw vta::UsageError(problem);
  return out;
}

void set_image(vta_executor* executor, int64_t index, const vta::Image& image, const char* origin,
               const vta_preprocessing* how) {
  const ExecutorUse use(executor);
  use->executor.input(index);
  const vta::Program& program = use->executor.program();
  const auto id = static_cast<size_t>(program.inputs[static_cast<size_t>(index)]);
  const vta::ProgramValue& value = program.values[id];
  const vta::Normalization normalization =
      vta::rgb_normalization(how == nullptr ? preprocessing_of(*use) : given(*how));
  use->executor.set_input(
      index, vta::image_input(image, {value.shape, value.dtype}, normalization, origin));
  use->inputs[static_cast<size_t>(index)] = {};
}

}  // namespace

extern "C" {

int vta_get_preprocessing(const vta_executor* executor, vta_preprocessing* how, int* known) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(how, "how");
    const vta::Preprocessing own = preprocessing_of(*use);
    const vta::Normalization rgb = vta::rgb_normalization(own);  // UsageError: not of 3 channels
    how->pixel_scale = own.pixel_scale;
    for (size_t c = 0; c < rgb.mean.size(); ++c) {
      how->mean[c] = own.mean[own.mean.size() == 1 ? 0 : c];
      how->std[c] = own.std[own.std.size() == 1 ? 0 : c];
    }
    if (known != nullptr)
      *known = use->executor.program().preprocessing ? 1 : 0;
  });
}

int vta_set_input_image(vta_executor* executor, int64_t index, const char* path,
                        const vta_preprocessing* how) {
  return guarded([&] {
    require(executor, "executor");
    require(path, "path");
    set_image(executor, index, vta::read_image(path), path, how);
  });
}

int vta_set_input_image_memory(vta_executor* executor, int64_t index, const void* data,
                               size_t size_bytes, const vta_preprocessing* how) {
  return guarded([&] {
    require(executor, "executor");
    require(data, "data");
    const std::span bytes(static_cast<const std::byte*>(data), size_bytes);
    set_image(executor, index, vta::parse_image(bytes, "memory"), "memory", how);
  });
}

int vta_top_classes(const vta_executor* executor, int64_t output, int64_t image, int64_t count,
                    int64_t* classes, float* values) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(classes, "classes");
    require(values, "values");
    for (const vta::TopClass& one : vta::top_classes(use->executor.output(output), image, count)) {
      *classes++ = one.index;
      *values++ = one.value;
    }
  });
}

vta_labels* vta_labels_load(const char* path) {
  vta_labels* out = nullptr;
  guarded([&] {
    require(path, "path");
    out = all_labels().add(std::make_shared<vta_labels>(vta::read_class_names(path, 0)));
  });
  return out;
}

void vta_labels_destroy(vta_labels* labels) {
  if (labels != nullptr)
    guarded([&] { all_labels().remove(labels, "labels"); });
}

int64_t vta_labels_count(const vta_labels* labels) {
  int64_t count = 0;
  guarded([&] { count = std::ssize(all_labels().get(labels, "labels")->names); });
  return count;
}

const char* vta_label(const vta_labels* labels, int64_t index) {
  const char* out = nullptr;
  guarded([&] {
    const std::vector<std::string>& names = all_labels().get(labels, "labels")->names;
    if (index < 0 || index >= std::ssize(names))
      throw vta::InputError(
          fmt::format("there is no label {} (legal: 0 to {})", index, std::ssize(names) - 1));
    out = names[static_cast<size_t>(index)].c_str();
  });
  return out;
}

}  // extern "C"
