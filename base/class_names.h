// Names of classes from a text file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta {

// The names by class. The file is one of two:
//   a list        one name a line, from class 0 on; the last line may lack its end
//   a dictionary  a literal of Python, {0: 'tench', 1: "goldfish", ...}: every class from 0 on
//   once, in
//                 any order; strings in either quote with the escapes \\ \' \" \n \t \xHH and
//                 \uHHHH, comments after #, a comma after the last one. A file that begins with {
//                 is one, and is read strictly.
// InputError names the file, the line and its content, also if the number of names is not `classes`
// (0: any number).
std::vector<std::string> read_class_names(const std::string& path, int64_t classes);
std::vector<std::string> parse_class_names(const std::string& text, const std::string& origin);

}  // namespace vta
