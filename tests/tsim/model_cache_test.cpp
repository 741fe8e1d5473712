// Models on disk: what their key depends on, who builds, what is said when it fails.
#include "sim/tsim/model_cache.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "base/cache.h"
#include "base/error.h"
#include "base/file.h"
#include "sim/tsim/kept_build.h"
#include "sim/tsim/model_build.h"
#include "tests/tsim/tsim_fixture.h"

namespace vta::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class ModelCache : public ::testing::Test {
 protected:
  void SetUp() override {
    use_stub_core();
    ::unsetenv("VTA_CXX");
    ::unsetenv("VTA_VERILATOR");
  }
  void TearDown() override { SetUp(); }
  static std::string key(const VtaConfig& config, const ModelOptions& options = {}) {
    return model_recipe(config, options).key;
  }
};

TEST_F(ModelCache, Key_LeavesOutLabelsAndMemoryParameters) {
  const VtaConfig config = named_config("tiny");
  VtaConfig other = config;
  other.target = "pynq";
  other.hw_ver = "9.9.9";
  other.mem_read_latency = 3;
  other.mem_burst_beats = 4;
  EXPECT_EQ(key(config), key(other));
  other.cmd_queue_depth *= 2;
  EXPECT_NE(key(config), key(other));
  EXPECT_NE(key(config), key(named_config("default")));
}

TEST_F(ModelCache, Key_DependsOnEveryOption) {
  const VtaConfig config = named_config("tiny");
  EXPECT_NE(key(config), key(config, {.trace = true}));
  EXPECT_NE(key(config), key(config, {.assertions = true}));
  EXPECT_NE(key(config), key(config, {.quick = true}));
  EXPECT_NE(key(config), key(config, {.synthesis = true}));
}

TEST_F(ModelCache, Key_DependsOnTheTextOfTheSources) {
  const TempDir dir;
  const std::string before = key(named_config("tiny"));
  fs::copy(VTA_SOURCE_DIR "/tests/tsim/stub/vta_core.sv", dir.path());
  fs::copy(VTA_SOURCE_DIR "/hw/rtl/vta_pkg.sv", dir.path());
  write_text_file((dir.path() / "files.f").string(), "vta_pkg.sv\nvta_core.sv\n");
  ::setenv("VTA_RTL_DIR", dir.path().c_str(), 1);
  const std::string copied = key(named_config("tiny"));
  const std::string text = read_text_file((dir.path() / "vta_core.sv").string());
  write_text_file((dir.path() / "vta_core.sv").string(), text + "// changed\n");
  EXPECT_NE(key(named_config("tiny")), copied);
  EXPECT_NE(copied, before) << "other names";
}

TEST_F(ModelCache, SecondAskFindsWhatTheFirstBuilt) {
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const CachedModel first = find_or_build_model(recipe);
  const CachedModel second = find_or_build_model(recipe);
  EXPECT_FALSE(second.built);
  EXPECT_EQ(first.library, second.library);
  EXPECT_TRUE(fs::is_regular_file(first.library));
  EXPECT_THAT(read_text_file((fs::path(first.library).parent_path() / "key.txt").string()),
              AllOf(HasSubstr("verilator: Verilator"), HasSubstr("cpu: "), HasSubstr("rtl: ")));
}

// A cache with a model in it that was built before: what the other tests use, copied.
fs::path copied_cache(const TempDir& dir, const ModelRecipe& recipe) {
  const fs::path built = fs::path(find_or_build_model(recipe).library).parent_path();
  const fs::path entry = dir.path() / "tsim" / recipe.key;
  ::setenv("VTA_CACHE_DIR", dir.path().c_str(), 1);
  cache_directory("tsim");
  fs::copy(built, entry, fs::copy_options::recursive);
  return entry;
}

TEST_F(ModelCache, DamagedLibraryIsBuiltAgain) {
  const TempDir dir;
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const fs::path library = copied_cache(dir, recipe) / kModelLibrary;
  EXPECT_FALSE(find_or_build_model(recipe).built);
  const std::string whole = read_text_file(library.string());
  write_text_file(library.string(), whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(find_or_build_model(recipe).built);
  EXPECT_GT(fs::file_size(library), whole.size() / 2);
  EXPECT_FALSE(find_or_build_model(recipe).built);
}

TEST_F(ModelCache, WhatOthersMayWriteIsNotLoaded) {
  const TempDir dir;
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const fs::path entry = copied_cache(dir, recipe);
  for (const fs::path& path :
       {entry, entry / kModelLibrary, entry / kBuildHash, entry.parent_path(), dir.path()}) {
    const fs::perms before = fs::status(path).permissions();
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    EXPECT_THAT([&] { find_or_build_model(recipe); },
                ThrowsMessage<InputError>(
                    AllOf(HasSubstr("'" + path.string() + "'"), HasSubstr("written by others"))));
    fs::permissions(path, before);
    EXPECT_FALSE(find_or_build_model(recipe).built);
  }
}

TEST_F(ModelCache, WhatBelongsToSomebodyElseIsNotLoaded) {
  const TempDir dir;
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const fs::path library = copied_cache(dir, recipe) / kModelLibrary;
  if (::chown(library.c_str(), 12345, 12345) != 0)
    GTEST_SKIP() << "only root can give a file to another user";
  EXPECT_THAT([&] { find_or_build_model(recipe); },
              ThrowsMessage<InputError>(HasSubstr("belongs to user 12345")));
}

// As a user who may only read what an administrator has built.
TEST_F(ModelCache, CompleteCacheThatCannotBeWrittenWorks) {
  const TempDir dir;
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const fs::path entry = copied_cache(dir, recipe);
  for (const fs::path& path :
       {dir.path(), entry.parent_path(), entry, entry / kModelLibrary, entry / kBuildHash})
    fs::permissions(path, fs::is_directory(path) ? fs::perms(0555) : fs::perms(0444));
  const pid_t child = ::fork();
  if (child == 0) {
    int code = 9;
    if (::geteuid() != 0 || ::setuid(65534) == 0) {
      try {
        code = find_or_build_model(recipe).built ? 1 : 0;
      } catch (const std::exception& e) {
        fmt::print(stderr, "{}\n", e.what());
      }
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 100, 0);
  for (const fs::path& path : {dir.path(), entry.parent_path(), entry})
    fs::permissions(path, fs::perms(0700));
}

TEST_F(ModelCache, TwoProcessesBuildOnceAndPartialBuildsGo) {
  const TempDir dir;
  ::setenv("VTA_CACHE_DIR", dir.path().c_str(), 1);
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const fs::path stale = dir.path() / "tsim" / (recipe.key + ".part.1");
  fs::create_directories(stale / "work");
  std::vector<pid_t> children;
  for (int k = 0; k < 2; ++k) {
    const pid_t child = ::fork();
    if (child == 0) {
      int code = 9;
      try {
        code = find_or_build_model(recipe).built ? 1 : 0;
      } catch (...) {
      }
      ::_exit(code);
    }
    children.push_back(child);
  }
  int built = 0;
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    built += WIFEXITED(status) ? WEXITSTATUS(status) : 100;
  }
  EXPECT_EQ(built, 1);
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_FALSE(find_or_build_model(recipe).built);
  for (const fs::directory_entry& entry : fs::directory_iterator(dir.path() / "tsim"))
    EXPECT_EQ(entry.path().filename().string().find(".part."), std::string::npos);
}

std::vector<fs::path> runtimes(const fs::path& cache) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache / "tsim"))
    if (!entry.path().has_extension() && fs::exists(entry.path() / "verilated.o"))
      found.push_back(entry.path() / "verilated.o");
  return found;
}

// All run-times that are kept are damaged: of two models, the first makes its own again, the second
// takes that one.
TEST_F(ModelCache, ModelsShareOneRuntimeWhichIsMadeAgainWhenDamaged) {
  find_or_build_model(model_recipe(named_config("tiny"), {.quick = true}));
  const fs::path kept = std::getenv("VTA_CACHE_DIR");
  const TempDir dir;
  std::map<std::string, std::string> whole;
  for (const fs::path& object : runtimes(kept)) {
    const fs::path copy = dir.path() / object.lexically_relative(kept).parent_path();
    fs::create_directories(copy);
    fs::copy(object.parent_path(), copy);
    const std::string damaged = (copy / object.filename()).string();
    whole[damaged] = read_text_file(damaged);
    write_text_file(damaged, whole[damaged].substr(0, whole[damaged].size() / 2));
  }
  ::setenv("VTA_CACHE_DIR", dir.path().c_str(), 1);
  for (const bool assertions : {false, true}) {
    const ModelOptions options{.assertions = assertions, .quick = true};
    EXPECT_TRUE(find_or_build_model(model_recipe(named_config("tiny"), options)).built);
    EXPECT_THAT(runtimes(dir.path()), ::testing::SizeIs(whole.size()));
    EXPECT_EQ(std::ranges::count_if(whole,
                                    [](const auto& runtime) {
                                      return read_text_file(runtime.first).size() ==
                                             runtime.second.size();
                                    }),
              1);
  }
}

TEST_F(ModelCache, MissingToolsAreNamed) {
  ::setenv("VTA_VERILATOR", "no_such_verilator", 1);
  EXPECT_THAT(
      [] { model_recipe(named_config("tiny"), {.quick = true}); },
      ThrowsMessage<UsageError>(AllOf(HasSubstr("no_such_verilator"), HasSubstr("VTA_VERILATOR"))));
  ::unsetenv("VTA_VERILATOR");
  ::setenv("VTA_CXX", "/no/such/g++", 1);
  EXPECT_THAT([] { model_recipe(named_config("tiny"), {.quick = true}); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("/no/such/g++"), HasSubstr("VTA_CXX"))));
}

TEST_F(ModelCache, FailedBuildShowsTheEndOfTheLogAndWhereItIs) {
  const TempDir dir;
  ::setenv("VTA_CACHE_DIR", (dir.path() / "cache").c_str(), 1);
  fs::copy(VTA_SOURCE_DIR "/hw/rtl/vta_pkg.sv", dir.path());
  write_text_file((dir.path() / "files.f").string(), "vta_pkg.sv\nbad.sv\n");
  write_text_file((dir.path() / "bad.sv").string(), "module vta_core; nonsense endmodule\n");
  ::setenv("VTA_RTL_DIR", dir.path().c_str(), 1);
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  EXPECT_THAT([&] { find_or_build_model(recipe); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("could not build the tsim model of"),
                                              HasSubstr("syntax error"), HasSubstr(".log"))));
  EXPECT_TRUE(fs::exists(dir.path() / "cache/tsim" / (recipe.key + ".log")));
}

TEST_F(ModelCache, UnwritableCacheIsNamed) {
  const ModelRecipe recipe = model_recipe(named_config("tiny"), {.quick = true});
  const TempDir dir;
  write_text_file((dir.path() / "file").string(), "");
  ::setenv("VTA_CACHE_DIR", (dir.path() / "file").c_str(), 1);
  EXPECT_THROW(find_or_build_model(recipe), Error);
}

}  // namespace
}  // namespace vta::test
