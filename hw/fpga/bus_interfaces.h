// The ports of the AXI shell, sorted into the interfaces that a block design connects.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/fpga/rtl_ports.h"

namespace vta {

enum class AxiProtocol { Axi3, Axi4, Axi4Lite };
std::string_view protocol_name(AxiProtocol protocol);  // "AXI3", "AXI4", "AXI4LITE"

struct BusSignal {
  std::string logical;  // "AWADDR"
  RtlPort port;         // m_axi_awaddr
};

struct BusInterface {
  std::string name;  // "m_axi": the prefix of its ports
  AxiProtocol protocol = AxiProtocol::Axi4;
  bool master = false;
  std::vector<BusSignal> signals;  // in the order of the ports

  int64_t bits_of(std::string_view logical) const;  // 0: it has no such signal
  int64_t data_bits() const { return bits_of("WDATA"); }
  int64_t address_bits() const { return bits_of("AWADDR"); }
};

struct ShellPorts {
  BusInterface registers, memory;
  RtlPort clock, reset, interrupt;
  std::vector<RtlPort> all;   // that are connected outside, in the order of the RTL
  std::vector<RtlPort> open;  // outputs without a signal in the protocol: WID with AXI4
};

// The ports of vta_axi. The protocol of the memory port follows from AWLEN: 4 bits are AXI3's, 8
// AXI4's. InputError names a port that belongs to no interface, differs from its signal in
// direction or width, or is missing.
ShellPorts shell_ports(std::span<const RtlPort> ports);

}  // namespace vta
