// Ports and constants of the RTL, read from its sources.
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "hw/fpga/fpga_design.h"
#include "hw/rtl/rtl_sources.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

SvConstants constants_of(std::string_view package) {
  SvConstants constants;
  constants.add_package(package);
  return constants;
}

TEST(SvConstants, AreComputedFromEachOther) {
  const SvConstants c = constants_of(
      "localparam int unsigned A = 3;  // not = 4;\n"
      "localparam int unsigned B = 8 * (A + 1) / 2 - 1;\n/* localparam int unsigned A = 9; */\n"
      "localparam int unsigned C = $clog2(B + 2);\n"
      "localparam int unsigned D = A == 3 ? 4 : 8;\n");
  EXPECT_EQ(c.value("B"), 15);
  EXPECT_EQ(c.value("C"), 5);
  EXPECT_EQ(c.value("D-1"), 3);
  EXPECT_EQ(c.value("A != 3 ? 1 : A > 2 ? 7 % 4 : 0"), 3);
  for (const auto& [text, log] : {std::pair{"$clog2(1)", 0}, {"$clog2(2)", 1}, {"$clog2(3)", 2}})
    EXPECT_EQ(c.value(text), log) << text;
}

TEST(SvConstants, WhatTheyDoNotKnowIsNamed) {
  const SvConstants c =
      constants_of("localparam int unsigned A = B; localparam int unsigned B = A;");
  for (const char* text : {"", "1 +", "X", "4'd3", "1 / 0", "(1", "1 1", "A", "1 ? 2"})
    EXPECT_THROW(c.value(text), InputError) << text;
}

TEST(RtlPorts, AreReadFromTheHeader) {
  const auto ports = read_ports(
      "// module m (input logic no);\nmodule m\n  import p::*;\n#(parameter int N = (1)) (\n"
      "    input logic clk,  // a clock, \n    output logic [W-1:0] data,\n"
      "    input wire [2:0] kind\n);\n",
      "m", constants_of("localparam int unsigned W = 64;"));
  EXPECT_EQ(ports,
            (std::vector<RtlPort>{{"clk", false, 1}, {"data", true, 64}, {"kind", false, 3}}));
}

TEST(RtlPorts, OtherFormsAreNamed) {
  const SvConstants none;
  for (const char* text :
       {"module other (input logic a);", "module m;", "module m (input a_t x);",
        "module m (input logic [7:1] x);", "module m (inout logic x);", "module m (input logic x"})
    EXPECT_THROW(read_ports(text, "m", none), InputError) << text;
}

std::vector<RtlPort> ports_of_the_shell() {
  VtaConfig config = named_config("pynq");
  config.axi = 4;
  const FpgaDesign design = plan_fpga({.config = config, .board = "pynq-z1"});
  std::vector<RtlPort> ports = design.ports.all;
  ports.insert(ports.end(), design.ports.open.begin(), design.ports.open.end());
  return ports;
}

void change(std::vector<RtlPort>& ports, const std::string& name, auto what) {
  for (RtlPort& port : ports)
    if (port.name == name)
      what(port);
}

std::string ports_refused(const std::vector<RtlPort>& ports) {
  try {
    shell_ports(ports);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(ShellPorts, OfOurShellAreSorted) {
  const ShellPorts ports = shell_ports(ports_of_the_shell());
  EXPECT_EQ(ports.memory.data_bits(), 64);
  EXPECT_EQ(ports.registers.data_bits(), 32);
  EXPECT_EQ(ports.registers.address_bits(), 12);
  EXPECT_EQ(ports.all.size(), ports.memory.signals.size() + ports.registers.signals.size() + 3);
}

TEST(ShellPorts, TheLengthTellsTheProtocol) {
  std::vector<RtlPort> ports = ports_of_the_shell();
  EXPECT_EQ(shell_ports(ports).memory.protocol, AxiProtocol::Axi4);
  std::erase_if(ports, [](const RtlPort& p) { return p.name == "m_axi_wid"; });
  ports.push_back({"m_axi_wid", true, 1});
  EXPECT_EQ(shell_ports(ports).open.size(), 1u);  // AXI4 has none
  for (const char* name : {"m_axi_awlen", "m_axi_arlen"})
    change(ports, name, [](RtlPort& p) { p.bits = 4; });
  for (const char* name : {"m_axi_awlock", "m_axi_arlock"})
    change(ports, name, [](RtlPort& p) { p.bits = 2; });
  const ShellPorts axi3 = shell_ports(ports);
  EXPECT_EQ(axi3.memory.protocol, AxiProtocol::Axi3);
  EXPECT_EQ(axi3.memory.bits_of("WID"), 1);
  EXPECT_TRUE(axi3.open.empty());
}

TEST(ShellPorts, WhatIsNotAxiIsNamed) {
  const std::vector<RtlPort> good = ports_of_the_shell();
  std::vector<RtlPort> ports = good;
  change(ports, "m_axi_awsize", [](RtlPort& p) { p.bits = 4; });
  EXPECT_THAT(ports_refused(ports), HasSubstr("m_axi_awsize of the RTL has 4 bits"));
  ports = good;
  change(ports, "m_axi_rvalid", [](RtlPort& p) { p.output = true; });
  EXPECT_THAT(ports_refused(ports), HasSubstr("m_axi_rvalid of the RTL is an output"));
  ports = good;
  ports.push_back({"s_axi_extra", false, 1});
  EXPECT_THAT(ports_refused(ports), HasSubstr("AXI4LITE has no signal EXTRA"));
  ports = good;
  ports.push_back({"debug", true, 1});
  EXPECT_THAT(ports_refused(ports), HasSubstr("port debug of the RTL belongs to no interface"));
  ports = good;
  std::erase_if(ports, [](const RtlPort& p) { return p.name == "s_axi_bready"; });
  EXPECT_THAT(ports_refused(ports), HasSubstr("s_axi has no port for BREADY"));
  ports = good;
  std::erase_if(ports, [](const RtlPort& p) { return p.name == "irq"; });
  EXPECT_THAT(ports_refused(ports), HasSubstr("no output irq of one bit"));
}

// The list of the shell names every source that is there.
TEST(ShellSources, AreAllInTheList) {
  std::set<std::string> there, listed;
  for (const auto& entry : fs::directory_iterator(fs::path(rtl_directory()) / "axi"))
    if (entry.path().extension() == ".sv")
      there.insert(entry.path().filename().string());
  for (const std::string& file : shell_sources(named_config("pynq")).files)
    listed.insert(fs::path(file).filename().string());
  EXPECT_EQ(listed, there);
}

}  // namespace
}  // namespace vta
