// The origin of a result: the block in every JSON document, database and report.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace vta {

struct DocumentProvenance {
  std::string schema = {};       // of the document that carries the block, e.g. "vta.run"
  int64_t schema_version = 1;    // raised when a reader of the old form would misread the new one
  std::string config_name = {};  // empty: the document does not depend on a configuration
  std::string config_hash = {};
  std::optional<uint64_t> seed = {};  // absent: nothing was random
};

// {"tool": "vta", "tool_version": ..., "schema": ..., "schema_version": ..., "config": ...,
//  "config_hash": ..., "seed": ...}; what is absent above is left out.
boost::json::object provenance_json(const DocumentProvenance& provenance);

}  // namespace vta
