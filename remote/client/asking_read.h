// Reads of streams that may take as long as a computation.
#pragma once

#include <grpcpp/grpcpp.h>

#include <future>

#include "base/interruption.h"

namespace vta::remote {

// stream.Read(); an interruption (base/interruption.h) cancels the call.
template <typename Stream, typename Message>
bool read_asking(Stream& stream, grpc::ClientContext& context, Message& message) {
  if (scoped_interruption() == nullptr)
    return stream.Read(&message);
  auto reading = std::async(std::launch::async, [&] { return stream.Read(&message); });
  try {
    while (reading.wait_for(Interruption::kPeriod) != std::future_status::ready)
      check_interruption();
  } catch (...) {
    context.TryCancel();
    throw;  // once the read has ended
  }
  return reading.get();
}

}  // namespace vta::remote
