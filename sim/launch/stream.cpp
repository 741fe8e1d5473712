#include "sim/launch/stream.h"

#include <algorithm>
#include <cstring>

namespace vta {
namespace {

// Tens of megabytes at most, unless one stream alone is longer.
constexpr int64_t kMaxInsns = 100000;
constexpr size_t kMaxStreams = 64;

}  // namespace

bool DecodedStream::same(std::span<const std::byte> bytes, const CheckContext& context) const {
  return valid_ && context.bases == bases_ && context.window == window_ &&
         bytes.size() == bytes_.size() && std::equal(bytes.begin(), bytes.end(), bytes_.begin());
}

void DecodedStream::update(std::span<const std::byte> bytes, const CheckContext& context,
                           const InsnCodec& codec) {
  if (same(bytes, context))
    return;
  valid_ = true;
  bytes_.assign(bytes.begin(), bytes.end());
  bases_ = context.bases;
  window_ = context.window;
  decode(bytes, context, codec);
  find_next_weights();
}

void DecodedStream::decode(std::span<const std::byte> bytes, const CheckContext& context,
                           const InsnCodec& codec) {
  insns_.clear();
  tags_.clear();
  fault_ = {};
  fault_index_ = -1;
  insns_.reserve(static_cast<size_t>(context.insn_count));
  tags_.reserve(static_cast<size_t>(context.insn_count));
  for (int64_t k = 0; k < context.insn_count; ++k) {
    InsnBits bits;
    std::memcpy(&bits, bytes.data() + k * 16, 16);
    insns_.push_back(codec.decode(bits));
    tags_.push_back(queue_tag(insns_.back()));
    fault_ = check_insn(insns_.back(), k, context);
    if (fault_) {
      fault_index_ = k;
      return;
    }
  }
  if (insns_.empty() || insns_.back().op() != Opcode::Finish) {
    fault_ = {IsaError::NoFinish, "the stream ends without FINISH"};
    fault_index_ = context.insn_count;
  }
}

void DecodedStream::find_next_weights() {
  next_weights_.assign(insns_.size(), -1);
  int64_t next = -1;
  for (int64_t k = limit(); k-- > 0;) {
    next_weights_[static_cast<size_t>(k)] = next;
    const Insn& insn = insns_[static_cast<size_t>(k)];
    if (insn.op() == Opcode::Load && insn.memory() == MemoryType::Wgt && !is_nop(insn))
      next = k;
  }
}

const DecodedStream& StreamCache::find(std::span<const std::byte> bytes,
                                       const CheckContext& context, const InsnCodec& codec) {
  for (const auto& stream : streams_)
    if (stream->same(bytes, context))
      return *stream;
  if (insns_ > kMaxInsns || streams_.size() >= kMaxStreams) {
    streams_.clear();
    insns_ = 0;
  }
  streams_.push_back(std::make_unique<DecodedStream>());
  streams_.back()->update(bytes, context, codec);
  insns_ += static_cast<int64_t>(streams_.back()->insns().size());
  return *streams_.back();
}

}  // namespace vta
