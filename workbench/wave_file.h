// The file of --wave while a device writes it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/output_file.h"
#include "base/signal_cleanup.h"
#include "sim/tsim/wave.h"

namespace vta::workbench {

class WaveFile {
 public:
  // The options with the place where the device shall write; unchanged where no trace is asked for.
  WaveOptions staged(WaveOptions options);
  // UsageError where the run had no cycle of the part that was asked for; OutputError where the
  // trace is not whole.
  void commit();
  bool has_cycles() const;

 private:
  std::optional<StagedFile> file_;
  SignalCleanup hierarchy_;  // a second file that the writer keeps while it writes
  std::string name_;
};

// Runs `work`, which makes a device with staged() options and lets it go; then the trace gets its
// name. So it does when the device reports an error: what led there is in it.
int with_wave_file(const std::function<int(WaveFile&)>& work);

// Whether the blocks of an FST file follow each other to its end. Its writer does not say when the
// disk is full.
bool fst_is_whole(const std::string& path);

}  // namespace vta::workbench
