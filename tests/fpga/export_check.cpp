#include "tests/fpga/export_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

void append(Problems& problems, const Problems& more) {
  problems.insert(problems.end(), more.begin(), more.end());
}

// Lines of files.f.
std::vector<std::string> listed_sources(const fs::path& folder) {
  std::istringstream in(read_text_file((folder / "files.f").string()));
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);)
    if (!line.empty())
      names.push_back(line);
  return names;
}

bool is_source(const std::string& name) {
  return name.ends_with(".sv") || name.ends_with(".v");
}

// Sources of a file set, as files.f has them.
std::vector<std::string> sources_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& name : files)
    if (is_source(name))
      names.push_back("ip/" + name);
  return names;
}

Problems check_present(const fs::path& folder, const Component& component) {
  Problems problems;
  for (const char* name :
       {"README.md", "build.tcl", "files.f", "sources.tcl", "vta.dts", "ip/component.xml"})
    if (!fs::is_regular_file(folder / name))
      problems.push_back(fmt::format("{} is missing", name));
  for (const auto& [set, files] : component.file_sets)
    for (const std::string& name : files)
      if (!fs::is_regular_file(folder / "ip" / name))
        problems.push_back(fmt::format("file set {} names {}, which is missing", set, name));
  return problems;
}

constexpr const char* kProjectFolder = "vivado";  // that build.tcl makes: Vivado's own files

// A copy that nothing else is beside, so that a path out of it leads nowhere.
class Copy {
 public:
  explicit Copy(const fs::path& folder) {
    std::string place = (fs::temp_directory_path() / "vta_export_XXXXXX").string();
    if (::mkdtemp(place.data()) == nullptr)
      throw OutputError(fmt::format("cannot make a folder like {}", place));
    root_ = place;
    fs::create_directory(this->folder());
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (const fs::path name = entry.path().filename(); name != kProjectFolder)
        fs::copy(entry.path(), this->folder() / name, fs::copy_options::recursive);
  }
  ~Copy() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  fs::path folder() const { return root_ / "export"; }

 private:
  fs::path root_;
};

}  // namespace

std::vector<std::string> missing_export_tools() {
  std::vector<std::string> missing;
  const std::pair<const char*, const char*> tools[] = {{"xmllint", "libxml2-utils"},
                                                       {"tclsh", "tcl"},
                                                       {"dtc", "device-tree-compiler"},
                                                       {"fdtget", "device-tree-compiler"},
                                                       {"verilator", "verilator"}};
  for (const auto& [tool, package] : tools)
    if (!has_program(tool))
      missing.push_back(fmt::format("{} (package {})", tool, package));
  return missing;
}

Problems check_schema(const fs::path& folder) {
  const ProcessOutput run =
      output_of({"xmllint", "--noout", "--schema", VTA_SOURCE_DIR "/tests/fpga/component.xsd",
                 (folder / "ip/component.xml").string()});
  return run.status == 0 ? Problems{} : Problems{fmt::format("ip/component.xml: {}", run.text)};
}

Problems check_file_lists(const fs::path& folder, const Component& component) {
  Problems problems = check_present(folder, component);
  const std::vector<std::string> listed = listed_sources(folder);
  for (const auto& [set, files] : component.file_sets) {
    const std::vector<std::string> sources = sources_of(files);
    if (!sources.empty() && sources != listed)
      problems.push_back(fmt::format("file set {} and files.f differ", set));
  }
  std::set<std::string> unlisted;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (const std::string name = entry.path().lexically_relative(folder).string(); is_source(name))
      unlisted.insert(name);
  for (const std::string& name : listed) {
    if (!fs::is_regular_file(folder / name))
      problems.push_back(fmt::format("files.f names {}, which is missing", name));
    unlisted.erase(name);
  }
  for (const std::string& name : unlisted)
    problems.push_back(fmt::format("{} is in no list", name));
  return problems;
}

Problems check_export(const fs::path& folder) {
  const Copy copy(folder);
  Problems problems;
  try {
    problems = check_schema(copy.folder());
    const Component component = read_component(copy.folder());
    append(problems, check_file_lists(copy.folder(), component));
    append(problems, check_buses(component));
    append(problems, check_form(copy.folder(), component));
    append(problems, check_against_rtl(copy.folder(), component));
    append(problems, check_scripts(copy.folder(), component));
  } catch (const std::exception& e) {  // what is missing ends the checks
    problems.emplace_back(e.what());
  }
  return problems;
}

}  // namespace vta
