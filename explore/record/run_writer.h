// Runs as documents: what parse_run() (run_record.h) reads back, and what every document of a
// program begins with.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "explore/record/findings.h"

namespace vta::explore {

// The block that every JSON document of a program carries: tool, configuration, schema and where it
// came from.
boost::json::object provenance_block(const Program& program, const char* schema,
                                     int64_t schema_version = 1);

// Every quantity of the run, at its place; "timing" and "times" are null without time, "times"
// without a clock as well.
void add_figures(boost::json::object& out, const RunView& run, bool timed,
                 const std::optional<ClockTimes>& times);
// The same, and what no number says: states, why cycles were lost, what limits.
void add_record(boost::json::object& out, const RunRecord& record, const Findings& findings);
// Names and every quantity of a kernel, its states and limits; "timing" is null without time.
boost::json::object kernel_json(const RunView& run, const LayerResult& layer,
                                const Finding& finding, bool timed);

// A document `vta.run`: what parse_run() reads. Whoever ran it adds what it was given (inputs,
// files, checks), and its RunAccount.
boost::json::object run_json(const RunRecord& record, const Findings& findings);

}  // namespace vta::explore
