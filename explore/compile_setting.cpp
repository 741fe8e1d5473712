#include "explore/compile_setting.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "compiler/compiler.h"

namespace vta::explore {
namespace {

const std::vector<std::string_view> kPlaces{"accelerator", "host"};

// A row makes a setting a member of a network, an axis, and a part of a quantisation's text.
const std::array<CompileSetting, 5> kSettings{{
    {"residual",
     {"int32", "int8"},
     [](CompileOptions& o, std::string_view v) {
       o.quant.residual = v == "int8" ? ResidualSum::Int8 : ResidualSum::Int32;
     }},
    {"batch_norm", kPlaces,
     [](CompileOptions& o, std::string_view v) {
       o.quant.batch_norms = v == "host" ? BatchNorms::Host : BatchNorms::Accelerator;
     }},
    {"grouped_conv", kPlaces,
     [](CompileOptions& o, std::string_view v) { o.quant.grouped_on_device = v != "host"; }},
    {"dilated_conv", kPlaces,
     [](CompileOptions& o, std::string_view v) { o.quant.dilated_on_device = v != "host"; }},
    {"concat", kPlaces,
     [](CompileOptions& o, std::string_view v) { o.quant.concats_on_device = v != "host"; }},
}};

}  // namespace

std::span<const CompileSetting> compile_settings() {
  return kSettings;
}

const CompileSetting* find_compile_setting(std::string_view name) {
  const auto found = std::ranges::find(kSettings, name, &CompileSetting::name);
  return found == kSettings.end() ? nullptr : &*found;
}

void apply_settings(const CompileSettings& settings, CompileOptions& options) {
  for (const auto& [name, value] : settings) {
    const CompileSetting* setting = find_compile_setting(name);
    VTA_CHECK(setting != nullptr, "no setting is called '{}'", name);
    setting->apply(options, value);
  }
}

}  // namespace vta::explore
