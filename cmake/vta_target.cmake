# vta_library(name [WARM|COLD] [PRECOMPILED OWNER] SOURCES a.cpp b.cpp LINKS vta_x fmt::fmt [PRIVATE_LINKS ...])
# One static library per folder with the project's warnings. LINKS are PUBLIC (headers need them).
# The compiler spends its time where runs spend theirs: WARM (-O1) is what compiling a network and sweeping walk often,
# COLD (-Og, a sixth less to compile) reads, writes, asks and waits.
add_library(vta_options INTERFACE)
target_compile_features(vta_options INTERFACE cxx_std_20)
target_compile_options(vta_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                             -Wno-sign-conversion -Werror)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)  # sizes of 64 bits are counts of what is in memory there; and an old ABI's note
  target_compile_options(vta_options INTERFACE -Wno-conversion -Wno-psabi)
endif()
# GCC 12 takes the copies inside std::string for overruns, by the length of a literal, once the
# standard headers are precompiled: the sanitizers watch for the real ones.
target_compile_options(vta_options INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict>)
if(VTA_SANITIZE)
  target_compile_options(vta_options INTERFACE -fsanitize=${VTA_SANITIZE} -fno-omit-frame-pointer
                                               -fno-sanitize-recover=all)
  # GCC's own advice: its checks confuse this warning (std::regex here).
  target_compile_options(vta_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  target_compile_definitions(vta_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(vta_options INTERFACE -fsanitize=${VTA_SANITIZE})
else()
  # What a release does against files made to harm: checked copies, canaries, read-only tables.
  target_compile_options(vta_options INTERFACE
    $<$<CONFIG:Release>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
  # Programs of tests are started thousands of times: they look up what they call.
  target_link_options(vta_options INTERFACE
    $<$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:VTA_QUICK>>>>:-Wl,-z,relro,-z,now>)
  # binutils' second linker links them in a third of the time.
  find_program(VTA_GOLD ld.gold)
  if(VTA_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CROSSCOMPILING)
    target_link_options(vta_options INTERFACE $<$<BOOL:$<TARGET_PROPERTY:VTA_QUICK>>:-fuse-ld=gold>)
  endif()
endif()
if(VTA_FUZZ)  # coverage for libFuzzer; clang's own warnings do not stop it
  target_compile_options(vta_options INTERFACE -fsanitize=fuzzer-no-link -Wno-error
                                               -Wno-unknown-warning-option)
endif()

# The headers that nearly every source parses, parsed once: for libraries, and with GoogleTest for
# tests. A source keeps including what it uses.
set(VTA_COMMON_HEADERS "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/precompiled.h>")
set(precompiled_source ${CMAKE_BINARY_DIR}/precompiled.cpp)
file(CONFIGURE OUTPUT ${precompiled_source} CONTENT "// Makes the precompiled headers.\n")
add_library(vta_precompiled OBJECT ${precompiled_source})
target_link_libraries(vta_precompiled PRIVATE vta_options fmt::fmt Boost::json)
target_precompile_headers(vta_precompiled PRIVATE "${VTA_COMMON_HEADERS}"
                          "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/extern_templates.h>")

# vta_precompile(target [OWNER vta_precompiled]): the target's sources start with OWNER's headers.
function(vta_precompile target)
  cmake_parse_arguments(ARG "" "OWNER" "" ${ARGN})
  if(NOT ARG_OWNER)
    set(ARG_OWNER vta_precompiled)
  endif()
  if(NOT CMAKE_CXX_CLANG_TIDY)  # clang does not read what GCC precompiled
    target_precompile_headers(${target} REUSE_FROM ${ARG_OWNER})
  endif()
endfunction()

function(vta_library name)
  cmake_parse_arguments(ARG "WARM;COLD" "PRECOMPILED" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_features(${name} PUBLIC cxx_std_20)  # for who adds the tree to a project of C++17
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE $<BUILD_INTERFACE:vta_options>
                                                            ${ARG_PRIVATE_LINKS})
  if(ARG_WARM)
    target_compile_options(${name} PRIVATE -O1)
  elseif(ARG_COLD)
    target_compile_options(${name} PRIVATE -Og)
  endif()
  if(CMAKE_UNITY_BUILD)  # no folder has more: what its sources have in common is compiled once
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 64)
  endif()
  vta_precompile(${name} OWNER ${ARG_PRECOMPILED})
endfunction()

# A program whose own code is compiled quickly, with the headers of tests: temperature warm (-O1) or cold (not optimized).
function(vta_quick_program name temperature)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE ${vta_${temperature}_test_options})
  set_target_properties(${name} PROPERTIES VTA_QUICK ON POSITION_INDEPENDENT_CODE OFF)  # as its headers
  vta_precompile(${name} OWNER vta_${temperature}_test_precompiled)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# vta_module(name file library map): lib/vta/FILE.so, a part that programs load when they first use it (base/module.h):
# everything of `library`, of which the map's names are exported.
function(vta_module name file library map)
  add_library(${name} MODULE $<TARGET_OBJECTS:${library}>)
  set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME ${file} LINKER_LANGUAGE CXX
                        LINK_DEPENDS ${map} LIBRARY_OUTPUT_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/vta)
  target_link_options(${name} PRIVATE LINKER:--version-script=${map})
  target_link_libraries(${name} PRIVATE ${library} vta_options)
  install(TARGETS ${name} LIBRARY DESTINATION lib/vta)
endfunction()

# vta_test_program(name [COLD] SOURCES a.cpp ... LINKS vta_x ...): a program that has its own main() and exercises a
# library: a benchmark, a fuzz target, a helper of a test.
function(vta_test_program name)
  cmake_parse_arguments(ARG "COLD" "" "SOURCES;LINKS" ${ARGN})
  set(temperature warm)
  if(ARG_COLD)
    set(temperature cold)
  endif()
  vta_quick_program(${name} ${temperature} ${ARG_SOURCES})
  # The headers stand on these, whether it uses them or not.
  target_compile_options(${name} PRIVATE $<TARGET_PROPERTY:GTest::gtest,INTERFACE_COMPILE_OPTIONS>)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} fmt::fmt Boost::json vta_options)
endfunction()

# Tests that start the program, and name devices elsewhere, have both made before them.
function(vta_starts_program)
  foreach(name IN LISTS ARGN)
    add_dependencies(${name} vta_cli)
    if(TARGET vta_remote_module)
      add_dependencies(${name} vta_remote_module)
    endif()
  endforeach()
endfunction()

# vta_test(name [COLD] LABEL group [FIXTURE f] SOURCES a_test.cpp ... LINKS vta_x ...)
# One test program per area; every suite in it is one ctest case under the label `group`, of TEST_Ps each with its
# parameters (list_tests.cmake). COLD: it waits for what it tests and computes little itself, so it is compiled without
# optimization.
# OVER_WIRE: the same objects make a second program, whose links to devices are messages (tests/driver/
# test_link.h); its cases are called Wire.*. OVER_BOARD CASES: a third one over the driver of a board (tests/linux),
# whose cases are called Board.*: those that CASES, a filter of GoogleTest, lets through.
# Models of the RTL that tests need are kept in the build tree, whatever the user has, and are made quickly.
function(vta_test name)
  cmake_parse_arguments(ARG "COLD;OVER_WIRE" "LABEL;TIMEOUT;FIXTURE;OVER_BOARD" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 3600)
  endif()
  set(temperature warm)
  if(ARG_COLD)
    set(temperature cold)
  endif()
  vta_quick_program(${name} ${temperature} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} vta_options vta_test_main)
  target_compile_definitions(${name} PRIVATE VTA_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             VTA_BINARY_DIR="${CMAKE_BINARY_DIR}")
  set(fixture "")
  if(ARG_FIXTURE)
    set(fixture "FIXTURES_REQUIRED ${ARG_FIXTURE}")
  endif()
  set(programs ${name})
  set(links "")
  if(ARG_OVER_WIRE)
    target_link_libraries(${name} PRIVATE test_link_local)
    list(APPEND links wire)
  endif()
  if(ARG_OVER_BOARD AND VERILATOR)
    list(APPEND links board)
  endif()
  foreach(link IN LISTS links)
    add_executable(${name}_${link} $<TARGET_OBJECTS:${name}>)
    set_target_properties(${name}_${link} PROPERTIES VTA_QUICK ON LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE OFF)
    target_link_libraries(${name}_${link} PRIVATE ${ARG_LINKS} test_link_${link} vta_options vta_test_main)
    list(APPEND programs ${name}_${link})
  endforeach()
  foreach(program IN LISTS programs)
    set(prefix "")
    set(filter *)
    if(program STREQUAL ${name}_wire)
      set(prefix Wire.)
    elseif(program STREQUAL ${name}_board)
      set(prefix Board.)
      set(filter ${ARG_OVER_BOARD})
    endif()
    set(listed ${CMAKE_CURRENT_BINARY_DIR}/${program}_list)
    file(CONFIGURE OUTPUT ${listed}.cmake @ONLY CONTENT [=[
include("@PROJECT_SOURCE_DIR@/cmake/list_tests.cmake")
vta_list_tests("@CMAKE_RUNTIME_OUTPUT_DIRECTORY@/@program@" "@listed@_written.cmake" @program@ "@prefix@" "@filter@"
               "@CMAKE_CURRENT_BINARY_DIR@" LABELS @ARG_LABEL@ @fixture@ TIMEOUT @ARG_TIMEOUT@
               ENVIRONMENT "VTA_CACHE_DIR=@CMAKE_BINARY_DIR@/model_cache" ENVIRONMENT_MODIFICATION VTA_TSIM_QUICK=set:1)
]=])
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${listed}.cmake)
  endforeach()
endfunction()
