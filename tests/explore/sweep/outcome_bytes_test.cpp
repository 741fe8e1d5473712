#include "explore/sweep/outcome_bytes.h"

#include <gmock/gmock.h>

#include <limits>
#include <random>

#include "base/error.h"

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

PointOutcome message(Outcome outcome) {
  return {.index = 7, .outcome = std::move(outcome), .seconds = 0.25, .worker = 3};
}

bool equal(const PointOutcome& a, const PointOutcome& b) {
  return std::tie(a.index, a.outcome, a.seconds, a.worker) ==
         std::tie(b.index, b.outcome, b.seconds, b.worker);
}

std::string refusal(std::string_view bytes) {
  try {
    from_bytes<PointOutcome>(bytes, "worker 3");
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(OutcomeBytes, EveryMemberOfAResultComesBack) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const PointOutcome outcome = message(ResultMaker(seed).result(static_cast<int>(seed % 30)));
    const std::string bytes = to_bytes(outcome);
    const auto back = from_bytes<PointOutcome>(bytes, "test");
    EXPECT_TRUE(equal(back, outcome));
    EXPECT_EQ(to_bytes(back), bytes);
  }
}

TEST(OutcomeBytes, ReasonsComeBackWithTheirKind) {
  for (const std::string& reason :
       {std::string(), std::string("a\0b\n", 4), std::string(100000, 'x')})
    for (const Outcome& outcome : {Outcome(Uncompilable{reason}), Outcome(Failed{reason})})
      EXPECT_TRUE(
          equal(from_bytes<PointOutcome>(to_bytes(message(outcome)), "t"), message(outcome)));
}

TEST(OutcomeBytes, EveryTruncationIsRefused) {
  const std::string bytes = to_bytes(message(ResultMaker(1).result(2)));
  for (size_t n = 0; n < bytes.size(); ++n)
    EXPECT_THAT(refusal(std::string_view(bytes).substr(0, n)),
                AllOf(HasSubstr("worker 3: it ends"), HasSubstr("before the end of its content")))
        << n;
  EXPECT_THAT(refusal(bytes + "x"), HasSubstr("worker 3: 1 of its"));
}

// Frames around them tell damage (base/frame.h); what is damaged nevertheless is refused or another
// value, and costs no more memory than its bytes.
TEST(OutcomeBytes, DamageIsRefusedOrAnotherValue) {
  const std::string whole = to_bytes(message(ResultMaker(2).result(1)));
  int refused = 0;
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      refused += refusal(damaged).starts_with("worker 3: ") ? 1 : 0;
    }
  EXPECT_GT(refused, 64);  // of every count, most bits
}

TEST(OutcomeBytes, AnUnknownKindIsNamed) {
  std::string bytes = to_bytes(message(Failed{"no memory"}));
  bytes[8] = 3;  // behind the index
  EXPECT_THAT(refusal(bytes), HasSubstr("worker 3: 3 is no kind of value; legal are 0 to 2"));
}

}  // namespace
}  // namespace vta::explore
