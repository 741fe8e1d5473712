#include "explore/launch/point_message.h"

#include <array>
#include <cstring>

#include "base/error.h"
#include "base/plural.h"
#include "explore/evaluate/result_codec.h"

namespace vta::explore {
namespace {

struct Head {
  int64_t index = 0;
  int64_t worker = 0;
  double seconds = 0;
};
static_assert(sizeof(Head) == 24);

}  // namespace

std::string encode_message(const PointOutcome& outcome) {
  const Head head = {.index = outcome.index, .worker = outcome.worker, .seconds = outcome.seconds};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + encode_outcome(outcome.outcome);
}

PointOutcome decode_message(std::string_view bytes, std::string_view origin) {
  Head head;
  if (bytes.size() < sizeof head)
    throw InputError(fmt::format("{}: the result of a point truncated at {}", origin,
                                 counted(std::ssize(bytes), "byte")));
  std::memcpy(&head, bytes.data(), sizeof head);
  return {.index = head.index,
          .outcome = decode_outcome(bytes.substr(sizeof head), origin),
          .seconds = head.seconds,
          .worker = head.worker};
}

}  // namespace vta::explore
