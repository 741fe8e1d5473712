#include "tests/examples/platform/processor.h"

#include "base/error.h"

namespace platform {
namespace {

constexpr int kStackBytes = 16 << 20;  // host operators run on it

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte b : bytes)
    text += fmt::format("{:02x}", static_cast<unsigned>(b));
  return text;
}

const vta::RegisterSpec& spec_of(vta::Register reg) {
  return vta::register_table()[static_cast<size_t>(reg)];
}

}  // namespace

Findings find(const vta::Executor& executor, int64_t cycles) {
  Findings lines;
  for (const vta::CounterField& field : vta::machine_counters())
    lines.push_back(fmt::format("{} {}", field.name, executor.stats().counters.*field.member));
  lines.push_back("output " + hex(executor.output(0).bytes()));
  lines.push_back(fmt::format("cycles {}", cycles));
  return lines;
}

void set_inputs(vta::Executor& executor, const vta::Program& program) {
  for (size_t k = 0; k < program.inputs.size(); ++k) {
    const vta::ProgramValue& wanted = program.values[static_cast<size_t>(program.inputs[k])];
    vta::Tensor input = vta::Tensor::zeros(wanted.dtype, wanted.shape);
    const std::span<std::byte> bytes = input.mutable_bytes();
    if (wanted.dtype == vta::DType::F32)
      for (size_t i = 0; float& x : input.mutable_data<float>())
        x = static_cast<float>(i++ * 37 % 113) / 113;
    else
      for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i * 37 % 113);
    executor.set_input(static_cast<int64_t>(k), std::move(input));
  }
}

// The accelerator on the bus as a device of the driver.
class Processor::AcceleratorDevice final : public vta::Device {
 public:
  AcceleratorDevice(Processor& processor, const vta::VtaConfig& config, int64_t& cycles)
      : processor_(processor), config_(config), cycles_(cycles) {}

  std::string_view backend() const override { return "platform"; }
  const vta::VtaConfig& config() const override { return config_; }
  vta::DeviceMemory& memory() override { return processor_.memory_; }
  const vta::DeviceMemory& memory() const override { return processor_.memory_; }
  void write_register(vta::Register reg, uint64_t value) override {
    processor_.access(true, static_cast<uint64_t>(spec_of(reg).offset), spec_of(reg).bits / 8,
                      value);
  }
  uint64_t read_register(vta::Register reg) const override {
    uint64_t value = 0;
    processor_.access(false, static_cast<uint64_t>(spec_of(reg).offset), spec_of(reg).bits / 8,
                      value);
    return value;
  }
  bool advance(int64_t) override {
    processor_.wait_for_interrupt();
    const auto get = [&](vta::Register reg) { return static_cast<int64_t>(read_register(reg)); };
    report_ = {};
    report_.error = static_cast<vta::IsaError>(get(vta::Register::ErrorCode));
    report_.error_insn = get(vta::Register::ErrorInsn);
    report_.cycles = get(vta::Register::Cycles);
    cycles_ += *report_.cycles;
    report_.tokens_left[0] = get(vta::Register::TokensLeft);
    vta::Counters& counters = report_.counters;
    counters.inp_load_nbytes = get(vta::Register::InpLoadNbytes);
    counters.wgt_load_nbytes = get(vta::Register::WgtLoadNbytes);
    counters.acc_load_nbytes = get(vta::Register::AccLoadNbytes);
    counters.uop_load_nbytes = get(vta::Register::UopLoadNbytes);
    counters.out_store_nbytes = get(vta::Register::OutStoreNbytes);
    counters.gemm_counter = get(vta::Register::GemmCounter);
    counters.alu_counter = get(vta::Register::AluCounter);
    return true;
  }
  const vta::RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t>) override {}
  void set_trace_sink(vta::TraceSink*) override {}
  std::vector<std::byte> read_scratchpad(vta::MemoryType, int64_t, int64_t) const override {
    throw vta::DeviceError("no processor can read an accelerator's scratchpads");
  }

 private:
  Processor& processor_;
  vta::VtaConfig config_;
  int64_t& cycles_;
  vta::RunReport report_;
};

Processor::Processor(const sc_core::sc_module_name& name, const vta::Program& program,
                     uint64_t registers, int64_t runs, std::function<void(int64_t)> after)
    : sc_module(name),
      program_(program),
      registers_(registers),
      runs_(runs),
      after_(std::move(after)) {
  SC_THREAD(run);
  set_stack_size(kStackBytes);
}

void Processor::access(bool write, uint64_t offset, int64_t bytes, uint64_t& value) {
  tlm::tlm_generic_payload payload;
  payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(registers_ + offset);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
  sc_core::sc_time delay(3, sc_core::SC_NS);  // an instruction or two ahead of the kernel
  socket->b_transport(payload, delay);
  wait(delay);
  if (payload.is_response_error())
    throw vta::DeviceError(
        fmt::format("register at {:#x}: {}", offset, payload.get_response_string()));
}

void Processor::run() {
  int64_t cycles = 0;
  vta::Executor executor(program_,
                         std::make_unique<AcceleratorDevice>(*this, program_.config, cycles));
  set_inputs(executor, program_);
  for (int64_t k = 0; k < runs_; ++k) {
    cycles = 0;
    executor.run();
    const Findings now = find(executor, cycles);
    if (k > 0 && now != findings_)
      ++different_runs_;
    findings_ = now;
    after_(k + 1);
  }
}

}  // namespace platform
