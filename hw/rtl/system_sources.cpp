#include "hw/rtl/system_sources.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "hw/isa/sv_package.h"
#include "hw/rtl/board_top.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/rtl/system_top.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "vta_";

struct CoreSource {
  SourceFile file;
  bool shared = false;  // knows no configuration
};

std::vector<SourceFile> listed(const fs::path& folder) {
  std::vector<SourceFile> files;
  std::istringstream list(read_text_file((folder / "files.f").string()));
  for (std::string line; std::getline(list, line);)
    if (!line.empty() && !line.starts_with("//"))
      files.push_back({line, read_text_file((folder / line).string())});
  return files;
}

// In place of the package: nothing.
std::vector<CoreSource> core_sources(const fs::path& folder) {
  std::vector<CoreSource> sources;
  for (SourceFile& file : listed(folder)) {
    const fs::path path = file.name;
    sources.push_back(
        {{path.filename().string(), std::move(file.text)}, path.parent_path() == "prim"});
  }
  return sources;
}

bool in_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// A text whose names in `names`, which begin with vta_, begin with `prefix`_.
std::string renamed(const std::string& text, const std::set<std::string>& names,
                    const std::string& prefix) {
  std::string out;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if_not(at, text.end(), in_a_name);
    if (end == at) {
      out += *at++;
      continue;
    }
    const std::string word(at, end);
    out += names.contains(word) ? prefix + "_" + word.substr(kName.size()) : word;
    at = end;
  }
  return out;
}

std::string stem(const std::string& file) {
  return fs::path(file).stem().string();
}

// What is made of cores: vta_system of bare ones, or vta_board of those with a shell.
enum class Top { System, Board };

class Maker {
 public:
  explicit Maker(Top top) : top_(top), folder_(rtl_directory()), sources_(core_sources(folder_)) {
    names_.insert("vta_isa_pkg");
    if (top == Top::Board) {
      names_.insert("vta_shell_pkg");
      for (const CoreSource& source : core_sources(folder_ / "axi"))
        sources_.push_back(source);
    }
    for (const CoreSource& source : sources_)
      if (!source.shared)
        names_.insert(stem(source.file.name));
  }

  SystemSources make(std::span<const VtaConfig> cores) {
    std::vector<SystemCore> top;
    for (const VtaConfig& config : cores)
      top.push_back({prefix_of(config), config.name()});
    const bool board = top_ == Top::Board;
    for (SourceFile& file : listed(folder_ / (board ? "board" : "system")))
      out_.files.push_back(std::move(file));
    out_.files.push_back(board ? SourceFile{"vta_board.sv", board_top(top)}
                               : SourceFile{"vta_system.sv", system_top(top)});
    std::string all;
    for (const SourceFile& file : out_.files)
      all += fmt::format("// {}\n{}\n", file.name, file.text);
    out_.hash = hash_hex(all);
    return std::move(out_);
  }

 private:
  struct Packages {
    std::string core, shell;  // shell: "" where there is none
    bool operator==(const Packages&) const = default;
  };

  // Of the copy of the sources for this hardware, which is added where there is none.
  std::string prefix_of(const VtaConfig& config) {
    const Packages package{sv_package(config), top_ == Top::Board ? sv_shell_package(config) : ""};
    const auto known = std::ranges::find(packages_, package);
    const auto place = known - packages_.begin();
    const std::string prefix = place == 0 ? "vta" : fmt::format("vta{}", place + 1);
    if (known == packages_.end()) {
      packages_.push_back(package);
      add(prefix, package);
    }
    return prefix;
  }

  void add(const std::string& prefix, const Packages& package) {
    const bool first = prefix == "vta";
    const auto put = [&](const std::string& name, const std::string& text) {
      if (first)
        out_.files.push_back({name, text});
      else
        out_.files.push_back(
            {prefix + "_" + name.substr(kName.size()), renamed(text, names_, prefix)});
    };
    put("vta_isa_pkg.sv", package.core);
    if (!package.shell.empty())
      put("vta_shell_pkg.sv", package.shell);
    for (const CoreSource& source : sources_)
      if (first || !source.shared)
        put(source.file.name, source.file.text);
  }

  Top top_;
  fs::path folder_;
  std::vector<CoreSource> sources_;
  std::set<std::string> names_;  // of modules and packages that depend on the configuration
  std::vector<Packages> packages_;
  SystemSources out_;
};

void check_number(std::span<const VtaConfig> cores, std::string_view what) {
  if (cores.empty() || std::ssize(cores) > kMaxCores)
    throw ConfigError(fmt::format("a {} has 1 to {} cores, not {}", what, kMaxCores, cores.size()));
}

// Cores of a board share a clock, and a memory port with one width and one form of AXI.
void check_board(std::span<const VtaConfig> cores) {
  check_number(cores, "board");
  const VtaConfig& first = cores[0];
  for (size_t k = 1; k < cores.size(); ++k) {
    const VtaConfig& core = cores[k];
    const auto compare = [&](std::string_view what, const std::string& its,
                             const std::string& firsts) {
      if (its != firsts)
        throw ConfigError(
            fmt::format("core {} of the board ({}) has {} of {}, core 0 ({}) of {}: the cores of a "
                        "board share it",
                        k, core.name(), what, its, first.name(), firsts));
    };
    const auto bus = [](const VtaConfig& of) { return fmt::format("{} bytes", of.bus_bytes()); };
    const auto axi = [](const VtaConfig& of) { return fmt::format("AXI{}", of.axi); };
    const auto clock = [](const VtaConfig& of) {
      return of.clock.mhz ? fmt::format("{} MHz", *of.clock.mhz) : std::string("no known rate");
    };
    compare("a bus", bus(core), bus(first));
    compare("ports", axi(core), axi(first));
    compare("a clock (CLOCK_MHZ)", clock(core), clock(first));
  }
}

}  // namespace

SystemSources system_sources(std::span<const VtaConfig> cores) {
  check_number(cores, "system");
  return Maker(Top::System).make(cores);
}

SystemSources board_sources(std::span<const VtaConfig> cores) {
  check_board(cores);
  return Maker(Top::Board).make(cores);
}

}  // namespace vta
