// Templates that half of the sources would each instantiate: they are instantiated once, in
// base/extern_templates.cpp. For the precompiled headers of libraries; sources do without.
#pragma once

#include <fmt/format.h>

#if FMT_VERSION >= 90000 && FMT_VERSION < 100000
namespace fmt {
inline namespace v9 {
namespace detail {

extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                      basic_format_args<buffer_context<char>>, locale_ref);
extern template auto write_escaped_string<char, appender>(appender, basic_string_view<char>)
    -> appender;
extern template auto write_escaped_string<char, counting_iterator>(counting_iterator,
                                                                   basic_string_view<char>)
    -> counting_iterator;

}  // namespace detail
}  // namespace v9
}  // namespace fmt
#endif
