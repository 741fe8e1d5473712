# cmake -DBINARY_DIR=... -DTREE=... -P subdirectory_test.cmake
# A project that sets no C++ standard takes the tree as a folder of its own and compiles the platform of
# docs/systemc.md; of the tree it builds nothing, and its tests it does not see.
set(parent ${BINARY_DIR}/subdirectory_test)
file(REMOVE_RECURSE ${parent})
file(WRITE ${parent}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(parent CXX)
add_subdirectory(${TREE} vta EXCLUDE_FROM_ALL)
add_library(my_platform OBJECT ${TREE}/tests/examples/systemc_platform.cpp)
target_link_libraries(my_platform PRIVATE vta_accelerator)
if(TARGET capi_tests)
  message(FATAL_ERROR \"the tests of the tree are built in somebody else's project\")
endif()
")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "failed (${code}): ${ARGN}\n${out}${err}")
  endif()
endfunction()

run(${CMAKE_COMMAND} -S ${parent} -B ${parent}/build -G Ninja)
set(object CMakeFiles/my_platform.dir${TREE}/tests/examples/systemc_platform.cpp.o)
run(${CMAKE_COMMAND} --build ${parent}/build --target ${object})
