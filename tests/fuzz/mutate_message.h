// Changes of a message that keep it a message: fields of any depth set, cleared, repeated, made
// extreme.
#pragma once

#include <google/protobuf/message.h>

#include <random>

namespace vta::fuzz {

// One change. The message may have become a little larger, never by more than it was and 4 KiB.
void mutate_message(google::protobuf::Message& message, std::mt19937_64& random);

}  // namespace vta::fuzz
