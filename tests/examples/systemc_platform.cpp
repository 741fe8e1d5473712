#include "hw/isa/assembler.h"
#include "sim/csim/accelerator.h"

struct Platform : sc_core::sc_module {
  vta::csim::Accelerator accelerator{"accelerator", vta::VtaConfig{}, {10, sc_core::SC_NS}};
  tlm_utils::simple_initiator_socket<Platform> processor{"processor"};
  tlm_utils::simple_target_socket<Platform> memory{"memory"};
  sc_core::sc_signal<bool> done{"done"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(8192);
  SC_CTOR(Platform) {
    processor.bind(accelerator.registers);
    accelerator.memory.bind(memory);
    accelerator.interrupt(done);
    memory.register_b_transport(this, &Platform::serve);
    SC_THREAD(run);
  }
  void serve(tlm::tlm_generic_payload& burst, sc_core::sc_time& delay) {
    unsigned char *at = &bytes.at(burst.get_address()), *data = burst.get_data_ptr();
    std::memcpy(burst.is_read() ? data : at, burst.is_read() ? at : data, burst.get_data_length());
    delay += sc_core::sc_time(63, sc_core::SC_NS);  // 7 cycles of 10 ns
    burst.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void run() {
    vta::csim::write_word(processor, 0x10, 4);       // INSN_COUNT
    vta::csim::write_word(processor, 0x18, 0x1000);  // INSN_ADDR, low word
    vta::csim::write_word(processor, 0x00, 1);       // CONTROL: launch
    wait(done.posedge_event());
    std::printf("%ld cycles, 37 + 5 = %d\n", *accelerator.report().cycles, bytes[257]);
  }
};

int sc_main(int, char**) {
  const char* text =
      "load acc y_size=1 x_size=1\nalu add use_imm imm=5 uop_end=1 iter_out=1 iter_in=1 push_next\n"
      "store out dram_base=16 y_size=1 x_size=1 pop_prev\nfinish\n";
  const auto stream = vta::assemble_stream(text, "example", vta::VtaConfig{});
  Platform platform("platform");
  std::memcpy(&platform.bytes[0x1000], stream.data(), 16 * stream.size());
  platform.bytes[4] = 37;  // the second lane of ACC element 0
  sc_core::sc_start();
  return 0;
}
