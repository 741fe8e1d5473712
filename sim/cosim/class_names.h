// The names of the classes that random programs can reach, and the parts of these names.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/cosim/hit_classes.h"
#include "sim/semantics/requantize.h"

namespace vta::cosim {

using ClassNames = std::set<std::string>;

inline constexpr std::array<const char*, 5> kOpcodeNames = {"LOAD", "STORE", "GEMM", "FINISH",
                                                            "ALU"};
inline constexpr std::array<const char*, 4> kTokenQueues = {"load->compute", "compute->load",
                                                            "compute->store", "store->compute"};
inline constexpr std::array<const char*, 3> kUnitNames = {"load", "compute", "store"};
inline constexpr int64_t kDeepQueue = 64;  // deeper ones fill only where a program means it

std::string memory_class(int64_t memory_type);  // "ACC8"
std::string alu_class(int64_t alu_opcode);      // "SHR"
std::vector<std::string> rq_classes(const RqParameters& parameters);

// Fields that the instruction's own classes do not cover: all but opcodes, types and tokens.
bool has_value_classes(const PlacedField& field);
// "zero", "least", "small", ...
const char* value_class(const PlacedField& field, int64_t value);

// Configurations at the end of what is legal.
void add_config_classes(const VtaConfig& config, ClassNames& names);
// Of any of the configurations.
ClassNames possible_classes(std::span<const VtaConfig> configs, const HitScope& scope);

}  // namespace vta::cosim
