#include "hw/synth/timing_paths.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/error.h"

namespace vta {
namespace {

constexpr int kNoCell = -1;
constexpr int64_t kNever = -1;  // nothing that changes reaches it

struct PinOf {
  int cell = kNoCell, pin = 0;
};

// Timing of one type of cell, by pin.
struct TypeIndex {
  std::vector<std::vector<CellTiming::Arc>> through_from, launch_to, setup_from;
  std::vector<bool> is_clock, is_timed;

  explicit TypeIndex(const CellTiming& type) {
    const size_t pins = type.pins.size();
    for (auto* by_pin : {&through_from, &launch_to, &setup_from})
      by_pin->resize(pins);
    is_clock.resize(pins);
    is_timed.resize(pins);
    const auto index = [&](const std::vector<CellTiming::Arc>& arcs, auto& by_pin, bool by_from) {
      for (const CellTiming::Arc& arc : arcs) {
        by_pin[static_cast<size_t>(by_from ? arc.from : arc.to)].push_back(arc);
        is_timed[static_cast<size_t>(arc.from)] = is_timed[static_cast<size_t>(arc.to)] = true;
      }
    };
    index(type.through, through_from, true);
    index(type.launches, launch_to, false);
    index(type.setups, setup_from, true);
    for (size_t pin = 0; pin < pins; ++pin)
      is_clock[pin] = type.is_clock(static_cast<int>(pin));
  }
};

// How the latest change reaches a net.
struct Reach {
  int64_t ps = kNever;
  int from_pin = 0;      // of the cell that drives it
  int before = kNoNet;   // the net at that pin; none where a path begins
  int first = kNoNet;    // the net at which the path begins
  int64_t delay_ps = 0;  // of the cell
};

struct Endpoint {
  int net = kNoNet;
  int64_t ps = 0;  // arrival and setup
  PinOf at;        // kNoCell: port number `pin`
  CellTiming::Arc setup;
};

class Analysis {
 public:
  explicit Analysis(const Netlist& netlist)
      : netlist_(netlist),
        drivers_(netlist.net_names.size()),
        input_(netlist.net_names.size(), false),
        readers_(netlist.net_names.size()),
        reach_(netlist.net_names.size()) {
    for (const CellTiming& type : netlist.types)
      types_.emplace_back(type);
    find_drivers_and_readers();
    require_timing();
    require_drivers();
    find_clock();
    propagate();
    find_endpoints();
  }

  TimingReport report(int64_t most) const;

 private:
  const Netlist::Cell& cell(int index) const { return netlist_.cells[static_cast<size_t>(index)]; }
  const TypeIndex& index_of(const Netlist::Cell& c) const {
    return types_[static_cast<size_t>(c.type)];
  }
  const std::string& pin_name(const Netlist::Cell& c, int pin) const {
    return netlist_.type_of(c).pins[static_cast<size_t>(pin)].name;
  }
  const std::string& net_name(int net) const {
    return netlist_.net_names[static_cast<size_t>(net)];
  }
  Reach& reach(int net) { return reach_[static_cast<size_t>(net)]; }
  const Reach& reach(int net) const { return reach_[static_cast<size_t>(net)]; }
  std::string text_of(PinOf at) const {
    const Netlist::Cell& c = cell(at.cell);
    return fmt::format("port {} of {} '{}'", pin_name(c, at.pin), netlist_.type_of(c).name, c.name);
  }

  void find_drivers_and_readers();
  void require_timing() const;
  void require_drivers() const;
  void find_clock();
  void use_clock(int net, PinOf at);
  void propagate();
  void begin_at(int net);
  void pass_on(int net, std::vector<int>& waiting, std::deque<int>& ready);
  std::vector<int> count_waiting() const;
  [[noreturn]] void name_loop(const std::vector<int>& waiting) const;
  void find_endpoints();
  void end_at(const Endpoint& end);
  std::vector<PathStep> steps_to(const Endpoint& end) const;
  PathStep step_of(int net) const;
  PathStep last_step(const Endpoint& end) const;
  const std::string& end_name(const Endpoint& end) const;
  std::string bundle_of(const Endpoint& end) const;

  const Netlist& netlist_;
  std::vector<TypeIndex> types_;
  std::vector<PinOf> drivers_;               // by net; kNoCell: a port, or nothing
  std::vector<bool> input_;                  // by net: an input of the top
  std::vector<std::vector<PinOf>> readers_;  // by net; cells only
  std::vector<Reach> reach_;                 // by net
  std::vector<Endpoint> ends_;
  int clock_ = kNoNet;
};

void Analysis::find_drivers_and_readers() {
  for (int c = 0; c < static_cast<int>(netlist_.cells.size()); ++c) {
    const std::vector<CellTiming::Pin>& pins = netlist_.type_of(cell(c)).pins;
    for (int p = 0; p < static_cast<int>(pins.size()); ++p) {
      const int net = cell(c).nets[static_cast<size_t>(p)];
      if (net == kNoNet)
        continue;
      if (!pins[static_cast<size_t>(p)].output) {
        readers_[static_cast<size_t>(net)].push_back({c, p});
        continue;
      }
      PinOf& driver = drivers_[static_cast<size_t>(net)];
      if (driver.cell != kNoCell)
        throw InputError(fmt::format("net '{}' is driven twice: by {} and by {}", net_name(net),
                                     text_of(driver), text_of({c, p})));
      driver = {c, p};
    }
  }
  for (const Netlist::Port& port : netlist_.ports)
    if (!port.output && port.net != kNoNet)
      input_[static_cast<size_t>(port.net)] = true;
}

// A pin in use whose timing is not known would make every path through it look short.
void Analysis::require_timing() const {
  std::vector<bool> used(netlist_.net_names.size(), false);
  for (size_t net = 0; net < used.size(); ++net)
    used[net] = !readers_[net].empty();
  for (const Netlist::Port& port : netlist_.ports)
    if (port.output && port.net != kNoNet)
      used[static_cast<size_t>(port.net)] = true;
  for (int c = 0; c < static_cast<int>(netlist_.cells.size()); ++c)
    for (int p = 0; p < static_cast<int>(cell(c).nets.size()); ++p) {
      const int net = cell(c).nets[static_cast<size_t>(p)];
      if (net == kNoNet || index_of(cell(c)).is_timed[static_cast<size_t>(p)])
        continue;
      if (!netlist_.type_of(cell(c)).pins[static_cast<size_t>(p)].output ||
          used[static_cast<size_t>(net)])
        throw InputError(
            fmt::format("{} is in use (net '{}'), but the library has no timing for it with these "
                        "parameters; add it to hw/synth/timing_cells.v",
                        text_of({c, p}), net_name(net)));
    }
}

void Analysis::require_drivers() const {
  const auto require = [&](int net, const std::string& reader) {
    if (drivers_[static_cast<size_t>(net)].cell == kNoCell && !input_[static_cast<size_t>(net)])
      throw InputError(
          fmt::format("nothing drives net '{}', which {} reads", net_name(net), reader));
  };
  for (size_t net = 0; net < readers_.size(); ++net)
    if (!readers_[net].empty())
      require(static_cast<int>(net), text_of(readers_[net].front()));
  for (const Netlist::Port& port : netlist_.ports)
    if (port.output && port.net != kNoNet)
      require(port.net, fmt::format("output '{}'", port.name));
}

void Analysis::find_clock() {
  for (int c = 0; c < static_cast<int>(netlist_.cells.size()); ++c)
    for (int p = 0; p < static_cast<int>(cell(c).nets.size()); ++p)
      if (index_of(cell(c)).is_clock[static_cast<size_t>(p)] &&
          cell(c).nets[static_cast<size_t>(p)] != kNoNet)
        use_clock(cell(c).nets[static_cast<size_t>(p)], {c, p});
}

void Analysis::use_clock(int net, PinOf at) {
  if (!input_[static_cast<size_t>(net)])
    throw InputError(
        fmt::format("the clock '{}' at {} is no input of {}: clocks that pass through cells are "
                    "not analysed",
                    net_name(net), text_of(at), netlist_.top));
  if (clock_ != kNoNet && clock_ != net)
    throw InputError(fmt::format("a second clock '{}' at {}, beside '{}': one clock is analysed",
                                 net_name(net), text_of(at), net_name(clock_)));
  clock_ = net;
}

// How many ways into each net through the cell that drives it have not been looked at.
std::vector<int> Analysis::count_waiting() const {
  std::vector<int> waiting(reach_.size(), 0);
  for (const Netlist::Cell& c : netlist_.cells)
    for (size_t p = 0; p < c.nets.size(); ++p)
      if (c.nets[p] != kNoNet)
        for (const CellTiming::Arc& arc : index_of(c).through_from[p])
          if (const int to = c.nets[static_cast<size_t>(arc.to)]; to != kNoNet)
            ++waiting[static_cast<size_t>(to)];
  return waiting;
}

// Where paths begin: inputs, and outputs of clocked cells.
void Analysis::begin_at(int net) {
  if (input_[static_cast<size_t>(net)])
    reach(net) = {.ps = 0, .first = net};
  const PinOf driver = drivers_[static_cast<size_t>(net)];
  if (driver.cell == kNoCell)
    return;
  const Netlist::Cell& c = cell(driver.cell);
  for (const CellTiming::Arc& arc : index_of(c).launch_to[static_cast<size_t>(driver.pin)])
    if (c.nets[static_cast<size_t>(arc.from)] != kNoNet && arc.ps > reach(net).ps)
      reach(net) = {.ps = arc.ps, .from_pin = arc.from, .first = net, .delay_ps = arc.ps};
}

void Analysis::pass_on(int net, std::vector<int>& waiting, std::deque<int>& ready) {
  const Reach from = reach(net);
  for (const PinOf& reader : readers_[static_cast<size_t>(net)]) {
    const Netlist::Cell& c = cell(reader.cell);
    for (const CellTiming::Arc& arc : index_of(c).through_from[static_cast<size_t>(reader.pin)]) {
      const int to = c.nets[static_cast<size_t>(arc.to)];
      if (to == kNoNet)
        continue;
      if (from.ps != kNever && from.ps + arc.ps > reach(to).ps)
        reach(to) = {from.ps + arc.ps, reader.pin, net, from.first, arc.ps};
      if (--waiting[static_cast<size_t>(to)] == 0)
        ready.push_back(to);
    }
  }
}

void Analysis::propagate() {
  std::vector<int> waiting = count_waiting();
  std::deque<int> ready;
  for (int net = 0; net < static_cast<int>(reach_.size()); ++net) {
    begin_at(net);
    if (waiting[static_cast<size_t>(net)] == 0)
      ready.push_back(net);
  }
  size_t done = 0;
  for (; !ready.empty(); ++done) {
    const int net = ready.front();
    ready.pop_front();
    pass_on(net, waiting, ready);
  }
  if (done < reach_.size())
    name_loop(waiting);
}

// From any net that still waits, back through cells whose input waits too, until one comes again.
void Analysis::name_loop(const std::vector<int>& waiting) const {
  const auto waits = [&](int net) {
    return net != kNoNet && waiting[static_cast<size_t>(net)] > 0;
  };
  const auto before = [&](int net) {
    const PinOf driver = drivers_[static_cast<size_t>(net)];
    const Netlist::Cell& c = cell(driver.cell);
    for (size_t p = 0; p < c.nets.size(); ++p)
      for (const CellTiming::Arc& arc : index_of(c).through_from[p])
        if (arc.to == driver.pin && waits(c.nets[p]))
          return c.nets[p];
    return kNoNet;
  };
  int net = 0;
  while (!waits(net))
    ++net;
  std::vector<int> walk;
  while (std::find(walk.begin(), walk.end(), net) == walk.end()) {
    walk.push_back(net);
    net = before(net);
  }
  constexpr size_t kMost = 20;
  std::string cells;
  const auto begin = std::find(walk.begin(), walk.end(), net);
  size_t listed = 0;
  for (auto at = walk.end(); at != begin && listed < kMost; ++listed) {
    const Netlist::Cell& c = cell(drivers_[static_cast<size_t>(*--at)].cell);
    cells += fmt::format("\n  {} '{}'{}{}", netlist_.type_of(c).name, c.name,
                         c.source.empty() ? "" : ", ", c.source);
  }
  const size_t length = static_cast<size_t>(walk.end() - begin);
  throw InputError(fmt::format("a combinational loop of {} cells, in this order:{}{}", length,
                               cells, length > kMost ? "\n  ..." : ""));
}

void Analysis::end_at(const Endpoint& end) {
  if (reach(end.net).ps == kNever)
    return;
  ends_.push_back(end);
  ends_.back().ps = reach(end.net).ps + end.setup.ps;
}

void Analysis::find_endpoints() {
  for (int c = 0; c < static_cast<int>(netlist_.cells.size()); ++c)
    for (int p = 0; p < static_cast<int>(cell(c).nets.size()); ++p) {
      const std::vector<int>& nets = cell(c).nets;
      const CellTiming::Arc* longest = nullptr;
      if (nets[static_cast<size_t>(p)] != kNoNet)
        for (const CellTiming::Arc& setup : index_of(cell(c)).setup_from[static_cast<size_t>(p)])
          if (nets[static_cast<size_t>(setup.to)] != kNoNet &&
              (longest == nullptr || setup.ps > longest->ps))
            longest = &setup;
      if (longest != nullptr)
        end_at({.net = nets[static_cast<size_t>(p)], .at = {c, p}, .setup = *longest});
    }
  for (int p = 0; p < static_cast<int>(netlist_.ports.size()); ++p) {
    const Netlist::Port& port = netlist_.ports[static_cast<size_t>(p)];
    if (port.output && port.net != kNoNet)
      end_at({.net = port.net, .at = {kNoCell, p}, .setup = {}});
  }
  std::stable_sort(ends_.begin(), ends_.end(),
                   [](const Endpoint& a, const Endpoint& b) { return a.ps > b.ps; });
}

// The cell that drives a net, as a path goes through it; or the port.
PathStep Analysis::step_of(int net) const {
  const Reach& at = reach(net);
  const PinOf driver = drivers_[static_cast<size_t>(net)];
  if (driver.cell == kNoCell)
    return {"input", net_name(net), netlist_.top, "", "", "", 0, 0};
  const Netlist::Cell& c = cell(driver.cell);
  return {netlist_.type_of(c).name, c.name,      c.module, c.source, pin_name(c, at.from_pin),
          pin_name(c, driver.pin),  at.delay_ps, at.ps};
}

PathStep Analysis::last_step(const Endpoint& end) const {
  if (end.at.cell == kNoCell)
    return {"output", end_name(end), netlist_.top, "", "", "", 0, end.ps};
  const Netlist::Cell& c = cell(end.at.cell);
  return {netlist_.type_of(c).name,  c.name,       c.module, c.source, pin_name(c, end.at.pin),
          pin_name(c, end.setup.to), end.setup.ps, end.ps};
}

std::vector<PathStep> Analysis::steps_to(const Endpoint& end) const {
  std::vector<PathStep> steps{last_step(end)};
  for (int net = end.net; net != kNoNet; net = reach(net).before)
    steps.push_back(step_of(net));
  std::reverse(steps.begin(), steps.end());
  return steps;
}

const std::string& Analysis::end_name(const Endpoint& end) const {
  return end.at.cell == kNoCell ? netlist_.ports[static_cast<size_t>(end.at.pin)].name
                                : cell(end.at.cell).name;
}

// "u_a.sum[3]" -> "u_a.sum", "u_m.mem.0.12" -> "u_m.mem", "u_g.$31" -> "u_g.": without what tells
// bits, parts of a memory and cells of one operator apart.
std::string without_indices(std::string_view name) {
  const auto digits = [&](size_t at) {
    size_t end = at;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9')
      ++end;
    return end - at;
  };
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const size_t number = digits(i + 1), after = i + 1 + number;
    const char end = after < name.size() ? name[after] : '.';
    if (name[i] == '[' && number > 0 && end == ']')
      i = after;
    else if (name[i] == '.' && number > 0 && end == '.')
      i = after - 1;
    else if (name[i] == '$' && number > 0)
      i = after - 1;
    else
      out += name[i];
  }
  return out;
}

std::string Analysis::bundle_of(const Endpoint& end) const {
  const int first = reach(end.net).first;
  const PinOf driver = drivers_[static_cast<size_t>(first)];
  std::string bundle =
      without_indices(driver.cell == kNoCell ? net_name(first) : cell(driver.cell).name);
  bundle += " > " + without_indices(end_name(end));
  if (end.at.cell != kNoCell)
    bundle += " " + without_indices(pin_name(cell(end.at.cell), end.at.pin));
  return bundle;
}

TimingReport Analysis::report(int64_t most) const {
  TimingReport report;
  report.top = netlist_.top;
  report.clock = clock_ == kNoNet ? "" : net_name(clock_);
  report.cells = static_cast<int64_t>(netlist_.cells.size());
  report.endpoints = static_cast<int64_t>(ends_.size());
  std::unordered_map<std::string, size_t> bundles, modules;
  for (const Endpoint& end : ends_) {
    const auto path = [&] { return TimingPath{.steps = steps_to(end), .ps = end.ps}; };
    const std::string bundle = bundle_of(end);
    if (const auto known = bundles.find(bundle); known != bundles.end()) {
      ++report.paths[known->second].alike;
    } else if (static_cast<int64_t>(report.paths.size()) < most) {
      bundles.emplace(bundle, report.paths.size());
      report.paths.push_back(path());
    }
    const std::string& module = end.at.cell == kNoCell ? netlist_.top : cell(end.at.cell).module;
    const auto [found, added] = modules.emplace(module, report.modules.size());
    if (added)
      report.modules.push_back({module, 0, path()});
    ++report.modules[found->second].endpoints;
  }
  return report;
}

}  // namespace

TimingReport longest_paths(const Netlist& netlist, int64_t most) {
  return Analysis(netlist).report(most);
}

}  // namespace vta
