// The scripts for Vivado, run by a Tcl interpreter with commands that record; the device tree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "driver/linux/u_dma_buf.h"
#include "driver/linux/uio.h"
#include "tests/fpga/export_check.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kFirstFabricInterrupt = 29;  // IRQ_F2P[0] as a shared interrupt
constexpr int64_t kFabricClock = 15;           // FCLK_CLK0 in the binding of the clock controller

// What vivado_commands.tcl is told of the component.
std::string facts_of(const Component& component) {
  std::string text = fmt::format("vlnv {}\n", component.vlnv);
  for (const ComponentBus& bus : component.buses)
    text += bus.type == "aximm"
                ? fmt::format("intf {} {}\n", bus.name, bus.master ? "master" : "slave")
                : fmt::format("{} {}\n", bus.type, bus.name);
  for (const ComponentPort& port : component.ports)
    text += fmt::format("port {}\n", port.name);
  return text;
}

// Without these nothing would be told of a design that does not work: each must end the script
// before there is a bitstream.
Problems check_guards(const fs::path& folder) {
  Problems problems;
  for (const char* fault : {"slack=-0.001", "hold_slack=-0.001", "progress=40%",
                            "clock_factor=1.002", "clock_factor=0.998"}) {
    const ScriptRun run = run_vivado_script(folder / "build.tcl", folder, {fault});
    if (run.error.empty() || run.made("bitstream vta.bit"))
      problems.push_back(fmt::format("build.tcl makes a bitstream though Vivado says {}", fault));
  }
  return problems;
}

void expect_fact(Problems& problems, const ScriptRun& run, const std::string& name,
                 const std::string& value) {
  if (run.fact(name) != value)
    problems.push_back(fmt::format("build.tcl: {} is '{}', not '{}'", name, run.fact(name), value));
}

const ComponentBus& memory_bus(const Component& component) {
  const auto found = std::ranges::find_if(
      component.buses, [](const ComponentBus& bus) { return bus.type == "aximm" && bus.master; });
  if (found == component.buses.end())
    throw InputError("the component has no AXI master");
  return *found;
}

Problems check_build(const fs::path& folder, const Component& component, const ScriptRun& run) {
  Problems problems = run.problems;
  if (!run.error.empty())
    problems.push_back(fmt::format("build.tcl: {}", run.error));
  expect_fact(problems, run, "ps CONFIG.PCW_S_AXI_HP0_DATA_WIDTH",
              memory_bus(component).parameters.at("DATA_WIDTH"));
  expect_fact(problems, run, "ps/Data range", std::to_string(component.register_bytes));
  expect_fact(problems, run, "ip_repo_paths", (folder / "ip").string());
  expect_fact(problems, run, "top", "system_wrapper");
  expect_fact(problems, run, "platform_fixed", "1");
  for (const char* interconnect : {"registers", "memory"})
    for (const char* side : {"NUM_SI", "NUM_MI"})
      expect_fact(problems, run, fmt::format("{} CONFIG.{}", interconnect, side), "1");
  for (const char* step : {"validated", "added system_wrapper.v", "run synth_1", "run impl_1",
                           "bitstream vta.bit", "platform vta.xsa"})
    if (!run.made(step))
      problems.push_back(fmt::format("build.tcl has not made: {}", step));
  return problems;
}

// sources.tcl reads the files of the synthesis file set, in its order.
Problems check_sources(const fs::path& folder, const Component& component) {
  const ScriptRun run = run_vivado_script(folder / "sources.tcl", folder);
  if (!run.error.empty())
    return {fmt::format("sources.tcl: {}", run.error)};
  std::vector<std::string> read, wanted;
  const auto [first, last] = run.facts.equal_range("source");
  for (auto at = first; at != last; ++at)
    read.push_back(at->second);
  for (const std::string& name : component.file_sets.at("xilinx_anylanguagesynthesis_view_fileset"))
    if (name.ends_with("v"))
      wanted.push_back((folder / "ip" / name).string());
  return read == wanted ? Problems{} : Problems{"sources.tcl and the component's sources differ"};
}

Problems check_constraints(const fs::path& folder, const ScriptRun& design) {
  const ScriptRun run = run_vivado_script(folder / "ip/vta_clock.xdc", folder);
  if (!run.error.empty())
    return {fmt::format("vta_clock.xdc: {}", run.error)};
  const double period = std::strtod(run.fact("clock_period").c_str(), nullptr);
  const double mhz =
      std::strtod(design.fact("ps CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ").c_str(), nullptr);
  if (run.fact("clock_port") != "aclk" || std::abs(period * mhz - 1000) > 1)
    return {fmt::format("vta_clock.xdc: a period of {} ns of {} is not the {} MHz of build.tcl",
                        period, run.fact("clock_port"), mhz)};
  return {};
}

// Cells of a property, "" where there is none.
std::vector<int64_t> cells_of(const fs::path& blob, const std::string& node,
                              const std::string& property) {
  const ProcessOutput run = output_of({"fdtget", blob.string(), node, property});
  std::istringstream in(run.status == 0 ? run.text : "");
  std::vector<int64_t> cells;
  for (int64_t cell = 0; in >> cell;)
    cells.push_back(cell);
  return cells;
}

std::string text_of(const fs::path& blob, const std::string& node, const std::string& property) {
  const ProcessOutput run = output_of({"fdtget", blob.string(), node, property});
  return run.status == 0 ? run.text.substr(0, run.text.find('\n')) : "";
}

int64_t whole(const std::string& text) {
  return std::strtoll(text.c_str(), nullptr, 0);
}

// What a label of the board's own tree is put into, "" for none: "clocks:0 assigned-clocks:0".
std::string uses_of_label(const fs::path& blob, const std::string& label,
                          const std::string& device) {
  const ProcessOutput run = output_of({"fdtget", blob.string(), "/__fixups__", label});
  std::istringstream in(run.status == 0 ? run.text : "");
  std::string uses;
  for (std::string place; in >> place;)
    uses += (uses.empty() ? "" : " ") +
            (place.starts_with(device + ":") ? place.substr(device.size() + 1) : place);
  return uses;
}

// Names by which the driver finds what the tree describes, and what the tree leans on.
Problems compare_names(const fs::path& blob, const std::string& device, const std::string& memory) {
  Problems problems;
  const auto expect = [&](const std::string& what, const std::string& is,
                          const std::string& wanted) {
    if (is != wanted)
      problems.push_back(fmt::format("vta.dts: {} is '{}', not '{}'", what, is, wanted));
  };
  expect("target-path", text_of(blob, "/fragment@0", "target-path"), "/");
  expect("linux,uio-name", text_of(blob, device, "linux,uio-name"), board::kUioName);
  expect("device-name", text_of(blob, memory, "device-name"), board::kBufferName);
  expect("use of intc", uses_of_label(blob, "intc", device), "interrupt-parent:0");
  expect("use of clkc", uses_of_label(blob, "clkc", device), "clocks:0 assigned-clocks:0");
  for (const char* property : {"clocks", "assigned-clocks"}) {
    const std::vector<int64_t> cells = cells_of(blob, device, property);
    if (cells.size() != 2 || cells[1] != kFabricClock)
      problems.push_back(
          fmt::format("vta.dts: {} is not FCLK_CLK0, clock {}", property, kFabricClock));
  }
  return problems;
}

Problems compare_tree(const fs::path& blob, const ScriptRun& design) {
  const int64_t base = whole(design.fact("ps/Data offset"));
  const int64_t range = whole(design.fact("ps/Data range"));
  const std::string root = "/fragment@0/__overlay__";
  const std::string device = fmt::format("{}/vta@{:x}", root, base), memory = root + "/vta-memory";
  Problems problems = compare_names(blob, device, memory);
  if (text_of(blob, device, "compatible") != "generic-uio")
    problems.push_back(fmt::format("vta.dts: no node {} for UIO", device));
  if (cells_of(blob, device, "reg") != std::vector<int64_t>{base, range})
    problems.push_back("vta.dts: reg is not the window that build.tcl assigns");
  if (cells_of(blob, device, "interrupts") != std::vector<int64_t>{0, kFirstFabricInterrupt, 4})
    problems.push_back("vta.dts: interrupts are not IRQ_F2P[0], a high level");
  const std::vector<int64_t> rate = cells_of(blob, device, "assigned-clock-rates");
  const double mhz =
      std::strtod(design.fact("ps CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ").c_str(), nullptr);
  if (rate.size() != 1 || std::abs(static_cast<double>(rate[0]) - 1e6 * mhz) > 1e3)
    problems.push_back("vta.dts: assigned-clock-rates is not the clock of build.tcl");
  const std::vector<int64_t> size = cells_of(blob, memory, "size");
  if (text_of(blob, memory, "compatible") != "ikwzm,u-dma-buf" || size.size() != 1 ||
      size[0] < 4096 || size[0] > whole(design.fact("vta/m_axi range")))
    problems.push_back("vta.dts: no memory for u-dma-buf that fits the DRAM");
  return problems;
}

}  // namespace

std::string ScriptRun::fact(const std::string& name) const {
  const auto found = facts.find(name);
  return found == facts.end() ? "" : found->second;
}

bool ScriptRun::made(const std::string& thing) const {
  const auto [first, last] = facts.equal_range("made");
  return std::any_of(first, last, [&](const auto& fact) { return fact.second == thing; });
}

ScriptRun run_vivado_script(const fs::path& script, const fs::path& folder,
                            const std::vector<std::string>& settings) {
  const fs::path facts = folder / "component.facts";
  write_text_file(facts.string(), facts_of(read_component(folder)));
  std::vector<std::string> command{"tclsh", VTA_SOURCE_DIR "/tests/fpga/vivado_commands.tcl",
                                   script.string(), facts.string()};
  command.insert(command.end(), settings.begin(), settings.end());
  const ProcessOutput output = output_of(command);
  ScriptRun run;
  run.error = "it did not end";
  static const std::regex line_form("(problem|fact)\t([^\t]*)(?:\t(.*))?");
  std::istringstream in(output.text);
  for (std::string line; std::getline(in, line);) {
    std::smatch part;
    if (line == "end")
      run.error = run.fact("error");
    else if (!std::regex_match(line, part, line_form))
      run.problems.push_back(line);
    else if (part[1] == "problem")
      run.problems.push_back(part[2]);
    else
      run.facts.emplace(part[2], part[3]);
  }
  return run;
}

Problems check_device_tree(const fs::path& folder, const ScriptRun& design) {
  const fs::path blob = folder / "vta.dtbo";
  const ProcessOutput run = output_of(
      {"dtc", "-@", "-I", "dts", "-O", "dtb", "-o", blob.string(), (folder / "vta.dts").string()});
  if (run.status != 0 || !run.text.empty())
    return {fmt::format("vta.dts: {}", run.text)};
  return compare_tree(blob, design);
}

Problems check_scripts(const fs::path& folder, const Component& component) {
  const ScriptRun design = run_vivado_script(folder / "build.tcl", folder);
  Problems problems = check_build(folder, component, design);
  for (const Problems& more : {check_guards(folder), check_board(folder, component, design),
                               check_sources(folder, component), check_constraints(folder, design),
                               check_device_tree(folder, design)})
    problems.insert(problems.end(), more.begin(), more.end());
  return problems;
}

}  // namespace vta
