// A compiled network: all data for running it, without the compiler.
//
// Device side: one arena (a single allocation) that holds packed weights, activations, micro-ops
// and instructions; every base register is the arena's address, so a program is relocatable.
// Host side: values (tensors by index) and a list of steps in execution order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/alphabet.h"
#include "base/attrs.h"
#include "base/preprocessing.h"
#include "base/round.h"
#include "base/tensor.h"
#include "config/vta_config.h"
#include "runtime/kernel_description.h"
#include "runtime/positions.h"

namespace vta {

// Where logical N, C, H, W live in device memory:
//   [ceil(N/batch)][ceil(C/(sub*block))][H][W][sub][batch][block], elements int8 or int32.
// Padding rows and channels are zero. sub > 1 where block_in != block_out, so that both fit.
struct PackedLayout {
  int64_t n = 1, c = 1, h = 1, w = 1;  // logical extents
  int64_t batch = 1, block = 16, sub = 1;
  DType dtype = DType::I8;  // I8, or I32 for widened operands
  // Of a part of a tensor with more channels: groups from one batch to the next in memory. 0: as
  // many as the layout has.
  int64_t image_groups = 0;

  int64_t groups() const { return ceil_div(c, sub * block); }
  int64_t batches() const { return ceil_div(n, batch); }
  int64_t num_elements() const { return batches() * groups() * h * w * sub * batch * block; }
  int64_t size_bytes() const { return num_elements() * dtype_bytes(dtype); }
  // With what lies between its batches.
  int64_t group_pitch() const { return image_groups > 0 ? image_groups : groups(); }
  int64_t group_bytes() const { return h * w * sub * batch * block * dtype_bytes(dtype); }
  int64_t span_bytes() const {
    return ((batches() - 1) * group_pitch() + groups()) * group_bytes();
  }
  bool is_dense() const { return batches() == 1 || group_pitch() == groups(); }
  bool operator==(const PackedLayout&) const = default;
};
// NCHW int8 (or int32) host tensor <-> packed bytes of exactly layout.span_bytes(). Only a dense
// layout is packed: in other layouts the bytes between batches belong to other tensors.
void pack_tensor(const Tensor& nchw, const PackedLayout& layout, std::span<std::byte> packed);
Tensor unpack_tensor(std::span<const std::byte> packed, const PackedLayout& layout);

struct ProgramValue {  // a tensor on the host
  std::string name;
  DType dtype = DType::F32;
  Shape shape;
  Tensor constant;  // valid() for constants
};

struct DeviceTensor {  // a tensor in the arena
  std::string name;
  int64_t offset_bytes = 0;
  PackedLayout layout;
  // The tensor of which this one is some channel groups, itself no part; -1: none.
  int64_t part_of = -1;
  // Of a network that is computed position by position: what the host sends for one of them is this
  // much behind that of the one before. 0: all are at one place.
  int64_t position_bytes = 0;
};

// An operator on the host: name and attributes as in the graph IR (runtime/host_ops.h).
struct HostOpStep {
  std::string op;
  Attrs attrs;
  std::vector<int64_t> inputs, outputs;      // ProgramValue indices
  std::vector<std::string> onnx_nodes = {};  // as a kernel's
};
struct ToDeviceStep {  // host int8 NCHW value -> packed device tensor
  int64_t value = 0, device_tensor = 0;
};
struct FromDeviceStep {  // packed device tensor -> host int8 NCHW value
  int64_t device_tensor = 0, value = 0;
};
struct ConvertStep {  // device tensor -> another layout or type (int8 widened to int32), by the
                      // host
  int64_t source = 0, target = 0;
};
struct LaunchStep {  // instructions [first_insn, first_insn + insn_count), FINISH included
  int64_t first_insn = 0, insn_count = 0;
  int64_t first_kernel = 0, kernel_count = 0;
};
using Step = std::variant<HostOpStep, ToDeviceStep, FromDeviceStep, ConvertStep, LaunchStep>;

// The least work of a layer for any schedule (compiler/kernels/least_work.h). GEMM steps are those
// on pixels inside the image; ALU steps have an immediate or a vector as their second operand.
struct LeastWork {
  int64_t gemm_steps = 0, imm_steps = 0, vector_steps = 0;
  int64_t useful_macs = 0;  // without multiplications of padding
  bool operator==(const LeastWork&) const = default;
};

// A tensor that a kernel computes beside its first one.
struct KernelOutput {
  int64_t tensor = 0;  // DeviceTensor
  std::string oracle;  // as ProgramKernel::oracle
  bool operator==(const KernelOutput&) const = default;
};

struct ProgramKernel {
  std::string name;  // e.g. "conv2d_3"
  std::string kind;  // "conv2d", "dense", "alu", "pool"
  KernelDescription description;
  int64_t first_insn = 0;  // absolute index into Program::insns
  int64_t insn_count = 0;
  int64_t output_tensor = 0;  // DeviceTensor
  std::string oracle;         // name of the quantized graph's value that the output must equal
  std::vector<KernelOutput> more_outputs = {};
  int64_t macs = 0;                          // of the layer, without padding
  int64_t least_bytes = 0;                   // every operand once, output once
  std::optional<LeastWork> least_work = {};  // nothing: a program of an older version
  // Names of the ONNX nodes whose work it does, its main one first; empty where there are none.
  std::vector<std::string> onnx_nodes = {};
};

struct Provenance {
  std::string tool_version, config_hash, model, schedule, quantization;
  int64_t schema_version = 1;
  int64_t seed = 0;
};

struct Program {
  VtaConfig config;
  Provenance provenance;
  std::vector<ProgramValue> values;
  std::vector<int64_t> inputs, outputs;  // values
  // Names of the outputs, separate from their values: one value may be two outputs, an input or a
  // constant. Empty in programs of older versions, whose outputs have the names of the values
  // (output_name).
  std::vector<std::string> output_names;
  // Preparation of images for the inputs, if the network or its compilation has one.
  std::optional<Preprocessing> preprocessing;
  std::optional<Alphabet> alphabet;    // of a network whose tokens are characters
  std::optional<Positions> positions;  // of a network that is computed position by position
  std::vector<Step> steps;
  std::vector<ProgramKernel> kernels;
  std::vector<DeviceTensor> device_tensors;

  int64_t arena_bytes = 0;
  int64_t constants_offset = 0;  // packed weights and biases
  std::vector<std::byte> constants;
  int64_t uops_offset = 0;
  std::vector<std::byte> uops;
  int64_t insns_offset = 0;      // multiple of 16
  std::vector<std::byte> insns;  // encoded, 16 bytes each

  // For the summary: placement of operators.
  int64_t host_macs = 0, device_macs = 0, host_ops = 0, device_ops = 0;
};

// Names of input and output i, as a caller uses them.
const std::string& input_name(const Program& program, size_t i);
const std::string& output_name(const Program& program, size_t i);
std::vector<std::string> input_names(const Program& program);
std::vector<std::string> output_names(const Program& program);

// Throws InputError, naming the member and the legal range, when an index points outside its table,
// an offset or a size outside the arena, a kernel is in no launch or in two, there is no output, a
// host step reads a value that nothing has made, or writes an input or a constant, a shape
// or type cannot be, or a host step's results are not what the graph's type inference says of its
// operands and attributes. ResourceError when the arena is more than the policy in force allows.
// load_program and Executor call it; it does not look into the instructions.
void check_program(const Program& program);

// The .vta file: magic, schema version, JSON description, binary sections, each with a checksum.
// load throws InputError with the reason (not a program, truncated at byte N, section X altered,
// newer schema).
void save_program(const Program& program, const std::string& path);
Program load_program(const std::string& path);
// The same of a file's bytes; `origin` names them in messages.
Program parse_program(std::span<const std::byte> bytes, std::string_view origin);

}  // namespace vta
