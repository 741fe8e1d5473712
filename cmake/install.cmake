# Installation: bin/vta, lib/libvta.so, the headers under include/vta with their folders, the
# configurations under share/vta, and a CMake package that offers vta::vta and vta::systemc.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(${CMAKE_CURRENT_LIST_DIR}/systemc_library.cmake)

# What runtime/executor.h, runtime/stream_builder.h, runtime/vta_capi.h and sim/csim/accelerator.h need.
set(VTA_PUBLIC_HEADERS
  base/attrs.h base/error.h base/preprocessing.h base/resource_policy.h base/round.h base/tensor.h
  config/clock.h config/memory_type.h config/vta_config.h
  hw/isa/assembler.h hw/isa/codec.h hw/isa/insn.h hw/isa/registers.h
  sim/counters.h sim/device.h sim/device_memory.h sim/timing.h sim/trace_sink.h
  sim/races/race_check.h sim/semantics/machine_state.h sim/semantics/static_check.h sim/semantics/uop_entry.h
  sim/csim/accelerator.h sim/csim/bus_access.h sim/factory/device_factory.h sim/tsim/wave.h
  link/device_link.h link/device_string.h link/device_table.h link/devices/devices.h link/local_link.h
  driver/allocator.h driver/driver.h driver/vta_driver_capi.h
  driver/linux/board_scheme.h driver/linux/system_file.h
  runtime/command_queue.h runtime/dlpack.h runtime/dlpack_tensor.h runtime/executor.h runtime/host_ops.h runtime/kernel_description.h runtime/launches.h
  runtime/program.h runtime/stream_builder.h runtime/uop_cache.h runtime/vta_capi.h runtime/vta_dlpack.h
  runtime/vta_runtime_capi.h)
foreach(header IN LISTS VTA_PUBLIC_HEADERS)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/vta/${folder})
endforeach()

install(TARGETS vta_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET vta-sweep-mpi)
  install(TARGETS vta-sweep-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS vta_shared vta_systemc EXPORT vtaTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/config/ DESTINATION ${CMAKE_INSTALL_DATADIR}/vta/config
        FILES_MATCHING PATTERN "*.json" PATTERN "quick.json" EXCLUDE)  # its network stays in tests/
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/vta)

set(VTA_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/vta)
install(EXPORT vtaTargets NAMESPACE vta:: DESTINATION ${VTA_PACKAGE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/vtaConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/vtaConfig.cmake
                              INSTALL_DESTINATION ${VTA_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/vtaConfig.cmake ${CMAKE_BINARY_DIR}/vtaConfigVersion.cmake
        DESTINATION ${VTA_PACKAGE_DIR})
