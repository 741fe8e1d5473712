// What an export says of its board, beside a table of boards written apart; the README's figures.
#include <fmt/format.h>

#include <regex>

#include "base/file.h"
#include "tests/fpga/export_check.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

// From the reference manuals of the boards and of their processors.
struct BoardRule {
  const char* title;  // as the README's heading has it
  const char* part;
  const char* family;
  const char* crystal_mhz;
  int64_t dram_base, dram_bytes;
};
constexpr BoardRule kBoardRules[] = {
    {"Pynq-Z1", "xc7z020clg400-1", "zynq", "50", 0, int64_t{512} << 20}};

// What M_AXI_GP0 reaches.
constexpr int64_t kFirstOfPort = 0x4000'0000, kLastOfPort = 0x7fff'ffff;

class BoardCheck {
 public:
  BoardCheck(const BoardRule& rule, const Component& component, const ScriptRun& design)
      : rule_(rule), component_(component), design_(design) {}

  Problems all(const std::string& readme) {
    expect("part", rule_.part);
    expect("ps CONFIG.PCW_CRYSTAL_PERIPHERAL_FREQMHZ", rule_.crystal_mhz);
    expect("ps CONFIG.PCW_FCLK0_PERIPHERAL_CLKSRC", "IO PLL");
    expect("ps CONFIG.PCW_USE_FABRIC_INTERRUPT", "1");
    expect("ps CONFIG.PCW_IRQ_F2P_INTR", "1");
    expect("vta/m_axi offset", std::to_string(rule_.dram_base));
    expect("vta/m_axi range", std::to_string(rule_.dram_bytes));
    if (component_.family != rule_.family)
      say("the component is for the family '{}', not {}", component_.family, rule_.family);
    registers();
    figures(readme);
    return problems_;
  }

 private:
  template <typename... Values>
  void say(fmt::format_string<Values...> text, Values&&... values) {
    problems_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }
  void expect(const std::string& name, const std::string& value) {
    if (design_.fact(name) != value)
      say("build.tcl: {} is '{}', not '{}'", name, design_.fact(name), value);
  }

  void registers() {
    const int64_t base = std::strtoll(design_.fact("ps/Data offset").c_str(), nullptr, 0);
    if (base < kFirstOfPort || base + component_.register_bytes - 1 > kLastOfPort)
      say("build.tcl: the registers are at {:#x}, where M_AXI_GP0 does not reach", base);
  }

  void figures(const std::string& readme) {
    const std::string clock = design_.fact("ps CONFIG.PCW_FPGA0_PERIPHERAL_FREQMHZ");
    if (readme.find(fmt::format("- clock: {} MHz,", clock)) == std::string::npos)
      say("README.md: the clock is not the {} MHz of build.tcl", clock);
    for (const ComponentBus& bus : component_.buses)
      if (bus.type == "aximm" && bus.master &&
          readme.find(fmt::format("- memory port: {}, {} bits", bus.parameters.at("PROTOCOL"),
                                  bus.parameters.at("DATA_WIDTH"))) == std::string::npos)
        say("README.md: the memory port is not the component's {}", bus.name);
  }

  const BoardRule& rule_;
  const Component& component_;
  const ScriptRun& design_;
  Problems problems_;
};

}  // namespace

Problems check_board(const fs::path& folder, const Component& component, const ScriptRun& design) {
  const std::string readme = read_text_file((folder / "README.md").string());
  std::smatch heading;
  static const std::regex form("# VTA .* for (.*)\n");
  if (std::regex_search(readme, heading, form))
    for (const BoardRule& rule : kBoardRules)
      if (heading[1] == rule.title)
        return BoardCheck(rule, component, design).all(readme);
  return {"README.md names no board that is known here"};
}

}  // namespace vta
