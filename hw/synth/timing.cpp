#include "hw/synth/timing.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "hw/synth/embedded_text.h"
#include "hw/synth/yosys_run.h"

namespace vta {
namespace {

constexpr const char* kNetlist = "netlist.json";
constexpr const char* kShellPackage = "vta_shell_pkg.sv";

// The RTL has one module a file, of the same name; packages are no modules.
std::vector<std::string> modules_of(const RtlSources& sources) {
  std::vector<std::string> modules;
  for (const std::string& file : sources.files)
    if (const std::string stem = std::filesystem::path(file).stem().string();
        !stem.ends_with("_pkg"))
      modules.push_back(stem);
  return modules;
}

bool has_module(const RtlSources& sources, const std::string& name) {
  const std::vector<std::string> modules = modules_of(sources);
  return std::find(modules.begin(), modules.end(), name) != modules.end();
}

[[noreturn]] void refuse_module(std::vector<std::string> modules, const RtlSources& shell,
                                const std::string& name) {
  std::ranges::copy(modules_of(shell), std::back_inserter(modules));
  throw UsageError(
      fmt::format("--module {}: the RTL has no such module; {}", name, known_names(name, modules)));
}

// What `top` is read from: the core's modules need no shell.
YosysJob job_for(const VtaConfig& config, const std::string& top) {
  YosysJob job{.sources = rtl_sources(config),
               .files = {{kTimingCells, std::string(timing_cells_text())}},
               .script = {},
               .product = kNetlist,
               .product_is_output = true};
  if (has_module(job.sources, top))
    return job;
  const RtlSources shell = shell_sources(config);
  if (!has_module(shell, top))
    refuse_module(modules_of(job.sources), shell, top);
  job.sources.files.push_back(rtl_directory() + "/" + kShellPackage);
  std::ranges::copy(shell.files, std::back_inserter(job.sources.files));
  job.sources.hash += shell.hash;
  job.files.emplace(kShellPackage, shell.package);  // in place of the default configuration's
  return job;
}

// Contents of memories and look-up tables have no delay, and would make a type of every cell.
std::string forget_contents() {
  std::string command = "setparam -unset INIT";
  for (const char* part : {"A", "B", "C", "D"})
    command += fmt::format(" -unset INIT_{}", part);
  constexpr int kData = 128, kParity = 16;  // of the largest block RAM
  for (int i = 0; i < kData; ++i)
    command += fmt::format(" -unset INIT_{:02X}", i);
  for (int i = 0; i < kParity; ++i)
    command += fmt::format(" -unset INITP_{:02X}", i);
  return command + " t:*\n";
}

std::string script_for(const RtlSources& sources, const std::string& top) {
  return read_rtl_script(sources, top) +
         fmt::format("synth_xilinx -family xc7 -flatten -top {} -noiopad -noclkbuf\n", top) +
         netlist_script(top);
}

}  // namespace

// The cells' modules are read afresh, with what they say of timing, and made once for each set of
// parameters in use.
std::string netlist_script(const std::string& top) {
  return forget_contents() + fmt::format(
                                 "delete =A:blackbox\n"
                                 "read_verilog -lib -nowb -specify +/xilinx/cells_sim.v\n"
                                 "read_verilog -lib -nowb -specify -overwrite {1}\n"
                                 "box_derive -apply_derived_type {0}/t:* {0}/t:LUT* %d\n"
                                 "hierarchy -top {0} -purge_lib\n"
                                 "write_json\n",
                                 top, kTimingCells);
}

TimingReport analyse_timing(const VtaConfig& config, const std::string& top, int64_t paths) {
  VTA_CHECK(paths >= 1, "{} paths", paths);
  YosysJob job = job_for(config, top);
  job.script = script_for(job.sources, top);
  const YosysProduct product = yosys_product(job);
  return longest_paths(read_netlist(read_text_file(product.path), product.path), paths);
}

}  // namespace vta
