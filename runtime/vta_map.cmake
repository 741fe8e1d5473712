# The version script of libvta.so, of runtime/vta_api.txt: the C interfaces and those of C++; all else that is linked into it
# (simulators, gRPC, SystemC, templates of the standard library and of fmt) is its own.
#   vta_write_map(FILE)
function(vta_write_map file)
  set(names ${CMAKE_CURRENT_SOURCE_DIR}/vta_api.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${names})
  file(STRINGS ${names} names REGEX "^[a-zA-Z]")
  set(patterns "")
  foreach(name IN LISTS names)
    # A name ends there; a space, which these scripts do not have, is a `?`.
    string(APPEND patterns "      vta::${name}[!_a-zA-Z0-9]*; *?for?vta::${name}; *?to?vta::${name}::*;\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[
{
  global:
    vta_*;
    VTA*;
    extern "C++" {
@patterns@    };
  local:
    *;
};
]])
endfunction()
