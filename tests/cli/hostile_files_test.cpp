// Files that once crashed, hung, leaked or ended as a bug: each ends soon, in little memory, with a
// documented exit code and a message that names the thing.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

const std::string kFolder = kTestData + "hostile/";

// Sanitizers reserve terabytes of addresses.
#ifdef __SANITIZE_ADDRESS__
const std::string kBounds = "timeout 100 ";
#else
const std::string kBounds = "ulimit -v 8388608; timeout 20 ";
#endif

struct HostileFile {
  const char* file;
  const char* command;  // % stands for the file, @ for tests/data/
  int exit_code;
  const char* message;  // on stderr, or on stdout where the exit code is 0
};

void PrintTo(const HostileFile& f, std::ostream* out) {
  *out << f.file;
}

const HostileFile kFiles[] = {
    {"01_flatten_zero_SIGFPE.onnx", "run %", 5,
     "node 'fl' (Flatten, axis=2): data of shape (0, 5)"},
    {"01b_flatten_axis1_zero_SIGFPE.onnx", "run %", 5, "node 'fl' (Flatten, axis=1)"},
    {"02_broadcast_zero_SIGSEGV.onnx", "run %", 5, "node 'a' (Add): add: type Tensor[(0, 1048576)"},
    {"02b_pad_zero_SIGSEGV.onnx", "run %", 5,
     "node 'p' (Pad, mode=\"edge\"): mode edge repeats data, but the pads leave no data"},
    {"03_heap_leak_into_vta.onnx", "compile % -o /dev/null", 5,
     "node 'a' (Add): add: type Tensor[(0"},
    {"04_heap_write_conv_pad.vta", "run %", 3,
     "step 0: nn.conv2d: padding has 9223372036854775807"},
    {"05_from_device_wrap.vta", "run %", 3, "value 0 (o): type Tensor[(0), int8] has extent 0"},
    {"05b_value_wrap.vta", "run %", 3, "value 0 (a): type Tensor[(2147483648, 128, 16777216)"},
    {"05c_convert_wrap.vta", "run %", 3, "value 0 (a): type Tensor[(0), int8] has extent 0"},
    {"05d_to_device_wrap.vta", "run %", 3, "value 1 (o): type Tensor[(0), int8] has extent 0"},
    {"06_expand_dims_empty.vta", "run %", 3,
     "step 0: expand_dims: attribute 'axis' must be an integer"},
    {"07_softmax_zero.vta", "run %", 3, "value 1 (o): type Tensor[(0, 16777216)"},
    {"09_dims_bomb_32GB.onnx", "run %", 3, "tensor 'k' of shape (8589934592) has 0"},
    {"09b_dims_bomb_4GB.onnx", "run %", 3, "tensor 'k' of shape (1073741824) has 0"},
    {"09c_constantofshape_8GB.onnx", "run %", 8, "(ConstantOfShape): constants that the import"},
    {"09d_outer_4TB.onnx", "run %", 8, "node 'k' (Add): constants that the import computes take"},
    {"10_png_1x1000000.png", "run @digits_resnet8.onnx --input %", 8,
     "is 1 x 1000000 pixels: a side may have 65535"},
    {"11b_conv2000_quadratic.onnx", "compile % -o /dev/null", 0, ""},
    {"12_pool_hang.onnx", "run %", 5, "node 'n' (MaxPool, kernel_shape=[536870912, 536870912]"},
    {"13_dropout_exit70.onnx", "run %", 5,
     "node 'd' (Dropout): training_mode must be a constant bool"},
    {"14_width65536_exit70.onnx", "run %", 0, "an image row: 65536 elements"},
    {"15_pool_dilation_exit70.onnx", "run %", 5, "node 'n' (AveragePool, dilations="},
    {"16_broadcast_neg_exit70.vta", "run %", 3, "step 0: broadcast_to: type Tensor[(-4)"},
    {"17_pad_bomb.vta", "run %", 3, "step 0: nn.pad: pad_width of axis 0 has 4611686018427387904"},
    {"18_badutf8.onnx", "run % --per-layer", 0, "name"},
    {"19_terminal_escape.onnx", "run % --per-layer", 0, "red"},
    {"20_exec_loop.bin", "exec --insn-addr 1000 --count 2 --load 1000:%", 8, "--max-cycles"},
};

class HostileFileTest : public testing::TestWithParam<HostileFile> {
 protected:
  // Device memory is reserved and not touched: it counts here as it does not for --max-memory.
  static ApartResult run_bounded(const std::string& options) {
    std::string command = GetParam().command;
    for (const auto& [mark, path] : {std::pair<char, std::string>{'%', kFolder + GetParam().file},
                                     std::pair<char, std::string>{'@', kTestData}})
      for (size_t at; (at = command.find(mark)) != std::string::npos;)
        command.replace(at, 1, path);
    return run_vta_apart(command + options, kBounds);
  }
  static void expect_outcome(const ApartResult& run) {
    EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.err;
    EXPECT_THAT(GetParam().exit_code == 0 ? run.out : run.err, HasSubstr(GetParam().message));
  }
};

TEST_P(HostileFileTest, EndsWithItsExitCodeAndNamesTheThing) {
  expect_outcome(run_bounded(""));
}

TEST_P(HostileFileTest, EndsSoWithinTightLimits) {
  if (std::string_view(GetParam().command).starts_with("exec"))
    return;  // reads no network: bounded by --max-cycles alone
  expect_outcome(run_bounded(" --max-memory 1G --max-seconds 20"));
}

INSTANTIATE_TEST_SUITE_P(All, HostileFileTest, testing::ValuesIn(kFiles), [](const auto& p) {
  std::string name = std::filesystem::path(p.param.file).stem().string();
  return "File" + name;
});

TEST(HostileFiles, EveryOneIsInTheTable) {
  std::set<std::string> listed = {"README.md"};
  for (const HostileFile& f : kFiles)
    listed.insert(f.file);
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    EXPECT_TRUE(listed.contains(entry.path().filename().string())) << entry.path();
}

}  // namespace
}  // namespace vta
