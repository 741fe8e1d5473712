// What a client of a server may send, to the session that would answer it: a sequence of requests,
// each behind its length, as the worker of vta serve gets them. Nothing is run for long.
#include <google/protobuf/stubs/logging.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "base/hash.h"
#include "remote/worker/worker_session.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/fuzz/mutate_message.h"

namespace {

using vta::remote::v1::Request;

constexpr size_t kMostRequests = 16;

vta::remote::v1::Limits limits() {
  vta::remote::v1::Limits few;
  few.set_memory_bytes(int64_t{4} << 20);
  few.set_max_cycles(1 << 20);
  few.set_max_seconds(5);
  few.set_max_images(4);
  few.set_message_bytes(int64_t{1} << 20);
  return few;
}

std::vector<Request> requests_of(std::span<const std::byte> bytes) {
  std::vector<Request> requests;
  while (requests.size() < kMostRequests && bytes.size() >= 4) {
    uint32_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes = bytes.subspan(4);
    size = static_cast<uint32_t>(std::min<size_t>(size, bytes.size()));
    if (Request request; request.ParseFromArray(bytes.data(), static_cast<int>(size)))
      requests.push_back(std::move(request));
    bytes = bytes.subspan(size);
  }
  return requests;
}

// What would take long by design: tsim builds a model, a timing repeats.
bool is_short(const Request& request) {
  return request.open().backend() != "tsim" && request.run().repeat() <= 2 &&
         request.run().number() <= 2;
}

// The requests as they are, or, as the input says, each of them changed as a message.
void answer_all(std::span<const std::byte> bytes) {
  std::vector<Request> requests = requests_of(bytes);
  std::mt19937_64 random(vta::hash64(bytes));
  if (!bytes.empty() && std::to_integer<int>(bytes.back()) % 2 == 1)
    for (Request& request : requests)
      for (size_t n = random() % 4; n > 0; --n)
        vta::fuzz::mutate_message(request, random);
  vta::remote::WorkerSession session(limits());
  for (const Request& request : requests)
    if (is_short(request))
      session.answer(request, [](const vta::remote::v1::Reply& reply) {
        if (!reply.IsInitialized() || reply.kind_case() == vta::remote::v1::Reply::KIND_NOT_SET)
          std::abort();
      });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const google::protobuf::LogSilencer quiet;
  return vta::fuzz::within_limits(data, size, answer_all);
}
