#include "runtime/vta_capi_handles.h"

#include <string>

namespace vta::capi {
namespace {

thread_local std::string last_error;

}  // namespace

int failed(ExitCode code, const char* message) noexcept {
  try {
    last_error = message;
  } catch (...) {  // no memory for the message
    last_error.clear();
  }
  return static_cast<int>(code);
}

void require(const void* pointer, const char* what) {
  if (pointer == nullptr)
    throw UsageError(fmt::format("{} is NULL", what));
}

// Never destroyed: another library's end may still destroy handles.
Handles<vta_program>& programs() {
  static auto* const alive = new Handles<vta_program>;
  return *alive;
}

Handles<vta_executor>& executors() {
  static auto* const alive = new Handles<vta_executor>;
  return *alive;
}

ExecutorUse::ExecutorUse(const vta_executor* handle)
    : object_(executors().get(handle, "executor")) {
  if (object_->in_use.exchange(true))
    throw UsageError("executor is in use by another call: each thread needs one of its own");
}

}  // namespace vta::capi

extern "C" const char* vta_last_error(void) {
  return vta::capi::last_error.c_str();
}
