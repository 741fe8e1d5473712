// Tensors, statistics and errors as messages of vta_device.proto, and back. The content of messages
// is checked: InputError names an impossible value.
#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

#include "base/tensor.h"
#include "remote/proto/vta_device.pb.h"
#include "runtime/launches.h"

namespace vta::remote {

// Of vta_device.proto: both ends speak the same.
inline constexpr uint32_t kDeviceProtocol = 2;

void put_tensor(const vta::Tensor& tensor, v1::Tensor& message);
// `what` names it in messages. ResourceError where the policy in force does not allow it.
vta::Tensor tensor_of(const v1::Tensor& message, std::string_view what);

void put_stats(const RunStats& stats, v1::Stats& message);
// InputError where the message has not every counter of this program.
RunStats stats_of(const v1::Stats& message);

// An error with its class; `limit`: the option of `vta serve` that would allow it.
v1::Reply failure_reply(const std::exception& error, std::string_view limit = {});
// Throws the error that a failure describes.
[[noreturn]] void throw_failure(const v1::Failure& failure);

}  // namespace vta::remote
