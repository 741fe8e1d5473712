# Installation: bin/vta, lib/libvta.so, the headers under include/vta with their folders, the
# configurations under share/vta, and a CMake package that offers vta::vta, vta::systemc and vta::runtime.
include(${CMAKE_CURRENT_LIST_DIR}/systemc_library.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/install_runtime.cmake)

vta_install_headers(COMPONENT tool HEADERS ${VTA_TOOL_HEADERS})

install(TARGETS vta_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET vta-sweep-mpi)
  install(TARGETS vta-sweep-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS vta_shared vta_systemc EXPORT vtaTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/config/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vta/config
        FILES_MATCHING PATTERN "*.json" PATTERN "quick.json" EXCLUDE)  # its network stays in tests/
install(EXPORT vtaTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR})

if(PROJECT_IS_TOP_LEVEL AND NOT VTA_SANITIZE AND NOT VTA_FUZZ)
  include(${CMAKE_CURRENT_LIST_DIR}/packages.cmake)
endif()
