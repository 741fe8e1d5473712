// The configuration of one accelerator: the keys of vta_config.json and what follows from them.
//
// A VtaConfig is a plain value. Load it with load_config / parse_config / named_config, which
// refuse anything illegal; call validate() on a VtaConfig that you filled in yourself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/clock.h"
#include "config/memory_type.h"

namespace vta {

struct VtaConfig {
  // Keys of the file; `log_` values are log2. Defaults are those of the default configuration.
  std::string target = "sim";
  std::string hw_ver = "0.0.2";
  int64_t log_inp_width = 3;
  int64_t log_wgt_width = 3;
  int64_t log_acc_width = 5;
  int64_t log_batch = 0;
  int64_t log_block_in = 4;
  int64_t log_block_out = 4;
  int64_t log_uop_buff_size = 15;
  int64_t log_inp_buff_size = 15;
  int64_t log_wgt_buff_size = 18;
  int64_t log_acc_buff_size = 17;
  int64_t log_uop_width = 5;
  int64_t log_bus_width = 6;
  int64_t cmd_queue_depth = 512;
  int64_t acc_read_ports = 2;
  int64_t gemm_pipeline = 3;  // registers from the operands of the dot product to its sum
  int64_t products_per_multiplier = 1;
  int64_t acc_overlap = 0;  // 1: GEMM and ALU on two halves of ACC at once
  int64_t isa_ext = 0;
  int64_t mem_read_latency = 40;
  int64_t mem_write_latency = 8;
  int64_t mem_gap = 1;
  int64_t mem_max_outstanding = 16;
  int64_t mem_burst_beats = 16;
  // Of a DRAM in place of those latencies: its name or the text of its file (dram_file.h), and the
  // core's clock beside it. Empty, and 0: the simple memory.
  std::string mem_dram;
  int64_t mem_clock_khz = 0;
  int64_t axi = 4;   // of the AXI shell: AXI4 or AXI3; in no hash
  ClockLabel clock;  // absent unless given; equal to every other

  // Derived quantities.
  int64_t batch() const { return int64_t{1} << log_batch; }
  int64_t block_in() const { return int64_t{1} << log_block_in; }
  int64_t block_out() const { return int64_t{1} << log_block_out; }
  int64_t bus_bytes() const { return int64_t{1} << (log_bus_width - 3); }
  int64_t macs() const { return batch() * block_in() * block_out(); }  // per cycle

  // Bytes of one element of a memory type in DRAM.
  int64_t element_bytes(MemoryType type) const;
  // log2 of the depth, and the depth in elements, of the scratchpad that a memory type addresses
  // (Out and Acc8 address the accumulator scratchpad).
  int64_t log_depth(MemoryType type) const;
  int64_t depth(MemoryType type) const { return int64_t{1} << log_depth(type); }

  // "{batch}x{block}_i8w8a32_{uop}_{inp}_{wgt}_{acc}"; "{in}.{out}" for unequal blocks.
  std::string name() const;
  // Hex hash of identity_json(): what caches and databases use as the identity of a configuration.
  std::string hash() const;
  // All keys, canonical order and spelling (the shell's where they are not the defaults);
  // parse_config(to_json()) is the identity.
  std::string to_json() const;
  // The same without the clock and the shell's keys, which change nothing that is simulated.
  std::string identity_json() const;

  // Hex hash of the keys that a stream of instructions depends on (KeyRole::Stream): equal for all
  // machines that run it with the same values and counters, if not in the same cycles.
  std::string stream_hash() const;
  // This circuit with the memory of another configuration.
  VtaConfig with_memory_of(const VtaConfig& other) const;
  // This circuit with the names, the memory and the shell of the default configuration: what the
  // core's RTL is made of.
  VtaConfig hardware() const;

  // Throws ConfigError: which rule fails, by how much, which key to change to which value.
  void validate() const;

  bool operator==(const VtaConfig&) const = default;
};

// Parses the text of a vta_config.json. Strict: missing required keys, unknown keys (the nearest
// known one is named), wrong types, repeated keys and illegal values throw ConfigError. `origin`
// names the text in messages. The result is validated.
VtaConfig parse_config(std::string_view text, std::string_view origin);
VtaConfig load_config(const std::string& path);

struct NamedConfig {
  std::string_view name;  // "default", "tiny", "1x8", ...
  std::string_view json;  // text of config/<file>.json, embedded at build time
};
std::span<const NamedConfig> named_configs();
VtaConfig named_config(std::string_view name);           // ConfigError lists the known names
VtaConfig find_config(const std::string& name_or_path);  // a name if known, else a file

}  // namespace vta
