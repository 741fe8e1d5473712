// The options that run, compile and eval share, and what they mean for the compiler.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cli/input.h"
#include "cli/options.h"
#include "compiler/compiler.h"
#include "evaluation/preprocessing.h"

namespace vta::cli {

struct CompileFlags {
  std::string config = "default";
  std::string schedule = "fast";
  std::string quant;  // empty: auto with --calib (never with reference schedules), else global
  double scale = 8.0;
  double percentile = 99.9;
  std::vector<std::string> calib;  // .npy of sample inputs: FILE, or NAME=FILE per input
  SampleArrays arrays;             // what some of those FILEs stand for
  PixelFlags pixels;               // of calibration samples and of inputs
  std::vector<std::string> skip_conv = {"0"};
  std::string residual;                            // empty: as the schedule has it
  std::string batch_norm;                          // likewise
  std::string grouped_conv, dilated_conv, concat;  // likewise
  bool dense_on_device = false;
  bool all_int8 = false, no_all_int8 = false;
  bool host_only = false;
  std::string region;
  int64_t batch = 1;
  std::vector<std::string> shapes;  // NAME=1,3,224,224
  int64_t opt_level = 3;
  uint64_t seed = 0;
  std::string dump_ir, stop_after;
  std::string save_schedule;            // file
  std::vector<std::string> skip, also;  // passes

  void add_to(Command& command);
  // Of these, what is about the network and not about what it is compiled for.
  void add_network(Command& command);
  void add_pixels(Command& command);
  // --save-schedule, after add_to(), and what it asks for.
  void add_save_schedule(Command& command);
  void write_schedule(const CompileResult& compiled) const;
  std::string quant_mode() const;  // what --quant says or leaves to the default
  // UsageError for values that have no meaning. Without calibration samples.
  CompileOptions options() const;
  // The same with them: read from --calib, prepared for the network of this file.
  CompileOptions options_for(const std::string& model) const;
  // UsageError when an option says that no whole program is made; `command` needs one.
  void require_program(const char* command) const;
  // UsageError when an option was given that a compiled program can no longer follow.
  void require_none_given(const std::string& program) const;
  // --config as it was given, else empty: a compiled program may run on another machine.
  std::string given_config() const;

 private:
  struct QuantOption {
    const Option* option;
    std::vector<std::string> modes;  // of --quant that read it
  };
  void refuse_other_modes() const;

  const Option* config_option_ = nullptr;
  const Option* skip_conv_option_ = nullptr;
  bool all_int8_where_good() const;
  std::vector<const Option*> compiling_;  // all but that and those about pixels
  std::vector<QuantOption> quant_options_;
};

// compile_model(), its notes on stderr: for commands that print none themselves.
Program compile_with_notes_logged(const std::string& model, const CompileOptions& options);

// UsageError when no kernel of the program runs on the accelerator: `what` would compare nothing.
void require_kernels(const CompileResult& compiled, const std::string& what);

// --seed, of 0 to 2^63 - 1; `seed` holds the default and must outlive the parsing.
void add_seed(Command& command, uint64_t& seed, const std::string& what);

// A line on stderr, from the first part on until all (1) is done.
std::function<void(double part)> part_progress(const std::string& what,
                                               Progress::Output output = Progress::stderr_output());

// Progress on stderr for compilations that take long enough to wonder.
void report_passes(CompileOptions& options, bool verbose);

}  // namespace vta::cli
