# What ctest reads when it starts: the tests of a program, an entry for each suite, and one for each TEST_P with all its
# parameters. A process for each of thousands of tests would cost more than most of them take; GoogleTest's output, which
# ctest shows, names the test that fails.

# vta_list_tests(PROGRAM LISTING NAME PREFIX FILTER FOLDER PROPERTIES...): adds the tests of PROGRAM that FILTER lets through,
# run in FOLDER. An entry is called PREFIX, suite and NAME. LISTING keeps them until PROGRAM is another one.
function(vta_list_tests program listing name prefix filter folder)
  if(NOT EXISTS ${program})
    add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)
    return()
  endif()
  if(NOT EXISTS ${listing} OR NOT ${listing} IS_NEWER_THAN ${program}
     OR NOT ${listing} IS_NEWER_THAN ${CMAKE_CURRENT_LIST_FILE} OR NOT ${listing} IS_NEWER_THAN ${CMAKE_CURRENT_FUNCTION_LIST_FILE})
    vta_write_listing(${program} ${listing} ${name} "${prefix}" "${filter}" ${folder} ${ARGN})
  endif()
  include(${listing})
endfunction()

function(vta_write_listing program listing name prefix filter folder)
  execute_process(COMMAND ${program} --gtest_list_tests "--gtest_filter=${filter}" WORKING_DIRECTORY ${folder}
                  OUTPUT_VARIABLE output RESULT_VARIABLE result TIMEOUT 60)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${program} does not list its tests: ${result}\n${output}")
  endif()
  string(REGEX REPLACE "# GetParam[^\n]*" "" output "${output}")  # brackets and semicolons are syntax here
  string(REPLACE "\n" ";" lines "${output}")
  set(entries "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^  ([^ /]+)(/?[^ ]*)")
      set(test "${suite}.${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
      set(entry "${shown}")
      if(CMAKE_MATCH_2)
        set(entry "${shown}.${CMAKE_MATCH_1}")
      endif()
      if(test MATCHES "DISABLED_")
        message(FATAL_ERROR "${name}: ${test}: a test that is switched off is not listed, nor seen: skip it with a reason")
      elseif(DEFINED "tests_${entry}")
        string(APPEND "tests_${entry}" ":${test}")
      else()
        list(APPEND entries "${entry}")
        set("tests_${entry}" "${test}")
      endif()
    elseif(line MATCHES "^([^ ]+)\\.( +# TypeParam = (.*))?$")
      set(suite "${CMAKE_MATCH_1}")
      set(shown "${suite}")
      if(CMAKE_MATCH_3)
        string(REGEX REPLACE "/[0-9]+$" "<${CMAKE_MATCH_3}>" shown "${suite}")
      endif()
    endif()
  endforeach()

  list(JOIN ARGN " " properties)
  set(script "")
  foreach(entry IN LISTS entries)
    set(called "[=[${prefix}${entry} (${name})]=]")
    # Some of an entry's tests may be skipped, and another one fail: the status tells.
    string(APPEND script "add_test(${called} [=[${program}]=] --show-skips [=[--gtest_filter=${tests_${entry}}]=])\n"
                         "set_tests_properties(${called} PROPERTIES WORKING_DIRECTORY [=[${folder}]=] "
                         "SKIP_RETURN_CODE 77 ${properties})\n")
  endforeach()
  file(WRITE ${listing} "${script}")
endfunction()
