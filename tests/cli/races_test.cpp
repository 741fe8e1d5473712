// vta run --check-races as a user runs it.
#include <cstring>

#include "hw/isa/codec.h"
#include "runtime/program.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class VtaRaces : public NetworkCommand {
 protected:
  std::string compiled() {
    run_vta("compile " + model() + " -o " + path("net.vta"));
    return path("net.vta");
  }

  // The program with its instructions changed.
  template <typename Change>
  std::string changed(Change change) {
    Program program = load_program(compiled());
    const InsnCodec codec(program.config);
    for (size_t at = 0; at < program.insns.size(); at += sizeof(InsnBits)) {
      InsnBits bits;
      std::memcpy(&bits, program.insns.data() + at, sizeof(bits));
      Insn insn = codec.decode(bits);
      change(insn);
      bits = codec.encode(insn);
      std::memcpy(program.insns.data() + at, &bits, sizeof(bits));
    }
    save_program(program, path("changed.vta"));
    return path("changed.vta");
  }

  // Without any token from load to compute: nothing waits for its inputs.
  std::string without_tokens_of_loads() {
    return changed([](Insn& insn) {
      if (unit_of(insn) == Unit::Load)
        insn.push_next = 0;
      if (unit_of(insn) == Unit::Compute)
        insn.pop_prev = 0;
    });
  }
};

TEST_F(VtaRaces, AProgramOfOursHasNone) {
  for (const std::string& what : {model(), compiled()}) {
    const ApartResult run = run_vta_apart("run " + what + " --check-races");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(std::regex_search(
        run.out, std::regex("\nRaces +none in [0-9]+ launch(es)? of [0-9]+ instructions\n")))
        << run.out;
  }
  const boost::json::object races =
      json_of("run " + model() + " --check-races").at("races").as_object();
  EXPECT_EQ(races.at("count"), 0);
  EXPECT_GT(races.at("instructions").as_int64(), 100);
  EXPECT_THAT(races.at("found").as_array(), IsEmpty());
}

TEST_F(VtaRaces, TheyAreLookedForWhenAsked) {
  const ApartResult run = run_vta_apart("run " + without_tokens_of_loads());
  EXPECT_EQ(run.exit_code, 0);  // fsim runs in program order: the values are right
  EXPECT_THAT(run.out, Not(HasSubstr("Races")));
  EXPECT_EQ(json_of("run " + path("changed.vta")).count("races"), 0u);
}

TEST_F(VtaRaces, BothInstructionsAreNamedAndTheRestIsCounted) {
  const ApartResult run = run_vta_apart("run " + without_tokens_of_loads() + " --check-races");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(std::regex_search(run.out, std::regex("\nRaces +[0-9]+ races, see below\n")));
  EXPECT_TRUE(std::regex_search(
      run.out,
      std::regex(
          "\nRaces:\nrace 1: (INP|WGT) elements [0-9]+ to [0-9]+, launch 0: no tokens order\n"
          "  instruction [0-9]+ of conv2d_0, load writes: load [^\n]*\n"
          "  instruction [0-9]+ of conv2d_0, compute reads: gemm [^\n]*\n")))
      << run.out;
  EXPECT_THAT(run.out, AllOf(HasSubstr("\nrace 10: "), Not(HasSubstr("\nrace 11: "))));
  EXPECT_TRUE(std::regex_search(run.out, std::regex("\nand [0-9]+ more\n")));
}

TEST_F(VtaRaces, JsonHasThem) {
  const ApartResult run =
      run_vta_apart("run " + without_tokens_of_loads() + " --check-races --json");
  EXPECT_EQ(run.exit_code, 1);
  const auto json = boost::json::parse(run.out);
  const int64_t count = json.at_pointer("/races/count").as_int64();
  EXPECT_GT(count, 10);
  EXPECT_EQ(json.at_pointer("/races/found").as_array().size(),
            static_cast<size_t>(std::min<int64_t>(count, 1000)));
  const auto& race = json.at_pointer("/races/found/0");
  EXPECT_LT(race.at("begin").as_int64(), race.at("end").as_int64());
  EXPECT_LT(race.at_pointer("/first/insn").as_int64(), race.at_pointer("/second/insn").as_int64());
  EXPECT_EQ(race.at_pointer("/first/kernel"), "conv2d_0");
  EXPECT_EQ(race.at_pointer("/first/access"), "write");
  EXPECT_EQ(race.at_pointer("/second/unit"), "compute");
}

// All pushes to load are gone, so that it waits for ever; what ran before that races.
TEST_F(VtaRaces, AnErrorOfTheDeviceComesAfterThem) {
  const std::string file = changed([](Insn& insn) {
    if (unit_of(insn) == Unit::Compute) {
      insn.push_prev = 0;
      insn.pop_prev = 0;
    }
  });
  const ApartResult run = run_vta_apart("run " + file + " --check-races");
  EXPECT_EQ(run.exit_code, 6);
  EXPECT_THAT(run.err, AllOf(HasSubstr("race 1: "), HasSubstr("DEADLOCK")));
}

TEST_F(VtaRaces, RepeatedRunsAreCheckedOnce) {
  const boost::json::object once = json_of("run " + model() + " --check-races");
  const boost::json::object twice = json_of("run " + model() + " --check-races --repeat 2");
  EXPECT_EQ(once.at("races"), twice.at("races"));
}

TEST_F(VtaRaces, EveryBackendThatRunsTheStreamIsTold) {
  for (const char* backend : {"--backend csim", "--backend csim --timing-only"})
    EXPECT_EQ(
        run_vta_apart("run " + without_tokens_of_loads() + " --check-races " + backend).exit_code,
        1)
        << backend;
}

}  // namespace
}  // namespace vta
