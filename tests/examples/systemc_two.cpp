#include "hw/isa/assembler.h"
#include "sim/system/shared_dram.h"

struct Platform : sc_core::sc_module {
  sc_core::sc_time clock{10, sc_core::SC_NS};
  vta::csim::Accelerator first{"first", vta::VtaConfig{}, clock};
  vta::csim::Accelerator second{"second", vta::named_config("1x32"), clock};
  vta::csim::SharedDram dram{"dram", "ddr3-1066"};
  tlm_utils::simple_initiator_socket<Platform> to_first{"to_first"}, to_second{"to_second"};
  sc_core::sc_signal<bool> first_done{"first_done"}, second_done{"second_done"};
  SC_CTOR(Platform) {
    dram.attach(first);
    dram.attach(second);
    to_first.bind(first.registers);
    to_second.bind(second.registers);
    first.interrupt(first_done);
    second.interrupt(second_done);
    SC_THREAD(run);
  }
  void launch(tlm::tlm_initiator_socket<>& bus, const vta::VtaConfig& config, uint32_t at) {
    const auto stream = vta::assemble_stream("load inp y_size=16 x_size=32 x_stride=32\nfinish\n",
                                             "example", config);
    std::memcpy(&dram.memory().at(at, 4096)[0], stream.data(), 16 * stream.size());
    vta::csim::write_word(bus, 0x10, static_cast<uint32_t>(stream.size()));  // INSN_COUNT
    vta::csim::write_word(bus, 0x18, at);                                    // INSN_ADDR
    vta::csim::write_word(bus, 0x28, at + 0x100000);                         // INP_BASE
    vta::csim::write_word(bus, 0x00, 1);                                     // CONTROL: launch
  }
  void run() {
    launch(to_first, first.config(), 0x1000);
    launch(to_second, second.config(), 0x2000000);
    while (!first_done.read() || !second_done.read())
      wait(first_done.posedge_event() | second_done.posedge_event());
    const vta::DramStatistics& did = dram.statistics();
    std::printf("%ld and %ld cycles, %ld reads, %ld row hits\n", *first.report().cycles,
                *second.report().cycles, did.reads, did.row_hits);
  }
};

int sc_main(int, char**) {
  Platform platform("platform");
  sc_core::sc_start();
  return 0;
}
