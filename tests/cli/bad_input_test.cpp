// Bad input as a user meets it: every kind has a message that names what is wrong, and an exit
// code. The table in tests/README.md lists them.
#include "base/npy.h"
#include "tests/base/small_images.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// ---- Configurations -----------------------------------------------------------------------------
struct IllegalConfig {
  const char* name;
  const char* keys;     // take the place of the default's
  const char* message;  // names the key or the rule
};

void PrintTo(const IllegalConfig& c, std::ostream* out) {
  *out << c.keys;
}

class IllegalConfigFile : public testing::TestWithParam<IllegalConfig> {};

TEST_P(IllegalConfigFile, IsRefusedWithReasonAndRemedy) {
  boost::json::object config =
      boost::json::parse(read_text_file(std::string(VTA_SOURCE_DIR) + "/config/vta_config.json"))
          .as_object();
  const boost::json::object keys = boost::json::parse(GetParam().keys).as_object();
  for (const auto& [key, value] : keys)
    config[key] = value;
  const std::string path =
      fmt::format("{}/vta_config_{}.json", testing::TempDir(), GetParam().name);
  write_text_file(path, boost::json::serialize(config));
  const ApartResult run = run_vta_apart("config check " + path);
  std::filesystem::remove(path);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr(GetParam().message));
  EXPECT_TRUE(run.out.empty()) << run.out;
}

INSTANTIATE_TEST_SUITE_P(
    All, IllegalConfigFile,
    testing::Values(
        IllegalConfig{"InpWidth", R"({"LOG_INP_WIDTH": 4})", "LOG_INP_WIDTH"},
        IllegalConfig{"WgtWidth", R"({"LOG_WGT_WIDTH": 2})", "LOG_WGT_WIDTH"},
        IllegalConfig{"AccWidth", R"({"LOG_ACC_WIDTH": 4})", "LOG_ACC_WIDTH"},
        IllegalConfig{"BatchAbove", R"({"LOG_BATCH": 4})", "1 above the legal range (0..3)"},
        IllegalConfig{"BatchBelow", R"({"LOG_BATCH": -1})", "LOG_BATCH"},
        IllegalConfig{"BlockAbove", R"({"LOG_BLOCK": 8})", "LOG_BLOCK"},
        IllegalConfig{"BlockBelow", R"({"LOG_BLOCK": 1})", "LOG_BLOCK"},
        IllegalConfig{"BlockOut", R"({"LOG_BLOCK_OUT": 9})", "LOG_BLOCK_OUT"},
        IllegalConfig{"UopWidth", R"({"LOG_UOP_WIDTH": 7})", "LOG_UOP_WIDTH"},
        IllegalConfig{"BusAbove", R"({"LOG_BUS_WIDTH": 10})", "LOG_BUS_WIDTH"},
        IllegalConfig{"BusBelow", R"({"LOG_BUS_WIDTH": 5})", "LOG_BUS_WIDTH"},
        IllegalConfig{"QueueAbove", R"({"CMD_QUEUE_DEPTH": 1025})", "CMD_QUEUE_DEPTH"},
        IllegalConfig{"QueueBelow", R"({"CMD_QUEUE_DEPTH": 1})", "CMD_QUEUE_DEPTH"},
        IllegalConfig{"ReadPorts", R"({"ACC_READ_PORTS": 3})", "ACC_READ_PORTS"},
        IllegalConfig{"PipelineBelow", R"({"GEMM_PIPELINE": 0})",
                      "GEMM_PIPELINE = 0 is 1 below the legal range (1..6)"},
        IllegalConfig{"PipelineAbove", R"({"GEMM_PIPELINE": 7})", "set GEMM_PIPELINE to 6"},
        IllegalConfig{"ProductsBelow", R"({"PRODUCTS_PER_MULTIPLIER": 0})",
                      "PRODUCTS_PER_MULTIPLIER = 0 is 1 below the legal range (1..2)"},
        IllegalConfig{"ProductsAbove", R"({"PRODUCTS_PER_MULTIPLIER": 3})",
                      "set PRODUCTS_PER_MULTIPLIER to 2"},
        IllegalConfig{"OverlapBelow", R"({"ACC_OVERLAP": -1})",
                      "ACC_OVERLAP = -1 is 1 below the legal range (0..1)"},
        IllegalConfig{"OverlapAbove", R"({"ACC_OVERLAP": 2})", "set ACC_OVERLAP to 1"},
        IllegalConfig{"AxiBelow", R"({"AXI": 2})", "AXI = 2 is 1 below the legal range (3..4)"},
        IllegalConfig{"AxiAbove", R"({"AXI": 5})", "set AXI to 4"},
        IllegalConfig{"Axi3Bursts", R"({"AXI": 3, "MEM_BURST_BEATS": 32})",
                      "16 more than the 16 beats of a burst of AXI3 (AXI = 3) (burst-axi3): set "
                      "MEM_BURST_BEATS to 16"},
        IllegalConfig{"IsaExt", R"({"ISA_EXT": 8})",
                      "ISA_EXT = 8 is 1 above the legal range (0..7)"},
        IllegalConfig{
            "IsaExtName", R"({"ISA_EXT": "round+rounder"})",
            "key ISA_EXT is \"round+rounder\": legal are none, round, rq, exp2, or several like "
            "round+rq+exp2 and 0..7"},
        IllegalConfig{"ReadLatency", R"({"MEM_READ_LATENCY": 1024})", "MEM_READ_LATENCY"},
        IllegalConfig{"WriteLatency", R"({"MEM_WRITE_LATENCY": -1})", "MEM_WRITE_LATENCY"},
        IllegalConfig{"Gap", R"({"MEM_GAP": 256})", "MEM_GAP"},
        IllegalConfig{"Outstanding", R"({"MEM_MAX_OUTSTANDING": 65})", "MEM_MAX_OUTSTANDING"},
        IllegalConfig{"BurstNotAPowerOfTwo", R"({"MEM_BURST_BEATS": 24})", "not a power of two"},
        IllegalConfig{"BurstBeyondFourKilobytes", R"({"MEM_BURST_BEATS": 128, "LOG_BUS_WIDTH": 9})",
                      "4096 more than 4096"},
        IllegalConfig{"AccTooLargeForItsFields", R"({"LOG_ACC_BUFF_SIZE": 18})",
                      "GEMM's second half needs 66 bits"},
        IllegalConfig{"UopTooLargeForItsFields", R"({"LOG_UOP_BUFF_SIZE": 16})",
                      "set LOG_UOP_BUFF_SIZE to 15"},
        IllegalConfig{"WgtTooLargeForTheMicroOp",
                      R"({"LOG_WGT_BUFF_SIZE": 19, "LOG_INP_BUFF_SIZE": 14})",
                      "micro-op needs 33 bits"},
        IllegalConfig{"TooFewElements", R"({"LOG_WGT_BUFF_SIZE": 8})", "too few"},
        IllegalConfig{"TooManyElements", R"({"LOG_UOP_BUFF_SIZE": 19})", "too many"},
        IllegalConfig{"SmallerThanABeat", R"({"LOG_INP_BUFF_SIZE": 5, "LOG_BUS_WIDTH": 9})",
                      "fewer than one beat"},
        IllegalConfig{"UnknownKey", R"({"LOG_BATHC": 0})", "LOG_BATCH"},
        IllegalConfig{"WrongType", R"({"LOG_BLOCK": "four"})", "LOG_BLOCK"},
        IllegalConfig{"Fraction", R"({"LOG_BLOCK": 4.5})", "LOG_BLOCK"}),
    [](const auto& p) { return std::string(p.param.name); });

using BadInput = NetworkCommand;

TEST_F(BadInput, NothingRunsOnAnIllegalConfiguration) {
  std::string text = read_text_file(std::string(VTA_SOURCE_DIR) + "/config/tiny.json");
  text.replace(text.find("\"LOG_BATCH\": 0"), 14, "\"LOG_BATCH\": 4");
  write_text_file(path("bad.json"), text);
  for (const char* command : {"run ", "compile -o x.vta "})
    expect_failure(command + model() + " --config " + path("bad.json"), 4, "LOG_BATCH");
}

// ---- Models -------------------------------------------------------------------------------------
std::vector<std::byte> changed(std::vector<std::byte> bytes, std::string_view from,
                               std::string_view to) {
  const std::span pattern(reinterpret_cast<const std::byte*>(from.data()), from.size());
  const auto at = std::search(bytes.begin(), bytes.end(), pattern.begin(), pattern.end());
  EXPECT_NE(at, bytes.end());
  std::transform(to.begin(), to.end(), at, [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

TEST_F(BadInput, UnknownOnnxOperatorIsNamedWithWhatIsSupported) {
  // The field op_type of the first Relu: tag, length, text.
  write_file(path("bad.onnx"), changed(read_file(model()), "\x22\x04Relu", "\x22\x04Rebu"));
  for (const char* command : {"run ", "compile -o x.vta "}) {
    const ApartResult run = run_vta_apart(command + path("bad.onnx"));
    EXPECT_EQ(run.exit_code, 5) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("operator 'Rebu' is not supported, the nearest is Relu;"),
                               HasSubstr("docs/onnx_operators.md lists the supported ones")));
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

TEST_F(BadInput, TruncatedOnnxIsRefused) {
  const std::vector<std::byte> whole = read_file(model());
  for (const size_t size : {size_t{0}, size_t{1}, whole.size() / 3, whole.size() - 1}) {
    write_file(path("bad.onnx"), std::span(whole).first(size));
    expect_failure("run " + path("bad.onnx"), 3, "bad.onnx");
  }
}

TEST_F(BadInput, DamagedListingSaysWhere) {
  std::string text = read_text_file(data("packed_int8_small.ir"));
  text.replace(text.find("nn.relu(%12)"), 12, "nn.relu(%99)");
  write_text_file(path("bad.ir"), text);
  expect_failure("run " + path("bad.ir"), 3, "bad.ir:15:");
  write_text_file(path("cut.ir"), text.substr(0, 300));
  expect_failure("run " + path("cut.ir"), 3, "cut.ir:");
}

// ---- Inputs -------------------------------------------------------------------------------------
TEST_F(BadInput, InputOfAnotherShapeSaysBoth) {
  write_npy(path("x.npy"), Tensor::zeros(DType::F32, {1, 3, 31, 32}));
  const ApartResult run = run_vta_apart("run " + model() + " --input " + path("x.npy"));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, AllOf(HasSubstr("(1, 3, 31, 32)"), HasSubstr("(1, 3, 32, 32)")));
  write_npy(path("x.npy"), Tensor::zeros(DType::I32, {1, 3, 32, 32}));
  expect_failure("run " + model() + " --input " + path("x.npy"), 3, "int32");
}

TEST_F(BadInput, UnreadableImagesAreNamed) {
  write_text_file(path("text.png"), "this is no picture");
  write_text_file(path("empty.jpg"), "");
  const std::vector<std::byte> whole = small_png();
  write_file(path("cut.png"), std::span(whole).first(whole.size() / 2));
  for (const char* name : {"text.png", "empty.jpg", "cut.png", "missing.png"})
    expect_failure("run " + model() + " --input " + path(name), 3, name);
}

TEST_F(BadInput, DamagedArraysAreNamed) {
  write_npy(path("x.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  const std::vector<std::byte> whole = read_file(path("x.npy"));
  write_file(path("cut.npy"), std::span(whole).first(whole.size() - 1));
  write_text_file(path("text.npy"), "no array");
  for (const char* name : {"cut.npy", "text.npy"}) {
    expect_failure("run " + model() + " --input " + path(name), 3, name);
    expect_failure("run " + model() + " --quant max --calib " + path(name), 3, name);
  }
}

// ---- Programs -----------------------------------------------------------------------------------
TEST_F(BadInput, TruncatedProgramsAreRefused) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const std::vector<std::byte> whole = read_file(path("net.vta"));
  for (const size_t size : {size_t{0}, size_t{7}, whole.size() / 2, whole.size() - 1}) {
    write_file(path("cut.vta"), std::span(whole).first(size));
    expect_failure("run " + path("cut.vta"), 3, "cut.vta");
    expect_failure("disasm " + path("cut.vta"), 3, "cut.vta");
  }
}

TEST_F(BadInput, ProgramsWithAFlippedBitAreRefused) {
  ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const std::vector<std::byte> whole = read_file(path("net.vta"));
  for (size_t i = 0; i < 16; ++i) {
    std::vector<std::byte> flipped = whole;
    flipped[i * (whole.size() - 1) / 15] ^= std::byte{static_cast<uint8_t>(1U << i % 8)};
    write_file(path("flipped.vta"), flipped);
    expect_failure("run " + path("flipped.vta"), 3, "flipped.vta");
  }
}

// ---- Instruction streams ------------------------------------------------------------------------
struct BadStream {
  const char* name;
  const char* assembly;  // %: an instruction of opcode 5 takes the place of this one's
  const char* message;
};

void PrintTo(const BadStream& s, std::ostream* out) {
  *out << s.message;
}

class BadStreamTest : public testing::TestWithParam<BadStream> {};

TEST_P(BadStreamTest, EndsWithItsErrorAndInstruction) {
  const std::string stem =
      fmt::format("{}/vta_stream_{}_{}", testing::TempDir(), GetParam().name, ::getpid());
  std::string assembly = GetParam().assembly;
  const bool illegal = assembly.starts_with('%');
  write_text_file(stem + ".s", illegal ? assembly.substr(1) : assembly);
  ASSERT_EQ(run_vta_apart("asm " + stem + ".s -o " + stem + ".bin").exit_code, 0);
  std::vector<std::byte> bytes = read_file(stem + ".bin");
  if (illegal)
    bytes[0] = std::byte{5};
  write_file(stem + ".bin", bytes);
  const ApartResult run =
      run_vta_apart(fmt::format("exec --insn-addr 1000 --count {} --load 1000:{}.bin --alloc "
                                "2000:4096",
                                bytes.size() / 16, stem));
  EXPECT_EQ(run.exit_code, 6);
  EXPECT_THAT(run.err, HasSubstr(GetParam().message));
  for (const char* ending : {".s", ".bin"})
    std::filesystem::remove(stem + ending);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadStreamTest,
    testing::Values(
        BadStream{"IllegalOpcode", "%gemm\nfinish\n", "OPCODE: instruction 0"},
        BadStream{"ExtensionWithoutIsaExt", "alu clip use_imm imm=1\nfinish\n",
                  "OPCODE: instruction 0"},
        BadStream{"IllegalMemoryType", "load out y_size=1 x_size=1\nfinish\n",
                  "MEMORY_TYPE: instruction 0"},
        BadStream{"TokenBits", "load inp pop_prev\nfinish\n", "TOKEN_BITS: instruction 0"},
        BadStream{"PadsOnStore", "store out y_size=1 x_size=1 x_pad_0=1\nfinish\n",
                  "FIELD: instruction 0"},
        BadStream{"UopRange", "gemm uop_end=8193 iter_out=1 iter_in=1\nfinish\n",
                  "UOP_RANGE: instruction 0"},
        BadStream{"SramRange",
                  "load inp sram_base=2047 dram_base=0x200 y_size=1 x_size=2\nfinish\n",
                  "SRAM_RANGE: instruction 0"},
        BadStream{"DramRange", "gemm\nload inp dram_base=0x300 y_size=1 x_size=1\nfinish\n",
                  "DRAM_RANGE: instruction 1"},
        BadStream{"IndexRange", "gemm reset uop_end=1 iter_out=1 iter_in=2049 dst_in=1\nfinish\n",
                  "INDEX_RANGE: instruction 0"},
        BadStream{"Deadlock", "gemm pop_prev\nfinish\n", "DEADLOCK"},
        BadStream{"NoFinish", "gemm\n", "NO_FINISH"},
        BadStream{"FinishNotLast", "finish\ngemm\n", "FINISH_NOT_LAST: instruction 0"},
        BadStream{"TwoFinishes", "finish\nfinish\n", "FINISH_NOT_LAST: instruction 0"}),
    [](const auto& p) { return std::string(p.param.name); });

// ---- The table ----------------------------------------------------------------------------------
TEST(BadInputTable, EveryTestThatItNamesExists) {
  const std::filesystem::path tests = std::filesystem::path(VTA_SOURCE_DIR) / "tests";
  std::string sources;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tests))
    if (entry.path().extension() == ".cpp")
      sources += read_text_file(entry.path().string());
  const std::string page = read_text_file((tests / "README.md").string());
  const std::regex test_name("`([A-Za-z_]+)\\.([A-Z][A-Za-z0-9_]+)`");
  int named = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), test_name), end; it != end; ++it) {
    const std::string declared = fmt::format("({}, {})", (*it)[1].str(), (*it)[2].str());
    EXPECT_TRUE(sources.find(declared) != std::string::npos) << declared;
    ++named;
  }
  EXPECT_GE(named, 40);
}

}  // namespace
}  // namespace vta
