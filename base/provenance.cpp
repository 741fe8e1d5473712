#include "base/provenance.h"

#include <boost/json/value.hpp>

#include "base/version.h"

namespace vta {

boost::json::object provenance_json(const DocumentProvenance& provenance) {
  boost::json::object out;
  out["tool"] = "vta";
  out["tool_version"] = std::string(version());
  out["schema"] = provenance.schema;
  out["schema_version"] = provenance.schema_version;
  if (!provenance.config_hash.empty()) {
    out["config"] = provenance.config_name;
    out["config_hash"] = provenance.config_hash;
  }
  if (provenance.seed)
    out["seed"] = *provenance.seed;
  return out;
}

}  // namespace vta
