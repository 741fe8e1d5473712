// The host's part of a program by kind of step: conversion of images to packed int8 and of packed
// int8 to logits, and all other operators left to the host. Launches belong to the accelerator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/program.h"

namespace vta {

enum class HostStepKind {
  Quantize,    // float32 to int8: multiply by a scale, round, clip, cast
  Im2col,      // gathers windows
  Pack,        // NCHW into the device's layout and memory
  Convert,     // from one layout or type of the device to another
  Unpack,      // back to NCHW
  Dequantize,  // int8 to float32: cast, multiply by a scale
  Other,       // every other operator
};
inline constexpr std::array kHostStepKinds = {
    HostStepKind::Quantize, HostStepKind::Im2col,     HostStepKind::Pack, HostStepKind::Convert,
    HostStepKind::Unpack,   HostStepKind::Dequantize, HostStepKind::Other};
std::string_view host_step_kind_name(HostStepKind kind);  // "quantize"

// By index into Program::steps; nothing for a launch. An operator is part of a quantization where a
// cast to int8 alone reads it, directly or through such operators; the multiplication of a
// dequantization alone reads the cast.
std::vector<std::optional<HostStepKind>> host_step_kinds(const Program& program);

// Sums over steps. Bytes are those of all operands, constants included, once, and of all results;
// of the device's tensors as they are stored. The largest number where there are more.
struct HostWork {
  int64_t steps = 0;
  int64_t read_bytes = 0, written_bytes = 0;
  std::optional<double> seconds = {};  // nothing: the steps were not executed
  HostWork& operator+=(const HostWork& more);
};

// Of one step; nothing of a launch.
HostWork host_work_of(const Program& program, const Step& step);

// One for each of kHostStepKinds, in that order. `seconds` is RunStats::host_step_seconds.
std::array<HostWork, kHostStepKinds.size()> host_work(const Program& program,
                                                      std::span<const double> seconds);
HostWork total(std::span<const HostWork> work);

}  // namespace vta
