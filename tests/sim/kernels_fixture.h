// An engine under test beside the reference, over every configuration.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/kernels/fast_engine.h"
#include "tests/sim/plain_forms.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
using Rng = std::mt19937_64;

inline int64_t pick(Rng& rng, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

inline VtaConfig extended(const std::string& name) {
  VtaConfig config = named_config(name);
  config.isa_ext = 1;
  return config;
}

// The engines that make_engine knows, and two over forms in plain loops.
inline bool test_engine_available(const std::string& name) {
  return name.starts_with("plain_") || engine_available(name);
}
inline std::unique_ptr<Engine> make_test_engine(const std::string& name, const VtaConfig& config) {
  if (name == "plain_strips")
    return std::make_unique<FastEngine>(config, plain_strips());
  if (name == "plain_tiles")
    return std::make_unique<FastEngine>(config, plain_tiles());
  return make_engine(name, config);
}

// The engine under test and the reference, given the same instructions.
class Duel {
 public:
  Duel(const VtaConfig& config, const std::string& name)
      : reference(make_engine("reference", config)),
        engine(make_test_engine(name, config)),
        dram(size_t{1} << 19),
        out_a(size_t{1} << 16),
        out_b(size_t{1} << 16) {}

  // Uniform bytes in [low, high].
  void fill(Rng& rng, int64_t low, int64_t high) {
    const auto span = static_cast<uint64_t>(high - low + 1);
    for (size_t at = 0; at < dram.size(); at += 4) {
      const uint64_t random = rng();
      for (size_t k = 0; k < 4; ++k)
        dram[at + k] = static_cast<std::byte>(
            low + static_cast<int64_t>(((random >> (16 * k)) & 0xffff) * span >> 16));
    }
  }
  void load(const Insn& insn) {
    reference->load(insn, dram.data());
    engine->load(insn, dram.data());
  }
  // Whole scratchpads with what is in `dram`.
  void load_all(MemoryType type) {
    const VtaConfig& c = reference->state().config;
    const auto room = static_cast<int64_t>(dram.size()) / c.element_bytes(type);
    const int64_t depth = c.depth(type);
    for (int64_t at = 0; at < depth; at += room)
      load(test::load(type, at, 0, 1, std::min({room, depth - at, int64_t{65535}})));
  }
  void set_uops(const std::vector<Uop>& uops) {
    const InsnCodec& codec = reference->state().codec;
    const auto bytes = static_cast<size_t>(codec.uop_bytes());
    for (size_t k = 0; k < uops.size(); ++k) {
      const uint64_t word = codec.encode_uop(uops[k]);
      std::memcpy(dram.data() + k * bytes, &word, bytes);
    }
    load(test::load(MemoryType::Uop, 0, 0, 1, static_cast<int64_t>(uops.size())));
  }
  void run(const Insn& insn, const LoopRange& range) {
    if (insn.op() == Opcode::Gemm) {
      reference->gemm(insn, range);
      engine->gemm(insn, range);
    } else {
      reference->alu(insn, range);
      engine->alu(insn, range);
    }
  }
  void run(const Insn& insn) { run(insn, whole_loop(insn)); }
  bool in_range(const Insn& insn) const { return !find_index_fault(insn, reference->state()); }
  bool same() const {
    return std::ranges::equal(reference->state().acc, engine->state().acc) &&
           std::ranges::equal(reference->state().inp, engine->state().inp) &&
           std::ranges::equal(reference->state().wgt, engine->state().wgt);
  }

  std::unique_ptr<Engine> reference, engine;
  std::vector<std::byte> dram, out_a, out_b;
};

struct Case {
  std::string config, kernels;
};
// GoogleTest prints every parameter at every start of the program: by name, not byte by byte.
inline void PrintTo(const Case& c, std::ostream* out) {
  *out << c.kernels << " on " << c.config;
}
inline std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.kernels + "_" + info.param.config;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}
// Of the processor that this is built for: those of others are in no build.
#if defined(__aarch64__)
inline constexpr const char* kTestKernels[] = {"neon_dot", "neon", "portable", "plain_strips",
                                               "plain_tiles"};
#elif defined(__arm__)
inline constexpr const char* kTestKernels[] = {"neon", "portable", "plain_strips", "plain_tiles"};
#else
inline constexpr const char* kTestKernels[] = {"amx",      "avx512vnni",   "avx2",
                                               "portable", "plain_strips", "plain_tiles"};
#endif
inline std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const char* kernels : kTestKernels)
    for (const char* config :
         {"default", "tiny", "1x8", "1x32", "1x64", "2x16", "4x16", "1x32.16", "1x16.32", "uop64"})
      cases.push_back({config, kernels});
  return cases;
}

class Kernels : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!test_engine_available(GetParam().kernels))
      GTEST_SKIP() << "this CPU lacks " << GetParam().kernels;
    duel = std::make_unique<Duel>(extended(GetParam().config), GetParam().kernels);
    RecordProperty("seed", static_cast<int>(kSeed));
    rng.seed(kSeed);
  }
  // Inputs without a negative value now and then: some kernels have a form for that.
  void load_operands(bool nonnegative) {
    duel->fill(rng, nonnegative ? 0 : -128, 127);
    duel->load_all(MemoryType::Inp);
    duel->fill(rng, -128, 127);
    duel->load_all(MemoryType::Wgt);
  }
  const MachineState& state() const { return duel->reference->state(); }
  Uop random_uop() {
    return {pick(rng, 0, state().acc_depth / 2), pick(rng, 0, state().inp_depth / 2),
            pick(rng, 0, state().wgt_depth / 2)};
  }
  // An instruction whose steps are in range: factors shrink until they are.
  Insn random_loops(Insn insn) {
    insn.uop_end = pick(rng, 1, 12);
    insn.uop_bgn = pick(rng, 0, insn.uop_end);
    insn.iter_out = pick(rng, 0, 5);
    insn.iter_in = pick(rng, 0, 20);
    int64_t limit = 40;
    do {
      for (int64_t Insn::*f : {&Insn::dst_out, &Insn::dst_in, &Insn::src_out, &Insn::src_in,
                               &Insn::wgt_out, &Insn::wgt_in})
        insn.*f = pick(rng, 0, 2) == 0 ? 0 : pick(rng, 0, limit);
      limit = limit * 2 / 3;
    } while (!duel->in_range(insn));
    return insn;
  }

  static constexpr uint64_t kSeed = 20240817;
  std::unique_ptr<Duel> duel;
  Rng rng;
};

}  // namespace vta::test
