#include "sim/tsim/model_build.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/interruption.h"
#include "base/process.h"
#include "base/progress.h"
#include "sim/tsim/model_compile.h"
#include "sim/tsim/model_runtime.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kUnitBytes = 1'000'000;

struct Compilation {
  std::string object, log;
  std::vector<std::string> argv;
  uintmax_t bytes = 0;
};

class Build {
 public:
  Build(const ModelRecipe& recipe, const fs::path& dir, fs::path kept_log)
      : recipe_(recipe), dir_(dir), work_(dir / "work"), kept_log_(std::move(kept_log)) {}

  void run() {
    fs::create_directories(work_);
    write_text_file((dir_ / "key.txt").string(), recipe_.identity);
    for (const SourceFile& file : recipe_.printed)
      write_text_file((work_ / file.name).string(), file.text);
    for (const EmbeddedFile& file : embedded_model_files())
      write_text_file((work_ / file.name).string(), file.text);
    verilate();
    list_compilations();
    compile();
    link();
    fs::remove_all(work_);
  }

 private:
  void verilate() {
    std::vector<std::string> argv = {recipe_.verilator};
    for (const std::string& flag : verilator_flags(recipe_.top, recipe_.options))
      argv.push_back(flag);
    argv.insert(argv.end(), {"--Mdir", ".", "readable.vlt"});
    for (const SourceFile& file : recipe_.printed)
      argv.push_back(file.name);
    for (const std::string& file : recipe_.files)
      argv.push_back(fs::absolute(file).string());
    const fs::path log = work_ / "verilator.log";
    if (run_process(argv, log.string(), work_.string()) != 0)
      fail(recipe_.verilator, log);
    describe_packed_lanes();
  }

  std::string prefix() const { return "V" + recipe_.top; }

  // Verilator's table of readable arrays leaves out those whose words are packed arrays themselves:
  // here they are described as words of as many bits.
  void describe_packed_lanes() {
    const fs::path file = work_ / (prefix() + "__Syms.cpp");
    std::istringstream text(read_text_file(file.string()));
    std::string out;
    for (std::string line; std::getline(text, line); out += line + "\n") {
      const size_t left_out = line.find("//UNSUP "), dims = line.find(",3 ,");
      long bits = 0, depth = 0, lanes = 0;
      if (left_out == std::string::npos || dims == std::string::npos ||
          std::sscanf(line.c_str() + dims, ",3 ,%ld,0 ,0,%ld ,%ld,0);", &bits, &depth, &lanes) != 3)
        continue;
      line = fmt::format("{},2 ,{},0 ,0,{});", line.substr(left_out + 8, dims - left_out - 8),
                         (bits + 1) * (lanes + 1) - 1, depth);
    }
    write_text_file(file.string(), out);
  }

  // The sources behind `variable +=` in the list that Verilator writes.
  std::vector<std::string> sources(const std::string& variable,
                                   const std::string& folder = "") const {
    std::istringstream text(read_text_file((work_ / (prefix() + "_classes.mk")).string()));
    std::vector<std::string> names;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with(variable + " +="))
        inside = true;
      else if (inside && !line.starts_with('\t'))
        inside = false;
      else if (inside)
        names.push_back(folder + line.substr(1, line.find_first_of(" \\", 1) - 1) + ".cpp");
    }
    return names;
  }

  std::string verilator_include() const {
    std::istringstream text(read_text_file((work_ / (prefix() + ".mk")).string()));
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("VERILATOR_ROOT ="))
        return line.substr(line.find('=') + 2) + "/include";
    throw UsageError(fmt::format("{} wrote no VERILATOR_ROOT", recipe_.verilator));
  }

  // One file to compile for several, up to kUnitBytes: to read Verilator's headers costs more than
  // most of them do, and a large design is still compiled on all processors.
  void add_units(const std::string& stem, const std::vector<std::string>& sources,
                 const std::string& level) {
    std::string text;
    uintmax_t bytes = 0;
    for (int units = 0; const std::string& source : sources) {
      text += fmt::format("#include \"{}\"\n", source);
      bytes += fs::file_size(work_ / source);
      if (bytes < kUnitBytes && &source != &sources.back())
        continue;
      add(fmt::format("{}_{}", stem, units++), text, bytes, level);
      text.clear();
      bytes = 0;
    }
  }

  // Paths are relative, so that ccache knows a source again in another folder.
  void add(const std::string& stem, const std::string& text, uintmax_t bytes,
           const std::string& level) {
    const std::string source = stem + ".cpp", object = stem + ".o";
    write_text_file((work_ / source).string(), text);
    std::vector<std::string> command =
        compile_command(recipe_, recipe_.options, level, include_, source, object);
    std::ranges::copy(model_flags(recipe_), std::back_inserter(command));
    compilations_.push_back(
        {object, (work_ / (stem + ".log")).string(), std::move(command), bytes});
  }

  void list_compilations() {
    include_ = verilator_include();
    std::vector<std::string> hot = {"model.cpp"}, cold;
    for (const char* list : {"VM_CLASSES_FAST", "VM_SUPPORT_FAST"})
      std::ranges::move(sources(list), std::back_inserter(hot));
    for (const char* list : {"VM_CLASSES_SLOW", "VM_SUPPORT_SLOW"})
      std::ranges::move(sources(list), std::back_inserter(cold));
    const CompilerLevels levels = compiler_levels(recipe_.options);
    add_units("hot", hot, levels.hot);
    add_units("cold", cold, levels.cold);
    // Largest first, so that none is left alone at the end.
    std::stable_sort(compilations_.begin(), compilations_.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  }

  std::string runtime() const {
    VerilatorRuntime runtime{include_, {}};
    for (const char* list : {"VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"})
      std::ranges::move(sources(list, include_ + "/"), std::back_inserter(runtime.sources));
    return find_or_build_runtime(recipe_, runtime);
  }

  void compile() {
    std::atomic<size_t> next = 0, failed = compilations_.size();
    Progress progress("parts of the model", std::ssize(compilations_));
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto build = [&] {
      for (size_t k = next++; k < compilations_.size(); k = next++) {
        const Compilation& c = compilations_[k];
        if (run_process(c.argv, c.log, work_.string()) == 0) {
          const std::lock_guard lock(mutex);
          progress.step();
          continue;
        }
        failed = k;
        next = compilations_.size();
      }
    };
    const auto work = [&, interruption = scoped_interruption()] {
      const InterruptionScope joined(interruption);
      try {
        build();
      } catch (...) {
        const std::lock_guard lock(mutex);
        thrown = std::current_exception();
        next = compilations_.size();
      }
    };
    std::vector<std::jthread> workers;
    for (unsigned k = 1; k < std::max(1U, std::thread::hardware_concurrency()); ++k)
      workers.emplace_back(work);
    work();
    workers.clear();
    if (thrown)
      std::rethrow_exception(thrown);
    if (failed < compilations_.size())
      fail(recipe_.compiler, compilations_[failed].log);
  }

  void link() {
    std::vector<std::string> argv = {recipe_.compiler, "-shared", "-Wl,-Bsymbolic", "-o",
                                     fs::absolute(dir_ / kModelLibrary).string()};
    for (const Compilation& c : compilations_)
      argv.push_back(c.object);
    argv.push_back(runtime());
    if (recipe_.options.trace)
      argv.push_back("-lz");
    argv.push_back("-pthread");
    const fs::path log = work_ / "link.log";
    if (run_process(argv, log.string(), work_.string()) != 0)
      fail(recipe_.compiler, log);
  }

  [[noreturn]] void fail(const std::string& tool, const fs::path& log) const {
    fail_build(tool, "the tsim model of " + recipe_.config_name, log, kept_log_);
  }

  const ModelRecipe& recipe_;
  fs::path dir_, work_, kept_log_;
  std::string include_;
  std::vector<Compilation> compilations_;
};

}  // namespace

void build_model(const ModelRecipe& recipe, const std::string& dir, const std::string& kept_log) {
  Build(recipe, dir, kept_log).run();
}

}  // namespace vta
