// What a host's steps cost: the file behind --host (docs/host_time.md). Those of config/hosts are
// embedded.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace vta::explore {

// Of one step: figures that are 0 cost nothing.
struct StepCost {
  double ns = 0;
  double bytes_per_second = 0;  // 0: bytes cost nothing
  double ns_per_element = 0;
  double ns_per_mac = 0;
  bool operator==(const StepCost&) const = default;
};

struct HostCosts {
  std::string name = {}, title = {}, source = {}, note = {};
  bool measured = false;  // on that host; else estimated
  int64_t cores = 1;
  bool overlap = false;
  // By rows of the file: operators, alone or with the type of their result ("cast:int8"), kinds of
  // operators, "pack", "unpack", "convert", "launch", "other".
  std::map<std::string, StepCost, std::less<>> steps = {};

  // Of the first of these rows that there is, else of "other".
  const StepCost& cost_of(std::initializer_list<std::string_view> rows) const;
  std::string_view basis() const { return measured ? "measured" : "estimated"; }
  bool operator==(const HostCosts&) const = default;
};

inline constexpr std::string_view kPackRow = "pack", kUnpackRow = "unpack", kConvertRow = "convert",
                                  kLaunchRow = "launch", kOtherRow = "other";
// The row of all operators of the kind of this one: "elements".
std::string_view operator_row(std::string_view op);

// ConfigError names the file, the member, its value and what is legal.
HostCosts parse_host(std::string_view text, std::string_view origin);
// The file that parse_host() reads back.
std::string host_text(const HostCosts& host);

struct NamedHost {
  std::string_view name, json;
};
std::span<const NamedHost> named_hosts();
// A name if known, else a file. ConfigError lists the known names, and `more_names` that the caller
// knows.
HostCosts find_host(const std::string& name_or_path,
                    std::span<const std::string_view> more_names = {});

}  // namespace vta::explore
