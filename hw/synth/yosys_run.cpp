#include "hw/synth/yosys_run.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

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
          fmt::format("the synthesizer is not installed, {} is missing: run scripts/setup_synth.sh "
                      "(it puts Yosys and Node.js from npm into {})",
                      part.string(), tools.string()));
}

// Has the beginning and the end of a JSON object: what a full disk or a power cut leaves lacks one.
bool is_whole(const fs::path& path) {
  constexpr std::streamoff kEnd = 64;
  std::ifstream in(path, std::ios::binary);
  char first = 0, last = 0;
  in >> first;
  in.seekg(0, std::ios::end);
  in.seekg(std::max<std::streamoff>(0, std::streamoff(in.tellg()) - kEnd));
  while (in >> last) {
  }
  return first == '{' && last == '}';
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

// OutputError where nothing can be written there: no fault of the sources then.
void require_space(const fs::path& folder) {
  constexpr size_t kBytes = size_t{1} << 16;
  const std::string probe = (folder / "probe").string();
  write_text_file(probe, std::string(kBytes, ' '));
  fs::remove(probe);
}

void run_yosys(const YosysJob& job, const fs::path& folder) {
  const std::string log = (folder / "log").string();
  std::vector<std::string> command{node_of(tool_directory()).string(), "--experimental-wasm-exnref",
                                   (folder / kRunner).string(), folder.string(), kScript};
  if (job.product_is_output)
    command.push_back(job.product);
  Progress progress("synthesis");
  YosysStage stage(log);
  const int status = run_process_watched(command, log, ".", [&] { progress.say(stage.now()); });
  const bool whole =
      is_whole(folder / job.product) && (job.second.empty() || is_whole(folder / job.second));
  if (status == 0 && whole)
    return;
  require_space(folder);
  throw InputError(fmt::format(
      "synthesis failed ({}); the end of {}:\n{}",
      status == 0 ? fmt::format("no whole {}", job.product) : fmt::format("status {}", status), log,
      end_of_log(log)));
}

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& reason) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  throw OutputError(
      fmt::format("cannot synthesize in the cache's folder {} (VTA_CACHE_DIR names another): {}",
                  folder.parent_path().string(), reason));
}

// Seconds that it took. A synthesis that failed leaves its folder, for the log.
double make_product(const YosysJob& job, const YosysProduct& result, const fs::path& folder) {
  require_tools();
  const auto begin = std::chrono::steady_clock::now();
  try {
    write_inputs(job, folder);
    run_yosys(job, folder);
    if (!job.second.empty())
      fs::rename(folder / job.second, result.second);
    fs::rename(folder / job.product, result.path);
    fs::remove_all(folder);
  } catch (const fs::filesystem_error& e) {
    const fs::path& written = e.path2().empty() ? e.path1() : e.path2();
    refuse_folder(folder, fmt::format("{}: {}", written.string(), e.code().message()));
  } catch (const OutputError& e) {
    refuse_folder(folder, e.what());
  }
  return seconds_since(begin);
}

// One synthesis at a time on a machine.
FileLock wait_for_turn(const std::string& lock) {
  using namespace std::chrono_literals;
  Progress progress(
      "another synthesis runs on this machine: waiting for its end (Ctrl-C stops waiting)");
  while (true) {
    if (std::optional<FileLock> turn = FileLock::take_if_free(lock))
      return *std::move(turn);
    progress.say("");
    std::this_thread::sleep_for(150ms);
  }
}

std::string key_of(const YosysJob& job) {
  std::string all = job.sources.hash + job.script;
  for (const auto& [name, text] : job.files)
    all += fmt::format("\n// {}\n{}", name, text);
  return hash_hex(all);
}

YosysProduct product_of(const YosysJob& job, const std::string& key) {
  const fs::path folder = cache_directory(kSection);
  return {.path = (folder / (key + ".json")).string(),
          .second = job.second.empty() ? "" : (folder / (key + "." + job.second)).string()};
}

bool is_kept(const YosysProduct& product) {
  return is_whole(product.path) && (product.second.empty() || is_whole(product.second));
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

std::optional<YosysProduct> kept_product(const YosysJob& job) {
  YosysProduct product = product_of(job, key_of(job));
  return is_kept(product) ? std::optional(std::move(product)) : std::nullopt;
}

YosysProduct yosys_product(const YosysJob& job) {
  const std::string key = key_of(job);
  YosysProduct product = product_of(job, key);
  if (!is_kept(product)) {
    const FileLock turn = wait_for_turn(cache_lock(kSection, key));
    if (!is_kept(product)) {
      if (fs::exists(product.path))
        spdlog::warn("{} is damaged and is made again", product.path);
      product.seconds = make_product(job, product, fs::path(product.path).parent_path() / key);
    }
  }
  mark_used(product.path);
  if (!product.second.empty())
    mark_used(product.second);
  return product;
}

}  // namespace vta
