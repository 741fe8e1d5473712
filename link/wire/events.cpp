#include "link/wire/events.h"

#include <algorithm>

#include "link/wire/describe.h"
#include "link/wire/frame.h"

namespace vta::wire {
namespace {

enum class Event : uint8_t {
  Insns = 1,   // bits of some instructions: appended
  Launch = 2,  // all of them have been
  Retire = 3,
  Dispatch = 4,
  Execution = 5,
  Burst = 6,
};

void check_known(const ByteReader& in, Event event) {
  in.require(event >= Event::Insns && event <= Event::Burst, "event", event);
}

constexpr size_t kEventBytes = size_t{1} << 16;
constexpr size_t kInsnsAtOnce = 4096;

}  // namespace

template <typename... T>
void EventWriter::put(const T&... values) {
  out_(values...);
  if (out_.bytes().size() >= kEventBytes)
    flush();
}

void EventWriter::flush() {
  if (out_.empty())
    return;
  const std::vector<std::byte> piece = out_.take();
  send_(piece);
}

void EventWriter::on_launch(std::span<const Insn> insns) {
  for (auto rest = insns; !rest.empty();) {
    const auto now = rest.first(std::min(rest.size(), kInsnsAtOnce));
    rest = rest.subspan(now.size());
    std::vector<InsnBits> bits;
    bits.reserve(now.size());
    for (const Insn& insn : now)
      bits.push_back(codec_.encode(insn));
    put(Event::Insns, bits);
  }
  put(Event::Launch);
}

void EventWriter::on_retire(Unit unit, int64_t index, const Insn&, int64_t cycle) {
  put(Event::Retire, unit, index, cycle);
}

void EventWriter::on_dispatch(const Dispatch& dispatch) {
  put(Event::Dispatch, dispatch);
}

void EventWriter::on_execution(const Execution& execution, const Insn&) {
  put(Event::Execution, execution);
}

void EventWriter::on_burst(const BurstTransfer& burst) {
  put(Event::Burst, burst);
}

const Insn& EventReader::insn(const ByteReader& in, int64_t index) const {
  if (index < 0 || index >= std::ssize(insns_))
    in.fail(fmt::format("an event of instruction {}; there are {}", index, insns_.size()));
  return insns_[static_cast<size_t>(index)];
}

void EventReader::read(std::span<const std::byte> piece) {
  ByteReader in = payload_reader(Kind::Events, piece);
  while (!in.at_end())
    read_one(in);
}

void EventReader::read_one(ByteReader& in) {
  const auto event = in.value<Event>();
  if (launched_ && event <= Event::Launch)
    in.fail("instructions of a run that has begun");
  switch (event) {
    case Event::Insns:
      for (const InsnBits& bits : in.value<std::vector<InsnBits>>())
        insns_.push_back(codec_.decode(bits));
      return;
    case Event::Launch:
      launched_ = true;
      return sink_.on_launch(insns_);
    case Event::Retire: {
      const auto unit = in.value<Unit>();
      const auto index = in.value<int64_t>();
      return sink_.on_retire(unit, index, insn(in, index), in.value<int64_t>());
    }
    case Event::Dispatch:
      return sink_.on_dispatch(in.value<Dispatch>());
    case Event::Execution: {
      const auto execution = in.value<Execution>();
      return sink_.on_execution(execution, insn(in, execution.index));
    }
    case Event::Burst:
      return sink_.on_burst(in.value<BurstTransfer>());
  }
}

}  // namespace vta::wire
