// A schedule as a file: what was saved compiles to the very program that it was saved from, any
// legal tiles give the interpreter's values, and illegal ones are refused by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>

#include "base/round.h"
#include "compiler/compiler.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/oracle.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/random_network.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using testing::Features;
using testing::pick;

// A process's own: tests run side by side.
std::string saved_path() {
  return fmt::format("{}saved_{}.json", ::testing::TempDir(), getpid());
}

std::string saved(const std::string& text) {
  std::ofstream(saved_path()) << text;
  return saved_path();
}

CompileResult compiled_with(const Graph& graph, CompileOptions options,
                            const NetworkSchedule& schedule) {
  options.recipe.set("schedule", saved(schedule.text()));
  return compile_graph(graph, options);
}

void expect_same_program(const Program& a, const Program& b) {
  EXPECT_EQ(a.insns, b.insns);
  EXPECT_EQ(a.uops, b.uops);
  EXPECT_EQ(a.constants, b.constants);
  EXPECT_EQ(a.steps.size(), b.steps.size());
  ASSERT_EQ(a.kernels.size(), b.kernels.size());
  for (size_t k = 0; k < a.kernels.size(); ++k)
    EXPECT_EQ(a.kernels[k].description, b.kernels[k].description);
}

struct RandomCase {
  CompileOptions options;
  Graph graph;
};

RandomCase random_case(std::mt19937_64& random) {
  RandomCase c;
  c.options.config = testing::random_config(random);
  c.options.recipe.set("schedule", pick(random, 0, 1) == 0 ? "reference" : "fast");
  c.options.recipe.set("dense_on_device", "true");
  Features features;
  c.graph = testing::random_network(random, c.options.config, features);
  return c;
}

class RandomSchedules : public ::testing::TestWithParam<int> {
 protected:
  static constexpr int kPerCase = 25;
  uint64_t seed(int i) const { return 9000 + static_cast<uint64_t>(GetParam() * kPerCase + i); }
};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomSchedules, ::testing::Range(0, 8));

TEST_P(RandomSchedules, SavedAndReadAgainGiveTheSameProgram) {
  for (int i = 0; i < kPerCase; ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed(i)));
    std::mt19937_64 random(seed(i));
    const RandomCase c = random_case(random);
    const CompileResult first = compile_graph(c.graph, c.options);
    const CompileResult again = compiled_with(c.graph, c.options, first.schedule);
    expect_same_program(first.program, again.program);
    EXPECT_EQ(again.schedule.text(), first.schedule.text());
    EXPECT_EQ(again.schedule.identity(), first.schedule.identity());
    EXPECT_TRUE(again.schedule.notes.empty());
    ASSERT_FALSE(HasFailure());
  }
}

// ---- any legal tiles
// -----------------------------------------------------------------------------

int64_t near(std::mt19937_64& random, int64_t value, int64_t most) {
  switch (pick(random, 0, 3)) {
    case 0:
      return value;
    case 1:
      return 1;
    case 2:
      return most;
    default:
      return pick(random, 1, most);
  }
}

ConvTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig& config,
                    ConvTiles t) {
  const ConvDims d = ConvDims::of(layer.geometry, config);
  t.h = near(random, t.h, d.oh);
  t.w = near(random, t.w, d.ow);
  t.co = near(random, t.co, d.co);
  t.ci = near(random, t.ci, d.ci);
  t.kh = pick(random, 0, 2) == 0 ? pick(random, 0, d.kh) : 0;
  t.kw = pick(random, 0, 2) == 0 ? pick(random, 0, d.kw) : 0;
  t.order = static_cast<LoopOrder>(pick(random, 0, 1));
  t.threads = pick(random, 1, 2);
  t.inp_slots = pick(random, 1, 5);
  t.wgt_slots = pick(random, 1, 5);
  t.residual_groups = layer.epilogue.residual ? pick(random, 1, t.co) : 0;
  t.residual_slots = layer.epilogue.residual ? pick(random, 1, 4) : 0;
  t.residual_rows = layer.epilogue.residual ? pick(random, 0, t.h) : 0;
  t.reuse = pick(random, 0, 1) == 1;
  t.exact_taps = pick(random, 0, 1) == 1;
  t.single_pixels = t.exact_taps && pick(random, 0, 1) == 1;
  return t;
}

ConvPoolTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig& config,
                        ConvPoolTiles t) {
  t.co = near(random, t.co, ConvDims::of(layer.geometry, config).co);
  t.columns = near(random, t.columns, layer.geometry.iw);
  t.row_slots += pick(random, -1, 2);
  return t;
}

PoolTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig&, PoolTiles t) {
  const ConvGeometry& g = layer.geometry;
  t.h = near(random, t.h, g.oh);
  t.w = near(random, t.w, g.ow);
  t.kh = near(random, t.kh, g.kh);
  t.kw = near(random, t.kw, g.kw);
  t.groups = near(random, t.groups, 4);
  t.out_slots = pick(random, 1, 2);
  return t;
}

AluTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig& config,
                   AluTiles t) {
  t.elements = near(random, t.elements, alu_elements(layer.geometry, config));
  t.threads = pick(random, 1, 2);
  return t;
}

AttentionTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig& config,
                         AttentionTiles t) {
  t.threads = pick(random, 1, 2);
  t.blocks = pick(random, 1, ceil_div(layer.attention->queries, config.block_out()));
  return t;
}

AttentionStepTiles any_tiles(std::mt19937_64& random, const LayerId& layer, const VtaConfig&,
                             AttentionStepTiles t) {
  t.heads = near(random, t.heads, layer.attention->heads);
  return t;
}

LayerNormTiles any_tiles(std::mt19937_64& random, const LayerId&, const VtaConfig&,
                         LayerNormTiles t) {
  t.threads = pick(random, 1, 2);
  return t;
}

KernelTiles any_legal_tiles(std::mt19937_64& random, const KernelSchedule& s,
                            const VtaConfig& config) {
  for (int attempt = 0; attempt < 200; ++attempt) {
    const KernelTiles t = std::visit(
        [&](const auto& old) { return KernelTiles(any_tiles(random, s.layer, config, old)); },
        s.tiles);
    if (tiles_problem(s.layer, t, config).empty())
      return t;
  }
  return s.tiles;
}

TEST_P(RandomSchedules, AnyLegalTilesGiveTheInterpretersValues) {
  int64_t changed = 0;
  for (int i = 0; i < kPerCase; ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed(i)));
    std::mt19937_64 random(seed(i));
    const RandomCase c = random_case(random);
    NetworkSchedule schedule = compile_graph(c.graph, c.options).schedule;
    for (KernelSchedule& s : schedule.kernels) {
      const KernelTiles before = s.tiles;
      s.tiles = any_legal_tiles(random, s, c.options.config);
      changed += s.tiles != before ? 1 : 0;
    }
    SCOPED_TRACE(schedule.text());
    const CompileResult result = compiled_with(c.graph, c.options, schedule);
    EXPECT_EQ(result.schedule.text(), schedule.text());
    Executor executor(result.program, make_device("fsim", c.options.config));
    Tensor input = Tensor::zeros(DType::F32, c.graph.type(c.graph.inputs()[0]).shape);
    for (float& v : input.mutable_data<float>())
      v = static_cast<float>(pick(random, -800, 800)) / 100.0F;
    executor.set_input(0, input);
    Oracle oracle(result.quantized, executor);
    testing::run_checked(executor);
    const VerifyReport report = oracle.compare();
    EXPECT_TRUE(report.exact()) << report.first_mismatch;
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(changed, kPerCase / 2);
}

// ---- edits
// ---------------------------------------------------------------------------------------

// A network with a convolution whose every field matters, perhaps with a residual sum.
struct Edited {
  CompileOptions options;
  Graph graph;
  CompileResult first;
  std::string conv;  // its kernel

  KernelSchedule& conv_of(NetworkSchedule& schedule) const {
    return *std::ranges::find(schedule.kernels, conv, &KernelSchedule::name);
  }
};

bool every_field_matters(const KernelSchedule& s, const VtaConfig& config) {
  const ConvGeometry& g = s.layer.geometry;
  const ConvDims d = ConvDims::of(g, config);
  return std::holds_alternative<ConvTiles>(s.tiles) && g.groups == 1 && g.oh > 4 && g.ow > 4 &&
         g.kh > 1 && g.kw > 1 && g.pad_top > 0 && d.co > 1 && d.ci > 1;
}

std::optional<Edited> network_with(bool residual, const std::string& schedule) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    Edited e;
    e.options.config = named_config("default");
    e.options.recipe.set("schedule", schedule);
    Features features;
    e.graph = testing::random_network(random, e.options.config, features);
    e.first = compile_graph(e.graph, e.options);
    for (const KernelSchedule& s : e.first.schedule.kernels)
      if (s.layer.epilogue.residual == residual && every_field_matters(s, e.options.config)) {
        e.conv = s.name;
        return e;
      }
  }
  return std::nullopt;
}

TEST(EditedSchedule, EachFieldOfAConvolutionsTilesIsCarriedOutOrRefused) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  const auto program_of = [&](const std::function<void(ConvTiles&)>& edit) {
    NetworkSchedule schedule = e->first.schedule;
    edit(std::get<ConvTiles>(e->conv_of(schedule).tiles));
    return compiled_with(e->graph, e->options, schedule).program.insns;
  };
  const auto refusal_of = [&](const std::function<void(ConvTiles&)>& edit) {
    return error_text<CompileError>([&] { program_of(edit); });
  };
  const auto plain = [](ConvTiles& t) {  // leaves room for each of the changes
    t = least_conv_tiles({.residual = true});
    t.h = t.w = 2;
  };
  const auto base = program_of(plain);
  const std::pair<const char*, std::function<void(ConvTiles&)>> edits[] = {
      {"h", [](ConvTiles& t) { t.h = 3; }},
      {"w", [](ConvTiles& t) { t.w = 3; }},
      {"co", [](ConvTiles& t) { t.co = 2; }},
      {"ci", [](ConvTiles& t) { t.ci = 2; }},
      {"kh", [](ConvTiles& t) { t.kh = 0; }},
      {"kw", [](ConvTiles& t) { t.kw = 0; }},
      {"order", [](ConvTiles& t) { t.order = LoopOrder::ChannelHeightWidth; }},
      {"threads", [](ConvTiles& t) { t.threads = 2; }},
      {"inp_slots", [](ConvTiles& t) { t.inp_slots = 2; }},
      {"wgt_slots", [](ConvTiles& t) { t.wgt_slots = 2; }},
      {"reuse", [](ConvTiles& t) { t.reuse = true; }},
      {"exact_taps", [](ConvTiles& t) { t.exact_taps = true; }},
      {"residual_slots", [](ConvTiles& t) { t.residual_slots = 2; }},
      {"residual_rows", [](ConvTiles& t) { t.residual_rows = 1; }},
  };
  for (const auto& [name, edit] : edits) {
    const auto edited = program_of([&](ConvTiles& t) {
      plain(t);
      edit(t);
    });
    EXPECT_TRUE(edited != base) << name;
  }
  const auto groups = [&](int64_t of_two) {
    return program_of([&](ConvTiles& t) {
      plain(t);
      t.co = 2;
      t.residual_groups = of_two;
    });
  };
  EXPECT_NE(groups(1), groups(2));
  const auto pixels = [&](bool exact_taps) {
    return refusal_of([&](ConvTiles& t) {
      t.exact_taps = exact_taps;
      t.single_pixels = true;
    });
  };
  EXPECT_NE(pixels(false).find("single_pixels is 1, legal is 0"), std::string::npos)
      << pixels(false);
  const auto zero = [&](int64_t ConvTiles::*field, int64_t value) {
    return refusal_of([&](ConvTiles& t) { t.*field = value; });
  };
  for (const auto& [field, value, message] :
       std::initializer_list<std::tuple<int64_t ConvTiles::*, int64_t, const char*>>{
           {&ConvTiles::h, 0, "h is 0, legal are 1 to "},
           {&ConvTiles::w, 999, "w is 999, legal are 1 to "},
           {&ConvTiles::co, 99, "co is 99, legal are 1 to "},
           {&ConvTiles::ci, 0, "ci is 0, legal "},
           {&ConvTiles::kh, 99, "kh is 99, legal are 0 to "},
           {&ConvTiles::kw, 99, "kw is 99, legal are 0 to "},
           {&ConvTiles::threads, 3, "threads is 3, legal are 1 to 2"},
           {&ConvTiles::inp_slots, 0, "inp_slots is 0, legal are 1 to "},
           {&ConvTiles::wgt_slots, 0, "wgt_slots is 0, legal are 1 to "},
           {&ConvTiles::residual_groups, 0, "residual_groups is 0, legal "},
           {&ConvTiles::residual_slots, 0, "residual_slots is 0, legal "},
           {&ConvTiles::residual_rows, 999, "residual_rows is 999, legal are 0 to "},
           {&ConvTiles::inp_slots, 2048, "the scratchpad has"},
           {&ConvTiles::wgt_slots, 1024, "the scratchpad has"}})
    EXPECT_NE(zero(field, value).find(message), std::string::npos) << zero(field, value);
  const std::string text = zero(&ConvTiles::h, 0);
  EXPECT_TRUE(text.starts_with("schedule '" + saved_path() + "': tiles of conv2d_")) << text;
  EXPECT_NE(text.find(", layer 'conv2d "), std::string::npos) << text;
  EXPECT_NE(text.find("do not fit 1x16"), std::string::npos) << text;
}

// The other facts change the network: tests/compiler/networks/saved_schedule_test.cpp.
TEST(EditedSchedule, EpilogueAndSearchAreCarriedOut) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  const auto program_of = [&](const std::function<void(ScheduleFacts&)>& edit) {
    NetworkSchedule schedule = e->first.schedule;
    edit(schedule.facts);
    schedule.kernels.clear();  // what is searched shows them
    return compiled_with(e->graph, e->options, schedule).program;
  };
  const Program base = program_of([](ScheduleFacts&) {});
  expect_same_program(base, e->first.program);
  EXPECT_NE(program_of([](ScheduleFacts& f) { f.epilogue = EpilogueStyle::Published; }).insns,
            base.insns);
  EXPECT_NE(program_of([](ScheduleFacts& f) { f.search_reuse = false; }).insns, base.insns);
}

TEST(EditedSchedule, KernelsOfOneLayerMayHaveTheirOwnTiles) {
  const std::optional<Edited> e = network_with(false, "reference");
  ASSERT_TRUE(e);
  NetworkSchedule schedule = e->first.schedule;
  KernelSchedule twin = e->conv_of(schedule);
  twin.name = "conv2d_99";
  std::get<ConvTiles>(twin.tiles).threads = 1;
  schedule.kernels.push_back(twin);
  const std::string text = schedule.text();
  EXPECT_NE(text.find("[\"conv2d_99\"]"), std::string::npos) << text;
  const CompileResult again = compiled_with(e->graph, e->options, schedule);
  EXPECT_EQ(again.schedule.text(), e->first.schedule.text());
}

TEST(EditedSchedule, WhatTheFileLacksIsSearchedWithANote) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  NetworkSchedule schedule = e->first.schedule;
  const std::string name = e->conv_of(schedule).name;
  std::erase_if(schedule.kernels, [&](const KernelSchedule& s) { return s.name == name; });
  const CompileResult again = compiled_with(e->graph, e->options, schedule);
  ASSERT_EQ(again.schedule.notes.size(), 1u);
  const std::string& note = again.schedule.notes.front();
  EXPECT_TRUE(note.starts_with(name + " (")) << note;
  EXPECT_TRUE(note.ends_with(saved_path() + "' has no tiles for it; they were searched")) << note;
  EXPECT_EQ(std::ranges::count(again.notes, note), 1);
  expect_same_program(again.program, e->first.program);
}

TEST(EditedSchedule, LayersThatNoKernelHasAreNoted) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  NetworkSchedule schedule = e->first.schedule;
  ++e->conv_of(schedule).layer.geometry.oc;
  const CompileResult again = compiled_with(e->graph, e->options, schedule);
  ASSERT_EQ(again.schedule.notes.size(), 2u);
  EXPECT_NE(again.schedule.notes.back().find("has tiles for 1 layer that no kernel uses: conv2d "),
            std::string::npos)
      << again.schedule.notes.back();
}

TEST(EditedSchedule, TilesForOtherBlocksAreRefused) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  CompileOptions options = e->options;
  options.config = named_config("1x32");
  EXPECT_NE(error_text<CompileError>([&] {
              compiled_with(e->graph, options, e->first.schedule);
            }).find("they count blocks of 16 channels, the configuration has 32"),
            std::string::npos);
}

TEST(SavedSchedule, OptionsThatOverruleThePolicyAreSavedWithIt) {
  const std::optional<Edited> e = network_with(true, "fast");
  ASSERT_TRUE(e);
  CompileOptions options = e->options;
  options.recipe.set("residual", "int8");
  const CompileResult first = compile_graph(e->graph, options);
  EXPECT_FALSE(first.schedule.facts.fuse_residuals);
  options.recipe.unset("residual");
  const CompileResult again = compiled_with(e->graph, options, first.schedule);
  expect_same_program(first.program, again.program);
}

TEST(SettledQuantization, KeepsWhatIsGivenAndTakesTheSchedulesForTheRest) {
  CompileOptions options;
  options.recipe.set("concat", "host");
  QuantOptions settled = settled_options(options).quant;
  EXPECT_EQ(settled.concats_on_device, false);
  EXPECT_EQ(settled.batch_norms, BatchNorms::Accelerator);
  EXPECT_EQ(settled.residual, ResidualSum::Int32);
  options.recipe.set("schedule", "reference");
  settled = settled_options(options).quant;
  EXPECT_EQ(settled.batch_norms, BatchNorms::Host);
  EXPECT_EQ(settled.residual, ResidualSum::Int8);
  options.recipe.set("batch_norm", "accelerator");
  EXPECT_THROW(settled_options(options), UsageError);
}

}  // namespace
}  // namespace vta
