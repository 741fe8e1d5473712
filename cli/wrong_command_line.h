// What is wrong with a command line, in words of ours: the parser's own say what it counted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace vta::cli {

// nearest_words() (base/suggest.h) of names that a parser keeps as strings.
std::string nearest(std::string_view name, const std::vector<std::string>& known);
std::vector<std::string> command_names(const CLI::App& app);  // of the commands below
std::vector<std::string> option_names(const CLI::App& app);   // "--batch", ...

// UsageError for a mistyped command, before anything is parsed: the parser would only say that one
// is required.
void refuse_unknown_command(const CLI::App& program, int argc, const char* const* argv);
// UsageError for what `app` did not take: a command, a value or an option that is required and not
// there, an option that is given twice, a value that is wrong.
[[noreturn]] void refuse_command_line(const CLI::App& app, const CLI::ParseError& error);
// UsageError for the first word that was left over, with the nearest option; returns where none
// was.
void refuse_extras(const CLI::App& app);

}  // namespace vta::cli
