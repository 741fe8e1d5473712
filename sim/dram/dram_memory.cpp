#include "sim/dram/dram_memory.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "config/dram_file.h"
#include "sim/dram/address_map.h"

namespace vta {
namespace {

__extension__ using Wide = __int128;
constexpr int64_t kEndOfTime = std::numeric_limits<int64_t>::max();
constexpr int64_t kPicosecondsTimesKhz = 1'000'000'000;  // a clock of 1 kHz
// Up to here a whole number is one as a double, and a quotient as a product is off by less than
// one.
constexpr int64_t kExactDouble = int64_t{1} << 52;

}  // namespace

DramMemory::Scale::Scale(int64_t numerator, int64_t denominator)
    : a(numerator / std::gcd(numerator, denominator)),
      b(denominator / std::gcd(numerator, denominator)),
      most_exact((kExactDouble - b) / a),
      one_by_b(1.0 / static_cast<double>(b)) {}

int64_t DramMemory::Scale::up(int64_t value) const {
  if (value <= most_exact) {  // a product of doubles is the fastest way; it may be off by one
    const int64_t sum = value * a + b - 1;
    const auto quotient = static_cast<int64_t>(static_cast<double>(sum) * one_by_b);
    const int64_t rest = sum - quotient * b;
    return quotient + (rest >= b ? 1 : 0) - (rest < 0 ? 1 : 0);
  }
  const auto exact = (static_cast<Wide>(value) * a + b - 1) / b;
  return static_cast<int64_t>(std::min<Wide>(exact, kEndOfTime));
}

DramMemory::DramMemory(const DramConfig& dram, const std::vector<int64_t>& bus_bytes,
                       int64_t core_khz)
    : DramMemory(dram, bus_bytes, CorePeriod{kPicosecondsTimesKhz, core_khz}) {}

DramMemory::DramMemory(const DramConfig& dram, const std::vector<int64_t>& bus_bytes,
                       const CorePeriod& period)
    : dram_(dram),
      log_transaction_(log_of(dram.organization.transaction_bytes)),
      address_mask_(dram.organization.capacity_bytes() - 1),
      to_clock_(period.ps, dram.clock_ps * period.per),
      to_edge_(dram.clock_ps * period.per, period.ps),
      log_kinds_(static_cast<int>(std::bit_width(2 * bus_bytes.size() - 1))),
      flights_(2 * bus_bytes.size()) {
  VTA_CHECK(period.ps > 0 && period.per > 0, "a clock of {} / {} ps", period.ps, period.per);
  VTA_CHECK(!bus_bytes.empty() && bus_bytes.size() <= 32, "{} ports of a memory", bus_bytes.size());
  for (const int64_t bytes : bus_bytes)
    log_bus_.push_back(log_of(bytes));
  launch();
}

std::optional<DramMemory> make_dram_memory(std::span<const VtaConfig> cores) {
  const VtaConfig& first = cores.front();
  if (first.mem_dram.empty())
    return std::nullopt;
  std::vector<int64_t> bus_bytes;
  for (const VtaConfig& core : cores)
    bus_bytes.push_back(core.bus_bytes());
  return DramMemory(dram_of(first.mem_dram), bus_bytes, first.mem_clock_khz);
}

void DramMemory::launch() {
  controller_.emplace(dram_);
  entering_.clear();
  for (Flights& kind : flights_) {
    kind.ring.clear();
    kind.answered = 0;
  }
  done_ = 0;
  waiting_ = 0;
  full_ = false;
}

void DramMemory::grant(const Burst& burst) {
  Flight flight{burst};
  const int64_t address = static_cast<int64_t>(burst.address) & address_mask_;
  const int log_bus = log_bus_[static_cast<size_t>(burst.port)];
  flight.first_word = address >> log_bus << log_bus;
  const int64_t first = flight.first_word >> log_transaction_;
  const int64_t last = (flight.first_word + (burst.beats << log_bus) - 1) >> log_transaction_;
  flight.transactions = last - first + 1;
  const int64_t kind = 2 * burst.port + (burst.write ? 1 : 0);
  Flights& flights = flights_[static_cast<size_t>(kind)];
  const int64_t number = flights.answered + static_cast<int64_t>(flights.ring.size());
  const int64_t tag = (number << log_kinds_) + kind;
  flights.ring.push(flight);
  ++waiting_;
  // One that is ready before the burst in front of it waits for that.
  const int64_t entry = burst.write ? burst.edge + 2 + burst.beats : burst.edge + 1;
  entering_.push({clock_of(entry), first, flight.transactions, tag, burst.write});
}

// At the controller's present clock: as much as it takes. Whether it took anything.
bool DramMemory::offer() {
  bool any = false;
  while (!entering_.empty() && entering_.front().clock <= controller_->clock()) {
    Entering& next = entering_.front();
    const int64_t taken =
        controller_->offer(next.first << log_transaction_, next.count, next.write, next.tag);
    any = any || taken > 0;
    next.first += taken;
    next.count -= taken;
    if (next.write && taken > 0) {
      Flight& flight = tagged(next.tag);
      flight.transactions -= taken;
      if (flight.transactions == 0)
        done(next.tag);
      const int64_t due = flight.burst.edge + 2 + flight.burst.beats;
      flight.latency = std::max<int64_t>(0, edge_of(controller_->clock() + 1) - due);
    }
    full_ = next.count > 0;
    if (full_)
      break;
    entering_.pop();
  }
  return any;
}

// Of transactions behind each other, whose data come at equal distances, the first, which may begin
// before the burst, the second or the last one lets the burst wait longest. Not so where several
// are one beat.
void DramMemory::take_data() {
  for (const DramController::Data& data : controller_->data()) {
    Flight& flight = tagged(data.tag);
    const int log_bus = log_bus_[static_cast<size_t>(flight.burst.port)];
    const auto wait_for = [&](int64_t clock, int64_t address) {
      const int64_t beat = std::max<int64_t>(0, address - flight.first_word) >> log_bus;
      flight.latency = std::max(flight.latency, edge_of(clock) - beat - flight.burst.edge - 2);
    };
    flight.transactions -= data.count;
    if (flight.transactions == 0) {  // none of them is known later
      done(data.tag);
      wait_for(data.known, 0);
    }
    const int64_t step = log_bus <= log_transaction_ ? std::max<int64_t>(1, data.count - 2) : 1;
    for (int64_t i = 0; i < data.count; i += i == 0 ? 1 : step)
      wait_for(data.clock + i * data.period, data.address + (i << log_transaction_));
  }
  controller_->forget_data();
}

std::optional<DramMemory::Answer> DramMemory::take_answer() {
  while (done_ != 0) {
    const auto kind = static_cast<size_t>(std::countr_zero(done_));
    Flights& flights = flights_[kind];
    if (!flights.first_is_done()) {
      done_ &= done_ - 1;
      continue;
    }
    const Answer answer{kind % 2 != 0, flights.ring.front().latency,
                        static_cast<int64_t>(kind / 2)};
    flights.ring.pop();
    ++flights.answered;
    --waiting_;
    return answer;
  }
  return std::nullopt;
}

std::optional<DramMemory::Answer> DramMemory::answer_before(int64_t edge) {
  // A burst of that grant enters at edge + 1 at the earliest, and has no effect at that clock.
  const int64_t until = edge >= kEndOfTime - 1 ? kEndOfTime : clock_of(edge + 1);
  while (true) {
    take_data();
    if (const auto answer = take_answer())
      return answer;
    if (!waits())
      return std::nullopt;
    if (!go_on(until))
      return std::nullopt;
  }
}

const DramStatistics& DramMemory::finish(int64_t edge) {
  while (answer_before(edge).has_value())
    continue;
  controller_->run_through(clock_of(edge));
  while (!controller_->idle())
    controller_->run(controller_->next_event());
  return controller_->statistics();
}

// The controller goes on to the next clock at which it takes a transaction or has data; false:
// there is no such clock up to `until`.
bool DramMemory::go_on(int64_t until) {
  const int64_t clock = controller_->clock();
  if (entering_.empty()) {
    controller_->run_through(until);
    return !controller_->data().empty();
  }
  const int64_t entry = entering_.front().clock;
  if (entry > clock) {
    controller_->run_through(std::min(entry, until));
    if (controller_->clock() < entry)
      return !controller_->data().empty();
    offer();
    return true;
  }
  if (!full_ && offer())  // granted since, at the clock at which the controller stands
    return true;
  // The queue is full: room comes with a command.
  while (full_ && done_ == 0) {
    const int64_t next = controller_->next_event();
    if (next > until)
      return false;
    controller_->run(next);
    if (controller_->has_room(entering_.front().write))
      offer();
    take_data();
  }
  return true;
}

}  // namespace vta
