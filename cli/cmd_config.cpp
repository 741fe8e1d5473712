// vta config: the named configurations and files of the user's own.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "config/config_keys.h"
#include "config/field_table.h"
#include "config/vta_config.h"
#include "hw/isa/sv_package.h"
#include "workbench/config_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

namespace json = boost::json;

constexpr int64_t kConfigSchemaVersion = 1;

struct MemoryRow {
  std::string_view name;
  MemoryType type;
};
constexpr MemoryRow kMemories[] = {{"uop", MemoryType::Uop}, {"inp", MemoryType::Inp},
                                   {"wgt", MemoryType::Wgt}, {"acc", MemoryType::Acc},
                                   {"out", MemoryType::Out}, {"acc8", MemoryType::Acc8}};

json::object config_provenance(const VtaConfig& config) {
  return provenance_json({.schema = "vta.config",
                          .schema_version = kConfigSchemaVersion,
                          .config_name = config.name(),
                          .config_hash = config.hash()});
}

// A named configuration as its author wrote it, any other with all its keys.
std::string text_of(const std::string& name_or_path, const VtaConfig& config) {
  for (const NamedConfig& named : named_configs()) {
    if (named.name == name_or_path)
      return std::string(named.json);
  }
  return json_text(parse_json(config.to_json(), name_or_path));
}

json::object derived_json(const VtaConfig& config) {
  json::object out;
  out["name"] = config.name();
  out["hash"] = config.hash();
  out["macs_per_cycle"] = config.macs();
  out["bus_bytes"] = config.bus_bytes();
  json::object memories;
  for (const MemoryRow& m : kMemories)
    memories[m.name] = {{"element_bytes", config.element_bytes(m.type)},
                        {"depth", config.depth(m.type)}};
  out["memories"] = memories;
  json::object bits;
  for (const int64_t opcode : {0, 1, 2, 3, 4})
    bits[opcode_name(opcode)] = insn_bits_used(config, opcode);
  out["insn_bits_used"] = bits;
  out["uop_bits_used"] = uop_bits_used(config);
  out["uop_bits"] = config.element_bytes(MemoryType::Uop) * 8;
  return out;
}

void print_derived(const VtaConfig& config) {
  fmt::print(
      "name            {}\nhash            {}\nMACs per cycle  {}\nbus             {} bytes\n\n",
      config.name(), config.hash(), config.macs(), config.bus_bytes());
  fmt::print("{:<8}{:>14}{:>10}\n", "memory", "element bytes", "depth");
  for (const MemoryRow& m : kMemories)
    fmt::print("{:<8}{:>14}{:>10}\n", m.name, config.element_bytes(m.type), config.depth(m.type));
  fmt::print("\n{:<8}{:>10}\n", "word", "bits used");
  for (const int64_t opcode : {0, 1, 2, 3, 4})
    fmt::print("{:<8}{:>6}/{}\n", opcode_name(opcode), insn_bits_used(config, opcode), kInsnBits);
  fmt::print("{:<8}{:>6}/{}\n", "micro-op", uop_bits_used(config),
             config.element_bytes(MemoryType::Uop) * 8);
}

void check(const std::string& path) {
  const VtaConfig config = load_config(path);
  fmt::print("{}: legal, {} (hash {})\n", path, config.name(), config.hash());
}

// Alone, what is printed is a configuration file: `vta config show tiny > my.json`.
void show(const std::string& name, bool as_table, bool as_json) {
  const VtaConfig config = config_by_name(name);
  if (as_table)
    return print_derived(config);
  if (!as_json) {
    fmt::print("{}\n", text_of(name, config));
    return;
  }
  json::object out;
  out["provenance"] = config_provenance(config);
  out["config"] = parse_json(config.to_json(), name);
  out["derived"] = derived_json(config);
  fmt::print("{}\n", json_text(out));
}

// ", ACC_READ_PORTS 1": keys beside the name that are not the default's.
std::string what_the_name_lacks(const VtaConfig& config) {
  std::string out;
  const auto add = [&](std::span<const IntegerKey> keys) {
    for (const IntegerKey& key : keys)
      if (config.*key.member != VtaConfig{}.*key.member &&
          (key.role == KeyRole::Circuit || key.role == KeyRole::Shell ||
           !key.name.starts_with("LOG_")))
        out += fmt::format(", {} {}", key.name, config.*key.member);
  };
  add(integer_keys());
  add(shell_keys());
  return out;
}

void list(bool as_json) {
  json::array rows;
  for (const NamedConfig& named : named_configs()) {
    const VtaConfig config = named_config(named.name);
    rows.push_back({{"name", named.name},
                    {"configuration", config.name()},
                    {"macs_per_cycle", config.macs()},
                    {"hash", config.hash()}});
    if (!as_json)
      fmt::print("{:<9} {:<28} {:>5} MACs per cycle, {} bytes bus{}\n", named.name, config.name(),
                 config.macs(), config.bus_bytes(), what_the_name_lacks(config));
  }
  if (!as_json)
    return;
  json::object out;
  out["provenance"] =
      provenance_json({.schema = "vta.config.list", .schema_version = kConfigSchemaVersion});
  out["configurations"] = rows;
  fmt::print("{}\n", json_text(out));
}

// What the options of one subcommand were set to; lives as long as its callback.
struct ConfigOptions {
  std::string name;
  bool as_json = false, as_table = false;
};

}  // namespace

void register_config(Command& app) {
  Command* config = app.add_subcommand("config", "check, show and list configurations");
  config->require_subcommand();
  config->footer(
      "Examples:\n"
      "  vta config list\n"
      "  vta config show tiny > my_config.json && vta config check my_config.json\n"
      "  vta config show 1x32.16 --table\n"
      "  vta config show 1x32.16 --json\n"
      "  vta config package tiny > vta_isa_pkg.sv\n"
      "Exit codes: 0 legal, 4 illegal, unknown or unreadable configuration, 9 results cannot be "
      "written.");
  const auto options = std::make_shared<ConfigOptions>();

  Command* check_app = config->add_subcommand("check", "check whether a file is legal");
  check_app->add_option("FILE", options->name, "configuration file")->required();
  check_app->callback([options] { check(options->name); });

  Command* show_app = config->add_subcommand("show", "print a configuration as a JSON file");
  show_app->add_option("NAME", options->name, kConfigHelp)->required();
  const Option* table = show_app->add_flag("--table", options->as_table,
                                           "print sizes, depths and instruction fields instead");
  show_app->add_flag("--json", options->as_json, "print both as one JSON document")
      ->excludes(table);
  show_app->callback([options] { show(options->name, options->as_table, options->as_json); });

  Command* list_app = config->add_subcommand("list", "list the named configurations");
  list_app->add_flag("--json", options->as_json, "print JSON");
  list_app->callback([options] { list(options->as_json); });

  Command* package_app =
      config->add_subcommand("package", "print the SystemVerilog package vta_isa_pkg");
  package_app->add_option("NAME", options->name, kConfigHelp)->required();
  package_app->callback([options] { fmt::print("{}", sv_package(config_by_name(options->name))); });
}

}  // namespace vta::cli
