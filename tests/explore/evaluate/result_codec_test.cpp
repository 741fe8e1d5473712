#include "explore/evaluate/result_codec.h"

#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <random>

#include "base/error.h"
#include "base/hash.h"

namespace vta::explore {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ResultMaker {
 public:
  explicit ResultMaker(uint64_t seed) : rng_(seed) {}

  PointResult result(int layers) {
    PointResult r;
    fill(r.counters);
    r.timing.cycles = number();
    r.timing.bus_beats = number();
    fill(r.timing.units);
    r.timing.outside.cycles = number();
    fill(r.timing.outside.units);
    r.insns = number();
    r.work = {number(), number(), {}};
    for (int k = 0; k < layers; ++k)
      r.work.host.push_back({fmt::format("op{}", k), number(), number()});
    r.bound_compute = number();
    r.bound_memory = number();
    r.least_cycles = number();
    r.useful_macs = number();
    for (int k = 0; k < layers; ++k)
      r.layers.push_back(layer(k));
    return r;
  }

 private:
  // Of every length, negative ones and the extremes included.
  int64_t number() {
    const auto bits = static_cast<int64_t>(rng_() >> rng_() % 64);
    return rng_() % 4 == 0 ? -bits : bits;
  }

  void fill(Counters& c) {
    for (int64_t* v :
         {&c.inp_load_nbytes, &c.wgt_load_nbytes, &c.acc_load_nbytes, &c.uop_load_nbytes,
          &c.out_store_nbytes, &c.gemm_counter, &c.alu_counter, &c.acc_load_nbytes_vta})
      *v = number();
    for (int64_t& v : c.insn_count)
      v = number();
  }

  void fill(UnitCycles& units) {
    for (auto& unit : units)
      for (int64_t& v : unit)
        v = number();
  }

  LayerResult layer(int index) {
    LayerResult l;
    l.name = "conv2d_" + std::to_string(index);
    l.kind = index % 2 == 0 ? "conv2d" : "";
    l.macs = number();
    l.least_bytes = std::numeric_limits<int64_t>::min();
    l.insns = std::numeric_limits<int64_t>::max();
    l.bound_compute = number();
    l.bound_memory = number();
    l.least_compute = number();
    l.least_memory = number();
    l.useful_macs = number();
    fill(l.counters);
    l.timing.cycles = number();
    fill(l.timing.units);
    return l;
  }

  std::mt19937_64 rng_;
};

std::string refusal(std::string_view bytes) {
  try {
    decode_outcome(bytes, "worker 3");
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(ResultCodec, EveryMemberOfAResultComesBack) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const Outcome outcome = ResultMaker(seed).result(static_cast<int>(seed % 30));
    const std::string bytes = encode_outcome(outcome);
    EXPECT_EQ(decode_outcome(bytes, "test"), outcome);
    EXPECT_EQ(encode_outcome(decode_outcome(bytes, "test")), bytes);
  }
}

TEST(ResultCodec, ReasonsComeBackWithTheirKind) {
  for (const std::string& reason :
       {std::string(), std::string("a\0b\n", 4), std::string(100000, 'x')}) {
    EXPECT_EQ(decode_outcome(encode_outcome(Uncompilable{reason}), "t"),
              Outcome(Uncompilable{reason}));
    EXPECT_EQ(decode_outcome(encode_outcome(Failed{reason}), "t"), Outcome(Failed{reason}));
  }
}

TEST(ResultCodec, EveryTruncationIsRefused) {
  const std::string bytes = encode_outcome(ResultMaker(1).result(2));
  EXPECT_THAT(refusal(""), HasSubstr("worker 3: not an outcome of a point"));
  EXPECT_THAT(refusal(bytes.substr(0, 7)),
              HasSubstr("worker 3: an outcome truncated at 7 of 9 bytes"));
  for (size_t n = 4; n < bytes.size(); ++n)
    EXPECT_THAT(refusal(std::string_view(bytes).substr(0, n)), HasSubstr("truncated at")) << n;
}

TEST(ResultCodec, EveryFlippedBitIsRefused) {
  const std::string bytes = encode_outcome(ResultMaker(2).result(1));
  for (size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      EXPECT_THAT(refusal(damaged), HasSubstr("worker 3: ")) << i << "." << bit;
    }
}

TEST(ResultCodec, EachReasonIsNamed) {
  std::string bytes = encode_outcome(Failed{"no memory"});
  EXPECT_THAT(refusal(bytes + "x"), HasSubstr("1 byte after an outcome of"));
  std::string damaged = bytes;
  damaged[12] ^= 1;
  EXPECT_THAT(refusal(damaged), HasSubstr("a damaged outcome: its checksum differs"));
  bytes[4] = 9;
  EXPECT_THAT(refusal(bytes), HasSubstr("an outcome of version 9, this program knows 4"));
}

// What a mistaken writer could send with a right checksum.
TEST(ResultCodec, WrongContentUnderARightChecksumIsRefused) {
  const auto with_payload = [](const std::string& payload) {
    std::string bytes = encode_outcome(Failed{std::string(payload.size() - 2, ' ')});
    bytes.replace(9, payload.size(), payload);
    const uint64_t hash = hash64(std::string_view(payload));
    std::memcpy(bytes.data() + 9 + payload.size(), &hash, sizeof hash);
    return bytes;
  };
  EXPECT_THAT(refusal(with_payload({6, 0})), HasSubstr("an outcome of kind 3, known are 0 to 2"));
  EXPECT_THAT(refusal(with_payload({2, 9, 'a'})),
              HasSubstr("an outcome with an inconsistent payload"));
  EXPECT_THAT(refusal(with_payload({2, 0, 'a'})),
              HasSubstr("an outcome with an inconsistent payload"));
  EXPECT_THAT(refusal(with_payload(std::string(12, '\xff'))),
              HasSubstr("an outcome with an inconsistent payload"));
  EXPECT_THAT(refusal(with_payload({0, 3, 'c', ',', '\x1b'})),
              AllOf(HasSubstr("an outcome with the numbers c,\\x1b; this program has cycles, "
                              "instructions, inp_load_"),
                    HasSubstr("network_macs, macs, least_nbytes, cycles")));
}

}  // namespace
}  // namespace vta::explore
