#include "hw/synth/area.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/cache.h"
#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/progress.h"
#include "hw/rtl/rtl_sources.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSection = "synth";  // of the cache
constexpr const char* kTop = "vta_core";
constexpr const char* kStat = "stat.json";
constexpr const char* kScript = "synth.ys";
constexpr int kLogLines = 15;

// Where scripts/setup_synth.sh puts the packages.
fs::path tool_directory() {
  if (const char* given = std::getenv("VTA_SYNTH_DIR"); given != nullptr && *given != '\0')
    return given;
  return cache_directory("synth-tools");
}

fs::path synth_cache() {
  return cache_directory(kSection);
}

std::string script_for(const RtlSources& sources, SynthTarget target) {
  // One thread: the WebAssembly build has no more.
  std::string script = fmt::format(
      "read_slang --threads 1 --keep-hierarchy -DSYNTHESIS --top {} vta_isa_pkg.sv", kTop);
  for (const std::string& file : sources.files)
    script += fmt::format(" {}", fs::path(file).filename().string());
  script += "\nproc\nopt\n";
  if (target == SynthTarget::Generic)
    script += fmt::format("wreduce\nopt_clean\ntee -q -o {} stat -json\n", kStat);
  else
    script += fmt::format(
        "synth_xilinx -family xc7 -top {} -noiopad -noclkbuf\n"
        "tee -q -o {} stat -json -tech xilinx\n",
        kTop, kStat);
  return script;
}

void require_tools() {
  if (!fs::exists(tool_directory() / "node_modules" / "@yowasp" / "yosys"))
    throw UsageError(
        fmt::format("the synthesiser is not installed: run scripts/setup_synth.sh (it puts Yosys "
                    "and Node.js from npm into {})",
                    tool_directory().string()));
}

// What Yosys is doing: the last heading of its log, "12.3. Executing OPT pass (...)".
std::string stage_of(const std::string& log) {
  constexpr int kLines = 40;
  std::istringstream end(tail_of(log, kLines));
  std::string stage;
  for (std::string line; std::getline(end, line);)
    if (const size_t heading = line.find(". Executing "); heading != std::string::npos)
      stage = line.substr(heading + 2, line.find(" pass") - heading - 2);
  return stage;
}

void run_yosys(const RtlSources& sources, const std::string& script, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  write_text_file((folder / "vta_isa_pkg.sv").string(), sources.package);
  for (const std::string& file : sources.files)
    fs::copy_file(file, folder / fs::path(file).filename());
  write_text_file((folder / kScript).string(), script);
  const fs::path tools = tool_directory();
  const std::string log = (folder / "log").string();
  Progress progress("synthesis");
  const int status = run_process_watched(
      {(tools / "node_modules" / ".bin" / "node").string(), "--experimental-wasm-exnref",
       (tools / "synth.mjs").string(), folder.string(), kScript},
      log, ".", [&] { progress.say(stage_of(log)); });
  if (status != 0 || !fs::exists(folder / kStat))
    throw InputError(fmt::format("synthesis failed (status {}); the end of {}:\n{}", status, log,
                                 tail_of(log, kLogLines)));
}

// Seconds that it took.
double synthesise_to(const fs::path& result, const fs::path& folder, const RtlSources& sources,
                     const std::string& script) {
  require_tools();
  const auto begin = std::chrono::steady_clock::now();
  run_yosys(sources, script, folder);
  fs::rename(folder / kStat, result);
  fs::remove_all(folder);
  return seconds_since(begin);
}

}  // namespace

std::optional<AreaReport> cached_synthesis(const VtaConfig& config, SynthTarget target) {
  const RtlSources sources = rtl_sources(config);
  const fs::path result =
      synth_cache() / (hash_hex(sources.hash + script_for(sources, target)) + ".json");
  if (!fs::exists(result))
    return std::nullopt;
  return read_stat(read_text_file(result.string()), kTop, target);
}

AreaReport synthesise(const VtaConfig& config, SynthTarget target) {
  const RtlSources sources = rtl_sources(config);
  const std::string script = script_for(sources, target);
  const fs::path cache = synth_cache();
  const std::string key = hash_hex(sources.hash + script);
  const fs::path result = cache / (key + ".json");
  double seconds = 0;
  if (!fs::exists(result)) {
    const FileLock lock(cache_lock(kSection, key));
    if (!fs::exists(result))
      seconds = synthesise_to(result, cache / key, sources, script);
  }
  mark_used(result.string());
  AreaReport report = read_stat(read_text_file(result.string()), kTop, target);
  report.seconds = seconds;
  return report;
}

}  // namespace vta
