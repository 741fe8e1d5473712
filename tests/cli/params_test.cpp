// Parameters apart from the program: vta compile --params, vta run --params.
#include "base/file.h"
#include "compiler/onnx/model_zoo.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class VtaParams : public NetworkCommand {
 protected:
  // Two trainings of one network: the constants that the listing lacks are drawn by the seed, and
  // its exponents are its own.
  ApartResult compile(int seed, const std::string& name) const {
    return run_vta_apart(fmt::format("compile {} --seed {} -o {} --params {}",
                                     data("packed_int8_small.ir"), seed, path(name + ".vta"),
                                     path(name + ".vtp")));
  }
  std::vector<std::byte> output_of(const std::string& arguments) const {
    const ApartResult run =
        run_vta_apart("run " + arguments + " --input random:3 --output " + path("out.npy"));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return read_file(path("out.npy"));
  }
};

TEST_F(VtaParams, OthersMakeOfAProgramWhatCompilingTheOtherNetworkGives) {
  const ApartResult a = compile(1, "a"), b = compile(2, "b");
  ASSERT_EQ(a.exit_code, 0) << a.err;
  ASSERT_EQ(b.exit_code, 0) << b.err;
  EXPECT_THAT(a.out, HasSubstr("content hash"));
  EXPECT_NE(a.out.find("structure "), std::string::npos);
  EXPECT_EQ(a.out.substr(a.out.find("structure ")), b.out.substr(b.out.find("structure ")));
  for (const char* seed : {"1", "2"}) {
    const std::string whole = path(std::string(seed) + ".vta");
    ASSERT_EQ(run_vta_apart("compile " + data("packed_int8_small.ir") + " --seed " + seed + " -o " +
                            whole)
                  .exit_code,
              0);
  }
  const auto of_a = output_of(path("1.vta")), of_b = output_of(path("2.vta"));
  EXPECT_NE(of_a, of_b);
  EXPECT_EQ(output_of(path("a.vta") + " --params " + path("a.vtp")), of_a);
  EXPECT_EQ(output_of(path("a.vta") + " --params " + path("b.vtp")), of_b);
  EXPECT_EQ(output_of(path("1.vta") + " --params " + path("b.vtp")), of_b);  // in place of its own
}

TEST_F(VtaParams, TheProgramAloneIsRefused) {
  ASSERT_EQ(compile(1, "a").exit_code, 0);
  expect_failure("run " + path("a.vta"), 3,
                 "its parameters are in a file of their own, which has to be given too (vta run "
                 "--params FILE");
  expect_failure("run " + path("a.vtp"), 3, "");
  expect_failure("run " + path("a.vta") + " --params " + path("a.vta"), 3, "is no parameter file");
  expect_failure("run " + path("a.vta") + " --params " + path("none.vtp"), 3, "none.vtp");
}

TEST_F(VtaParams, ThoseOfAnotherNetworkAreRefusedByName) {
  ASSERT_EQ(compile(1, "a").exit_code, 0);
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("other.vta") + " --params " +
                          path("other.vtp"))
                .exit_code,
            0);
  const ApartResult run = run_vta_apart("run " + path("a.vta") + " --params " + path("other.vtp"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, AllOf(HasSubstr("do not fit the program: they have '"),
                             HasSubstr("where the program has '"), HasSubstr("net.onnx")));
}

// The exponent of a layer's weights is that of the largest one: another draw has others.
TEST_F(VtaParams, OtherExponentsAreAnotherStructure) {
  write_model("resnet8_tiny", 1, path("new.onnx"));
  for (const auto& [network, name] : {std::pair{model(), "old"}, {path("new.onnx"), "new"}})
    ASSERT_EQ(run_vta_apart(fmt::format("compile {} -o {} --params {}", network,
                                        path(std::string(name) + ".vta"),
                                        path(std::string(name) + ".vtp")))
                  .exit_code,
              0);
  expect_failure("run " + path("old.vta") + " --params " + path("new.vtp"), 3,
                 "all names and shapes agree, but they were made for structure");
  EXPECT_EQ(output_of(path("old.vta") + " --params " + path("old.vtp")), output_of(model()));
}

TEST_F(VtaParams, JsonNamesTheFileAndItsHashes) {
  const boost::json::object out = json_of("compile " + data("packed_int8_small.ir") + " -o " +
                                          path("a.vta") + " --params " + path("a.vtp"));
  const boost::json::object& parameters = out.at("parameters").as_object();
  EXPECT_EQ(parameters.at("output").as_string(), path("a.vtp"));
  EXPECT_GT(parameters.at("count").as_int64(), 0);
  EXPECT_EQ(parameters.at("content_hash").as_string().size(), 16U);
  EXPECT_EQ(parameters.at("structure_hash").as_string().size(), 16U);
}

TEST_F(VtaParams, OptionsThatContradictAreRefused) {
  const std::string compile = "compile " + data("packed_int8_small.ir");
  expect_failure(compile + " --stop-after quantize --params " + path("p"), 2,
                 "--stop-after makes no parameters");
  expect_failure(compile + " -o " + path("a.vta") + " --params " + path("./a.vta"), 2, "a.vta");
  expect_failure("run " + model() + " --params " + path("p"), 2,
                 "--params gives a program (.vta) its parameters");
  expect_failure(compile + " -o " + path("a.vta") + " --params /nowhere/p.vtp", 9, "/nowhere");
}

}  // namespace
}  // namespace vta
