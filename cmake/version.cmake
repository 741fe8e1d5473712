# The version of everything that is built, from CHANGELOG.md alone: its newest numbered heading. Under an "Unreleased" heading
# above that with N entries, what is built is N entries past it: 0.1.0+devN, which dpkg, pip and pkg-config sort after 0.1.0
# and before 0.1.1. CMake and sonames have the numbers only.
#   vta_read_version(FILE number text)    number: 0.1.0, text: 0.1.0+dev35
function(vta_read_version file number text)
  file(STRINGS "${file}" lines REGEX "^(## |- )" ENCODING UTF-8)
  set(entries 0)
  set(unreleased FALSE)
  foreach(line IN LISTS lines)
    if(line MATCHES "^## ([0-9]+\\.[0-9]+\\.[0-9]+)( |$)")
      set(${number} "${CMAKE_MATCH_1}" PARENT_SCOPE)
      set(suffix "")
      if(entries GREATER 0)
        set(suffix "+dev${entries}")
      endif()
      set(${text} "${CMAKE_MATCH_1}${suffix}" PARENT_SCOPE)
      return()
    elseif(line MATCHES "^## Unreleased *$")
      set(unreleased TRUE)
    elseif(line MATCHES "^## ")
      message(FATAL_ERROR "${file}: heading '${line}': legal are '## Unreleased' and '## MAJOR.MINOR.PATCH'")
    elseif(unreleased)
      math(EXPR entries "${entries} + 1")
    endif()
  endforeach()
  message(FATAL_ERROR "${file}: no heading '## MAJOR.MINOR.PATCH' gives a version")
endfunction()

# As a script: cmake -DFILE=CHANGELOG.md -P cmake/version.cmake prints both.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  vta_read_version("${FILE}" number text)
  message("${number} ${text}")
endif()
