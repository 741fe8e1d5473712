#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/output_file.h"
#include "base/real_path.h"
#include "base/standard_streams.h"
#include "base/text_safety.h"
#include "cli/wrong_command_line.h"

namespace vta::cli {
namespace {

template <typename Number>
std::string not_in_range(const std::string& value, Number least, Number greatest) {
  return fmt::format("Value {} not in range {} to {}", value, least, greatest);
}

bool read_number(const std::string& value, double& number) {
  return CLI::detail::lexical_cast(value, number);
}

// The parser's own reader takes 010 for eight and cuts what is too large to the largest number.
// What it is given is written without leading zeros.
std::string read_integer(std::string& value, const std::vector<Check>& checks) {
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t greatest = std::numeric_limits<int64_t>::max();
  for (const Check& check : checks) {
    least = std::max(least, check.least);
    greatest = std::min(greatest, check.greatest);
  }
  int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || number < least ||
      number > greatest)
    return not_in_range(value, least, greatest);
  value = std::to_string(number);
  return "";
}

// `vta help sweep list` is `vta sweep list --help`.
std::vector<const char*> with_help_as_option(const CLI::App& app, int argc,
                                             const char* const* argv) {
  std::vector<const char*> arguments(argv, argv + argc);
  const std::vector<std::string> names = command_names(app);
  if (argc < 2 || argv[1] != std::string_view("help") || names.empty() ||
      std::ranges::find(names, "help") != names.end())
    return arguments;
  arguments.erase(arguments.begin() + 1);
  arguments.push_back("--help");
  return arguments;
}

// What a value may name: FILE, NAME=FILE, HEX:FILE, FILE#POINT. What is no file is of no account.
void add_named_files(const std::string& value, std::vector<std::string>& files) {
  files.push_back(value);
  files.push_back(value.substr(value.find('=') + 1));
  files.push_back(value.substr(value.find(':') + 1));
  files.push_back(value.substr(value.rfind(':') + 1));
  files.push_back(value.substr(0, value.rfind('#')));
}

// Devices and pipes take the results of several options.
bool is_place_of_its_own(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

struct WantedFile {
  std::string option, path;
};

void require_other_file(const WantedFile& output, const std::vector<WantedFile>& others) {
  if (output.path.empty() || !is_place_of_its_own(output.path))
    return;
  for (const WantedFile& other : others) {
    std::error_code error;
    if (!other.path.empty() && (std::filesystem::equivalent(output.path, other.path, error) ||
                                real_path(output.path) == real_path(other.path)))
      throw UsageError(fmt::format(
          "{} '{}' would be written over {} '{}', which is the same file: give it another name",
          output.option, output.path, other.option, other.path));
  }
}

}  // namespace

Check range(int64_t least, int64_t greatest) {
  Check check = real_range(static_cast<double>(least), static_cast<double>(greatest));
  check.legal = fmt::format("[{} - {}]", least, greatest);
  check.least = least;
  check.greatest = greatest;
  return check;
}

Check real_range(double least, double greatest) {
  return {fmt::format("[{} - {}]", least, greatest), [=](const std::string& value) {
            double number = 0;
            const bool legal = read_number(value, number) && number >= least && number <= greatest;
            return legal ? std::string() : not_in_range(value, least, greatest);
          }};
}

Check one_of(std::vector<std::string> names) {
  const std::string legal = fmt::format("{{{}}}", fmt::join(names, ","));
  return {legal, [names, legal](const std::string& value) {
            return std::ranges::find(names, value) != names.end()
                       ? std::string()
                       : fmt::format("{} not in {}{}", value, legal, nearest(value, names));
          }};
}

Check positive() {
  return {"POSITIVE",
          [](const std::string& value) {
            double number = 0;
            return read_number(value, number) && number > 0
                       ? std::string()
                       : fmt::format("Value {} is no number above 0", value);
          },
          1};
}

Check not_negative() {
  return {"NONNEGATIVE",
          [](const std::string& value) {
            double number = 0;
            return read_number(value, number) && number >= 0
                       ? std::string()
                       : fmt::format("Value {} is no number of at least 0", value);
          },
          0};
}

Option::Option(CLI::Option* parsed, bool is_integer) : parsed_(parsed), is_integer_(is_integer) {
  parsed_->transform(CLI::Validator([this](std::string& value) { return problem(value); }, ""));
}

std::string Option::problem(std::string& value) const {
  if (value.empty())
    return "the value is empty: is it a variable of the shell that is not set?";
  if (is_integer_)
    return read_integer(value, checks_);
  for (const Check& check : checks_)
    if (const std::string found = check.problem(value); !found.empty())
      return found;
  return "";
}

std::vector<std::string> Option::output_names() const {
  std::vector<std::string> names;
  if (!output_)
    return names;
  const bool several = parsed_->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  for (const std::string& value : parsed_->results()) {
    if (*output_ == OutputForm::File) {
      names.push_back(several ? value.substr(value.find('=') + 1) : value);
      continue;
    }
    const size_t first = value.find(':');
    const size_t second = first == std::string::npos ? first : value.find(':', first + 1);
    if (second != std::string::npos)
      names.push_back(value.substr(second + 1));
  }
  return names;
}

Option* Option::required() {
  parsed_->required();
  return this;
}
Option* Option::check(const Check& check) {
  checks_.push_back(check);
  parsed_->get_validator(0)->description(check.legal);
  return this;
}
Option* Option::capture_default_str() {
  parsed_->capture_default_str();
  return this;
}
Option* Option::default_str(const std::string& text) {
  parsed_->default_str(text);
  return this;
}
Option* Option::type_name(const std::string& text) {
  parsed_->type_name(text);
  return this;
}
Option* Option::description(const std::string& text) {
  parsed_->description(text);
  return this;
}
Option* Option::delimiter(char separator) {
  parsed_->delimiter(separator);
  return this;
}
Option* Option::expected(int count) {
  parsed_->expected(count);
  return this;
}
Option* Option::expected(int least, int most) {
  parsed_->expected(least, most);
  return this;
}
Option* Option::allow_extra_args(bool allow) {
  parsed_->allow_extra_args(allow);
  return this;
}
Option* Option::take_all() {
  parsed_->take_all();
  return this;
}
Option* Option::excludes(const Option* other) {
  parsed_->excludes(other->parsed_);
  return this;
}
Option* Option::input_file() {
  input_ = true;
  return this;
}
Option* Option::output_file(OutputForm form) {
  output_ = form;
  return this;
}
void Option::take(const std::string& value) {
  try {
    parsed_->add_result(value);
    parsed_->run_callback();
  } catch (const CLI::Error& e) {
    throw UsageError(e.what());
  }
}

bool Option::is_flag() const {
  return parsed_->get_type_size() == 0 || parsed_->get_items_expected_max() == 0;
}

int64_t Option::count() const {
  return static_cast<int64_t>(parsed_->count());
}
std::string Option::name() const {
  return parsed_->get_name();
}
bool Option::positional() const {
  return !parsed_->nonpositional();
}

void refuse_given(const std::vector<const Option*>& options, std::string_view reason) {
  for (const Option* option : options)
    if (option->count() > 0)
      throw UsageError(fmt::format("{} {}", option->name(), reason));
}

Command::Command(const std::string& description)
    : owned_(std::make_unique<CLI::App>(description)), app_(owned_.get()) {}
Command::Command(CLI::App* app) : app_(app) {}
Command::~Command() = default;

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  commands_.push_back(
      std::unique_ptr<Command>(new Command(app_->add_subcommand(name, description))));
  return commands_.back().get();
}

void Command::require_subcommand() {
  app_->require_subcommand(1);
}
void Command::set_version_flag(const std::string& names, const std::string& text) {
  app_->set_version_flag(names, text);
}
void Command::footer(const std::string& text) {
  app_->footer(text);
}

OptionGroup::OptionGroup(Command& command, const std::string& title)
    : command_(command), before_(std::exchange(command.group_, title)) {}
OptionGroup::~OptionGroup() {
  command_.group_ = before_;
}

OptionGroup Command::group(const std::string& title) {
  return {*this, title};
}

Option* Command::keep(CLI::Option* option, bool is_integer) {
  if (!group_.empty())
    option->group(group_);
  options_.emplace_back(option, is_integer);
  return &options_.back();
}

Option* Command::add_option(const std::string& name, std::string& value, const std::string& help) {
  return keep(app_->add_option(name, value, help));
}
Option* Command::add_option(const std::string& name, int64_t& value, const std::string& help) {
  return keep(app_->add_option(name, value, help), true);
}
Option* Command::add_option(const std::string& name, double& value, const std::string& help) {
  return keep(app_->add_option(name, value, help));
}
Option* Command::add_option(const std::string& name, std::optional<int64_t>& value,
                            const std::string& help) {
  return keep(app_->add_option(name, value, help), true);
}
Option* Command::add_option(const std::string& name, std::vector<std::string>& value,
                            const std::string& help) {
  return keep(app_->add_option(name, value, help));
}
Option* Command::add_option(const std::string& name, std::vector<int64_t>& value,
                            const std::string& help) {
  return keep(app_->add_option(name, value, help), true);
}
Option* Command::add_option(const std::string& name, std::vector<double>& value,
                            const std::string& help) {
  return keep(app_->add_option(name, value, help));
}
Option* Command::add_option_function(const std::string& name,
                                     std::function<void(const std::string&)> take,
                                     const std::string& help) {
  return keep(app_->add_option_function<std::string>(name, std::move(take), help));
}
Option* Command::add_flag(const std::string& name, bool& value, const std::string& help) {
  return keep(app_->add_flag(name, value, help));
}

Option* Command::get_option(const std::string& name) {
  const auto found =
      std::ranges::find_if(options_, [&](const Option& option) { return option.name() == name; });
  VTA_CHECK(found != options_.end(), "no option {}", name);
  return &*found;
}

std::vector<const Option*> Command::options() const {
  std::vector<const Option*> all;
  for (const Option& option : options_)
    all.push_back(&option);
  return all;
}

int64_t Command::count(const std::string& option) const {
  return static_cast<int64_t>(app_->count(option));
}

void Command::check_inputs() const {
  for (const Option& option : options_) {
    if (!option.input_)
      continue;
    for (const std::string& value : option.parsed_->results()) {
      const std::string path = value.substr(value.find('=') + 1);
      if (!path.starts_with("random:") && !file_exists(value) && !file_exists(path))
        throw InputError(
            fmt::format("{} '{}' cannot be opened: {}", option.name(), path, std::strerror(errno)));
    }
  }
}

void Command::check_outputs() const {
  std::vector<std::string> inputs;
  for (const Option& option : options_)
    if (!option.output_)
      for (const std::string& value : option.parsed_->results())
        add_named_files(value, inputs);
  std::vector<WantedFile> outputs;
  for (const Option& option : options_)
    for (const std::string& path : option.output_names()) {
      if (path == "-")
        throw UsageError(
            fmt::format("{} '-': results go to files here; /dev/stdout is standard output, ./- a "
                        "file of that name",
                        option.name()));
      check_output(path, inputs);
      require_other_file({option.name(), path}, outputs);
      outputs.push_back({option.name(), path});
    }
}

void Command::set_action(std::function<int()> action) {
  app_->callback([this, action = std::move(action)] {
    if (!app_->get_subcommands().empty())
      return;  // its command has done the work
    check_inputs();
    check_outputs();
    if (const int code = action(); code != 0)
      throw CLI::RuntimeError(code);
  });
}

int Command::parse(int argc, const char* const* argv) {
  const std::vector<const char*> arguments = with_help_as_option(*app_, argc, argv);
  const int count = static_cast<int>(arguments.size());
  refuse_unknown_command(*app_, count, arguments.data());
  try {
    app_->parse(count, arguments.data());
  } catch (const CLI::RuntimeError& e) {  // an action's own exit code
    return e.get_exit_code();
  } catch (const CLI::ExtrasError&) {
    refuse_extras(*app_);
    throw;
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != 0)
      refuse_command_line(*app_, e);
    std::ostringstream out;  // --help, --version
    app_->exit(e, out, out);
    fmt::print("{}", out.str());
  }
  return 0;
}

}  // namespace vta::cli
