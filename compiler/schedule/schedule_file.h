// The text of a schedule (format 2 of what `--schedule FILE.json` takes):
//
//   {"schema": "vta.schedule", "schema_version": 2, "config": "1x16_i8w8a32_15_15_18_17",
//    "policy": {"epilogue": "short", "fuse_residuals": true, ...},
//    "layers": [
//      {"layer": "alu 1x64x56x56 operands 2 steps 3", "kernels": ["alu_0"],
//       "tiles": {"elements": 1024, "threads": 2}}, ...]}
//
// `config` is what the tiles were made for: sizes in channel groups count its larger block.
// `policy` has the members of ScheduleFacts, `layer` is layer_text(), `tiles` all fields of the
// layer's kind of tiles. A kernel takes the entry of its layer that names it, else the first of its
// layer. Nothing may be left out but `kernels`, and nothing else may be said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernels/kernel_tiles.h"
#include "compiler/schedule/schedule_facts.h"

namespace vta {

struct ScheduleFile {
  struct Entry {
    LayerId layer;
    std::vector<std::string> kernels;  // by name; of these the entry is, before any other
    KernelTiles tiles;
  };
  std::string config;
  int64_t channel_group = 16;  // as `config` says it
  ScheduleFacts facts;
  std::vector<Entry> layers;

  // Whether a text is meant to be of this format.
  static bool is_one(const boost::json::value& text);
  // InputError, with the place: what is missing, unknown, out of range or given twice.
  static ScheduleFile parse(const boost::json::value& text, std::string_view origin);
  std::string text() const;  // of equal schedules equal; ends in a line break

  // The tiles of a kernel; nullptr where its layer has none.
  const KernelTiles* find(const LayerId& layer, std::string_view kernel) const;
};

// Channels of a group in the configuration of that name, "1x16.32_...": its larger block.
// InputError where it does not begin so; `where` names it.
int64_t channel_group_of(const boost::json::value& config, std::string_view where);

}  // namespace vta
