// The options that run, compile and eval share, and what they mean for the compiler.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/setting_options.h"
#include "compiler/compiler.h"
#include "evaluation/preprocessing.h"
#include "workbench/input.h"
#include "workbench/network.h"

namespace vta::cli {

struct CompileFlags {
  std::string config = "default";
  std::vector<std::string> calib;  // .npy of sample inputs: FILE, or NAME=FILE per input
  PixelFlags pixels;               // of calibration samples and of inputs
  std::string dump_ir, stop_after;
  std::string save_schedule, save_recipe;  // files

  void add_to(Command& command);
  // Of these, what is about the network and not about what it is compiled for.
  void add_network(Command& command);
  // Every setting twice, one value for each side of a comparison.
  void add_sides(Command& command);
  void add_pixels(Command& command);
  // --save-schedule, after add_to(), and what it asks for.
  void add_save_schedule(Command& command);
  void write_schedule(const CompileResult& compiled) const;
  void write_recipe() const;  // of --save-recipe, where it was given

  // --seed, after add_to(), is about what the command does and not about the compiled program.
  void take_seed(Command& command, const std::string& help);

  const SettingOptions& settings() const { return settings_; }
  // As it was given; of one side where there are two.
  Recipe recipe(size_t side = 0) const { return settings_.recipe(side); }
  std::string quant_mode() const;  // the value of --quant, or its default
  // UsageError for values that have no meaning. Without calibration samples.
  CompileOptions options() const;
  // The same with them: read from --calib, prepared for the network of this file.
  CompileOptions options_for(const std::string& model, size_t side = 0) const;
  // The same for a machine with other memory, of parts of a network: of a whole one all the same.
  CompileOptions options_for_parts(const char* command, const std::string& model,
                                   const std::string& memory) const;
  // UsageError when an option says that no whole program is made; `command` needs one.
  void require_program(const char* command) const;
  // UsageError when an option was given that a compiled program can no longer follow.
  void require_none_given(const std::string& program) const;
  // --config as it was given, else empty: a compiled program may run on another machine.
  std::string given_config() const;

  // What is asked of the workbench.
  workbench::CompileRequest request(const std::string& model, size_t side) const;

 private:
  void add_settings(Command& command, Sides sides, bool (*of)(const Setting& setting));
  void add_calibration(Command& command);

  SettingOptions settings_;
  const Option* config_option_ = nullptr;
  std::vector<const Option*> compiling_;  // all but that and those about pixels
};

// --seed, of 0 to 2^63 - 1; `seed` holds the default and must outlive the parsing.
void add_seed(Command& command, uint64_t& seed, const std::string& what);

// Progress on stderr for compilations that take long enough to wonder.
void report_passes(CompileOptions& options, bool verbose);

}  // namespace vta::cli
