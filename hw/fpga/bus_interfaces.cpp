#include "hw/fpga/bus_interfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace vta {
namespace {

constexpr int64_t kAnyWidth = 0, kAbsent = -1;

// A signal of the AXI specification: who drives it, its width in each protocol.
struct AxiSignal {
  std::string_view name;
  bool from_master;
  bool required;
  std::array<int64_t, 3> bits;  // indexed by AxiProtocol
};

constexpr std::array<int64_t, 3> kFull{kAnyWidth, kAnyWidth, kAbsent};
constexpr std::array<int64_t, 3> kAll{kAnyWidth, kAnyWidth, kAnyWidth};
constexpr std::array<int64_t, 3> one_of_full(int64_t bits) {
  return {bits, bits, kAbsent};
}
constexpr std::array<int64_t, 3> in_all(int64_t bits) {
  return {bits, bits, bits};
}
constexpr std::array<int64_t, 3> kLength{4, 8, kAbsent}, kLock{2, 1, kAbsent};

// QOS is AXI4's, but the ports of a Zynq have it in AXI3 too.
constexpr std::array kSignals = std::to_array<AxiSignal>({
    {"AWID", true, false, kFull},
    {"AWADDR", true, true, kAll},
    {"AWLEN", true, true, kLength},
    {"AWSIZE", true, true, one_of_full(3)},
    {"AWBURST", true, true, one_of_full(2)},
    {"AWLOCK", true, false, kLock},
    {"AWCACHE", true, false, one_of_full(4)},
    {"AWPROT", true, false, in_all(3)},
    {"AWREGION", true, false, {kAbsent, 4, kAbsent}},
    {"AWQOS", true, false, one_of_full(4)},
    {"AWVALID", true, true, in_all(1)},
    {"AWREADY", false, true, in_all(1)},
    {"WID", true, false, {kAnyWidth, kAbsent, kAbsent}},
    {"WDATA", true, true, kAll},
    {"WSTRB", true, true, kAll},
    {"WLAST", true, true, one_of_full(1)},
    {"WVALID", true, true, in_all(1)},
    {"WREADY", false, true, in_all(1)},
    {"BID", false, false, kFull},
    {"BRESP", false, true, in_all(2)},
    {"BVALID", false, true, in_all(1)},
    {"BREADY", true, true, in_all(1)},
    {"ARID", true, false, kFull},
    {"ARADDR", true, true, kAll},
    {"ARLEN", true, true, kLength},
    {"ARSIZE", true, true, one_of_full(3)},
    {"ARBURST", true, true, one_of_full(2)},
    {"ARLOCK", true, false, kLock},
    {"ARCACHE", true, false, one_of_full(4)},
    {"ARPROT", true, false, in_all(3)},
    {"ARREGION", true, false, {kAbsent, 4, kAbsent}},
    {"ARQOS", true, false, one_of_full(4)},
    {"ARVALID", true, true, in_all(1)},
    {"ARREADY", false, true, in_all(1)},
    {"RID", false, false, kFull},
    {"RDATA", false, true, kAll},
    {"RRESP", false, true, in_all(2)},
    {"RLAST", false, true, one_of_full(1)},
    {"RVALID", false, true, in_all(1)},
    {"RREADY", true, true, in_all(1)},
});

int64_t width_in(const AxiSignal& signal, AxiProtocol protocol) {
  return signal.bits[static_cast<size_t>(protocol)];
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

AxiProtocol memory_protocol(std::span<const RtlPort> ports) {
  const auto length = std::ranges::find(ports, "m_axi_awlen", &RtlPort::name);
  if (length == ports.end())
    throw InputError("the RTL's shell has no port m_axi_awlen");
  if (length->bits != 4 && length->bits != 8)
    throw InputError(fmt::format(
        "port m_axi_awlen of the RTL has {} bits, legal are 4 (AXI3) and 8 (AXI4)", length->bits));
  return length->bits == 4 ? AxiProtocol::Axi3 : AxiProtocol::Axi4;
}

// Refuses what the specification does not say of the signal.
void check_signal(const BusInterface& bus, const AxiSignal& signal, const RtlPort& port) {
  if (port.output != (bus.master == signal.from_master))
    throw InputError(fmt::format("port {} of the RTL is an {}, {}'s {} of a {} is not", port.name,
                                 port.output ? "output" : "input", protocol_name(bus.protocol),
                                 signal.name, bus.master ? "master" : "slave"));
  const int64_t bits = width_in(signal, bus.protocol);
  if (bits > 0 && port.bits != bits)
    throw InputError(fmt::format("port {} of the RTL has {} bits, {}'s {} has {}", port.name,
                                 port.bits, protocol_name(bus.protocol), signal.name, bits));
}

void check_complete(const BusInterface& bus) {
  for (const AxiSignal& signal : kSignals)
    if (signal.required && width_in(signal, bus.protocol) != kAbsent &&
        bus.bits_of(signal.name) == 0)
      throw InputError(
          fmt::format("the RTL's interface {} has no port for {}", bus.name, signal.name));
}

// Puts the port into its interface; false: the protocol has no such signal, and the port may stay
// open.
bool add_signal(BusInterface& bus, const RtlPort& port) {
  const std::string logical = upper(port.name.substr(bus.name.size() + 1));
  const auto* signal = std::ranges::find(kSignals, logical, &AxiSignal::name);
  if (signal == kSignals.end() || (width_in(*signal, bus.protocol) == kAbsent && !port.output))
    throw InputError(fmt::format("port {} of the RTL: {} has no signal {}", port.name,
                                 protocol_name(bus.protocol), logical));
  if (width_in(*signal, bus.protocol) == kAbsent)
    return false;
  check_signal(bus, *signal, port);
  bus.signals.push_back({logical, port});
  return true;
}

RtlPort single(std::span<const RtlPort> ports, std::string_view name, bool output) {
  const auto found = std::ranges::find(ports, name, &RtlPort::name);
  if (found == ports.end() || found->output != output || found->bits != 1)
    throw InputError(
        fmt::format("the RTL's shell has no {} {} of one bit", output ? "output" : "input", name));
  return *found;
}

// Puts a port where it belongs; false: it stays open.
bool place(const RtlPort& port, ShellPorts& out) {
  for (BusInterface* bus : {&out.registers, &out.memory})
    if (port.name.starts_with(bus->name + "_"))
      return add_signal(*bus, port);
  if (port == out.clock || port == out.reset || port == out.interrupt)
    return true;
  throw InputError(
      fmt::format("port {} of the RTL belongs to no interface that is known", port.name));
}

}  // namespace

std::string_view protocol_name(AxiProtocol protocol) {
  switch (protocol) {
    case AxiProtocol::Axi3:
      return "AXI3";
    case AxiProtocol::Axi4:
      return "AXI4";
    case AxiProtocol::Axi4Lite:
      return "AXI4LITE";
  }
  return "";
}

int64_t BusInterface::bits_of(std::string_view logical) const {
  const auto found = std::ranges::find(signals, logical, &BusSignal::logical);
  return found == signals.end() ? 0 : found->port.bits;
}

ShellPorts shell_ports(std::span<const RtlPort> ports) {
  ShellPorts out;
  out.registers = {.name = "s_axi", .protocol = AxiProtocol::Axi4Lite, .signals = {}};
  out.memory = {.name = "m_axi", .protocol = memory_protocol(ports), .master = true, .signals = {}};
  out.clock = single(ports, "aclk", false);
  out.reset = single(ports, "aresetn", false);
  out.interrupt = single(ports, "irq", true);
  for (const RtlPort& port : ports)
    (place(port, out) ? out.all : out.open).push_back(port);
  check_complete(out.registers);
  check_complete(out.memory);
  return out;
}

}  // namespace vta
