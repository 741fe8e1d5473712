// Runs of Yosys on the RTL of a configuration. The product of a run is kept in the cache
// (cache_directory()/synth), by the hash of all inputs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hw/rtl/rtl_sources.h"

namespace vta {

struct YosysJob {
  RtlSources sources;
  std::map<std::string, std::string> files;  // beside them: name, text
  std::string script;                        // names files without folders; writes `product`
  std::string product;                       // "stat.json"
  // The script writes the product to its standard output, not to a file: for large products.
  bool product_is_output = false;
  std::string second = {};  // another file that the script writes, kept beside the product
};

// A script's beginning: the RTL is read and elaborated from module `top` down.
std::string read_rtl_script(const RtlSources& sources, std::string_view top);

struct YosysProduct {
  std::string path, second;  // the latter empty if the job has none
  double seconds = 0;        // of the run; 0: it was in the cache
};

// The product, made if it is not complete in the cache. One process at a time synthesizes, others
// wait with a message. If Yosys is missing, UsageError says how to install it
// (scripts/setup_synth.sh); if it fails, InputError shows the end of its log; OutputError names the
// cache's folder if it cannot be written.
YosysProduct yosys_product(const YosysJob& job);

// A product that is complete in the cache.
std::optional<YosysProduct> kept_product(const YosysJob& job);

}  // namespace vta
