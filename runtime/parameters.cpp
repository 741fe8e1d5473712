#include "runtime/parameters.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "base/hash.h"
#include "base/plural.h"
#include "hw/isa/codec.h"
#include "runtime/program_json.h"

namespace vta {
namespace {

constexpr int64_t kParameterAlignment = 64;

// Bytes of the arena, [first, end).
struct ArenaExtent {
  int64_t first = 0, end = 0;
};

// What each kernel loads from the constants, found in its instructions: a program has no other
// list of them. A kernel's constants of one kind lie together.
class ConstantLoads {
 public:
  explicit ConstantLoads(const Program& program)
      : program_(program),
        codec_(program.config),
        constants_{program.constants_offset,
                   program.constants_offset + std::ssize(program.constants)} {
    for (const ProgramKernel& kernel : program.kernels)
      look_at(kernel);
  }

  // By place, each once.
  const std::map<int64_t, std::pair<std::string, ArenaExtent>>& found() const { return found_; }

 private:
  void look_at(const ProgramKernel& kernel) {
    ArenaExtent weights, vectors;
    for (int64_t i = kernel.first_insn; i < kernel.first_insn + kernel.insn_count; ++i) {
      InsnBits bits;
      std::memcpy(&bits, program_.insns.data() + i * kInsnBytes, sizeof(bits));
      const Insn insn = codec_.decode(bits);
      if (insn.op() != Opcode::Load || insn.y_size == 0 || insn.x_size == 0)
        continue;
      const bool wgt = insn.memory() == MemoryType::Wgt;
      if (wgt || insn.memory() == MemoryType::Acc || insn.memory() == MemoryType::Acc8)
        add(wgt ? weights : vectors, insn);
    }
    keep(kernel.name + ".weights", weights);
    keep(kernel.name + ".vectors", vectors);
  }

  void add(ArenaExtent& extent, const Insn& insn) const {
    const int64_t bytes = program_.config.element_bytes(insn.memory());
    const int64_t first = insn.dram_base * bytes;
    const int64_t end = first + ((insn.y_size - 1) * insn.x_stride + insn.x_size) * bytes;
    if (first < constants_.first || end > constants_.end)
      return;  // activations
    if (extent.end == 0)
      extent = {first, end};
    extent = {std::min(extent.first, first), std::max(extent.end, end)};
  }

  void keep(const std::string& name, const ArenaExtent& extent) {
    if (extent.end > 0)
      found_.try_emplace(extent.first, name, extent);
  }

  const Program& program_;
  InsnCodec codec_;
  ArenaExtent constants_;
  std::map<int64_t, std::pair<std::string, ArenaExtent>> found_;
};

void append_bytes(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

std::string parameter_text(const Parameter& p) {
  return fmt::format("'{}' ({} {})", p.name, p.type, shape_text(p.shape));
}

bool same_parameter(const Parameter& a, const Parameter& b) {
  return a.name == b.name && a.type == b.type && a.shape == b.shape;
}

// InputError where the host's parameters are apart by something else than 0: a value that no
// program would keep.
void require_zero_gaps(const Parameters& given) {
  int64_t at = 0;
  const auto zero_until = [&](int64_t end) {
    for (; at < end; ++at)
      if (given.bytes[static_cast<size_t>(at)] != std::byte{0})
        throw InputError(fmt::format(
            "{}: byte {} of the values is {}, belongs to no parameter and "
            "must be 0",
            given.origin, at, int{std::to_integer<uint8_t>(given.bytes[static_cast<size_t>(at)])}));
  };
  for (const Parameter& p : given.list)
    if (p.offset < given.device_offset) {
      zero_until(p.offset);
      at = p.offset + p.size_bytes;
    }
  zero_until(given.device_offset);
}

// InputError names the first that does not fit.
void require_parameters_fit(const Parameters& wanted, const Parameters& given) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format(
        "{} (of '{}') do not fit the program: {}: another network, or one whose quantization chose "
        "other exponents, needs a program of its own",
        given.origin, given.model, why));
  };
  for (size_t i = 0; i < std::max(wanted.list.size(), given.list.size()); ++i) {
    if (i >= given.list.size())
      refuse(fmt::format("the program has {}, they have none", parameter_text(wanted.list[i])));
    if (i >= wanted.list.size())
      refuse(fmt::format("they have {}, the program has none", parameter_text(given.list[i])));
    if (!same_parameter(wanted.list[i], given.list[i]))
      refuse(fmt::format("they have {} where the program has {}", parameter_text(given.list[i]),
                         parameter_text(wanted.list[i])));
  }
  if (wanted.structure != given.structure || wanted.list != given.list ||
      wanted.device_offset != given.device_offset || wanted.bytes.size() != given.bytes.size())
    refuse(fmt::format(
        "all names and shapes agree, but they were made for structure {} and the program is {}: "
        "its instructions, micro-ops or layouts are others (other exponents of quantization, "
        "another schedule or configuration)",
        given.structure, wanted.structure));
  require_zero_gaps(given);
}

}  // namespace

std::string Parameters::content_hash() const {
  return hash_hex(bytes);
}

std::string structure_hash(const Program& program) {
  Program bare = program;
  bare.constants.clear();
  bare.provenance = {};
  bare.preprocessing.reset();
  bare.alphabet.reset();
  bare.config = {};
  const std::string description = describe_program(bare, HostConstants::LeftOut).json;
  return hash_hex(fmt::format("{} {} {} {} {}", program.config.stream_hash(),
                              program.constants.size(), hash_hex(description),
                              hash_hex(program.uops), hash_hex(program.insns)));
}

Parameters parameters_of(const Program& program) {
  Parameters out;
  out.model = program.provenance.model;
  out.tool_version = program.provenance.tool_version;
  out.structure = structure_hash(program);
  for (const ProgramValue& v : program.values) {
    if (!v.constant.valid())
      continue;
    out.bytes.resize(align_up(out.bytes.size(), size_t{kParameterAlignment}));
    out.list.push_back({v.name, std::string(dtype_name(v.dtype)), v.shape, std::ssize(out.bytes),
                        v.constant.size_bytes()});
    append_bytes(out.bytes, v.constant.bytes());
  }
  out.bytes.resize(align_up(out.bytes.size(), size_t{kParameterAlignment}));
  out.device_offset = std::ssize(out.bytes);
  const ConstantLoads loads(program);
  for (const auto& [first, named] : loads.found()) {
    const auto& [name, extent] = named;
    const int64_t bytes = extent.end - first;
    out.list.push_back(
        {name, "packed", {bytes}, out.device_offset + first - program.constants_offset, bytes});
  }
  append_bytes(out.bytes, program.constants);
  return out;
}

Program with_parameters(const Program& program, const Parameters& parameters) {
  const Parameters own = parameters_of(program);
  require_parameters_fit(own, parameters);
  Program out = program;
  const std::span<const std::byte> bytes = parameters.bytes;
  size_t next = 0;
  for (ProgramValue& v : out.values)
    if (v.constant.valid()) {
      const Parameter& place = own.list[next++];
      v.constant = Tensor::from_bytes(
          v.dtype, v.shape,
          bytes.subspan(static_cast<size_t>(place.offset), static_cast<size_t>(place.size_bytes)));
    }
  const auto device = bytes.subspan(static_cast<size_t>(own.device_offset));
  out.constants.assign(device.begin(), device.end());
  return out;
}

}  // namespace vta
