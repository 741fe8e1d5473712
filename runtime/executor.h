// Runs a Program on a device: the library's C++ interface for users.
//
//   vta::Program program = vta::load_program("resnet18.vta");
//   vta::Executor executor(program, vta::make_device("fsim", program.config));
//   executor.set_input(0, image);
//   executor.run();
//   vta::Tensor logits = executor.output(0);
//   std::int64_t steps = executor.stats().counters.gemm_counter;
#pragma once

#include "base/cxx20.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/launches.h"

namespace vta {

struct Parameters;
class ProgramHost;

class Executor {
 public:
  // Loads constants, micro-ops and instructions into the device once. The program is kept. A link
  // that runs whole programs (runtime/program_host.h) gets the program instead; the memory of its
  // device is then used only for observed runs: observe_kernels, trace, check_races. InputError if
  // the program is inconsistent (check_program); ConfigError when the device has another
  // configuration; DeviceError when the arena does not fit its memory.
  Executor(Program program, std::unique_ptr<DeviceLink> link);
  Executor(Program program, std::unique_ptr<Device> device);  // in this process
  // The same for a program that is shared with other executors, from any thread: its parameters,
  // micro-ops and instructions exist once on the host, and once in the memory of each device.
  // Executors of one program may run at the same time; an executor, and its device, is for one
  // thread at a time.
  Executor(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link);
  // Of a program whose arena is that of `owner`, which another executor has on a device that shares
  // its memory and which lives longer: only this program's own constants, micro-ops and
  // instructions are loaded.
  Executor(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link,
           const Executor& owner);
  // Device buffers point back at the driver inside.
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  const Program& program() const { return *program_; }
  DeviceLink& link() { return driver_.link(); }

  // Index of a name, for the functions below. InputError lists the existing names.
  int64_t input_index(std::string_view name) const;
  int64_t output_index(std::string_view name) const;

  // Stays for all runs until it is set again; read in place. InputError names the input, its shape
  // and type, and what was given; nothing is changed then.
  void set_input(int64_t index, Tensor value);
  // Replaces the parameters, on the device too, for all runs from now on; of this executor alone.
  // InputError as with_parameters (runtime/parameters.h): then nothing has changed.
  void set_parameters(const Parameters& parameters);
  void run();  // DeviceError when a launch reports an error or leaves tokens
  // The launches of run() without the host's steps: for counters and cycles, which do not depend on
  // values. Inputs need not be set; the network's values and outputs are absent afterwards.
  void run_launches_only();

  // Of a program that is computed position by position (positions.h) every run is one, from 0 on,
  // and what it keeps is of this executor alone. InputError from run() behind the last one.
  int64_t position() const { return position_; }  // of the next run
  // The next run is the first: what was kept is not seen again.
  void reset_state() { position_ = 0; }
  // A run for each of these inputs (a tensor for every input of the program), in one launch where
  // the program has one; outputs are the last one's. InputError as set_input() and run(): nothing
  // has been run then; and for a program without positions.
  void run_positions(std::span<const std::vector<Tensor>> inputs);

  // InputError when there is none: before a run, and of a device that computes no values.
  const Tensor& output(int64_t index) const;
  const Tensor& input(int64_t index) const;         // not valid() where it has not been set
  const RunStats& stats() const { return stats_; }  // of the last run
  // Any host value after a run, by index into Program::values (for verification); of a run that the
  // link did as a whole only inputs, constants and outputs are valid().
  const Tensor& value(int64_t index) const { return values_[static_cast<size_t>(index)]; }

  // Called with (kernel index, 0 for its output_tensor or 1 and more for its more_outputs, that
  // tensor unpacked to NCHW int8), in the order of the kernels, after each launch: with the content
  // of memory at the completion of the kernel's last STORE. Makes runs slower. Set to {} to switch
  // off.
  using KernelObserver = std::function<void(int64_t kernel, int64_t output, const Tensor& nchw)>;
  void observe_kernels(KernelObserver observer) { observer_ = std::move(observer); }
  // The bound of every launch (driver/driver.h): ResourceError from run() beyond it.
  void set_max_cycles(int64_t most) { max_cycles_ = most; }
  // Called around every launch of a run, also where it has no instructions: with false before it,
  // with true behind it.
  void around_launches(std::function<void(bool done)> call) { around_launch_ = std::move(call); }
  // Gets the events of every launch; not owned, nullptr: none.
  void trace(TraceSink* sink) { sink_ = sink; }
  // Gets every launch before it runs; not owned, nullptr: none.
  void check_races(RaceCheck* check) {
    driver_.check_races(check);
    checks_races_ = check != nullptr;
  }

 private:
  void take_program();
  bool runs_there() const;
  void run_there(bool launches_only);
  void fill_arena();
  void forget_run();
  void require_inputs() const;
  void require_positions(int64_t count) const;
  void run_steps();
  void run_step(size_t index);
  void set_inputs(const std::vector<Tensor>& inputs);
  void run_in_one_launch(std::span<const std::vector<Tensor>> inputs, size_t launch);
  void begin_position(int64_t position);
  LaunchRequest request_of(const LaunchStep& s);
  void pack(const Tensor& value, const DeviceTensor& target);
  void pack_by_batch(const Tensor& value, const DeviceTensor& target);
  Tensor unpack(const DeviceTensor& source) const;
  void step(const HostOpStep& s);
  void step(const ToDeviceStep& s);
  void step(const FromDeviceStep& s);
  void step(const ConvertStep& s);
  void step(const LaunchStep& s);
  int64_t widened_bytes(const ConvertStep& s) const;
  LaunchReport launch(const LaunchStep& s);
  struct ShownOutput {
    int64_t kernel = 0, output = 0;  // as the observer gets them
    int64_t tensor = 0;
  };
  void show(const std::vector<ShownOutput>& shown, const LaunchReport& report) const;
  const DeviceTensor& tensor_of(const ShownOutput& output) const;

  const ProgramValue& input_value(int64_t index) const;

  std::shared_ptr<const Program> program_;
  Driver driver_;
  ProgramHost* host_ = nullptr;  // the link, where it is one
  DeviceBuffer arena_;           // not valid() until something runs from here
  DeviceBuffer stream_;          // instructions of the positions of a launch
  int64_t position_ = 0;         // of the next run
  int64_t at_ = 0, count_ = 1;   // the first position of the next launch, and how many it has
  bool checks_races_ = false;
  std::vector<Tensor> values_;
  RunStats stats_;
  KernelObserver observer_;
  std::function<void(bool done)> around_launch_;
  TraceSink* sink_ = nullptr;
  int64_t max_cycles_ = kMaxCycles;
};

}  // namespace vta
