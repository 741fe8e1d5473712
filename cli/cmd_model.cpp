#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/json.hpp>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "compiler/onnx/model_zoo.h"

namespace vta::cli {
namespace {

struct ModelFlags {
  std::string name, output;
  uint64_t seed = 1;
  bool list = false, json = false;
};

constexpr const char* kModelExamples = R"(Examples:
  vta model --list
  vta model resnet18_v1 -o resnet18.onnx
  vta model resnet50_v2 -o resnet50.onnx --seed 7
  vta model vgg11 --json

Exit codes: 0 done; 2 wrong options or unknown name; 9 the file cannot be written.)";

boost::json::object info_json(const ModelInfo& info) {
  return {{"name", info.name},
          {"summary", info.summary},
          {"input", {"N", 3, info.extent, info.extent}},
          {"output", {"N", info.classes}},
          {"params", info.params},
          {"macs", info.macs},
          {"layers", info.layers}};
}

std::string info_text(const ModelInfo& info) {
  return fmt::format("{:<15} {:>4} x {:<4} {:>7.2f} M params {:>9.2f} M MACs {:>4} layers  {}\n",
                     info.name, info.extent, info.extent, static_cast<double>(info.params) / 1e6,
                     static_cast<double>(info.macs) / 1e6, info.layers, info.summary);
}

void print(const std::vector<ModelInfo>& infos, const ModelFlags& flags) {
  if (!flags.json) {
    for (const ModelInfo& info : infos)
      fmt::print("{}", info_text(info));
    return;
  }
  DocumentProvenance provenance{.schema = "vta.model"};
  if (!flags.output.empty())
    provenance.seed = flags.seed;
  boost::json::object out = {{"provenance", provenance_json(provenance)}};
  boost::json::array models;
  for (const ModelInfo& info : infos)
    models.push_back(info_json(info));
  out["models"] = std::move(models);
  if (!flags.output.empty())
    out["output"] = flags.output;
  fmt::print("{}\n", json_text(out));
}

void run(const ModelFlags& flags) {
  std::vector<ModelInfo> infos;
  if (flags.list) {
    for (const std::string& name : model_names())
      infos.push_back(describe_model(name));
  } else {
    if (flags.name.empty())
      throw UsageError("vta model: a NAME is needed, or --list");
    infos.push_back(describe_model(flags.name));
  }
  if (!flags.output.empty()) {
    if (flags.list)
      throw UsageError("vta model: --list writes no file; leave out -o");
    write_model(flags.name, flags.seed, flags.output);
    spdlog::info("wrote {}", flags.output);
  }
  if (flags.json || flags.list || flags.output.empty())
    print(infos, flags);
}

}  // namespace

void register_model(Command& app) {
  auto flags = std::make_shared<ModelFlags>();
  Command* command =
      app.add_subcommand("model", "write a well-known network as ONNX, with weights from a seed");
  command->add_option("name", flags->name, "network; see --list");
  command->add_option("-o,--output", flags->output, "ONNX file to write")->output_file();
  add_seed(*command, flags->seed, "seed of the weights");
  command->add_flag("--list", flags->list, "list the networks");
  command->add_flag("--json", flags->json, "print a description as JSON");
  command->footer(kModelExamples);
  command->callback([flags] { run(*flags); });
}

}  // namespace vta::cli
