#include "sim/fsim/stream.h"

#include <algorithm>
#include <cstring>

namespace vta {

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
  insns_.clear();
  fault_ = {};
  fault_index_ = -1;
  insns_.reserve(static_cast<size_t>(context.insn_count));
  for (int64_t k = 0; k < context.insn_count; ++k) {
    InsnBits bits;
    std::memcpy(&bits, bytes.data() + k * 16, 16);
    insns_.push_back(codec.decode(bits));
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

}  // namespace vta
