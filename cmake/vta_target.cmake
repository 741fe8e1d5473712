# vta_library(name SOURCES a.cpp b.cpp LINKS vta_x fmt::fmt [PRIVATE_LINKS ...])
# One static library per folder with the project's warnings. LINKS are PUBLIC (headers need them).
add_library(vta_options INTERFACE)
target_compile_features(vta_options INTERFACE cxx_std_20)
target_compile_options(vta_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                             -Wno-sign-conversion -Werror)
if(VTA_SANITIZE)
  target_compile_options(vta_options INTERFACE -fsanitize=${VTA_SANITIZE} -fno-omit-frame-pointer
                                               -fno-sanitize-recover=all)
  target_link_options(vta_options INTERFACE -fsanitize=${VTA_SANITIZE})
endif()

function(vta_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE $<BUILD_INTERFACE:vta_options>
                                                            ${ARG_PRIVATE_LINKS})
endfunction()

# vta_test(name LABEL group [FIXTURE f] SOURCES a_test.cpp ... LINKS vta_x ...)
# Models of the RTL that tests need are kept in the build tree, whatever the user has.
# One test program per area; every TEST in it is one ctest case under the label `group`.
function(vta_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT;FIXTURE" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} vta_options GTest::gmock_main)
  target_compile_definitions(${name} PRIVATE VTA_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             VTA_BINARY_DIR="${CMAKE_BINARY_DIR}")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES PROPERTIES LABELS ${ARG_LABEL}
                       FIXTURES_REQUIRED "${ARG_FIXTURE}"
                       TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT VTA_CACHE_DIR=${CMAKE_BINARY_DIR}/model_cache)
endfunction()
