// Command lines and the files that they name: mostly legal ones, made from numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/command_options.h"
#include "tests/fuzz/mutate.h"

namespace vta::fuzz {

struct CliCase {
  std::vector<std::string> arguments;        // after the program's name
  std::map<std::string, std::string> files;  // by name: what is in them
  bool alone = false;                        // makes processes: none is to have threads before
};

class CaseMaker {
 public:
  // `corpus` by the ending of a file's name (".vta"); `help` is what `vta COMMAND --help` prints.
  using Help = std::function<std::string(const std::string& command)>;
  CaseMaker(std::map<std::string, std::vector<Bytes>> corpus, const std::string& mutator,
            const Help& help);

  // The same number gives the same case.
  CliCase make(uint64_t number);

 private:
  struct Command {
    std::string name;
    std::string kind;  // of its operand: endings, or nothing
    int weight = 1;
    std::vector<CommandOption> options = {};
  };
  const Command& choose();
  std::string put_operand(const Command& command, CliCase& made);
  std::string changed(const std::string& ending, bool harmless);
  void put_samples(CliCase& made, const std::vector<int64_t>& shape);
  std::vector<std::string> usual(const std::string& command);
  void add_options(const Command& command, CliCase& made);
  void add_option(const CommandOption& option, const Command& command, CliCase& made);
  std::string value(const CommandOption& option, const Command& command, CliCase& made);
  std::string text(const std::string& option, const Command& command, CliCase& made);
  std::string number(const CommandOption& option);

  size_t below(size_t end) { return end == 0 ? 0 : random_() % end; }
  bool chance(size_t one_in) { return below(one_in) == 0; }
  template <typename T>
  const T& of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

  std::map<std::string, std::vector<Bytes>> corpus_;
  std::string mutator_;
  std::vector<Command> commands_;
  std::mt19937_64 random_;
  std::vector<std::string> names_;  // of values and nodes of the case's network
};

}  // namespace vta::fuzz
