#include "explore/split/segment_cost.h"

#include "base/error.h"
#include "base/progress.h"
#include "base/workers/workers.h"
#include "compiler/split/split_graph.h"
#include "driver/driver.h"
#include "runtime/launches.h"
#include "sim/csim/csim.h"

namespace vta::explore {
namespace {

struct Segment {
  size_t first = 0, last = 0;  // as in SegmentCosts
};

Graph graph_of(const SteppedGraph& g, const std::vector<LinearCut>& cuts, const Segment& segment) {
  std::vector<int64_t> ends;
  if (segment.first > 0)
    ends.push_back(cuts[segment.first - 1].steps);
  if (segment.last <= cuts.size())
    ends.push_back(cuts[segment.last - 1].steps);
  SplitNetwork split = split_graph(g, parts_behind(g, ends));
  return std::move(split.parts[segment.first > 0 ? 1 : 0]);
}

}  // namespace

PartCost cost_of_part(const Graph& part, const CompileOptions& options) {
  const Program program = compile_graph(part, options).program;
  if (program.insns.empty())
    return {0, program.arena_bytes};
  const int64_t memory = Driver::memory_for(program.config, program.arena_bytes);
  const RunStats stats = run_launches(
      program, make_csim(program.config, "auto", {.timing_only = true, .memory_bytes = memory}));
  return {stats.timing ? stats.timing->cycles : 0, program.arena_bytes};
}

SegmentCosts segment_costs(const SteppedGraph& graph, const std::vector<LinearCut>& cuts,
                           const CompileOptions& options, int64_t parts, bool bytes,
                           int64_t workers) {
  const size_t ends = cuts.size() + 2;
  SegmentCosts costs(ends, std::vector<int64_t>(ends, -1));
  std::vector<Segment> segments;
  std::vector<std::string> questions;
  for (size_t i = 0; i < ends; ++i)
    for (size_t j = i + 1; j < ends; ++j) {
      const bool whole = i == 0 && j + 1 == ends, middle = i > 0 && j + 1 < ends;
      if (parts == 1 ? !whole : whole || (middle && parts < 3))
        continue;
      questions.push_back(to_bytes(segments.size()));
      segments.push_back({i, j});
    }
  Workers pool(
      [&](const std::string& question) {
        const Segment& segment = segments.at(from_bytes<size_t>(question, "a question"));
        return to_bytes(cost_of_part(graph_of(graph, cuts, segment), options)[bytes]);
      },
      workers);
  Progress progress("segments", std::ssize(segments));
  progress.show_rate();
  pool.run(questions, [&](const Answer& answer) {
    const Segment& segment = segments[answer.question];
    if (answer.failed())
      throw CompileError(fmt::format("the segment between cuts {} and {}: {}", segment.first,
                                     segment.last, answer.text));
    costs[segment.first][segment.last] = from_bytes<int64_t>(answer.text, "a segment");
    progress.step();
  });
  return costs;
}

}  // namespace vta::explore
