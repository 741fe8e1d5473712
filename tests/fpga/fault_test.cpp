// One fault at a time in an export: the checker finds each.
#include <gmock/gmock.h>

#include "base/file.h"
#include "tests/fpga/export_fixture.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

struct Fault {
  const char* name;
  const char* file;
  const char* from;  // occurs in the file; its first place is changed. Empty: the file is removed
  const char* to;
  const char* found;  // in a problem
};

constexpr Fault kFaults[] = {
    {"AMissingSource", "ip/rtl/vta_fifo.sv", "", "", "rtl/vta_fifo.sv, which is missing"},
    {"AMissingConstraint", "ip/vta_clock.xdc", "", "", "vta_clock.xdc, which is missing"},
    {"AShortList", "files.f", "ip/rtl/vta_fifo.sv\n", "", "vta_fifo.sv is in no list"},
    {"AnotherOrder", "sources.tcl", "ip/rtl/vta_pkg.sv", "ip/rtl/vta_fifo.sv",
     "sources.tcl and the component's sources differ"},
    {"ASwappedPort", "ip/component.xml", "<spirit:name>m_axi_awvalid</spirit:name>",
     "<spirit:name>m_axi_wvalid</spirit:name>", "mappedOnce"},
    {"AWrongWidth", "ip/component.xml", "<spirit:left>63</spirit:left>",
     "<spirit:left>31</spirit:left>", "the component lacks the output m_axi_"},
    {"AMissingRegister", "ip/component.xml", "<spirit:addressOffset>0x48<",
     "<spirit:addressOffset>0xB8<", "the component lacks register MemLo of vta_isa_pkg.sv"},
    {"AWrongDirection", "ip/component.xml", "<spirit:direction>out</spirit:direction>",
     "<spirit:direction>in</spirit:direction>", "has the wrong direction"},
    {"AnElementOutOfOrder", "ip/component.xml",
     "<spirit:library>user</spirit:library>\n  <spirit:name>vta</spirit:name>",
     "<spirit:name>vta</spirit:name>\n  <spirit:library>user</spirit:library>", "not expected"},
    {"AnotherPolarity", "ip/component.xml", "ACTIVE_LOW", "ACTIVE_HIGH",
     "POLARITY of the reset is 'ACTIVE_HIGH'"},
    {"AnInterfaceWithoutClock", "ip/component.xml", "s_axi:m_axi", "s_axi",
     "ASSOCIATED_BUSIF of the clock lacks m_axi"},
    {"ATopWithAnotherWidth", "ip/rtl/vta_accelerator.v", "[11:0] s_axi_awaddr",
     "[10:0] s_axi_awaddr", "do not elaborate"},
    {"AnUnconnectedInterrupt", "build.tcl", "  join_pins vta/irq {ps/IRQ_F2P}\n", "",
     "interrupt vta/irq is connected 0 times"},
    {"AnUnconnectedClock", "build.tcl", " reset/slowest_sync_clk vta/aclk",
     " reset/slowest_sync_clk", "clock vta/aclk has 0 drivers"},
    {"AResetOfTheWrongKind", "build.tcl", "join_pins ps/FCLK_RESET0_N {reset/ext_reset_in}",
     "join_pins ps/FCLK_CLK0 {reset/ext_reset_in}",
     "reset in reset/ext_reset_in is connected to clock out"},
    {"AnInterfaceTwice", "build.tcl", "join_interfaces memory/M00_AXI ps/S_AXI_HP0",
     "join_interfaces vta/m_axi ps/S_AXI_HP0", "interface vta/m_axi is connected 2 times"},
    {"AnAddressThatIsNotAssigned", "build.tcl", "  assign_addresses\n", "",
     "address space ps/Data has 0 segments"},
    {"AWindowElsewhere", "vta.dts", "reg = <0x43c00000", "reg = <0x43c10000",
     "reg is not the window"},
    {"AnotherInterrupt", "vta.dts", "<0 29 4>", "<0 30 4>", "interrupts are not IRQ_F2P[0]"},
    {"ATreeThatDoesNotCompile", "vta.dts", "/plugin/;", "", "vta.dts: "},
    {"AnotherPeriod", "ip/vta_clock.xdc", "-period ", "-period 1", "is not the"},
    {"ACommandThatVivadoLacks", "build.tcl", "validate_bd_design", "validate_design",
     "invalid command name"},
    // The board and the block design.
    {"MemoryElsewhere", "build.tcl", "set dram_base 0x00000000", "set dram_base 0x20000000",
     "vta/m_axi offset is '536870912', not '0'"},
    {"HalfOfTheMemory", "build.tcl", "set dram_bytes 0x20000000", "set dram_bytes 0x10000000",
     "vta/m_axi range is '268435456', not '536870912'"},
    {"RegistersOutOfReach", "build.tcl", "set register_base 0x43c00000",
     "set register_base 0x83c00000", "where M_AXI_GP0 does not reach"},
    {"AnotherPart", "build.tcl", "xc7z020clg400-1", "xc7z010clg400-1", "part is 'xc7z010clg400-1'"},
    {"NoInterruptPort", "build.tcl", "CONFIG.PCW_IRQ_F2P_INTR 1", "CONFIG.PCW_IRQ_F2P_INTR 0",
     "PCW_IRQ_F2P_INTR is '0'"},
    {"AnotherCrystal", "build.tcl", "CRYSTAL_PERIPHERAL_FREQMHZ 50",
     "CRYSTAL_PERIPHERAL_FREQMHZ 33.333", "FREQMHZ is '33.333', not '50'"},
    {"AnotherPll", "build.tcl", "{IO PLL}", "{ARM PLL}", "CLKSRC is 'ARM PLL'"},
    {"TwoSlavesAtAnInterconnect", "build.tcl", "CONFIG.NUM_SI 1", "CONFIG.NUM_SI 2",
     "memory CONFIG.NUM_SI is '2'"},
    {"TwoMastersAtAnInterconnect", "build.tcl", "CONFIG.NUM_MI 1", "CONFIG.NUM_MI 2",
     "registers CONFIG.NUM_MI is '2'"},
    {"TimingThatNobodyChecks", "build.tcl", "  check_timing\n", "",
     "though Vivado says slack=-0.001"},
    {"HoldThatNobodyChecks", "build.tcl", "{max setup min hold}", "{max setup}",
     "though Vivado says hold_slack=-0.001"},
    {"ARunThatFailsUnseen", "build.tcl", "ne \"100%\"", "eq \"\"",
     "though Vivado says progress=40%"},
    {"AClockThatMayBeOff", "build.tcl", "0.001 * $clock_mhz", "0.01 * $clock_mhz",
     "though Vivado says clock_factor=1.002"},
    {"APlatformThatIsNotFixed", "build.tcl", "write_hw_platform -fixed", "write_hw_platform",
     "platform_fixed is '0'"},
    {"AnotherClockInTheReadme", "README.md", "- clock: ", "- clock: 1",
     "README.md: the clock is not"},
    {"AnotherPortInTheReadme", "README.md", "- memory port: AXI4", "- memory port: AXI3",
     "README.md: the memory port is not"},
    {"AnUnknownBoard", "README.md", "Pynq-Z1", "Pynq-Z9", "names no board that is known"},
    // The device tree.
    {"AnotherUioName", "vta.dts", "linux,uio-name = \"vta\"", "linux,uio-name = \"vtb\"",
     "linux,uio-name is 'vtb', not 'vta'"},
    {"AnotherBufferName", "vta.dts", "\"udmabuf-vta\"", "\"udmabuf0\"",
     "device-name is 'udmabuf0', not 'udmabuf-vta'"},
    {"AnotherClock", "vta.dts", "clocks = <&clkc 15>", "clocks = <&clkc 16>",
     "clocks is not FCLK_CLK0"},
    {"AnotherAssignedClock", "vta.dts", "assigned-clocks = <&clkc 15>",
     "assigned-clocks = <&clkc 16>", "assigned-clocks is not FCLK_CLK0"},
    {"AnotherInterruptController", "vta.dts", "interrupt-parent = <&intc>",
     "interrupt-parent = <&gpio0>", "use of intc is ''"},
    {"AnotherTarget", "vta.dts", "target-path = \"/\"", "target-path = \"/amba\"",
     "target-path is '/amba', not '/'"},
    // The component.
    {"ASourceOfTheOtherLanguage", "ip/component.xml", "systemVerilogSource", "verilogSource",
     "has the types 'verilogSource', ; should be 'systemVerilogSource'"},
    {"AddressesThatAreTooFew", "ip/component.xml", "<spirit:range>16E<", "<spirit:range>4G<",
     "the range 4G of addresses is not what ADDR_WIDTH 64 reaches"},
    {"AClockThatIsNotOutOfContext", "ip/component.xml",
     "<spirit:userFileType>USED_IN_out_of_context</spirit:userFileType>", "",
     "file vta_clock.xdc has the types"},
    {"AnotherFamily", "ip/component.xml", ">zynq<", ">artix7<",
     "for the family 'artix7', not zynq"},
    {"AnotherEnvironment", "ip/component.xml", ":vivado.xilinx.com:synthesis",
     ":vivado.xilinx.com:simulation", "has not the environment :vivado.xilinx.com:synthesis"},
    {"BurstsOfAnotherProtocol", "ip/component.xml", ">256<", ">16<", "MAX_BURST_LENGTH is '16'"},
    {"NarrowBursts", "ip/component.xml", "SUPPORTS_NARROW_BURST\">0<", "SUPPORTS_NARROW_BURST\">1<",
     "SUPPORTS_NARROW_BURST is '1'"},
    {"ARegisterThatMayNotBeWritten", "ip/component.xml", ">read-write<", ">read-only<",
     "register at 0x0 is read-only, Control is read/write"},
    {"APageOfAnotherVersion", "ip/component.xml",
     "<spirit:userFileType>XGUI_VERSION_2</spirit:userFileType>", "",
     "xgui/vta_v1_0.tcl has the types"},
    {"ANameThatNobodyMayChange", "ip/component.xml", "spirit:resolve=\"user\" ", "",
     "resolve' is required"},
    {"ANameWithoutAPlace", "ip/component.xml", " spirit:order=\"1\"", "", "order' is required"},
    {"APageThatFails", "ip/xgui/vta_v1_0.tcl", "ipgui::add_param", "ipgui::add_parameter",
     "shows not the component's name alone"},
    {"APageWithoutTheName", "ip/xgui/vta_v1_0.tcl", "\"Component_Name\"", "\"Clock\"",
     "shows not the component's name alone"},
};

class ExportFault : public ExportedFolder, public testing::WithParamInterface<Fault> {};

TEST_P(ExportFault, IsFound) {
  const Fault& fault = GetParam();
  write_export(kSmallConfig);
  const std::string path = (folder_ / fault.file).string();
  if (*fault.from == '\0') {
    ASSERT_TRUE(fs::remove(path));
  } else {
    std::string text = read_text_file(path);
    const size_t at = text.find(fault.from);
    ASSERT_NE(at, std::string::npos) << "the fault has no place";
    write_text_file(path, text.replace(at, std::strlen(fault.from), fault.to));
  }
  EXPECT_THAT(check_export(folder_), Contains(HasSubstr(fault.found)));
}

INSTANTIATE_TEST_SUITE_P(OneAtATime, ExportFault, testing::ValuesIn(kFaults),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace vta
