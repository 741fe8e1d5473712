// vta cache: what is kept between runs (RTL models, results of synthesis), and removing it.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "base/cache.h"
#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "cli/commands.h"

namespace vta::cli {
namespace {

using Clock = std::chrono::system_clock;

struct CacheFlags {
  double older_than = -1;  // days; below 0: not given
  bool all = false, json = false;
};

constexpr const char* kCacheExamples = R"(Examples:
  vta cache list
  vta cache list --json
  vta cache clean --older-than 30      # entries that were not used for 30 days
  vta cache clean --all

The cache is VTA_CACHE_DIR, else XDG_CACHE_HOME/vta, else ~/.cache/vta. Cleaning is safe while other
processes build or run.
Exit codes: 0 done; 2 wrong options; 3 a cache that others can write; 9 an entry cannot be removed.)";

std::string time_text(Clock::time_point time) {
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(Clock::to_time_t(time)));
}

double megabytes(int64_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

boost::json::object entry_json(const CacheEntry& entry) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(entry.last_used);
  return {
      {"section", entry.section},
      {"name", entry.name},
      {"configuration", entry.about},
      {"bytes", entry.bytes},
      {"last_used", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(Clock::to_time_t(seconds)))},
      {"complete", entry.complete}};
}

void print_list(const CacheFlags& flags) {
  const std::string folder = cache_directory();
  const std::vector<CacheEntry> entries = cache_entries();
  int64_t bytes = 0;
  boost::json::array rows;
  for (const CacheEntry& entry : entries) {
    bytes += entry.bytes;
    rows.push_back(entry_json(entry));
  }
  if (flags.json) {
    fmt::print("{}\n", json_text(boost::json::object{
                           {"provenance", provenance_json({.schema = "vta.cache"})},
                           {"directory", folder},
                           {"bytes", bytes},
                           {"entries", std::move(rows)}}));
    return;
  }
  for (const CacheEntry& entry : entries)
    fmt::print("{:<6} {:<24} {:>9.2f} MB  {}  {}\n", entry.section, entry.name,
               megabytes(entry.bytes), time_text(entry.last_used),
               entry.complete ? entry.about : "unfinished");
  fmt::print("{}: {}, {:.2f} MB\n", folder, counted(std::ssize(entries), "entry"),
             megabytes(bytes));
}

void clean(const CacheFlags& flags) {
  if (flags.all == (flags.older_than >= 0))
    throw UsageError("vta cache clean: say what to remove: --older-than DAYS or --all");
  std::optional<Clock::time_point> before;
  if (flags.older_than >= 0)
    before = Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(flags.older_than * 86400));
  const CacheCleaning done = clean_cache(before);
  if (flags.json) {
    fmt::print("{}\n", json_text(boost::json::object{
                           {"provenance", provenance_json({.schema = "vta.cache_clean"})},
                           {"directory", cache_directory()},
                           {"removed", done.removed},
                           {"bytes", done.bytes},
                           {"busy", done.busy}}));
    return;
  }
  fmt::print("{} removed, {:.2f} MB", counted(done.removed, "entry"), megabytes(done.bytes));
  if (done.busy > 0)
    fmt::print("; {} left, a process is making {}", done.busy, done.busy == 1 ? "it" : "them");
  fmt::print("\n");
}

}  // namespace

void register_cache(Command& app) {
  Command* cache = app.add_subcommand("cache", "list or clean the cache");
  cache->require_subcommand();
  cache->footer(kCacheExamples);
  auto flags = std::make_shared<CacheFlags>();
  Command* list = cache->add_subcommand("list", "list the cached files with size and last use");
  list->add_flag("--json", flags->json, "print JSON");
  list->callback([flags] { print_list(*flags); });

  Command* remove = cache->add_subcommand("clean", "remove old entries, or all");
  remove
      ->add_option("--older-than", flags->older_than,
                   "DAYS: remove entries that were not used for this many days")
      ->check(real_range(0, 36500));
  remove->add_flag("--all", flags->all, "remove all entries");
  remove->add_flag("--json", flags->json, "print JSON");
  remove->callback([flags] { clean(*flags); });
}

}  // namespace vta::cli
