#include "tests/examples/platform/payloads.h"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "hw/isa/registers.h"
#include "sim/csim/accelerator.h"
#include "sim/factory/device_factory.h"

namespace platform {
namespace {

using tlm::tlm_generic_payload;
using vta::Register;

uint64_t offset_of(Register reg) {
  return static_cast<uint64_t>(vta::register_table()[static_cast<size_t>(reg)].offset);
}

struct Tester : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Tester> socket{"socket"};
  SC_CTOR(Tester) { SC_THREAD(run_ahead); }

  tlm::tlm_response_status send(tlm_generic_payload& payload) {
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }

  // From a thread that is ahead of the kernel by `by`.
  tlm_generic_payload* ahead = nullptr;
  sc_core::sc_time by, returned;
  sc_core::sc_event go;
  void run_ahead() {
    while (true) {
      wait(go);
      socket->b_transport(*ahead, by);
      returned = sc_core::sc_time_stamp();
    }
  }
};

// Answers with an error, or forgets to answer, or takes too long.
struct BadMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<BadMemory> socket{"socket"};
  tlm::tlm_response_status answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  sc_core::sc_time waited, annotated;
  int served = 0;
  explicit BadMemory(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &BadMemory::serve);
  }
  void serve(tlm_generic_payload& burst, sc_core::sc_time& delay) {
    if (waited != sc_core::SC_ZERO_TIME)
      wait(waited);
    ++served;
    delay += annotated;
    burst.set_response_status(answer);
  }
};

// A write of a register, to be damaged.
struct Write {
  explicit Write(Register reg, uint64_t written) : value{written, 0} {
    const int64_t bits = vta::register_table()[static_cast<size_t>(reg)].bits;
    payload.set_write();
    payload.set_address(offset_of(reg));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(value));
    payload.set_data_length(static_cast<unsigned>(bits / 8));
    payload.set_streaming_width(static_cast<unsigned>(bits / 8));
  }
  Write(const Write&) = delete;
  Write& operator=(const Write&) = delete;

  uint64_t value[2];
  unsigned char enables[4] = {0xff, 0xff, 0, 0xff};
  tlm_generic_payload payload;
};

struct Damage {
  std::string what;
  std::function<void(Write&)> damage;
  tlm::tlm_response_status expected;
  Register reg = Register::InsnCount;
  uint64_t value = 7;
};

std::vector<Damage> damages() {
  const auto address = [](uint64_t a) { return [a](Write& w) { w.payload.set_address(a); }; };
  const auto length = [](unsigned bytes) {
    return [bytes](Write& w) {
      w.payload.set_data_length(bytes);
      w.payload.set_streaming_width(bytes);
    };
  };
  const auto width = [](unsigned bytes) {
    return [bytes](Write& w) { w.payload.set_streaming_width(bytes); };
  };
  const auto enables = [](unsigned count) {
    return [count](Write& w) {
      w.payload.set_byte_enable_ptr(w.enables);
      w.payload.set_byte_enable_length(count);
    };
  };
  const auto nothing = [](Write&) {};
  return {
      {"neither read nor write", [](Write& w) { w.payload.set_command(tlm::TLM_IGNORE_COMMAND); },
       tlm::TLM_COMMAND_ERROR_RESPONSE},
      {"no bytes", length(0), tlm::TLM_BURST_ERROR_RESPONSE},
      {"3 bytes", length(3), tlm::TLM_BURST_ERROR_RESPONSE},
      {"16 bytes", length(16), tlm::TLM_BURST_ERROR_RESPONSE},
      {"no data", [](Write& w) { w.payload.set_data_ptr(nullptr); },
       tlm::TLM_GENERIC_ERROR_RESPONSE},
      {"a stream of 2 bytes", width(2), tlm::TLM_BURST_ERROR_RESPONSE},
      {"a streaming width of 0", width(0), tlm::TLM_BURST_ERROR_RESPONSE},
      {"8 bytes that stream by 4", width(4), tlm::TLM_BURST_ERROR_RESPONSE, Register::InsnAddr, 0},
      {"a byte that is not enabled", enables(4), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {"byte enables of no length", enables(0), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {"an odd address", address(0x12), tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"a hole of the map", address(0x14), tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"far behind the map", address(0x1'0000'0010), tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"8 bytes of a register of 4", length(8), tlm::TLM_BURST_ERROR_RESPONSE},
      {"8 bytes from a high word on", address(offset_of(Register::InsnAddr) + 4),
       tlm::TLM_BURST_ERROR_RESPONSE, Register::InsnAddr, 0},
      {"a register that is read-only", nothing, tlm::TLM_COMMAND_ERROR_RESPONSE, Register::Cycles},
      {"a stream's address that is odd", nothing, tlm::TLM_GENERIC_ERROR_RESPONSE,
       Register::InsnAddr, 8},
      {"bursts of 3 beats", nothing, tlm::TLM_GENERIC_ERROR_RESPONSE, Register::MemBurstBeats, 3},
      {"a launch by 2", nothing, tlm::TLM_GENERIC_ERROR_RESPONSE, Register::Control, 2},
  };
}

class Checks {
 public:
  int run() {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    check_legal_ones();
    check_words();
    for (const Damage& damage : damages())
      check(damage);
    check_runs_that_are_refused();
    check_reports_stay();
    check_initiators_ahead();
    check_launches_between_edges();
    check_answers_that_take_too_long();
    check_the_end_in_mid_run();
    check_devices_of_the_tool();
    fmt::print("{} payloads, {} mistakes\n", sent_, mistakes_);
    return mistakes_ == 0 ? 0 : 1;
  }

 private:
  void expect(bool right, const std::string& what) {
    if (right)
      return;
    ++mistakes_;
    fmt::print("wrong: {} ({})\n", what, accelerator_ ? accelerator_->refusal() : "");
  }

  tlm::tlm_response_status send(Write& write) {
    ++sent_;
    return tester_.send(write.payload);
  }
  tlm::tlm_response_status set(Register reg, uint64_t value) {
    Write write(reg, value);
    return send(write);
  }

  // Over the debug interface, which changes nothing.
  uint64_t get(Register reg) {
    Write read(reg, 0);
    read.payload.set_read();
    expect(tester_.socket->transport_dbg(read.payload) == read.payload.get_data_length(),
           "a debug read");
    return read.value[0];
  }
  std::vector<uint64_t> all() {
    std::vector<uint64_t> values;
    for (const vta::RegisterSpec& spec : vta::register_table())
      values.push_back(get(spec.id));
    return values;
  }

  void check(const Damage& damage) {
    const std::vector<uint64_t> before = all();
    Write write(damage.reg, damage.value);
    damage.damage(write);
    const auto response = send(write);
    expect(response == damage.expected,
           fmt::format("{}: {}", damage.what, write.payload.get_response_string()));
    expect(all() == before, damage.what + " changed a register");
    expect(!accelerator_->refusal().empty(), damage.what + " has no reason");
  }

  void check_legal_ones() {
    struct Extension : tlm::tlm_extension<Extension> {
      tlm_extension_base* clone() const override { return new Extension; }
      void copy_from(const tlm_extension_base&) override {}
    };
    Write write(Register::InsnCount, 5);
    Extension extension;
    write.payload.set_extension(&extension);
    write.enables[2] = 0xff;
    write.payload.set_byte_enable_ptr(write.enables);
    write.payload.set_byte_enable_length(1);
    expect(send(write) == tlm::TLM_OK_RESPONSE, "all bytes enabled, an extension");
    write.payload.clear_extension(&extension);
    expect(!write.payload.is_dmi_allowed(), "registers have no direct memory");
    expect(get(Register::InsnCount) == 5, "INSN_COUNT is written");
    expect(set(Register::InsnAddr, 0x3'0000'0040) == tlm::TLM_OK_RESPONSE, "both words");
    Write high(Register::InsnAddr, 0x12);
    high.payload.set_address(offset_of(Register::InsnAddr) + 4);
    high.payload.set_data_length(4);
    high.payload.set_streaming_width(4);
    expect(send(high) == tlm::TLM_OK_RESPONSE, "the high word of INSN_ADDR");
    expect(get(Register::InsnAddr) == 0x12'0000'0040, "the low word stays");
    expect(set(Register::InsnAddr, ~uint64_t{0} << 4) == tlm::TLM_OK_RESPONSE, "the last address");
    expect(set(Register::Control, 1) == tlm::TLM_GENERIC_ERROR_RESPONSE, "a stream past the end");
  }

  // The accesses that a platform is given for its processor.
  void check_words() {
    const auto offset = offset_of(Register::InsnCount);
    vta::csim::write_word(tester_.socket, offset, 7);
    expect(vta::csim::read_word(tester_.socket, offset) == 7, "a word written and read");
    try {
      vta::csim::write_word(tester_.socket, 0x1, 9);
      expect(false, "a word at an address that is none");
    } catch (const vta::DeviceError& e) {
      expect(std::string(e.what()) == "write of 0x1: TLM_ADDRESS_ERROR_RESPONSE", e.what());
    }
    expect(get(Register::InsnCount) == 7, "the refused word changes nothing");
  }

  // A memory that refuses, or does not answer, ends the run; until then writes are refused.
  void check_runs_that_are_refused() {
    for (const auto answer : {tlm::TLM_ADDRESS_ERROR_RESPONSE, tlm::TLM_INCOMPLETE_RESPONSE}) {
      memory_.answer = answer;
      expect(set(Register::InsnAddr, 0x1000) == tlm::TLM_OK_RESPONSE, "INSN_ADDR");
      expect(set(Register::Control, 1) == tlm::TLM_OK_RESPONSE, "a launch");
      expect(set(Register::InsnCount, 9) == tlm::TLM_GENERIC_ERROR_RESPONSE,
             "a write while it runs");
      expect(get(Register::Status) == 0, "STATUS of a run");
      sc_core::sc_start(1, sc_core::SC_US);
      expect(interrupt_.read(), "an interrupt");
      expect(get(Register::Status) == 3, "done with an error");
      expect(get(Register::ErrorCode) == 12, "BUS_ERROR");
      expect(get(Register::ErrorInsn) == 0, "of the first instruction");
      expect(accelerator_->report().error_text.find("refused") == std::string::npos &&
                 accelerator_->report().error_text.find("0x1000") != std::string::npos,
             accelerator_->report().error_text);
    }
  }

  void launch() {
    expect(set(Register::InsnAddr, 0x1000) == tlm::TLM_OK_RESPONSE, "INSN_ADDR");
    expect(set(Register::Control, 1) == tlm::TLM_OK_RESPONSE, "a launch");
  }

  // While a run is under way the registers and report() tell of the one before.
  void check_reports_stay() {
    memory_.answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    const std::string before = accelerator_->report().error_text;
    expect(!before.empty(), "a report of the run before");
    launch();
    expect(accelerator_->report().error == vta::IsaError::BusError, "the error stays");
    expect(accelerator_->report().error_text == before, "the text stays");
    expect(accelerator_->report().cycles.has_value() &&
               static_cast<uint64_t>(*accelerator_->report().cycles) == get(Register::Cycles),
           "the cycles are those of the register");
    sc_core::sc_start(1, sc_core::SC_US);
  }

  // An access happens when its time has come.
  void check_initiators_ahead() {
    const sc_core::sc_time before = sc_core::sc_time_stamp(), by(25, sc_core::SC_NS);
    Write write(Register::InsnCount, 21);
    tester_.ahead = &write.payload;
    tester_.by = by;
    tester_.go.notify();
    sc_core::sc_start(by - sc_core::sc_time(1, sc_core::SC_PS));
    expect(get(Register::InsnCount) != 21, "a write ahead of its time");
    sc_core::sc_start(by);
    expect(get(Register::InsnCount) == 21, "a write at its time");
    expect(tester_.returned == before + by, "the access returns at its time");
    expect(tester_.by == sc_core::SC_ZERO_TIME, "the delay is used up");
  }

  // Between two edges of the clock a launch counts from the later one.
  void check_launches_between_edges() {
    memory_.answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    const sc_core::sc_time cycle = accelerator_cycle(), tenth = cycle / 10;
    const auto length_from_edge = [&](int tenths) {
      const uint64_t rest = sc_core::sc_time_stamp().value() % cycle.value();
      sc_core::sc_start(cycle - sc_core::sc_time::from_value(rest) + tenths * tenth);
      sc_core::sc_time edge = sc_core::sc_time_stamp();
      if (tenths > 0)
        edge += cycle - tenths * tenth;
      launch();
      do
        sc_core::sc_start(tenth);
      while (!interrupt_.read());
      return sc_core::sc_time_stamp() - edge;
    };
    const sc_core::sc_time at_an_edge = length_from_edge(0);
    expect(length_from_edge(1) == at_an_edge, "a launch just behind an edge");
    expect(length_from_edge(9) == at_an_edge, "a launch just before an edge");
  }

  // The sums of such delays are no times any more.
  void check_answers_that_take_too_long() {
    memory_.answer = tlm::TLM_OK_RESPONSE;
    const uint64_t cycle = accelerator_cycle().value(), most = uint64_t{1} << 40;
    for (const uint64_t units : {~uint64_t{0}, uint64_t{1} << 63, most * cycle}) {
      for (const auto& waited : {sc_core::SC_ZERO_TIME, 3 * accelerator_cycle()}) {
        memory_.waited = waited;
        memory_.annotated = sc_core::sc_time::from_value(units);
        launch();
        sc_core::sc_start(1, sc_core::SC_US);
        const std::string text = accelerator_->report().error_text;
        expect(interrupt_.read() && get(Register::ErrorCode) == 12, "a delay without end");
        expect(text.find(memory_.annotated.to_string()) != std::string::npos &&
                   text.find(fmt::format("at most are {} cycles", most)) != std::string::npos,
               text);
      }
    }
    memory_.waited = memory_.annotated = sc_core::SC_ZERO_TIME;
  }

  // An accelerator that is deleted while a burst waits in the memory, and a time goes on.
  void check_the_end_in_mid_run() {
    memory_.waited = sc_core::sc_time(1, sc_core::SC_US);
    launch();
    sc_core::sc_start(100, sc_core::SC_NS);
    const int before = memory_.served;
    accelerator_.reset();
    sc_core::sc_start(2, sc_core::SC_US);
    expect(memory_.served > before, "the burst in the memory goes on");
  }

  static sc_core::sc_time accelerator_cycle() { return {10, sc_core::SC_NS}; }

  // They would run a simulation that is not theirs.
  void check_devices_of_the_tool() {
    try {
      (void)vta::make_device("csim", vta::VtaConfig{});
      expect(false, "a device of the tool is made beside a simulation");
    } catch (const vta::DeviceError& error) {
      for (const char* advice : {"vta::csim::Accelerator there", "in another process"})
        expect(std::string(error.what()).find(advice) != std::string::npos, error.what());
    }
  }

  Tester tester_{"tester"};
  BadMemory memory_{"memory"};
  std::unique_ptr<vta::csim::Accelerator> accelerator_ = std::make_unique<vta::csim::Accelerator>(
      "accelerator", vta::VtaConfig{}, accelerator_cycle());
  sc_core::sc_signal<bool> interrupt_{"interrupt"};
  int mistakes_ = 0, sent_ = 0;

 public:
  Checks() {
    tester_.socket.bind(accelerator_->registers);
    accelerator_->memory.bind(memory_.socket);
    accelerator_->interrupt.bind(interrupt_);
  }
};

// A clock that the resolution cannot show.
int check_periods() {
  int accepted = 0;
  for (const double picoseconds : {0.0, 0.4, 1.5, 6500.25, -10.0})
    try {
      const vta::csim::ClockPeriod period(picoseconds, sc_core::SC_PS);
      fmt::print("wrong: a period of {} ps is taken\n", picoseconds);
      ++accepted;
    } catch (const std::exception&) {
    }
  const bool right = vta::csim::ClockPeriod(6.5, sc_core::SC_NS).value() == 6500 &&
                     vta::csim::ClockPeriod(3.3, sc_core::SC_NS).value() == 3300 &&
                     vta::csim::ClockPeriod(1, sc_core::SC_PS).value() == 1;
  for (const sc_core::sc_time& period : {sc_core::SC_ZERO_TIME, sc_core::sc_max_time()})
    try {
      const vta::csim::ClockPeriod taken(period);
      fmt::print("wrong: a period of {} is taken\n", period.to_string());
      ++accepted;
    } catch (const vta::ConfigError&) {
    }
  return accepted + (right ? 0 : 1);
}

// MEM_HI has 64 bits, addresses 48.
int check_memories() {
  int wrong = 0;
  constexpr int64_t kMost = int64_t{1} << 48;
  for (const int64_t bytes : {int64_t{-1}, int64_t{0}, int64_t{1}, kMost, kMost + 1,
                              std::numeric_limits<int64_t>::max()}) {
    std::string error;
    try {
      const vta::csim::Accelerator made(sc_core::sc_gen_unique_name("memory_of"), vta::VtaConfig{},
                                        {10, sc_core::SC_NS}, {.memory_bytes = bytes});
    } catch (const vta::ConfigError& e) {
      error = e.what();
    }
    const bool legal = bytes >= 1 && bytes <= kMost;
    const bool named = error.find(fmt::format("memory_bytes of {}: must be from 1 to {}", bytes,
                                              kMost)) != std::string::npos;
    if (legal ? error.empty() : named)
      continue;
    fmt::print("wrong: memory_bytes {}: '{}'\n", bytes, error);
    ++wrong;
  }
  return wrong;
}

}  // namespace

int check_payloads() {
  const int wrong = check_periods() + check_memories();
  return Checks().run() + wrong;
}

}  // namespace platform
