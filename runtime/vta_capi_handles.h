// The handles of the C ABI, and the common begin and end of its functions.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "link/device_table.h"
#include "runtime/dlpack.h"
#include "runtime/executor.h"
#include "runtime/vta_capi.h"

namespace vta::capi {

// An input whose memory is another's.
struct BoundInput {
  DLTensor tensor{};  // its shape and strides are those below
  Shape shape, strides;
  std::shared_ptr<void> owner;
  bool bound = false;
  bool in_place = false;  // false: copied at each run
};

}  // namespace vta::capi

struct vta_program {
  std::shared_ptr<const vta::Program> program;
};
struct vta_executor {
  vta_executor(std::shared_ptr<const vta::Program> program, std::unique_ptr<vta::DeviceLink> link)
      : executor(std::move(program), std::move(link)), inputs(executor.program().inputs.size()) {}
  vta::Executor executor;
  std::vector<vta::capi::BoundInput> inputs;  // by index of the input
  std::string params_hash, stats_json;        // as given out
  std::atomic<bool> in_use = false;
};

namespace vta::capi {

// Keeps the reason for vta_last_error(); returns the code.
int failed(ExitCode code, const char* message) noexcept;

// Runs f and converts an exception to a code and a message.
template <typename F>
int guarded(F f) noexcept {
  try {
    f();
    return 0;
  } catch (const Error& e) {
    return failed(e.exit_code(), e.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::ResourceLimit, "memory could not be had");
  } catch (const std::exception& e) {
    return failed(ExitCode::Internal, e.what());
  } catch (...) {
    return failed(ExitCode::Internal, "unknown error");
  }
}

// UsageError for NULL.
void require(const void* pointer, const char* what);

// The handles of one kind that are alive. Nothing behind a pointer is read to see what it is.
template <typename T>
class Handles {
 public:
  T* add(std::shared_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    T* handle = object.get();
    alive_.emplace(handle, std::move(object));
    return handle;
  }
  // UsageError for an invalid handle; `what` is "executor".
  std::shared_ptr<T> get(const T* handle, const char* what) {
    require(handle, what);
    const std::lock_guard lock(mutex_);
    const auto found = alive_.find(handle);
    if (found == alive_.end())
      throw UsageError(fmt::format("{} is no such handle, or it has been destroyed", what));
    return found->second;
  }
  // The result may be the last owner.
  std::shared_ptr<T> remove(const T* handle, const char* what) {
    std::shared_ptr<T> object = get(handle, what);
    const std::lock_guard lock(mutex_);
    alive_.erase(handle);
    return object;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const T*, std::shared_ptr<T>> alive_;
};
Handles<vta_program>& programs();
Handles<vta_executor>& executors();

// An executor for the time of one call. UsageError for what is none, and where another thread (or a
// deleter that this call runs) is using it.
class ExecutorUse {
 public:
  explicit ExecutorUse(const vta_executor* handle);
  ExecutorUse(const ExecutorUse&) = delete;
  ExecutorUse& operator=(const ExecutorUse&) = delete;
  ~ExecutorUse() { object_->in_use = false; }
  vta_executor* operator->() const { return object_.get(); }
  vta_executor& operator*() const { return *object_; }

 private:
  std::shared_ptr<vta_executor> object_;
};

// Copies the inputs that cannot be read in place to where the run reads them.
void refresh_bound_inputs(vta_executor& executor);

// Opens a device by its string; what there is depends on the library (vta_capi_devices.cpp).
std::unique_ptr<DeviceLink> open_device(const char* device, const VtaConfig& config);
// Adds devices elsewhere, in a library that has them (remote/client/capi_devices.cpp); in others
// nothing.
void add_elsewhere(DeviceTable& devices);

}  // namespace vta::capi
