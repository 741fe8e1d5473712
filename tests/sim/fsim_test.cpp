#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Fsim, Run_OfFinishAloneEndsWithoutError) {
  Bench b("tiny");
  const RunReport& r = b.run({finish()});
  EXPECT_EQ(r.error, IsaError::None);
  EXPECT_EQ(r.error_text, "");
  EXPECT_EQ(r.counters.insn_count[3], 1);
  EXPECT_EQ(b.device->read_register(Register::Status), 1u);
}

TEST(Fsim, Run_LoadsMultipliesAndStores) {
  Bench b("tiny");  // one element: INP 4 bytes, WGT 16, ACC 16, OUT 4
  b.poke<int8_t>(4 * 16, {1, 2, 3, 4});
  std::vector<int8_t> w(16);
  for (int n = 0; n < 4; ++n)
    for (int k = 0; k < 4; ++k)
      w[static_cast<size_t>(n * 4 + k)] = static_cast<int8_t>(n == k ? 10 : n == 3 ? -1 : 0);
  b.poke<int8_t>(256, w);
  b.poke<int32_t>(512, {1, 1, 1, 1});
  b.poke_uops(0, {{0, 0, 0}});
  const RunReport& r = b.run({
      load(MemoryType::Uop, 0, 0, 1, 1),
      load(MemoryType::Acc, 0, 32, 1, 1),
      load(MemoryType::Inp, 0, 16, 1, 1),
      with(load(MemoryType::Wgt, 0, 16, 1, 1), PushNext),
      with(gemm(0, 1), PopPrev | PushNext),
      with(store(0, 256, 1, 1), PopPrev | PushPrev),
      with(finish(), PopNext),
  });
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
  EXPECT_THAT(b.acc(0, 1), ElementsAre(11, 21, 31, 1 + 40 - 6));
  EXPECT_THAT(b.peek<int8_t>(1024, 4), ElementsAre(11, 21, 31, 35));
  EXPECT_EQ(r.counters.inp_load_nbytes, 4);
  EXPECT_EQ(r.counters.wgt_load_nbytes, 16);
  EXPECT_EQ(r.counters.acc_load_nbytes, 16);
  EXPECT_EQ(r.counters.uop_load_nbytes, 4);
  EXPECT_EQ(r.counters.out_store_nbytes, 4);
  EXPECT_EQ(r.counters.gemm_counter, 1);
}

TEST(Fsim, Deadlock_NamesWhatEveryUnitWaitsFor) {
  Bench b("tiny");
  const RunReport& r = b.run(
      {with(load(MemoryType::Inp, 0, 0, 1, 1), PopNext), with(gemm(0, 0), PopPrev), finish()});
  EXPECT_EQ(r.error, IsaError::Deadlock);
  EXPECT_EQ(r.error_insn, 0);
  EXPECT_THAT(r.error_text, HasSubstr("DEADLOCK: instruction 0"));
  EXPECT_THAT(r.error_text,
              HasSubstr("load: instruction 0 waits, token missing compute->load: load inp"));
  EXPECT_THAT(r.error_text,
              HasSubstr("compute: instruction 1 waits, token missing load->compute: gemm"));
  EXPECT_THAT(r.error_text, HasSubstr("store: queue empty"));
  EXPECT_THAT(r.error_text, HasSubstr("fetch: stream exhausted"));
}

}  // namespace
}  // namespace vta::test
