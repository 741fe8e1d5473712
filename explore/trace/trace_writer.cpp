#include "explore/trace/trace_writer.h"

#include <algorithm>

#include "base/error.h"
#include "base/provenance.h"
#include "explore/cost/clock_times.h"
#include "explore/record/run_record.h"
#include "explore/record/work_json.h"
#include "explore/trace/insn_args.h"
#include "hw/isa/disassembler.h"

namespace vta::explore {
namespace {

struct NamedThread {
  TraceThread thread;
  std::string_view name;
};
// In the order in which viewers show them.
constexpr NamedThread kThreads[] = {
    {TraceThread::Layers, "layers"},
    {TraceThread::Fetch, "fetch"},
    {TraceThread::Load, "load"},
    {TraceThread::Compute, "compute"},
    {TraceThread::ComputeGemm, "compute gemm"},
    {TraceThread::Store, "store"},
    {TraceThread::Reads, "memory reads"},
    {TraceThread::Writes, "memory writes"},
};

// Launches are the processes from 1 on.
constexpr int64_t kHostProcess = 0;

std::string hex(uint64_t address) {
  return fmt::format("{:#x}", address);
}

}  // namespace

TraceWriter::TraceWriter(const Program& program, TraceOptions options, TraceOutput& file)
    : program_(program),
      options_(std::move(options)),
      events_(file, options_.mhz),
      tokens_({[this](const TokenLedger::Hop& h) { hop(h); },
               [this](const TokenLedger::Level& l) { level(l); }}),
      bus_(options_.window),
      counting_(options_.part.kernel < 0) {
  whole_.work = work_share(program);
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0)
      launches_.push_back(launch);
}

void TraceWriter::on_launch(std::span<const Insn> insns) {
  VTA_CHECK(process_ < std::ssize(launches_), "launch {} of a program that has {}", process_,
            launches_.size());
  launch_ = launches_[static_cast<size_t>(process_)];
  stream_ = insns;
  host_slices();
  fetch_.launch();
  ++process_;
  if (!options_.part.has_kernel_from(launch_->first_kernel, launch_->kernel_count))
    return;
  events_.name_process(process_, fmt::format("launch {} ({}, {})", process_ - 1,
                                             program_.provenance.model, program_.config.name()));
  name_threads();
  for (int queue = 0; queue < 4; ++queue)
    level({static_cast<TokenQueue>(queue), 0, 0});
}

// Those before the launch that begins, or behind the last one.
void TraceWriter::host_slices() {
  if (static_cast<size_t>(process_) >= options_.host.size())
    return;
  const Track track{kHostProcess, 1};
  if (process_ == 0) {
    events_.name_process(track.process, "host, an estimate");
    events_.name_thread(track, "steps", 1);
  }
  for (const HostSlice& step : options_.host[static_cast<size_t>(process_)]) {
    if (step.cycles > 0)
      events_.slice({track, {offset_, offset_ + step.cycles}, step.name, "host"},
                    JsonMembers().add("cycles", step.cycles));
    events_.shift(step.cycles);
    host_cycles_ += step.cycles;
  }
}

void TraceWriter::name_threads() {
  int64_t place = 0;
  for (const NamedThread& t : kThreads)
    if (++place; overlaps() || t.thread != TraceThread::ComputeGemm)
      events_.name_thread(track(t.thread), t.name, place);
}

TraceThread TraceWriter::thread_of(const Insn& insn) const {
  if (overlaps() && pipe_of(insn) == Pipe::G)
    return TraceThread::ComputeGemm;
  return static_cast<TraceThread>(static_cast<int64_t>(TraceThread::Load) +
                                  static_cast<int64_t>(unit_of(insn)));
}

void TraceWriter::on_retire(Unit, int64_t, const Insn&, int64_t) {
  if (options_.retired)
    options_.retired();
}

// FINISH, the last instruction of a launch, belongs to no kernel.
int64_t TraceWriter::kernel_of(int64_t insn) const {
  const auto begin = program_.kernels.begin() + launch_->first_kernel;
  const auto after = std::upper_bound(
      begin, begin + launch_->kernel_count, launch_->first_insn + insn,
      [](int64_t index, const ProgramKernel& kernel) { return index < kernel.first_insn; });
  if (after == begin)
    return -1;
  const ProgramKernel& kernel = *(after - 1);
  const bool inside = launch_->first_insn + insn < kernel.first_insn + kernel.insn_count;
  return inside ? after - 1 - program_.kernels.begin() : -1;
}

bool TraceWriter::wanted(int64_t insn, int64_t first, int64_t last) const {
  return options_.part.has_cycles(offset_ + first, offset_ + last) &&
         options_.part.has_kernel(kernel_of(insn));
}

std::string_view TraceWriter::kernel_name(int64_t kernel) const {
  return kernel < 0 ? "none" : std::string_view(program_.kernels[static_cast<size_t>(kernel)].name);
}

void TraceWriter::wait_slice(TraceThread thread, std::string_view name, int64_t first, int64_t last,
                             std::string_view category) {
  if (first <= last && options_.part.has_cycles(offset_ + first, offset_ + last))
    events_.slice({track(thread), cycles_span(first, last), name, category},
                  JsonMembers().add("cycles", last - first + 1));
}

void TraceWriter::wait_slices(const Execution& e, TraceThread thread) {
  static constexpr std::string_view kPrev[] = {"", "wait for load", "wait for compute"};
  static constexpr std::string_view kNext[] = {"wait for compute", "wait for store", ""};
  wait_slice(thread, kPrev[static_cast<size_t>(e.unit)], e.visible + 1, e.prev_token);
  wait_slice(thread, kNext[static_cast<size_t>(e.unit)], e.prev_token + 1, e.next_token);
  wait_slice(thread, "look", e.next_token + 1, e.start - 1, "look");
}

void TraceWriter::on_execution(const Execution& e, const Insn& insn) {
  if (wanted(e.index, e.start, e.finish)) {
    const TraceThread thread = thread_of(insn);
    ++insns_;
    begin_counting(e.start);
    wait_slices(e, thread);
    JsonMembers args;
    args.add("kernel", kernel_name(kernel_of(e.index)))
        .add("index", e.index)
        .add("text", disassemble(insn))
        .add("fields", field_args(insn))
        .add("dispatched", e.dispatched)
        .add("start", e.start)
        .add("done", e.done)
        .add("cycles", e.finish - e.start + 1)
        .add("states", state_args(e.states))
        .add("waited", wait_args(e));
    events_.slice({track(thread), cycles_span(e.start, e.finish), insn_title(insn), "insn"}, args);
  }
  tokens_.add(e, insn);
  end_counting(e);
}

void TraceWriter::begin_counting(int64_t cycle) {
  counted_from_ = counting_ ? counted_from_ : cycle - 1;
  counting_ = true;
}

// The counters of one kernel end with its last instruction.
void TraceWriter::end_counting(const Execution& e) {
  if (options_.part.kernel < 0 || kernel_of(e.index) != options_.part.kernel)
    return;
  const ProgramKernel& kernel = program_.kernels[static_cast<size_t>(options_.part.kernel)];
  counting_ = ++kernel_insns_ % kernel.insn_count != 0;
}

// Arrows go from the last cycle of one slice to the first cycle of the other, and only between
// slices that are both there.
void TraceWriter::hop(const TokenLedger::Hop& h) {
  if (!wanted(h.from_insn, h.finished, h.finished) || !wanted(h.to_insn, h.popped, h.popped))
    return;
  events_.flow({kTokenQueueNames[h.queue], track(thread_of(h.from_insn)),
                track(thread_of(h.to_insn)), offset_ + h.finished - 1, offset_ + h.popped - 1});
}

void TraceWriter::level(const TokenLedger::Level& l) {
  const bool counted = counting_ && l.edge >= counted_from_;
  if (counted && options_.part.has_cycles(offset_ + l.edge, offset_ + l.edge + 1))
    events_.counter(process_, fmt::format("tokens {}", kTokenQueueNames[l.queue]), offset_ + l.edge,
                    JsonMembers().add("tokens", l.tokens));
}

void TraceWriter::on_dispatch(const Dispatch& d) {
  static constexpr std::string_view kFull[] = {"load queue is full", "compute queue is full",
                                               "store queue is full"};
  const Insn& insn = stream_[static_cast<size_t>(d.index)];
  for (const FetchStep& step : fetch_.add(d)) {
    if (!wanted(d.index, step.first, step.last))
      continue;
    const Span span = cycles_span(step.first, step.last);
    switch (step.kind) {
      case FetchStep::Kind::Burst:
        events_.slice({track(TraceThread::Fetch), span, "fetch", "fetch"},
                      JsonMembers().add("first_index", d.index));
        break;
      case FetchStep::Kind::Decode:
        events_.slice({track(TraceThread::Fetch), span, insn_title(insn), "dispatch"},
                      JsonMembers()
                          .add("kernel", kernel_name(kernel_of(d.index)))
                          .add("index", d.index)
                          .add("dispatched", d.edge));
        break;
      case FetchStep::Kind::Full:
        wait_slice(TraceThread::Fetch, kFull[static_cast<size_t>(unit_of(insn))], step.first,
                   step.last);
        break;
    }
  }
}

void TraceWriter::on_burst(const BurstTransfer& b) {
  fetch_.add(b);
  bus_beats_ += b.beats;
  const bool of_unit = b.master != TimedUnit::Fetch;
  if (of_unit && wanted(b.insn, b.first_beat, b.last_beat))
    begin_counting(b.granted);
  bus_.add(b.granted, b.beats, b.write(), [this](auto... args) { bus_window(args...); });
  if (!options_.bursts || !wanted(b.insn, b.first_beat, b.last_beat))
    return;
  ++bursts_;
  const TraceThread thread = b.write() ? TraceThread::Writes : TraceThread::Reads;
  events_.slice(
      {track(thread), cycles_span(b.first_beat, b.last_beat), timed_unit_name(b.master), "burst"},
      JsonMembers()
          .add("index", b.insn)
          .add("address", hex(b.address))
          .add("bytes", b.bytes)
          .add("beats", b.beats)
          .add("requested", b.requested)
          .add("granted", b.granted)
          .add("complete", b.complete));
}

void TraceWriter::bus_window(Span window, int64_t read, int64_t written) {
  const bool counted = counting_ && window.end > counted_from_;
  if (!counted || !options_.part.has_cycles(offset_ + window.begin + 1, offset_ + window.end))
    return;
  const auto percent = [&](int64_t beats) {
    return 100.0 * static_cast<double>(beats) / static_cast<double>(window.end - window.begin);
  };
  events_.counter(process_, "bus %", offset_ + window.begin,
                  JsonMembers().add("read", percent(read)).add("write", percent(written)));
}

// A kernel's cycles run from the last completion of the kernel before it to its own.
void TraceWriter::layers(const Timing& timing) {
  int64_t end = 0;
  for (size_t k = 0; k < timing.kernels.size(); ++k) {
    const int64_t begin = end;
    end += timing.kernels[k].cycles;
    const int64_t index = launch_->first_kernel + static_cast<int64_t>(k);
    if (begin == end || !options_.part.has_kernel(index) ||
        !options_.part.has_cycles(offset_ + begin + 1, offset_ + end))
      continue;
    const ProgramKernel& kernel = program_.kernels[static_cast<size_t>(index)];
    events_.slice({track(TraceThread::Layers), cycles_span(begin + 1, end), kernel.name, "layer"},
                  JsonMembers()
                      .add("kind", kernel.kind)
                      .add("description", kernel.description.text())
                      .add("onnx_nodes", fmt::format("{}", fmt::join(kernel.onnx_nodes, ", ")))
                      .add("instructions", kernel.insn_count)
                      .add("macs", kernel.macs)
                      .add("cycles", end - begin));
  }
}

void TraceWriter::on_end(const RunReport& report) {
  const int64_t cycles = report.cycles.value_or(0);
  whole_.counters += report.counters;
  whole_.timing.cycles += cycles;
  whole_.timing.bus_beats = bus_beats_;
  tokens_.end();
  bus_.end(cycles, [this](auto... args) { bus_window(args...); });
  if (report.error == IsaError::None && report.timing)
    layers(*report.timing);
  offset_ += cycles;
}

void TraceWriter::finish() {
  if (process_ == std::ssize(launches_))
    host_slices();
  boost::json::object other;
  other["provenance"] = provenance_json({.schema = "vta.trace",
                                         .schema_version = 2,
                                         .config_name = program_.config.name(),
                                         .config_hash = program_.config.hash()});
  other["model"] = program_.provenance.model;
  other["mhz"] = options_.mhz;
  other["cycles"] = offset_;
  other["axis_cycles"] = axis_cycles();
  other["bus_beats"] = bus_beats_;
  const int64_t images = images_of(program_);
  other["images"] = images;
  other["work"] = work_json(whole_.work);
  other["times"] = clock_json(clock_times(program_.config, whole_, images));
  events_.finish(other);
}

}  // namespace vta::explore
