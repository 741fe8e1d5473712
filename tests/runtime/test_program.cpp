#include "tests/runtime/test_program.h"

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "runtime/stream_builder.h"

namespace vta::test {
namespace {

constexpr int64_t kElements = 4;  // vectors of 16 lanes
constexpr int64_t kVector = 16;   // bytes of an int8 vector

struct AddKernel {
  const char* name;
  int64_t from, to;  // byte offsets in the arena
  int64_t imm;
};

void emit_add(StreamBuilder& builder, const AddKernel& k) {
  builder.begin_kernel(k.name);
  Insn load;
  load.opcode = static_cast<int64_t>(Opcode::Load);
  load.memory_type = static_cast<int64_t>(MemoryType::Acc8);
  load.dram_base = k.from / kVector;
  load.y_size = 1;
  load.x_size = load.x_stride = kElements;
  const Access acc_write{Space::Acc, 0, kElements, true}, acc_read{Space::Acc, 0, kElements, false};
  const Access in{Space::Dram, k.from, k.from + kElements * kVector, false};
  const Access out{Space::Dram, k.to, k.to + kElements * kVector, true};
  builder.memory(load, std::vector<Access>{in, acc_write});
  Insn add;
  add.opcode = static_cast<int64_t>(Opcode::Alu);
  add.alu_opcode = static_cast<int64_t>(AluOp::Add);
  add.use_imm = 1;
  add.imm = k.imm;
  add.iter_out = kElements;
  add.iter_in = 1;
  add.dst_out = add.src_out = 1;
  builder.compute(add, std::vector<Uop>{{0, 0, 0}}, std::vector<Access>{acc_read, acc_write});
  Insn store = load;
  store.opcode = static_cast<int64_t>(Opcode::Store);
  store.memory_type = static_cast<int64_t>(MemoryType::Out);
  store.dram_base = k.to / kVector;
  builder.memory(store, std::vector<Access>{acc_read, out});
}

template <typename T>
void append_bytes(std::vector<std::byte>& out, const T& value, size_t bytes) {
  const auto* p = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), p, p + bytes);
}

void encode_stream(const Stream& stream, Program& p) {
  const InsnCodec codec(p.config);
  for (const Insn& insn : stream.insns)
    append_bytes(p.insns, codec.encode(insn), sizeof(InsnBits));
  for (uint64_t word : stream.uop_words)
    append_bytes(p.uops, word, static_cast<size_t>(codec.uop_bytes()));
  p.insns_offset = 4096;
  p.arena_bytes = p.insns_offset + static_cast<int64_t>(p.insns.size());
  const auto total = static_cast<int64_t>(stream.insns.size());
  for (size_t k = 0; k < stream.kernels.size(); ++k) {
    const int64_t first = stream.kernels[k].first_insn;
    const int64_t end =
        k + 1 < stream.kernels.size() ? stream.kernels[k + 1].first_insn : total - 1;
    ProgramKernel& kernel = p.kernels.emplace_back();
    kernel.name = stream.kernels[k].name;
    kernel.kind = "alu";
    kernel.description = {"adds an immediate", ""};
    kernel.first_insn = first;
    kernel.insn_count = end - first;
    kernel.macs = 64;
    kernel.least_bytes = 128;
  }
  p.steps.emplace_back(LaunchStep{0, total, 0, static_cast<int64_t>(stream.kernels.size())});
}

}  // namespace

Program make_add_program(int64_t first_imm, int64_t second_imm, bool reuse) {
  Program p;
  p.provenance = {"0.1.0", p.config.hash(), "add", "by hand", "none", 1, 7};
  const Shape shape = {1, 16, 1, kElements};
  p.values = {{"data", DType::I8, shape, {}},
              {"raw", DType::I8, shape, {}},
              {"float", DType::F32, shape, {}},
              {"scale", DType::F32, {}, Tensor::scalar(0.5f)},
              {"result", DType::F32, shape, {}}};
  p.inputs = {0};
  p.outputs = {4};
  const PackedLayout layout{1, 16, 1, kElements, 1, 16, 1, DType::I8};
  const int64_t middle = 64, last = reuse ? middle : 128;
  p.device_tensors = {{"in", 0, layout}, {"middle", middle, layout}, {"last", last, layout}};
  p.uops_offset = 2048;
  StreamBuilder builder(p.config, p.uops_offset / 4);
  emit_add(builder, {"add_0", 0, middle, first_imm});
  emit_add(builder, {"add_1", middle, last, second_imm});
  p.steps.emplace_back(ToDeviceStep{0, 0});
  encode_stream(builder.finish(), p);
  p.kernels[0].output_tensor = 1;
  p.kernels[1].output_tensor = 2;
  p.steps.emplace_back(FromDeviceStep{2, 1});
  p.steps.emplace_back(HostOpStep{"cast", {{"dtype", std::string("float32")}}, {1}, {2}});
  p.steps.emplace_back(HostOpStep{"multiply", {}, {2, 3}, {4}});
  return p;
}

namespace {

// Host steps on the value "float" whose attributes are of every type there is.
void add_typed_attributes(Program& p) {
  int64_t value = 2;
  const auto step = [&](const char* op, Attrs attrs, Shape shape) {
    int64_t result = value;  // in place, unless the shape is another
    if (p.values[static_cast<size_t>(value)].shape != shape) {
      result = static_cast<int64_t>(p.values.size());
      p.values.push_back({op, DType::F32, std::move(shape), {}});
    }
    p.steps.emplace_back(HostOpStep{op, std::move(attrs), {value}, {result}});
    value = result;
  };
  const Shape shape = {1, 16, 1, kElements};
  const double infinity = std::numeric_limits<double>::infinity();
  step("clip", {{"a_min", -infinity}, {"a_max", 1.0 / 3.0}}, shape);
  step("nn.leaky_relu", {{"alpha", 2.0}}, shape);
  step("nn.pad",
       {{"pad_width", std::vector<IntList>{{0, 0}, {0, 0}, {0, 0}, {1, 2}}},
        {"pad_mode", std::string("edge")}},
       {1, 16, 1, kElements + 3});
  step("mean", {{"axis", IntList{2, -1}}, {"keepdims", true}}, {1, 16, 1, 1});
  step("nn.softmax", {{"axis", int64_t{-3}}}, {1, 16, 1, 1});
  step("mean", {{"axis", IntList{}}}, {1, 16, 1, 1});
}

}  // namespace

Program make_rich_program() {
  Program p = make_add_program(1, 2);
  std::vector<int64_t> numbers(5);
  std::iota(numbers.begin(), numbers.end(), -2);
  p.values.push_back({"numbers", DType::I64, {5}, Tensor::from_span<int64_t>({5}, numbers)});
  p.constants_offset = 1024;
  for (int i = 0; i < 100; ++i)
    p.constants.push_back(static_cast<std::byte>(i));
  p.kernels[0].onnx_nodes = {"add1", "relu \"1\""};
  std::get<HostOpStep>(p.steps[3]).onnx_nodes = {"cast"};
  p.provenance.model = "quote \" backslash \\ line\n";
  add_typed_attributes(p);
  DeviceTensor wide = p.device_tensors[1];
  wide.name = "wide";
  wide.offset_bytes = 256;
  wide.layout.dtype = DType::I32;
  p.device_tensors.push_back(wide);
  p.steps.emplace_back(ConvertStep{1, 3});
  p.host_macs = 11;
  p.device_macs = 22;
  p.host_ops = 33;
  p.device_ops = 44;
  return p;
}

ScratchFile::ScratchFile(const std::string& name)
    : path_(
          (std::filesystem::temp_directory_path() / fmt::format("vta_test_{}_{}", ::getpid(), name))
              .string()) {}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::string ScratchFile::read() const {
  std::ifstream file(path_, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void ScratchFile::write(const std::string& bytes) const {
  std::ofstream file(path_, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void ScratchFile::overwrite(size_t offset, char byte) const {
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(byte);
}

}  // namespace vta::test
