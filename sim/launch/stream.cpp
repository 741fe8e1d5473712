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
         bytes.size() == bytes_.size() &&
         (bytes.empty() || std::memcmp(bytes.data(), bytes_.data(), bytes.size()) == 0);
}

void DecodedStream::update(std::span<const std::byte> bytes, const CheckContext& context,
                           const InsnCodec& codec) {
  if (same(bytes, context))
    return;
  begin(context, codec);
  insns_.reserve(static_cast<size_t>(context.insn_count));
  tags_.reserve(static_cast<size_t>(context.insn_count));
  bytes_.assign(bytes.begin(), bytes.end());
  for (int64_t k = 0; k < insn_count_ && !fault_; ++k)
    decode_next(bytes_.data() + k * kInsnBytes);
  find_next_weights();
  valid_ = true;
}

void DecodedStream::begin(const CheckContext& context, const InsnCodec& codec) {
  valid_ = false;
  config_ = &context.config;
  codec_ = &codec;
  bases_ = context.bases;
  window_ = context.window;
  insn_count_ = context.insn_count;
  bytes_.clear();
  insns_.clear();
  tags_.clear();
  fault_ = {};
  fault_index_ = -1;
  check_end();
}

void DecodedStream::append(std::span<const std::byte> bytes) {
  if (fault_)
    return;
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  size_t used = 0;
  for (; !fault_ && bytes_.size() - used >= size_t{kInsnBytes}; used += size_t{kInsnBytes})
    decode_next(bytes_.data() + used);
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(used));
}

void DecodedStream::decode_next(const std::byte* bytes) {
  InsnBits bits;
  std::memcpy(&bits, bytes, sizeof(bits));
  const auto index = static_cast<int64_t>(insns_.size());
  insns_.push_back(codec_->decode(bits));
  tags_.push_back(queue_tag(insns_.back()));
  fault_ = check_insn(insns_.back(), index, {*config_, bases_, window_, insn_count_});
  if (fault_)
    fault_index_ = index;
  else
    check_end();
}

void DecodedStream::check_end() {
  if (static_cast<int64_t>(insns_.size()) < insn_count_)
    return;
  if (!insns_.empty() && insns_.back().op() == Opcode::Finish)
    return;
  fault_ = {IsaError::NoFinish, "the stream ends without FINISH"};
  fault_index_ = insn_count_;
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
