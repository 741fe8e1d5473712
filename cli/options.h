// The command line as the commands of `vta` describe it. Two files (options.cpp and
// wrong_command_line.cpp) know the library that parses; all others include this, so that its large
// header is compiled once.
//
//   Command& run = *app.add_subcommand("run", "run a network");
//   run.add_option("--top", flags->top, "number of classes to print")->check(range(0, 1000));
//   run.callback([flags] { return run_network(*flags); });
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace vta::cli {

// What a value must be; empty text when it is, else what is wrong with it. `legal` is shown in
// --help. Of integers the bounds are enough.
struct Check {
  std::string legal;
  std::function<std::string(const std::string& value)> problem;
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t greatest = std::numeric_limits<int64_t>::max();
};

Check range(int64_t least, int64_t greatest);
Check real_range(double least, double greatest);
Check one_of(std::vector<std::string> names);  // the nearest name is given
Check positive();                              // a number above 0
Check not_negative();

// Where the values of an option that names files to write have their names.
enum class OutputForm {
  File,            // all of it; after NAME= where an option takes several
  AfterTwoColons,  // HEX:BYTES:FILE
};

// An option or a positional operand of a command. The command owns it. An empty value, as an unset
// variable of a shell leaves it, is a mistake for every one of them.
class Option {
 public:
  Option(CLI::Option* parsed, bool is_integer);
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;

  Option* required();
  Option* check(const Check& check);
  Option* capture_default_str();  // --help shows the value that the variable has now
  Option* default_str(const std::string& text);
  Option* type_name(const std::string& text);
  Option* description(const std::string& text);
  Option* delimiter(char separator);  // of the values in one argument
  Option* expected(int count);
  Option* expected(int least, int most);
  Option* allow_extra_args(bool allow);  // true: following arguments are values too
  Option* take_all();                    // given several times, all count
  Option* excludes(const Option* other);
  // The value names a file that the command writes. Before the command does anything, it is checked
  // that it can be written there, and that no other value on the command line, of an input or of an
  // output, is the same file.
  Option* output_file(OutputForm form = OutputForm::File);
  // The value names a file that the command reads, perhaps after NAME=; random:SEED is none. That
  // it is there is checked before the command does anything: it may read it minutes later.
  Option* input_file();

  int64_t count() const;  // how often it was given
  // A value from elsewhere, as if it had been given here; UsageError as on the command line.
  void take(const std::string& value);
  bool is_flag() const;
  std::string name() const;
  bool positional() const;

 private:
  friend class Command;
  std::string problem(std::string& value) const;
  std::vector<std::string> output_names() const;

  CLI::Option* parsed_;
  bool is_integer_;
  std::vector<Check> checks_;
  std::optional<OutputForm> output_;
  bool input_ = false;
};

// UsageError "NAME REASON" for the first of these that was given: what it says would be ignored.
void refuse_given(const std::vector<const Option*>& options, std::string_view reason);

class Command;

class OptionGroup {
 public:
  OptionGroup(Command& command, const std::string& title);
  ~OptionGroup();
  OptionGroup(const OptionGroup&) = delete;
  OptionGroup& operator=(const OptionGroup&) = delete;

 private:
  Command& command_;
  std::string before_;
};

// A program or one of its commands, with the variables that its options set: they must outlive
// parse().
class Command {
 public:
  explicit Command(const std::string& description);  // the program
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& description);
  void require_subcommand();
  void set_version_flag(const std::string& names, const std::string& text);
  void footer(const std::string& text);  // examples and exit codes, after --help
  // Options that are added while the result lives stand under this title in --help.
  [[nodiscard]] OptionGroup group(const std::string& title);

  Option* add_option(const std::string& name, std::string& value, const std::string& help);
  // Integers are decimal.
  Option* add_option(const std::string& name, int64_t& value, const std::string& help);
  Option* add_option(const std::string& name, double& value, const std::string& help);
  Option* add_option(const std::string& name, std::optional<int64_t>& value,
                     const std::string& help);
  Option* add_option(const std::string& name, std::vector<std::string>& value,
                     const std::string& help);
  Option* add_option(const std::string& name, std::vector<int64_t>& value, const std::string& help);
  Option* add_option(const std::string& name, std::vector<double>& value, const std::string& help);
  // The text goes to a function, which throws UsageError for what it cannot take.
  Option* add_option_function(const std::string& name, std::function<void(const std::string&)> take,
                              const std::string& help);
  Option* add_flag(const std::string& name, bool& value, const std::string& help);

  Option* get_option(const std::string& name);
  std::vector<const Option*> options() const;
  int64_t count(const std::string& option) const;

  // What the command does once everything is parsed, unless one of its own commands was given: a
  // function that returns an exit code or void.
  template <typename Action>
  void callback(Action action) {
    if constexpr (std::is_void_v<std::invoke_result_t<Action>>)
      set_action([action] {
        action();
        return 0;
      });
    else
      set_action(action);
  }

  // Parses and runs. The exit code: the action's; 0 after --help and --version; 2 after a message
  // for a wrong command line. UsageError for an unknown option or command, with the nearest known
  // one. What an action throws is passed on.
  int parse(int argc, const char* const* argv);

 private:
  explicit Command(CLI::App* app);
  Option* keep(CLI::Option* option, bool is_integer = false);
  void set_action(std::function<int()> action);
  void check_inputs() const;
  void check_outputs() const;

  friend class OptionGroup;
  std::string group_;                // of options to come; empty: the parser's own
  std::unique_ptr<CLI::App> owned_;  // of the program
  CLI::App* app_;
  std::deque<Option> options_;
  std::deque<std::unique_ptr<Command>> commands_;
};

}  // namespace vta::cli
