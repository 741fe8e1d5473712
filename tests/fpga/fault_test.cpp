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
