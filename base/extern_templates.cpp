// What cmake/extern_templates.h leaves out of the other sources.
#include <fmt/format.h>

#if FMT_VERSION >= 90000 && FMT_VERSION < 100000
namespace fmt {
inline namespace v9 {
namespace detail {

template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                               basic_format_args<buffer_context<char>>, locale_ref);
template auto write_escaped_string<char, appender>(appender, basic_string_view<char>) -> appender;
template auto write_escaped_string<char, counting_iterator>(counting_iterator,
                                                            basic_string_view<char>)
    -> counting_iterator;

}  // namespace detail
}  // namespace v9
}  // namespace fmt
#endif
