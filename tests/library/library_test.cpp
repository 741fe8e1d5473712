// Against libvta_runtime.so alone, as a program of somebody who ships a compiled network is.
#include <gmock/gmock.h>

#include <array>
#include <vector>

#include "link/devices/devices.h"
#include "runtime/executor.h"
#include "runtime/host_op_float.h"
#include "runtime/host_ops.h"
#include "runtime/vta_capi.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(RuntimeLibrary, RunsAProgramOfAFile) {
  const test::ScratchFile file("library");
  save_program(test::make_add_program(3, 4), file.path());
  const Program program = load_program(file.path());
  Executor executor(program, known_devices().open("fsim,kernels=portable", program.config));
  executor.set_input(0, Tensor::zeros(DType::I8, {1, 16, 1, 4}));
  executor.run();
  EXPECT_EQ(executor.output(0).data<float>()[0], 3.5F);
  EXPECT_EQ(executor.stats().counters.alu_counter, 8);
}

TEST(RuntimeLibrary, OtherSimulatorsAreNamedWithTheirLibrary) {
  const test::ScratchFile file("elsewhere");
  save_program(test::make_add_program(3, 4), file.path());
  vta_program* program = vta_program_load(file.path().c_str());
  ASSERT_NE(program, nullptr) << vta_last_error();
  for (const char* device : {"csim", "tsim"}) {
    EXPECT_EQ(vta_executor_create(program, device), nullptr);
    EXPECT_THAT(vta_last_error(), AllOf(HasSubstr(device), HasSubstr("the library libvta"),
                                        HasSubstr("fsim, board")));
  }
  vta_program_destroy(program);
}

TEST(RuntimeLibrary, ErrorsAreCaughtByTheirType) {
  EXPECT_THROW(load_program("nowhere.vta"), InputError);
}

TEST(RuntimeLibrary, FloatOperatorsAreThePlainOnes) {
  EXPECT_EQ(host::float_kernels().name, "plain");
  const Tensor data = Tensor::from_span<float>({1, 2}, std::array{3.0F, 4.0F});
  const Tensor weight = Tensor::from_span<float>({1, 2}, std::array{5.0F, 6.0F});
  const auto out = run_host_op("nn.dense", {}, std::vector<Tensor>{data, weight});
  EXPECT_THAT(out.at(0).data<float>(), ElementsAre(39));
}

}  // namespace
}  // namespace vta
