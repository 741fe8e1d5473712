// A decoded and checked instruction stream, kept between launches of the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/static_check.h"

namespace vta {

class DecodedStream {
 public:
  // Decodes and checks unless bytes and context are those of the last call. Instructions from
  // the first faulty one on are not decoded.
  void update(std::span<const std::byte> bytes, const CheckContext& context,
              const InsnCodec& codec);
  // The same piece by piece: begin(), then the stream's bytes in their order, cut anywhere. What is
  // said of the stream holds for what has come so far. The configuration must outlive the stream.
  void begin(const CheckContext& context, const InsnCodec& codec);
  void append(std::span<const std::byte> bytes);

  // Whether it is what update() would make of these.
  bool same(std::span<const std::byte> bytes, const CheckContext& context) const;

  std::span<const Insn> insns() const { return insns_; }  // the faulty one, if any, is the last
  std::span<const QueueTag> tags() const { return tags_; }
  // The first LOAD of weights behind an instruction, or nullptr.
  const Insn* next_weights(int64_t index) const {
    const int64_t next = next_weights_[static_cast<size_t>(index)];
    return next < 0 ? nullptr : &insns_[static_cast<size_t>(next)];
  }
  const Fault& fault() const { return fault_; }
  int64_t fault_index() const { return fault_index_; }
  // Instructions that may be dispatched.
  int64_t limit() const { return fault_ ? fault_index_ : insn_count_; }

 private:
  void decode_next(const std::byte* bytes);
  void check_end();
  void find_next_weights();

  bool valid_ = false;
  const VtaConfig* config_ = nullptr;
  const InsnCodec* codec_ = nullptr;
  int64_t insn_count_ = 0;
  std::vector<std::byte> bytes_;
  BaseAddresses bases_;
  DramWindow window_;
  std::vector<Insn> insns_;
  std::vector<QueueTag> tags_;
  std::vector<int64_t> next_weights_;
  Fault fault_;
  int64_t fault_index_ = -1;
};

// The streams of the last launches: a network that alternates between host and device launches
// several again and again.
class StreamCache {
 public:
  // The reference is valid until the next call.
  const DecodedStream& find(std::span<const std::byte> bytes, const CheckContext& context,
                            const InsnCodec& codec);

 private:
  std::vector<std::unique_ptr<DecodedStream>> streams_;
  int64_t insns_ = 0;  // of all streams
};

}  // namespace vta
