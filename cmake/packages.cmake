# Debian packages, by CPack (scripts/package.sh; docs/packages.md): what is in each, under which name, and what it depends on.
# Their rules of installation are of components of their own, which `cmake --install` alone leaves out: Debian parts a
# library from its headers, and has copyright, changelog and manual pages in places of its own.
set(components tool remote mpi library library_dev runtime runtime_dev python)
set(VTA_SOVERSION ${PROJECT_VERSION_MAJOR})
set(package_tool vta)
set(package_remote vta-remote)
set(package_mpi vta-sweep-mpi)
set(package_library libvta${VTA_SOVERSION})
set(package_library_dev libvta-dev)
set(package_runtime libvta-runtime${VTA_SOVERSION})
set(package_runtime_dev libvta-runtime-dev)
set(package_python python3-vta)

set(VTA_PACKAGE_MAINTAINER "VTA stack <vta-stack@example.org>" CACHE STRING "Field Maintainer of Debian packages")
set(folder ${CMAKE_BINARY_DIR}/packages)
set(scripts ${PROJECT_SOURCE_DIR}/scripts)

# Made by the build: they follow CHANGELOG.md and the pages. The time is the change log's, or SOURCE_DATE_EPOCH.
add_custom_command(OUTPUT ${folder}/documents.stamp
  COMMAND ${scripts}/package_documents.sh ${PROJECT_SOURCE_DIR} ${folder} ${CMAKE_BINARY_DIR}/man ${VTA_VERSION} ${VTA_PACKAGE_MAINTAINER}
  COMMAND ${CMAKE_COMMAND} -E touch ${folder}/documents.stamp
  DEPENDS ${CMAKE_BINARY_DIR}/man.stamp ${scripts}/package_documents.sh ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
add_custom_target(package_documents ALL DEPENDS ${folder}/documents.stamp)

# install(...) of a package. MATCHING: the patterns of a DIRECTORY, which come last.
function(vta_package_install component)
  cmake_parse_arguments(ARG "" "" "MATCHING" ${ARGN})
  install(${ARG_UNPARSED_ARGUMENTS} COMPONENT deb_${component} EXCLUDE_FROM_ALL ${ARG_MATCHING})
endfunction()

vta_package_install(tool TARGETS vta_cli RUNTIME DESTINATION bin)
vta_package_install(tool DIRECTORY ${folder}/man/ DESTINATION share/man/man1)
vta_package_install(tool DIRECTORY ${PROJECT_SOURCE_DIR}/hw/rtl/ DESTINATION share/vta/rtl
                    MATCHING FILES_MATCHING PATTERN "*.sv" PATTERN "*.f")
vta_package_install(tool DIRECTORY ${PROJECT_SOURCE_DIR}/config/ DESTINATION share/vta/config
                    MATCHING FILES_MATCHING PATTERN "*.json" PATTERN "quick.json" EXCLUDE)
# The main job on samples that are the project's own.
vta_package_install(tool PROGRAMS ${scripts}/main_job.sh DESTINATION share/vta/samples)
foreach(sample digits_resnet8.onnx digits_test_200_u8.npy digits_test_200_labels.npy digits_calib_64_u8.npy digit.png digit.jpg)
  vta_package_install(tool FILES ${PROJECT_SOURCE_DIR}/tests/data/${sample} DESTINATION share/vta/samples)
endforeach()
vta_package_install(tool PROGRAMS ${scripts}/setup_synth.sh DESTINATION share/vta/scripts)
foreach(file package.json package-lock.json .npmrc)  # what it reads
  vta_package_install(tool FILES ${PROJECT_SOURCE_DIR}/hw/synth/${file} DESTINATION share/vta/hw/synth)
endforeach()
vta_package_install(tool DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION share/doc/vta/docs)
foreach(page README.md cli/README.md config/README.md hw/rtl/README.md runtime/README.md compiler/schedule/README.md
             compiler/passes/README.md)
  get_filename_component(place ${page} DIRECTORY)
  vta_package_install(tool FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION share/doc/vta/${place})
endforeach()
if(TARGET vta_remote_module)
  vta_package_install(remote TARGETS vta_remote_module LIBRARY DESTINATION lib/vta)
else()
  list(REMOVE_ITEM components remote)
endif()
if(TARGET vta-sweep-mpi)
  vta_package_install(mpi TARGETS vta-sweep-mpi RUNTIME DESTINATION bin)
  vta_package_install(mpi FILES ${folder}/vta-sweep-mpi.1.gz DESTINATION share/man/man1)
else()
  list(REMOVE_ITEM components mpi)
endif()

vta_package_install(library TARGETS vta_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
vta_package_install(library TARGETS vta_systemc_module LIBRARY DESTINATION lib/vta)
vta_package_install(library_dev TARGETS vta_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_ONLY)
vta_package_install(library_dev TARGETS vta_systemc ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
vta_package_install(library_dev EXPORT vtaTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR})
vta_package_install(runtime TARGETS vta_runtime_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
vta_package_install(runtime_dev TARGETS vta_runtime_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_ONLY)
vta_package_install(runtime_dev TARGETS vta_runtime_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
vta_package_install(runtime_dev EXPORT vtaRuntimeTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR})
vta_package_install(runtime_dev FILES ${CMAKE_BINARY_DIR}/vtaConfig.cmake ${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
                    DESTINATION ${VTA_PACKAGE_DIR})
vta_package_install(runtime_dev FILES ${CMAKE_BINARY_DIR}/vta_runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
foreach(header IN LISTS VTA_RUNTIME_HEADERS)
  get_filename_component(place ${header} DIRECTORY)
  vta_package_install(runtime_dev FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta/${place})
endforeach()
vta_package_install(runtime_dev DIRECTORY ${VTA_RUNTIME_ONLY_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta)
foreach(header IN LISTS VTA_TOOL_HEADERS)
  get_filename_component(place ${header} DIRECTORY)
  vta_package_install(library_dev FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta/${place})
endforeach()

if(TARGET vta_python)
  vta_package_install(python TARGETS vta_python LIBRARY DESTINATION ${VTA_PYTHON_DIR}/vta)
  file(GLOB modules CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/vta/*.py ${PROJECT_SOURCE_DIR}/python/vta/*.pyi
       ${PROJECT_SOURCE_DIR}/python/vta/py.typed)
  vta_package_install(python FILES ${modules} DESTINATION ${VTA_PYTHON_DIR}/vta)
else()
  list(REMOVE_ITEM components python)
endif()
foreach(component IN LISTS components)
  set(documents share/doc/${package_${component}})
  vta_package_install(${component} FILES ${folder}/copyright ${folder}/changelog.Debian.gz DESTINATION ${documents})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME vta)
set(CPACK_PACKAGE_CONTACT ${VTA_PACKAGE_MAINTAINER})
set(CPACK_PACKAGE_VERSION ${VTA_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
# Ours: CPack's call ldconfig from scripts, where Debian wants a trigger.
foreach(component library runtime)
  set(control ${CMAKE_BINARY_DIR}/packages_control/${component})
  string(TOUPPER DEB_${component} name)
  string(REGEX REPLACE "[0-9]+$" "" stem ${package_${component}})
  string(REPLACE - _ stem ${stem})
  file(CONFIGURE OUTPUT ${control}/triggers CONTENT "activate-noawait ldconfig\n")
  file(CONFIGURE OUTPUT ${control}/shlibs
       CONTENT "${stem} ${VTA_SOVERSION} ${package_${component}} (>= ${VTA_VERSION})\n")
  set(CPACK_DEBIAN_${name}_PACKAGE_CONTROL_EXTRA "${control}/triggers;${control}/shlibs")
endforeach()
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY TRUE)  # packages need no tests

# Words in lines of Debian's width.
function(vta_wrap text result)
  string(REPLACE " " ";" words "${text}")
  set(lines "")
  set(line "")
  foreach(word IN LISTS words)
    string(LENGTH "${line} ${word}" length)
    if(length GREATER 76)
      string(APPEND lines "${line}\n")
      set(line "${word}")
    else()
      string(APPEND line " ${word}")
      string(STRIP "${line}" line)
    endif()
  endforeach()
  set(${result} "${lines}${line}" PARENT_SCOPE)
endfunction()

# vta_package(component SECTION s SUMMARY t TEXT t [DEPENDS d] [RECOMMENDS r] [SUGGESTS g])
macro(vta_package component)
  cmake_parse_arguments(ARG "" "SECTION;SUMMARY;TEXT;DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER DEB_${component} name)
  vta_wrap("${ARG_TEXT}" text)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package_${component}})
  set(CPACK_DEBIAN_${name}_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${ARG_SECTION})
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${ARG_SUMMARY}\n${text}")
  set(CPACK_DEBIAN_${name}_PACKAGE_DEPENDS "${ARG_DEPENDS}")
  set(CPACK_DEBIAN_${name}_PACKAGE_RECOMMENDS "${ARG_RECOMMENDS}")
  set(CPACK_DEBIAN_${name}_PACKAGE_SUGGESTS "${ARG_SUGGESTS}")
endmacro()
set(same "(= ${VTA_VERSION}-1)")
set(about "VTA is an open accelerator for neural networks in int8: a matrix unit, an ALU, load and store units under tokens.")
vta_package(tool SECTION science SUMMARY "compiler and cycle-level simulator of the VTA accelerator"
  TEXT "${about} This program compiles ONNX networks for any configuration of it, runs them on a functional, a cycle-level and an RTL simulator, and explains where every cycle went. The RTL comes along. Running it takes Verilator and a compiler."
  DEPENDS "${package_library} ${same}" RECOMMENDS "vta-remote ${same}, verilator, g++, make" SUGGESTS "python3-vta, vta-sweep-mpi, npm")
vta_package(remote SECTION science SUMMARY "VTA devices of other machines"
  TEXT "${about} This module of the program vta, of libvta and of the Python module serves devices to other machines, finds them by a tracker, and uses them."
  DEPENDS "${package_library} ${same}")
vta_package(mpi SECTION science SUMMARY "sweeps of VTA configurations over MPI ranks"
  TEXT "${about} This program computes the points of a sweep of vta on the ranks of mpirun." RECOMMENDS "openmpi-bin"
  DEPENDS "vta ${same}")
vta_package(library SECTION libs SUMMARY "run compiled networks on every simulator of VTA"
  TEXT "${about} This library loads compiled programs and runs them on the functional, the cycle-level and the RTL simulator, or on a board."
  SUGGESTS "vta, vta-remote ${same}")
vta_package(library_dev SECTION libdevel SUMMARY "headers of libvta, and the accelerator for SystemC platforms"
  TEXT "${about} Headers of libvta, the archive of the accelerator for SystemC platforms, and their targets for CMake."
  DEPENDS "${package_library} ${same}, libvta-runtime-dev ${same}, libfmt-dev" SUGGESTS "libsystemc-dev, libboost-json1.81-dev, libspdlog-dev, libxxhash-dev")
vta_package(runtime SECTION libs SUMMARY "run compiled networks on VTA, and nothing else"
  TEXT "${about} This library runs compiled programs on the functional simulator or on a board. It has no compiler and no cycles: it is small.")
vta_package(runtime_dev SECTION libdevel SUMMARY "headers of the runtime library of VTA"
  TEXT "${about} Headers in C and C++, the archive, and files for CMake and pkg-config."
  DEPENDS "${package_runtime} ${same}" RECOMMENDS "libfmt-dev" SUGGESTS "libboost-json1.81-dev, libxxhash-dev")
# The module is of one version of Python's ABI.
execute_process(COMMAND ${VTA_PYTHON} -c "import sys; v = sys.version_info; print('python3 (>= %d.%d~), python3 (<< %d.%d)' % (v[0], v[1], v[0], v[1] + 1))"
                OUTPUT_VARIABLE python_versions OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
vta_package(python SECTION python SUMMARY "compile and simulate networks on VTA from Python"
  TEXT "${about} The module vta compiles ONNX networks, runs them on arrays of numpy or DLPack without copies, and has cycles and counters as structured arrays."
  DEPENDS "${python_versions}, python3-numpy, ${package_library} ${same}" RECOMMENDS "vta ${same}" SUGGESTS "python3-torch")
list(TRANSFORM components PREPEND deb_ OUTPUT_VARIABLE CPACK_COMPONENTS_ALL)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
