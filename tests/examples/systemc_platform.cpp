#include <cstdio>
#include <cstring>

#include "hw/isa/assembler.h"
#include "sim/csim/accelerator.h"

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  unsigned char bytes[8192] = {};
  explicit Memory(sc_core::sc_module_name) { socket.register_b_transport(this, &Memory::serve); }
  void serve(tlm::tlm_generic_payload& burst, sc_core::sc_time& delay) {
    if (burst.get_address() + burst.get_data_length() > sizeof(bytes))
      return burst.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    unsigned char *at = bytes + burst.get_address(), *data = burst.get_data_ptr();
    std::memcpy(burst.is_read() ? data : at, burst.is_read() ? at : data, burst.get_data_length());
    delay += sc_core::sc_time(63, sc_core::SC_NS);  // 7 cycles of 10 ns
    burst.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

struct Processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  sc_core::sc_in<bool> done{"done"};
  SC_CTOR(Processor) { SC_THREAD(run); }
  void write(uint64_t offset, uint32_t value) {
    tlm::tlm_generic_payload access;
    access.set_write();
    access.set_address(offset);
    access.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    access.set_data_length(sizeof(value));
    access.set_streaming_width(sizeof(value));
    sc_core::sc_time delay;
    socket->b_transport(access, delay);
  }
  void run() {
    write(0x10, 4);       // INSN_COUNT
    write(0x18, 0x1000);  // INSN_ADDR, low word
    write(0x00, 1);       // CONTROL: launch
    wait(done.posedge_event());
    std::printf("done at %s\n", sc_core::sc_time_stamp().to_string().c_str());
  }
};

int sc_main(int, char**) {
  const vta::InsnCodec codec(vta::VtaConfig{});
  const auto program = vta::assemble(
      "load acc y_size=1 x_size=1\n"
      "alu add use_imm imm=5 uop_end=1 iter_out=1 iter_in=1 push_next\n"
      "store out dram_base=16 y_size=1 x_size=1 pop_prev\nfinish\n",
      "program", codec);
  Memory memory("memory");
  for (size_t k = 0; k < program.insns.size(); ++k) {
    const vta::InsnBits bits = codec.encode(program.insns[k]);
    std::memcpy(memory.bytes + 0x1000 + 16 * k, &bits, 16);
  }
  memory.bytes[4] = 37;  // the second lane of ACC element 0
  Processor processor("processor");
  vta::csim::Accelerator accelerator("accelerator", vta::VtaConfig{}, {10, sc_core::SC_NS});
  sc_core::sc_signal<bool> done;
  processor.socket.bind(accelerator.registers);
  accelerator.memory.bind(memory.socket);
  accelerator.interrupt(done);
  processor.done(done);
  sc_core::sc_start();
  std::printf("%ld cycles, 37 + 5 = %d\n", *accelerator.report().cycles, memory.bytes[16 * 16 + 1]);
  return 0;
}
