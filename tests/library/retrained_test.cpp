// A program, and the parameters of its network trained on: at run time they make of it what
// compiling the other network gives. The compiler is the tool's; what runs is libvta_runtime.so
// alone.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <onnx/onnx_pb.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "base/npy.h"
#include "link/devices/devices.h"
#include "runtime/executor.h"
#include "runtime/parameters.h"
#include "runtime/vta_params.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr float kLittle = 0.05F;  // a step of training: the exponents stay

class RetrainedNetwork : public ::testing::Test {
 protected:
  RetrainedNetwork()
      : folder_(fs::path(::testing::TempDir()) / fmt::format("vta_retrained_{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  ~RetrainedNetwork() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // The digits' network with other weights: each less by up to `most` of itself, but for the
  // largest of its tensor, which the exponents stand on; then all times `factor`.
  void write_trained(const std::string& name, float most, float factor) const {
    std::ifstream in(kTestData + "digits_resnet8.onnx", std::ios::binary);
    onnx::ModelProto model;
    ASSERT_TRUE(model.ParseFromIstream(&in));
    for (onnx::TensorProto& tensor : *model.mutable_graph()->mutable_initializer())
      if (tensor.dims_size() >= 2 && tensor.has_raw_data())
        change(*tensor.mutable_raw_data(), most, factor);
    std::ofstream out(path(name), std::ios::binary);
    ASSERT_TRUE(model.SerializeToOstream(&out));
  }

  static void change(std::string& raw, float most, float factor) {
    std::vector<float> values(raw.size() / sizeof(float));
    std::memcpy(values.data(), raw.data(), raw.size());
    float largest = 0;
    for (const float v : values)
      largest = std::max(largest, std::abs(v));
    for (size_t i = 0; i < values.size(); ++i) {
      const float share = static_cast<float>(i * 37 % 101) / 100;
      values[i] *= std::abs(values[i]) < 0.9F * largest ? factor * (1 - most * share) : factor;
    }
    std::memcpy(raw.data(), values.data(), raw.size());
  }

  // NAME.vta whole, NAME_apart.vta and NAME.vtp its two parts.
  void compile(const std::string& network, const std::string& name,
               const std::string& more = "") const {
    const std::string how =
        fmt::format("compile {} --quant percentile --calib {}digits_calib_64_u8.npy {}", network,
                    kTestData, more);
    const CommandResult whole = run_vta(how + " -o " + path(name + ".vta"));
    ASSERT_EQ(whole.exit_code, 0) << whole.text;
    const CommandResult parts = run_vta(
        fmt::format("{} -o {} --params {}", how, path(name + "_apart.vta"), path(name + ".vtp")));
    ASSERT_EQ(parts.exit_code, 0) << parts.text;
  }

  static void set_image(Executor& executor, int64_t image) {
    const auto pixels = read_npy(kTestData + "digits_test_200_u8.npy");
    const auto from = pixels.data<uint8_t>().subspan(static_cast<size_t>(image) * 3072);
    Tensor input = Tensor::zeros(DType::F32, {1, 3, 32, 32});
    const auto to = input.mutable_data<float>();
    for (size_t i = 0; i < 1024; ++i)
      for (size_t c = 0; c < 3; ++c)
        to[c * 1024 + i] = (static_cast<float>(from[i * 3 + c]) - 128) / 64;
    executor.set_input(0, input);
  }

  // The outputs of three images, one after the other.
  static std::vector<float> outputs_of(Executor& executor) {
    std::vector<float> all;
    for (int64_t image = 0; image < 3; ++image) {
      set_image(executor, image);
      executor.run();
      const auto output = executor.output(0);
      all.insert(all.end(), output.data<float>().begin(), output.data<float>().end());
    }
    return all;
  }
  static std::vector<float> outputs_of(const Program& program) {
    Executor executor(program, known_devices().open("fsim", program.config));
    return outputs_of(executor);
  }

  fs::path folder_;
};

TEST_F(RetrainedNetwork, ItsParametersMakeOfTheProgramWhatCompilingItGives) {
  for (const char* how : {"", "--all-int8"}) {
    SCOPED_TRACE(how);
    write_trained("new.onnx", kLittle, 1);
    compile(kTestData + "digits_resnet8.onnx", "old", how);
    compile(path("new.onnx"), "new", how);
    const Program old_program = load_program(path("old.vta"));
    const std::vector<float> of_old = outputs_of(old_program);
    const std::vector<float> of_new = outputs_of(load_program(path("new.vta")));
    ASSERT_NE(of_old, of_new);

    const Parameters parameters = load_parameters(path("new.vtp"));
    Executor executor(old_program, known_devices().open("fsim", old_program.config));
    EXPECT_EQ(outputs_of(executor), of_old);
    executor.set_parameters(parameters);
    EXPECT_EQ(outputs_of(executor), of_new);
    executor.set_parameters(load_parameters(path("old.vtp")));
    EXPECT_EQ(outputs_of(executor), of_old);
    EXPECT_EQ(outputs_of(load_program(path("old_apart.vta"), parameters)), of_new);
  }
}

// The same by the C interface and by the tool.
TEST_F(RetrainedNetwork, ItsParametersAreTakenByTheCInterfaceAndTheTool) {
  write_trained("new.onnx", kLittle, 1);
  compile(kTestData + "digits_resnet8.onnx", "old");
  compile(path("new.onnx"), "new");
  const auto output_of = [&](const std::string& arguments) {
    const CommandResult run =
        run_vta("run " + arguments + " --input random:3 --output " + path("out.npy"));
    EXPECT_EQ(run.exit_code, 0) << run.text;
    return read_file(path("out.npy"));
  };
  EXPECT_EQ(output_of(path("old.vta") + " --params " + path("new.vtp")),
            output_of(path("new.vta")));

  const auto run = [](vta_executor* executor) {
    const std::vector<float> zeros(3072);
    const std::array<int64_t, 4> shape = {1, 3, 32, 32};
    vta_tensor output{};
    EXPECT_EQ(vta_set_input(executor, 0, zeros.data(), VTA_FLOAT32, shape.data(), 4), 0);
    EXPECT_EQ(vta_run(executor), 0) << vta_last_error();
    EXPECT_EQ(vta_get_output(executor, 0, &output), 0);
    const auto* first = static_cast<const float*>(output.data);
    return std::vector<float>(first, first + 10);
  };
  vta_program* old_program = vta_program_load(path("old.vta").c_str());
  vta_program* new_program = vta_program_load(path("new.vta").c_str());
  vta_executor* a = vta_executor_create(old_program, "fsim");
  vta_executor* b = vta_executor_create(new_program, "fsim");
  const std::vector<float> of_old = run(a), of_new = run(b);
  EXPECT_NE(of_old, of_new);
  EXPECT_EQ(vta_set_params(a, path("new.vtp").c_str()), 0) << vta_last_error();
  EXPECT_EQ(run(a), of_new);
  vta_executor_destroy(a);
  vta_executor_destroy(b);
  vta_program_destroy(old_program);
  vta_program_destroy(new_program);
}

// Weights four times as large have other exponents, which instructions hold.
TEST_F(RetrainedNetwork, OtherScalesAreRefusedAndSayWhy) {
  write_trained("louder.onnx", kLittle, 4);
  compile(kTestData + "digits_resnet8.onnx", "old");
  compile(path("louder.onnx"), "louder");
  const Program program = load_program(path("old.vta"));
  Executor executor(program, known_devices().open("fsim", program.config));
  const std::vector<float> before = outputs_of(executor);
  try {
    executor.set_parameters(load_parameters(path("louder.vtp")));
    FAIL() << "they were taken";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(),
                AllOf(HasSubstr("louder.vtp"), HasSubstr("do not fit the program"),
                      HasSubstr("quantization chose other exponents, needs a program of its own")));
  }
  EXPECT_EQ(outputs_of(executor), before);
  const CommandResult run = run_vta(
      fmt::format("run {} --params {} --input random:3", path("old.vta"), path("louder.vtp")));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.text,
              HasSubstr("quantization chose other exponents, needs a program of its own"));
}

}  // namespace
}  // namespace vta
