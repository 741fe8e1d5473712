#include "hw/synth/yosys_run.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/cache.h"
#include "base/elapsed.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/progress.h"
#include "hw/synth/embedded_text.h"
#include "hw/synth/yosys_log.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSection = "synth";  // of the cache
constexpr const char* kPackage = "vta_isa_pkg.sv";
constexpr const char* kScript = "synth.ys";
constexpr const char* kRunner = "synth.mjs";
constexpr const char* kPackages = "node_modules";

// Where scripts/setup_synth.sh puts the packages.
fs::path tool_directory() {
  if (const char* given = std::getenv("VTA_SYNTH_DIR"); given != nullptr && *given != '\0')
    return fs::absolute(given);
  return cache_directory("synth-tools");
}

fs::path node_of(const fs::path& tools) {
  return tools / kPackages / ".bin" / "node";
}

void require_tools() {
  const fs::path tools = tool_directory();
  for (const fs::path& part : {tools / kPackages / "@yowasp" / "yosys", node_of(tools)})
    if (!file_exists(part.string()))
      throw UsageError(
          fmt::format("the synthesiser is not installed, {} is missing: run scripts/setup_synth.sh "
                      "(it puts Yosys and Node.js from npm into {})",
                      part.string(), tools.string()));
}

// Node.js looks for packages beside the file that it runs.
void write_inputs(const YosysJob& job, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::create_directory_symlink(tool_directory() / kPackages, folder / kPackages);
  write_text_file((folder / kRunner).string(), synth_text());
  write_text_file((folder / kPackage).string(), job.sources.package);
  for (const std::string& file : job.sources.files)  // they were read for their hash
    fs::copy_file(file, folder / fs::path(file).filename());
  for (const auto& [name, text] : job.files)
    write_text_file((folder / name).string(), text);
  write_text_file((folder / kScript).string(), job.script);
}

void run_yosys(const YosysJob& job, const fs::path& folder) {
  write_inputs(job, folder);
  const std::string log = (folder / "log").string();
  Progress progress("synthesis");
  YosysStage stage(log);
  std::vector<std::string> command{node_of(tool_directory()).string(), "--experimental-wasm-exnref",
                                   (folder / kRunner).string(), folder.string(), kScript};
  if (job.product_is_output)
    command.push_back(job.product);
  const int status = run_process_watched(command, log, ".", [&] { progress.say(stage.now()); });
  if (status == 0 && !fs::exists(folder / job.product))
    throw InputError(
        fmt::format("synthesis made no {}; the end of {}:\n{}", job.product, log, end_of_log(log)));
  if (status != 0)
    throw InputError(fmt::format("synthesis failed (status {}); the end of {}:\n{}", status, log,
                                 end_of_log(log)));
}

// Seconds that it took.
double make_product(const YosysJob& job, const fs::path& result, const fs::path& folder) {
  require_tools();
  const auto begin = std::chrono::steady_clock::now();
  run_yosys(job, folder);
  fs::rename(folder / job.product, result);
  fs::remove_all(folder);
  return seconds_since(begin);
}

std::string key_of(const YosysJob& job) {
  std::string all = job.sources.hash + job.script;
  for (const auto& [name, text] : job.files)
    all += fmt::format("\n// {}\n{}", name, text);
  return hash_hex(all);
}

fs::path place_of(const std::string& key) {
  return fs::path(cache_directory(kSection)) / (key + ".json");
}

}  // namespace

std::string read_rtl_script(const RtlSources& sources, std::string_view top) {
  // One thread: the WebAssembly build has no more.
  std::string script =
      fmt::format("read_slang --threads 1 --keep-hierarchy -DSYNTHESIS --top {} {}", top, kPackage);
  for (const std::string& file : sources.files)
    script += fmt::format(" {}", fs::path(file).filename().string());
  return script + "\nproc\nopt\n";
}

std::optional<std::string> kept_product(const YosysJob& job) {
  const fs::path path = place_of(key_of(job));
  return fs::exists(path) ? std::optional(path.string()) : std::nullopt;
}

YosysProduct yosys_product(const YosysJob& job) {
  const std::string key = key_of(job);
  const fs::path path = place_of(key);
  YosysProduct product{.path = path.string()};
  if (!fs::exists(path)) {
    const FileLock lock(cache_lock(kSection, key));
    if (!fs::exists(path))
      product.seconds = make_product(job, path, path.parent_path() / key);
  }
  mark_used(product.path);
  return product;
}

}  // namespace vta
