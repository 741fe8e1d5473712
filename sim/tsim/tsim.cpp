#include "sim/tsim/tsim.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"
#include "sim/tsim/model_cache.h"

namespace vta {
namespace {

// Cycles between two looks at the completions, so that they stay few.
constexpr int64_t kSliceCycles = int64_t{1} << 16;
constexpr int64_t kWidestBus = 64;

const RegisterSpec& spec(Register reg) {
  return register_table()[static_cast<size_t>(reg)];
}

const char* misuse_text(int32_t misuse) {
  switch (misuse) {
    case tsim::kStrayWriteBeat:
      return "a write beat without a burst";
    case tsim::kTooManyBursts:
      return "more bursts in flight than the port may have";
    case tsim::kBadLength:
      return "a burst of no beat or of more than 256";
    default:
      return "the last write beat of a burst is not where it must be";
  }
}

tsim::BurstTimes burst_times(DramMemory& dram) {
  return {&dram,
          [](void* self, int64_t edge, uint64_t address, int64_t beats, int32_t write) {
            static_cast<DramMemory*>(self)->grant({edge, address, beats, write != 0});
          },
          [](void* self, int64_t edge, int32_t* write, int64_t* latency) -> int32_t {
            const auto answer = static_cast<DramMemory*>(self)->answer_before(edge);
            if (!answer)
              return 0;
            *write = answer->write ? 1 : 0;
            *latency = answer->latency;
            return 1;
          }};
}

}  // namespace

Tsim::Tsim(const VtaConfig& config, std::shared_ptr<ModelLibrary> library, int64_t memory_bytes,
           const WaveOptions& wave)
    : config_(config),
      codec_(config),
      memory_(memory_bytes),
      registers_(config, memory_bytes),
      dram_(make_dram_memory(config)),
      library_(std::move(library)),
      api_(library_->api()) {
  const tsim::Wave window{wave.file.empty() ? nullptr : wave.file.c_str(),
                          wave.first_cycle,
                          wave.end_cycle,
                          wave.launch,
                          wave.first_insn,
                          wave.end_insn};
  // Whole pages are mapped, so the last bus word is there whatever the size.
  const int64_t whole_words = (memory_bytes + kWidestBus - 1) / kWidestBus * kWidestBus;
  instance_ = api_.create(reinterpret_cast<uint8_t*>(memory_.data()), whole_words, &window);
  const tsim::Ram* rams = nullptr;
  const int64_t count = api_.rams(instance_, &rams);
  scratchpads_.emplace(config_, std::span(rams, static_cast<size_t>(count)));
  for (const RegisterSpec& r : register_table())
    if (r.writable && r.id != Register::Control)
      write_rtl(r.id, registers_.get(r.id));
}

Tsim::~Tsim() {
  api_.destroy(instance_);
}

void Tsim::write_rtl(Register reg, uint64_t value) {
  const RegisterSpec& r = spec(reg);
  const auto offset = static_cast<uint32_t>(r.offset);
  api_.write_register(instance_, offset, static_cast<uint32_t>(value));
  if (r.bits == 64)
    api_.write_register(instance_, offset + 4, static_cast<uint32_t>(value >> 32));
}

void Tsim::write_register(Register reg, uint64_t value) {
  if (running_)
    return;
  if (registers_.write(reg, value))
    launch();
  else if (reg != Register::Control)
    write_rtl(reg, reg == Register::MemHi ? registers_.window().hi : value);
}

uint64_t Tsim::read_register(Register reg) const {
  const RegisterSpec& r = spec(reg);
  if (r.writable)
    return registers_.get(reg);
  const auto offset = static_cast<uint32_t>(r.offset);
  uint64_t value = api_.read_register(instance_, offset);
  if (r.bits == 64)
    value |= uint64_t{api_.read_register(instance_, offset + 4)} << 32;
  return value;
}

std::vector<std::byte> Tsim::read_scratchpad(MemoryType type, int64_t first, int64_t count) const {
  return scratchpads_->read(type, first, count);
}

void Tsim::launch() {
  const CheckContext context = registers_.launch_context();
  const auto bytes = std::as_const(memory_).at(registers_.get(Register::InsnAddr),
                                               context.insn_count * kInsnBytes);
  stream_ = &streams_.find(bytes, context, codec_);
  report_ = {};
  kernels_.begin();
  accounts_.emplace(config_, kernels_);
  const auto insns = stream_->insns();
  const bool finishes = !insns.empty() && insns.back().op() == Opcode::Finish;
  if (dram_)
    dram_->launch();
  const tsim::Launch launch{static_cast<int64_t>(registers_.get(Register::MemReadLatency)),
                            static_cast<int64_t>(registers_.get(Register::MemWriteLatency)),
                            dram_ ? burst_times(*dram_) : tsim::BurstTimes{},
                            kernels_.running().data(),
                            std::ssize(kernels_.running()),
                            finishes ? std::ssize(insns) - 1 : -1,
                            refused_.lo,
                            refused_.hi};
  api_.launch(instance_, &launch, static_cast<uint32_t>(spec(Register::Control).offset));
  running_ = true;
  cycle_ = 0;
  if (sink_ != nullptr)
    sink_->on_launch(insns);
}

bool Tsim::advance(int64_t max_cycles) {
  int64_t left = std::max<int64_t>(max_cycles, 1);
  while (running_ && left > 0) {
    const tsim::Progress& progress =
        *api_.run(instance_, std::min(left, kSliceCycles), sink_ != nullptr ? 1 : 0);
    VTA_CHECK(progress.misuse == tsim::kNoMisuse, "the RTL broke the memory port's rules: {}",
              misuse_text(progress.misuse));
    left -= progress.cycle - cycle_;
    cycle_ = progress.cycle;
    take(progress);
    if (progress.running == 0)
      finish(progress);
  }
  return !running_;
}

void Tsim::take(const tsim::Progress& progress) {
  for (const tsim::Retire& r :
       std::span(progress.retires, static_cast<size_t>(progress.num_retires))) {
    const auto index = static_cast<int64_t>(r.index);
    VTA_CHECK(index < std::ssize(stream_->insns()), "the RTL completed instruction {} of {}", index,
              stream_->insns().size());
    const Insn& insn = stream_->insns()[r.index];
    accounts_->retire(insn, index, r.cycle);
    if (sink_ != nullptr)
      sink_->on_retire(unit_of(insn), index, insn, r.cycle);
  }
}

void Tsim::finish(const tsim::Progress& progress) {
  running_ = false;
  report_.error = static_cast<IsaError>(read_register(Register::ErrorCode));
  if (report_.error != IsaError::None) {
    report_.error_insn = static_cast<int64_t>(read_register(Register::ErrorInsn));
    report_.error_text = error_text();
  }
  report_.counters = counters();
  report_.kernels = accounts_->kernels();
  if (!stops_at_once(report_.error))
    report_.tokens_left = accounts_->tokens();
  report_.cycles = static_cast<int64_t>(read_register(Register::Cycles));
  report_.timing = accounts_->timing(*report_.cycles, progress.bus_beats, progress.unit_cycles);
  if (dram_)
    report_.timing->dram = dram_->finish(*report_.cycles);
  if (sink_ != nullptr)
    sink_->on_end(report_);
}

// Bytes and steps as the RTL counted them.
Counters Tsim::counters() const {
  Counters c = accounts_->counters();
  for (const CounterField& field : machine_counters())
    c.*field.member = static_cast<int64_t>(read_register(*field.reg));
  return c;
}

std::string Tsim::error_text() const {
  const auto insns = stream_->insns();
  const int64_t index = report_.error_insn;
  const Insn* insn = index < std::ssize(insns) && report_.error != IsaError::Deadlock
                         ? &insns[static_cast<size_t>(index)]
                         : nullptr;
  return fault_report(report_.error, index, fault_text(), insn);
}

std::string Tsim::fault_text() const {
  switch (report_.error) {
    case IsaError::Deadlock:
      return deadlock_text();
    case IsaError::IndexRange:
      if (report_.error_insn < std::ssize(stream_->insns()))
        return index_text(stream_->insns()[static_cast<size_t>(report_.error_insn)]);
      break;
    case IsaError::BusError:
      return refused_.empty()
                 ? fmt::format("the memory of {} bytes refused a burst", memory_.size_bytes())
                 : refused_.refusal_text();
    default:
      if (stream_->fault().error == report_.error && stream_->fault_index() == report_.error_insn)
        return stream_->fault().text;
  }
  return "found by the RTL, not by the checks of the instruction set";
}

std::string Tsim::index_text(const Insn& insn) const {
  MachineState state(config_);
  const auto bytes = read_scratchpad(MemoryType::Uop, 0, state.uop_depth);
  const auto size = static_cast<size_t>(codec_.uop_bytes());
  for (size_t k = 0; k < state.uop.size(); ++k) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + k * size, size);
    const Uop uop = codec_.decode_uop(word);
    state.uop[k] = {static_cast<uint32_t>(uop.dst), static_cast<uint32_t>(uop.src),
                    static_cast<uint32_t>(uop.wgt)};
  }
  return find_index_fault(insn, state).value_or("an index is past its scratchpad");
}

// What can run has run, in whatever order: the queues end the same.
std::string Tsim::deadlock_text() const {
  UnitQueues queues(stream_->insns(), stream_->tags(), stream_->limit(), config_.cmd_queue_depth);
  while (const auto index = queues.start_next())
    queues.complete(*index);
  return "waits for ever, nothing can run\n" + queues.describe();
}

namespace {

// Another process may clean the cache between finding a library and loading it.
std::shared_ptr<ModelLibrary> load_kept(const ModelRecipe& recipe) {
  const std::string path = find_or_build_model(recipe).library;
  try {
    return std::make_shared<ModelLibrary>(path);
  } catch (const UsageError&) {
    if (std::filesystem::exists(path))
      throw;
    return std::make_shared<ModelLibrary>(find_or_build_model(recipe).library);
  }
}

// One loaded library per key in a process, while any device uses it.
std::shared_ptr<ModelLibrary> load_library(const VtaConfig& config, const ModelOptions& options) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<ModelLibrary>> loaded;
  const ModelRecipe recipe = model_recipe(config, options);
  const std::lock_guard lock(mutex);
  std::weak_ptr<ModelLibrary>& known = loaded[recipe.key];
  auto library = known.lock();
  if (library == nullptr) {
    library = load_kept(recipe);
    known = library;
  }
  return library;
}

}  // namespace

std::unique_ptr<Device> make_tsim(const VtaConfig& config, int64_t memory_bytes,
                                  const WaveOptions& wave) {
  config.validate();
  ModelOptions options = model_options();
  options.trace = !wave.file.empty();
  return std::make_unique<Tsim>(config, load_library(config, options), memory_bytes, wave);
}

}  // namespace vta
