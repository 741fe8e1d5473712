# Installation of the runtime library alone, the component `runtime`: lib/libvta_runtime.{so,a}, its headers, vta_runtime.pc
# for pkg-config and the CMake package with vta::runtime.
#   cmake --install build/release --component runtime --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(vta_install_headers)
  cmake_parse_arguments(ARG "" "COMPONENT" "HEADERS" ${ARGN})
  foreach(header IN LISTS ARG_HEADERS)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta/${folder}
            COMPONENT ${ARG_COMPONENT})
  endforeach()
endfunction()
vta_install_headers(COMPONENT runtime HEADERS ${VTA_RUNTIME_HEADERS})

# An installation of the runtime alone has in the place of the tool's headers what says so, found after the real ones.
set(VTA_RUNTIME_ONLY_HEADERS ${CMAKE_BINARY_DIR}/runtime_only)
foreach(header IN LISTS VTA_TOOL_HEADERS)
  file(CONFIGURE OUTPUT ${VTA_RUNTIME_ONLY_HEADERS}/${header} @ONLY CONTENT [[
#error "@header@ is of libvta (vta::vta; Debian's libvta-dev), and here is libvta_runtime alone: its devices are in link/devices/devices.h"
#include "here_the_compilation_ends"
]])
endforeach()
install(DIRECTORY ${VTA_RUNTIME_ONLY_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta COMPONENT runtime)

install(TARGETS vta_runtime_shared EXPORT vtaRuntimeTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime NAMELINK_COMPONENT runtime)
install(TARGETS vta_runtime_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/vta COMPONENT runtime)

# Relative to itself: the folder may be moved, and --prefix may name another one than was configured.
file(RELATIVE_PATH VTA_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(VTA_RUNTIME_PRIVATE_LIBS "-lboost_json -lfmt -lxxhash")
if(VTA_RUNTIME_ONLY)
  set(VTA_RUNTIME_PRIVATE_LIBS "")  # their headers are compiled into it
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/vta_runtime.pc.in ${CMAKE_BINARY_DIR}/vta_runtime.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/vta_runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)

set(VTA_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/vta)
install(EXPORT vtaRuntimeTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR} COMPONENT runtime)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/vtaConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/vtaConfig.cmake
                              INSTALL_DESTINATION ${VTA_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/vtaConfig.cmake ${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
        DESTINATION ${VTA_PACKAGE_DIR} COMPONENT runtime)
