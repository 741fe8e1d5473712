// A Verilated vta_datapath of any configuration behind plain types: the seam of hw/rtl/README.md,
// "Modules". Units are numbered 0 load, 1 compute, 2 store.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hw/isa/codec.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta {

struct DatapathInputs {
  bool clear = false;
  bool halt = false;
  uint64_t uop_base = 0, inp_base = 0, wgt_base = 0, acc_base = 0, out_base = 0;
  int64_t burst_beats = 16;
  std::array<bool, 3> cmd_valid{}, token_prev{}, token_next{}, grant{}, beat_for{};
  std::array<InsnBits, 3> insn{};
  std::array<uint32_t, 3> index{};
  std::vector<std::byte> beat;  // empty: none in this cycle
  bool write_ready = true;
  bool write_done = false;
};

struct DatapathRequest {
  bool valid = false;
  uint64_t addr = 0;
  int64_t beats = 0;
};

struct DatapathProbe {
  bool retire = false;
  uint32_t retire_index = 0;
  UnitState state = UnitState::None;
  bool index_valid = false;
  uint32_t index = 0;
};

struct DatapathOutputs {
  std::array<bool, 3> start{}, done{}, push_prev{}, push_next{}, executing{};
  bool index_error = false;
  uint32_t index_error_insn = 0;
  std::array<DatapathRequest, 3> request{};
  bool write_valid = false;
  bool write_last = false;
  std::vector<std::byte> write_data;
  std::vector<bool> write_strb;
  Counters counters;  // without acc_load_nbytes_vta and insn_count
  std::array<DatapathProbe, 3> probe{};
};

class DatapathModel {
 public:
  virtual ~DatapathModel() = default;
  // What the module shows in a cycle with these inputs.
  virtual DatapathOutputs settle(const DatapathInputs& inputs) = 0;
  // The edge that ends the cycle.
  virtual void edge() = 0;
};

struct DatapathConfig {
  std::string_view name;
  std::string_view json;  // path
  std::unique_ptr<DatapathModel> (*make)();
};
const std::vector<DatapathConfig>& datapath_configs();

}  // namespace vta
