# Libraries used by their headers alone, under the names that they have elsewhere (fmt::fmt, Boost::json, xxhash): what is
# built needs nothing of the other machine, nor of a board, but the C++ library. The headers come from the machine that
# builds; links in a folder of their own, since its other headers must not be found.
set(header_folder ${CMAKE_BINARY_DIR}/header_only)
foreach(entry fmt:fmt/core.h:libfmt-dev boost:boost/json.hpp:libboost1.81-dev xxhash.h:xxhash.h:libxxhash-dev
              stb:stb/stb_image.h:libstb-dev)
  string(REPLACE ":" ";" entry "${entry}")
  list(GET entry 0 link)
  list(GET entry 1 header)
  list(GET entry 2 package)
  find_path(VTA_HEADERS_${package} ${header} NO_CMAKE_FIND_ROOT_PATH)
  if(NOT VTA_HEADERS_${package})
    message(FATAL_ERROR "there is no header ${header}: package ${package} is not installed")
  endif()
  file(MAKE_DIRECTORY ${header_folder})
  file(CREATE_LINK ${VTA_HEADERS_${package}}/${link} ${header_folder}/${link} SYMBOLIC)
endforeach()

function(vta_header_library name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} INTERFACE ${header_folder})
  target_compile_definitions(${name} INTERFACE ${ARGN})
endfunction()
vta_header_library(fmt::fmt FMT_HEADER_ONLY)
vta_header_library(Boost::json)
vta_header_library(xxhash XXH_INLINE_ALL)

# Boost.JSON is one source made of headers.
set(boost_json_source ${CMAKE_BINARY_DIR}/boost_json.cpp)
file(CONFIGURE OUTPUT ${boost_json_source} CONTENT "#include <boost/json/src.hpp>\n")
add_library(vta_boost_json STATIC ${boost_json_source})
target_include_directories(vta_boost_json SYSTEM PRIVATE ${header_folder})
target_link_libraries(Boost::json INTERFACE vta_boost_json)
