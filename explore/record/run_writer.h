// Runs as documents: what parse_run() (run_record.h) reads back, and what every document of a
// program begins with.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "explore/record/run_record.h"

namespace vta::explore {

// The block that every JSON document of a program carries: tool, configuration, schema and where it
// came from.
boost::json::object provenance_block(const Program& program, const char* schema,
                                     int64_t schema_version = 1);

// A document `vta.run` of the executor's last run: counters, and where stats.timing is there cycles
// and why they were lost, of the run and of every kernel. Whoever ran it adds what it was given
// (inputs, files, checks).
boost::json::object run_json(const Program& program, const RunStats& stats,
                             const std::string& backend);

}  // namespace vta::explore
